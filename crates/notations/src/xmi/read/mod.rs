//! Reads XMI into a model, element by element.
//!
//! Follows EMF's `XMIHandler`: the class of an element is its `xsi:type`, otherwise the feature's type; an element
//! with `href` is a proxy of an object in another document; text inside an element of a data type is its value.
//! Invariants: there is one frame for every open element; problems do not stop the reading, except if the XML itself
//! is malformed. This module does not search for metamodels.

mod classes;
mod computed;
mod consequences;
mod document_start;
mod elements;
mod extended;
mod features;
mod ignored;
mod links;
mod named_features;
mod piece_state;
mod read_pieces;
mod second_half;
mod unresolved_diagnostics;
mod xmi_attributes;

pub use piece_state::mentioned_built_ins;
pub use read_pieces::read_pieces;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Source, Suggestions, codes};
use crate::ecore::extended::ExtendedMetaData;
use crate::ecore::{ClassId, FeatureId, Metamodel, builtin};
use crate::input::Limits;
use crate::model::load::{
    Loader, SuggestedTargets, collect_missing_targets, is_type_of_ecore, note_of_unread_targets,
};
use crate::model::{Addresses, Document, DocumentId, Model, ObjectId};
use crate::xmi::names::Namespaces;
use crate::xmi::xml::{FatalProblem, Token, Xml};
use named_features::NamedFeatures;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

/// The options for reading a document.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions {
    /// Limits of the input.
    pub limits: Limits,
    /// Whether to record the position of each object in the source.
    pub record_offsets: bool,
    /// Whether names and form are those of the metamodel's extended metadata.
    pub extended_metadata: bool,
    /// Whether unknown content is preserved instead of rejected.
    pub record_unknown: bool,
    /// Whether references by id without a target in the document are not reported, but stored in
    /// [`Document::missing_targets`].
    pub collects_missing: bool,
}

/// Reads a document into a model whose metamodel has the packages that it uses.
///
/// `document` has the address that relative references are resolved against; the reader adds the declarations of the
/// source. After errors the model contains everything that could be read.
pub fn read(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    let metamodel = Arc::clone(model.metamodel());
    let mut loader = Loader::new(model, document, source.text(), options.record_offsets);
    loader.allow_any_in_lists();
    loader.follow_rules_of_xmi();
    let document = loader.document();
    let mut reader = Reader::new(source, &metamodel, loader, options.limits);
    let is_extended = options.extended_metadata || options.record_unknown;
    let result = if is_extended {
        extended::ExtendedReader::new(&mut reader, options.record_unknown).read_document()
    } else {
        reader.read_document()
    };
    let is_truncated = result.is_err();
    if let Err(fatal) = result {
        // The content of an element without an end tag probably belongs elsewhere, so its problems would be misleading.
        reader.diagnostics = consequences::without_problems_inside_unclosed(reader.diagnostics, &fatal);
        reader.diagnostics.push(*fatal);
    }
    let Reader { loader, mut diagnostics, has_dropped_objects, mut unread_values, .. } = reader;
    let mut unresolved = loader.finish();
    if options.collects_missing {
        unread_values.extend(collect_missing_targets(model, document, &mut unresolved));
    }
    let mut reference_problems = Diagnostics::new();
    let mut unread_references = Vec::new();
    let mut addresses = Addresses::new(model);
    let mut suggestions_of_targets = SuggestedTargets::default();
    for reference in unresolved {
        unread_values.push((reference.object, reference.feature));
        let metamodel = addresses.model().metamodel();
        if has_dropped_objects
            && consequences::may_be_dropped(&reference)
            && !is_type_of_ecore(&reference, metamodel)
        {
            // The target may be one of the dropped objects, so the reference becomes part of one note instead of an
            // error.
            unread_references.push(reference);
            continue;
        }
        reference_problems.push_with(Severity::Error, || {
            unresolved_diagnostics::diagnose(&mut suggestions_of_targets, &reference, &mut addresses, source)
        });
    }
    reference_problems.extend(note_of_unread_targets(source, &unread_references));
    xmi_attributes::reject_typeless(model, document, &mut reference_problems);
    // In a truncated text, a missing target may be in the part that was not read, so unresolved references are not
    // reported.
    if !is_truncated {
        diagnostics.append(reference_problems);
    }
    model.document_mut(document).unread_values = unread_values;
    model.document_mut(document).is_truncated = is_truncated;
    (document, diagnostics)
}

