//! The complete check of a document: its structure, the rules of the registry, and the metamodel's logic.
//!
//! Invariants: typed values, the workspace and the command line all check through [`check`]; its result depends on
//! the document and the options alone. This module does not know how logic is evaluated: see [`LogicChecker`].

use super::all_rules;
use super::consequences::{UnreadValue, without_consequences};
use super::context::Context;
use super::ecore::view::EcoreView;
use super::facets;
use super::object_rule::{self, ObjectRule};
use super::rule::Checker;
use super::walk::{Step, Subject, Walk};
use crate::diagnostic::Diagnostics;
use crate::model::{Addresses, DocumentId, Model};
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use std::fmt;
use std::sync::Arc;

/// Evaluates the logic that metamodels carry: checks of features, and invariants of classes.
///
/// This crate stores logic as text in annotations and does not understand it; `modelwright_evaluation::logic`
/// implements this trait.
pub trait LogicChecker: fmt::Debug + Send + Sync {
    /// Checks the objects of a document with the logic of the model's metamodel and, if the document is a metamodel
    /// itself, its own logic. Stores `limit` problems and counts the others.
    fn check(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics;
}

/// How a document is checked.
#[derive(Debug, Clone, Copy)]
pub struct CheckOptions<'a> {
    /// The number of problems that each part of the check stores; further ones are only counted.
    pub limit: usize,
    /// The rules of the caller, which run after those of EMF for each object.
    pub rules: &'a [Arc<dyn ObjectRule>],
    /// Evaluates logic; without it, logic is not checked.
    pub logic: Option<&'a dyn LogicChecker>,
    /// The problems that were reported while the document was read, or created from values. Problems that only follow
    /// from these or from each other are omitted. With `None`, all problems that EMF reports are included.
    pub reported: Option<&'a Diagnostics>,
}

impl Default for CheckOptions<'_> {
    fn default() -> Self {
        Self { limit: Diagnostics::LIMIT, rules: &[], logic: None, reported: None }
    }
}

/// Checks every object of a document against all rules: first the constraints of EMF, then logic.
///
/// A document that was not read completely is not checked, because most problems would follow from the missing part.
#[must_use]
pub fn check(model: &Model, document: DocumentId, options: &CheckOptions<'_>) -> Diagnostics {
    ModelCheck::new(model).check(document, options)
}

/// The check of several documents of one model. The information about the complete model is collected once.
#[derive(Debug)]
pub struct ModelCheck<'m> {
    model: &'m Model,
    view: EcoreView<'m>,
}

impl<'m> ModelCheck<'m> {
    /// The check of the documents of a model, which must be complete.
    #[must_use]
    pub fn new(model: &'m Model) -> Self {
        Self { model, view: EcoreView::new(model) }
    }

    /// Checks one of the documents, as [`check`] does.
    #[must_use]
    pub fn check(&self, document: DocumentId, options: &CheckOptions<'_>) -> Diagnostics {
        self.check_prepared(document, options, &mut PreparedCheck::new(self.model.metamodel()))
    }

    /// As [`ModelCheck::check`], with the information that earlier checks have derived from the metamodel.
    pub(super) fn check_prepared(
        &self,
        document: DocumentId,
        options: &CheckOptions<'_>,
        prepared: &mut PreparedCheck,
    ) -> Diagnostics {
        // Most problems would only follow from the missing part (Decision 16).
        if self.model.document(document).is_truncated {
            return Diagnostics::with_limit(options.limit);
        }
        let mut problems = self.check_rules(document, options, prepared);
        if let Some(logic) = options.logic {
            problems.append(logic.check(self.model, document, options.limit));
        }
        match options.reported {
            Some(reported) => without_consequences(problems, reported, &self.unread_values(document)),
            None => problems,
        }
    }

    /// The values of a document that could not be read.
    fn unread_values(&self, document: DocumentId) -> Vec<UnreadValue> {
        let metamodel = self.model.metamodel();
        let mut addresses = Addresses::new(self.model);
        let values = self.model.document(document).unread_values.iter();
        let values = values.map(|(object, feature)| UnreadValue {
            object: addresses.fragment(*object),
            feature: metamodel[*feature].name().to_owned(),
            is_reference: metamodel[*feature].is_reference(),
        });
        values.collect()
    }

    /// Checks all objects of a document with the rules; returns their problems in the order of the objects.
    fn check_rules(
        &self,
        document: DocumentId,
        options: &CheckOptions<'_>,
        prepared: &mut PreparedCheck,
    ) -> Diagnostics {
        let (model, metamodel) = (self.model, self.model.metamodel());
        let mut context = Context::new(model, document, &self.view, options.limit);
        context.facets = std::mem::take(&mut prepared.facets);
        context.facets.start_document();
        let rules: Vec<_> = options.rules.iter().filter(|rule| rule.applies_to(metamodel)).collect();
        let mut checkers: Vec<Box<dyn Checker>> = all_rules().map(|rule| (rule.start)()).collect();
        for root in model.document(document).roots() {
            for step in Walk::for_rules(model, *root) {
                if let Step::Object(subject) = step {
                    let class = subject.class(model);
                    let plan =
                        prepared.plans[class.index()].get_or_insert_with(|| make_plan(metamodel, class));
                    check_object(&mut checkers, &mut context, subject, plan);
                    object_rule::check(&rules, &mut context, subject);
                } else {
                    // The other steps do not concern a class, so all rules are called.
                    checkers.iter_mut().for_each(|checker| checker.encounter(&mut context, step));
                }
            }
        }
        prepared.facets = std::mem::take(&mut context.facets);
        context.problems
    }
}

/// The positions of the rules that apply to a class, each with the slots to check.
type Plan = Box<[(usize, Vec<usize>)]>;

/// What the rules derive from a metamodel, reused for several documents of the metamodel.
pub(super) struct PreparedCheck {
    /// The plan of each class, made once, because a document may contain millions of objects.
    plans: Vec<Option<Plan>>,
    facets: facets::Cache,
}

impl PreparedCheck {
    /// An empty preparation: everything is computed when a document first requires it.
    pub(super) fn new(metamodel: &Metamodel) -> Self {
        let plans = (0..metamodel.classes().count()).map(|_| None).collect();
        Self { plans, facets: facets::Cache::default() }
    }
}

impl fmt::Debug for PreparedCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedCheck").finish_non_exhaustive()
    }
}

/// Determines the rules that apply to a class.
fn make_plan(metamodel: &Metamodel, class: ClassId) -> Plan {
    let rules = all_rules().enumerate();
    rules.filter_map(|(index, rule)| Some((index, (rule.concerns)(metamodel, class)?))).collect()
}

/// Checks an object with the rules of its class.
fn check_object(checkers: &mut [Box<dyn Checker>], context: &mut Context<'_>, subject: Subject, plan: &Plan) {
    context.next_object();
    for (rule, slots) in plan.iter() {
        checkers[*rule].check(context, subject, slots);
        // In EMF, a rule that fails ends the check of the object with an exception, and the next object is checked.
        if context.has_failed() {
            return;
        }
    }
}
