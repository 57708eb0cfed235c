//! Runs checks and invariants over the objects of a document.
//!
//! Invariants: every object is looked at once, in order of the document; each finding has the place of the object
//! and that of the rule. The cost is linear in the document: there is a sum of steps for all rules, which grows
//! with each evaluation by what honest ones need; rules that cost more are told and not run any further.

use super::compile::{Rule, RuleId, Rules};
use super::ready::{Plan, Ready, spent};
use super::scope::{Subject, World};
use super::values::is_there;
use super::verdict::{Verdict, verdict};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use crate::ecore::{FeatureId, Metamodel, builtin};
use crate::evaluate::{Budget, Limits, Value};
use crate::model::{self, Addresses, DocumentId, Model, ObjectId};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Steps for all rules together.
const ALL_STEPS: u64 = 5_000_000;
/// Steps that each object adds, since an invariant may look at all of them.
const STEPS_PER_OBJECT: u64 = 50;
/// Steps that each evaluation adds.
const STEPS_PER_RUN: u64 = 100;

/// Evaluates the rules that a model's metamodel carries for every object of a document.
#[must_use]
pub fn validate(model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
    let rules = Rules::of(model.metamodel());
    if rules.is_empty() {
        return Diagnostics::with_limit(limit);
    }
    let ready = Ready::new(model.metamodel(), &rules);
    let objects = model.object_count() as u64;
    let mut checker = Checker {
        world: World::new(&ready, Some(model)),
        model,
        addresses: Addresses::new(model),
        left: ALL_STEPS + objects * STEPS_PER_OBJECT,
        costly: FxHashSet::default(),
        findings: Diagnostics::with_limit(limit),
    };
    checker.findings.append(ready.problems());
    for root in model.document(document).roots() {
        for object in std::iter::once(*root).chain(model.all_contents(*root)) {
            if model.is_proxy(object) {
                continue;
            }
            let plan = ready.plan(model.class(object));
            if !plan.is_empty() && !checker.object(object, &plan) {
                return checker.findings;
            }
        }
    }
    checker.findings
}

/// What is wrong with the logic itself that the metamodel in a document carries.
#[must_use]
pub fn validate_metamodel(model: &Model, document: DocumentId) -> Diagnostics {
    let has_rules =
        |object| model::ecore::carries_logic(model, object) || model::ecore::carries_type(model, object);
    if !model.objects().any(has_rules) {
        return Diagnostics::new();
    }
    let base = if model.metamodel().package_by_uri(builtin::XML_TYPE_URI).is_some() {
        Arc::new(Metamodel::ecore().with_xml_types())
    } else {
        Metamodel::ecore()
    };
    let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
    let documents: Vec<DocumentId> = std::iter::once(document).chain(others).collect();
    let metamodel = model::ecore::from_models(model, &documents, &base).metamodel;
    let rules = Rules::of(&metamodel);
    Ready::new(&metamodel, &rules).problems()
}

struct Checker<'a, 'r> {
    world: World<'a, 'r>,
    model: &'a Model,
    addresses: Addresses<'a>,
    /// The steps that are left for all rules.
    left: u64,
    /// Rules that met a limit once.
    costly: FxHashSet<RuleId>,
    findings: Diagnostics,
}

impl Checker<'_, '_> {
    /// Evaluates what concerns an object; not where nothing is left for it.
    fn object(&mut self, object: ObjectId, plan: &Plan) -> bool {
        for (feature, rule) in &plan.checks {
            if !self.feature(object, *feature, *rule) {
                return false;
            }
        }
        plan.invariants.iter().all(|rule| self.evaluate(object, *rule, None))
    }

    /// Checks the values that a feature was given, one by one.
    fn feature(&mut self, object: ObjectId, feature: FeatureId, rule: RuleId) -> bool {
        let ready = self.world.ready;
        let model = self.model;
        if model.metamodel()[feature].many() {
            let mut values = model.list(object, feature).iter();
            return values.all(|value| {
                let value = ready.value(model, feature, value);
                self.evaluate(object, rule, Some(&value))
            });
        }
        if let Some(derived) = ready.accessors(feature).derived {
            let mut budget = self.budget();
            let value = self.world.run(derived, Subject::Model(object), None, &mut budget);
            self.world.forget();
            self.settle(&budget);
            return match value {
                Ok(value) => self.evaluate(object, rule, Some(&value)),
                Err(problem) => {
                    self.failed(object, derived, &problem);
                    true
                }
            };
        }
        if !model.has_stored_value(object, feature) || !is_there(model, object, feature) {
            return true;
        }
        let value = ready.value(model, feature, model.get(object, feature));
        self.evaluate(object, rule, Some(&value))
    }

    fn budget(&self) -> Budget {
        let limits = Limits::default();
        Budget::new(Limits { steps: limits.steps.min(self.left), ..limits })
    }

    fn settle(&mut self, budget: &Budget) {
        self.left = (self.left + STEPS_PER_RUN).saturating_sub(budget.used().max(1));
    }

    /// Evaluates one rule; not where nothing is left for it.
    fn evaluate(&mut self, object: ObjectId, id: RuleId, it: Option<&Value>) -> bool {
        if !self.costly.is_empty() && self.costly.contains(&id) {
            return true;
        }
        let mut budget = self.budget();
        let result = self.world.run(id, Subject::Model(object), it, &mut budget);
        self.world.forget();
        self.settle(&budget);
        let (ready, metamodel) = (self.world.ready, self.world.ready.metamodel);
        let rule = ready.rule(id);
        let answer = match result {
            Ok(answer) => verdict(rule, metamodel, it, &answer),
            Err(problem) => {
                let limit = problem.code == codes::LIMIT;
                if limit {
                    self.costly.insert(id);
                }
                if limit && self.left < STEPS_PER_RUN {
                    self.findings.push(rule.shown_in(spent(&rule.described(metamodel)), metamodel));
                    return false;
                }
                self.failed(object, id, &problem);
                return true;
            }
        };
        match answer {
            Verdict::Fine => {}
            Verdict::Violated(code, message) => {
                self.tell(object, rule, Diagnostic::error(code, message));
            }
            Verdict::Wrong(problem) => self.tell(object, rule, problem),
        }
        true
    }

    /// Tells of a problem with an object, and shows the rule that found it.
    fn tell(&mut self, object: ObjectId, rule: &Rule, problem: Diagnostic) {
        let metamodel = self.world.ready.metamodel;
        let Self { findings, model, addresses, .. } = self;
        findings.push_with(problem.severity, || {
            let mut problem = problem.object(addresses.of(object));
            problem.feature = rule.feature.map(|feature| metamodel[feature].name().to_owned());
            rule.shown_in(model.located(problem, object), metamodel)
        });
    }

    /// Tells of logic that cannot be evaluated: for which object, and where it goes wrong.
    fn failed(&mut self, object: ObjectId, id: RuleId, problem: &Diagnostic) {
        let ready = self.world.ready;
        let Self { findings, model, addresses, .. } = self;
        findings.push_with(Severity::Error, || {
            let own = Diagnostic::error(problem.code, problem.message.as_str()).object(addresses.of(object));
            let mut placed = model.located(own, object);
            placed.help.clone_from(&problem.help);
            placed.labels.extend(problem.labels.iter().cloned());
            ready.placed(placed, ready.rule(id))
        });
    }
}
