//! The part of an object that is written as attributes, and the text that is its entire content.

use super::ExtendedWriter;
use super::plan::{FeatureForm, Plan};
use crate::ecore::FeatureId;
use crate::ecore::extended::{Content, XmlKind};
use crate::model::{Any, FeatureMapEntry, ObjectId, Value};

/// The form of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceStyle {
    /// By id or path.
    Id,
    /// By address, with the class before it if necessary.
    Address,
}

impl<'m> ExtendedWriter<'_, 'm> {
    /// Writes the features that can be attributes; returns, in order, those that need elements, and the lists
    /// of values.
    pub(super) fn write_attributes(&mut self, object: ObjectId) -> (Vec<Plan>, Vec<FeatureId>) {
        let mut value_lists = Vec::new();
        let model = self.writer.model;
        let class = model.class(object);
        let plans = self.plan(class);
        let mut containers = Vec::new();
        // Only a root refers to its container; the container of another object is the element around it.
        if model.container(object).is_none() {
            self.writer.write_container(object, &mut containers);
        }
        let mut element_plans: Vec<Plan> = containers
            .iter()
            .filter_map(|slot| plans.iter().find(|plan| plan.slot == *slot))
            .copied()
            .collect();
        // The text of an element with simple content is written by `simple_text`.
        let is_simple = self.data.content(class) == Content::Simple;
        for plan in plans.iter() {
            let feature = plan.feature;
            if plan.form == FeatureForm::Nothing || !self.is_written(object, plan.slot, feature, plan.form) {
                continue;
            }
            let is_text = matches!(
                plan.form,
                FeatureForm::ValueElement | FeatureForm::AddressElements | FeatureForm::IdElements
            );
            if is_simple && is_text && self.data.kind(feature) == XmlKind::Simple {
                continue;
            }
            if plan.form == FeatureForm::ValueList {
                value_lists.push(feature);
            } else if !self.write_as_attribute(object, plan) {
                element_plans.push(*plan);
            }
        }
        (element_plans, value_lists)
    }

    /// Writes a slot as an attribute. Returns `false` if the slot must be written as elements instead.
    fn write_as_attribute(&mut self, object: ObjectId, plan: &Plan) -> bool {
        let model = self.writer.model;
        let feature = plan.feature;
        let is_empty_list = || {
            let slots = model.object_slots(object);
            let is_empty = slots.get(plan.slot).is_some_and(|slot| model.items_of(slot).is_empty());
            // A list that is set but empty has no elements, so only an attribute can show it.
            is_empty && self.writer.metamodel[feature].many()
        };
        match plan.form {
            FeatureForm::Contained | FeatureForm::ValueElements | FeatureForm::Hrefs if is_empty_list() => {
                self.write_attribute(feature, "");
            }
            FeatureForm::Value => match model.get(object, feature) {
                // Null is written as a nil element. Only an unsettable feature reads it back as null; for other
                // features nothing is written.
                Value::Null => return !self.writer.metamodel[feature].unsettable,
                value => {
                    let text = self.format_value(feature, value);
                    self.write_attribute(feature, &text);
                }
            },
            FeatureForm::AddressAttribute => {
                self.write_reference_attribute(object, feature, ReferenceStyle::Address);
            }
            FeatureForm::IdAttribute => self.write_reference_attribute(object, feature, ReferenceStyle::Id),
            FeatureForm::Hrefs if self.writer.options.encoded_attributes => {
                self.write_reference_attribute(object, feature, ReferenceStyle::Address);
            }
            FeatureForm::Hrefs => {
                let mut targets = model.list(object, feature).objects().peekable();
                let writer = &mut *self.writer;
                // If any target is in another document, all are written as elements, so that their order is preserved.
                if targets.peek().is_none() || !targets.all(|target| writer.is_local(target)) {
                    return false;
                }
                self.write_reference_attribute(object, feature, ReferenceStyle::Id);
            }
            FeatureForm::AttributeMap => self.write_attribute_map(object, plan.slot),
            _ => return false,
        }
        true
    }

    /// Writes several values as one attribute.
    pub(super) fn write_value_list(&mut self, object: ObjectId, feature: FeatureId) {
        let values = self.writer.model.list(object, feature);
        let words: Vec<String> = values
            .iter()
            // A list of words cannot express null.
            .filter(|value| *value != Value::Null)
            .map(|value| self.format_value(feature, value))
            .collect();
        self.write_attribute(feature, &words.join(" "));
    }

    /// Whether a feature is set, or must be written although it is not set.
    fn is_written(&self, object: ObjectId, slot: usize, feature: FeatureId, form: FeatureForm) -> bool {
        let model = self.writer.model;
        if matches!(form, FeatureForm::Map | FeatureForm::AttributeMap) {
            return !self.writer.model.map_entries(object, slot).is_empty();
        }
        let data = &self.writer.metamodel[feature];
        let keeps_default = self.writer.options.keep_defaults
            && data.default_literal.is_some()
            && !data.many()
            && !data.is_reference();
        model.is_set(object, feature) || keeps_default
    }

    /// The text of a value.
    pub(super) fn format_value(&self, feature: FeatureId, value: Value<'_>) -> String {
        let mut text = String::new();
        self.writer.model.spell(feature, value, &mut text);
        text
    }

    /// Writes an attribute of a feature.
    fn write_attribute(&mut self, feature: FeatureId, text: &str) {
        let name = self.names.feature(&self.data, feature);
        self.writer.body.write_attribute(&name, text);
    }

    /// Writes the references of a feature as one attribute.
    fn write_reference_attribute(&mut self, object: ObjectId, feature: FeatureId, style: ReferenceStyle) {
        let targets: Vec<ObjectId> = self.writer.model.list(object, feature).objects().collect();
        let words: Vec<String> =
            targets.into_iter().map(|target| self.reference(feature, target, style)).collect();
        self.write_attribute(feature, &words.join(" "));
    }

    /// The text of a reference.
    pub(super) fn reference(
        &mut self,
        feature: FeatureId,
        target: ObjectId,
        style: ReferenceStyle,
    ) -> String {
        if style == ReferenceStyle::Id {
            return self.writer.id_of(target);
        }
        let address = self.writer.address(target);
        let class = self.writer.model.class(target);
        // The class of an object of the same document is written at its own element.
        if address.starts_with('#') || !self.writer.needs_type(class, feature) {
            return address;
        }
        format!("{} {address}", self.names.class(&self.data, self.writer.metamodel, class))
    }

    /// Writes the entries of a feature map of attributes.
    fn write_attribute_map(&mut self, object: ObjectId, map: usize) {
        for item in self.writer.model.map_entries(object, map) {
            let FeatureMapEntry::Any(position) = item else { continue };
            let any: Option<&'m Any> = self.writer.model.any().and_then(|any| any.entry(position));
            if let Some(Any::Value(name, text)) = any {
                let name = self.names.attribute(name);
                self.writer.body.write_attribute(&name, text);
            }
        }
    }

    /// The text that is the entire content of an object, if its class has simple content and the content is
    /// set.
    pub(super) fn simple_text(&mut self, object: ObjectId) -> Option<String> {
        let class = self.writer.model.class(object);
        let slot = self.data.simple_feature(class)?;
        let feature = self.writer.metamodel.table(class).all_features()[slot];
        let form = self.plan(class).iter().find(|plan| plan.slot == slot)?.form;
        if !self.is_written(object, slot, feature, form) {
            return None;
        }
        let style = match form {
            FeatureForm::AddressElements => ReferenceStyle::Address,
            FeatureForm::IdElements => ReferenceStyle::Id,
            // A text cannot express null, so the element is empty.
            _ => {
                let value = self.writer.model.get(object, feature);
                return (value != Value::Null).then(|| self.format_value(feature, value));
            }
        };
        let targets: Vec<ObjectId> = self.writer.model.list(object, feature).objects().collect();
        let words: Vec<String> = targets
            .into_iter()
            .map(|target| match style {
                ReferenceStyle::Id => self.writer.id_of(target),
                ReferenceStyle::Address => self.writer.address(target),
            })
            .collect();
        Some(words.join(" "))
    }
}
