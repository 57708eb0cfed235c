//! YAML documents: a parser, an emitter, and models in YAML.
//!
//! The parser has two schemas. [`Schema::Core`] is YAML 1.2, for models. [`Schema::Psych`] is YAML as
//! Ruby's Psych reads it (1.1 with Ruby's own types), for Hiera data. Both use one scanner with
//! two dialects; see [`parse`]. [`Emitter`] writes text that all common readers read in the same way.
//! [`read`] and [`write`](fn@write) convert models by way of [`crate::tree`].
//!
//! Invariants: no input makes this room panic or recurse, and time is linear in the text. It does
//! not know what the keys of a model mean.

mod build;
mod children;
mod core;
mod emit;
mod integer;
mod keys;
mod model;
mod plain;
mod psych;
mod scalar;
mod syntax;
mod tree;

pub use crate::tree::ReadOptions;
pub use emit::Emitter;
pub use model::{WriteOptions, peek, read, visit, write};
pub use scalar::{Bounds, Date, Regexp, Scalar, Time, Zone};
pub use tree::{Entries, NodeId, Tree, Value};

use crate::diagnostic::{Diagnostics, Source};
use crate::input::Limits;
use std::sync::Arc;

/// The variant of YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// YAML 1.2 with its core schema: all documents of the stream; duplicate keys, unknown tags
    /// and unknown aliases are errors.
    Core,
    /// YAML as Ruby's `YAML.unsafe_load` reads it: the first document only, with merge keys, symbols,
    /// dates, sexagesimal numbers and tags; the last of duplicate keys wins.
    Psych,
}

/// Parses a text.
///
/// A syntax error ends parsing: the documents before it are returned. After other errors (duplicate
/// keys, tags, aliases) parsing continues with null or the first value, so that all of them are found; a
/// caller that requires valid trees checks [`Diagnostics::has_errors`]. With [`Schema::Psych`]
/// there is one tree, or none after a syntax error; a stream without documents is the tree
/// `false`, as in Ruby, with [`Tree::no_document`].
///
/// Aliases are shared nodes, not copies: check [`Tree::expanded_size`] before copying.
#[must_use]
pub fn parse(source: &Arc<Source>, schema: Schema, limits: Limits) -> (Vec<Tree>, Diagnostics) {
    build::parse(source, schema, limits)
}
