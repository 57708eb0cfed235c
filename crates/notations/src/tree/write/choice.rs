//! Writes the natural form of `Variant[A, B]`: the plain value of one alternative.
//!
//! Invariant: a plain value is written only if it is read as the same alternative; otherwise the value is written under
//! the name of its alternative, as in other objects. This module does not know which values are of which alternative.

use super::{OpenCollection, Writer};
use crate::ecore::{Choice, ClassId, DataKind, FeatureId, data};
use crate::json_text::non_finite;
use crate::model::slot::Slot;
use crate::model::{ObjectId, Value};
use crate::tree::TreeSink;
use crate::tree::plan::{Plan, Role};

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Opens the plain value of a choice, and returns true; or returns false if the choice has no plain value, and the
    /// caller then writes it as a map.
    pub(super) fn open_choice(&mut self, object: ObjectId, class: ClassId) -> bool {
        let model = self.model;
        let is_plain = model.class(object) == class
            && model.proxy_uri(object).is_none()
            && model.xmi_id(object).is_none();
        let Some(choice) = self.plans.choice(class).filter(|_| is_plain) else { return false };
        let Some((plan, slot)) = self.only_value(object, class) else { return false };
        // A reader chooses the first alternative that accepts the value, which may be a different alternative.
        if self.alternative_for_reader(&choice, &plan, slot) != Some(plan.feature) {
            return false;
        }
        if plan.is_tuple
            && let (Role::Contained(class), Some(value)) = (plan.role, slot.as_object())
        {
            return self.open_tuple(value, class);
        }
        match (plan.role, slot.as_object()) {
            (Role::Contained(_), _) if plan.is_many => {
                self.sink.begin_list();
                self.stack.push(OpenCollection::List { object, plan, next: 0 });
            }
            (Role::Contained(class), Some(value)) => {
                self.sink.begin_map();
                self.open_object(value, Some(class));
            }
            _ => self.write_values(object, &plan, slot),
        }
        true
    }

    /// The only slot of an object that has a value; `None` if no slot or several have one.
    fn only_value(&mut self, object: ObjectId, class: ClassId) -> Option<(Plan, Slot)> {
        let model = self.model;
        let mut value = None;
        for (plan, slot) in self.plans.of_class(class).iter().zip(model.object_slots(object)) {
            if !slot.is_unset() && model.is_slot_set(*slot, plan.feature) {
                if value.is_some() {
                    return None;
                }
                value = Some((*plan, *slot));
            }
        }
        value
    }

    /// The alternative of a choice that a reader selects for the plain form of the value in `slot`.
    fn alternative_for_reader(&self, choice: &Choice, plan: &Plan, slot: Slot) -> Option<FeatureId> {
        let model = self.model;
        if plan.is_many || plan.is_tuple {
            return choice.of_list();
        }
        if let Some(value) = slot.as_object() {
            // The key of the address or of the id would be a further key of the map.
            let is_plain = model.proxy_uri(value).is_none() && model.xmi_id(value).is_none();
            return choice.of_object(self.metamodel, Some(model.class(value))).filter(|_| is_plain);
        }
        match model.decode(slot) {
            Value::Bool(_) => choice.of_boolean(),
            Value::Int(value) => choice.of_number(&value.to_string()),
            // The digits are those that `Writer::write_value` writes, because a point may determine the alternative.
            Value::Float(value) if value.is_finite() => choice.of_number(&format!("{value:?}")),
            Value::Double(value) if value.is_finite() => choice.of_number(&format!("{value:?}")),
            Value::Float(value) => choice.of_text(non_finite(f64::from(value))),
            Value::Double(value) => choice.of_text(non_finite(value)),
            Value::String(text) => choice.of_text(text),
            Value::Lexical(text) => match plan.role {
                Role::Data(DataKind::BigInteger | DataKind::BigDecimal) => choice.of_number(text),
                Role::Data(DataKind::Date) => choice.of_text(&data::rfc_3339(text)),
                _ => None,
            },
            Value::Enum(position) => {
                let data_type = &self.metamodel[self.metamodel.data_type(plan.feature)];
                choice.of_text(data_type.enum_literals().get(position as usize)?.spelling())
            }
            _ => None,
        }
    }
}
