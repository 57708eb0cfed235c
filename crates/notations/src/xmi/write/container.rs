//! Writes the reference of a root to its container in another document.

use super::Writer;
use crate::model::ObjectId;

impl Writer<'_> {
    /// Writes the reference to a root's container as an attribute, or adds its slot to `elements`, the slots that need
    /// elements. The caller does this first, because the reference comes before the other attributes or elements.
    pub(super) fn write_container(&mut self, root: ObjectId, elements: &mut Vec<usize>) {
        let class = self.model.class(root);
        let (features, plans) = (self.metamodel.table(class).all_features(), self.plans.for_class(class));
        let slots = self.model.object_slots(root).iter().zip(features).enumerate();
        for (index, (slot, feature)) in slots {
            // The container of a root is in another document, so the position of the element does not imply it.
            let is_set = slot.as_object().is_some() && self.metamodel.is_container(*feature);
            if !is_set || self.metamodel[*feature].transient {
                continue;
            }
            // Without encoded attributes, EMF refers to other documents only by elements with `href`.
            let is_written = self.options.encoded_attributes
                && self.write_references(*feature, &plans[index].start, std::slice::from_ref(slot));
            if !is_written {
                elements.push(index);
            }
        }
    }
}
