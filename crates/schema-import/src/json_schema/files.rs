//! The files of a schema: the given one, and those beside it to which it refers.
//!
//! Invariants: only ordinary files are read, in the directory of the given file and in those that may be read besides;
//! nothing is read from a network. A reference is resolved once. This module knows only the keywords that name and
//! refer to schemas.

use super::schema_node::SchemaNode;
use super::tree::{Content, Map, NodeId, Tree};
use crate::declarations::Span;
use modelwright_files::{FileAccess, display_path, is_inside, read_ordinary_file, uri_path};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest, shorten};
use modelwright_metamodel::input::decode_text;
use modelwright_metamodel::model::uri;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many files one schema may have.
const MAX_FILES: usize = 1_000;

/// Keywords whose values are data, not schemas.
const DATA_KEYWORDS: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// A file of a schema.
#[derive(Debug)]
pub(super) struct SchemaFile {
    pub(super) source: Arc<Source>,
    pub(super) tree: Tree,
    /// The path, if there may be other files beside it.
    path: Option<PathBuf>,
    /// For each node, the innermost schema with an `$id` that contains it.
    resources: Vec<NodeId>,
    /// The addresses of the schemas with an `$id`, and of the root.
    bases: FxHashMap<NodeId, String>,
    /// The schemas with an anchor, by the innermost schema with an `$id` around them and by the anchor.
    anchors: FxHashMap<(NodeId, String), NodeId>,
    /// Whether `$ref` replaces all other keywords, as up to draft 7.
    pub(super) ref_replaces_siblings: bool,
}

/// All files of a schema.
#[derive(Debug)]
pub(super) struct SchemaFiles<'a> {
    access: &'a FileAccess,
    files: Vec<SchemaFile>,
    /// The index of each file by its path; `None` for a file that cannot be read.
    by_path: FxHashMap<PathBuf, Option<usize>>,
    /// The schemas with an `$id`, and the roots of files, by their addresses.
    ids: FxHashMap<String, SchemaNode>,
    /// The targets of references that were resolved, by the innermost schema with an `$id` around them and by their
    /// text.
    resolved_references: FxHashMap<(usize, NodeId), FxHashMap<String, Option<SchemaNode>>>,
    /// For each other file, the place in the given file that refers to it.
    origins: FxHashMap<usize, Span>,
}

impl<'a> SchemaFiles<'a> {
    /// The files of a schema, of which only the given one is read yet.
    pub(super) fn new(
        source: &Arc<Source>,
        address: &str,
        access: &'a FileAccess,
        problems: &mut Diagnostics,
    ) -> Self {
        let mut files = Self {
            access,
            files: Vec::new(),
            by_path: FxHashMap::default(),
            ids: FxHashMap::default(),
            resolved_references: FxHashMap::default(),
            origins: FxHashMap::default(),
        };
        let path = uri_path(address);
        if let Some(path) = &path {
            files.by_path.insert(path.clone(), Some(0));
        }
        files.add(Arc::clone(source), address, path, problems);
        files
    }

    /// Adds a file and its identifiers. An identifier that an earlier file has remains that of the earlier one.
    fn add(
        &mut self,
        source: Arc<Source>,
        address: &str,
        path: Option<PathBuf>,
        problems: &mut Diagnostics,
    ) -> usize {
        let tree = Tree::read(&source, problems);
        let file = self.files.len();
        let mut added = SchemaFile {
            source,
            tree,
            path,
            resources: Vec::new(),
            bases: FxHashMap::default(),
            anchors: FxHashMap::default(),
            ref_replaces_siblings: false,
        };
        added.record_names(address);
        for (node, base) in &added.bases {
            self.ids.entry(base.clone()).or_insert(SchemaNode { file, node: *node });
        }
        self.files.push(added);
        file
    }

    /// The root of the given file.
    pub(super) fn root(&self) -> Option<SchemaNode> {
        let file = self.files.first()?;
        Some(SchemaNode { file: 0, node: file.tree.root()? })
    }

