//! Evaluates checks and invariants for the objects of a document: the [`LogicChecker`] of `validate::check`.
//!
//! Invariants: every object is visited once, in document order; each problem has the position of the object and that
//! of the rule. The budget of an evaluation depends on the object and its contents, never on other evaluations: the
//! problems of an object are the same however documents are partitioned, ordered or distributed over threads, and the
//! cost of a document is linear in its size, whatever its rules are.

use super::contained_logic::ContainedLogic;
use super::object_space::{Instance, ObjectSpace};
use super::prepared::{Plan, PreparedRules};
use super::rule::{Role, Rule, RuleId};
use super::verdict::{Verdict, judge};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use crate::ecore::{DataKind, FeatureId, Metamodel};
use crate::evaluate::{Budget, EvaluationLimits, EvaluationResult, Value};
use crate::model::{self, Addresses, DocumentId, Model, ObjectId};
use crate::validate::LogicChecker;
use std::sync::Arc;

/// The limits of each evaluation. A rule that reads one object takes some hundred steps, so these limits also allow
/// rules to read some thousand values elsewhere in the model.
const LIMITS: EvaluationLimits = EvaluationLimits { steps: 10_000, depth: 200, memory: 1 << 20 };
/// The number of steps by which each value of an object and its contents increases the limit, for rules that visit all
/// of them.
const STEPS_PER_VALUE: u64 = 50;
/// The number of bytes by which each value increases the limit of memory.
const BYTES_PER_VALUE: u64 = 512;
/// The depth to which the contents of an object are counted; limited, so that nesting does not multiply the cost.
const MAX_LEVELS: usize = 16;
/// The number of values above which the limits no longer grow: they are then about as high as the default limits.
const MAX_VALUES: u64 = 100_000;

/// Prepares the logic of a metamodel for [`check`](crate::validate::check()).
#[must_use]
pub fn prepare(metamodel: &Arc<Metamodel>) -> Box<dyn LogicChecker> {
    Box::new(PreparedRules::new(metamodel))
}

// Decision 18: `metamodel` does not depend on the language, and calls logic through this trait.
impl LogicChecker for PreparedRules {
    fn check(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        // Ids of classes and features are valid only in their own metamodel, so rules that were prepared for another
        // metamodel cannot be used.
        let mut problems = if Arc::ptr_eq(model.metamodel(), &self.metamodel) {
            self.evaluate(model, document, limit)
        } else {
            Self::new(model.metamodel()).evaluate(model, document, limit)
        };
        // Decision 16: if the document is itself a metamodel, the logic that it contains is checked wherever logic is
        // evaluated.
        problems.append(ContainedLogic::of_document(model, document).check(model, document, limit));
        problems
    }
}

impl PreparedRules {
    /// Evaluates the checks and invariants of the metamodel for every object of a document, which must be of the same
    /// metamodel. Reports the problems of the rules themselves first; keeps `limit` problems and counts the others.
    #[must_use]
    pub fn evaluate(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        let mut problems = Diagnostics::with_limit(limit);
        if self.rules.is_empty() {
            return problems;
        }
        // Plans do not contain rules with such problems, so each problem is reported once instead of for every object.
        problems.append(self.problems());
        let addresses = Addresses::new(model);
        let mut evaluation = Evaluation {
            prepared: self,
            space: ObjectSpace::new(self, Some(model)),
            model,
            addresses,
            problems,
        };
        for root in model.document(document).roots() {
            for object in std::iter::once(*root).chain(model.all_contents(*root)) {
                let plan = self.plan(model.class(object));
                // Decision 4: a proxy has no slots, so a rule would see an object without values.
                if !plan.is_empty() && !model.is_proxy(object) {
                    evaluation.evaluate_plan(object, plan);
                }
            }
        }
        evaluation.problems
    }
}

/// The evaluation of the rules for the objects of a document.
struct Evaluation<'a> {
    prepared: &'a PreparedRules,
    space: ObjectSpace<'a>,
    model: &'a Model,
    addresses: Addresses<'a>,
    problems: Diagnostics,
}

