//! Makes objects as `new` does: defaults first, then the values given, then the lambda; invariants at the end.
//!
//! Invariants: every value that is set has the type of its feature and is acceptable to its checks; once an object
//! is complete, nothing changes it; what is made lives in a draft until it is put into a model, so that the model
//! stays as it is where something is wrong.

use super::compile::{Role, RuleId};
use super::identity::Who;
use super::scope::{Subject, World, unknown};
use super::verdict::{Verdict, verdict};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{ClassId, Classifier, FeatureId, Literal};
use crate::evaluate::{Budget, Change, Hash, Object, Trouble, Value};
use crate::language::made_for;
use rustc_hash::FxHashMap;

/// What a draft costs of the memory that values may take.
const DRAFT_BYTES: usize = 256;

/// An object that is in no model.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) class: ClassId,
    /// What was set, by feature.
    pub(super) values: FxHashMap<FeatureId, Value>,
    /// Whether it may still be changed.
    open: bool,
    /// Features whose `set` runs, and whether it has set its own feature.
    setting: Vec<(FeatureId, bool)>,
}

/// Who sets a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setter {
    /// Whoever makes the object.
    User,
    /// The object's own logic, which may set what users may not.
    Logic,
}

impl World<'_, '_> {
    /// A new object with its defaults and the values given; it is not complete yet.
    pub(super) fn begin(
        &self,
        class: ClassId,
        values: Option<&Hash>,
        budget: &mut Budget,
    ) -> Result<usize, Trouble> {
        let metamodel = self.ready.metamodel;
        let data = &metamodel[class];
        if data.is_abstract || data.is_interface {
            return Err(Trouble::refused(format!(
                "`{}` is abstract, so that it has no objects of its own",
                data.name
            )));
        }
        budget.pay(1, DRAFT_BYTES)?;
        let draft = self.drafts.borrow().len();
        let made = Draft { class, values: FxHashMap::default(), open: true, setting: Vec::new() };
        self.drafts.borrow_mut().push(made);
        for feature in metamodel.table(class).all_features() {
            let data = &metamodel[*feature];
            if data.default_literal.is_some() && data.default != Literal::Null && !data.many() {
                let value = self.ready.default_value(*feature);
                self.store(draft, *feature, &value, budget)?;
            }
        }
        let Some(values) = values else { return Ok(draft) };
        self.refuse_unknown(class, values)?;
        for (key, value) in values.pairs() {
            let name = key.text().unwrap_or_default();
            if let Some(feature) = metamodel.feature(class, name) {
                self.assign(draft, feature, Change::Set, value, Setter::User, budget)?;
            }
        }
        Ok(draft)
    }

