//! The logic of metamodels, bound to objects: checks, invariants, and computed features.
//!
//! * [`PreparedRules`] are the rules of a metamodel, prepared once; [`PreparedRules::evaluate`] evaluates checks and
//!   invariants for the objects of a document.
//! * [`prepare`] and [`RuleCache`] connect logic to [`crate::validate::check`](crate::validate::check()), which does
//!   not know how logic is evaluated.
//! * [`PreparedRules::new_object`] creates an object as `new` does. [`EvaluationSession`] evaluates statements one
//!   after another, and [`CreatedObjects`] keeps objects between evaluations without a model.
//! * [`to_any_value`] converts a value to the form in which models store it.
//!
//! Invariants: a rule is parsed and prepared once, however many objects it is evaluated for; evaluation changes no
//! model, ends within a budget that depends on the object alone, and reports each problem with its position. The
//! annotations that store logic and the variables of rules are known here; notations and files are not.

mod any_values;
mod check_document;
mod connect;
mod contained_logic;
mod created_objects;
mod declared_types;
mod defaults;
mod document_functions;
mod draft;
mod evaluation_session;
mod identity;
mod instantiate;
mod links;
mod meta;
mod object_space;
mod plain_values;
mod prepared;
mod rule;
mod rule_cache;
mod scope;
mod values;
mod verdict;

pub use any_values::to_any_value;
pub use check_document::prepare;
pub use contained_logic::ContainedLogic;
pub use created_objects::CreatedObjects;
pub use evaluation_session::EvaluationSession;
pub use prepared::PreparedRules;
pub use rule_cache::RuleCache;

use crate::ecore::Metamodel;

/// Whether a metamodel contains logic, so that its documents must be checked by this logic.
#[must_use]
pub fn is_carried_by(metamodel: &Metamodel) -> bool {
    !rule::RuleSet::collect(metamodel).is_empty()
}
