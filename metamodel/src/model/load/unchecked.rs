//! What readers do to a model without the checks of an edit: they keep the invariants themselves.

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

    /// Stores a single reference as it is, for callers that keep the invariants themselves.
    pub fn put_unchecked(&mut self, object: ObjectId, feature: FeatureId, target: Option<ObjectId>) {
        let header = *self.header(object);
        if let Some(at) = self.metamodel.table(header.class).slot(feature) {
            self.slots[header.slot(at)] = target.map_or(Slot::UNSET, Slot::object);
        }
    }

    /// Stores a list of references as it is; contained ones are given their container.
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

    /// Puts the objects that proxies stand for in their place, wherever they are referred to.
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
