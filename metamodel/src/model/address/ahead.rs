//! Prefetches what the fragments of many objects are made of, before they are written one by one.

use super::Addresses;
use crate::model::ObjectId;
use crate::model::prefetch::prefetch;

impl Addresses<'_> {
    /// Prefetches what the fragments of these objects are made of: first what an object alone leads to, then what that
    /// leads to.
    pub(crate) fn prefetch(&self, objects: impl Iterator<Item = ObjectId> + Clone) {
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
                prefetch(self.spelled.as_bytes().get(path.start).copied());
            }
        }
    }
}
