//! Rules: the entries of the registry, and the checkers that they create for each document.
//!
//! Invariant: a checker exists only while one document is checked, so its state never outlives the model from which it
//! was computed. This module does not know individual rules.

use super::Context;
use super::walk::{Step, Subject};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};

/// A family of constraints, as listed in the registry.
pub(super) struct Rule {
    /// The slots that the rule checks in objects of a class; `None` if the rule does not apply to the class.
    pub(super) concerns: fn(&Metamodel, ClassId) -> Option<Vec<usize>>,
    /// Creates a checker for one document. If a rule has no state, the checker is just its function.
    pub(super) start: fn() -> Box<dyn Checker>,
}

/// The slots of the features of a class to which a rule applies; `None` if there are none.
pub(super) fn slots_where(
    metamodel: &Metamodel,
    class: ClassId,
    applies: impl Fn(FeatureId) -> bool,
) -> Option<Vec<usize>> {
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> =
        features.filter(|(_, feature)| applies(**feature)).map(|(slot, _)| slot).collect();
    (!slots.is_empty()).then_some(slots)
}

/// A rule during a check, with its state.
pub(super) trait Checker {
    /// Checks an object of a class to which the rule applies.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]);

    /// Handles a step of the walk that is not a new object: a proxy, or a repeated object.
    fn encounter(&mut self, _context: &mut Context<'_>, _step: Step) {}
}

impl<F: FnMut(&mut Context<'_>, Subject, &[usize])> Checker for F {
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
        self(context, subject, slots);
    }
}
