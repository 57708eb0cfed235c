//! YAML documents: a parser, an emitter, and models in YAML.
//!
//! The parser has two variants. [`YamlVariant::Core`] is YAML 1.2, for models. [`YamlVariant::Psych`] is YAML
//! as Ruby's Psych reads it (1.1 with Ruby's own types), for Hiera data. Both use one scanner with two
//! variants of the syntax; see [`parse`]. [`Emitter`] writes text that all common readers read in the same
//! way. [`read`] and [`write`](fn@write) convert models through [`crate::tree`].
//!
//! Invariants: no input makes this module panic or recurse, and time is linear in the text. It does not know
//! what the keys of a model mean.

mod children;
mod codec;
mod core;
mod emit;
mod integer;
mod key_marks;
mod keys;
mod node_tree;
mod plain;
mod psych;
mod scalar;
mod stream;
mod syntax;
mod tokens;
mod tree_builder;
mod values;

pub use crate::tree::ReadOptions;
pub use crate::tree::WriteOptions;
pub use codec::{find_feature_spans, peek, read, read_prepared, visit, write};
pub use emit::Emitter;
pub use node_tree::{Entries, NodeId, Tree, Value};
pub use scalar::{Bounds, Date, Regexp, Scalar, Time, Zone};
pub use values::{SpecialDocument, Step, Values};

use crate::diagnostic::{Diagnostics, Source};
use crate::input::Limits;
use std::sync::Arc;

/// The variant of YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YamlVariant {
    /// YAML 1.2 with its core schema: all documents of the stream; duplicate keys, unknown tags
    /// and unknown aliases are errors.
    Core,
    /// YAML as Ruby's `YAML.unsafe_load` reads it: the first document only, with merge keys, symbols,
    /// dates, sexagesimal numbers and tags; the last of duplicate keys wins.
    Psych,
}

impl YamlVariant {
    /// The variant of the syntax that the scanner reads.
    fn syntax(self) -> syntax::SyntaxVariant {
        match self {
            YamlVariant::Core => syntax::SyntaxVariant::Core,
            YamlVariant::Psych => syntax::SyntaxVariant::Libyaml,
        }
    }
}

/// Whether Psych reads a plain text as a string, and not as a number, a date or the like.
#[must_use]
pub fn is_psych_string(text: &str) -> bool {
    matches!(psych::tokenize(text), Ok(Scalar::String(_)))
}

/// Parses a text.
///
/// A syntax error ends parsing: the documents before it are returned. After other errors (duplicate
/// keys, tags, aliases) parsing continues with null or the first value, so that all of them are found; a
/// caller that requires valid trees checks [`Diagnostics::has_errors`]. With [`YamlVariant::Psych`]
/// there is one tree, or none after a syntax error; a stream without documents is the tree
/// `false`, as in Ruby, with [`Tree::no_document`].
///
/// Aliases are shared nodes, not copies: check [`Tree::expanded_size`] before copying.
#[must_use]
pub fn parse(source: &Arc<Source>, schema: YamlVariant, limits: Limits) -> (Vec<Tree>, Diagnostics) {
    tree_builder::parse(source, schema, limits)
}

/// How the results of the scanner's fast and exact paths differ on a text; `None` unless there is a bug.
/// Tests call it with many texts.
#[must_use]
pub fn path_difference(text: &str, variant: YamlVariant) -> Option<String> {
    syntax::difference(text, variant.syntax())
}
