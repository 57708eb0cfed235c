//! Changes of a model without the checks of an edit, for readers, which keep the invariants themselves.

use crate::ecore::FeatureId;
use crate::model::slot::Slot;
use crate::model::{Model, NOWHERE, ObjectId};
use rustc_hash::FxHashMap;

impl Model {
    /// The list in a slot; one is made where there is none.
    pub(super) fn list_at(&mut self, slot: usize) -> u32 {
        if let Some(list) = self.slots[slot].as_list() {
            return list;
        }
        let list = self.lists.create();
        self.slots[slot] = Slot::list(list);
        list
    }

    /// Stores a single reference without updating opposites or containers, and without a notification. The caller keeps the
    /// model's invariants, and nobody observes the model yet.
    pub fn put_unchecked(&mut self, object: ObjectId, feature: FeatureId, target: Option<ObjectId>) {
        let header = *self.header(object);
        if let Some(at) = self.metamodel.table(header.class).slot(feature) {
            self.slots[header.slot(at)] = target.map_or(Slot::UNSET, Slot::object);
        }
    }

    /// Replaces a list of references without updating opposites, and without a notification; contained objects get their
    /// container. The caller keeps the model's invariants, and nobody observes the model yet.
    pub fn replace_list(&mut self, object: ObjectId, feature: FeatureId, targets: &[ObjectId]) {
        let header = *self.header(object);
        let Some(at) = self.metamodel.table(header.class).slot(feature) else { return };
        let list = self.list_at(header.slot(at));
        self.lists.clear(list);
        for target in targets {
            self.lists.push(list, Slot::object(*target));
            if self.metamodel[feature].is_containment() {
                let child = &mut self.objects[target.index()];
                (child.container, child.place) = (object.0, feature.0);
            }
        }
        if targets.is_empty() {
            self.slots[header.slot(at)] = Slot::UNSET;
        }
    }

    /// Replaces proxies by their targets, wherever they are referred to.
    /// A proxy that is contained stays: its object belongs to another document. One that is a root stays as well.
    pub fn replace_proxies(&mut self, targets: &FxHashMap<ObjectId, ObjectId>) {
        self.note_resolved(targets);
        let replace = |slot: &mut Slot| {
            if let Some(target) = slot.as_object().and_then(|o| targets.get(&o)) {
                *slot = Slot::object(*target);
            }
        };
        self.slots.iter_mut().for_each(replace);
        self.lists.all_mut().iter_mut().for_each(replace);
        for proxy in targets.keys() {
            if !self.is_placed(*proxy) {
                self.proxies.remove(proxy);
                self.replaced += 1;
            }
        }
    }

    /// Whether an object is in a container, or a root.
    pub(crate) fn is_placed(&self, object: ObjectId) -> bool {
        self.header(object).place != NOWHERE
    }

    /// The proxies that stand in a containment, which [`Model::replace_proxies`] must not be given.
    #[must_use]
    pub fn is_contained(&self, object: ObjectId) -> bool {
        self.header(object).container != NOWHERE
    }
}
