//! How Ruby's YAML (Psych 4 over libyaml, `unsafe_load`) gives meaning to a document.
//!
//! It does not know the grammar; it is asked about one scalar or one finished collection at a time.

mod collection;
mod number;
mod plain;
mod scan;
mod tagged;
mod time;

pub(super) use collection::{Budget, Context, close_map, close_sequence};
pub(super) use plain::tokenize;
pub(super) use tagged::scalar;

/// Why Ruby refuses a value.
#[derive(Debug)]
pub(super) enum Refusal {
    /// A plain text that looks like a number and is none.
    Value(String),
    /// A tag that does not fit.
    Tag(String),
    /// More digits than are converted.
    Limit(String),
}

type Read<T> = Result<T, Refusal>;
