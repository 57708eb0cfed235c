//! Values that are not known, because the code that computes them is not evaluated here.
//!
//! Invariants: a value that depends on such a value is not known either, for the same reason; nothing is decided by an
//! unknown value, and it never becomes a text. Only hosts create unknown values.

use super::value::Unknown;
use super::{HostError, Value};
use crate::diagnostic::codes;
use std::sync::Arc;

impl Unknown {
    /// The problem of something that cannot be decided without the value.
    #[must_use]
    pub fn undecided(&self) -> HostError {
        let position = match &self.place {
            Some((file, line)) => format!(" ({file}:{line})"),
            None => String::new(),
        };
        let message = format!("this depends on a value that is not known: {}{position}", self.reason);
        HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED)
    }
}

impl Value {
    /// The value itself, if it is known, so that something can be decided by it.
    ///
    /// # Errors
    /// If the value, or a part of it, is not known.
    pub fn known(&self) -> Result<&Self, HostError> {
        match self.unknown() {
            Some(unknown) => Err(unknown.undecided()),
            None => Ok(self),
        }
    }
}

/// Functions of the language that pass on some arguments without using their values, and the index of the first such
/// argument.
const PASSING_FUNCTIONS: [(&str, usize); 10] = [
    ("assert_type", 1),
    ("fail", 0),
    ("get", 2),
    ("getvar", 1),
    ("inject", 1),
    ("lookup", 1),
    ("next", 0),
    ("reduce", 1),
    ("return", 0),
    ("with", 0),
];

/// Functions of the language that do not use the values of the elements of a collection, so elements may be unknown.
const STRUCTURAL_FUNCTIONS: [&str; 34] = [
    "all",
    "any",
    "assert_type",
    "collect",
    "concat",
    "dig",
    "each",
    "empty",
    "fail",
    "filter",
    "get",
    "getvar",
    "group_by",
    "inject",
    "keys",
    "length",
    "lest",
    "lookup",
    "map",
    "merge",
    "next",
    "partition",
    "reduce",
    "reject",
    "return",
    "reverse_each",
    "select",
    "size",
    "slice",
    "step",
    "then",
    "values",
    "values_at",
    "with",
];

/// The unknown value because of which the result of a function of the language is unknown: an argument, or a value in
/// an argument. `None` if the function can be called.
pub(super) fn of_call(name: &str, arguments: &[Value]) -> Option<Arc<Unknown>> {
    let has_unknown = arguments.iter().any(|argument| argument.unknown().is_some());
    if !has_unknown {
        return None;
    }
    // The index of the first argument whose value the function does not use.
    let first_unused = PASSING_FUNCTIONS
        .iter()
        .find(|(function, _)| *function == name)
        .map_or(usize::MAX, |(_, first)| *first);
    let is_structural = STRUCTURAL_FUNCTIONS.contains(&name);
    let unknown = arguments.iter().enumerate().find_map(|(index, argument)| match argument {
        _ if index >= first_unused => None,
        Value::Unknown(unknown) => Some(unknown),
        // The function uses the collection, but not the values of its elements.
        _ if is_structural => None,
        other => other.unknown(),
    });
    unknown.cloned()
}
