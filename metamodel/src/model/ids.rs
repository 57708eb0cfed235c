//! Finding objects by id: an index made when it is needed, not a cost of every model.
//!
//! Invariant: where two objects share an id, the first one has it, and an `xmi:id` goes before the
//! value of an id attribute, as in EMF.

use super::store::hash;
use super::{Model, ObjectId};
use hashbrown::HashTable;

/// Objects by `xmi:id` and by the value of their id attribute.
#[derive(Debug, Clone, Default)]
pub struct IdIndex {
    given: HashTable<ObjectId>,
    intrinsic: HashTable<ObjectId>,
}

impl IdIndex {
    /// The index over some objects of a model, in their order.
    #[must_use]
    pub fn new(model: &Model, objects: impl Iterator<Item = ObjectId>) -> Self {
        let mut index = Self::default();
        for object in objects {
            if let Some(id) = model.xmi_id(object) {
                insert(&mut index.given, object, id, |o| model.xmi_id(o));
            }
            if let Some(id) = model.id_attribute_value(object) {
                insert(&mut index.intrinsic, object, id, |o| model.id_attribute_value(o));
            }
        }
        index
    }

    /// The object with this id. `model` must be the one that the index was made from, with its ids
    /// unchanged.
    #[must_use]
    pub fn find(&self, model: &Model, id: &str) -> Option<ObjectId> {
        let found = self.given.find(hash(id), |o| model.xmi_id(*o) == Some(id));
        found.or_else(|| self.intrinsic.find(hash(id), |o| model.id_attribute_value(*o) == Some(id))).copied()
    }
}

fn insert<'m>(
    table: &mut HashTable<ObjectId>,
    object: ObjectId,
    id: &str,
    id_of: impl Fn(ObjectId) -> Option<&'m str>,
) {
    if table.find(hash(id), |o| id_of(*o) == Some(id)).is_none() {
        table.insert_unique(hash(id), object, |o| id_of(*o).map_or(0, hash));
    }
}
