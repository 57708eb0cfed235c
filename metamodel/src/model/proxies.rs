//! Proxies: objects in other documents, and the objects to which they are resolved.
//!
//! Invariant: a proxy has an address and no values of its own. This file does not search for documents.

use super::{Model, ObjectId};
use std::ops::Range;

impl Model {
    /// The address of a proxy's target; `None` for an ordinary object.
    #[must_use]
    pub fn proxy_uri(&self, object: ObjectId) -> Option<&str> {
        // The empty table is handled first, so that no object is hashed in a model without proxies.
        if self.proxies.is_empty() { None } else { self.proxies.get(&object).map(AsRef::as_ref) }
    }

    /// The target of a proxy that is preserved only because another document contains the target.
    #[must_use]
    pub fn resolved_target(&self, proxy: ObjectId) -> Option<ObjectId> {
        self.resolved_targets.get(&proxy).copied()
    }

    /// Whether a proxy's target is a generic type that a plain type implies.
    #[must_use]
    pub fn is_implied(&self, proxy: ObjectId) -> bool {
        self.implied_proxies.contains(&proxy)
    }

    /// Records that a proxy's target is a generic type that a plain type implies.
    pub fn set_implied(&mut self, proxy: ObjectId) {
        self.implied_proxies.insert(proxy);
    }

    /// Whether any proxy has a [target](Self::resolved_target).
    pub fn has_resolved_targets(&self) -> bool {
        !self.resolved_targets.is_empty()
    }

    /// Records the target of a proxy that is not replaced.
    pub fn set_resolved_target(&mut self, proxy: ObjectId, object: ObjectId) {
        self.resolved_targets.insert(proxy, object);
    }

    /// Whether an object is an unresolved proxy.
    #[must_use]
    pub fn is_proxy(&self, object: ObjectId) -> bool {
        self.proxy_uri(object).is_some()
    }

    /// Whether any object is an unresolved proxy.
    #[must_use]
    pub fn has_proxies(&self) -> bool {
        !self.proxies.is_empty()
    }

    /// The proxies at a range of positions in the order of creation, with the addresses of their targets.
    #[must_use]
    pub fn proxies_at(&self, positions: Range<usize>) -> Vec<(ObjectId, &str)> {
        if positions.len() <= self.proxies.len() {
            let objects = self.objects_at(positions);
            return objects.filter_map(|object| Some((object, self.proxy_uri(object)?))).collect();
        }
        // There are fewer proxies than objects, so the proxies are visited instead of the objects.
        let proxies = self.proxies().filter(|(proxy, _)| positions.contains(&proxy.index()));
        let mut proxies: Vec<_> = proxies.collect();
        proxies.sort_unstable_by_key(|(proxy, _)| *proxy);
        proxies
    }

    /// All proxies, in no particular order.
    pub fn proxies(&self) -> impl Iterator<Item = (ObjectId, &str)> {
        self.proxies.iter().map(|(id, uri)| (*id, uri.as_ref()))
    }
}
