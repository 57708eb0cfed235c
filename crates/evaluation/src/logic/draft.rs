//! Creates objects as `new` does: defaults first, then the values of the caller, then the lambda; invariants at the
//! end.
//!
//! Invariants: every value of a draft has the type of its feature and passes its checks; a completed draft never
//! changes; a draft is in no model, so a problem leaves the model unchanged.

use super::any_values;
use super::identity::Identity;
use super::links::Link;
use super::object_space::{Instance, ObjectSpace, unknown_feature};
use super::rule::{Role, RuleId};
use super::values::is_bytes;
use super::verdict::{Verdict, judge};
use crate::diagnostic::{Diagnostic, codes, shorten};
use crate::ecore::composite_text;
use crate::ecore::{ClassId, Classifier, DataKind, DataTypeId, FeatureId, Literal, ValueRules};
use crate::evaluate::{Budget, Change, Hash, HostError, Object, Type, Value};
use rustc_hash::FxHashMap;

/// The number of bytes that is charged for a draft.
const DRAFT_BYTES: usize = 256;

/// An object that is not in a model.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) class: ClassId,
    /// The values that were set.
    pub(super) values: FxHashMap<FeatureId, Value>,
    /// The links that follow from its references.
    pub(super) links: Vec<Link>,
    /// Whether the draft can still be changed.
    pub(super) is_open: bool,
    /// The features whose `set` is being evaluated, the innermost last.
    running_sets: Vec<RunningSet>,
}

/// A feature whose `set` is being evaluated.
#[derive(Debug)]
struct RunningSet {
    feature: FeatureId,
    /// Whether the `set` has assigned the feature itself.
    has_assigned: bool,
}

/// The origin of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setter {
    /// The creator of the object.
    User,
    /// The object's own logic, which may set features that are not changeable.
    Logic,
}

