//! Addresses: the fragment of an object and the object of a fragment, as EMF writes and reads them.
//!
//! A fragment is an id, or a path from a root (`//@books.2/@author`). Paths contain names for Ecore's own elements
//! (`//Library/books`), sources for annotations (`//Library/%source%`), and keys for features with `eKeys`
//! (`//@items[name='x']`).
//! Invariant: for every object of a document, `resolve(address(object)) == object`, as long as its ids, names
//! and keys are unique.

mod encoding;
mod fragment_prefetch;
mod resolve;

pub(super) use encoding::decode;
pub use resolve::Resolver;
pub(super) use resolve::{FragmentTarget, has_named_contents, parse_position, slot_and_position};

use super::digits::push_number;
use super::{DocumentId, Model, ObjectId, Value};
use crate::ecore::{FeatureId, builtin};
use encoding::{encode, encode_key, encode_source};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::Write as _;

impl Model {
    /// The fragment by which documents refer to an object; see [`Addresses`] for many of them.
    #[must_use]
    pub fn address(&self, object: ObjectId) -> String {
        Addresses::new(self).fragment(object)
    }
}

/// Computes fragments of many objects in linear time, with a cache of positions.
#[derive(Debug)]
pub struct Addresses<'m> {
    model: &'m Model,
    /// For each object, one more than its position in its containing list, or 0 if the position is not computed. It is
    /// computed for all siblings at once.
    positions: Vec<u32>,
    /// The number of earlier siblings with the same name as an Ecore element.
    namesakes: FxHashMap<ObjectId, u32>,
    /// The positions of the roots of documents.
    root_positions: FxHashMap<ObjectId, usize>,
    /// The parts of the model that are in the maps above.
    cached_parts: CachedParts,
    /// The paths of containers that have already been written.
    paths: FxHashMap<ObjectId, Path>,
    /// The texts of [`Addresses::paths`].
    path_texts: String,
    /// The containers of one object, from the inside out. It is a field only so that its memory is reused.
    chain: Vec<ObjectId>,
    documents: DocumentOf,
}

/// The document of each object.
#[derive(Debug)]
enum DocumentOf {
    Unknown,
    /// One document contains all objects.
    All(DocumentId),
    /// The documents of the containers that were looked up, so that other containers cost nothing in models of many
    /// documents.
    Each(FxHashMap<ObjectId, Option<DocumentId>>),
}

/// The path of a container.
#[derive(Debug, Clone, Copy)]
struct Path {
    /// The position of its text in [`Addresses::path_texts`].
    start: usize,
    end: usize,
    /// Whether the contents of the container are addressed by name, if they have a name.
    has_names: bool,
}

/// The maximum size of stored paths in bytes.
const MAX_PATH_BYTES: usize = 16 << 20;

/// The parts of the model whose positions and numbers are in the cache.
#[derive(Debug, Default)]
struct CachedParts {
    /// The containers whose contents are in [`Addresses::namesakes`].
    namesakes_of: rustc_hash::FxHashSet<ObjectId>,
    /// The documents whose roots are in [`Addresses::root_positions`].
    roots_of: rustc_hash::FxHashSet<DocumentId>,
}

