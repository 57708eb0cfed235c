//! Copies of trees of objects, as `EcoreUtil.copy`.
//!
//! References between copied objects refer to the copies; other references refer to the original targets,
//! unless they have an opposite, which would change the target. The depth causes no recursion.

use super::super::slot::Slot;
use super::super::{Model, ObjectId};
use crate::ecore::FeatureId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The copied objects.
#[derive(Default)]
struct Copies {
    /// The originals, in the order in which they were copied.
    order: Vec<ObjectId>,
    /// The copies, by their originals.
    copies: FxHashMap<ObjectId, ObjectId>,
}

impl Model {
    /// Copies an object with its contents. The copy is in no container and no document, and has no `xmi:id`s.
    pub fn copy(&mut self, object: ObjectId) -> ObjectId {
        self.copy_all(&[object])[0]
    }

    /// Copies several objects with their contents. References between them refer to the copies.
    pub fn copy_all(&mut self, objects: &[ObjectId]) -> Vec<ObjectId> {
        // Nothing is recorded, because new objects have no observers, and undoing an edit does not remove them.
        let journal = self.journal.take();
        let mut copies = Copies::default();
        let roots = objects.iter().map(|object| self.copy_tree(*object, &mut copies)).collect();
        // References are copied after all objects, because they may refer to copies in any of the trees.
        for original in &copies.order {
            self.copy_references(*original, &copies);
        }
        self.journal = journal;
        roots
    }

    /// Copies an object with its contents, but without other references; returns the copy.
    fn copy_tree(&mut self, root: ObjectId, copies: &mut Copies) -> ObjectId {
        // An explicit stack, because recursion over a deep tree would exhaust the stack of the thread.
        let mut stack = vec![root];
        while let Some(original) = stack.pop() {
            let copy = self.copy_object(original);
            copies.order.push(original);
            copies.copies.insert(original, copy);
            if original != root
                && let (Some(container), Some(feature)) =
                    (self.container(original), self.containing_feature(original))
            {
                self.contain_copy(copies.copies[&container], feature, copy);
            }
            let first_content = stack.len();
            stack.extend(self.contents(original).filter(|part| self.is_copied(*part)));
            // The order is reversed, because the last object on the stack is copied first.
            stack[first_content..].reverse();
        }
        copies.copies[&root]
    }

    /// Whether a contained object is copied together with its container.
    fn is_copied(&self, part: ObjectId) -> bool {
        self.containing_feature(part).is_some_and(|feature| self.is_copied_feature(feature))
    }

    /// Whether the values of a feature are copied, as in EMF.
    fn is_copied_feature(&self, feature: FeatureId) -> bool {
        self.metamodel[feature].changeable && !self.metamodel[feature].derived
    }

    /// Adds a copy to its container.
    fn contain_copy(&mut self, container: ObjectId, feature: FeatureId, copy: ObjectId) {
        if self.metamodel[feature].many() {
            let end = self.items(container, feature).len();
            self.splice(container, feature, end, 0, vec![Slot::object(copy)]);
        } else {
            self.write(container, feature, Slot::object(copy));
        }
        self.record_location(copy, (container.0, feature.0));
    }

    /// Creates an object with the attributes of another one, or for a proxy a new proxy with the same address.
    fn copy_object(&mut self, original: ObjectId) -> ObjectId {
        let class = self.class(original);
        if let Some(uri) = self.proxy_uri(original).map(str::to_owned) {
            return self.create_proxy(class, &uri);
        }
        let metamodel = Arc::clone(&self.metamodel);
        let copy = self.allocate(class);
        for feature in metamodel.table(class).all_features() {
            let data = &metamodel[*feature];
            // A containment may be set although it is empty, and is then set in the copy as well.
            let is_empty = data.is_containment()
                && self.items(original, *feature).iter().all(|item| item.as_object().is_none());
            let is_copied = (!data.is_reference() || is_empty) && self.is_copied_feature(*feature);
            if is_copied && self.is_set(original, *feature) {
                self.copy_items(original, copy, *feature, Some);
            }
        }
        copy
    }

    /// Copies the stored value of a feature, item by item. `copy_item` returns the item of the copy, or `None` to omit
    /// it.
    fn copy_items(
        &mut self,
        original: ObjectId,
        copy: ObjectId,
        feature: FeatureId,
        copy_item: impl Fn(Slot) -> Option<Slot>,
    ) {
        let slot = self.slot(original, feature).unwrap_or(Slot::UNSET);
        if slot.as_list().is_none() {
            if let Some(item) = copy_item(slot) {
                self.write(copy, feature, item);
            }
            return;
        }
        let original_items = self.items(original, feature);
        let items: Vec<Slot> = original_items.iter().filter_map(|slot| copy_item(*slot)).collect();
        // If the original has items but none of them is copied, the list of the copy is left unset, and not set to an
        // empty list. An original that is set to an empty list has an equal copy.
        if original_items.is_empty() || !items.is_empty() {
            let count = self.items(copy, feature).len();
            self.splice(copy, feature, 0, count, items);
        }
    }

    /// Copies the references of an object, after all objects are copied.
    fn copy_references(&mut self, original: ObjectId, copies: &Copies) {
        let copy = copies.copies[&original];
        let metamodel = Arc::clone(&self.metamodel);
        for feature in metamodel.table(self.class(original)).all_features() {
            let data = &metamodel[*feature];
            let is_cross_reference =
                data.is_reference() && !data.is_containment() && !metamodel.is_container(*feature);
            let is_bidirectional = data.opposite().is_some();
            // A reference is also copied if its opposite is, because EMF sets both ends.
            let is_copied = self.is_copied_feature(*feature)
                || data.opposite().is_some_and(|opposite| self.is_copied_feature(opposite));
            if is_cross_reference && is_copied && self.is_set(original, *feature) {
                self.copy_items(original, copy, *feature, |slot| match slot.as_object() {
                    None => Some(slot),
                    Some(target) => match copies.copies.get(&target) {
                        Some(copy) => Some(Slot::object(*copy)),
                        // As in EMF, a reference with an opposite never refers from a copy to an original.
                        None => (!is_bidirectional).then_some(slot),
                    },
                });
            }
        }
    }
}
