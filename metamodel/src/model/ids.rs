//! Finding objects by id: an index made when it is needed, not a cost of every model.
//!
//! Invariant: where two objects share an id, the first one has it, but the last one if it is their
//! `xmi:id`, which goes before the value of an id attribute, as in EMF.

use super::store::hash;
use super::{Model, ObjectId};
use hashbrown::HashTable;
use std::borrow::Cow;

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
        // Growing tables would look at every id again, so they are made as large as they may become.
        let given = model.ids.iter().filter(|id| !id.is_unset()).count();
        let mut index = Self { given: HashTable::with_capacity(given), intrinsic: HashTable::new() };
        for object in objects {
            if let Some(id) = model.xmi_id_bytes(object) {
                let taken =
                    insert(&mut index.given, object, id, |o| model.xmi_id_bytes(o).map(Cow::Borrowed));
                if let Some(taken) = taken {
                    *taken = object;
                }
            }
            if let Some(id) = model.id_attribute_value(object) {
                insert(&mut index.intrinsic, object, id.as_bytes(), |o| intrinsic_bytes(model, o));
            }
        }
        index
    }

    /// The object with this id. `model` must be the one that the index was made from, with its ids
    /// unchanged.
    #[must_use]
    pub fn find(&self, model: &Model, id: &str) -> Option<ObjectId> {
        let (hashed, id) = (hash(id.as_bytes()), id.as_bytes());
        let found = self.given.find(hashed, |o| model.xmi_id_bytes(*o) == Some(id));
        found
            .or_else(|| self.intrinsic.find(hashed, |o| intrinsic_bytes(model, *o).as_deref() == Some(id)))
            .copied()
    }
}

fn intrinsic_bytes(model: &Model, object: ObjectId) -> Option<Cow<'_, [u8]>> {
    model.id_attribute_value(object).map(|id| match id {
        Cow::Borrowed(id) => Cow::Borrowed(id.as_bytes()),
        Cow::Owned(id) => Cow::Owned(id.into_bytes()),
    })
}

/// Adds an object, unless another has its id; gives that one.
fn insert<'t, 'm>(
    table: &'t mut HashTable<ObjectId>,
    object: ObjectId,
    id: &[u8],
    id_of: impl Fn(ObjectId) -> Option<Cow<'m, [u8]>>,
) -> Option<&'t mut ObjectId> {
    use hashbrown::hash_table::Entry;
    let equal = |o: &ObjectId| id_of(*o).as_deref() == Some(id);
    match table.entry(hash(id), equal, |o| id_of(*o).map_or(0, |id| hash(&id))) {
        Entry::Occupied(taken) => Some(taken.into_mut()),
        Entry::Vacant(free) => {
            free.insert(object);
            None
        }
    }
}
