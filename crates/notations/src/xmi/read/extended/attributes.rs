//! Attributes by their extended names, and the effect of an element's text.

use super::{ExtendedReader, Tag, TextContent, ValueTarget};
use crate::ecore::data::{self, DataKind};
use crate::ecore::extended::NameMatch;
use crate::ecore::{ClassId, FeatureId};
use crate::model::{Any, Name, ObjectId};
use crate::xmi::names::split;
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;
use std::borrow::Cow;

impl<'s> ExtendedReader<'_, 's, '_, '_> {
    /// The namespace of an attribute's name, which is `None` for a name without a prefix, and its local part.
    pub(super) fn attribute_name<'n>(&self, name: &'n str) -> (Option<String>, &'n str) {
        let (prefix, local) = split(name);
        // The default namespace does not apply to attributes (Namespaces in XML, section 6.2).
        let namespace = if prefix.is_empty() { None } else { self.reader.namespaces.uri(prefix) };
        (namespace.map(str::to_owned), local)
    }

    /// Reads the attributes of an object's element.
    pub(super) fn read_attributes(&mut self, object: ObjectId, attributes: &[Attribute<'s>]) {
        for attribute in attributes {
            // `xmi:id` is recognised by its literal name before any feature, as without extended metadata.
            if attribute.role == Role::Id {
                self.reader.loader.xmi_id(object, &attribute.value);
            } else if !attribute.role.is_reserved() {
                self.read_attribute(object, attribute);
            }
        }
    }

    /// Reads an attribute that XMI does not define: a feature, content that a wildcard accepts, or unknown content.
    fn read_attribute(&mut self, object: ObjectId, attribute: &Attribute<'s>) {
        let class = self.reader.loader.model().class(object);
        let (namespace, local) = self.attribute_name(attribute.name);
        let name = || Name::new(namespace.as_deref(), local);
        let is_element = false;
        match self.data.find(class, namespace.as_deref(), local, is_element) {
            Some(NameMatch::Own { slot, .. }) => {
                let feature = self.reader.metamodel.table(class).all_features()[slot];
                self.reader.read_feature_attribute(object, slot, feature, attribute);
            }
            Some(NameMatch::Global { map, named, .. }) => {
                // The entry stores a text, which must have the form in which EMF writes the value.
                if let Some(text) = self.canonical_text(named, &attribute.value, attribute.offset) {
                    self.reader.loader.any_entry(object, map, Any::Value(name(), text));
                }
            }
            // The type of an attribute that only the wildcard accepts is unknown, so its value is stored unchanged.
            Some(NameMatch::Any(map)) => {
                let value = attribute.value.as_ref().into();
                self.reader.loader.any_entry(object, map, Any::Value(name(), value));
            }
            // EMF's option to record unknown features keeps such attributes with the object.
            None if self.records_unknown => {
                let value = Any::Value(name(), attribute.value.as_ref().into());
                let id = self.reader.loader.any().extend(object);
                self.reader.loader.any().element_mut(id).attributes.push(value);
            }
            None => {
                let start = attribute.name_offset(self.reader.source.text());
                self.reader.report_unknown_feature(object, local, start, attribute.name.len());
            }
        }
    }

    /// The canonical text of a value, for a feature that the object itself does not have; `None` after reporting that
    /// the text is not a value of the feature.
    fn canonical_text(&mut self, feature: FeatureId, text: &str, offset: usize) -> Option<Box<str>> {
        let metamodel = self.reader.metamodel;
        let data = &metamodel[metamodel.data_type(feature)];
        let canonical = match data.kind {
            DataKind::Enum => data.literal_index(text).map(|_| text.to_owned()),
            // EMF has no Java class for such values, so they are neither checked nor converted.
            DataKind::Unknown => Some(text.to_owned()),
            _ => data.parse(text).map(|value| data::format_canonical(&value)),
        };
        if canonical.is_none() {
            self.reader.report_bad_value(feature, text, data.expectation(), offset);
        }
        canonical.map(Into::into)
    }

    /// Stores the text of an element that ends.
    pub(super) fn end_text(&mut self, target: ValueTarget, content: TextContent, text: &str) {
        let ValueTarget { object, slot, feature, offset } = target;
        match content {
            TextContent::Value { is_nil } => {
                self.reader.end_value(object, slot, feature, text, is_nil, offset);
            }
            TextContent::AnyValue { map } => {
                let name = Name::new(self.data.namespace(feature), self.data.name(feature));
                if let Some(text) = self.canonical_text(feature, text, offset) {
                    self.reader.loader.any_entry(object, map, Any::Value(name, text));
                }
            }
            // The words of the text have the same meaning as in an attribute, so they are read like an attribute.
            TextContent::Ids => {
                let attribute = Attribute {
                    name: "",
                    symbol: 0,
                    value: Cow::Owned(text.to_owned()),
                    offset,
                    role: Role::Plain,
                };
                self.reader.read_reference_attribute(object, slot, feature, &attribute);
            }
            TextContent::Address(class) => self.store_address(target, class, text.trim()),
        }
    }

    /// Stores a reference whose address is the text of an element; an empty address refers to an object in no document.
    fn store_address(&mut self, target: ValueTarget, class: ClassId, text: &str) {
        let ValueTarget { object, slot, feature, offset } = target;
        if text.is_empty() {
            let detached = self.reader.loader.create(class, offset);
            self.reader.loader.refer_to(object, slot, feature, detached);
        } else {
            // The proxy is not needed, because such an element has no further content.
            let _ = self.reader.link_element((object, slot, feature), class, text, offset);
        }
    }

    /// Whether an element is nil.
    pub(super) fn is_nil(&mut self, tag: &Tag<'_, 's>) -> bool {
        let xmi_attributes = super::super::xmi_attributes::XmiAttributes::collect(tag.attributes);
        self.reader.is_nil(&xmi_attributes)
    }
}
