//! The objects that logic can reach: those of a model, and drafts that logic has created.
//!
//! Invariants: the model is never changed; drafts belong to one evaluation. This module does not know variables.

use super::draft::Draft;
use super::identity::Identity;
use super::links::Links;
use super::prepared::PreparedRules;
use super::rule::RuleId;
use super::scope::Scope;
use super::values::{has_default, has_value};
use crate::diagnostic::nearest;
use crate::ecore::{ClassId, FeatureId};
use crate::evaluate::{BYTES_PER_STEP, Budget, EvaluationLimits, EvaluationResult, HostError, Object, Value};
use crate::model::{Model, ObjectId, uri};
use crate::validate::FacetChecks;
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::sync::Arc;

/// The maximum number of features of a class that are compared with a misspelt name.
pub(super) const MAX_SUGGESTIONS: usize = 1_000;

/// An object for which logic is evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) enum Instance {
    Model(ObjectId),
    Draft(usize),
}

impl Instance {
    /// The object to which a value refers; `None` for an element of the metamodel.
    pub(super) fn from_object(object: &Object) -> Option<Self> {
        match Identity::decode(object) {
            Identity::Model(id) => Some(Self::Model(id)),
            Identity::Draft(draft) => Some(Self::Draft(draft)),
            Identity::Feature(_) | Identity::Class(_) | Identity::Package(_) => None,
        }
    }
}

/// Rules that are borrowed for one evaluation, or shared with objects that outlive it.
pub(super) enum HeldRules<'a> {
    Borrowed(&'a PreparedRules),
    Shared(Arc<PreparedRules>),
}

impl Deref for HeldRules<'_> {
    type Target = PreparedRules;

    fn deref(&self) -> &PreparedRules {
        match self {
            Self::Borrowed(rules) => rules,
            Self::Shared(rules) => rules,
        }
    }
}

/// All objects that logic can reach.
pub(super) struct ObjectSpace<'a> {
    pub(super) prepared: HeldRules<'a>,
    pub(super) model: Option<&'a Model>,
    /// The URI of the document to which the addresses in messages are relative.
    pub(super) base: Option<String>,
    /// The objects that logic has created.
    pub(super) drafts: RefCell<Vec<Draft>>,
    pub(super) links: RefCell<Links>,
    pub(super) facets: RefCell<FacetChecks>,
    /// Whether a type was searched for from the root.
    pub(super) has_searched_roots: Cell<bool>,
}

impl<'a> ObjectSpace<'a> {
    /// A space with the objects of a model, if there is one.
    pub(super) fn new(prepared: &'a PreparedRules, model: Option<&'a Model>) -> Self {
        Self::with(HeldRules::Borrowed(prepared), model)
    }

