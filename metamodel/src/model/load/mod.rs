//! Fills a model from a document: the part of reading that is common to all formats.
//!
//! Readers use slot positions that they have looked up, in document order; references are stored as text
//! until the end, because they may refer forward. Invariant: after [`Loader::finish`] the model satisfies all
//! of [`super`]'s invariants; before, references are placeholders and one end of an opposite may be missing.
//! This module does not know any format; it returns problems to the reader, which reports them.

mod blocks;
mod look_up;
mod moves;
mod next_piece;
mod opposites;
mod order;
mod placement;
mod reference_records;
mod reference_texts;
mod references;
mod separate_part;
mod sequence;
mod suggested_targets;
mod unchecked_changes;
mod unresolved_problems;

use super::extent::Extent;
use super::slot::Slot;
use super::store::Interner;
use super::{Document, DocumentId, EditError, MissingTarget, Model, ObjectId, Value};
use crate::diagnostic::{Diagnostic, Severity, Source, codes};
use crate::ecore::data::ParsedValue;
use crate::ecore::{ClassId, FeatureId};
use moves::Move;
use placement::Placement;
pub use reference_records::ReferenceKind;
use reference_records::{ListPosition, Reference, ReferenceRecord, is_by_id};
pub use separate_part::SeparatePart;
use std::sync::Arc;
pub use suggested_targets::{SuggestedTargets, is_type_of_ecore};
pub use unresolved_problems::{report_unresolved, unresolved_problems};

/// Adds one document to a model; see the module's invariants.
#[derive(Debug)]
pub struct Loader<'m, 's> {
    pub(super) model: &'m mut Model,
    document: DocumentId,
    /// The position in the model of the first object that belongs to the document.
    first_object: usize,
    interner: Interner,
    /// The text of the document; empty if the document is read in pieces.
    source: &'s str,
    /// The number of bytes of the complete document.
    len: usize,
    /// The position in the document where reading starts.
    read_start: usize,
    /// The number of objects at the start that represent the open elements of the part before: see `separate_part`.
    open_object_count: usize,
    /// The start of the current piece, if the document is read in pieces: then texts are copied.
    piece_start: Option<usize>,
    /// The maximum number of slots of the model's objects.
    slot_limit: usize,
    /// Unresolved references that are too large for a slot as [`Slot::fragment`]; slots contain their positions here as
    /// [`Slot::unresolved_entry`].
    reference_records: Vec<ReferenceRecord>,
    /// The texts of references that the source does not contain in the same spelling, or not until the end.
    copied_texts: String,
    /// The positions of unresolved references in lists; each is the first of a consecutive run.
    list_runs: Vec<ListPosition>,
    /// References of single-valued features that were replaced by later ones; they are nevertheless resolved,
    /// or reported.
    replaced_references: Vec<Reference>,
    /// Values that a single-valued feature received after a reference to an object of the document. The reference is
    /// resolved later and overrides them, except in Ecore's files if it refers backward.
    overridden_values: Vec<(ObjectId, u32, Slot)>,
    /// Whether there is any unresolved reference; otherwise no object is searched for one.
    has_pending: bool,
    /// Whether any reference is by id.
    has_references_by_id: bool,
    /// Whether the position of each object's element is recorded, for messages.
    records_offsets: bool,
    /// Whether lists of references may contain objects of any class, as in EMF.
    allows_any_in_lists: bool,
    /// Whether the document is in XMI: then unique lists may contain an object twice if EMF does not notice it, and
    /// references add entries to feature maps.
    follows_rules_of_xmi: bool,
    /// Whether there are objects that have no container and are not roots of a document.
    has_detached_objects: bool,
    /// Whether references change containment, so that paths depend on the order of resolution.
    resolves_in_sequence: bool,
    /// Whether references may be looked up by two threads.
    uses_two_threads: bool,
    /// Containments by reference, which are applied when references are resolved.
    moves: Vec<Move>,
    placement: Placement,
}

