//! Converts plain values to objects and back, for features whose class was created for a composite type such as
//! `Struct[{ rack => Integer }]`: logic works with plain values, models store objects.
//!
//! Invariants: such an object is created as `new` does, so an invalid value is reported at its position; reading a
//! stored value results in a value that is equal to the original.

use super::object_space::{Instance, ObjectSpace, is_empty};
use crate::ecore::{ClassId, Classifier, CompositeForm, FeatureId, composite_form};
use crate::evaluate::{Budget, HostError, Value};
use std::borrow::Cow;

/// The maximum nesting of plain values.
const MAX_LEVELS: usize = 60;

impl ObjectSpace<'_> {
    /// The form of the composite type for which the class of a feature was created; `None` for other classes.
    pub(super) fn form_of(&self, feature: FeatureId) -> Option<CompositeForm> {
        match self.prepared.metamodel[feature].typed.classifier() {
            Some(Classifier::Class(class)) => composite_form(&self.prepared.metamodel[class]),
            _ => None,
        }
    }

    /// The value of a feature as logic reads it: plain values instead of objects of classes that were created for
    /// composite types.
    pub(super) fn plain_value(
        &self,
        feature: FeatureId,
        stored: Value,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        if self.form_of(feature).is_none() {
            return Ok(stored);
        }
        let level = 0;
        self.plain_at_level(feature, stored, level, budget)
    }

    /// The value of a feature in the plain form of its composite type; the stored value if it has no such type. `level`
    /// is the number of values around it.
    fn plain_at_level(
        &self,
        feature: FeatureId,
        stored: Value,
        level: usize,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let Some(form) = self.form_of(feature) else { return Ok(stored) };
        // Chains of objects in a model can be longer than the maximum depth of values.
        if level == MAX_LEVELS {
            return Err(HostError::new(format!("the value is nested more than {MAX_LEVELS} levels deep")));
        }
        let Value::Array(items) = &stored else { return self.plain_object(form, stored, level, budget) };
        let mut values = Vec::with_capacity(items.len());
        for item in items.iter() {
            values.push(self.plain_object(form, item.clone(), level, budget)?);
        }
        // In Ecore, a map is a list of entries; logic reads it as a hash.
        if form != CompositeForm::Entries {
            return Ok(Value::array(values));
        }
        Ok(Value::hash(values.iter().map(|value| match value {
            Value::Hash(hash) => {
                let value_of = |name| hash.get_text(name).cloned().unwrap_or(Value::Undef);
                (value_of("key"), value_of("value"))
            }
            // An entry that is not an object was not converted.
            other => (other.clone(), Value::Undef),
        })))
    }

    /// The plain value of an object, from the stored values of its features.
    fn plain_object(
        &self,
        form: CompositeForm,
        stored: Value,
        level: usize,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let Value::Object(object) = &stored else { return Ok(stored) };
        let Some(subject) = Instance::from_object(object) else { return Ok(stored) };
        let metamodel = &self.prepared.metamodel;
        let features = metamodel.table(ClassId::new(object.class.id as usize)).all_features();
        budget.charge(features.len(), features.len() * size_of::<Value>())?;
        let mut values = Vec::with_capacity(features.len());
        for feature in features {
            // The value is converted by `plain_at_level`, which counts the levels; `read_stored` would start at 0
            // again.
            let value = self.read_unconverted(subject, *feature, budget)?;
            values.push((*feature, self.plain_at_level(*feature, value, level + 1, budget)?));
        }
        Ok(match form {
            CompositeForm::Entries | CompositeForm::Record => {
                let with_name =
                    |(feature, value): (FeatureId, Value)| (Value::string(metamodel[feature].name()), value);
                Value::hash(values.into_iter().filter(|(_, value)| !is_empty(value)).map(with_name))
            }
            CompositeForm::Tuple => {
                // Missing values at the end shorten the tuple; other missing values become undef, so that positions are
                // kept.
                while values.last().is_some_and(|(_, value)| is_empty(value)) {
                    values.pop();
                }
                let class = ClassId::new(object.class.id as usize);
                let repeated_feature =
                    features.last().copied().filter(|feature| self.is_repeated(class, *feature));
                Value::array(tuple_values(values, repeated_feature))
            }
            CompositeForm::Choice => {
                // A variant has a feature for each alternative, one of which is set.
                let alternative = values.into_iter().find(|(_, value)| !is_empty(value));
                alternative.map_or(Value::Undef, |(_, value)| value)
            }
            CompositeForm::List => {
                values.into_iter().next().map_or_else(|| Value::array(Vec::new()), |(_, value)| value)
            }
        })
    }

    /// The single values of a list: the elements of an array, or the entries of a hash as separate hashes. `None` for
    /// other values.
    pub(super) fn items<'v>(&self, feature: FeatureId, value: &'v Value) -> Option<Cow<'v, [Value]>> {
        let metamodel = &self.prepared.metamodel;
        match (value, metamodel[feature].typed.classifier()) {
            (Value::Array(items), _) => Some(Cow::Borrowed(items)),
            (Value::Hash(hash), Some(Classifier::Class(class)))
                if composite_form(&metamodel[class]) == Some(CompositeForm::Entries) =>
            {
                let entries = hash.pairs().iter().map(|(key, value)| {
                    Value::hash([
                        // These are the names of the features of EMF's map entries.
                        (Value::string("key"), key.clone()),
                        (Value::string("value"), value.clone()),
                    ])
                });
                Some(entries.collect())
            }
            _ => None,
        }
    }

    /// The object for a plain value; `None` if the class was not created for a composite type, or the value does not
    /// have the form of the type.
    pub(super) fn convert_plain(
        &self,
        class: ClassId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Option<Value>, HostError> {
        let metamodel = &self.prepared.metamodel;
        let Some(form) = composite_form(&metamodel[class]) else { return Ok(None) };
        let features = metamodel.table(class).all_features();
        let name_of = |feature: FeatureId| Value::string(metamodel[feature].name());
        let hash = match (form, value) {
            (CompositeForm::Entries | CompositeForm::Record, Value::Hash(_)) => value.clone(),
            (CompositeForm::List, Value::Array(_) | Value::Hash(_)) => match features.first() {
                Some(list_feature) => Value::hash([(name_of(*list_feature), value.clone())]),
                None => return Ok(None),
            },
            (CompositeForm::Tuple, Value::Array(items)) => self.tuple(class, features, items),
            (CompositeForm::Choice, _) => {
                // The value is stored in the first alternative that accepts it, in the order of declaration.
                let mut alternatives = features.iter().copied();
                let accepting_feature =
                    alternatives.find(|id| self.find_mismatch(*id, value, budget).is_none());
                let Some(feature) = accepting_feature else { return Ok(None) };
                Value::hash([(name_of(feature), value.clone())])
            }
            _ => return Ok(None),
        };
        let Value::Hash(hash) = &hash else { return Ok(None) };
        let draft = self.create_draft(class, Some(hash), budget)?;
        // A host error has a single cause, so only the first problem is reported.
        match self.complete_draft(draft, budget).into_iter().next() {
            Some(problem) => Err(HostError::caused_by(Box::new(problem))),
            None => Ok(Some(self.draft_value(draft))),
        }
    }

    /// Whether the last feature of a tuple contains all remaining values.
    fn is_repeated(&self, class: ClassId, last_feature: FeatureId) -> bool {
        let metamodel = &self.prepared.metamodel;
        match metamodel.tuple(class) {
            Some(tuple) => tuple.repeats,
            None => metamodel[last_feature].many(),
        }
    }

    /// A hash from the features of a tuple to its values, in order. If the last feature is a list, its value is all
    /// remaining values.
    fn tuple(&self, class: ClassId, features: &[FeatureId], items: &[Value]) -> Value {
        let metamodel = &self.prepared.metamodel;
        let mut pairs = Vec::with_capacity(features.len());
        for (index, feature) in features.iter().enumerate() {
            // Without a value, the feature is not set.
            let Some(remaining) = items.get(index..) else { continue };
            let is_last = index + 1 == features.len();
            let is_repeated = is_last && self.is_repeated(class, *feature);
            // Surplus values are assigned to the last feature as well, where they are reported.
            let has_surplus = is_last && remaining.len() > 1;
            let value = match remaining {
                _ if is_repeated || has_surplus => Value::array(remaining.to_vec()),
                [first, ..] => first.clone(),
                [] => continue,
            };
            pairs.push((Value::string(metamodel[*feature].name()), value));
        }
        Value::hash(pairs)
    }
}

/// The values of a tuple; if its last feature repeats, its values are appended.
fn tuple_values(mut values: Vec<(FeatureId, Value)>, repeated: Option<FeatureId>) -> Vec<Value> {
    let repeated_values = match values.last() {
        Some((feature, Value::Array(_))) if Some(*feature) == repeated => values.pop(),
        _ => None,
    };
    let mut tuple: Vec<Value> = values.into_iter().map(|(_, value)| value).collect();
    if let Some((_, Value::Array(items))) = repeated_values {
        tuple.extend(items.iter().cloned());
    }
    tuple
}
