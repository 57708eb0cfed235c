//! Resolves the references of a document to its own objects, after it is complete.
//!
//! If the order makes no difference, it is the order of [`super::blocks`]; otherwise it is that of
//! [`super::sequence`].

use super::blocks::{BLOCK, MIN_BATCH, ReferenceBlocks};
use super::opposites::ResolvedReference;
use super::order::ReferenceForm;
use super::reference_records::Reference;
use super::reference_texts::ReferenceTexts;
use super::{Loader, UnresolvedCause, UnresolvedReference};
use crate::ecore::builtin;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::prefetch::prefetch;
use crate::model::slot::Slot;
use crate::model::{IdIndex, Model, NO_INDEX, ObjectId, Resolver};
use std::sync::Arc;

/// The work that remains after the references are resolved.
#[derive(Default)]
pub(super) struct Resolution {
    unresolved: Vec<UnresolvedReference>,
    /// Lists from which unresolved references must be removed.
    lists_with_gaps: Vec<u32>,
    /// For each object, by its position in the model: the last list to which it was added, plus 1; 0 if there is none.
    last_lists: Vec<u32>,
    /// The last list in which a duplicate was found.
    repeated_list: Option<u32>,
    /// References whose other ends must be added, or that need entries in feature maps.
    resolved_references: Vec<ResolvedReference>,
    /// Facts about features, by class and then by slot.
    facts: Vec<Vec<FeatureFacts>>,
}

/// Facts about a feature that are needed for each of its references.
#[derive(Clone, Copy)]
struct FeatureFacts {
    feature: FeatureId,
    /// The class to which targets must conform.
    expected: ClassId,
    opposite: Option<FeatureId>,
    /// Whether the feature is a container reference.
    is_container: bool,
    /// Whether references of the feature are recorded, for the opposite or for feature maps.
    is_recorded: bool,
}

impl FeatureFacts {
    /// The facts about the feature in a slot of a class.
    fn new(metamodel: &Metamodel, class: ClassId, slot: usize) -> Self {
        let table = metamodel.table(class);
        let feature = table.all_features()[slot];
        let opposite = metamodel[feature].opposite();
        Self {
            feature,
            expected: metamodel.target(feature),
            opposite,
            is_container: metamodel.is_container(feature),
            is_recorded: opposite.is_some() || table.has_feature_maps(),
        }
    }
}

impl Resolution {
    /// The facts about the feature in a slot of a class, which are determined once.
    #[inline]
    fn facts(&mut self, metamodel: &Metamodel, class: ClassId, slot: u32) -> FeatureFacts {
        if self.facts.len() <= class.index() {
            self.facts.resize_with(class.index() + 1, Vec::new);
        }
        let facts = &mut self.facts[class.index()];
        if facts.is_empty() {
            let slots = 0..metamodel.table(class).all_features().len();
            facts.extend(slots.map(|slot| FeatureFacts::new(metamodel, class, slot)));
        }
        facts[slot as usize]
    }

    /// Records that a reference has no target.
    pub(super) fn reject(
        &mut self,
        reference: &Reference,
        feature: FeatureId,
        cause: UnresolvedCause,
        texts: &ReferenceTexts<'_>,
    ) {
        // The text is copied, because the texts of a document in pieces are freed after the resolution.
        let fragment = texts.text(reference).to_owned();
        let offset = texts.offset(reference);
        self.unresolved.push(UnresolvedReference {
            object: reference.object,
            feature,
            fragment,
            offset,
            cause,
        });
    }
}

/// The state of looking up references.
pub(super) struct Search<'a> {
    pub(super) metamodel: Arc<Metamodel>,
    pub(super) texts: ReferenceTexts<'a>,
    pub(super) index: IdIndex,
    pub(super) resolver: Resolver,
}

/// Whether a fragment is a path that leads further than to a root.
pub(super) fn is_path(fragment: &str) -> bool {
    // The fragments of most roots, such as `/` and `/1`, have at most two characters.
    fragment.len() > 2 && fragment.starts_with('/')
}