impl ObjectSpace<'_> {
    /// Creates a draft with defaults and these values. The draft can still be changed.
    pub(super) fn create_draft(
        &self,
        class: ClassId,
        values: Option<&Hash>,
        budget: &mut Budget,
    ) -> Result<usize, HostError> {
        let metamodel = &self.prepared.metamodel;
        let data = &metamodel[class];
        if data.is_abstract || data.is_interface {
            return Err(HostError::new(format!(
                "`{}` is abstract, so no object of it can be created",
                data.name
            )));
        }
        budget.charge(1, DRAFT_BYTES)?;
        let draft = self.drafts.borrow().len();
        let new_draft = Draft {
            class,
            values: FxHashMap::default(),
            links: Vec::new(),
            is_open: true,
            running_sets: Vec::new(),
        };
        self.drafts.borrow_mut().push(new_draft);
        for feature in metamodel.table(class).all_features() {
            let data = &metamodel[*feature];
            // As in ARM-7, defaults come first and are checked like any other value. They are stored values, so `set`
            // is not called for them.
            if data.default_literal.is_some() && data.default != Literal::Null && !data.many() {
                let value = self.prepared.default_value(*feature);
                self.store(draft, *feature, &value, budget)?;
            }
        }
        let Some(values) = values else { return Ok(draft) };
        // As in ARM-7, all unknown keys are reported together, before `set` is called for any value.
        self.reject_unknown(class, values, budget)?;
        for (key, value) in values.pairs() {
            let name = key.text().unwrap_or_default();
            if let Some(feature) = metamodel.feature(class, name) {
                self.assign(draft, feature, Change::Set, value, Setter::User, budget)?;
            }
        }
        Ok(draft)
    }

    /// Reports all keys that are not features.
    fn reject_unknown(&self, class: ClassId, values: &Hash, budget: &mut Budget) -> Result<(), HostError> {
        let metamodel = &self.prepared.metamodel;
        let keys: Vec<String> = values
            .pairs()
            .iter()
            .filter(|(key, _)| key.text().is_none_or(|name| metamodel.feature(class, name).is_none()))
            .map(|(key, _)| key.to_text())
            .collect();
        if keys.is_empty() {
            return Ok(());
        }
        let mut keys_with_suggestions = Vec::with_capacity(keys.len());
        for key in &keys {
            keys_with_suggestions.push(match self.suggest_feature(class, key, budget)? {
                Some(similar_name) => format!("`{key}` (did you mean `{similar_name}`?)"),
                None => format!("`{key}`"),
            });
        }
        let noun = if keys.len() == 1 { "feature" } else { "features" };
        let message =
            format!("`{}` has no {noun} {}", metamodel[class].name, keys_with_suggestions.join(", "));
        Err(HostError::new(message))
    }

    /// Sets a feature, or appends to it.
    pub(super) fn assign(
        &self,
        draft: usize,
        feature: FeatureId,
        change: Change,
        value: &Value,
        setter: Setter,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let data = &self.prepared.metamodel[feature];
        if !self.drafts.borrow()[draft].is_open {
            let message = format!("this object is complete, so `{}` cannot be set any more", data.name());
            return Err(HostError::new(message));
        }
        // As in ARM-7, setters may set features that are not changeable for users.
        if setter == Setter::User && !data.changeable {
            return Err(HostError::new(format!(
                "`{}` is not changeable; only logic sets it",
                self.prepared.metamodel.feature_label(feature)
            )));
        }
        let accessors = self.prepared.accessors(feature);
        let is_own_set_running = self.note_own_assignment(draft, feature);
        let value = match (change, accessors.derived) {
            (Change::Set, _) => value.clone(),
            // Outside of the feature's own `set`, `+=` extends the computed list, because that is the value that is
            // read.
            (Change::Append, Some(_)) if !is_own_set_running => {
                let computed = self.read(Instance::Draft(draft), feature, budget)?;
                self.append(feature, computed, value, budget)?
            }
            (Change::Append, _) => {
                let stored = self.read_stored(Instance::Draft(draft), feature, budget)?;
                self.append(feature, stored, value, budget)?
            }
        };
        // Inside the feature's own `set`, an assignment stores the value; calling `set` again would not end.
        if !is_own_set_running && let Some(set) = accessors.set {
            return self.assign_by_logic(draft, feature, set, &value, budget);
        }
        // A computed feature has no stored value.
        if accessors.derived.is_some() {
            return Ok(());
        }
        self.store(draft, feature, &value, budget)
    }

    /// Notes that a feature is assigned, if its own `set` is running. Returns whether it is.
    fn note_own_assignment(&self, draft: usize, feature: FeatureId) -> bool {
        let mut drafts = self.drafts.borrow_mut();
        // A `set` may assign a feature whose `set` assigns this feature again, so the innermost one is noted.
        let mut running_sets = drafts[draft].running_sets.iter_mut().rev();
        match running_sets.find(|running| running.feature == feature) {
            Some(own_set) => {
                own_set.has_assigned = true;
                true
            }
            None => false,
        }
    }

    /// Calls the `set` of a feature, and stores the result.
    fn assign_by_logic(
        &self,
        draft: usize,
        feature: FeatureId,
        set: RuleId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        self.drafts.borrow_mut()[draft].running_sets.push(RunningSet { feature, has_assigned: false });
        let value = self.evaluate(set, Instance::Draft(draft), Some(value), budget);
        // The `set` is removed even if there is an error, because it would count as running from then on.
        let finished_set = self.drafts.borrow_mut()[draft].running_sets.pop();
        let value = value.map_err(HostError::caused_by)?;
        // As in ARM-7, if a setter assigns its own feature, that is the value, and the result of the setter is ignored.
        let has_assigned = finished_set.is_some_and(|set| set.has_assigned);
        if has_assigned || self.prepared.accessors(feature).derived.is_some() {
            return Ok(());
        }
        self.store(draft, feature, &value, budget)
    }

    /// Appends values to those of a feature; entries of a hash replace entries with the same key.
    fn append(
        &self,
        feature: FeatureId,
        values: Value,
        added: &Value,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        if !self.prepared.metamodel[feature].many() {
            let label = self.prepared.metamodel.feature_label(feature);
            return Err(HostError::new(format!("`{label}` is not a list, so nothing can be appended")));
        }
        // Both are copied to the new list, so that repeated `+=` is charged for what it costs.
        let total = count_values(&values) + count_values(added);
        budget.charge(total, total * size_of::<Value>())?;
        Ok(match (values, added) {
            (Value::Hash(hash), Value::Hash(added)) => {
                Value::hash(hash.pairs().iter().chain(added.pairs()).cloned())
            }
            (Value::Array(items), Value::Array(added)) => {
                Value::array(items.iter().chain(added.iter()).cloned().collect())
            }
            (Value::Array(items), item) => Value::array(items.iter().chain([item]).cloned().collect()),
            (Value::Undef, item) if !matches!(item, Value::Array(_) | Value::Hash(_)) => {
                Value::array(vec![item.clone()])
            }
            (_, added) => added.clone(),
        })
    }

    /// Stores a value, if it has the type of the feature and passes its checks.
    fn store(
        &self,
        draft: usize,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let data = &self.prepared.metamodel[feature];
        // Assigning undef unsets the feature, and removes what followed from its value.
        if matches!(value, Value::Undef) {
            self.disconnect(draft, Some(feature));
            self.drafts.borrow_mut()[draft].values.remove(&feature);
            return Ok(());
        }
        let value = if data.many() {
            let Some(items) = self.items(feature, value) else {
                return Err(self.mismatch(feature, "a list", value));
            };
            let mut converted_items = Vec::with_capacity(items.len());
            for item in items.iter() {
                converted_items.push(self.convert_value(feature, item, budget)?);
            }
            Value::array(converted_items)
        } else {
            self.convert_value(feature, value, budget)?
        };
        self.check(draft, feature, &value, budget)?;
        // The old value is replaced last, because it must stay if the new one is rejected. Its links are removed before
        // those of the new one are added: a part that is in both would otherwise lose its owner.
        self.disconnect(draft, Some(feature));
        self.drafts.borrow_mut()[draft].values.remove(&feature);
        self.connect(draft, feature, &value, budget)?;
        self.drafts.borrow_mut()[draft].values.insert(feature, value);
        Ok(())
    }

    /// Evaluates the checks of a feature for a value that is about to be stored.
    fn check(
        &self,
        draft: usize,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let prepared = &*self.prepared;
        let Some(rules) = prepared.rules.of_feature.get(&feature) else { return Ok(()) };
        // Rules of types are skipped, because `convert_value` has already checked the type.
        let is_check = |id: &RuleId| prepared.rule(*id).role == Role::Check && prepared.can_be_evaluated(*id);
        let checks: Vec<RuleId> = rules.iter().copied().filter(is_check).collect();
        if checks.is_empty() {
            return Ok(());
        }
        let value = self.plain_value(feature, value.clone(), budget)?;
        for rule in checks {
            for item in self.checked_values(feature, &value) {
                let answer = self
                    .evaluate(rule, Instance::Draft(draft), Some(item), budget)
                    .map_err(HostError::caused_by)?;
                self.judge(rule, Some(item), &answer).map_err(HostError::caused_by)?;
            }
        }
        Ok(())
    }

    /// The values that the checks of a feature examine: each value of a list, or the single value.
    pub(super) fn checked_values<'v>(&self, feature: FeatureId, value: &'v Value) -> &'v [Value] {
        match value {
            Value::Array(items) if self.prepared.metamodel[feature].many() => items,
            other => std::slice::from_ref(other),
        }
    }

    /// The problem that a value does not have the type of a feature; `None` if it does.
    pub(super) fn find_mismatch(
        &self,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Option<HostError> {
        if matches!(value, Value::Undef) {
            return None;
        }
        let draft_count = self.drafts.borrow().len();
        let mismatch = if self.prepared.metamodel[feature].many() {
            match self.items(feature, value) {
                Some(items) => items.iter().find_map(|item| self.convert_value(feature, item, budget).err()),
                None => Some(self.mismatch(feature, "a list", value)),
            }
        } else {
            self.convert_value(feature, value, budget).err()
        };
        // Objects that were created for plain values only served this test.
        self.truncate_drafts(draft_count);
        mismatch
    }

    /// Returns the problem that the result of a rule reports as an error, located at the rule.
    fn judge(
        &self,
        id: RuleId,
        checked_value: Option<&Value>,
        answer: &Value,
    ) -> Result<(), Box<Diagnostic>> {
        let (rule, metamodel) = (self.prepared.rule(id), &self.prepared.metamodel);
        let problem = match judge(rule, metamodel, checked_value, answer) {
            Verdict::Accepted => return Ok(()),
            Verdict::Violated(code, message) => Diagnostic::error(code, message),
            Verdict::Invalid(problem) => problem,
        };
        Err(Box::new(rule.label(problem, metamodel)))
    }

    /// A single value as the feature stores it: if a class was created for plain values, the value is converted to an
    /// object.
    pub(super) fn convert_value(
        &self,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let metamodel = &self.prepared.metamodel;
        match metamodel[feature].typed.classifier() {
            // Plain values are accepted only for classes that were created for composite types.
            Some(Classifier::Class(class)) => match value {
                Value::Object(object) if object.class.is(&self.prepared.class(class)) => Ok(value.clone()),
                _ => match self.convert_plain(class, value, budget)? {
                    Some(object) => Ok(object),
                    None => {
                        let data = &metamodel[class];
                        Err(self.mismatch(feature, composite_text(data).unwrap_or(&data.name), value))
                    }
                },
            },
            Some(Classifier::DataType(id)) => self.convert_data(feature, id, value),
            None => Ok(value.clone()),
        }
    }

    /// A single value of a data type as the feature stores it.
    fn convert_data(&self, feature: FeatureId, id: DataTypeId, value: &Value) -> Result<Value, HostError> {
        let metamodel = &self.prepared.metamodel;
        let data = &metamodel[id];
        // Decision 20: models store these values as text, so a value without such a text is rejected.
        if let Some(kind) = data.any {
            let is_of_type = self.prepared.data_type(id).is_none_or(|ty| ty.holds(value));
            return match any_values::to_any_value(value) {
                Ok(_) if is_of_type => Ok(value.clone()),
                Ok(_) => Err(self.mismatch(feature, kind.name(), value)),
                Err(unsupported_part) => {
                    let label = metamodel.feature_label(feature);
                    Err(HostError::new(format!("`{label}` cannot store {unsupported_part}")))
                }
            };
        }
        let stored = match self.prepared.data_type(id) {
            // The value is converted to what reading a document would result in, because checks are written for that.
            Some(_) if self.is_converted_when_stored(feature, value) => {
                self.prepared.read_text(feature, value)
            }
            Some(ty) if ty.holds(value) || holds_as_float(&ty, data.kind, value) => value.clone(),
            Some(ty) => return Err(self.mismatch(feature, &ty.to_string(), value)),
            // Logic has no type for this data type, so every text that is valid in documents is accepted.
            None if self.is_readable_text(feature, value) => value.clone(),
            None => return Err(self.mismatch(feature, &data.name, value)),
        };
        self.check_facets(feature, id, &stored)?;
        Ok(stored)
    }

    /// Checks the facets of a data type that the type in logic does not express.
    fn check_facets(&self, feature: FeatureId, id: DataTypeId, value: &Value) -> Result<(), HostError> {
        let metamodel = &self.prepared.metamodel;
        // The type of an enumeration already lists its literals.
        if metamodel[id].literals.is_some() || matches!(value, Value::Undef) {
            return Ok(());
        }
        let text = value.to_model_text();
        let Some(expected) = self.facets.borrow_mut().expected(metamodel, id, &text) else { return Ok(()) };
        let label = metamodel.feature_label(feature);
        let excerpt = shorten(&text);
        Err(HostError::new(format!("the value `{excerpt}` of `{label}` must be {expected}")))
    }

    /// Whether a value is converted when it is stored: a text that represents a value of the feature's type, such as a
    /// date, or a time that must be rounded for the feature.
    fn is_converted_when_stored(&self, feature: FeatureId, value: &Value) -> bool {
        let metamodel = &self.prepared.metamodel;
        let data = &metamodel[metamodel.data_type(feature)];
        // Dates in models have milliseconds, `Timestamp` has nanoseconds.
        let is_date = data.kind == DataKind::Date;
        match value {
            Value::String(text) => {
                let ty = self.prepared.data_type(metamodel.data_type(feature));
                let represents_value =
                    |ty: Type| matches!(ty.value_of_text(text), Some(Ok(value)) if ty.holds(&value));
                let is_text_of_kind = (is_date || is_bytes(data)) && self.is_readable_text(feature, value);
                is_text_of_kind || ty.is_some_and(represents_value)
            }
            Value::Rich(rich) => is_date && rich.type_name() == "Timestamp",
            _ => false,
        }
    }

    /// Whether a value is a text from which a value of the feature's data type can be read. Under declared rules
    /// (Decision 19), dates must be exact.
    fn is_readable_text(&self, feature: FeatureId, value: &Value) -> bool {
        let metamodel = &self.prepared.metamodel;
        let data = &metamodel[metamodel.data_type(feature)];
        let is_declared = metamodel.value_rules(feature) == ValueRules::Declared;
        value.text().is_some_and(|text| data.parse(text).is_some() && (!is_declared || data.is_exact(text)))
    }

    /// The problem that a value does not have the type of a feature.
    fn mismatch(&self, feature: FeatureId, expected: &str, value: &Value) -> HostError {
        let label = self.prepared.metamodel.feature_label(feature);
        HostError::new(format!("`{label}` requires {expected}, but the value is of type {}", value.type_of()))
    }

    /// Completes a draft. Returns the problems: missing values and violated invariants.
    pub(super) fn complete_draft(&self, draft: usize, budget: &mut Budget) -> Vec<Diagnostic> {
        let class = self.drafts.borrow()[draft].class;
        let metamodel = &self.prepared.metamodel;
        let mut problems = Vec::new();
        for feature in metamodel.table(class).all_features() {
            problems.extend(self.check_count(draft, *feature, budget));
        }
        for rule in &self.prepared.plan(class).invariants {
            let answer = self.evaluate(*rule, Instance::Draft(draft), None, budget);
            let verdict = answer.and_then(|answer| self.judge(*rule, None, &answer));
            problems.extend(verdict.err().map(|problem| *problem));
        }
        // The draft is closed even if there are problems: a later change would not be checked.
        self.drafts.borrow_mut()[draft].is_open = false;
        if !problems.is_empty() {
            self.disconnect(draft, None);
        }
        problems
    }

    /// The problem that a feature has too few or too many values; `None` if their number is allowed.
    fn check_count(&self, draft: usize, feature: FeatureId, budget: &mut Budget) -> Option<Diagnostic> {
        let metamodel = &self.prepared.metamodel;
        let data = &metamodel[feature];
        let is_computed = self.prepared.accessors(feature).derived.is_some() || data.derived;
        // A part is created before the object that contains it, so its container may not be set yet.
        if is_computed || metamodel.is_container(feature) {
            return None;
        }
        let label = metamodel.feature_label(feature);
        let is_stored = self.drafts.borrow()[draft].values.contains_key(&feature);
        let value = match self.read_unconverted(Instance::Draft(draft), feature, budget) {
            Ok(value) => value,
            Err(problem) => return Some(problem.into()),
        };
        let count = match &value {
            Value::Array(items) if data.many() => items.len(),
            // An opposite may have set the value, although the draft itself stores none.
            Value::Object(_) => 1,
            _ => usize::from(is_stored),
        };
        let (min, max) = (data.typed.lower, data.typed.upper);
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        if count == 0 && min == 1 {
            return Some(Diagnostic::error(codes::REQUIRED, format!("`{label}` is required, but not set")));
        }
        if count < min {
            let values = if count == 1 { "value" } else { "values" };
            let message = format!("`{label}` has {count} {values}, but requires {min}");
            return Some(Diagnostic::error(codes::TOO_FEW, message));
        }
        // Ecore's unbounded and unspecified maxima are -1 and -2.
        (max > 0 && count > max).then(|| {
            Diagnostic::error(codes::TOO_MANY, format!("`{label}` has {count} values, but allows {max}"))
        })
    }

    /// A value that refers to a draft.
    pub(super) fn draft_value(&self, draft: usize) -> Value {
        Value::Object(self.draft_object(draft))
    }

    /// A draft as an object.
    pub(super) fn draft_object(&self, draft: usize) -> Object {
        let class = self.prepared.class(self.drafts.borrow()[draft].class);
        Object { class, identity: Identity::Draft(draft).encode() }
    }

    /// Sets a feature by name.
    pub(super) fn assign_named(
        &self,
        draft: usize,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let metamodel = &self.prepared.metamodel;
        let class = self.drafts.borrow()[draft].class;
        let Some(feature) = metamodel.feature(class, name) else {
            let similar_name = self.suggest_feature(class, name, budget)?;
            return Err(unknown_feature(&metamodel[class].name, name, similar_name));
        };
        // While a `set` of the object is running, `$self[name] = …` is an assignment by the object's own logic.
        let setter =
            if self.drafts.borrow()[draft].running_sets.is_empty() { Setter::User } else { Setter::Logic };
        self.assign(draft, feature, change, value, setter, budget)
    }
}

/// The number of values that are copied when a list or a hash is copied.
fn count_values(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Hash(hash) => 2 * hash.len(),
        _ => 1,
    }
}

/// Whether a type of floats accepts an integer, as a plain `Float` does.
#[expect(clippy::cast_precision_loss, reason = "floats hold the nearest number")]
fn holds_as_float(ty: &Type, kind: DataKind, value: &Value) -> bool {
    let is_float = matches!(kind, DataKind::Float { .. } | DataKind::Double { .. });
    matches!(value, Value::Integer(number) if is_float && ty.holds(&Value::Float(*number as f64)))
}