impl<'m> Addresses<'m> {
    /// The model that contains the objects.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Creates an empty cache; positions are computed when they are needed.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            positions: Vec::new(),
            namesakes: FxHashMap::default(),
            root_positions: FxHashMap::default(),
            cached_parts: CachedParts::default(),
            paths: FxHashMap::default(),
            path_texts: String::new(),
            chain: Vec::new(),
            documents: DocumentOf::Unknown,
        }
    }

    /// The document of an object, as [`Model::document_of`], but with a cache.
    #[inline]
    pub fn document_of(&mut self, object: ObjectId) -> Option<DocumentId> {
        match self.documents {
            DocumentOf::All(document) => Some(document),
            _ => self.find_document(object),
        }
    }

    /// As [`Self::document_of`]; records the document for all containers on the way to the root.
    fn find_document(&mut self, object: ObjectId) -> Option<DocumentId> {
        if matches!(self.documents, DocumentOf::Unknown) {
            self.documents = match self.model.only_document() {
                Some(document) => DocumentOf::All(document),
                None => DocumentOf::Each(FxHashMap::default()),
            };
        }
        let documents = match &mut self.documents {
            DocumentOf::Each(documents) => documents,
            DocumentOf::All(document) => return Some(*document),
            // Cannot occur, because `Unknown` was replaced above.
            DocumentOf::Unknown => return self.model.document_of(object),
        };
        self.chain.clear();
        let mut ancestor = object;
        let document = loop {
            let Some(container) = self.model.container(ancestor) else {
                break self.model.document_of(ancestor);
            };
            if let Some(document) = documents.get(&container) {
                break *document;
            }
            self.chain.push(container);
            ancestor = container;
        };
        documents.extend(self.chain.iter().map(|container| (*container, document)));
        document
    }

    /// Appends the fragment that EMF writes: the id, or else the path. Unlike [`Addresses::write`], this includes ids
    /// that cannot be read as fragments.
    pub fn write_fragment(&mut self, object: ObjectId, out: &mut String) {
        match self.model.id(object) {
            Some(id) => out.push_str(&id),
            None => self.write_path(object, out),
        }
    }

    /// The fragment of an object.
    #[must_use]
    pub fn fragment(&mut self, object: ObjectId) -> String {
        let mut out = String::new();
        self.write(object, &mut out);
        out
    }

    /// Appends a fragment that can be resolved to the object.
    pub fn write(&mut self, object: ObjectId, out: &mut String) {
        match self.model.id(object) {
            // Any other id would be read as a path, as an empty address, or as an id with a comment.
            Some(id) if !id.is_empty() && !id.starts_with('/') && without_comment(&id) == id => {
                out.push_str(&id);
            }
            _ => self.write_path(object, out),
        }
    }

    /// Appends the path of an object, even if it has an id.
    pub fn write_path(&mut self, object: ObjectId, out: &mut String) {
        let Some(container) = self.model.container(object) else { return self.write_root(object, out) };
        let has_names = if let Some(path) = self.paths.get(&container) {
            out.push_str(&self.path_texts[path.start..path.end]);
            path.has_names
        } else {
            let (start, has_names) = (out.len(), has_named_contents(self.model, container));
            self.write_container(container, out);
            // Paths are stored, because there are far fewer containers than references to their contents. The limit is
            // needed for deep models, whose paths are long.
            if self.path_texts.len() < MAX_PATH_BYTES {
                let cached_start = self.path_texts.len();
                self.path_texts.push_str(&out[start..]);
                self.paths
                    .insert(container, Path { start: cached_start, end: self.path_texts.len(), has_names });
            }
            has_names
        };
        out.push('/');
        self.write_segment(container, has_names, object, out);
    }

    /// Writes the path of a container whose path is not in the cache.
    fn write_container(&mut self, object: ObjectId, out: &mut String) {
        // An explicit stack instead of recursion, because models may be deep.
        let mut chain = std::mem::take(&mut self.chain);
        chain.clear();
        chain.push(object);
        let mut root = object;
        while let Some(container) = self.model.container(root) {
            chain.push(container);
            root = container;
        }
        self.write_root(root, out);
        for pair in chain.windows(2).rev() {
            let (content, container) = (pair[0], pair[1]);
            out.push('/');
            self.write_segment(container, has_named_contents(self.model, container), content, out);
        }
        self.chain = chain;
    }

    /// Writes the segment of a root.
    fn write_root(&mut self, root: ObjectId, out: &mut String) {
        out.push('/');
        if let Some(document) = self.model.document_of(root)
            // EMF writes the position of a root only if there are several.
            && self.model.document(document).roots().len() > 1
        {
            push_number(self.root_position(document, root) as u64, out);
        }
    }

    /// The position of a root in its document.
    fn root_position(&mut self, document: DocumentId, root: ObjectId) -> usize {
        // The positions of all roots are stored at once, because searching for each of them would take quadratic time.
        if self.cached_parts.roots_of.insert(document) {
            let roots = self.model.document(document).roots();
            self.root_positions.extend(roots.iter().enumerate().map(|(position, root)| (*root, position)));
        }
        self.root_positions.get(&root).copied().unwrap_or(0)
    }

    /// Writes the segment that leads from a container to an object. `has_names` is set if the contents of the container
    /// are addressed by name.
    fn write_segment(&mut self, container: ObjectId, has_names: bool, object: ObjectId, out: &mut String) {
        let Some(feature) = self.model.containing_feature(object) else { return };
        let metamodel = self.model.metamodel();
        // Elements of Ecore are addressed by name, as in EMF's `EModelElementImpl.eURIFragmentSegment`.
        if has_names && let Some(name) = ecore_name(self.model, object) {
            name.write(out);
            let count = self.namesakes(container, object);
            // EMF numbers elements of the same name from the second one on.
            if count > 0 {
                let _ = write!(out, ".{count}");
            }
            return;
        }
        let feature_data = &metamodel[feature];
        out.push('@');
        out.push_str(feature_data.name());
        if !feature_data.many() {
            return;
        }
        if !feature_data.keys().is_empty() {
            return self.write_keys(object, feature_data.keys(), out);
        }
        out.push('.');
        push_number(u64::from(self.position(container, feature, object)), out);
    }

    /// Writes the predicate of an object in a list whose reference has eKeys, such as `[name='a']`.
    fn write_keys(&self, object: ObjectId, keys: &[FeatureId], out: &mut String) {
        for (index, key) in keys.iter().enumerate() {
            let value = self.model.get(object, *key);
            out.push(if index > 0 { ',' } else { '[' });
            out.push_str(self.model.metamodel()[*key].name());
            if value == Value::Null {
                // Null is written without quotes, to be distinct from the string `null`.
                out.push_str("=null");
                continue;
            }
            let mut text = String::new();
            self.model.spell(*key, value, &mut text);
            let _ = write!(out, "='{}'", encode_key(&text));
        }
        out.push(']');
    }

    /// The position of an object in its container's list.
    pub fn position(&mut self, container: ObjectId, feature: FeatureId, object: ObjectId) -> u32 {
        let known_position = self.positions.get(object.index()).and_then(|entry| entry.checked_sub(1));
        if let Some(position) = known_position {
            return position;
        }
        // The positions of all siblings are stored at once, because counting for each of them would take quadratic
        // time.
        if self.positions.is_empty() {
            // The system provides zeros without touching the memory, so the addresses in a small document of a large
            // model cost little.
            self.positions = vec![0; self.model.object_count()];
        }
        let mut position = 0;
        for (sibling_position, sibling) in (0u32..).zip(self.model.list(container, feature).objects()) {
            self.positions[sibling.index()] = sibling_position + 1;
            if sibling == object {
                position = sibling_position;
            }
        }
        position
    }

    /// The number of earlier siblings with the same name.
    fn namesakes(&mut self, container: ObjectId, object: ObjectId) -> u32 {
        // All children of the container are counted when the first of them is addressed.
        if self.cached_parts.namesakes_of.insert(container) {
            let mut counts: FxHashMap<EcoreName<'_>, u32> = FxHashMap::default();
            for child in self.model.contents(container) {
                // A resolved proxy has the name of its target.
                let target = self.model.resolved_target(child).unwrap_or(child);
                if let Some(name) = ecore_name(self.model, target) {
                    let count = counts.entry(name).or_insert(0);
                    self.namesakes.insert(child, *count);
                    *count += 1;
                }
            }
        }
        self.namesakes.get(&object).copied().unwrap_or(0)
    }
}

