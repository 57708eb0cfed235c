//! Checks documents: [`check`](fn@check) reports everything in a document that its metamodel does not allow.
//!
//! The constraints are EMF's: those that all objects keep, and those of its validator for metamodels. One family of
//! constraints is one file and one line in [`RULES`]. Logic that a metamodel carries is evaluated by a [`LogicChecker`].
//!
//! Invariants: objects come in EMF's order, each before its contents; what EMF reports as an error is an error here,
//! and nothing else is ([`emf::TABLE`] maps our codes to EMF's constraints); a rule owns its state; checking changes
//! nothing and prints nothing. Notations and files are not known here.

mod check;
mod consequences;
mod containment;
mod context;
mod delegates;
mod ecore;
pub mod emf;
mod facets;
mod identity;
mod keys;
mod multiplicity;
mod number;
mod pairs;
mod pattern;
mod references;
mod rule;
mod types;
mod walk;

pub use check::{CheckOptions, LogicChecker, check};
pub use containment::is_uncheckable;
pub use number::Decimal;
pub use pattern::{Pattern, Work};
pub use walk::{Counts, count};

use crate::ecore::{ClassId, Element, Metamodel, builtin};
use context::Context;
use rule::{Checker, Rule};
use walk::{Step, Subject};

/// The registry of rules, in the order in which they check an object.
const RULES: &[Rule] = &[
    delegates::RULE,
    containment::RULE,
    multiplicity::RULE,
    references::RULE,
    pairs::RULE,
    facets::RULE,
    identity::RULE,
    keys::KEYS,
    keys::ENTRIES,
    ecore::names::RULE,
    ecore::annotations::RULE,
    ecore::packages::RULE,
    ecore::classifiers::RULE,
    ecore::enumerations::RULE,
    ecore::classes::RULE,
    ecore::features::RULE,
    ecore::operations::RULE,
    ecore::signatures::RULE,
    ecore::typed::RULE,
    ecore::defaults::RULE,
    ecore::opposites::RULE,
    ecore::generics::RULE,
    ecore::bounded::RULE,
    types::RULE,
];

/// The class whose constraints apply to an object: the first one of Ecore along first supertypes, or an unresolved one;
/// `EObject` where the chain ends before.
fn base_class(metamodel: &Metamodel, class: ClassId) -> ClassId {
    let mut at = class;
    // Supertypes have no cycle.
    while !metamodel.is_ecore_package(metamodel[at].package) {
        if metamodel.is_incomplete(Element::Class(at)) {
            return at;
        }
        match metamodel.supertypes(at).next() {
            Some(parent) => at = parent,
            None => return builtin::EOBJECT,
        }
    }
    at
}