/// The bytes of a model up to which unused memory is not returned.
const SMALL_MODEL: usize = 1 << 16;

/// The number of objects after which the rest of a document is expected to resemble its beginning.
const SAMPLE_SIZE: usize = 2048;

/// A reference whose target is not in the document, or is not allowed.
#[derive(Debug)]
pub struct UnresolvedReference {
    /// The object with the reference.
    pub object: ObjectId,
    /// The reference.
    pub feature: FeatureId,
    /// The text.
    pub fragment: String,
    /// The byte offset of its text in the source.
    pub offset: usize,
    /// The reason why it has no target.
    pub cause: UnresolvedCause,
}

/// The reason why a reference has no target.
#[derive(Debug)]
pub enum UnresolvedCause {
    /// The target does not exist.
    Missing,
    /// The target is of another class than the reference requires.
    OtherClass(ObjectId),
    /// The container would be inside the object that it contains.
    ContainerCycle,
    /// The target contains the object that would contain it.
    ContainmentCycle,
    /// The target is after the object that refers to it, but must be before it.
    ForwardReference,
    /// The list already contains the target, which EMF rejects if references are resolved at the end.
    Repeated,
    /// The reference cannot contain the target.
    Rejected(Box<EditError>),
}

/// The note about references whose targets may be objects that were not read because of a reported problem. The note is
/// reported at the first of these references, and contains their number.
#[must_use]
pub fn note_of_unread_targets(
    source: &Arc<Source>,
    references: &[UnresolvedReference],
) -> Option<Diagnostic> {
    let first = references.first()?;
    let message = match references.len() {
        1 => "1 reference may refer to an object that was not read".to_owned(),
        count => format!("{count} references may refer to objects that were not read"),
    };
    let note = Diagnostic::new(codes::UNRESOLVED_REFERENCE, Severity::Note, message);
    Some(note.at(source, first.offset..first.offset + first.fragment.len()))
}

/// Moves references by id whose target is missing to [`Document::missing_targets`]; returns their objects and features.
pub fn collect_missing_targets(
    model: &mut Model,
    document: DocumentId,
    unresolved: &mut Vec<UnresolvedReference>,
) -> Vec<(ObjectId, FeatureId)> {
    let missing_targets = &mut model.document_mut(document).missing_targets;
    let old_count = missing_targets.len();
    unresolved.retain_mut(|reference| {
        let is_missing = matches!(reference.cause, UnresolvedCause::Missing);
        // A path can only lead to an object of its own document.
        if !is_missing || !is_by_id(&reference.fragment) {
            return true;
        }
        let UnresolvedReference { object, feature, fragment, offset, .. } = reference;
        let id = std::mem::take(fragment);
        missing_targets.push(MissingTarget { object: *object, feature: *feature, id, offset: *offset });
        false
    });
    missing_targets[old_count..].iter().map(|missing| (missing.object, missing.feature)).collect()
}

/// The maximum number of slots of all objects of a document, in addition to those for its bytes.
const BASE_SLOT_LIMIT: usize = 1 << 24;
/// The number of slots that each byte of a document permits.
const SLOTS_PER_BYTE: usize = 64;

/// The maximum number of slots of all objects of a document with so many bytes. Each object has a slot for every
/// feature of its class, so a few bytes can require very many slots.
#[must_use]
pub fn slot_limit(len: usize) -> usize {
    len.saturating_mul(SLOTS_PER_BYTE).saturating_add(BASE_SLOT_LIMIT)
}

impl<'m, 's> Loader<'m, 's> {
    /// Starts a document. `source` is the text that it is read from, which determines the initial sizes of the
    /// arenas; fragments inside it are not copied.
    pub fn new(model: &'m mut Model, document: Document, source: &'s str, records_offsets: bool) -> Self {
        Self::start(model, document, (source, source.len(), None), records_offsets)
    }

