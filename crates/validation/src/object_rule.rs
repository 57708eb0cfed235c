//! Rules of callers, in addition to the constraints in this crate.
//!
//! Invariant: a rule of a caller reads one object at a time, and cannot change what other rules report.

use super::context::Context;
use super::walk::Subject;
use crate::diagnostic::{Code, Severity};
use crate::model::{Model, ObjectId};
use modelwright_metamodel::ecore::Metamodel;
use std::fmt::Debug;
use std::sync::Arc;

/// A rule of a caller, which checks every object of a document.
pub trait ObjectRule: Debug + Send + Sync {
    /// The name of the rule, which must be unique.
    fn name(&self) -> &str;

    /// Whether documents of a metamodel may have objects that the rule checks. If not, the rule is not called for such
    /// documents.
    fn applies_to(&self, metamodel: &Metamodel) -> bool {
        // Rules for a single metamodel override this, so that documents of other metamodels cost nothing.
        let _ = metamodel;
        true
    }

    /// Checks an object, and passes each problem to `report`, which adds the position of the object.
    fn check(&self, model: &Model, object: ObjectId, report: &mut dyn FnMut(ObjectProblem));
}

/// A problem that a rule of a caller found in an object.
#[derive(Debug, Clone)]
pub struct ObjectProblem {
    /// The code of the problem.
    pub code: Code,
    /// Whether the document is invalid.
    pub severity: Severity,
    /// The feature with the problem; `None` if the problem concerns the complete object.
    pub feature: Option<String>,
    /// What was expected, and what was found.
    pub message: String,
    /// What to do; empty if the message is sufficient.
    pub help: String,
}

/// Runs the rules for an object.
pub(super) fn check(rules: &[&Arc<dyn ObjectRule>], context: &mut Context<'_>, subject: Subject) {
    let Subject::Object(object) = subject else { return };
    for rule in rules {
        // The reference to the model is copied, so that the model is not borrowed through the context, which `report`
        // changes.
        let model = context.model;
        rule.check(model, object, &mut |problem| {
            let ObjectProblem { code, severity, feature, message, help } = problem;
            context.push(severity, code, (subject, feature.as_deref()), message, &help);
        });
    }
}