/// Whether an object is of one of the classes in Ecore's files.
pub(super) fn is_of_ecore(model: &Model, object: ObjectId) -> bool {
    model.class(object).index() <= builtin::ETYPE_PARAMETER.index()
}

/// Whether each object is in a document, by the position of the object in the model.
fn are_attached(model: &Model) -> Vec<bool> {
    let mut are_attached = Vec::with_capacity(model.object_count());
    for object in model.objects() {
        are_attached.push(match model.container(object) {
            // While a document is read, containers come before their contents, so the result for the container is
            // usually known.
            Some(container) => are_attached.get(container.index()).copied().unwrap_or(true),
            None => model.header(object).location != NO_INDEX,
        });
    }
    are_attached
}

impl Loader<'_, '_> {
    /// Removes the container of an object. The object is then in no document, and cannot be found by an id
    /// attribute.
    #[cold]
    pub(super) fn clear_container(&mut self, object: ObjectId) {
        self.has_detached_objects = true;
        let header = &mut self.model.objects[object.index()];
        (header.container, header.location) = (NO_INDEX, NO_INDEX);
    }

    /// Resolves all references; returns those without a valid target.
    pub(super) fn resolve(&mut self) -> Vec<UnresolvedReference> {
        if !self.has_pending && !self.resolves_in_sequence {
            return self.finish_resolution(Resolution::default());
        }
        // Records and texts are taken out of the loader, because setting targets borrows the loader mutably.
        let (records, copied_texts) =
            (std::mem::take(&mut self.reference_records), std::mem::take(&mut self.copied_texts));
        // If the document is read in pieces, slots contain positions in `copied_texts`, because the text of a piece is
        // freed (Decision 9).
        let source = if self.piece_start.is_some() { &copied_texts } else { self.source };
        let mut search = Search {
            metamodel: Arc::clone(&self.model.metamodel),
            texts: ReferenceTexts { source, copied_texts: &copied_texts, records: &records },
            index: self.index(),
            resolver: Resolver::default(),
        };
        let mut resolution = Resolution::default();
        let mut blocks = ReferenceBlocks::new(self);
        let (mut batch, mut targets) = (Vec::new(), Vec::new());
        let min_count = if self.uses_two_threads { MIN_BATCH } else { BLOCK };
        // Blocks give the same result as EMF's order as long as no reference moves an object (Decision 12).
        while !self.resolves_in_sequence {
            blocks.next_batch(self.model, min_count, &mut batch);
            if batch.is_empty() {
                break;
            }
            self.look_up(&batch, &mut search, &mut targets);
            for (index, reference) in batch.iter().enumerate() {
                if index % BLOCK == 0 {
                    self.prefetch_classes(&targets[index..]);
                }
                let target = targets[index];
                // A path may go through a reference that has been resolved before.
                if target.is_none() && is_path(search.texts.text(reference)) {
                    self.resolves_in_sequence = true;
                    // The references before this one already have their targets. This one and the rest are resolved in
                    // EMF's order below.
                    batch.drain(..index);
                    break;
                }
                self.place_target(reference, target, &mut search, &mut resolution);
            }
        }
        if self.resolves_in_sequence {
            self.resolve_in_sequence(batch, blocks, &mut search, &mut resolution);
        }
        self.finish_resolution(resolution)
    }

    /// The objects of the document by their ids, if any reference is by id.
    fn index(&self) -> IdIndex {
        if !self.has_references_by_id {
            return IdIndex::default();
        }
        // Objects in no document can be found only by their `xmi:id`.
        let are_attached = if self.has_detached_objects { are_attached(self.model) } else { Vec::new() };
        IdIndex::for_last_document(
            self.model,
            self.first_object,
            self.model.objects_at(self.first_object..self.model.object_count()).filter(|object| {
                are_attached.get(object.index()).is_none_or(|is_attached| *is_attached)
                    || self.model.xmi_id(*object).is_some()
            }),
        )
    }