    /// As [`Loader::new`]. `len` is the length of the complete text. If the text is read in pieces, `piece_start` is
    /// the position of the first one.
    fn start(
        model: &'m mut Model,
        document: Document,
        (source, len, piece_start): (&'s str, usize, Option<usize>),
        records_offsets: bool,
    ) -> Self {
        let first_object = model.object_count();
        // Headers have the positions of slots in 32 bits.
        let slot_limit = model.slots.len().saturating_add(slot_limit(len)).min(u32::MAX as usize);
        let document = model.add_document(document);
        Self {
            model,
            document,
            first_object,
            interner: Interner::for_length(len),
            source,
            len,
            read_start: 0,
            open_object_count: 0,
            piece_start,
            slot_limit,
            reference_records: Vec::new(),
            copied_texts: String::new(),
            list_runs: Vec::new(),
            replaced_references: Vec::new(),
            overridden_values: Vec::new(),
            has_pending: false,
            has_references_by_id: false,
            records_offsets,
            allows_any_in_lists: false,
            follows_rules_of_xmi: false,
            has_detached_objects: false,
            resolves_in_sequence: false,
            uses_two_threads: false,
            moves: Vec::new(),
            placement: Placement::default(),
        }
    }

    /// Whether the objects use all the slots that a document of this size may have.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.model.slots.len() > self.slot_limit
    }

    /// The problem of a document whose objects need too many slots.
    #[must_use]
    pub fn too_large(&self, class: ClassId) -> Diagnostic {
        let class = &self.model.metamodel()[class].name;
        let count = self.slot_limit;
        let message = format!(
            "the objects of the document, including this one of class {class}, have more than {count} features in total"
        );
        Diagnostic::error(codes::LIMIT, message)
            .help("split the document, or the class with so many features")
    }

    /// Allows objects of any class in lists of references, as EMF does.
    pub fn allow_any_in_lists(&mut self) {
        self.allows_any_in_lists = true;
    }

    /// Follows the rules of XMI, instead of those of JSON and YAML: unique lists may contain an object twice if EMF does
    /// not notice it, and references add entries to feature maps.
    pub fn follow_rules_of_xmi(&mut self) {
        self.follows_rules_of_xmi = true;
    }

