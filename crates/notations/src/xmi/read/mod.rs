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
use crate::xmi::names::{Namespaces, split};
use crate::xmi::roles::Role;
use crate::xmi::xml::{Attribute, FatalProblem, Opening, Token, Xml};
use named_features::{NamedFeature, NamedFeatures, ValueForm};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;
use xmi_attributes::XmiAttributes;

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
    loader.allow_repeated_in_lists();
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

    /// Starts an element; records whether an object was dropped.
    fn start(&mut self, opening: Opening<'s>, attributes: &[Attribute<'s>]) -> Frame<'s> {
        if opening.roles.has_type() && !self.has_typed_element {
            self.has_typed_element = true;
            self.check_type_prefix(attributes);
        }
        let errors_before = self.diagnostics.error_count();
        let frame = self.start_in_context(opening, attributes);
        let is_skipped = matches!(frame, Frame::Skipped);
        // The elements of proxies are skipped without an error; objects are missing only if there is an error.
        self.has_dropped_objects |= is_skipped && self.diagnostics.error_count() > errors_before;
        frame
    }

    /// Starts an element in the context of the innermost open one.
    fn start_in_context(&mut self, opening: Opening<'s>, attributes: &[Attribute<'s>]) -> Frame<'s> {
        let Opening { name, offset, .. } = opening;
        match self.frames.last() {
            None => self.start_first_element(name, offset, attributes),
            Some(Frame::Wrapper) => self.start_root(name, offset, attributes),
            Some(Frame::Object(object)) => {
                let object = *object;
                self.start_child(object, opening, attributes)
            }
            // A reference with content is an object like others in EMF, so it becomes one at its first child.
            Some(Frame::Reference { proxy, class }) => {
                let object = self.object_beside_link(*proxy, *class, offset);
                if let Some(frame) = self.frames.last_mut() {
                    *frame = Frame::Object(object);
                }
                self.start_child(object, opening, attributes)
            }
            Some(Frame::Value { .. } | Frame::Nil | Frame::Transparent) if split(name).1 == "XMI" => {
                // A value whose text has begun loses this text, and becomes null.
                if let Some(Frame::Value { is_nil, text, .. }) = self.frames.last_mut() {
                    *is_nil |= !text.is_empty();
                }
                Frame::Transparent
            }
            Some(Frame::Value { feature, .. }) => {
                let feature = *feature;
                self.report_misplaced(name, offset, Some(feature));
                Frame::Skipped
            }
            // Extensions are read elsewhere, so the parent is a nil element or an element named `XMI`.
            Some(Frame::Nil | Frame::Extension(_) | Frame::Transparent) => {
                self.report_misplaced(name, offset, None);
                Frame::Skipped
            }
            Some(Frame::Skipped) => Frame::Skipped,
        }
    }

    /// Starts an element inside an object.
    fn start_child(
        &mut self,
        object: ObjectId,
        opening: Opening<'s>,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        let Opening { name, symbol, offset, roles } = opening;
        let class = self.loader.model().class(object);
        // Features take precedence over `XMI` and `Extension`, because a class may have features with these names.
        let Some(NamedFeature { slot, feature, form }) = self.named_features.find(class, symbol, name) else {
            let (prefix, local) = split(name);
            return match local {
                // The content of such an element belongs to the enclosing object.
                "XMI" => Frame::Object(object),
                "Extension" if self.namespaces.declares_xmi(prefix) => Frame::Extension(
                    extended::start_extension(self, object, (prefix, name), offset, attributes),
                ),
                _ => {
                    self.report_unknown_feature(object, local, offset + 1, name.len());
                    Frame::Skipped
                }
            };
        };
        // The common case: a contained object without attributes that could make it a reference or null.
        if let ValueForm::Contents { class, accepts_any } = form
            && !roles.has_link()
            && (class.is_some() || roles.has_type())
        {
            let class = if roles.has_type() { self.declared_class(attributes) } else { class };
            let Some(class) = class.filter(|class| {
                accepts_any || self.check_target_class(feature, *class, offset + 1, name.len())
            }) else {
                return Frame::Skipped;
            };
            let child = self.loader.create(class, offset);
            self.loader.contain(object, slot, feature, child);
            self.read_attributes(child, class, attributes);
            return Frame::Object(child);
        }
        if let ValueForm::Computed(computed) = form
            && let Some(frame) =
                self.start_computed_element(object, (feature, computed), (offset, name.len()), attributes)
        {
            return frame;
        }
        if !self.metamodel[feature].changeable && !self.may_set(feature, offset + 1, name.len()) {
            return Frame::Skipped;
        }
        if let Some(map) = self.metamodel.table(class).feature_map(slot) {
            self.loader.record_map_entry(object, map, slot, self.metamodel[feature].many());
        }
        let xmi_attributes = XmiAttributes::collect(attributes);
        // The role of `xsi:nil` counts as a link, so the attributes of other elements are not searched.
        let is_nil = roles.has_link() && self.is_nil(&xmi_attributes);
        if !self.metamodel[feature].is_reference() {
            self.report_ignored_attributes(feature, attributes);
            return Frame::Value { object, slot, feature, text: Cow::Borrowed(""), is_nil, offset };
        }
        if is_nil && self.metamodel[feature].many() {
            self.report_null_in_list(feature, offset, name.len());
            return Frame::Skipped;
        }
        if is_nil {
            self.set_null(object, slot, feature, offset, name.len());
            return Frame::Nil;
        }
        self.start_reference_element(object, slot, feature, (offset, name.len()), xmi_attributes, attributes)
    }

    /// The class that the type attribute of an element names.
    pub(super) fn declared_class(&mut self, attributes: &[Attribute<'s>]) -> Option<ClassId> {
        let with_role = |role| attributes.iter().find(move |attribute| attribute.role == role);
        let type_attribute = with_role(Role::XsiType).or_else(|| with_role(Role::XmiType))?;
        self.class(&type_attribute.value, type_attribute.offset)
    }

    /// Starts an element of a reference: a contained object, or a link to an object elsewhere.
    fn start_reference_element(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        (offset, name_len): (usize, usize),
        xmi_attributes: XmiAttributes<'_, 's>,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        let metamodel = self.metamodel;
        let is_containment = metamodel[feature].is_containment();
        if let Some(id) = xmi_attributes.idref.filter(|_| !is_containment) {
            // A proxy needs a class with instances. Without a proxy, the reference itself takes the position in the
            // list.
            let has_no_class =
                metamodel[metamodel.target(feature)].is_abstract && xmi_attributes.class.is_none();
            if !metamodel[feature].many() {
                self.read_reference_attribute(object, slot, feature, id);
                return Frame::Nil;
            } else if has_no_class || !metamodel[feature].resolves_proxies() {
                self.loader.refer(object, slot, feature, &id.value, id.offset);
                return Frame::Nil;
            }
        }
        let class = match xmi_attributes.class {
            Some(type_attribute) => self.class(&type_attribute.value, type_attribute.offset),
            None => {
                let class = metamodel.target(feature);
                if metamodel[class].is_abstract {
                    self.report_abstract_class(class, offset + 1, name_len, attributes);
                    None
                } else {
                    Some(class)
                }
            }
        };
        let Some(class) =
            class.filter(|class| self.check_target_class(feature, *class, offset + 1, name_len))
        else {
            return Frame::Skipped;
        };
        if xmi_attributes.may_link
            && let Some(link) = self.link(class, attributes)
        {
            let location = (object, slot, feature);
            let proxy = match link.role {
                Role::Reference => self.link_element_in_document(location, class, &link.value, offset),
                _ => self.link_element(location, class, &link.value, offset),
            };
            return self.read_other_attributes(proxy, class, attributes, offset);
        }
        let child = self.loader.create(class, offset);
        if is_containment {
            self.loader.contain(object, slot, feature, child);
        } else {
            // EMF creates an object that nothing contains here; text in it is usually an address in the wrong place.
            self.loader.refer_to_detached(object, slot, feature, child);
            self.detached = Some(Detached { object: child, feature });
        }
        self.read_attributes(child, class, attributes);
        Frame::Object(child)
    }
}