    /// A space without a model that shares the ownership of its rules.
    pub(super) fn shared(prepared: Arc<PreparedRules>) -> ObjectSpace<'static> {
        ObjectSpace::with(HeldRules::Shared(prepared), None)
    }

    /// A space without drafts.
    fn with(prepared: HeldRules<'a>, model: Option<&'a Model>) -> Self {
        Self {
            prepared,
            model,
            base: None,
            // A `RefCell`, because the running program borrows the host while logic creates drafts.
            drafts: RefCell::default(),
            links: RefCell::default(),
            facets: RefCell::default(),
            has_searched_roots: Cell::new(false),
        }
    }

    /// Discards the drafts of a finished evaluation.
    pub(super) fn drop_drafts(&self) {
        let kept_count = 0;
        self.truncate_drafts(kept_count);
    }

    /// Evaluates a rule for an object, optionally with a value as `$it`.
    pub(super) fn evaluate(
        &self,
        id: RuleId,
        subject: Instance,
        checked_value: Option<&Value>,
        budget: &mut Budget,
    ) -> EvaluationResult {
        let scope = Scope::for_instance(self, self.prepared.rule(id), subject, checked_value);
        // A rule that is a lambda is called with `$it`; an invariant or `derived` is called with the object.
        let self_value = if checked_value.is_none() { scope.self_value() } else { Value::Undef };
        let argument = checked_value.unwrap_or(&self_value);
        self.prepared.program(id).run(&scope, budget, std::slice::from_ref(argument))
    }

    /// The value of a feature, as logic reads it: computed, stored, or stored and passed through `get`.
    pub(super) fn read(
        &self,
        subject: Instance,
        feature: FeatureId,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let accessors = self.prepared.accessors(feature);
        if let Some(derived) = accessors.derived {
            let value = self.evaluate(derived, subject, None, budget).map_err(HostError::caused_by)?;
            return self.check_computed(derived, feature, value, budget);
        }
        let stored = self.read_stored(subject, feature, budget)?;
        let Some(get) = accessors.get else { return Ok(stored) };
        let value = self.evaluate(get, subject, Some(&stored), budget).map_err(HostError::caused_by)?;
        self.check_computed(get, feature, value, budget)
    }

    /// Returns the value that a rule has computed for a feature, or the problem that it does not have the type of the
    /// feature.
    pub(super) fn check_computed(
        &self,
        rule: RuleId,
        feature: FeatureId,
        value: Value,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        match self.find_mismatch(feature, &value, budget) {
            None => Ok(value),
            // The value is in no document, because it was computed, so the label shows the rule.
            Some(problem) => {
                let (rule, metamodel) = (self.prepared.rule(rule), &self.prepared.metamodel);
                Err(HostError::caused_by(Box::new(rule.label(problem.into(), metamodel))))
            }
        }
    }

    /// The stored value of a feature, as logic reads it.
    pub(super) fn read_stored(
        &self,
        subject: Instance,
        feature: FeatureId,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let stored = self.read_unconverted(subject, feature, budget)?;
        self.plain_value(feature, stored, budget)
    }

    /// The stored value of a feature, with objects instead of plain values.
    pub(super) fn read_unconverted(
        &self,
        subject: Instance,
        feature: FeatureId,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let stored = match subject {
            Instance::Model(object) => self.read_model(object, feature, budget)?,
            Instance::Draft(draft) => self.read_draft(draft, feature),
        };
        Ok(self.with_opposites(subject, feature, stored))
    }

    /// The value of a feature of an object of the model.
    fn read_model(
        &self,
        object: ObjectId,
        feature: FeatureId,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let Some(model) = self.model else { return Ok(Value::Undef) };
        let data = &self.prepared.metamodel[feature];
        if data.many() {
            let values = model.list(object, feature);
            // If the feature is unsettable, an empty list differs from one that was never set.
            if values.is_empty() && data.unsettable && !has_value(model, object, feature) {
                return Ok(Value::Undef);
            }
            budget.charge(values.len(), values.len() * size_of::<Value>())?;
            values.iter().try_for_each(|value| self.charge_any_value(feature, value, budget))?;
            return Ok(Value::array(
                values.iter().map(|v| self.prepared.feature_value(model, feature, v)).collect(),
            ));
        }
        Ok(match model.get(object, feature) {
            crate::model::Value::Object(id) => self.prepared.object_value(model, id),
            // `Model::get` returns the default of the data type, but that is a value only if `has_default` holds.
            _ if !has_value(model, object, feature) => Value::Undef,
            value => {
                self.charge_any_value(feature, value, budget)?;
                self.prepared.feature_value(model, feature, value)
            }
        })
    }

    /// Charges the cost of reading a value of any kind from its text.
    fn charge_any_value(
        &self,
        feature: FeatureId,
        value: crate::model::Value<'_>,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        if self.prepared.metamodel.any_kind(feature).is_none() {
            return Ok(());
        }
        let Some(text) = value.text() else { return Ok(()) };
        // A text contains at most one value for two characters, as in a list of digits, so the values cost less than
        // the charge.
        budget.charge(text.len() / BYTES_PER_STEP + 1, text.len() * size_of::<Value>())
    }

    /// The value that a draft stores.
    fn read_draft(&self, draft: usize, feature: FeatureId) -> Value {
        let data = &self.prepared.metamodel[feature];
        match self.drafts.borrow()[draft].values.get(&feature) {
            Some(value) => value.clone(),
            // The other cases are as in `read_model`, so that logic reads the same value before and after an object is
            // added to a model.
            None if data.many() && !data.unsettable => Value::array(Vec::new()),
            None if !data.many() && has_default(data) => self.prepared.default_value(feature),
            None => Value::Undef,
        }
    }

    /// The address of a proxy whose object was not found, relative to the base if there is one; `None` for other
    /// objects.
    pub(super) fn unresolved_address(&self, object: ObjectId) -> Option<String> {
        let model = self.model?;
        let address = model.proxy_uri(object)?;
        // A proxy may already be resolved to a target in another document of the model.
        if model.resolved_target(object).is_some() {
            return None;
        }
        Some(match &self.base {
            Some(base) => uri::relative(base, address),
            None => address.to_owned(),
        })
    }

    /// The value of a feature by its name.
    pub(super) fn read_named(
        &self,
        subject: Instance,
        name: &str,
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let class = match (subject, self.model) {
            (Instance::Draft(draft), _) => self.drafts.borrow()[draft].class,
            (Instance::Model(object), Some(model)) => {
                // A proxy has no slots, so every feature would be undef instead of an error.
                if let Some(address) = self.unresolved_address(object) {
                    return Err(HostError::new(format!("`{address}` was not resolved")));
                }
                model.class(object)
            }
            (Instance::Model(_), None) => return Ok(Value::Undef),
        };
        let metamodel = &self.prepared.metamodel;
        let Some(feature) = metamodel.feature(class, name) else {
            let similar_name = self.suggest_feature(class, name, budget)?;
            return Err(unknown_feature(&metamodel[class].name, name, similar_name));
        };
        self.read(subject, feature, budget)
    }

    /// The feature that was probably meant by a name; `None` if no name is similar. The search is charged, because
    /// misspelt names in many evaluations would add up.
    pub(super) fn suggest_feature(
        &self,
        class: ClassId,
        name: &str,
        budget: &mut Budget,
    ) -> Result<Option<&str>, HostError> {
        let features = self.prepared.metamodel.table(class).all_features();
        if features.len() > MAX_SUGGESTIONS {
            return Ok(None);
        }
        budget.charge_steps(features.len())?;
        Ok(nearest(name, features.iter().map(|id| self.prepared.metamodel[*id].name())))
    }

    /// The features of an object that have a value, as stored; without the container and computed features.
    pub(super) fn stored_features(&self, object: &Object) -> Vec<(String, Value)> {
        let Some(subject) = Instance::from_object(object) else { return Vec::new() };
        let metamodel = &self.prepared.metamodel;
        // Showing an object does not belong to an evaluation, so it has its own budget.
        let mut budget = Budget::new(EvaluationLimits::default());
        let features = metamodel.table(ClassId::new(object.class.id as usize)).all_features().iter();
        let mut names_and_values = Vec::new();
        for feature in features {
            let is_computed = self.prepared.accessors(*feature).derived.is_some();
            if is_computed || metamodel.is_container(*feature) {
                continue;
            }
            let value = self.read_stored(subject, *feature, &mut budget).unwrap_or(Value::Undef);
            if !is_empty(&value) {
                names_and_values.push((metamodel[*feature].name().to_owned(), value));
            }
        }
        names_and_values
    }
}

/// Whether a value is undef or an empty collection.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => false,
    }
}

/// The problem that a name is not a feature, with the feature that was probably meant.
pub(super) fn unknown_feature(owner: &str, name: &str, similar_name: Option<&str>) -> HostError {
    HostError::new(match similar_name {
        Some(similar_name) => format!("`{owner}` has no feature `{name}`; did you mean `{similar_name}`?"),
        None => format!("`{owner}` has no feature `{name}`"),
    })
}
