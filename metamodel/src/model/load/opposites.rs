//! Adds the ends of bidirectional references that a document does not contain.
//!
//! Invariant: afterwards both ends agree. If references contradict each other, the last one takes precedence,
//! as if they were set one by one in the order of [`super::order`].

use super::order::{self, OrderedReference, ReferenceForm, ReferenceSite};
use super::{Loader, ObjectId};
use crate::ecore::FeatureId;
use crate::model::slot::Slot;
use crate::model::{Model, Value};
use rustc_hash::FxHashSet;

/// A resolved reference with its location in the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct ResolvedReference {
    pub(super) site: ReferenceSite,
    pub(super) feature: FeatureId,
    pub(super) opposite: Option<FeatureId>,
    pub(super) target: ObjectId,
}

impl OrderedReference for ResolvedReference {
    fn site(&self) -> ReferenceSite {
        self.site
    }

    fn set_form(&mut self, form: ReferenceForm) {
        self.site.form = form;
    }
}

impl Loader<'_, '_> {
    /// Whether a reference of the document is still valid: in a single-valued feature, the last one takes
    /// precedence.
    fn is_valid(&self, reference: &ResolvedReference) -> bool {
        self.model.metamodel[reference.feature].many()
            || self.model.get(reference.site.object, reference.feature) == Value::Object(reference.target)
    }

    /// Adds the ends of bidirectional references that the document does not contain.
    pub(super) fn complete_opposites(&mut self, mut resolved: Vec<ResolvedReference>) {
        if resolved.is_empty() {
            return;
        }
        order::sort(&mut resolved);
        // Entries are recorded before references without an opposite are dropped, because these references have
        // entries, too.
        self.record_map_entries(&resolved);
        resolved.retain(|reference| reference.opposite.is_some() && self.is_valid(reference));
        let references: FxHashSet<(ObjectId, FeatureId, ObjectId)> = resolved
            .iter()
            .map(|reference| (reference.site.object, reference.feature, reference.target))
            .collect();
        // Of several references in a single-valued feature, only those with its final target are left, so they are
        // equal.
        if references.len() < resolved.len() {
            self.retain_last(&mut resolved);
        }
        let mut stale_lists = Vec::new();
        for ResolvedReference { site: ReferenceSite { object, .. }, feature, opposite, target } in resolved {
            let Some(opposite) = opposite else { continue };
            let has_both_ends = references.contains(&(target, opposite, object));
            self.model.complete_reference(
                (object, feature, target, opposite),
                has_both_ends,
                &mut stale_lists,
            );
        }
        stale_lists.sort_unstable();
        stale_lists.dedup();
        for (owner, feature, opposite) in stale_lists {
            self.model.remove_stale_items(owner, feature, opposite);
        }
    }

    /// Adds the entries of feature maps that references cause. If both ends of a reference are in the document, the end
    /// that comes first adds the entry. Entries of elements were already added when the elements were read.
    fn record_map_entries(&mut self, resolved: &[ResolvedReference]) {
        // JSON and YAML have no order of entries, so no entry may precede those of the other members.
        if !self.follows_rules_of_xmi {
            return;
        }
        let metamodel = std::sync::Arc::clone(&self.model.metamodel);
        if !metamodel.classes().any(|(class, _)| metamodel.table(class).has_feature_maps()) {
            return;
        }
        let mut recorded_entries: FxHashSet<(ObjectId, usize, Option<ObjectId>)> = FxHashSet::default();
        for reference in resolved {
            let object = reference.site.object;
            let (near_has_entry, far_has_entry) = (reference.site.form == ReferenceForm::Element, false);
            let near_end = (object, Some(reference.feature), reference.target, near_has_entry);
            let far_end = (reference.target, reference.opposite, object, far_has_entry);
            for (owner, feature, other, has_entry) in [near_end, far_end] {
                let Some(feature) = feature else { continue };
                let table = metamodel.table(self.model.class(owner));
                let Some(slot) = table.slot(feature) else { continue };
                let Some(map) = table.feature_map(slot) else { continue };
                let is_many = metamodel[feature].many();
                // A single-valued member has one entry, regardless of its value.
                if recorded_entries.insert((owner, slot, is_many.then_some(other))) && !has_entry {
                    self.record_map_entry(owner, map, slot, is_many);
                }
            }
        }
    }