impl Evaluation<'_> {
    /// Evaluates the rules of a class for an object.
    fn evaluate_plan(&mut self, object: ObjectId, plan: &Plan) {
        for (feature, rule) in &plan.checks {
            self.check_feature(object, *feature, *rule);
        }
        for rule in &plan.invariants {
            // An invariant concerns the object itself, not one of its values.
            let (checked_value, shown_value) = (None, None);
            self.check_value(object, *rule, checked_value, shown_value);
        }
    }

    /// Checks each value of a feature separately.
    fn check_feature(&mut self, object: ObjectId, feature: FeatureId, rule: RuleId) {
        let (prepared, model) = (self.prepared, self.model);
        let derived_rule = prepared.accessors(feature).derived;
        // The values of a stored list are read one by one from the model. The values of a computed list, or of a list
        // of a composite type, can only be read together.
        let is_read_from_model = derived_rule.is_none() && self.space.form_of(feature).is_none();
        if is_read_from_model && model.metamodel()[feature].many() {
            for value in model.list(object, feature).iter() {
                // Logic gets the nearest number, which may differ from the number in the document, so messages show the
                // number in the document.
                let shown_value = digits(model, feature, value);
                let value = prepared.feature_value(model, feature, value);
                self.check_feature_value((object, feature), rule, &value, shown_value.as_ref());
            }
            return;
        }
        let result = match derived_rule {
            Some(derived) => self.run_derived(object, feature, derived),
            None => self.stored_value(object, feature),
        };
        match (result, derived_rule) {
            // An unset value is not checked; the result undef of a `derived` is.
            (Ok(Value::Undef), None) => {}
            (Ok(value), _) => {
                // A value from the model is a single one here, because lists were read above.
                let shown_value = if is_read_from_model {
                    digits(model, feature, model.get(object, feature))
                } else {
                    None
                };
                for value in self.space.checked_values(feature, &value) {
                    self.check_feature_value((object, feature), rule, value, shown_value.as_ref());
                }
            }
            (Err(problem), derived_rule) => {
                self.report_failure(object, derived_rule.unwrap_or(rule), &problem);
            }
        }
    }

    /// Checks a value of a feature, unless it is an invalid text. Messages show `shown_value` instead of the value, if
    /// it is set.
    fn check_feature_value(
        &mut self,
        (object, feature): (ObjectId, FeatureId),
        rule: RuleId,
        value: &Value,
        shown_value: Option<&Value>,
    ) {
        let prepared = self.prepared;
        // A valid text, such as that of a version, was converted to a value of its type. A text that remains is
        // invalid: it is already reported, and a check expects a value.
        let is_invalid_text = matches!(value, Value::String(_))
            && matches!(prepared.rule(rule).role, Role::Check)
            && prepared.is_stored_as_text(feature);
        if !is_invalid_text {
            self.check_value(object, rule, Some(value), shown_value);
        }
    }

    /// The value that a feature stores; `undef` if it stores none.
    fn stored_value(&self, object: ObjectId, feature: FeatureId) -> EvaluationResult {
        let model = self.model;
        // Unset values are not checked. Defaults are checked once, for the metamodel. A list without values is an empty
        // list, which is checked.
        if !model.metamodel()[feature].many() && !model.has_stored_value(object, feature) {
            return Ok(Value::Undef);
        }
        self.within_limits(object, |limits| {
            let value = self.space.read_stored(Instance::Model(object), feature, &mut Budget::new(limits));
            value.map_err(|error| Box::new(Diagnostic::from(error)))
        })
    }

    /// The value that logic computes for a feature.
    fn run_derived(&self, object: ObjectId, feature: FeatureId, derived: RuleId) -> EvaluationResult {
        let value = self.run(object, derived, None)?;
        self.within_limits(object, |limits| {
            let computed =
                self.space.check_computed(derived, feature, value.clone(), &mut Budget::new(limits));
            computed.map_err(|error| Box::new(Diagnostic::from(error)))
        })
    }

    /// Evaluates a rule for an object, optionally with a value as `$it`, and reports the problems that it finds.
    /// Messages show `shown_value` instead of the value, if it is set.
    fn check_value(
        &mut self,
        object: ObjectId,
        id: RuleId,
        checked_value: Option<&Value>,
        shown_value: Option<&Value>,
    ) {
        let (prepared, result) = (self.prepared, self.run(object, id, checked_value));
        let rule = prepared.rule(id);
        match result {
            Ok(answer) => match judge(rule, &prepared.metamodel, shown_value.or(checked_value), &answer) {
                Verdict::Accepted => {}
                Verdict::Violated(code, message) => {
                    self.report(object, rule, Diagnostic::error(code, message));
                }
                Verdict::Invalid(problem) => self.report(object, rule, problem),
            },
            Err(problem) => self.report_failure(object, id, &problem),
        }
    }

    /// Evaluates a rule within the limits for an object, optionally with a value as `$it`.
    fn run(&self, object: ObjectId, id: RuleId, checked_value: Option<&Value>) -> EvaluationResult {
        self.within_limits(object, |limits| self.run_within(limits, object, id, checked_value))
    }

    /// Evaluates within the limits for an object. Few evaluations exceed the basic limits, so the object's values are
    /// counted only then.
    fn within_limits(
        &self,
        object: ObjectId,
        evaluate: impl Fn(EvaluationLimits) -> EvaluationResult,
    ) -> EvaluationResult {
        let result = evaluate(LIMITS);
        match &result {
            Err(problem) if problem.code == codes::LIMIT => {
                let value_count = count_values(self.model, object);
                // For so few values, a second attempt would have less than twice the steps of the first one.
                if value_count * STEPS_PER_VALUE < LIMITS.steps {
                    return result;
                }
                evaluate(EvaluationLimits {
                    // Decision 16: the budget depends only on the object, so the result does not depend on how the
                    // model is partitioned.
                    steps: LIMITS.steps + value_count * STEPS_PER_VALUE,
                    memory: LIMITS.memory + value_count * BYTES_PER_VALUE,
                    ..LIMITS
                })
            }
            _ => result,
        }
    }

    /// Evaluates a rule once, within these limits.
    fn run_within(
        &self,
        limits: EvaluationLimits,
        object: ObjectId,
        id: RuleId,
        checked_value: Option<&Value>,
    ) -> EvaluationResult {
        let result =
            self.space.evaluate(id, Instance::Model(object), checked_value, &mut Budget::new(limits));
        // Drafts are dropped, because objects that a rule created would remain opposites of objects that later rules
        // read.
        self.space.drop_drafts();
        result
    }

    /// Reports a problem of an object, and shows the rule that found it.
    fn report(&mut self, object: ObjectId, rule: &Rule, problem: Diagnostic) {
        let metamodel = &self.prepared.metamodel;
        let Self { problems, model, addresses, .. } = self;
        // Addresses and positions must be searched, so they are computed only for problems that are kept.
        problems.push_with(problem.severity, || {
            let mut problem = problem.object(addresses.fragment(object));
            problem.feature = rule.feature.map(|feature| metamodel[feature].name().to_owned());
            rule.label(model.located(problem, object), metamodel)
        });
    }

    /// Reports that logic cannot be evaluated, with the object and the position of the failure.
    fn report_failure(&mut self, object: ObjectId, id: RuleId, problem: &Diagnostic) {
        let prepared = self.prepared;
        let Self { problems, model, addresses, .. } = self;
        problems.push_with(Severity::Error, || {
            let object_problem =
                Diagnostic::error(problem.code, problem.message.as_str()).object(addresses.fragment(object));
            let mut located_problem = model.located(object_problem, object);
            located_problem.help.clone_from(&problem.help);
            // The problem is at the object; its labels show the position in the logic where the evaluation failed.
            located_problem.labels.extend(problem.labels.iter().cloned());
            prepared.with_rule(located_problem, prepared.rule(id))
        });
    }
}

