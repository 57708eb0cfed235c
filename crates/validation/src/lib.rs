//! Checks documents: [`check`](fn@check) reports everything in a document that its metamodel does not allow.
//!
//! The constraints are those of EMF: the constraints for all objects, and those of EMF's validator for metamodels. Each
//! family of constraints is a file and a line in the registry below. The logic of a metamodel is evaluated by a
//! [`LogicChecker`].
//!
//! Invariants: objects are checked in EMF's order, each before its contents; under the rules of Java, a problem of a
//! rule in the registry is an error if and only if EMF reports it as an error ([`emf::TABLE`] maps the codes to EMF's
//! constraints), and only declared rules (Decision 19) add errors; a rule owns its state; checking changes nothing and
//! prints nothing. This crate does not know formats and files.
//!
//! This crate is internal: it has no stable API of its own. The crate `modelwright` has one.

/// Declares the files of rules, each of which contains a `RULE`, and lists the rules.
macro_rules! registry {
    ($($visibility:vis $list:ident: $($file:ident),+;)+) => {
        $($(mod $file;)+)+
        $($visibility const $list: &[Rule] = &[$($file::RULE),+];)+
    };
}

mod check;
mod consequences;
mod context;
mod ecore;
mod element_features;
pub mod emf;
mod facets;
mod kept_model;
mod number;
mod object_rule;
mod pattern;
mod rule;
mod walk;

pub use check::{CheckOptions, LogicChecker, ModelCheck, check};
pub use containment::is_uncheckable;
pub use facets::{CompiledFacets, FacetChecks};
pub use kept_model::KeptModel;
pub use number::Decimal;
pub use object_rule::{ObjectProblem, ObjectRule};
pub use pattern::{Pattern, Work};
pub use walk::{Counts, count};

use modelwright_metamodel::{diagnostic, model, unicode};

use context::Context;
use modelwright_metamodel::ecore::{ClassId, Element, Metamodel, builtin};
use rule::{Checker, Rule};
use walk::{Step, Subject};

// The rules for all objects, in the order in which they check an object. The rules for metamodels, in `ecore`, come
// after them. Last come rules that warn of what EMF accepts.
registry! {
    RULES: delegates, containment, multiplicity, references, pairs, facet_values, identity, keys, entries;
    WARNINGS: types, choices, any_values;
}

/// All rules, in the order in which they check an object.
fn all_rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().chain(ecore::RULES).chain(WARNINGS)
}

/// The class whose constraints apply to objects of a class: the first one along the chain of first supertypes that
/// belongs to Ecore or has an unresolved supertype, or else `EObject`.
fn base_class(metamodel: &Metamodel, class: ClassId) -> ClassId {
    let mut current = class;
    // The loop ends, because the supertypes in a loaded metamodel form no cycle.
    while !metamodel.is_ecore_package(metamodel[current].package) {
        if metamodel.is_incomplete(Element::Class(current)) {
            return current;
        }
        match metamodel.supertypes(current).next() {
            Some(parent) => current = parent,
            None => return builtin::EOBJECT,
        }
    }
    current
}

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