    /// Retains only the last reference of each single-valued feature, because each reference would add to the other
    /// end.
    fn retain_last(&self, resolved: &mut Vec<ResolvedReference>) {
        let mut seen_features = FxHashSet::default();
        resolved.reverse();
        resolved.retain(|reference| {
            self.model.metamodel[reference.feature].many()
                || seen_features.insert((reference.site.object, reference.feature))
        });
        resolved.reverse();
    }
}

/// A list from which objects were removed because of other references: its owner, its feature, and the
/// single-valued end of the objects.
type StaleList = (ObjectId, FeatureId, FeatureId);

impl Model {
    /// Sets both ends of a reference of the document. `has_both_ends` is true if the document contains the other end as
    /// well.
    ///
    /// The earlier target of a single-valued end must no longer refer back. If its own end is a list, the
    /// list is corrected once, after all references: searching for every object in it would take quadratic
    /// time.
    fn complete_reference(
        &mut self,
        (object, feature, target, opposite): (ObjectId, FeatureId, ObjectId, FeatureId),
        has_both_ends: bool,
        stale_lists: &mut Vec<StaleList>,
    ) {
        let metamodel = std::sync::Arc::clone(&self.metamodel);
        let (is_many, is_opposite_many) = (metamodel[feature].many(), metamodel[opposite].many());
        // The objects to which single-valued ends refer now.
        let near_target = if is_many { None } else { self.get(object, feature).object() };
        let far_target = if is_opposite_many { None } else { self.get(target, opposite).object() };
        let is_intact =
            (is_many || near_target == Some(target)) && (is_opposite_many || far_target == Some(object));
        // If the other end is single-valued and intact, it already refers back.
        if is_intact && (has_both_ends || !is_opposite_many) {
            return;
        }
        if let Some(other) = near_target.filter(|other| *other != target) {
            self.remove_stale_reference((other, opposite), (object, feature), stale_lists);
        }
        if let Some(other) = far_target.filter(|other| *other != object) {
            self.remove_stale_reference((other, feature), (target, opposite), stale_lists);
        }
        // A list already contains all of its targets in the document.
        if !is_many {
            self.store_reference(object, feature, target);
        }
        if !is_opposite_many || !has_both_ends {
            self.store_reference(target, opposite, object);
        }
    }

    /// Removes a reference to a target whose own end now refers to another object.
    fn remove_stale_reference(
        &mut self,
        (owner, feature): (ObjectId, FeatureId),
        (target, opposite): (ObjectId, FeatureId),
        stale_lists: &mut Vec<StaleList>,
    ) {
        let Some(slot) = self.slot_position(owner, feature) else { return };
        if self.slots[slot].as_list().is_some() {
            stale_lists.push((owner, feature, opposite));
        } else if self.slots[slot].as_object() == Some(target) {
            self.slots[slot] = Slot::UNSET;
        }
    }

    /// Removes from a list those objects whose own end now refers to another owner. A proxy has no such end, so it is
    /// retained.
    fn remove_stale_items(&mut self, owner: ObjectId, feature: FeatureId, opposite: FeatureId) {
        let Some(list) = self.slot_position(owner, feature).and_then(|slot| self.slots[slot].as_list())
        else {
            return;
        };
        let remaining = self.lists.get(list).iter().copied().filter(|item| {
            item.as_object().is_none_or(|object| {
                self.is_proxy(object) || self.get(object, opposite) == Value::Object(owner)
            })
        });
        // The items are collected first, because the check borrows the model, which contains the list.
        let remaining: Vec<Slot> = remaining.collect();
        self.lists.clear(list);
        for item in remaining {
            self.lists.push(list, item);
        }
    }

    /// Stores a reference without updating the other end.
    fn store_reference(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let Some(slot) = self.slot_position(object, feature) else { return };
        if self.metamodel[feature].many() {
            let list = self.list_at(slot);
            self.lists.push(list, Slot::object(target));
        } else {
            self.slots[slot] = Slot::object(target);
        }
    }
}
