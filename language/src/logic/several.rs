//! Plain values where objects of the classes belong that stand for types of several values, such as
//! `Struct[{ rack => Integer }]`.
//!
//! Invariant: such an object is made as `new` makes it, so that a value that does not fit is told where it stands.

use super::scope::World;
use crate::ecore::{ClassId, Classifier, FeatureId};
use crate::evaluate::{Budget, Trouble, Value};
use crate::language::Several;
use std::borrow::Cow;

impl World<'_, '_> {
    /// What a list takes one by one: the values of an array, or the entries of a hash, each as a hash of its own.
    pub(super) fn items<'v>(&self, feature: FeatureId, value: &'v Value) -> Option<Cow<'v, [Value]>> {
        let metamodel = self.ready.metamodel;
        match (value, metamodel[feature].typed.classifier()) {
            (Value::Array(items), _) => Some(Cow::Borrowed(items)),
            (Value::Hash(hash), Some(Classifier::Class(class)))
                if Several::of(&metamodel[class]) == Some(Several::Entries) =>
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

    /// The object that stands for a value, if objects of this class do.
    pub(super) fn of_several(
        &self,
        class: ClassId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Option<Value>, Trouble> {
        let metamodel = self.ready.metamodel;
        let Some(several) = Several::of(&metamodel[class]) else { return Ok(None) };
        let features = metamodel.table(class).all_features();
        let named = |feature: FeatureId| Value::string(metamodel[feature].name());
        let hash = match (several, value) {
            (Several::Entries | Several::Record, Value::Hash(_)) => value.clone(),
            (Several::List, Value::Array(_) | Value::Hash(_)) => match features.first() {
                Some(values) => Value::hash([(named(*values), value.clone())]),
                None => return Ok(None),
            },
            (Several::Row, Value::Array(items)) => self.row(features, items),
            (Several::Choice, _) => {
                let fits = |feature: &FeatureId| self.is_fitting(*feature, value, budget);
                let Some(feature) = features.iter().copied().find(fits) else { return Ok(None) };
                Value::hash([(named(feature), value.clone())])
            }
            _ => return Ok(None),
        };
        let Value::Hash(hash) = &hash else { return Ok(None) };
        let draft = self.begin(class, Some(hash), budget)?;
        match self.finish(draft, budget).into_iter().next() {
            Some(problem) => Err(Trouble::elsewhere(Box::new(problem))),
            None => Ok(Some(self.draft(draft))),
        }
    }

    /// The values of a row by the features that hold them: the last has all that are left, where it repeats.
    fn row(&self, features: &[FeatureId], items: &[Value]) -> Value {
        let metamodel = self.ready.metamodel;
        let last = features.len().saturating_sub(1);
        let pair = |(at, feature): (usize, &FeatureId)| {
            let (name, rest) = (Value::string(metamodel[*feature].name()), items.get(at..)?);
            let one = || rest.first().cloned();
            let repeats = at == last && metamodel[*feature].many();
            // Too many values are too many of the last.
            let value = if repeats || (at == last && rest.len() > 1) {
                Some(Value::array(rest.to_vec()))
            } else {
                one()
            };
            Some((name, value?))
        };
        Value::hash(features.iter().enumerate().filter_map(pair))
    }

    /// Whether a feature takes a value; what is made to find that out is not kept.
    fn is_fitting(&self, feature: FeatureId, value: &Value, budget: &mut Budget) -> bool {
        let before = self.drafts.borrow().len();
        let fits = if self.ready.metamodel[feature].many() {
            let items = self.items(feature, value);
            items.is_some_and(|items| items.iter().all(|item| self.fitted(feature, item, budget).is_ok()))
        } else {
            self.fitted(feature, value, budget).is_ok()
        };
        self.drafts.borrow_mut().truncate(before);
        fits
    }
}
