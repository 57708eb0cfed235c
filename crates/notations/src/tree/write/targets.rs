//! Decides how references name objects of the same document, and which objects cannot be named.
//!
//! Invariant: a reader finds the same object by the written reference. This module does not know what is written about
//! an object.

use super::Writer;
use crate::model::{IdIndex, ObjectId};
use crate::tree::TreeSink;
use crate::tree::plan::Role;

/// The possible targets of references in a document.
pub(super) struct Targets {
    /// Whether each object is written, by its position in the model.
    written: Vec<bool>,
    ids: IdIndex,
}

impl Targets {
    /// Whether an object is written.
    pub(super) fn contains(&self, object: ObjectId) -> bool {
        self.written.get(object.index()).is_some_and(|written| *written)
    }
}

impl<S: TreeSink> Writer<'_, '_, S> {
    /// The possible targets of references in the document, collected at the first reference.
    pub(super) fn targets(&mut self) -> &Targets {
        // The targets are taken out of the writer, because collecting them borrows the writer.
        let targets = self.targets.take().unwrap_or_else(|| self.collect_targets());
        self.targets.insert(targets)
    }

    /// Collects the objects of the document that are written, and their ids.
    fn collect_targets(&mut self) -> Targets {
        let objects = self.written_objects();
        let mut is_written = vec![false; self.model.object_count()];
        for object in &objects {
            is_written[object.index()] = true;
        }
        let has_ids = objects.iter().any(|object| self.model.id(*object).is_some());
        let ids = if has_ids { IdIndex::latest(self.model, objects.into_iter()) } else { IdIndex::default() };
        Targets { written: is_written, ids }
    }

    /// The objects of the document in the order in which they are written and read.
    fn written_objects(&mut self) -> Vec<ObjectId> {
        let model = self.model;
        let mut objects = Vec::new();
        // The last object of the stack is the next one, so objects are put there in reverse order.
        let mut stack: Vec<ObjectId> = model.document(self.document).roots().iter().rev().copied().collect();
        while let Some(object) = stack.pop() {
            objects.push(object);
            // The content of a proxy is not written.
            if model.is_proxy(object) {
                continue;
            }
            let first_child = stack.len();
            let plans = self.plans.of_class(model.class(object));
            for (plan, slot) in plans.iter().zip(model.object_slots(object)) {
                // The argument has an effect only for the reference to a container.
                let is_root = false;
                if plan.is_written(is_root) && matches!(plan.role, Role::Contained(_)) {
                    stack.extend(model.items_of(slot).iter().filter_map(|item| item.as_object()));
                }
            }
            stack[first_child..].reverse();
        }
        objects
    }

    /// Appends the fragment of an object of the document: its id if that is unique, otherwise its path.
    pub(super) fn write_fragment(&mut self, target: ObjectId, out: &mut String) {
        let model = self.model;
        match model.id(target) {
            Some(id) if !self.is_found_by_id(target, &id) => self.addresses.write_path(target, out),
            // The usual address is the id if there is one, otherwise the path.
            _ => self.addresses.write(target, out),
        }
    }

    /// Whether readers find an object by its id.
    fn is_found_by_id(&mut self, target: ObjectId, id: &str) -> bool {
        let model = self.model;
        // An id that the document does not contain cannot be read back.
        let is_written = match model.xmi_id(target) {
            Some(_) => self.id_key.is_some(),
            None => {
                let attribute = self.metamodel.table(model.class(target)).id_attribute();
                attribute.is_some_and(|attribute| !self.metamodel[attribute].transient)
            }
        };
        is_written && self.targets().ids.identifies(model, target, id)
    }
}
