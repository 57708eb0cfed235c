//! The logic of types, bound to objects: checks, invariants, and what is computed.
//!
//! * [`validate`](fn@validate) evaluates the checks and invariants of a metamodel for the objects of a document.
//! * [`validate_metamodel`] looks at the logic itself.
//! * [`Rules`] is the logic that a metamodel carries, read once; [`Ready`] is the same made ready to run.
//! * [`Ready::new_object`] makes an object as `new` does. [`Session`] evaluates what is tried out.
//!
//! Invariants: a rule is read and prepared once, however many objects it is for; where a metamodel has no logic,
//! objects are not looked at; evaluating changes no model, ends within bounds, and tells each problem with its
//! place. This module knows the annotations that carry logic and what its variables are; it does not know the
//! notation of documents or of types, nor files.

mod check;
mod commit;
mod compile;
mod identity;
mod make;
mod ready;
mod scope;
mod session;
mod several;
mod values;
mod verdict;

pub use check::{validate, validate_metamodel};
pub use compile::Rules;
pub use ready::Ready;
pub use session::Session;
