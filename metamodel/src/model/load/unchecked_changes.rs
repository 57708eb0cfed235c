//! Changes of a model without the checks of an edit, for readers, which preserve the invariants themselves.

use crate::ecore::FeatureId;
use crate::model::slot::Slot;
use crate::model::{Model, NO_INDEX, ObjectId};
use rustc_hash::FxHashMap;
use std::ops::Range;

impl Model {
    /// The list in a slot, which is created if there is none.
    pub(super) fn list_at(&mut self, slot: usize) -> u32 {
        if let Some(list) = self.slots[slot].as_list() {
            return list;
        }
        let list = self.lists.create();
        self.slots[slot] = Slot::list(list);
        list
    }

    /// Stores a single reference without updating opposites or containers, and without a notification. The caller
    /// preserves the model's invariants, and the model must not be observed yet.
    pub fn put_unchecked(&mut self, object: ObjectId, feature: FeatureId, target: Option<ObjectId>) {
        let header = *self.header(object);
        if let Some(slot) = self.metamodel.table(header.class).slot(feature) {
            self.slots[header.slot(slot)] = target.map_or(Slot::UNSET, Slot::object);
        }
    }

    /// Replaces a list of references without updating opposites, and without a notification; contained
    /// objects get the object as their container. The caller preserves the model's invariants, and the model
    /// must not be observed yet.
    pub fn replace_list(&mut self, object: ObjectId, feature: FeatureId, targets: &[ObjectId]) {
        let header = *self.header(object);
        let Some(slot) = self.metamodel.table(header.class).slot(feature) else { return };
        let list = self.list_at(header.slot(slot));
        self.lists.clear(list);
        self.lists.reserve_items(list, targets.len());
        for target in targets {
            self.lists.push(list, Slot::object(*target));
        }
        if self.metamodel[feature].is_containment() {
            for target in targets {
                let child = &mut self.objects[target.index()];
                (child.container, child.location) = (object.0, feature.0);
            }
        }
        // A list without items would count as set if the feature is unsettable.
        if targets.is_empty() {
            self.slots[header.slot(slot)] = Slot::UNSET;
        }
    }

    /// Replaces proxies with their targets in all references to them. A root proxy remains a root of its document;
    /// contained proxies must not be among the keys.
    pub fn replace_proxies(&mut self, targets: &FxHashMap<ObjectId, ObjectId>) {
        self.note_resolved(targets);
        // All slots are visited, because nothing records which objects refer to a proxy.
        self.slots.iter_mut().for_each(|slot| replace(slot, targets));
        self.lists.all_mut().iter_mut().for_each(|slot| replace(slot, targets));
        self.forget_replaced(targets);
    }

    /// Replaces proxies as [`Model::replace_proxies`] does, but only in references of the objects at some positions. No
    /// other object may refer to the proxies, so the cost does not depend on the rest of the model.
    pub fn replace_proxies_at(
        &mut self,
        positions: &[Range<usize>],
        targets: &FxHashMap<ObjectId, ObjectId>,
    ) {
        self.note_resolved(targets);
        for position in positions.iter().cloned().flatten() {
            let header = self.objects[position];
            // A proxy without slots refers to nothing (Decision 4).
            if header.slots == NO_INDEX {
                continue;
            }
            for index in 0..self.metamodel.table(header.class).all_features().len() {
                let slot = &mut self.slots[header.slot(index)];
                match slot.as_list() {
                    Some(list) => self.lists.get_mut(list).iter_mut().for_each(|slot| replace(slot, targets)),
                    None => replace(slot, targets),
                }
            }
        }
        self.forget_replaced(targets);
    }

    /// Unregisters the replaced proxies. A proxy that is contained or is a root remains registered, because it is still
    /// part of a document.
    fn forget_replaced(&mut self, targets: &FxHashMap<ObjectId, ObjectId>) {
        for proxy in targets.keys() {
            if !self.is_placed(*proxy) {
                self.proxies.remove(proxy);
                self.replaced_proxy_count += 1;
            }
        }
    }

    /// Whether an object is contained or is a root.
    pub fn is_placed(&self, object: ObjectId) -> bool {
        self.header(object).location != NO_INDEX
    }

    /// Whether the object is contained; [`Model::replace_proxies`] must not be given contained proxies.
    #[must_use]
    pub fn is_contained(&self, object: ObjectId) -> bool {
        self.header(object).container != NO_INDEX
    }
}

/// Replaces a proxy in a slot with its target.
fn replace(slot: &mut Slot, targets: &FxHashMap<ObjectId, ObjectId>) {
    if let Some(target) = slot.as_object().and_then(|proxy| targets.get(&proxy)) {
        *slot = Slot::object(*target);
    }
}
