//! Feature maps: the values of several features in one order.
//!
//! The members of a map contain the values; the map itself contains their order.

use super::Writer;
use crate::ecore::ClassId;
use crate::model::slot::Slot;
use crate::model::{FeatureMapEntry, ObjectId, Value};

/// An entry of a feature map: the slot of the member that it belongs to, and the position of its value in this slot.
pub(super) type Entry = (usize, usize);

impl<'m> Writer<'m> {
    /// Whether the slot is that of a feature map.
    pub(super) fn is_feature_map(&self, class: ClassId, slot: usize) -> bool {
        self.metamodel.table(class).is_feature_map(slot)
    }

    /// The entries of a feature map, in order.
    pub(super) fn entries(&self, object: ObjectId, map: usize) -> Vec<Entry> {
        let mut counts = vec![0; self.model.object_slots(object).len()];
        let mut entries = Vec::new();
        for item in self.model.map_entries(object, map) {
            if let FeatureMapEntry::Member { slot: member, .. } = item {
                entries.push((member, counts[member]));
                counts[member] += 1;
            }
        }
        entries
    }

    /// Writes a value of a feature map; if the value is a contained object, returns it instead.
    pub(super) fn write_entry(
        &mut self,
        depth: usize,
        object: ObjectId,
        (member, position): Entry,
    ) -> Option<&'m Slot> {
        let feature = self.metamodel.table(self.model.class(object)).all_features()[member];
        let model = self.model;
        let item = model.items_of(&model.object_slots(object)[member]).get(position)?;
        let value = model.decode(*item);
        let name = self.metamodel[feature].name();
        match value {
            Value::Null => self.write_nil(depth, name),
            Value::Object(_) if self.metamodel[feature].is_containment() => return Some(item),
            // As in EMF, a reference that does not resolve proxies can only refer to objects of its own document.
            Value::Object(target)
                if !self.metamodel[feature].resolves_proxies() && !self.is_local(target) =>
            {
                self.report_dangling(target);
            }
            Value::Object(target) => self.write_href_element(depth, feature, target),
            value => {
                self.scratch.clear();
                self.model.spell(feature, value, &mut self.scratch);
                self.body.write_text_element(depth, name, &self.scratch);
                self.body.note_owner(object);
            }
        }
        None
    }
}