/// The kind of an open element.
enum Frame<'s> {
    /// `xmi:XMI` around several roots.
    Wrapper,
    /// An object.
    Object(ObjectId),
    /// An element with a data value.
    Value {
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        text: Cow<'s, str>,
        is_nil: bool,
        offset: usize,
    },
    /// `xmi:Extension`, which is preserved unchanged.
    Extension(extended::Frame),
    /// An element that is a reference to another object; with the proxy of that object if it is contained.
    Reference { proxy: Option<ObjectId>, class: ClassId },
    /// An element without an object.
    Nil,
    /// `XMI` outside of objects: its content belongs to the enclosing element.
    Transparent,
    /// An element whose content is ignored: a proxy, or a rejected element.
    Skipped,
}

/// An object in an element of a reference without containment.
struct Detached {
    object: ObjectId,
    feature: FeatureId,
}

/// The state of reading a document or a piece.
struct Reader<'s, 'm, 'x> {
    source: &'s Arc<Source>,
    metamodel: &'x Metamodel,
    base: String,
    loader: Loader<'m, 's>,
    namespaces: Namespaces<'s>,
    named_features: NamedFeatures<'x>,
    frames: Vec<Frame<'s>>,
    /// Classes by qualified name, valid as long as the bound namespaces do not change.
    classes: FxHashMap<&'s str, ClassId>,
    proxies: FxHashMap<(ClassId, String), ObjectId>,
    /// The last object that was written inside a reference that is not a containment, which is usually a mistake.
    detached: Option<Detached>,
    /// Whether an element had a type attribute, whose prefix is checked once.
    has_typed_element: bool,
    /// Features with unknown data types that have been reported.
    reported_unknown_types: FxHashSet<FeatureId>,
    /// The values that could not be read, which must not be reported as missing, too.
    unread_values: Vec<(ObjectId, FeatureId)>,
    /// The namespaces without a known package that have been reported.
    unknown_packages: FxHashSet<String>,
    /// The locations of the metamodels of namespaces in the document; the last one of each takes precedence.
    locations: FxHashMap<String, String>,
    /// The names that the metamodel defines for documents, once they are needed.
    extended: Option<Box<ExtendedMetaData<'x>>>,
    diagnostics: Diagnostics,
    suggestions: Suggestions,
    /// Whether a class contained `eSubTypes`, which is not a feature of Ecore.
    has_subtypes: bool,
    /// Whether objects were not read because of a reported problem.
    has_dropped_objects: bool,
    limits: Limits,
}

impl<'s, 'm, 'x> Reader<'s, 'm, 'x> {
    fn new(
        source: &'s Arc<Source>,
        metamodel: &'x Metamodel,
        loader: Loader<'m, 's>,
        limits: Limits,
    ) -> Self {
        Self {
            source,
            metamodel,
            base: loader.model().document(loader.document()).uri.clone(),
            loader,
            namespaces: Namespaces::default(),
            named_features: NamedFeatures::new(metamodel),
            frames: Vec::new(),
            classes: FxHashMap::default(),
            proxies: FxHashMap::default(),
            detached: None,
            has_typed_element: false,
            reported_unknown_types: FxHashSet::default(),
            unread_values: Vec::new(),
            unknown_packages: FxHashSet::default(),
            locations: FxHashMap::default(),
            extended: None,
            diagnostics: Diagnostics::new(),
            suggestions: Suggestions::default(),
            has_subtypes: false,
            has_dropped_objects: false,
            limits,
        }
    }
}

impl<'s> Reader<'s, '_, '_> {
    /// Reads the document from its start.
    fn read_document(&mut self) -> Result<(), FatalProblem> {
        let mut xml = Xml::new(self.source, self.limits)?;
        self.read_elements(&mut xml)
    }