/// The name of an Ecore element among its siblings.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum EcoreName<'m> {
    /// The name of a named element.
    Named(Option<&'m str>),
    /// The source of an annotation.
    Annotation(Option<&'m str>),
}

/// The name of an object among its siblings; `None` if it is not a named element or an annotation of Ecore.
fn ecore_name(model: &Model, object: ObjectId) -> Option<EcoreName<'_>> {
    let metamodel = model.metamodel();
    let class = model.class(object);
    if metamodel.conforms(class, builtin::ENAMED_ELEMENT) {
        Some(EcoreName::Named(model.get_named(object, "name").text()))
    } else if metamodel.conforms(class, builtin::EANNOTATION) {
        Some(EcoreName::Annotation(model.get_named(object, "source").text()))
    } else {
        None
    }
}

impl EcoreName<'_> {
    /// Appends the segment of an address that contains this name.
    fn write(self, out: &mut String) {
        match self {
            // As in EMF, `%` represents a name or a source that is null.
            EcoreName::Named(None) => out.push('%'),
            EcoreName::Named(Some(name)) => out.push_str(&encode(name)),
            EcoreName::Annotation(source) => {
                out.push('%');
                out.push_str(&source.map_or(Cow::Borrowed("%"), encode_source));
                out.push('%');
            }
        }
    }
}

/// An id without the comment that EMF allows after it, between two question marks: `a?comment?` becomes `a`.
fn without_comment(fragment: &str) -> &str {
    let Some(before_last_mark) = fragment.strip_suffix('?') else { return fragment };
    match before_last_mark.rfind('?') {
        // A question mark at the start does not begin a comment, because no id would be left.
        Some(start) if start > 0 => &fragment[..start],
        _ => fragment,
    }
}
