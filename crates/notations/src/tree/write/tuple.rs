//! Writes the natural form of `Tuple[A, B]`: the list of the values of an object, in the order of its features.
//!
//! Invariant: an object is written as a list only if its values fill the list from the start; otherwise it is written
//! as a map. This module does not know which classes have this form.

use super::{OpenCollection, Writer};
use crate::ecore::ClassId;
use crate::model::ObjectId;
use crate::model::slot::Slot;
use crate::tree::TreeSink;
use crate::tree::plan::{Plan, Role};

/// The open list of an object's values.
#[derive(Debug, Clone, Copy)]
pub(in crate::tree) struct OpenTuple {
    object: ObjectId,
    class: ClassId,
    /// Whether the last feature contains all remaining values.
    repeats: bool,
    /// The number of features with values.
    end: usize,
    /// The position of the next feature.
    next_feature: usize,
    /// The position of the next value in the feature that contains all remaining values, when `next_feature` has
    /// reached it.
    next_item: usize,
}

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Opens the list of an object's values, and returns true; or returns false if a list cannot express the object,
    /// which the caller then writes as a map.
    pub(super) fn open_tuple(&mut self, object: ObjectId, class: ClassId) -> bool {
        let model = self.model;
        let is_plain = model.class(object) == class
            && model.proxy_uri(object).is_none()
            && model.xmi_id(object).is_none();
        let Some(tuple) = self.plans.tuple(class).filter(|_| is_plain) else { return false };
        let plans = self.plans.of_class(class);
        let slots = model.object_slots(object);
        let is_set =
            |index: usize| !slots[index].is_unset() && model.is_slot_set(slots[index], plans[index].feature);
        // Values that are missing at the end are left out; a list cannot express other gaps.
        let end = (0..slots.len()).rev().find(|index| is_set(*index)).map_or(0, |last| last + 1);
        // A missing list before the last value is no gap, because it is written as an empty list.
        let has_gap = (0..end).any(|index| !plans[index].is_many && !is_set(index));
        if has_gap {
            return false;
        }
        self.sink.begin_list();
        let tuple = OpenTuple { object, class, repeats: tuple.repeats, end, next_feature: 0, next_item: 0 };
        self.stack.push(OpenCollection::Tuple(tuple));
        true
    }

    /// Writes the next value of an open list, or closes the list after the last one.
    pub(super) fn continue_tuple(&mut self, tuple: OpenTuple) {
        let model = self.model;
        if tuple.next_feature == tuple.end {
            return self.sink.end_list();
        }
        let plans = self.plans.of_class(tuple.class);
        let (plan, last_feature) = (plans[tuple.next_feature], plans.len() - 1);
        let slot = model.object_slots(tuple.object)[tuple.next_feature];
        if tuple.repeats && tuple.next_feature == last_feature {
            let item = model.items_of(&slot).get(tuple.next_item).copied();
            return self.continue_last_feature(tuple, &plan, item);
        }
        self.stack.push(OpenCollection::Tuple(OpenTuple { next_feature: tuple.next_feature + 1, ..tuple }));
        match plan.role {
            // Before the last value, only lists and maps may be missing (see `open_tuple`).
            _ if slot.is_unset() && plan.is_map => {
                self.sink.begin_map();
                self.sink.end_map();
            }
            _ if slot.is_unset() => {
                self.sink.begin_list();
                self.sink.end_list();
            }
            Role::Contained(class) => self.open_contained(tuple.object, &plan, class, slot),
            _ => self.write_values(tuple.object, &plan, slot),
        }
    }

    /// Writes `item`, the next value of the last feature of a tuple, which may repeat; without an item, ends the list.
    fn continue_last_feature(&mut self, tuple: OpenTuple, plan: &Plan, item: Option<Slot>) {
        let Some(item) = item else { return self.sink.end_list() };
        self.stack.push(OpenCollection::Tuple(OpenTuple { next_item: tuple.next_item + 1, ..tuple }));
        match (plan.role, item.as_object()) {
            (Role::Contained(class), Some(child)) => self.open_child(plan, child, class),
            _ => self.write_value(tuple.object, plan, self.model.decode(item)),
        }
    }
}