    /// Performs the steps that must wait until all references are resolved.
    fn finish_resolution(&mut self, mut resolution: Resolution) -> Vec<UnresolvedReference> {
        // Pending moves are applied first, because the steps below change lists directly.
        self.placement.update_lists_and_roots(self.model);
        resolution.lists_with_gaps.sort_unstable();
        resolution.lists_with_gaps.dedup();
        for list in resolution.lists_with_gaps {
            self.model.lists.retain(list, |item| !item.is_pending());
        }
        // In Ecore's files, backward references are resolved at once, so a later value overrides them.
        for (object, slot, item) in std::mem::take(&mut self.overridden_values) {
            let position = self.position_of_slot(object, slot as usize);
            let is_backward = self.model.slots[position].as_object().is_some_and(|target| target <= object);
            if is_backward && is_of_ecore(self.model, object) {
                self.model.slots[position] = item;
            }
        }
        self.complete_opposites(resolution.resolved_references);
        // Replaced references were visited first and lists last, but problems are in the order of the document.
        resolution.unresolved.sort_by_key(|unresolved| unresolved.offset);
        resolution.unresolved
    }

    /// Loads the classes of the next targets into the processor's cache, because storing a target reads its class.
    fn prefetch_classes(&self, targets: &[Option<ObjectId>]) {
        for target in targets.iter().take(BLOCK).flatten() {
            prefetch(self.model.header(*target).class);
        }
    }
}

impl Loader<'_, '_> {
    /// Replaces a reference with the target that was looked up, if the target conforms to the feature. Otherwise, the
    /// reference is replaced with a proxy, or removed and reported.
    pub(super) fn place_target(
        &mut self,
        reference: &Reference,
        looked_up: Option<ObjectId>,
        search: &mut Search<'_>,
        resolution: &mut Resolution,
    ) {
        // EMF cannot resolve a path through a plain type that it has not set yet. The target is ignored here too.
        let found = looked_up.filter(|target| !self.is_through_later_reference(reference, *target, search));
        // EMF creates a generic type for each plain type, and resolves references to it; here such generic types are
        // not objects.
        if found.is_none() && self.insert_implied(reference, search) {
            return;
        }
        let search = &*search;
        let Search { metamodel, texts, .. } = search;
        let proxy_class = if found.is_none() { texts.proxy_class(reference) } else { None };
        if let Some(class) = proxy_class {
            self.insert_proxy(reference, class, texts.text(reference));
            return;
        }
        let class = self.model.class(reference.object);
        let facts = resolution.facts(metamodel, class, reference.slot);
        let FeatureFacts { feature, expected, opposite, is_container, .. } = facts;
        // Even in lenient mode, Ecore's own lists and lists with an opposite reject a target of the wrong class.
        let is_lenient = || {
            let owner = metamodel[metamodel[feature].owner].package;
            self.allows_any_in_lists
                && metamodel[feature].many()
                && opposite.is_none()
                && !metamodel.is_ecore_package(owner)
        };
        let conforms =
            |target: &ObjectId| metamodel.conforms(self.model.class(*target), expected) || is_lenient();
        match found.filter(conforms) {
            // The header stores the container; the slot is used only for a container in another document.
            Some(target) if is_container => {
                self.set(reference, Slot::UNSET);
                if self.placement.is_within(self.model, target, reference.object) {
                    self.drop_reference(
                        reference,
                        feature,
                        texts,
                        UnresolvedCause::ContainerCycle,
                        resolution,
                    );
                } else {
                    self.placement.set_container(self.model, reference.object, feature, target);
                }
            }
            Some(target) => self.store_target(reference, target, facts, search, resolution),
            None => self.drop_reference(
                reference,
                feature,
                texts,
                found.map_or(UnresolvedCause::Missing, UnresolvedCause::OtherClass),
                resolution,
            ),
        }
    }