    /// The model being filled.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.model
    }

    /// The document being read.
    #[must_use]
    pub fn document(&self) -> DocumentId {
        self.document
    }

    /// The document being read, for setting its declarations.
    pub fn document_mut(&mut self) -> &mut Document {
        &mut self.model.documents[self.document.0 as usize]
    }

    /// Creates an object of a class that the reader has checked to have instances.
    pub fn create(&mut self, class: ClassId, offset: usize) -> ObjectId {
        let object = self.model.allocate(class);
        // The addition wraps, because the offset is negative for an object in the text before the piece.
        let offset = offset.wrapping_add(self.piece_start.unwrap_or(0));
        // The length that was read is a divisor of the estimate, so it must not be 0.
        if object.index() - self.first_object == SAMPLE_SIZE && offset > self.read_start {
            self.reserve_for_rest(offset - self.read_start);
        }
        if self.records_offsets {
            // Proxies that were created since the last object have no position.
            self.model.offsets.resize(object.index(), u32::MAX);
            self.model.offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
        }
        object
    }

    /// Reserves memory for the rest of the document, so that growing arenas need not be moved repeatedly. The amount
    /// assumes that the rest resembles the first `read_len` bytes. If the memory cannot be reserved, the arenas grow as
    /// necessary.
    fn reserve_for_rest(&mut self, read_len: usize) {
        // Five percent are added to the amount that the first bytes suggest.
        #[expect(clippy::cast_precision_loss, reason = "an estimate is not an exact number")]
        let factor = 1.05 * self.len as f64 / read_len as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as above")]
        let expected_len = |len: usize| (len as f64 * factor) as usize;
        let model = &mut *self.model;
        let _ = model.objects.try_reserve(expected_len(SAMPLE_SIZE));
        let _ = model.slots.try_reserve(expected_len(model.slots.len()));
        let _ = model.ids.try_reserve(expected_len(model.ids.len()));
        model.text.reserve(expected_len(model.text.len()));
        let _ = self.copied_texts.try_reserve(expected_len(self.copied_texts.len()));
        model.lists.reserve(expected_len(model.lists.count()), expected_len(model.lists.item_capacity()));
    }

    /// Reserves memory for a document of a known approximate size.
    pub fn reserve(&mut self, extent: Extent) {
        self.model.reserve(extent);
    }

    /// Makes an object a root of the document.
    pub fn root(&mut self, object: ObjectId) {
        self.model.objects[object.index()].location = self.document.0;
        self.model.documents[self.document.0 as usize].roots.push(object);
    }

    /// Sets the `xmi:id` of an object.
    pub fn xmi_id(&mut self, object: ObjectId, id: &str) {
        let text = self.model.text.push(id);
        if self.model.ids.len() <= object.index() {
            self.model.ids.resize(object.index() + 1, Slot::UNSET);
        }
        self.model.ids[object.index()] = Slot::string(text);
    }

    /// The position, among the slots of all objects, of one of an object's slots.
    fn position_of_slot(&self, object: ObjectId, slot: usize) -> usize {
        self.model.header(object).slot(slot)
    }

    /// The class of an object.
    #[must_use]
    pub fn class(&self, object: ObjectId) -> ClassId {
        self.model.class(object)
    }

    /// Adds an object without a container to a containment. In a single-valued feature, the last object takes
    /// precedence.
    pub fn contain(&mut self, container: ObjectId, slot: usize, feature: FeatureId, child: ObjectId) {
        let position = self.position_of_slot(container, slot);
        // If the slot contains a list, the feature is many-valued; it is looked up only for the first object.
        if let Some(list) = self.model.slots[position].as_list() {
            self.model.lists.push(list, Slot::object(child));
        } else if self.model.metamodel[feature].many() {
            let list = self.model.list_at(position);
            self.model.lists.push(list, Slot::object(child));
        } else {
            if let Some(previous) = self.model.slots[position].as_object() {
                self.clear_container(previous);
            }
            self.model.slots[position] = Slot::object(child);
        }
        let header = &mut self.model.objects[child.index()];
        header.container = container.0;
        header.location = feature.0;
    }

    /// Stores a parsed attribute value: replaces a single value, or appends to a list.
    pub fn value(&mut self, object: ObjectId, slot: usize, is_many: bool, value: &ParsedValue<'_>) {
        let item = match value {
            ParsedValue::String(text) => Slot::string(self.interner.intern(&mut self.model.text, text)),
            ParsedValue::Lexical(text) => Slot::lexical(self.interner.intern(&mut self.model.text, text)),
            ParsedValue::Bool(v) => Slot::bool(*v),
            ParsedValue::Char(v) => Slot::char(*v),
            ParsedValue::Float(v) => Slot::float(*v),
            ParsedValue::Int(v) => self.model.encode(Value::Int(*v)),
            ParsedValue::Double(v) => self.model.encode(Value::Double(*v)),
        };
        self.store(object, slot, is_many, item);
    }

    /// Stores a text: replaces a single value, or appends to a list.
    pub fn text(&mut self, object: ObjectId, slot: usize, is_many: bool, text: &str) {
        let item = Slot::string(self.interner.intern(&mut self.model.text, text));
        self.store(object, slot, is_many, item);
    }

    /// Stores an enumeration literal.
    pub fn enumeration(&mut self, object: ObjectId, slot: usize, is_many: bool, literal: u32) {
        self.store(object, slot, is_many, Slot::enumeration(literal));
    }

    /// Stores null. In a single-valued feature whose type has no null, this means that there is no value. The previous
    /// object of a single-valued containment then has no container.
    pub fn null(&mut self, object: ObjectId, slot: usize, is_many: bool) {
        let feature = self.model.metamodel.table(self.model.class(object)).all_features()[slot];
        let position = self.position_of_slot(object, slot);
        if self.model.metamodel[feature].is_containment()
            && let Some(previous) = self.model.slots[position].as_object()
        {
            self.clear_container(previous);
        }
        let item = if is_many { Slot::NULL } else { self.model.null_slot(feature) };
        // A list contains both values and references. In a single-valued feature, an unresolved reference remains, and
        // the value that it overrides is only recorded.
        if is_many || !self.record_overridden_value(object, slot, item) {
            self.store(object, slot, is_many, item);
        }
    }

    /// Removes the value of a single-valued reference or attribute.
    pub fn unset(&mut self, object: ObjectId, slot: usize) {
        if !self.record_overridden_value(object, slot, Slot::UNSET) {
            // Storing null also removes the container of a contained object.
            let is_many = false;
            self.null(object, slot, is_many);
            let position = self.position_of_slot(object, slot);
            self.model.slots[position] = Slot::UNSET;
        }
    }

    /// Records that the next value of a member is the next entry of its feature map.
    pub fn record_map_entry(&mut self, object: ObjectId, map: usize, member: usize, is_many: bool) {
        let position = self.position_of_slot(object, map);
        let list = self.model.list_at(position);
        let item = self.model.encode(Value::Int(i64::try_from(member).unwrap_or(-1)));
        if !is_many && self.model.lists.get(list).contains(&item) {
            // A single value that is replaced retains its position, except the default, which is no entry in EMF.
            if self.has_value(object, member) {
                return;
            }
            self.model.lists.retain(list, |entry| entry != item);
        }
        self.model.lists.push(list, item);
    }

    /// Whether a feature has a value that is not its default, or a reference that is not resolved yet.
    fn has_value(&self, object: ObjectId, slot: usize) -> bool {
        let feature = self.model.metamodel.table(self.model.class(object)).all_features()[slot];
        let value = self.model.slots[self.position_of_slot(object, slot)];
        value.is_pending() || self.model.is_slot_set(value, feature)
    }

    /// Appends to a list.
    pub(super) fn append(&mut self, object: ObjectId, slot: usize, item: Slot) {
        let is_many = true;
        self.store(object, slot, is_many, item);
    }

    /// Marks a many-valued feature as set, even if no values follow.
    pub fn set_empty(&mut self, object: ObjectId, slot: usize) {
        let position = self.position_of_slot(object, slot);
        self.model.list_at(position);
    }

    /// Stores an item: replaces a single value, or appends to a list.
    fn store(&mut self, object: ObjectId, slot: usize, is_many: bool, item: Slot) {
        let position = self.position_of_slot(object, slot);
        if is_many {
            let list = self.model.list_at(position);
            self.model.lists.push(list, item);
        } else {
            self.model.slots[position] = item;
        }
    }

    /// Creates a proxy of an object in another document; the caller stores it.
    pub fn proxy(&mut self, class: ClassId, uri: &str) -> ObjectId {
        self.model.create_proxy(class, uri)
    }

    /// Adds slots to a proxy for the values that its element has in addition to its address.
    pub fn add_proxy_slots(&mut self, proxy: ObjectId) {
        self.model.add_proxy_slots(proxy);
    }

    /// Resolves the references and completes opposites; returns the unresolved references, which [`report_unresolved`]
    /// turns into problems.
    #[must_use]
    pub fn finish(mut self) -> Vec<UnresolvedReference> {
        // References are resolved before the placement is finished, because resolving may move objects, and may
        // register proxies of them. `Placement::finish` computes the addresses of these proxies from the final
        // positions.
        let unresolved = self.resolve();
        std::mem::take(&mut self.placement).finish(self.model);
        self.shrink();
        unresolved
    }

    /// Returns memory that was reserved but is not used.
    fn shrink(&mut self) {
        // A small model that is used again would allocate the same memory for its next document.
        if self.model.allocated_bytes() < SMALL_MODEL {
            return;
        }
        self.model.text.shrink();
        self.model.lists.shrink();
        self.model.slots.shrink_to_fit();
        self.model.objects.shrink_to_fit();
        self.model.offsets.shrink_to_fit();
        self.model.ids.shrink_to_fit();
    }
}