/// The exact digits of a number that logic may round, for messages; `None` for other values.
fn digits(model: &Model, feature: FeatureId, value: model::Value<'_>) -> Option<Value> {
    let model::Value::Lexical(digits) = value else { return None };
    let metamodel = model.metamodel();
    let is_number =
        matches!(metamodel[metamodel.data_type(feature)].kind, DataKind::BigInteger | DataKind::BigDecimal);
    is_number.then(|| Value::string(digits))
}

/// The number of values of an object and its contents down to [`MAX_LEVELS`]; at most [`MAX_VALUES`].
fn count_values(model: &Model, object: ObjectId) -> u64 {
    let (mut count, mut pending) = (0_u64, vec![(object, 0)]);
    while let Some((object, level)) = pending.pop() {
        let class = model.class(object);
        for feature in model.metamodel().table(class).all_features() {
            let values =
                if model.metamodel()[*feature].many() { model.list(object, *feature).len() } else { 1 };
            count += values as u64;
        }
        // Counting stops here, because more values do not change the limits, and large objects must not be walked
        // completely for each rule that exceeds its limit.
        if count >= MAX_VALUES {
            return MAX_VALUES;
        }
        if level < MAX_LEVELS {
            pending.extend(model.contents(object).map(|child| (child, level + 1)));
        }
    }
    count
}
