//! The part of an object that is written as elements.

use super::attributes::ReferenceStyle;
use super::plan::{FeatureForm, Plan};
use super::{ContentItem, ExtendedWriter};
use crate::ecore::extended::XmlKind;
use crate::ecore::{ClassId, FeatureId, builtin};
use crate::model::{self, Any, ObjectId, Value, uri};

impl<'m> ExtendedWriter<'_, 'm> {
    /// Writes an item as an element, or opens it.
    pub(super) fn write_item(&mut self, item: ContentItem<'m>) {
        match item {
            ContentItem::Slot(object, plan) => self.write_slot(object, plan),
            ContentItem::Child { feature, object } => self.write_child(feature, object),
            ContentItem::Entry { object, slot, position, element_feature } => {
                self.write_entry(object, slot, position, element_feature);
            }
            ContentItem::Any(any) => self.write_any(any),
        }
    }

    /// Writes the values of a slot as elements; contained objects and entries of feature maps become the next items.
    fn write_slot(&mut self, object: ObjectId, Plan { slot, feature, form }: Plan) {
        let model = self.writer.model;
        match form {
            FeatureForm::Map => {
                let entries = self.writer.model.map_entries(object, slot);
                // An entry contains only its member, so the position of its value is found by counting the member's
                // entries.
                let mut counts = vec![0; model.object_slots(object).len()];
                let items = entries.into_iter().filter_map(|entry| self.map_item(object, entry, &mut counts));
                let items = items.collect();
                self.push_items(items);
            }
            FeatureForm::Contained if !self.is_null(object, feature) => {
                let children = model.list(object, feature).objects();
                let items = children.map(|object| ContentItem::Child { feature, object }).collect();
                self.push_items(items);
            }
            // A null in a single-valued feature is an element in every form, so it is tested first.
            _ if !self.writer.metamodel[feature].many() && self.is_null(object, feature) => {
                self.write_nil(feature);
            }
            FeatureForm::AddressElements => {
                self.write_reference_elements(object, feature, ReferenceStyle::Address);
            }
            FeatureForm::IdElements => self.write_reference_elements(object, feature, ReferenceStyle::Id),
            _ if self.writer.metamodel[feature].is_reference() => {
                for target in model.list(object, feature).objects() {
                    self.write_href(feature, target);
                }
            }
            _ if self.writer.metamodel[feature].many() => {
                for value in model.list(object, feature).iter() {
                    self.write_value(object, feature, feature, value);
                }
            }
            _ => self.write_value(object, feature, feature, model.get(object, feature)),
        }
    }

    /// Whether a feature has one value, which is null.
    fn is_null(&self, object: ObjectId, feature: FeatureId) -> bool {
        !self.writer.metamodel[feature].many() && self.writer.model.get(object, feature) == Value::Null
    }

    /// The item of a feature map's entry; `None` if the content of the entry is missing. `counts` has the number of
    /// entries so far for each slot, and is updated.
    fn map_item(
        &self,
        object: ObjectId,
        item: model::FeatureMapEntry,
        counts: &mut [usize],
    ) -> Option<ContentItem<'m>> {
        let model = self.writer.model;
        Some(match item {
            model::FeatureMapEntry::Any(position) => ContentItem::Any(model.any()?.entry(position)?),
            model::FeatureMapEntry::Member { slot, named } => {
                let features = self.writer.metamodel.table(model.class(object)).all_features();
                let position = counts[slot];
                counts[slot] += 1;
                // Several global elements may be affiliated with one member; the entry knows which one was read.
                ContentItem::Entry {
                    object,
                    slot,
                    position,
                    element_feature: named.unwrap_or(features[slot]),
                }
            }
        })
    }

    /// Writes a value of a feature map's member. `element_feature` is the feature with the name of the element.
    fn write_entry(&mut self, object: ObjectId, slot: usize, position: usize, element_feature: FeatureId) {
        let model = self.writer.model;
        let feature = self.writer.metamodel.table(model.class(object)).all_features()[slot];
        let value =
            model.items_of(&model.object_slots(object)[slot]).get(position).map(|item| model.decode(*item));
        match value {
            None => {}
            Some(Value::Null) => self.write_nil(element_feature),
            Some(Value::Object(target)) => {
                let data = &self.writer.metamodel[feature];
                if data.is_containment() {
                    self.write_child(element_feature, target);
                } else if !data.resolves_proxies() {
                    // Such references are a schema's `IDREF`, whose values are ids.
                    self.write_reference_element(element_feature, target, ReferenceStyle::Id);
                } else if self.data.kind(element_feature) == XmlKind::Element {
                    self.write_reference_element(element_feature, target, ReferenceStyle::Address);
                } else {
                    self.write_href(element_feature, target);
                }
            }
            Some(value) => self.write_value(object, feature, element_feature, value),
        }
    }

    /// Opens the element of a contained object.
    fn write_child(&mut self, feature: FeatureId, object: ObjectId) {
        // The element of a proxy can only refer to its target.
        if self.writer.model.is_proxy(object) {
            self.write_href(feature, object);
            return;
        }
        let class = self.writer.model.class(object);
        let declared = self.writer.metamodel.target(feature);
        // If a schema declares a class inside an element, the name of that element identifies the class, so the element
        // has no attribute for the type.
        if class != declared
            && let Some(name) = self.data.class_name(class).strip_suffix("_._type")
        {
            // The class `outer_._inner_._type` is declared inside the element `outer`.
            let element = name.split("_._").next().unwrap_or(name).to_owned();
            let element_name = self.names.of_package(&self.data, self.writer.metamodel, class, &element);
            self.open_object(element_name, object, None);
            return;
        }
        let name = self.names.feature(&self.data, feature);
        let has_type = class != declared || self.writer.options.type_information;
        self.open_object(name, object, has_type.then_some(class));
    }

    /// Writes a data value in an element with the name of `element_feature`.
    fn write_value(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        element_feature: FeatureId,
        value: Value<'_>,
    ) {
        if value == Value::Null {
            self.write_nil(element_feature);
            return;
        }
        let text = self.format_value(feature, value);
        let name = self.names.feature(&self.data, element_feature);
        self.write_text_element(&name, &text);
        self.writer.body.note_owner(object);
    }

    /// Writes an element that contains only a text.
    fn write_text_element(&mut self, name: &str, text: &str) {
        self.open_tag(name);
        self.writer.body.close_start_tag();
        self.writer.body.write_element_text(text);
        self.writer.body.end_tag(name);
    }

    /// Writes null as an element of a feature.
    fn write_nil(&mut self, feature: FeatureId) {
        let name = self.names.feature(&self.data, feature);
        self.write_nil_element(&name);
    }

    /// Writes null as an element with a name.
    fn write_nil_element(&mut self, name: &str) {
        self.open_tag(name);
        self.writer.uses_xsi = true;
        self.writer.body.write_attribute("xsi:nil", "true");
        self.writer.body.close_empty_tag();
    }

    /// Writes each reference of a feature as the text of an element.
    fn write_reference_elements(&mut self, object: ObjectId, feature: FeatureId, style: ReferenceStyle) {
        for target in self.writer.model.list(object, feature).objects() {
            self.write_reference_element(feature, target, style);
        }
    }

    /// Writes a reference as the text of an element.
    fn write_reference_element(&mut self, feature: FeatureId, target: ObjectId, style: ReferenceStyle) {
        let name = self.names.feature(&self.data, feature);
        let text = match style {
            ReferenceStyle::Id => self.writer.id_of(target),
            ReferenceStyle::Address => self.writer.address(target),
        };
        self.open_tag(&name);
        if style == ReferenceStyle::Address {
            self.write_target_type(feature, target);
        }
        self.writer.body.close_start_tag();
        self.writer.body.write_element_text(&text);
        self.writer.body.end_tag(&name);
    }

    /// Writes a reference as an element with `href`, and the unknown content of its proxy.
    fn write_href(&mut self, feature: FeatureId, target: ObjectId) {
        let name = self.names.feature(&self.data, feature);
        let address = self.writer.address(target);
        self.open_tag(&name);
        self.write_target_type(feature, target);
        self.writer.body.write_attribute("href", &address);
        let mut items = Vec::new();
        if !self.is_found_elsewhere(target) {
            self.write_extension_attributes(target);
            if let Some(unknown) = self.extension(target) {
                items.extend(unknown.content.iter().rev().map(ContentItem::Any));
            }
        }
        let formatted = self.writer.options.formatted;
        self.finish_tag(name, items, formatted);
    }

    /// Whether a target was found in another document. Then it replaces the content of the element, and its own content
    /// belongs to its document.
    fn is_found_elsewhere(&self, target: ObjectId) -> bool {
        let model = self.writer.model;
        model.resolved_target(target).is_some()
            || model.document_of(target).is_some_and(|document| document != self.writer.document)
    }

    /// Writes the class of a target, if the feature does not determine it.
    fn write_target_type(&mut self, feature: FeatureId, target: ObjectId) {
        let class = self.writer.model.class(target);
        if self.writer.needs_type(class, feature) {
            self.write_type_attribute(class);
        }
    }

    /// Writes content without a feature.
    fn write_any(&mut self, any: &'m Any) {
        match any {
            Any::Text(text) => {
                // XML allows no text before the root; the line breaks there are written with the instructions.
                if !self.is_before_first_tag() {
                    self.writer.body.write_mixed_text(text);
                }
            }
            Any::Instruction { target, data } => self.write_instruction(target, data.as_deref()),
            Any::Value(name, text) => {
                let name = self.names.element(name);
                self.write_text_element(&name, text);
            }
            Any::Element(name, None) => {
                let name = self.names.element(name);
                self.write_nil_element(&name);
            }
            Any::Element(name, Some(id)) => {
                let name = self.names.element(name);
                let element = self.writer.model.any().map(|any| any.element(*id));
                if let Some(href) = element.and_then(|element| element.href.as_deref()) {
                    let address = uri::relative(&self.writer.base_uri, href);
                    self.write_href_element(&name, &address);
                } else if let Some(element) = element {
                    self.open_any_element(name, element.class.as_ref(), element);
                }
            }
            Any::Object { name, declared, object } => self.write_any_object(name, *declared, *object),
        }
    }

    /// Writes an element with only an `href`.
    fn write_href_element(&mut self, name: &str, address: &str) {
        self.open_tag(name);
        self.writer.body.write_attribute("href", address);
        self.writer.body.close_empty_tag();
    }

    /// Opens the element of an object that a wildcard accepts; `declared` is the class of a global element with its
    /// name.
    fn write_any_object(&mut self, name: &model::Name, declared: Option<ClassId>, object: ObjectId) {
        let class = self.writer.model.class(object);
        let name = self.names.element(name);
        if self.writer.model.is_proxy(object) {
            let address = self.writer.address(object);
            self.write_href_element(&name, &address);
            return;
        }
        // Without a declared class the wildcard accepts any object, so the element must name its class.
        let has_type = class != declared.unwrap_or(builtin::EOBJECT) || self.writer.options.type_information;
        self.open_object(name, object, has_type.then_some(class));
    }

    /// Whether only the content before the first element has been written so far.
    fn is_before_first_tag(&self) -> bool {
        self.first_tag.is_none()
    }

    /// Writes a processing instruction.
    fn write_instruction(&mut self, target: &str, data: Option<&str>) {
        let text = match data {
            Some(data) => format!("<?{target} {data}?>"),
            // EMF writes the space even without data.
            None => format!("<?{target} ?>"),
        };
        if self.is_before_first_tag() {
            self.prolog.push_str(&text);
            self.prolog.push('\n');
            return;
        }
        if self.depth() == 0 {
            self.writer.body.write_markup("\n");
        }
        self.writer.body.write_markup(&text);
    }
}
