//! Prefetches the memory that determines the fragments of many objects, before they are written one by one.

use super::Addresses;
use crate::model::ObjectId;
use crate::model::prefetch::prefetch;

impl Addresses<'_> {
    /// Prefetches the memory that determines the fragments of these objects: first the data of the objects, and then
    /// the data to which it refers. Each pass loads the addresses that the next one needs. The loads of a pass are
    /// independent of each other, so that their waits for memory overlap.
    pub fn prefetch(&self, objects: impl Iterator<Item = ObjectId> + Clone) {
        let model = self.model;
        for object in objects.clone() {
            prefetch(model.ids.get(object.index()).copied());
            prefetch(model.header(object).container);
        }
        for object in objects.clone() {
            if let Some(id) = model.xmi_id_text(object) {
                prefetch(model.text.bytes_of(id).first().copied());
                continue;
            }
            prefetch(self.positions.get(object.index()).copied());
            if let Some(attribute) = model.metamodel.table(model.class(object)).id_attribute() {
                prefetch(model.slot(object, attribute));
            }
            if let Some(container) = model.container(object) {
                prefetch(self.paths.get(&container).map(|path| path.start));
            }
        }
        for object in objects {
            if model.xmi_id_text(object).is_none()
                && let Some(container) = model.container(object)
                && let Some(path) = self.paths.get(&container)
            {
                prefetch(self.path_texts.as_bytes().get(path.start).copied());
            }
        }
    }
}