    /// Tells of every key that is no feature.
    fn refuse_unknown(&self, class: ClassId, values: &Hash) -> Result<(), Trouble> {
        let metamodel = self.ready.metamodel;
        let is_known = |key: &Value| key.text().is_some_and(|name| metamodel.feature(class, name).is_some());
        let keys: Vec<String> =
            values.pairs().iter().filter(|(key, _)| !is_known(key)).map(|(key, _)| key.to_text()).collect();
        if keys.is_empty() {
            return Ok(());
        }
        let names = || metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name());
        let told: Vec<String> = keys
            .iter()
            .map(|key| match self.ready.suggestions.nearest(key, names()) {
                Some(near) => format!("`{key}` (did you mean `{near}`?)"),
                None => format!("`{key}`"),
            })
            .collect();
        let what = if keys.len() == 1 { "feature" } else { "features" };
        let message = format!("`{}` has no {what} {}", metamodel[class].name, told.join(", "));
        Err(Trouble::refused(message))
    }

    /// Sets a feature, or adds to it.
    pub(super) fn assign(
        &self,
        draft: usize,
        feature: FeatureId,
        change: Change,
        value: &Value,
        by: Setter,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        let data = &self.ready.metamodel[feature];
        let label = || self.ready.metamodel.feature_label(feature);
        if !self.drafts.borrow()[draft].open {
            let message =
                format!("this object is complete, so that `{}` cannot be set any more", data.name());
            return Err(Trouble::refused(message));
        }
        if by == Setter::User && !data.changeable {
            return Err(Trouble::refused(format!("`{}` cannot be set; only logic sets it", label())));
        }
        let accessors = self.ready.accessors(feature);
        let munging = self.is_munging(draft, feature);
        if let (Some(set), false, Change::Set) = (accessors.set, munging, change) {
            return self.munge(draft, feature, set, value, budget);
        }
        // What is computed has no place for a value.
        if accessors.derived.is_some() {
            return Ok(());
        }
        let value = match change {
            Change::Set => value.clone(),
            Change::Append => self.appended(draft, feature, value, budget)?,
        };
        self.store(draft, feature, &value, budget)
    }

    /// Whether it is the feature's own `set` that sets it, which is noted.
    fn is_munging(&self, draft: usize, feature: FeatureId) -> bool {
        let mut drafts = self.drafts.borrow_mut();
        match drafts[draft].setting.iter_mut().rev().find(|(running, _)| *running == feature) {
            Some((_, has_set)) => {
                *has_set = true;
                true
            }
            None => false,
        }
    }

    /// Lets the feature's `set` make what is kept of a value.
    fn munge(
        &self,
        draft: usize,
        feature: FeatureId,
        set: RuleId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        self.drafts.borrow_mut()[draft].setting.push((feature, false));
        let made = self.run(set, Subject::Draft(draft), Some(value), budget);
        let popped = self.drafts.borrow_mut()[draft].setting.pop();
        let made = made.map_err(Trouble::elsewhere)?;
        if popped.is_some_and(|(_, kept)| kept) || self.ready.accessors(feature).derived.is_some() {
            return Ok(());
        }
        self.store(draft, feature, &made, budget)
    }

    fn appended(
        &self,
        draft: usize,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Value, Trouble> {
        if !self.ready.metamodel[feature].many() {
            let label = self.ready.metamodel.feature_label(feature);
            return Err(Trouble::refused(format!(
                "`{label}` has one value only, so that nothing can be added"
            )));
        }
        let mut all = match self.drafts.borrow().get(draft).and_then(|draft| draft.values.get(&feature)) {
            Some(Value::Array(items)) => items.to_vec(),
            _ => Vec::new(),
        };
        match value {
            Value::Array(items) => all.extend(items.iter().cloned()),
            other => all.push(other.clone()),
        }
        budget.pay(all.len(), all.len() * size_of::<Value>())?;
        Ok(Value::array(all))
    }

    /// Keeps a value that has the type of its feature and is acceptable.
    fn store(
        &self,
        draft: usize,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        let data = &self.ready.metamodel[feature];
        if matches!(value, Value::Undef) {
            self.drafts.borrow_mut()[draft].values.remove(&feature);
            return Ok(());
        }
        let value = if data.many() {
            let Some(items) = self.items(feature, value) else {
                return Err(self.mismatch(feature, "a list", value));
            };
            let items: Result<Vec<_>, _> =
                items.iter().map(|item| self.fitted(feature, item, budget)).collect();
            Value::array(items?)
        } else {
            self.fitted(feature, value, budget)?
        };
        let one = std::slice::from_ref(&value);
        let all = if let (true, Value::Array(items)) = (data.many(), &value) { &items[..] } else { one };
        for rule in self.ready.rules.of_feature.get(&feature).into_iter().flatten() {
            if self.ready.rule(*rule).role != Role::Check || !self.ready.is_sound(*rule) {
                continue;
            }
            for item in all {
                let answer =
                    self.run(*rule, Subject::Draft(draft), Some(item), budget).map_err(Trouble::elsewhere)?;
                self.accept(*rule, Some(item), &answer).map_err(Trouble::elsewhere)?;
            }
        }
        self.drafts.borrow_mut()[draft].values.insert(feature, value);
        Ok(())
    }

    /// What an answer of a rule means, as a problem at the rule.
    fn accept(&self, id: RuleId, it: Option<&Value>, answer: &Value) -> Result<(), Box<Diagnostic>> {
        let (rule, metamodel) = (self.ready.rule(id), self.ready.metamodel);
        let problem = match verdict(rule, metamodel, it, answer) {
            Verdict::Fine => return Ok(()),
            Verdict::Violated(code, message) => Diagnostic::error(code, message),
            Verdict::Wrong(problem) => problem,
        };
        Err(Box::new(rule.shown_in(problem, metamodel)))
    }

    /// One value as the feature keeps it.
    pub(super) fn fitted(
        &self,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Value, Trouble> {
        let metamodel = self.ready.metamodel;
        match metamodel[feature].typed.classifier() {
            Some(Classifier::Class(class)) => match value {
                Value::Object(object) if object.class.is(&self.ready.class(class)) => Ok(value.clone()),
                _ => match self.of_several(class, value, budget)? {
                    Some(made) => Ok(made),
                    None => {
                        let data = &metamodel[class];
                        Err(self.mismatch(feature, made_for(data).unwrap_or(&data.name), value))
                    }
                },
            },
            Some(Classifier::DataType(id)) => {
                let data = &metamodel[id];
                match self.ready.data_type(id) {
                    Some(ty) if ty.holds(value) => Ok(value.clone()),
                    Some(ty) => Err(self.mismatch(feature, &ty.to_string(), value)),
                    None if value.text().is_some_and(|text| data.parse(text).is_some()) => Ok(value.clone()),
                    None => Err(self.mismatch(feature, &data.name, value)),
                }
            }
            None => Ok(value.clone()),
        }
    }

    fn mismatch(&self, feature: FeatureId, wanted: &str, value: &Value) -> Trouble {
        let label = self.ready.metamodel.feature_label(feature);
        Trouble::refused(format!(
            "`{label}` takes {wanted}, but is given a value of type {}",
            value.type_of()
        ))
    }

    /// Completes an object: everything that it lacks or does not keep.
    pub(super) fn finish(&self, draft: usize, budget: &mut Budget) -> Vec<Diagnostic> {
        let class = self.drafts.borrow()[draft].class;
        let metamodel = self.ready.metamodel;
        let mut found = Vec::new();
        for feature in metamodel.table(class).all_features() {
            found.extend(self.counted(draft, *feature));
        }
        for rule in &self.ready.plan(class).invariants {
            let answer = self.run(*rule, Subject::Draft(draft), None, budget);
            let judged = answer.and_then(|answer| self.accept(*rule, None, &answer));
            found.extend(judged.err().map(|problem| *problem));
        }
        self.drafts.borrow_mut()[draft].open = false;
        found
    }

    /// Whether a feature has as many values as it needs.
    fn counted(&self, draft: usize, feature: FeatureId) -> Option<Diagnostic> {
        let (metamodel, data) = (self.ready.metamodel, &self.ready.metamodel[feature]);
        let is_computed = self.ready.accessors(feature).derived.is_some() || data.derived;
        if is_computed || metamodel.is_container(feature) {
            return None;
        }
        let label = metamodel.feature_label(feature);
        let drafts = self.drafts.borrow();
        let value = drafts[draft].values.get(&feature);
        let count = match value {
            Some(Value::Array(items)) if data.many() => items.len(),
            Some(_) => 1,
            None => 0,
        };
        let (least, most) = (data.typed.lower, data.typed.upper);
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        if count == 0 && least == 1 {
            return Some(Diagnostic::error(
                codes::REQUIRED,
                format!("`{label}` is required, but was not set"),
            ));
        }
        if count < least {
            let values = if count == 1 { "value" } else { "values" };
            let message = format!("`{label}` has {count} {values}, but needs {least}");
            return Some(Diagnostic::error(codes::TOO_FEW, message));
        }
        (most > 0 && count > most).then(|| {
            Diagnostic::error(codes::TOO_MANY, format!("`{label}` has {count} values, but takes {most}"))
        })
    }

    /// A draft as logic sees it.
    pub(super) fn draft(&self, draft: usize) -> Value {
        Value::Object(self.draft_object(draft))
    }

    pub(super) fn draft_object(&self, draft: usize) -> Object {
        let class = self.ready.class(self.drafts.borrow()[draft].class);
        Object { class, identity: Who::Draft(draft).number() }
    }

    /// Sets what logic names by an object and a name.
    pub(super) fn assign_named(
        &self,
        draft: usize,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), Trouble> {
        let metamodel = self.ready.metamodel;
        let class = self.drafts.borrow()[draft].class;
        let Some(feature) = metamodel.feature(class, name) else {
            let names = metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name());
            let near = self.ready.suggestions.nearest(name, names);
            return Err(unknown(&metamodel[class].name, name, near));
        };
        let by = if self.drafts.borrow()[draft].setting.is_empty() { Setter::User } else { Setter::Logic };
        self.assign(draft, feature, change, value, by, budget)
    }
}
