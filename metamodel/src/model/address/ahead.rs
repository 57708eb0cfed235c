//! Looking up many objects at once before their fragments are spelled one by one.
//!
//! What references lead to lies all over a large model, and each look into memory far away costs as much as
//! hundreds of instructions. Looks that do not depend on each other wait together. This module changes nothing
//! but when the processor waits.

use super::Addresses;
use crate::model::ObjectId;
use std::hint::black_box;

impl Addresses<'_> {
    /// Looks at what the fragments of these objects will be made of: first at what is known by the object
    /// alone, then at what that leads to.
    pub(crate) fn look_ahead(&self, objects: impl Iterator<Item = ObjectId> + Clone) {
        let model = self.model;
        for object in objects.clone() {
            black_box(model.ids.get(object.index()).copied());
            black_box(model.header(object).container);
        }
        for object in objects.clone() {
            if let Some(id) = model.xmi_id_text(object) {
                black_box(model.text.bytes_of(id).first().copied());
                continue;
            }
            black_box(self.positions.get(object.index()).copied());
            if let Some(attribute) = model.metamodel.table(model.class(object)).id_attribute() {
                black_box(model.slot(object, attribute));
            }
            if let Some(container) = model.container(object) {
                black_box(self.paths.get(&container).map(|path| path.start));
            }
        }
        for object in objects {
            if model.xmi_id_text(object).is_none()
                && let Some(container) = model.container(object)
                && let Some(path) = self.paths.get(&container)
            {
                black_box(self.spelled.as_bytes().get(path.start).copied());
            }
        }
    }
}
