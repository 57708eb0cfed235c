//! The conditions of an edit, which are checked before anything changes, and the error if one of them is not
//! satisfied.

use super::super::{Model, NO_INDEX, ObjectId, Value};
use super::{EditError, EditResult};
use crate::diagnostic::{Code, codes};
use crate::ecore::data::ParsedValue;
use crate::ecore::{DataKind, DataType, FeatureId};

/// The maximum length in bytes of values in messages.
const MAX_SHOWN_LENGTH: usize = 80;

impl Model {
    /// Fails if the object does not have the feature, or is a proxy.
    pub(in crate::model) fn check_feature(&self, object: ObjectId, feature: FeatureId) -> EditResult {
        let header = self.header(object);
        match self.metamodel.table(header.class).slot(feature) {
            // A proxy has a class, but no values that could be edited.
            Some(_) if header.slots != NO_INDEX => Ok(()),
            _ => {
                let expected = format!("an object of {}", self.metamodel[self.metamodel[feature].owner].name);
                let class = &self.metamodel[header.class].name;
                let found = if header.slots == NO_INDEX {
                    format!("a proxy for an object of {class}")
                } else {
                    format!("one of {class}")
                };
                Err(self.reject(codes::NO_SUCH_FEATURE, object, feature, &expected, &found))
            }
        }
    }

    /// The error for an edit of a feature.
    pub(super) fn reject(
        &self,
        code: Code,
        object: ObjectId,
        feature: FeatureId,
        expected: &str,
        found: &str,
    ) -> Box<EditError> {
        Box::new(EditError {
            code,
            object: self.address(object),
            feature: self.metamodel.feature_label(feature),
            expected: expected.to_owned(),
            found: found.to_owned(),
        })
    }

    /// Fails if the value does not conform to the type of the feature.
    pub(in crate::model) fn check_type(
        &self,
        object: ObjectId,
        feature: FeatureId,
        value: Value<'_>,
    ) -> EditResult {
        let metamodel = &self.metamodel;
        let is_reference = metamodel[feature].is_reference();
        let conforms = match value {
            Value::Null if is_reference => true,
            Value::Object(found) if is_reference => {
                metamodel.conforms(self.class(found), metamodel.target(feature))
            }
            _ if is_reference => false,
            value => conforms_to_type(&metamodel[metamodel.data_type(feature)], value),
        };
        if conforms {
            return Ok(());
        }
        let expected = if is_reference {
            format!("an object of {}", metamodel[metamodel.target(feature)].name)
        } else {
            let data_type = &metamodel[metamodel.data_type(feature)];
            let expectation =
                data_type.facet_expectation().unwrap_or_else(|| data_type.expectation().to_owned());
            let shown_type = metamodel.shown_type(feature).map(|name| format!(" ({name})"));
            expectation + &shown_type.unwrap_or_default()
        };
        let found = match value {
            Value::Object(target) => format!("one of {}", metamodel[self.class(target)].name),
            Value::Lexical(text) if !is_reference => {
                match metamodel[metamodel.data_type(feature)].parse(text) {
                    // A valid value in another spelling would be puzzling in the message, so it shows the spelling that
                    // is accepted.
                    Some(ParsedValue::Lexical(canonical)) if canonical.len() <= MAX_SHOWN_LENGTH => {
                        format!("another spelling of `{canonical}`")
                    }
                    Some(ParsedValue::Lexical(_)) => "another spelling of a value".to_owned(),
                    _ => value.kind().to_owned(),
                }
            }
            other => other.kind().to_owned(),
        };
        Err(self.reject(codes::WRONG_VALUE_TYPE, object, feature, &expected, &found))
    }

    /// Fails if a container would be a proxy, because the contents of its target are known only in the target's own
    /// document.
    pub(super) fn check_container(
        &self,
        object: ObjectId,
        feature: FeatureId,
        target: ObjectId,
    ) -> EditResult {
        if !self.metamodel.is_container(feature) || !self.is_proxy(target) {
            return Ok(());
        }
        let found = "a proxy";
        Err(self.reject(codes::WRONG_VALUE_TYPE, object, feature, "an object of the model itself", found))
    }

    /// The position of a feature's slot among all slots; `None` if the object is a proxy or does not have the feature.
    pub(in crate::model) fn slot_position(&self, object: ObjectId, feature: FeatureId) -> Option<usize> {
        let header = self.header(object);
        let slot = self.metamodel.table(header.class).slot(feature)?;
        (header.slots != NO_INDEX).then(|| header.slot(slot))
    }

    /// Whether an object is the other one, or is somewhere inside it.
    #[must_use]
    pub fn is_within(&self, object: ObjectId, other: ObjectId) -> bool {
        let mut ancestors = std::iter::successors(Some(object), |ancestor| self.container(*ancestor));
        ancestors.any(|ancestor| ancestor == other)
    }

    /// Fails if the edit of a containment, from either end, would make an object contain itself.
    pub(super) fn check_cycle(&self, object: ObjectId, feature: FeatureId, target: ObjectId) -> EditResult {
        let (container, contained) = if self.metamodel[feature].is_containment() {
            (object, target)
        } else if self.metamodel.is_container(feature) {
            (target, object)
        } else {
            return Ok(());
        };
        if self.is_within(container, contained) {
            let found = "one that would contain itself";
            return Err(self.reject(
                codes::CONTAINMENT_CYCLE,
                object,
                feature,
                "an object that forms no containment cycle",
                found,
            ));
        }
        Ok(())
    }
}

/// Whether a value has the kind, the range and the spelling of a data type. Null is always accepted.
fn conforms_to_type(data_type: &DataType, value: Value<'_>) -> bool {
    match (data_type.kind, value) {
        (_, Value::Null)
        | (DataKind::Boolean { .. }, Value::Bool(_))
        // Every `i64` is in the range. Computing half of the range, as below, would overflow.
        | (DataKind::Integer { bits: 64, .. }, Value::Int(_))
        | (DataKind::Float { .. }, Value::Float(_))
        | (DataKind::Double { .. }, Value::Double(_))
        | (DataKind::Char { .. }, Value::Char(_))
        | (DataKind::String, Value::String(_))
        | (DataKind::Opaque | DataKind::Unknown, Value::Lexical(_)) => true,
        (DataKind::Integer { bits, .. }, Value::Int(number)) => {
            let half = 1i64 << (bits - 1);
            (-half..half).contains(&number)
        }
        (DataKind::Enum, Value::Enum(index)) => (index as usize) < data_type.enum_literals().len(),
        (
            DataKind::Date | DataKind::BigInteger | DataKind::BigDecimal | DataKind::Bytes | DataKind::Other,
            Value::Lexical(text),
        ) => {
            // Only the canonical spelling is accepted, because values are compared as texts, so equal values must have
            // equal texts.
            matches!(data_type.parse(text), Some(ParsedValue::Lexical(canonical)) if canonical == text)
        }
        _ => false,
    }
}
