//! Converts plain values to objects, where a feature's class was made for a type of several values, such as
//! `Struct[{ rack => Integer }]`.
//!
//! Invariant: such an object is created as `new` does, so that a value that does not match is reported at its place.

use super::object_space::ObjectSpace;
use crate::ecore::{ClassId, Classifier, CompositeForm, FeatureId, composite_form};
use crate::evaluate::{Budget, HostError, Value};
use std::borrow::Cow;

impl ObjectSpace<'_> {
    /// The single values of a list: those of an array, or the entries of a hash, each as a hash of its own.
    pub(super) fn items<'v>(&self, feature: FeatureId, value: &'v Value) -> Option<Cow<'v, [Value]>> {
        let metamodel = &self.prepared.metamodel;
        match (value, metamodel[feature].typed.classifier()) {
            (Value::Array(items), _) => Some(Cow::Borrowed(items)),
            (Value::Hash(hash), Some(Classifier::Class(class)))
                if composite_form(&metamodel[class]) == Some(CompositeForm::Entries) =>
            {
                let entry = |(key, value): &(Value, Value)| {
                    Value::hash([
                        (Value::string("key"), key.clone()),
                        (Value::string("value"), value.clone()),
                    ])
                };
                Some(hash.pairs().iter().map(entry).collect())
            }
            _ => None,
        }
    }

    /// The object for a plain value, if the class was made for a type of such values.
    pub(super) fn convert_plain(
        &self,
        class: ClassId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Option<Value>, HostError> {
        let metamodel = &self.prepared.metamodel;
        let Some(several) = composite_form(&metamodel[class]) else { return Ok(None) };
        let features = metamodel.table(class).all_features();
        let named = |feature: FeatureId| Value::string(metamodel[feature].name());
        let hash = match (several, value) {
            (CompositeForm::Entries | CompositeForm::Record, Value::Hash(_)) => value.clone(),
            (CompositeForm::List, Value::Array(_) | Value::Hash(_)) => match features.first() {
                Some(values) => Value::hash([(named(*values), value.clone())]),
                None => return Ok(None),
            },
            (CompositeForm::Row, Value::Array(items)) => self.row(features, items),
            (CompositeForm::Choice, _) => {
                let fits = |feature: &FeatureId| self.accepts(*feature, value, budget);
                let Some(feature) = features.iter().copied().find(fits) else { return Ok(None) };
                Value::hash([(named(feature), value.clone())])
            }
            _ => return Ok(None),
        };
        let Value::Hash(hash) = &hash else { return Ok(None) };
        let draft = self.create_draft(class, Some(hash), budget)?;
        match self.complete_draft(draft, budget).into_iter().next() {
            Some(problem) => Err(HostError::caused_by(Box::new(problem))),
            None => Ok(Some(self.draft_value(draft))),
        }
    }

    /// Assigns the values of a row to features, in order; if the last feature is a list, it takes all remaining
    /// values.
    fn row(&self, features: &[FeatureId], items: &[Value]) -> Value {
        let metamodel = &self.prepared.metamodel;
        let last = features.len().saturating_sub(1);
        let pair = |(at, feature): (usize, &FeatureId)| {
            let (name, rest) = (Value::string(metamodel[*feature].name()), items.get(at..)?);
            let one = || rest.first().cloned();
            let repeats = at == last && metamodel[*feature].many();
            // Too many values are reported at the last feature.
            let value = if repeats || (at == last && rest.len() > 1) {
                Some(Value::array(rest.to_vec()))
            } else {
                one()
            };
            Some((name, value?))
        };
        Value::hash(features.iter().enumerate().filter_map(pair))
    }

    /// Whether a feature accepts a value; drafts that are created to find out are dropped.
    fn accepts(&self, feature: FeatureId, value: &Value, budget: &mut Budget) -> bool {
        let before = self.drafts.borrow().len();
        let fits = if self.prepared.metamodel[feature].many() {
            let items = self.items(feature, value);
            items.is_some_and(|items| {
                items.iter().all(|item| self.convert_value(feature, item, budget).is_ok())
            })
        } else {
            self.convert_value(feature, value, budget).is_ok()
        };
        self.drafts.borrow_mut().truncate(before);
        fits
    }
}
