//! Elements without a class: those that match wildcards, and unknown content that is preserved.

use super::{ExtendedReader, Frame, Tag, ValueTarget};
use crate::ecore::{ClassId, FeatureId, builtin};
use crate::model::{Any, AnyElement, AnyId, Name, ObjectId, uri};
use crate::xmi::names::split;
use crate::xmi::roles::Role;

/// The position of an element without a feature in the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementContext {
    /// In an object's wildcard.
    Wildcard,
    /// In an element without a class, which accepts everything.
    Any,
    /// In an object whose class has no feature for the element; the element is stored with the object.
    Unknown,
}

impl<'s> ExtendedReader<'_, 's, '_, '_> {
    /// Starts a child of an element without a class.
    pub(super) fn start_any_child(&mut self, parent: AnyId, tag: &Tag<'_, 's>) -> Frame {
        let namespace = self.element_namespace(tag);
        let (entry, frame) = self.start_any_element(namespace.as_deref(), tag, ElementContext::Any);
        if let Some(entry) = entry {
            self.reader.loader.any().element_mut(parent).content.push(entry);
        }
        frame
    }

    /// Starts an element without a feature in the class. Returns the content to store, `None` after a problem was
    /// reported, and the frame of the element.
    pub(super) fn start_any_element(
        &mut self,
        namespace: Option<&str>,
        tag: &Tag<'_, 's>,
        context: ElementContext,
    ) -> (Option<Any>, Frame) {
        // Only in a wildcard must the type of an element be known.
        let takes_unknown = self.records_unknown || context != ElementContext::Wildcard;
        let name = Name::new(namespace, tag.local);
        // Nil is tested before the type, so that an unknown type of a nil element is not reported.
        if self.is_nil(tag) {
            return (Some(Any::Element(name, None)), Frame::Nil);
        }
        let type_attribute = tag.attribute("xsi:type").or_else(|| tag.attribute("xmi:type"));
        let is_element = true;
        let global = self.data.global(namespace, tag.local, is_element);
        // A global element of a data type needs no class: its text is preserved like that of an unknown element.
        let global_reference = global.filter(|global| self.reader.metamodel[*global].is_reference());
        let class = match (type_attribute, global_reference) {
            (Some(type_attribute), _) => self.class_named(type_attribute, takes_unknown),
            (None, Some(global)) => Some(self.reader.metamodel.target(global)),
            (None, None) => None,
        };
        // An abstract type cannot have an object, so the element is kept without a class.
        if let Some(class) = class.filter(|class| !self.reader.metamodel[*class].is_abstract) {
            let declared = global_reference.map(|global| self.reader.metamodel.target(global));
            if let Some(address) = self.address_in_document(tag) {
                let element = AnyElement { href: Some(address.into()), ..AnyElement::default() };
                let id = self.reader.loader.any().make(element);
                return (Some(Any::Element(name, Some(id))), Frame::Skipped);
            }
            if let Some(href) = tag.attribute("href") {
                let object = self.reader.loader.proxy(class, &uri::resolve(&self.reader.base, &href.value));
                return (Some(Any::Object { name, declared, object }), Frame::Skipped);
            }
            let object = self.reader.loader.create(class, tag.offset);
            self.read_attributes(object, tag.attributes);
            return (Some(Any::Object { name, declared, object }), self.object_frame(object, tag.offset));
        }
        // `class_named` has reported this type.
        if type_attribute.is_some_and(|type_attribute| !takes_unknown || !self.has_namespace(type_attribute))
        {
            return (None, Frame::Skipped);
        }
        let type_name = type_attribute.map(|type_attribute| {
            let (prefix, local) = split(&type_attribute.value);
            Name::new(self.reader.namespaces.uri(prefix), local)
        });
        let is_outermost = self.records_unknown && context == ElementContext::Unknown;
        let id = self.store_any(tag, type_name, is_outermost);
        (Some(Any::Element(name, Some(id))), Frame::Any(id))
    }

    /// The address by which an element refers to an object of the same document. EMF preserves it, whether or not there
    /// is such an object.
    fn address_in_document(&self, tag: &Tag<'_, 's>) -> Option<String> {
        let reference = tag.attributes.iter().find(|attribute| {
            let (prefix, local) = split(attribute.name);
            local == "idref" && !prefix.is_empty() && self.reader.namespaces.declares_xmi(prefix)
        });
        match reference {
            Some(reference) => Some(format!("#{}", reference.value)),
            None => {
                let href = tag.attribute("href").filter(|href| href.value.starts_with('#'))?;
                Some(href.value.as_ref().to_owned())
            }
        }
    }

    /// Stores the element that a tag starts and for which the metamodel has no class. `class` is the name of the class
    /// in its type attribute; `is_outermost` is whether no other unknown element contains it.
    pub(super) fn store_any(&mut self, tag: &Tag<'_, 's>, class: Option<Name>, is_outermost: bool) -> AnyId {
        let mut element = AnyElement { class, ..AnyElement::default() };
        for attribute in tag.attributes {
            if attribute.role == Role::Id {
                element.id = Some(attribute.value.as_ref().into());
            } else if attribute.role == Role::Address && !is_outermost {
                // In the outermost element of unknown content, `href` is an attribute to preserve, not an address.
                let target = if attribute.value.starts_with('#') {
                    attribute.value.as_ref().to_owned()
                } else {
                    uri::resolve(&self.reader.base, &attribute.value)
                };
                element.href = Some(target.into());
            } else if !attribute.role.is_reserved() {
                let (namespace, local) = self.attribute_name(attribute.name);
                let name = Name::new(namespace.as_deref(), local);
                element.attributes.push(Any::Value(name, attribute.value.as_ref().into()));
            }
        }
        self.reader.loader.any().make(element)
    }

    /// Starts an element that has no meaning in the object that contains it. Its content is attached to this object.
    pub(super) fn start_unknown_child(
        &mut self,
        object: ObjectId,
        namespace: Option<&str>,
        tag: &Tag<'_, 's>,
    ) -> Frame {
        let (entry, frame) = self.start_any_element(namespace, tag, ElementContext::Unknown);
        if let Some(entry) = entry {
            let any = self.reader.loader.any();
            let id = any.extend(object);
            any.element_mut(id).content.push(entry);
        }
        frame
    }

    /// Starts an element of a known feature whose type is unknown.
    pub(super) fn start_unknown_class(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        tag: &Tag<'_, 's>,
    ) -> Frame {
        let namespace = self.data.namespace(feature).map(str::to_owned);
        self.start_unknown_child(object, namespace.as_deref(), tag)
    }

    /// Starts an element with `href`: a proxy of an object in another document, whose unknown content is preserved.
    /// `destination` is the slot that the proxy belongs to.
    pub(super) fn start_proxy(
        &mut self,
        destination: ValueTarget,
        class: ClassId,
        href: &str,
        tag: &Tag<'_, 's>,
    ) -> Frame {
        let ValueTarget { object, slot, feature, .. } = destination;
        // Each element gets a separate proxy, to which its unknown content is attached.
        let proxy = self.reader.loader.proxy(class, &uri::resolve(&self.reader.base, href));
        if self.reader.metamodel[feature].is_containment() {
            self.reader.loader.contain(object, slot, feature, proxy);
        } else {
            self.reader.loader.refer_to(object, slot, feature, proxy);
        }
        for attribute in tag.attributes {
            let (namespace, local) = self.attribute_name(attribute.name);
            let is_special =
                attribute.role.is_reserved() || matches!(attribute.role, Role::Address | Role::Id);
            // Values of known features are dropped, because the object to which `href` refers replaces the element.
            let is_element = false;
            if !is_special && self.data.find(class, namespace.as_deref(), local, is_element).is_none() {
                let name = Name::new(namespace.as_deref(), local);
                let id = self.reader.loader.any().extend(proxy);
                let value = Any::Value(name, attribute.value.as_ref().into());
                self.reader.loader.any().element_mut(id).attributes.push(value);
            }
        }
        Frame::Proxy(proxy)
    }

    /// Starts an element inside a proxy's element, where known features have no effect.
    pub(super) fn start_proxy_child(&mut self, proxy: ObjectId, tag: &Tag<'_, 's>) -> Frame {
        let class = self.reader.loader.model().class(proxy);
        let namespace = self.element_namespace(tag);
        let is_element = true;
        match self.data.find(class, namespace.as_deref(), tag.local, is_element) {
            Some(_) => Frame::Skipped,
            None => self.start_unknown_child(proxy, namespace.as_deref(), tag),
        }
    }

    /// Starts the element of a root whose class is unknown.
    pub(super) fn start_unknown_root(&mut self, tag: &Tag<'_, 's>) -> Frame {
        let namespace = self.element_namespace(tag);
        // A document needs an object as its root. `EObject` has no features
        // that could claim the content; the stored element has the real name.
        let object = self.reader.loader.create(builtin::EOBJECT, tag.offset);
        self.reader.loader.root(object);
        let class = Some(Name::new(namespace.as_deref(), tag.local));
        let is_outermost = true;
        let element = self.store_any(tag, class, is_outermost);
        let any = self.reader.loader.any();
        let id = any.extend(object);
        *any.element_mut(id) = any.element(element).clone();
        Frame::Any(id)
    }
}