    /// Stores the target of a reference, and records what the steps after the resolution need.
    #[inline]
    fn store_target(
        &mut self,
        reference: &Reference,
        target: ObjectId,
        facts: FeatureFacts,
        search: &Search<'_>,
        resolution: &mut Resolution,
    ) {
        let FeatureFacts { feature, opposite, is_recorded, .. } = facts;
        let texts = &search.texts;
        let position = self.position_of_slot(reference.object, reference.slot as usize);
        let list = self.model.slots[position].as_list();
        if texts.is_overridden(reference) {
            self.overridden_values.push((reference.object, reference.slot, Slot::object(target)));
        } else {
            self.set_at(reference, (position, list), Slot::object(target));
        }
        // An element creates a separate object, which is resolved later, so it is not a repetition.
        if let Some(list) = list
            && self.mark_seen(list, target, resolution)
            && texts.proxy_class(reference).is_none()
        {
            self.reject_repeated(reference, (feature, target), search, resolution);
        }
        if is_recorded {
            let form = if texts.proxy_class(reference).is_some() {
                ReferenceForm::Element
            } else {
                ReferenceForm::Attribute
            };
            resolution.resolved_references.push(ResolvedReference {
                site: texts.site(reference, form),
                feature,
                opposite,
                target,
            });
        }
    }

    /// Stores an item in place of a reference, unless the reference was replaced.
    fn set(&mut self, reference: &Reference, item: Slot) {
        let position = self.position_of_slot(reference.object, reference.slot as usize);
        self.set_at(reference, (position, self.model.slots[position].as_list()), item);
    }

    /// Stores an item in place of a reference, unless the reference was replaced. `position` is that of the reference's
    /// slot, and `list` is the list in the slot, if there is one.
    #[inline]
    fn set_at(&mut self, reference: &Reference, (position, list): (usize, Option<u32>), item: Slot) {
        let stored_item = match list {
            Some(list) => self.model.lists.get_mut(list).get_mut(reference.index as usize),
            None => self.model.slots.get_mut(position),
        };
        if let Some(stored_item) = stored_item.filter(|stored| **stored == reference.pending) {
            *stored_item = item;
        }
    }

    /// Records that a list received a target; returns whether the same list was the last one that received it.
    fn mark_seen(&self, list: u32, target: ObjectId, resolution: &mut Resolution) -> bool {
        if resolution.last_lists.is_empty() {
            resolution.last_lists = vec![0; self.model.object_count()];
        }
        // The number of a list is stored plus 1, because 0 means that the target is in no list yet.
        let stored_list = list + 1;
        // `last_lists` may be too short for the proxy of a missing target. Such a proxy is new, so no list contains it
        // twice.
        let Some(last_list) = resolution.last_lists.get_mut(target.index()) else { return false };
        let was_last = *last_list == stored_list;
        *last_list = stored_list;
        was_last
    }

    /// Rejects a repeated target if the list is unique, because the XMI that is written could not be read again. The
    /// caller has found that the list already contains the target.
    ///
    /// In a unique list, EMF moves a repeated object to its last position, which fails if that is beyond the current
    /// end of the list. Lists that need not be unique may contain an object twice here, because otherwise their
    /// documents could not be read again.
    fn reject_repeated(
        &self,
        reference: &Reference,
        (feature, target): (FeatureId, ObjectId),
        Search { metamodel, texts, .. }: &Search<'_>,
        resolution: &mut Resolution,
    ) {
        let owner = metamodel[metamodel[feature].owner].package;
        // In Ecore's own files, references are resolved at once, so the move fails only if the object refers to itself.
        let is_resolved_at_once = metamodel.is_ecore_package(owner) && target != reference.object;
        let position = self.position_of_slot(reference.object, reference.slot as usize);
        let Some(list) = self.model.slots[position].as_list() else { return };
        if !metamodel[feature].typed.unique || resolution.repeated_list == Some(list) {
            return;
        }
        // In JSON and YAML, every repetition is an error; XMI follows EMF's lists (Decision 14).
        if !self.follows_rules_of_xmi {
            return resolution.reject(reference, feature, UnresolvedCause::Repeated, texts);
        }
        if is_resolved_at_once {
            return;
        }
        resolution.repeated_list = Some(list);
        // If an item after this one already has its target, EMF's list is long enough for the move.
        let following_items = &self.model.lists.get(list)[reference.index as usize + 1..];
        if following_items.iter().any(|item| !item.is_pending()) {
            return;
        }
        resolution.reject(reference, feature, UnresolvedCause::Repeated, texts);
    }

