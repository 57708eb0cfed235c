//! What depends on values that are not known, because what computes them is not evaluated here.
//!
//! Invariants: what depends on such a value is not known either, for the same reason; nothing is decided by it, and it
//! never becomes a text. Only hosts make such values.

use super::value::Unknown;
use super::{HostError, Value};
use crate::diagnostic::codes;
use std::sync::Arc;

impl Unknown {
    /// The problem of something that cannot be decided without the value.
    #[must_use]
    pub fn undecided(&self) -> HostError {
        let place = match &self.place {
            Some((file, line)) => format!(" ({file}:{line})"),
            None => String::new(),
        };
        let message = format!("this depends on a value that is not known: {}{place}", self.reason);
        HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED)
    }
}

impl Value {
    /// The value, if it can decide something.
    ///
    /// # Errors
    /// If it, or a part of it, is not known.
    pub fn known(&self) -> Result<&Self, HostError> {
        match self.unknown() {
            Some(unknown) => Err(unknown.undecided()),
            None => Ok(self),
        }
    }
}

/// Functions of the language that pass arguments on without a look at them, from which argument on.
const PASSING: [(&str, usize); 10] = [
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

/// Functions of the language that treat the elements of a collection alike, whatever they are.
const STRUCTURING: [&str; 34] = [
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

/// Why the value of a function of the language is not known; `None` if the arguments suffice.
pub(super) fn of_call(name: &str, arguments: &[Value]) -> Option<Arc<Unknown>> {
    let is_found = arguments.iter().any(|argument| argument.unknown().is_some());
    if !is_found {
        return None;
    }
    let passed = PASSING.iter().find(|(known, _)| *known == name).map_or(usize::MAX, |(_, from)| *from);
    let is_structuring = STRUCTURING.contains(&name);
    let unknown = arguments.iter().enumerate().find_map(|(at, argument)| match argument {
        _ if at >= passed => None,
        Value::Unknown(unknown) => Some(unknown),
        _ if is_structuring => None,
        other => other.unknown(),
    });
    unknown.cloned()
}