    /// Reads to the end of the text.
    fn read_elements(&mut self, xml: &mut Xml<'s>) -> Result<(), FatalProblem> {
        loop {
            // EMF also ignores text between elements.
            let keeps_blank = match self.frames.last() {
                Some(Frame::Value { .. } | Frame::Transparent) => true,
                // The content of an extension cannot be divided into pieces, so the document is read at once.
                Some(Frame::Extension(_)) if xml.is_continued() => return Err(xml.exceeds_text()),
                Some(Frame::Extension(frame)) => {
                    let frame = frame.clone();
                    extended::read_extension(self, xml, frame)?;
                    self.frames.pop();
                    continue;
                }
                _ => false,
            };
            match xml.next(keeps_blank)? {
                Token::Start(opening) => {
                    let attributes = xml.take_attributes();
                    // The cache contains classes by prefixed names, and prefixes may be bound to other namespaces from
                    // here on.
                    if self.namespaces.enter(opening.roles, &attributes) {
                        self.classes.clear();
                    }
                    if opening.roles.has_location() {
                        self.note_locations(&attributes);
                    }
                    let frame = self.start(opening, &attributes);
                    // The limit is checked after each element, because an object of a class with many features needs
                    // many slots for a few bytes.
                    if self.loader.is_full() {
                        let object = if let Frame::Object(object) = frame { Some(object) } else { None };
                        return Err(self.too_large(object, opening.offset));
                    }
                    xml.recycle(attributes);
                    // Most objects have no content, and need no frame.
                    if matches!(frame, Frame::Object(_)) && xml.take_end() {
                        self.leave();
                    } else {
                        self.frames.push(frame);
                    }
                }
                Token::End => {
                    self.leave();
                    if let Some(Frame::Value { object, slot, feature, text, is_nil, offset }) =
                        self.frames.pop()
                    {
                        self.end_value(object, slot, feature, &text, is_nil, offset);
                    }
                }
                Token::Text(more) => self.read_text(more, xml.text_start())?,
                Token::Instruction { .. } => {}
                Token::Eof => return Ok(()),
            }
        }
    }

    /// Leaves the scope of an element's namespaces.
    #[inline]
    fn leave(&mut self) {
        if self.namespaces.leave() {
            self.classes.clear();
        }
    }

    /// Reads text, which is part of a value, or ignored with a warning.
    fn read_text(&mut self, addition: Cow<'s, str>, start: usize) -> Result<(), FatalProblem> {
        let mut frames = self.frames.iter_mut().rev();
        // Elements named `XMI` inside a value do not interrupt its text.
        let (text, offset) = match frames.find(|f| !matches!(f, Frame::Transparent)) {
            Some(Frame::Value { text, offset, .. }) => (text, offset),
            Some(Frame::Object(object)) => {
                let object = *object;
                self.report_ignored_text(object, &addition, start);
                return Ok(());
            }
            _ => return Ok(()),
        };
        // Nearly all values consist of one token, which is not copied.
        if text.is_empty() {
            *text = addition;
        } else {
            text.to_mut().push_str(&addition);
        }
        // A value may consist of many tokens, with comments and references between them, so their sum is checked.
        if text.len() > self.limits.value {
            let message = format!("the value is larger than the limit of {} bytes", self.limits.value);
            return Err(Box::new(
                Diagnostic::error(codes::LIMIT, message).at(self.source, *offset..*offset + 1),
            ));
        }
        Ok(())
    }

    /// The problem that the document has too many objects, reported for `object` or its element.
    #[cold]
    fn too_large(&self, object: Option<ObjectId>, offset: usize) -> FatalProblem {
        let class = object.map_or(builtin::EOBJECT, |object| self.loader.model().class(object));
        Box::new(self.loader.too_large(class).at(self.source, offset..offset + 1))
    }

    /// Reports an error at a range of the source.
    fn report(&mut self, code: Code, offset: usize, len: usize, message: impl Into<String>) {
        self.push(Diagnostic::error(code, message).at(self.source, offset..offset + len));
    }

    /// Adds a problem.
    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
