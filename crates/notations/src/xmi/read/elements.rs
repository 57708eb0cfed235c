//! Starts elements: finds the feature that an element has a value of, and the class of its object.
//!
//! Invariant: each element gets one frame, even if it has a problem.

use super::named_features::{NamedFeature, ValueForm};
use super::xmi_attributes::XmiAttributes;
use super::{Detached, Frame, Reader, extended};
use crate::ecore::{ClassId, FeatureId};
use crate::model::ObjectId;
use crate::xmi::names::split;
use crate::xmi::roles::Role;
use crate::xmi::xml::{Attribute, Opening};
use std::borrow::Cow;

impl<'s> Reader<'s, '_, '_> {
    /// Starts an element; records whether an object was dropped.
    pub(super) fn start(&mut self, opening: Opening<'s>, attributes: &[Attribute<'s>]) -> Frame<'s> {
        if opening.roles.has_type() && !self.has_typed_element {
            self.has_typed_element = true;
            self.check_type_prefix(attributes);
        }
        let errors_before = self.diagnostics.error_count();
        let frame = self.start_in_context(opening, attributes);
        let is_skipped = matches!(frame, Frame::Skipped);
        // The elements of proxies are skipped without an error; objects are missing only if there is an error.
        self.has_dropped_objects |= is_skipped && self.diagnostics.error_count() > errors_before;
        frame
    }

    /// Starts an element in the context of the innermost open one.
    fn start_in_context(&mut self, opening: Opening<'s>, attributes: &[Attribute<'s>]) -> Frame<'s> {
        let Opening { name, offset, .. } = opening;
        match self.frames.last() {
            None => self.start_first_element(name, offset, attributes),
            Some(Frame::Wrapper) => self.start_root(name, offset, attributes),
            Some(Frame::Object(object)) => {
                let object = *object;
                self.start_child(object, opening, attributes)
            }
            // A reference with content is an object like others in EMF, so it becomes one at its first child.
            Some(Frame::Reference { proxy, class }) => {
                let object = self.object_beside_link(*proxy, *class, offset);
                if let Some(frame) = self.frames.last_mut() {
                    *frame = Frame::Object(object);
                }
                self.start_child(object, opening, attributes)
            }
            Some(Frame::Value { .. } | Frame::Nil | Frame::Transparent) if split(name).1 == "XMI" => {
                // A value whose text has begun loses this text, and becomes null.
                if let Some(Frame::Value { is_nil, text, .. }) = self.frames.last_mut() {
                    *is_nil |= !text.is_empty();
                }
                Frame::Transparent
            }
            Some(Frame::Value { feature, .. }) => {
                let feature = *feature;
                self.report_misplaced(name, offset, Some(feature));
                Frame::Skipped
            }
            // Extensions are read elsewhere, so the parent is a nil element or an element named `XMI`.
            Some(Frame::Nil | Frame::Extension(_) | Frame::Transparent) => {
                self.report_misplaced(name, offset, None);
                Frame::Skipped
            }
            Some(Frame::Skipped) => Frame::Skipped,
        }
    }

    /// Starts an element inside an object.
    pub(super) fn start_child(
        &mut self,
        object: ObjectId,
        opening: Opening<'s>,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        let Opening { name, symbol, offset, roles } = opening;
        let class = self.loader.model().class(object);
        // Features take precedence over `XMI` and `Extension`, because a class may have features with these names.
        let Some(NamedFeature { slot, feature, form }) = self.named_features.find(class, symbol, name) else {
            let (prefix, local) = split(name);
            return match local {
                // The content of such an element belongs to the enclosing object.
                "XMI" => Frame::Object(object),
                "Extension" if self.namespaces.declares_xmi(prefix) => Frame::Extension(
                    extended::start_extension(self, object, (prefix, name), offset, attributes),
                ),
                _ => {
                    self.report_unknown_feature(object, local, offset + 1, name.len());
                    Frame::Skipped
                }
            };
        };
        // The common case: a contained object without attributes that could make it a reference or null.
        if let ValueForm::Contents { class, accepts_any } = form
            && !roles.has_link()
            && (class.is_some() || roles.has_type())
        {
            let class = if roles.has_type() { self.declared_class(attributes) } else { class };
            let Some(class) = class.filter(|class| {
                accepts_any || self.check_target_class(feature, *class, offset + 1, name.len())
            }) else {
                return Frame::Skipped;
            };
            let child = self.loader.create(class, offset);
            self.loader.contain(object, slot, feature, child);
            self.read_attributes(child, class, attributes);
            return Frame::Object(child);
        }
        if let ValueForm::Computed(computed) = form
            && let Some(frame) =
                self.start_computed_element(object, (feature, computed), (offset, name.len()), attributes)
        {
            return frame;
        }
        if !self.metamodel[feature].changeable && !self.may_set(feature, offset + 1, name.len()) {
            return Frame::Skipped;
        }
        if let Some(map) = self.metamodel.table(class).feature_map(slot) {
            self.loader.record_map_entry(object, map, slot, self.metamodel[feature].many());
        }
        let xmi_attributes = XmiAttributes::collect(attributes);
        // The role of `xsi:nil` counts as a link, so the attributes of other elements are not searched.
        let is_nil = roles.has_link() && self.is_nil(&xmi_attributes);
        if !self.metamodel[feature].is_reference() {
            self.report_ignored_attributes(feature, attributes);
            return Frame::Value { object, slot, feature, text: Cow::Borrowed(""), is_nil, offset };
        }
        if is_nil && self.metamodel[feature].many() {
            self.report_null_in_list(feature, offset, name.len());
            return Frame::Skipped;
        }
        if is_nil {
            self.set_null(object, slot, feature, offset, name.len());
            return Frame::Nil;
        }
        self.start_reference_element(object, slot, feature, (offset, name.len()), xmi_attributes, attributes)
    }

    /// The class that the type attribute of an element names; `None` without such an attribute, or after a problem was
    /// reported.
    pub(super) fn declared_class(&mut self, attributes: &[Attribute<'s>]) -> Option<ClassId> {
        let with_role = |role| attributes.iter().find(move |attribute| attribute.role == role);
        let type_attribute = with_role(Role::XsiType).or_else(|| with_role(Role::XmiType))?;
        self.class(&type_attribute.value, type_attribute.offset)
    }

    /// Starts an element of a reference: a contained object, or a link to an object elsewhere.
    fn start_reference_element(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        (offset, name_len): (usize, usize),
        xmi_attributes: XmiAttributes<'_, 's>,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        let metamodel = self.metamodel;
        let is_containment = metamodel[feature].is_containment();
        if let Some(id) = xmi_attributes.idref
            && !is_containment
        {
            if !metamodel[feature].many() {
                self.read_reference_attribute(object, slot, feature, id);
                return Frame::Nil;
            }
            // In a list, the element becomes a proxy below, if possible: a proxy needs a class with instances. Without
            // a proxy, the reference itself takes the position in the list.
            let has_class =
                xmi_attributes.class.is_some() || !metamodel[metamodel.target(feature)].is_abstract;
            if !has_class || !metamodel[feature].resolves_proxies() {
                self.loader.refer(object, slot, feature, &id.value, id.offset);
                return Frame::Nil;
            }
        }
        let class = match xmi_attributes.class {
            Some(type_attribute) => self.class(&type_attribute.value, type_attribute.offset),
            None => {
                let class = metamodel.target(feature);
                if metamodel[class].is_abstract {
                    self.report_abstract_class(class, offset + 1, name_len, attributes);
                    None
                } else {
                    Some(class)
                }
            }
        };
        let Some(class) =
            class.filter(|class| self.check_target_class(feature, *class, offset + 1, name_len))
        else {
            return Frame::Skipped;
        };
        if xmi_attributes.may_link
            && let Some(link) = self.link(class, attributes)
        {
            let location = (object, slot, feature);
            let proxy = match link.role {
                Role::Reference => self.link_element_in_document(location, class, &link.value, offset),
                _ => self.link_element(location, class, &link.value, offset),
            };
            return self.read_other_attributes(proxy, class, attributes, offset);
        }
        let child = self.loader.create(class, offset);
        if is_containment {
            self.loader.contain(object, slot, feature, child);
        } else {
            // EMF creates an object that nothing contains here; text in it is usually an address in the wrong place.
            self.loader.refer_to_detached(object, slot, feature, child);
            self.detached = Some(Detached { object: child, feature });
        }
        self.read_attributes(child, class, attributes);
        Frame::Object(child)
    }
}
