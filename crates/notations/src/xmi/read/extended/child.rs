//! Elements inside objects: determines the feature of each, and how it is read.

use super::unknown::ElementContext;
use super::{ExtendedReader, Frame, Tag, TextContent, ValueTarget};
use crate::ecore::extended::{NameMatch, XmlKind};
use crate::ecore::{ClassId, Classifier, FeatureId, builtin};
use crate::model::{Any, Name, ObjectId};
use crate::xmi::names::{is_xmi, split};
use crate::xmi::xml::Attribute;

impl<'s> ExtendedReader<'_, 's, '_, '_> {
    /// The namespace of an element's name; `None` for names without namespace, which it records.
    pub(super) fn element_namespace(&mut self, tag: &Tag<'_, 's>) -> Option<String> {
        let namespace = self.reader.namespaces.uri(tag.prefix).map(str::to_owned);
        // Names without a namespace use the empty prefix, so a default namespace that is declared elsewhere gets a
        // numbered prefix.
        self.has_bare_name |= namespace.is_none();
        namespace
    }

    /// Starts an element inside an object: of a feature, of content that a wildcard accepts, or unknown content.
    pub(super) fn start_child(&mut self, object: ObjectId, tag: &Tag<'_, 's>) -> Frame {
        let metamodel = self.reader.metamodel;
        let class = self.reader.loader.model().class(object);
        let namespace = self.element_namespace(tag);
        let is_element = true;
        match self.data.find(class, namespace.as_deref(), tag.local, is_element) {
            Some(NameMatch::Own { slot, named }) => {
                let feature = metamodel.table(class).all_features()[slot];
                // The same rule as without extended metadata, so that the option does not change what is accepted.
                if !metamodel[feature].changeable
                    && !self.reader.may_set(feature, tag.offset + 1, tag.name.len())
                {
                    return Frame::Skipped;
                }
                if let Some(map) = metamodel.table(class).feature_map(slot) {
                    // A feature map has the order of the elements, so the entry is recorded before its value is read.
                    self.reader.loader.record_map_entry(object, map, slot, metamodel[feature].many());
                }
                self.start_element_of_feature(
                    ValueTarget { object, slot, feature, offset: tag.offset },
                    named,
                    tag,
                )
            }
            Some(NameMatch::Global { map, member: Some(slot), named }) => {
                let feature = metamodel.table(class).all_features()[slot];
                // The entry keeps the element's own feature, because several elements may be affiliated with one
                // member.
                self.reader.loader.named_entry(object, map, slot, named);
                self.start_element_of_feature(
                    ValueTarget { object, slot, feature, offset: tag.offset },
                    named,
                    tag,
                )
            }
            Some(NameMatch::Global { map, member: None, named }) => {
                self.start_in_wildcard(object, map, named, tag)
            }
            Some(NameMatch::Any(map)) => {
                let (entry, frame) =
                    self.start_any_element(namespace.as_deref(), tag, ElementContext::Wildcard);
                if let Some(entry) = entry {
                    if let Any::Object { object: child, .. } = &entry {
                        // Only the map contains the object, because no feature of the class has the name of the
                        // element.
                        let feature = metamodel.table(class).all_features()[map];
                        self.reader.loader.contain_as_any(object, feature, *child);
                    }
                    self.reader.loader.any_entry(object, map, entry);
                }
                frame
            }
            // EMF preserves `xmi:Extension` even without the option to record unknown features.
            None if self.records_unknown
                || (tag.local == "Extension" && namespace.as_deref().is_some_and(is_xmi)) =>
            {
                self.start_unknown_child(object, namespace.as_deref(), tag)
            }
            None => {
                self.reader.report_unknown_feature(object, tag.local, tag.offset + 1, tag.name.len());
                Frame::Skipped
            }
        }
    }

    /// Starts an element of a feature of the object. `named_feature` is the feature with the element's name, which
    /// determines the type.
    fn start_element_of_feature(
        &mut self,
        target: ValueTarget,
        named_feature: FeatureId,
        tag: &Tag<'_, 's>,
    ) -> Frame {
        let metamodel = self.reader.metamodel;
        let ValueTarget { object, slot, feature, offset } = target;
        if !metamodel[feature].is_reference() {
            let is_nil = self.is_nil(tag);
            return Frame::Text { target, content: TextContent::Value { is_nil } };
        }
        let data = &metamodel[feature];
        // EMF maps `IDREF` of XML Schema to references that do not resolve proxies; their values are ids.
        if !data.is_containment()
            && !data.resolves_proxies()
            && self.data.kind(feature) != XmlKind::Unspecified
        {
            return Frame::Text { target, content: TextContent::Ids };
        }
        if let Some(id) = tag.attribute("xmi:idref") {
            self.reader.read_reference_attribute(object, slot, feature, id);
            return Frame::Skipped;
        }
        if self.is_nil(tag) {
            // A list of objects cannot contain null in EMF.
            if data.many() {
                self.reader.report_null_in_list(feature, offset, tag.name.len());
                return Frame::Skipped;
            }
            self.reader.set_null(object, slot, feature, offset, tag.name.len());
            return Frame::Nil;
        }
        let Some(class) = self.class_of(named_feature, tag) else {
            return if self.records_unknown {
                self.start_unknown_class(object, feature, tag)
            } else {
                Frame::Skipped
            };
        };
        let conforms = class == builtin::EOBJECT
            || self.reader.check_target_class(feature, class, offset + 1, tag.name.len());
        if !conforms {
            return Frame::Skipped;
        }
        if let Some(href) = tag.attribute("href") {
            if self.records_unknown && !href.value.starts_with('#') {
                return self.start_proxy(target, class, &href.value, tag);
            }
            // The proxy is not needed, because the content of the element is skipped.
            let _ = self.reader.link_element((object, slot, feature), class, &href.value, offset);
            return Frame::Skipped;
        }
        if !data.is_containment() {
            return Frame::Text { target, content: TextContent::Address(class) };
        }
        let child = self.reader.loader.create(class, offset);
        self.reader.loader.contain(object, slot, feature, child);
        self.read_attributes(child, tag.attributes);
        self.object_frame(child, offset)
    }

    /// The class of an element's object: its type attribute, or the type of the feature with the element's name.
    fn class_of(&mut self, named_feature: FeatureId, tag: &Tag<'_, 's>) -> Option<ClassId> {
        let type_attribute = tag.attribute("xsi:type").or_else(|| tag.attribute("xmi:type"));
        if let Some(type_attribute) = type_attribute {
            return self.class_named(type_attribute, self.records_unknown);
        }
        let metamodel = self.reader.metamodel;
        let class = metamodel.target(named_feature);
        if metamodel[class].is_abstract {
            self.reader.report_abstract_class(class, tag.offset + 1, tag.name.len(), tag.attributes);
            return None;
        }
        Some(class)
    }

    /// The class that `xsi:type` names; reports an unknown class, unless unknown content is preserved.
    pub(super) fn class_named(
        &mut self,
        type_attribute: &Attribute<'s>,
        takes_unknown: bool,
    ) -> Option<ClassId> {
        let is_reported = !takes_unknown || !self.has_namespace(type_attribute);
        let package = self.reader.find_package(&type_attribute.value, type_attribute.offset, is_reported)?;
        let local = split(&type_attribute.value).1;
        match self.data.classifier(package, local) {
            Some(Classifier::Class(class)) if !self.reader.metamodel[class].is_abstract => Some(class),
            _ => {
                if is_reported {
                    self.reader.report_unknown_class(
                        package,
                        local,
                        type_attribute.offset,
                        type_attribute.value.len(),
                    );
                }
                None
            }
        }
    }

    /// Whether the name of a type has no prefix, or a declared one: otherwise not even unknown content can
    /// have the type.
    pub(super) fn has_namespace(&self, type_attribute: &Attribute<'s>) -> bool {
        let prefix = split(&type_attribute.value).0;
        prefix.is_empty() || self.reader.namespaces.uri(prefix).is_some()
    }

    /// Starts an element that a wildcard accepts. `global` is the feature of the document root that has the element's
    /// name.
    fn start_in_wildcard(
        &mut self,
        object: ObjectId,
        map: usize,
        global: FeatureId,
        tag: &Tag<'_, 's>,
    ) -> Frame {
        let metamodel = self.reader.metamodel;
        let name = Name::new(self.data.namespace(global), self.data.name(global));
        if !metamodel[global].is_reference() {
            let target = ValueTarget { object, slot: map, feature: global, offset: tag.offset };
            return Frame::Text { target, content: TextContent::AnyValue { map } };
        }
        if self.is_nil(tag) {
            self.reader.loader.any_entry(object, map, Any::Element(name, None));
            return Frame::Nil;
        }
        let Some(class) = self.class_of(global, tag) else { return Frame::Skipped };
        let child = self.reader.loader.create(class, tag.offset);
        // The feature of the element belongs to the document root, so the object has no slot for it.
        self.reader.loader.contain_as_any(object, global, child);
        let declared = Some(metamodel.target(global));
        self.reader.loader.any_entry(object, map, Any::Object { name, declared, object: child });
        self.read_attributes(child, tag.attributes);
        self.object_frame(child, tag.offset)
    }
}
