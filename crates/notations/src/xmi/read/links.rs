//! References by `href` and by address: to an object of the document itself, or to a proxy for an object of another
//! document.
//!
//! An element with `href` creates a proxy, as in EMF. The proxy is resolved after the entire document is
//! read.

use super::{Frame, Reader};
use crate::ecore::{ClassId, FeatureId};
use crate::model::{ObjectId, uri};
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;

impl<'s> Reader<'s, '_, '_> {
    /// Records a reference from an attribute to an object of the document.
    pub(super) fn link_in_document(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: &str,
        offset: usize,
    ) {
        // A containment moves its target, which must happen in EMF's order (Decision 12).
        if self.metamodel[feature].is_containment() {
            self.loader.contain_by_attribute((object, slot, feature), fragment, offset);
        } else {
            self.loader.refer(object, slot, feature, fragment, offset);
        }
    }

    /// Records a reference that an element expresses, to an object of the same document. If this needs a proxy, `class`
    /// is its class. Returns the proxy if it is contained, or if it is never resolved.
    pub(super) fn link_element_in_document(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        class: ClassId,
        fragment: &str,
        offset: usize,
    ) -> Option<ObjectId> {
        if self.metamodel[feature].is_containment() {
            // EMF treats an element with `href` as a proxy, even within the
            // document; if it cannot be resolved, it is written unchanged.
            let proxy = self.loader.proxy(class, &format!("{}#{fragment}", self.base));
            self.loader.contain_by_element((object, slot, feature), proxy, fragment, offset);
            Some(proxy)
        } else if self.is_never_resolved(feature) {
            // The reference refers to the proxy itself, because EMF returns it without resolving it.
            let proxy = self.loader.proxy(class, &format!("{}#{fragment}", self.base));
            self.loader.refer_to(object, slot, feature, proxy);
            Some(proxy)
        } else {
            self.loader.refer_by_element(object, slot, feature, fragment, (offset, class));
            None
        }
    }

    /// Whether a proxy in this reference is never resolved, not even for an opposite.
    fn is_never_resolved(&self, feature: FeatureId) -> bool {
        let data = &self.metamodel[feature];
        // EMF resolves a proxy to set the opposite of the reference, if there is one.
        !data.resolves_proxies() && data.opposite().is_none()
    }

    /// The attribute that makes an element a reference; the last one takes precedence.
    pub(super) fn link<'a>(
        &self,
        class: ClassId,
        attributes: &'a [Attribute<'s>],
    ) -> Option<&'a Attribute<'s>> {
        attributes.iter().rfind(|attribute| self.is_link(class, attribute))
    }

    /// The attributes that do not make an element a reference.
    pub(super) fn without_links(&self, class: ClassId, attributes: &[Attribute<'s>]) -> Vec<Attribute<'s>> {
        attributes.iter().filter(|attribute| !self.is_link(class, attribute)).cloned().collect()
    }

    /// Whether an attribute makes its element a reference.
    fn is_link(&self, class: ClassId, attribute: &Attribute<'_>) -> bool {
        match attribute.role {
            Role::Address => true,
            Role::Reference => {
                // `idref` may be a feature of the class, which then takes precedence over the link in EMF.
                self.namespaces.declares_xmi("xmi")
                    && self.metamodel.table(class).slot_named("idref").is_none()
            }
            _ => false,
        }
    }

    /// Reads the other attributes of an element that is a reference. In EMF, the element is an ordinary object, whose
    /// values are lost when the target replaces it.
    pub(super) fn read_other_attributes(
        &mut self,
        proxy: Option<ObjectId>,
        class: ClassId,
        attributes: &[Attribute<'s>],
        offset: usize,
    ) -> Frame<'s> {
        // The link is not a feature of the class and would be reported as unknown.
        let attributes_without_link = self.without_links(class, attributes);
        // Usually there are no other attributes; then no object is created for values, which would be lost anyway.
        if attributes_without_link.iter().all(|attribute| attribute.role.is_reserved()) {
            return Frame::Reference { proxy, class };
        }
        let object = self.object_beside_link(proxy, class, offset);
        self.read_attributes(object, class, &attributes_without_link);
        Frame::Object(object)
    }

    /// The object that receives the values that an element has in addition to its `href`: the proxy that the element
    /// created, or without one, a new object without a container, whose values are lost as in EMF.
    pub(super) fn object_beside_link(
        &mut self,
        proxy: Option<ObjectId>,
        class: ClassId,
        offset: usize,
    ) -> ObjectId {
        let Some(proxy) = proxy else { return self.loader.create(class, offset) };
        // Proxies have no slots (Decision 4), except those with values beside their address.
        self.loader.add_proxy_slots(proxy);
        proxy
    }

    /// Records a reference that an element expresses by `href`, to this document or to another. `location` is the
    /// object, slot and feature of the reference. Returns the proxy of the target if the target is contained, or never
    /// resolved.
    pub(super) fn link_element(
        &mut self,
        location: (ObjectId, usize, FeatureId),
        class: ClassId,
        href: &str,
        offset: usize,
    ) -> Option<ObjectId> {
        match href.strip_prefix('#') {
            Some(local) => self.link_element_in_document(location, class, local, offset),
            None => self.link_to_other_document(location, class, href),
        }
    }

    /// Records a reference to an object of another document, as a proxy; returns the proxy if it is contained, or never
    /// resolved.
    pub(super) fn link_to_other_document(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        class: ClassId,
        address: &str,
    ) -> Option<ObjectId> {
        let target = uri::resolve(&self.base, address);
        if self.metamodel[feature].is_containment() {
            let proxy = self.loader.proxy(class, &target);
            self.loader.contain(object, slot, feature, proxy);
            Some(proxy)
        } else {
            // References that are resolved share a proxy; a reference that is never resolved needs its own.
            let resolves_proxies = self.metamodel[feature].resolves_proxies();
            let proxy =
                if resolves_proxies { self.proxy(class, target) } else { self.loader.proxy(class, &target) };
            self.loader.refer_to(object, slot, feature, proxy);
            if resolves_proxies { None } else { Some(proxy) }
        }
    }
}
