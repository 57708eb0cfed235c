//! The mapping between models and trees of maps, lists and scalars: one mapping, two syntaxes.
//!
//! A syntax's reader implements [`TreeSource`] and hands it to [`read`]; a syntax's writer
//! implements [`TreeSink`] and is filled by [`write`](fn@write). The dialect is the same for all of them:
//!
//! * A document with one root is that object's map, with `$model` (the namespace URI of its
//!   package) before the object's own keys; one with several roots is `{"$model": …, "$roots": […]}`.
//! * An object is a map of its set features by name, in slot order. `$type` names the class where
//!   the place does not determine it: plainly if the class stands directly in the package of `$model`,
//!   else as `NSURI#//sub/Class`. `$id` is the `xmi:id`.
//! * A reference is a string: an address in the document, or a URI with `#`. What that cannot say
//!   is `{"$ref": URI}`, with `$type` where the class matters.
//! * `$encoding`, `$xmi`, `$schemaLocation` and `$noNamespaceSchemaLocation` keep what an XMI
//!   document said of itself. `$schema` is ignored.
//!
//! That is the plain dialect. The `emf` one, of other tools, has a room of its own.
//!
//! Invariants: reading and writing take a stack of their own, so that no input overflows the
//! thread's; keys may come in any order; every problem of a document is told in one run.
//! This module knows what `$type` and `$ref` mean; it does not know how a brace or an indent looks.

mod dialect;
mod emf;
pub mod names;
mod places;
pub mod plan;
mod problems;
mod read;
pub mod scalars;
mod source;
mod tokens;
mod write;

pub use dialect::Dialect;
pub use emf::{peek, read};
pub use places::places;
pub use read::ReadOptions;
pub(crate) use read::nesting;
pub use source::{Fault, Header, Token, TreeSource};
pub(crate) use write::send;
pub use write::write;

/// The keys that are not features.
mod keys {
    pub(super) const MODEL: &str = "$model";
    pub(super) const TYPE: &str = "$type";
    pub(super) const ID: &str = "$id";
    pub(super) const REF: &str = "$ref";
    pub(super) const ROOTS: &str = "$roots";
    pub(super) const SCHEMA: &str = "$schema";
    pub(super) const ENCODING: &str = "$encoding";
    pub(super) const XMI: &str = "$xmi";
    pub(super) const SCHEMA_LOCATION: &str = "$schemaLocation";
    pub(super) const NO_NAMESPACE: &str = "$noNamespaceSchemaLocation";

    /// All of them. A key's position also marks it as seen, see [`super::read`].
    pub(super) const ALL: [&str; 10] =
        [MODEL, TYPE, ID, REF, ROOTS, SCHEMA, ENCODING, XMI, SCHEMA_LOCATION, NO_NAMESPACE];
}

/// Receives a tree in document order; JSON and YAML implement it.
///
/// Calls are well nested: inside a map every value is preceded by one [`TreeSink::key`].
pub trait TreeSink {
    /// Opens a map.
    fn begin_map(&mut self);
    /// The key of the next value.
    fn key(&mut self, key: &str);
    /// Closes the innermost map.
    fn end_map(&mut self);
    /// Opens a list.
    fn begin_list(&mut self);
    /// Closes the innermost list.
    fn end_list(&mut self);
    /// A null.
    fn null(&mut self);
    /// A truth value.
    fn boolean(&mut self, value: bool);
    /// A number, given as a legal JSON number; its digits are kept as they are.
    fn number(&mut self, digits: &str);
    /// A string.
    fn string(&mut self, value: &str);
}
