//! What a rule is: an entry of the registry, and the checker that it starts for each document.
//!
//! Invariant: a checker lives as long as the check of one document, so that what it remembers never outlives the model
//! that it was read from. Nothing here knows any particular rule.

use super::Context;
use super::walk::{Step, Subject};
use crate::ecore::{ClassId, FeatureId, Metamodel};

/// A family of constraints, as the registry lists it.
pub(super) struct Rule {
    /// The slots that the rule checks in objects of a class; `None` where it does not check them at all.
    pub(super) concerns: fn(&Metamodel, ClassId) -> Option<Vec<usize>>,
    /// Starts a checker for one document. A rule that remembers nothing boxes its function.
    pub(super) start: fn() -> Box<dyn Checker>,
}

/// The slots of the features of a class that a rule applies to; `None` where there are none.
pub(super) fn slots_where(
    metamodel: &Metamodel,
    class: ClassId,
    applies: impl Fn(FeatureId) -> bool,
) -> Option<Vec<usize>> {
    let features = metamodel.table(class).all_features().iter().enumerate();
    let slots: Vec<usize> = features.filter(|(_, f)| applies(**f)).map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

/// A rule at work, with whatever it remembers from one object to the next.
pub(super) trait Checker {
    /// Checks one object, of a class that concerns the rule.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]);

    /// Checks what the walk encounters that is not an object of its own: a proxy, or an object for the second time.
    fn encounter(&mut self, _context: &mut Context<'_>, _step: Step) {}
}

impl<F: FnMut(&mut Context<'_>, Subject, &[usize])> Checker for F {
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
        self(context, subject, slots);
    }
}
