//! How objects come to be: with all features unset, or as stand-ins for objects of other documents.
//!
//! Invariant: an object has as many slots as its class has features, or none as long as it is a stand-in. This module
//! does not know what is put where.

use super::slot::Slot;
use super::{Header, Model, NOWHERE, ObjectId};
use crate::ecore::ClassId;

impl Model {
    /// Makes an object of any class, also of an abstract one: the caller has decided.
    #[inline]
    pub fn allocate(&mut self, class: ClassId) -> ObjectId {
        let slots = u32::try_from(self.slots.len()).expect("fewer than 2^32 slots");
        let count = self.metamodel.table(class).all_features().len();
        self.slots.resize(self.slots.len() + count, Slot::UNSET);
        self.push_header(Header { class, slots, container: NOWHERE, place: NOWHERE })
    }

    /// Gives an object that stands for another features of its own, as EMF's have, which nobody writes.
    pub(crate) fn furnish(&mut self, proxy: ObjectId) {
        let count = self.metamodel.table(self.class(proxy)).all_features().len();
        self.objects[proxy.index()].slots = u32::try_from(self.slots.len()).expect("fewer than 2^32 slots");
        self.slots.resize(self.slots.len() + count, Slot::UNSET);
    }

    /// Makes an object that stands for one elsewhere. It has a class but no features of its own.
    pub fn create_proxy(&mut self, class: ClassId, uri: &str) -> ObjectId {
        let id = self.push_header(Header { class, slots: NOWHERE, container: NOWHERE, place: NOWHERE });
        self.proxies.insert(id, uri.into());
        id
    }

    fn push_header(&mut self, header: Header) -> ObjectId {
        let id = ObjectId(u32::try_from(self.objects.len()).expect("fewer than 2^32 objects"));
        self.objects.push(header);
        id
    }
}