    /// Replaces a reference without a target with a proxy.
    fn insert_proxy(&mut self, reference: &Reference, class: ClassId, fragment: &str) -> ObjectId {
        let address = format!("{}#{fragment}", self.model.document(self.document).uri);
        let proxy = self.model.create_proxy(class, &address);
        self.set(reference, Slot::object(proxy));
        proxy
    }

    /// Replaces a reference with a proxy if its target is a generic type that EMF would create for a plain type.
    /// Returns whether the reference was replaced.
    fn insert_implied(&mut self, reference: &Reference, search: &mut Search<'_>) -> bool {
        let Search { metamodel, texts, index, resolver } = search;
        let text = texts.text(reference);
        let (model, document) = (&*self.model, self.document);
        let feature = metamodel.table(model.class(reference.object)).all_features()[reference.slot as usize];
        if !metamodel.conforms(builtin::EGENERIC_TYPE, metamodel.target(feature)) {
            return false;
        }
        let implying_type = resolver.implying_type(model, document, text, &|id| index.find(model, id));
        let Some((plain_type, type_owner)) = implying_type else { return false };
        // EMF has not created the generic type yet if it sets the plain type after this reference.
        if self.is_resolved_later(reference, type_owner, plain_type) {
            return false;
        }
        let proxy = self.insert_proxy(reference, builtin::EGENERIC_TYPE, text);
        self.model.set_implied(proxy);
        true
    }

    /// Whether EMF resolves a plain reference from `owner` to `target` after this one. It does in Ecore's files, if the
    /// three objects come in this order; EMF resolves all other references when they are read.
    fn is_resolved_later(&self, reference: &Reference, owner: ObjectId, target: ObjectId) -> bool {
        reference.object < owner && owner < target && !self.model.is_proxy(target)
    }

    /// Whether the path to a target ends with a plain reference that EMF resolves after this one, such as
    /// `//A/r/@eType`.
    fn is_through_later_reference(
        &self,
        reference: &Reference,
        target: ObjectId,
        Search { texts, index, resolver, .. }: &mut Search<'_>,
    ) -> bool {
        if !is_of_ecore(self.model, reference.object) {
            return false;
        }
        let Some((path, step)) = texts.text(reference).rsplit_once('/') else { return false };
        if !step.starts_with("@e") {
            return false;
        }
        let model = &*self.model;
        let owner = resolver.resolve(model, self.document, path, &|id| index.find(model, id));
        owner.is_some_and(|owner| {
            model.container(target) != Some(owner) && self.is_resolved_later(reference, owner, target)
        })
    }

    /// Removes a reference without target from its slot or list.
    fn drop_reference(
        &mut self,
        reference: &Reference,
        feature: FeatureId,
        texts: &ReferenceTexts<'_>,
        cause: UnresolvedCause,
        resolution: &mut Resolution,
    ) {
        let position = self.position_of_slot(reference.object, reference.slot as usize);
        match self.model.slots[position].as_list() {
            // The items are removed together at the end, because the positions of the other references in the list must
            // not change.
            Some(list) => resolution.lists_with_gaps.push(list),
            None => self.set(reference, Slot::UNSET),
        }
        resolution.reject(reference, feature, cause, texts);
    }
}
