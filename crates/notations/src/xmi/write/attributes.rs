//! Writes the attributes of elements, and finds the features that need elements of their own.

use super::super::write_text::needs_no_escape;
use super::Writer;
use super::plan::{DefaultForm, SlotForm, SlotPlan};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{ClassId, FeatureId};
use crate::model::slot::Slot;
use crate::model::{ObjectId, Value};

impl<'m> Writer<'m> {
    /// Writes the attribute that names the class of an element.
    pub(super) fn write_type_attribute(&mut self, class: ClassId) {
        // Millions of objects may name few classes, so the attribute is built once for each class.
        if let Some(known_attribute) = self.type_attributes.get(&class) {
            self.body.write_verbatim(known_attribute);
            return;
        }
        let value = self.class_name(class);
        let name = if self.options.xmi_type { "xmi:type" } else { "xsi:type" };
        self.uses_xsi |= !self.options.xmi_type;
        if needs_no_escape(&value) {
            self.type_attributes.insert(class, format!(" {name}=\"{value}\"").into());
        }
        self.body.write_attribute(name, &value);
    }

    /// Writes the features that can be attributes; returns the slots that need elements.
    pub(super) fn write_attributes(&mut self, object: ObjectId) -> Vec<usize> {
        // EMF writes the id before all features.
        if let Some(id) = self.model.xmi_id(object) {
            self.body.write_verbatim(" xmi:id=\"");
            self.body.write_attribute_text(id);
            self.body.end_attribute();
        }
        let mut element_slots = Vec::new();
        // Only a root refers to its container; the container of another object is the element around it.
        if self.model.container(object).is_none() {
            self.write_container(object, &mut element_slots);
        }
        let slots = self.model.object_slots(object);
        let class = self.model.class(object);
        // A slot without a value is written only in these cases, so the unset slots of most objects are skipped.
        let may_write_unset = self.options.keep_defaults || self.metamodel.table(class).has_feature_maps();
        let plans = self.plans.for_class(class);
        for (index, (slot, plan)) in slots.iter().zip(plans.iter()).enumerate() {
            let is_set = plan.form != SlotForm::Skipped && self.is_set(*slot, plan);
            if !is_set {
                if may_write_unset {
                    self.write_unset(object, index, plan, &mut element_slots);
                }
                continue;
            }
            if !plan.is_nameable {
                self.report_unnameable(object, plan.feature);
                continue;
            }
            let items = self.model.items_of(slot);
            // A list that is set but empty has no elements, so an empty attribute expresses it.
            if items.is_empty() {
                self.body.write_attribute(self.metamodel[plan.feature].name(), "");
                continue;
            }
            let needs_element = match plan.form {
                SlotForm::References => !self.write_references(plan.feature, &plan.start, items),
                SlotForm::Value => match self.model.decode(*slot) {
                    // Null in place of another default can be expressed only for an unsettable feature, by an element.
                    // For any other feature, it is left out.
                    Value::Null => self.metamodel[plan.feature].unsettable,
                    value => {
                        self.write_value_attribute(plan, value);
                        false
                    }
                },
                SlotForm::Elements | SlotForm::Skipped => true,
            };
            if needs_element {
                element_slots.push(index);
            }
        }
        element_slots
    }

    /// Reports a value whose feature has a name that is not valid in XML, so that the value cannot be written. Each
    /// feature is reported once.
    fn report_unnameable(&mut self, object: ObjectId, feature: FeatureId) {
        if self.unnameable.insert(feature) {
            let (label, address) = (self.metamodel.feature_label(feature), self.model.address(object));
            let message =
                format!("{address}: {label} has a value, but the feature's name is not valid in XML");
            let help = "rename the feature, or write the model as json or yaml";
            self.problems.push(Diagnostic::error(codes::CANNOT_EXPRESS, message).help(help));
        }
    }

    /// Whether the value of a slot differs from that of an unset slot.
    #[inline]
    pub(super) fn is_set(&self, slot: Slot, plan: &SlotPlan) -> bool {
        match plan.default {
            // This case comes first, because the comparisons below would take an unset slot for a value other than the
            // default.
            _ if slot.is_unset() => false,
            DefaultForm::Null if slot != Slot::NULL => true,
            DefaultForm::Slot(default) => slot != default,
            _ => self.model.is_slot_set(slot, plan.feature),
        }
    }

    /// Writes what a slot that is not set must be written as: a default that is kept, or the entries of a feature map,
    /// whose slot is added to `element_slots`.
    fn write_unset(
        &mut self,
        object: ObjectId,
        index: usize,
        plan: &SlotPlan,
        element_slots: &mut Vec<usize>,
    ) {
        let data = &self.metamodel[plan.feature];
        if data.transient || self.metamodel.is_container(plan.feature) {
            return;
        }
        // A feature map comes here even if it has entries: the data type of its entries is not serializable, so its
        // form is `Skipped`, but they are written.
        if self.is_feature_map(self.model.class(object), index) {
            if !self.entries(object, index).is_empty() {
                element_slots.push(index);
            }
        } else if self.options.keep_defaults && data.default_literal.is_some() && !data.many() {
            match self.model.get(object, plan.feature) {
                Value::Null | Value::Object(_) => {}
                // A default need not be written, so nothing is lost.
                _ if !plan.is_nameable => {}
                value => self.write_value_attribute(plan, value),
            }
        }
    }

    /// Writes a value as an attribute.
    fn write_value_attribute(&mut self, plan: &SlotPlan, value: Value<'_>) {
        self.body.write_verbatim(&plan.start);
        match value {
            // Texts are written without a copy.
            Value::String(text) | Value::Lexical(text) => self.body.write_attribute_text(text),
            other => {
                self.scratch.clear();
                self.model.spell(plan.feature, other, &mut self.scratch);
                self.body.write_attribute_text(&self.scratch);
            }
        }
        self.body.end_attribute();
    }
}