    pub(super) fn file(&self, place: SchemaNode) -> Option<&SchemaFile> {
        self.files.get(place.file)
    }

    /// The content of a place.
    pub(super) fn content(&self, place: SchemaNode) -> Content<'_> {
        self.file(place).map_or(Content::Null, |file| file.tree.content(place.node))
    }

    /// The content of a node, if it is a map.
    pub(super) fn map(&self, place: SchemaNode) -> Option<Map<'_>> {
        self.file(place)?.tree.map(place.node)
    }

    /// The value of a key of a map.
    pub(super) fn get(&self, place: SchemaNode, key: &str) -> Option<SchemaNode> {
        let value = self.map(place)?.get(key)?.value;
        Some(SchemaNode { node: value, ..place })
    }

    /// The text under a key of a map.
    pub(super) fn text(&self, place: SchemaNode, key: &str) -> Option<&str> {
        match self.content(self.get(place, key)?) {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list.
    pub(super) fn items(&self, place: SchemaNode) -> Option<Vec<SchemaNode>> {
        match self.content(place) {
            Content::List(items) => {
                Some(items.iter().map(|node| SchemaNode { node: *node, ..place }).collect())
            }
            _ => None,
        }
    }

    /// The texts under a key of a map: one text, or those in a list; `None` if the value is neither.
    pub(super) fn texts(&self, place: SchemaNode, key: &str) -> Option<impl Iterator<Item = &str> + Clone> {
        let tree = &self.file(place)?.tree;
        let value = &tree.map(place.node)?.get(key)?.value;
        let nodes = match tree.content(*value) {
            Content::List(items) => items,
            Content::Text(_) => std::slice::from_ref(value),
            _ => return None,
        };
        Some(nodes.iter().filter_map(move |node| match tree.content(*node) {
            Content::Text(text) => Some(text),
            _ => None,
        }))
    }

    /// The keys and values of a map; nothing for other places.
    pub(super) fn keys(&self, place: SchemaNode) -> impl Iterator<Item = (&str, SchemaNode)> {
        let entries = self.map(place).into_iter().flat_map(Map::iter);
        entries.map(move |(key, value)| (key, SchemaNode { node: value, ..place }))
    }

    /// As [`SchemaFiles::keys`], but with owned keys.
    pub(super) fn entries(&self, place: SchemaNode) -> Vec<(String, SchemaNode)> {
        self.keys(place).map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// The range in the given file, whose index is 0: that of the node, or, for a node of another file, that of the
    /// reference by which the file was read.
    pub(super) fn origin(&self, place: SchemaNode) -> Span {
        match (place.file, self.file(place)) {
            (0, Some(file)) => file.tree.span(place.node),
            _ => self.origins.get(&place.file).cloned().unwrap_or_default(),
        }
    }

    /// The range for a problem: that of a key of a map, or of the node itself if it has no such key.
    pub(super) fn label(&self, place: SchemaNode, key: Option<&str>) -> Option<(&Arc<Source>, Span)> {
        let file = self.file(place)?;
        let entry = key.and_then(|key| self.map(place)?.get(key));
        let span = entry.map_or_else(
            // If this is the range of a map, a diagnostic shows only its first line.
            || file.tree.span(place.node),
            |entry| entry.span.clone(),
        );
        Some((&file.source, span))
    }

    /// The schema to which a keyword of a schema refers; `None` if there is no such keyword, or after a problem was
    /// reported.
    #[inline]
    pub(super) fn resolve(
        &mut self,
        place: SchemaNode,
        keyword: &str,
        problems: &mut Diagnostics,
    ) -> Option<SchemaNode> {
        // Most schemas do not have the keyword.
        let value = self.get(place, keyword)?;
        self.resolve_value(place, value, problems)
    }

    /// The schema to which the value of a keyword of a schema refers.
    fn resolve_value(
        &mut self,
        place: SchemaNode,
        value: SchemaNode,
        problems: &mut Diagnostics,
    ) -> Option<SchemaNode> {
        let Content::Text(text) = self.content(value) else { return None };
        let resource = self.file(place)?.resource_of(place.node);
        let resource_key = (place.file, resource);
        if let Some(known) = self.resolved_references.get(&resource_key).and_then(|known| known.get(text)) {
            return *known;
        }
        let text = text.to_owned();
        let target = match self.find(place.file, resource, &text, value, problems) {
            Ok(target) => Some(target),
            Err(problem) => {
                problems.push(self.located_at_reference(*problem, value));
                None
            }
        };
        self.resolved_references.entry(resource_key).or_default().insert(text, target);
        target
    }

    /// A problem of a reference, with the range of the reference: as its location, or, if the problem is located in
    /// another file, as a second one.
    fn located_at_reference(&self, problem: Diagnostic, reference: SchemaNode) -> Diagnostic {
        let Some(file) = self.file(reference) else { return problem };
        let span = file.tree.span(reference.node);
        if problem.labels.is_empty() {
            problem.at(&file.source, span)
        } else {
            problem.label(&file.source, span, "it is required here")
        }
    }

    /// Finds the schema for a reference: the document, and in it the target of the JSON Pointer or the anchor.
    /// `reference` is the node of the reference, `text` is its text, and `resource` is the schema with an identifier,
    /// in the file with the index `file`, to which the text is relative.
    fn find(
        &mut self,
        file: usize,
        resource: NodeId,
        text: &str,
        reference: SchemaNode,
        problems: &mut Diagnostics,
    ) -> Result<SchemaNode, Box<Diagnostic>> {
        let (address, fragment) = uri::split_fragment(text);
        let base = if address.is_empty() {
            SchemaNode { file, node: resource }
        } else {
            self.document(file, resource, address, reference, problems)?
        };
        let fragment = uri::decode_fragment(fragment.unwrap_or_default());
        if fragment.is_empty() {
            return Ok(base);
        }
        let Some(target) = self.files.get(base.file) else { return Err(unavailable(text, "is not read")) };
        if !fragment.starts_with('/') {
            let anchor = target.anchors.get(&(base.node, fragment.clone()));
            let place = anchor.map(|node| SchemaNode { node: *node, ..base });
            return place.ok_or_else(|| {
                let message = format!("no schema has the anchor `{}`", shorten(&fragment));
                Box::new(Diagnostic::error(codes::IMPORT_INVALID, message).help("correct the reference"))
            });
        }
        target.follow(base.node, &fragment).map(|node| SchemaNode { node, ..base })
    }

    /// The root of the schema at an address, relative to the resource with the reference. A file is read once.
    fn document(
        &mut self,
        file: usize,
        resource: NodeId,
        address: &str,
        reference: SchemaNode,
        problems: &mut Diagnostics,
    ) -> Result<SchemaNode, Box<Diagnostic>> {
        let Some(referring_file) = self.files.get(file) else {
            return Err(unavailable(address, "is not read"));
        };
        let base = referring_file.bases.get(&resource).map_or("", String::as_str);
        let absolute = uri::resolve(base, address);
        let path = referring_file.path_beside(address, &absolute);
        if let Some(place) = self.ids.get(absolute.trim_end_matches('#')) {
            return Ok(*place);
        }
        let Some(path) = path else {
            return Err(unavailable(address, "is not a file, and nothing is read from a network"));
        };
        if let Some(known) = self.by_path.get(&path) {
            let known = known.ok_or_else(|| unavailable(address, "cannot be read"))?;
            return self.root_of(known).ok_or_else(|| unavailable(address, "is empty"));
        }
        // A file that cannot be read stays without a number, so that it is read only once.
        self.by_path.insert(path.clone(), None);
        let file = self.read(&path, address, problems)?;
        self.by_path.insert(path, Some(file));
        let origin = self.origin(reference);
        self.origins.insert(file, origin);
        self.root_of(file).ok_or_else(|| unavailable(address, "is empty"))
    }

    /// Reads a file in the directory of the schema or in another one that may be read.
    fn read(
        &mut self,
        path: &Path,
        address: &str,
        problems: &mut Diagnostics,
    ) -> Result<usize, Box<Diagnostic>> {
        if self.files.len() >= MAX_FILES {
            let message = format!("the schema has more than {MAX_FILES} files");
            return Err(Box::new(Diagnostic::error(codes::LIMIT, message).help("join some of them")));
        }
        let files = Arc::clone(&self.access.files);
        let main_directory = self.files.first().and_then(|file| file.path.as_deref()).and_then(Path::parent);
        let allowed = main_directory.into_iter().chain(self.access.paths.iter().map(PathBuf::as_path));
        if files.canonicalize(path).is_ok() && !is_inside(&*files, path, allowed) {
            let reason = "is outside of the directories that may be read";
            return Err(unavailable(address, reason));
        }
        let current_directory = files.absolute(Path::new("."));
        let relative_path =
            path.strip_prefix(current_directory).map_or_else(|_| path.to_path_buf(), Path::to_path_buf);
        let file_content = read_ordinary_file(&*files, &relative_path, &self.access.limits);
        let bytes = file_content
            .map_err(|problem| unavailable(address, &format!("is not available: {}", problem.message)))?;
        let source = decode_text(&display_path(&relative_path), bytes, &self.access.limits)?;
        Ok(self.add(source, &files.uri(path), Some(path.to_path_buf()), problems))
    }

    fn root_of(&self, file: usize) -> Option<SchemaNode> {
        Some(SchemaNode { file, node: self.files.get(file)?.tree.root()? })
    }
}

impl SchemaFile {
    /// Records the names of the schemas in the file: ids and anchors.
    fn record_names(&mut self, address: &str) {
        let Some(root) = self.tree.root() else { return };
        self.resources = vec![root; self.tree.len()];
        self.bases.insert(root, address.to_owned());
        let declared_draft = self.text(root, "$schema").unwrap_or_default();
        let old_drafts = ["draft-03", "draft-04", "draft-06", "draft-07"];
        let ref_replaces_siblings = old_drafts.iter().any(|draft| declared_draft.contains(draft));
        let id_key = if declared_draft.contains("draft-03") || declared_draft.contains("draft-04") {
            "id"
        } else {
            "$id"
        };
        self.ref_replaces_siblings = ref_replaces_siblings;
        let mut pending = vec![(root, root)];
        while let Some((node, mut resource)) = pending.pop() {
            // In older drafts, what is beside a reference has no meaning.
            let has_id = !ref_replaces_siblings || self.text(node, "$ref").is_none();
            let id = if has_id { self.text(node, id_key).map(str::to_owned) } else { None };
            if let Some(id) = id {
                match id.strip_prefix('#') {
                    Some(anchor) => {
                        self.anchors.entry((resource, anchor.to_owned())).or_insert(node);
                    }
                    None => {
                        let base = self.bases.get(&resource).map_or("", String::as_str);
                        let base = uri::resolve(base, uri::split_fragment(&id).0);
                        self.bases.insert(node, base);
                        resource = node;
                    }
                }
            }
            if let Some(resource_of_node) = self.resources.get_mut(node.index()) {
                *resource_of_node = resource;
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                if let Some(anchor) = self.text(node, keyword).map(str::to_owned) {
                    self.anchors.entry((resource, anchor)).or_insert(node);
                }
            }
            let children = self.tree.children(node);
            let schemas = children.filter(|(key, _)| key.is_none_or(|key| !DATA_KEYWORDS.contains(&key)));
            pending.extend(schemas.map(|(_, child)| (child, resource)));
        }
    }

    /// The text under a key of a map; `None` if there is no such key, or its value is no text.
    fn text(&self, node: NodeId, key: &str) -> Option<&str> {
        match self.tree.content(self.tree.map(node)?.get(key)?.value) {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    fn resource_of(&self, node: NodeId) -> NodeId {
        self.resources.get(node.index()).copied().unwrap_or(node)
    }

    /// The address that the file declares for itself.
    pub(super) fn own_base(&self) -> Option<&str> {
        self.bases.get(&self.tree.root()?).map(String::as_str)
    }

    /// The path of another file, from its address in a reference, and the `absolute` address that follows from it.
    /// `None` if the address is not that of a file beside this one.
    fn path_beside(&self, address: &str, absolute: &str) -> Option<PathBuf> {
        let directory = self.path.as_deref()?.parent()?;
        let relative = match uri::scheme(address) {
            None if !address.starts_with('/') => address,
            Some("file") => return uri_path(absolute),
            None => return None,
            // An address of a network is a file of the directory if it is below the address of this file.
            Some(_) => {
                let own_base = self.own_base()?;
                let (own_base, _) = own_base.rsplit_once('/')?;
                absolute.strip_prefix(own_base)?.strip_prefix('/')?
            }
        };
        // The last part of an address is replaced, so it may have any name.
        let file_uri = modelwright_files::path_uri(&directory.join("x"));
        uri_path(&uri::resolve(&file_uri, relative))
    }

    /// The node at which a JSON Pointer ends.
    fn follow(&self, start: NodeId, pointer: &str) -> Result<NodeId, Box<Diagnostic>> {
        let mut node = start;
        for step in pointer.split('/').skip(1) {
            let step = pointer_step(step);
            let child = match self.tree.content(node) {
                Content::Map(map) => map.get(&step).map(|entry| entry.value),
                Content::List(items) => {
                    step.parse::<usize>().ok().and_then(|index| items.get(index).copied())
                }
                _ => None,
            };
            let Some(child) = child else {
                let message = format!("`#{}` has no schema", shorten(pointer));
                let problem = Diagnostic::error(codes::IMPORT_INVALID, message);
                return Err(Box::new(problem.help(self.help_for_step(node, &step))));
            };
            node = child;
        }
        Ok(node)
    }

    /// The help for a step of a JSON Pointer that a node does not have: a similar key, if there is one.
    fn help_for_step(&self, node: NodeId, step: &str) -> String {
        let keys = match self.tree.content(node) {
            // The keys are limited, because there may be as many references as keys.
            Content::Map(map) => map.iter().take(500).map(|(key, _)| key).collect(),
            _ => Vec::new(),
        };
        let keyword_of_other_drafts = match step {
            "definitions" => Some("$defs"),
            "$defs" => Some("definitions"),
            _ => None,
        };
        let suggestion = match keyword_of_other_drafts {
            Some(keyword) if keys.contains(&keyword) => Some(keyword),
            _ => nearest(step, keys),
        };
        match suggestion {
            Some(suggestion) => format!("did you mean `{suggestion}` instead of `{}`?", shorten(step)),
            None => format!("there is no `{}`; correct the reference", shorten(step)),
        }
    }
}

/// A step of a JSON Pointer without its escapes.
pub(super) fn pointer_step(step: &str) -> Cow<'_, str> {
    if step.contains('~') { step.replace("~1", "/").replace("~0", "~").into() } else { step.into() }
}

/// A problem of a schema that cannot be read; `reason` continues the message after the address.
fn unavailable(address: &str, reason: &str) -> Box<Diagnostic> {
    let message = format!("the schema `{}` {reason}", shorten(address));
    let help =
        "copy it beside this schema and refer to it by a relative path, or allow its directory with --path";
    Box::new(Diagnostic::error(codes::IMPORT_UNAVAILABLE, message).help(help))
}
