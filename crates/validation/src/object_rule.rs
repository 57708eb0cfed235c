//! Rules of callers, beside the families of constraints that this crate has.
//!
//! Invariant: a rule of a caller sees one object at a time, and cannot change what the other rules report.

use super::context::Context;
use super::walk::Subject;
use crate::diagnostic::{Code, Severity};
use crate::model::{Model, ObjectId};
use std::fmt::Debug;
use std::sync::Arc;

/// A rule of a caller: it checks every object of a document.
pub trait ObjectRule: Debug + Send + Sync {
    /// Its name, which no other rule has.
    fn name(&self) -> &str;

    /// Checks an object, and passes each problem to `report`, which adds the position of the object.
    fn check(&self, model: &Model, object: ObjectId, report: &mut dyn FnMut(ObjectProblem));
}

/// A problem that a rule of a caller found in an object.
#[derive(Debug, Clone)]
pub struct ObjectProblem {
    /// Its code.
    pub code: Code,
    /// Whether the document is invalid.
    pub severity: Severity,
    /// The feature that it concerns, if it does not concern the whole object.
    pub feature: Option<String>,
    /// What was expected, and what was found.
    pub message: String,
    /// What to do; empty if the message is sufficient.
    pub help: String,
}

/// Runs the rules for an object of the document.
pub(super) fn check(rules: &[Arc<dyn ObjectRule>], context: &mut Context<'_>, subject: Subject) {
    let Subject::Object(object) = subject else { return };
    for rule in rules {
        // The borrow of the model must not last as long as that of the context, which `report` changes.
        let model = context.model;
        rule.check(model, object, &mut |problem| {
            let ObjectProblem { code, severity, feature, message, help } = problem;
            context.push(severity, code, (subject, feature.as_deref()), message, &help);
        });
    }
}
