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
mod variables;

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

    /// Whether logic may set a variable; else an assignment makes a variable of the logic's own.
    fn is_settable(&self, _variable: u32) -> bool {
        false
    }

    /// Sets a variable, by its number.
    ///
    /// # Errors
    /// Where it may not be, or not to this value.
    fn write(
        &self,
        _variable: u32,
        _change: Change,
        _value: &Value,
        _budget: &mut Budget,
    ) -> Result<(), Trouble> {
        Err(Trouble::refused("this cannot be set"))
    }

    /// Sets what an object has under a name.
    ///
    /// # Errors
    /// Where it may not be, or not to this value.
    fn write_member(
        &self,
        object: &Object,
        _name: &str,
        _change: Change,
        _value: &Value,
        _budget: &mut Budget,
    ) -> Result<(), Trouble> {
        Err(Trouble::refused(format!("this `{}` cannot be changed", object.class.name)))
    }

    /// Starts to make an object of a type from values by name.
    ///
    /// # Errors
    /// Where it cannot be made of these.
    fn begin(&self, class: &Class, _values: Option<&Hash>, _budget: &mut Budget) -> Result<Object, Trouble> {
        Err(Trouble::refused(format!("no `{}` can be made here", class.name)))
    }

    /// Completes an object that was started.
    ///
    /// # Errors
    /// Where it lacks something, or is not sound.
    fn finish(&self, _object: &Object, _budget: &mut Budget) -> Result<(), Trouble> {
        Ok(())
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

/// What an assignment does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// `=`
    Set,
    /// `+=`
    Append,
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
