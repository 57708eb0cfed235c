//! Converts plain values to objects and back, if a feature's class was created for a composite type such as
//! `Struct[{ rack => Integer }]`: logic sees plain values, models store objects.
//!
//! Invariants: such an object is created as `new` does, so a value that does not match is reported at its position;
//! reading a stored value gives a value equal to the original.

use super::object_space::{Instance, ObjectSpace};
use crate::ecore::{ClassId, Classifier, CompositeForm, FeatureId, composite_form};
use crate::evaluate::{Budget, HostError, Value};
use std::borrow::Cow;

/// How deeply plain values may be nested.
const MAX_LEVELS: usize = 60;

impl ObjectSpace<'_> {
    /// The form of the composite type that the class of a feature was created for.
    pub(super) fn form_of(&self, feature: FeatureId) -> Option<CompositeForm> {
        match self.prepared.metamodel[feature].typed.classifier() {
            Some(Classifier::Class(class)) => composite_form(&self.prepared.metamodel[class]),
            _ => None,
        }
    }

    /// The value of a feature as logic sees it: plain values instead of objects of classes created for
    /// composite types.
    pub(super) fn plain_value(
        &self,
        feature: FeatureId,
        stored: Value,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        if self.form_of(feature).is_none() { Ok(stored) } else { self.plain(feature, stored, 0, budget) }
    }

    fn plain(
        &self,
        feature: FeatureId,
        stored: Value,
        level: usize,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let Some(form) = self.form_of(feature) else { return Ok(stored) };
        // Chains of objects in a model can be longer than values of logic may be deep.
        if level == MAX_LEVELS {
            return Err(HostError::new(format!("the value is nested more than {MAX_LEVELS} levels deep")));
        }
        let Value::Array(items) = &stored else { return self.plain_object(form, stored, level, budget) };
        let mut values = Vec::with_capacity(items.len());
        for item in items.iter() {
            values.push(self.plain_object(form, item.clone(), level, budget)?);
        }
        // Ecore has a list of entries for a map, for which logic sees one hash.
        if form != CompositeForm::Entries {
            return Ok(Value::array(values));
        }
        Ok(Value::hash(values.iter().map(|value| match value {
            Value::Hash(hash) => {
                let part = |name| hash.get_text(name).cloned().unwrap_or(Value::Undef);
                (part("key"), part("value"))
            }
            other => (other.clone(), Value::Undef),
        })))
    }

    /// The plain value of an object; its features are read as stored.
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
            // `plain` converts it with the level counted, which `read_stored` would start again.
            let value = self.read_unconverted(subject, *feature, budget)?;
            values.push((*feature, self.plain(*feature, value, level + 1, budget)?));
        }
        Ok(match form {
            CompositeForm::Entries | CompositeForm::Record => {
                let named =
                    |(feature, value): (FeatureId, Value)| (Value::string(metamodel[feature].name()), value);
                Value::hash(values.into_iter().filter(|(_, value)| is_set(value)).map(named))
            }
            CompositeForm::Tuple => {
                // Missing values at the end shorten the tuple; before
                // others they are undef and keep the positions.
                let length = values.iter().rposition(|(_, value)| is_set(value)).map_or(0, |at| at + 1);
                values.truncate(length);
                let class = ClassId::new(object.class.id as usize);
                let last = features.last().copied().filter(|last| self.repeats(class, *last));
                Value::array(tuple_values(values, last))
            }
            CompositeForm::Choice => {
                // A variant has a feature for each alternative, of which one is set.
                let chosen = values.into_iter().find(|(_, value)| is_set(value));
                chosen.map_or(Value::Undef, |(_, value)| value)
            }
            CompositeForm::List => {
                values.into_iter().next().map_or_else(|| Value::array(Vec::new()), |(_, value)| value)
            }
        })
    }

    /// The single values of a list: those of an array, or the entries of a hash, each as a separate hash.
    pub(super) fn items<'v>(&self, feature: FeatureId, value: &'v Value) -> Option<Cow<'v, [Value]>> {
        let metamodel = &self.prepared.metamodel;
        match (value, metamodel[feature].typed.classifier()) {
            (Value::Array(items), _) => Some(Cow::Borrowed(items)),
            (Value::Hash(hash), Some(Classifier::Class(class)))
                if composite_form(&metamodel[class]) == Some(CompositeForm::Entries) =>
            {
                let entries = hash.pairs().iter().map(|(key, value)| {
                    Value::hash([
                        // The features of EMF's entries of maps have these names.
                        (Value::string("key"), key.clone()),
                        (Value::string("value"), value.clone()),
                    ])
                });
                Some(entries.collect())
            }
            _ => None,
        }
    }

    /// The object for a plain value, if the class was created for a type of such values.
    pub(super) fn convert_plain(
        &self,
        class: ClassId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Option<Value>, HostError> {
        let metamodel = &self.prepared.metamodel;
        let Some(form) = composite_form(&metamodel[class]) else { return Ok(None) };
        let features = metamodel.table(class).all_features();
        let named = |feature: FeatureId| Value::string(metamodel[feature].name());
        let hash = match (form, value) {
            (CompositeForm::Entries | CompositeForm::Record, Value::Hash(_)) => value.clone(),
            (CompositeForm::List, Value::Array(_) | Value::Hash(_)) => match features.first() {
                Some(values) => Value::hash([(named(*values), value.clone())]),
                None => return Ok(None),
            },
            (CompositeForm::Tuple, Value::Array(items)) => self.tuple(class, features, items),
            (CompositeForm::Choice, _) => {
                // The first alternative that accepts the value has it, in the order of their declaration.
                let fitting = features
                    .iter()
                    .copied()
                    .find(|feature| self.find_mismatch(*feature, value, budget).is_none());
                let Some(feature) = fitting else { return Ok(None) };
                Value::hash([(named(feature), value.clone())])
            }
            _ => return Ok(None),
        };
        let Value::Hash(hash) = &hash else { return Ok(None) };
        let draft = self.create_draft(class, Some(hash), budget)?;
        // A host error has one cause, so the first problem represents the others.
        match self.complete_draft(draft, budget).into_iter().next() {
            Some(problem) => Err(HostError::caused_by(Box::new(problem))),
            None => Ok(Some(self.draft_value(draft))),
        }
    }

    /// Whether the last feature of a tuple has all remaining values.
    fn repeats(&self, class: ClassId, last: FeatureId) -> bool {
        let metamodel = &self.prepared.metamodel;
        metamodel.tuple(class).map_or_else(|| metamodel[last].many(), |tuple| tuple.repeats)
    }

    /// Assigns the values of a tuple to features, in order; if the last feature is a list, it gets all remaining
    /// values.
    fn tuple(&self, class: ClassId, features: &[FeatureId], items: &[Value]) -> Value {
        let metamodel = &self.prepared.metamodel;
        let last = features.len().saturating_sub(1);
        Value::hash(features.iter().enumerate().filter_map(|(at, feature)| {
            let (name, rest) = (Value::string(metamodel[*feature].name()), items.get(at..)?);
            let repeats = at == last && self.repeats(class, *feature);
            // Too many values are reported at the last feature.
            let value = if repeats || (at == last && rest.len() > 1) {
                Some(Value::array(rest.to_vec()))
            } else {
                rest.first().cloned()
            };
            Some((name, value?))
        }))
    }
}

fn is_set(value: &Value) -> bool {
    match value {
        Value::Undef => false,
        Value::Array(items) => !items.is_empty(),
        Value::Hash(hash) => !hash.is_empty(),
        _ => true,
    }
}

/// The values of a tuple; the repeated feature at its end has all remaining values.
fn tuple_values(mut values: Vec<(FeatureId, Value)>, repeated: Option<FeatureId>) -> Vec<Value> {
    let last = match values.last() {
        Some((feature, Value::Array(_))) if Some(*feature) == repeated => values.pop(),
        _ => None,
    };
    let mut tuple: Vec<Value> = values.into_iter().map(|(_, value)| value).collect();
    if let Some((_, Value::Array(rest))) = last {
        tuple.extend(rest.iter().cloned());
    }
    tuple
}
