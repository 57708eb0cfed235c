//! Rules: entries of the registry, and the checkers that they start for each document.
//!
//! Invariant: a checker exists only during the check of one document, so its state never outlives the model that it
//! was computed from. This module does not know any particular rule.

use super::Context;
use super::walk::{Step, Subject};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};

/// A family of constraints, as the registry lists it.
pub(super) struct Rule {
    /// The slots that the rule checks in objects of a class; `None` if it does not check them.
    pub(super) concerns: fn(&Metamodel, ClassId) -> Option<Vec<usize>>,
    /// Starts a checker for one document. A rule without state boxes its function.
    pub(super) start: fn() -> Box<dyn Checker>,
}

/// The slots of the features of a class that a rule applies to; `None` if there are none.
pub(super) fn slots_where(
    metamodel: &Metamodel,
    class: ClassId,
    applies: impl Fn(FeatureId) -> bool,
) -> Option<Vec<usize>> {
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> = features.filter(|(_, f)| applies(**f)).map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

/// A rule during a check, with its state.
pub(super) trait Checker {
    /// Checks one object, of a class that concerns the rule.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]);

    /// Checks a step of the walk that is not a new object: a proxy, or a repeated object.
    fn encounter(&mut self, _context: &mut Context<'_>, _step: Step) {}
}

impl<F: FnMut(&mut Context<'_>, Subject, &[usize])> Checker for F {
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
        self(context, subject, slots);
    }
}
