//! The schema of Ruby's YAML (Psych 4 over libyaml, `unsafe_load`).
//!
//! Invariant: one scalar or one complete collection is converted at a time. This module does not know the
//! grammar.

mod collection;
mod number;
mod plain;
mod scan;
mod tagged;
mod time;

pub(super) use collection::{Context, MergeBudget, close_map, close_sequence};
pub(super) use plain::{is_string, tokenize};
pub(super) use tagged::scalar;

/// Why Ruby rejects a value.
#[derive(Debug)]
pub(super) enum Rejection {
    /// A plain text that looks like a number but is invalid.
    Value(String),
    /// A tag that does not match its value.
    Tag(String),
    /// More digits than the limit.
    Limit(String),
}

/// A value, or the reason why Ruby rejects it.
type ReadResult<T> = Result<T, Rejection>;
