//! Creates objects: with all features unset, or as proxies of objects in other documents.
//!
//! Invariant: an object has as many slots as its class has features, or none if it is a proxy without values.
//! This module does not know the locations of objects.

use super::slot::Slot;
use super::{Header, Model, NO_INDEX, ObjectId};
use crate::ecore::ClassId;

impl Model {
    /// Whether the model is empty and not observed, so that it does not differ from a new one.
    pub fn is_new(&self) -> bool {
        self.objects.is_empty() && self.documents.is_empty() && self.journal.is_none() && self.any.is_none()
    }

    /// Creates an object of any class, even of an abstract one, in no container and no document. Nothing is notified,
    /// so use this only for models that are not observed yet. [`Model::create`] checks the class.
    #[inline]
    pub fn allocate(&mut self, class: ClassId) -> ObjectId {
        let slots = u32::try_from(self.slots.len()).expect("fewer than 2^32 slots");
        // Every feature has a slot from the start, so that setting a value never moves other values.
        let count = self.metamodel.table(class).all_features().len();
        self.slots.resize(self.slots.len() + count, Slot::UNSET);
        self.push_header(Header { class, slots, container: NO_INDEX, location: NO_INDEX })
    }

    /// Adds slots to a proxy, because the proxies of EMF may have values, which are never written.
    pub(crate) fn add_proxy_slots(&mut self, proxy: ObjectId) {
        let count = self.metamodel.table(self.class(proxy)).all_features().len();
        self.objects[proxy.index()].slots = u32::try_from(self.slots.len()).expect("fewer than 2^32 slots");
        self.slots.resize(self.slots.len() + count, Slot::UNSET);
    }

    /// Creates a proxy of an object in another document. The proxy has a class, but no slots.
    pub fn create_proxy(&mut self, class: ClassId, uri: &str) -> ObjectId {
        // A proxy is an object like any other, so that references need no second kind of target (Decision 4).
        let id = self.push_header(Header { class, slots: NO_INDEX, container: NO_INDEX, location: NO_INDEX });
        self.proxies.insert(id, uri.into());
        id
    }

    /// Adds an object with a header.
    fn push_header(&mut self, header: Header) -> ObjectId {
        let id = ObjectId(u32::try_from(self.objects.len()).expect("fewer than 2^32 objects"));
        self.objects.push(header);
        id
    }
}
