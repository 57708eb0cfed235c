//! The meaning of expressions: what Puppet answers, within bounds.
//!
//! A [`Logic`] is an expression made ready: names are looked up, literals are made, variables have their slots.
//! [`Logic::evaluate`] runs it. What logic can see of its surroundings comes from a [`Host`], which knows
//! variables by number, so that only what is read is fetched.
//!
//! Invariants: evaluating ends within its [`Limits`] of steps, depth and memory, or with a diagnostic; every
//! problem has its place in the source; nothing is printed, read or changed. This module does not know
//! formats, files, or what rules are for.

mod access;
mod budget;
mod call;
mod compare;
mod control;
mod functions;
mod number;
mod operators;
mod prepare;
mod regex;
mod run;
mod text;
mod translate;
mod types;
mod value;

pub use budget::{Budget, Limits, Trouble};
pub use functions::function_names;
pub use prepare::Logic;
pub use types::Ty;
pub use value::{Array, Class, Hash, Object, Value};

use crate::diagnostic::Diagnostic;

/// What logic sees of its surroundings.
pub trait Host {
    /// The number of a variable, if there is one of this name; asked once for each place in the logic.
    fn variable(&self, name: &str) -> Option<u32>;

    /// The value of a variable, by its number.
    ///
    /// # Errors
    /// Where it has to be computed, and cannot be.
    fn read(&self, variable: u32, budget: &mut Budget) -> Result<Value, Trouble>;

    /// What is bound to a name, for `lookup`.
    fn bound(&self, _name: &str) -> Option<Value> {
        None
    }

    /// A type by the name that logic has for it; asked once for each place in the logic.
    fn ty(&self, _name: &str) -> Option<Ty> {
        None
    }

    /// What an object has under a name.
    ///
    /// # Errors
    /// Where there is no such feature, or it cannot be computed.
    fn member(&self, object: &Object, name: &str, _budget: &mut Budget) -> Result<Value, Trouble> {
        Err(Trouble::refused(format!("`{}` has no feature `{name}`", object.class.name)))
    }
}

/// Surroundings without variables.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl Host for Nothing {
    fn variable(&self, _: &str) -> Option<u32> {
        None
    }

    fn read(&self, _: u32, _: &mut Budget) -> Result<Value, Trouble> {
        Ok(Value::Undef)
    }
}

/// What an evaluation comes to.
pub type Evaluated = Result<Value, Box<Diagnostic>>;

impl Value {
    /// The value as the literal that it can be written as.
    #[must_use]
    pub fn to_literal(&self) -> String {
        let mut out = String::new();
        text::literal(self, &mut out);
        out
    }

    /// The value as it is inside a string.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        text::display(self, &mut out);
        out
    }

    /// The narrowest type of the value.
    #[must_use]
    pub fn type_of(&self) -> Ty {
        types::infer_set(self)
    }
}
