//! The objects that an object contains, and those to which it refers.
//!
//! Invariant: nothing recurses, so objects may be nested to any depth. This file changes nothing.

use super::{Model, ObjectId};
use crate::ecore::FeatureId;
use rustc_hash::FxHashMap;

impl Model {
    /// The objects directly contained, in order of features.
    pub fn contents(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        let header = *self.header(object);
        let table = self.metamodel.table(header.class);
        table.containment_slots().flat_map(move |slot| {
            self.slot_items(header.slot(slot)).iter().filter_map(|item| item.as_object())
        })
    }

    /// All objects contained directly or indirectly, containers before their contents.
    pub fn all_contents(&self, object: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        // A stack instead of recursion, because models may be deep.
        let mut stack = Vec::new();
        self.push_contents(object, &mut stack);
        std::iter::from_fn(move || {
            let next_object = stack.pop()?;
            self.push_contents(next_object, &mut stack);
            Some(next_object)
        })
    }

    /// Pushes the objects directly contained, the last one first, because the last object on the stack is visited
    /// first.
    pub(super) fn push_contents(&self, object: ObjectId, stack: &mut Vec<ObjectId>) {
        let first_content = stack.len();
        // One call that visits all contents is faster than a loop, which would fetch each of them.
        self.contents(object).for_each(|content| stack.push(content));
        stack[first_content..].reverse();
    }

    /// The targets of all references except containments, feature by feature. A container reference has a target here
    /// only if the container is in another document.
    pub fn cross_references(&self, object: ObjectId) -> impl Iterator<Item = (FeatureId, ObjectId)> + '_ {
        let header = *self.header(object);
        let table = self.metamodel.table(header.class);
        let features = table.all_features();
        table.cross_reference_slots().flat_map(move |slot| {
            let targets = self.slot_items(header.slot(slot)).iter().filter_map(|item| item.as_object());
            targets.map(move |target| (features[slot], target))
        })
    }

    /// For each object that is the target of references, the referring objects and features. This takes one
    /// pass over the model; reuse the result to look up several objects.
    #[must_use]
    pub fn inverse_references(&self) -> FxHashMap<ObjectId, Vec<(ObjectId, FeatureId)>> {
        let mut inverse: FxHashMap<ObjectId, Vec<(ObjectId, FeatureId)>> = FxHashMap::default();
        for object in self.objects() {
            for (feature, target) in self.cross_references(object) {
                inverse.entry(target).or_default().push((object, feature));
            }
        }
        inverse
    }
}
