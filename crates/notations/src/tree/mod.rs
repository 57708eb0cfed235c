//! The mapping between models and trees of maps, lists and scalars, which JSON and YAML share.
//!
//! A format's reader implements [`TreeSource`] and passes it to [`read`]; a format's writer
//! implements [`TreeSink`] and is filled by [`write`](fn@write). The plain dialect:
//!
//! * A document with one root is that object's map, with `$model` (the namespace URI of its
//!   package) before the object's own keys; one with several roots is `{"$model": …, "$roots": […]}`.
//! * An object is a map of its set features by name, in slot order. `$type` names the class if the containing feature
//!   does not determine it: by its simple name if the class is directly in the package of
//!   `$model`, otherwise as `NSURI#//sub/Class`. `$id` is the `xmi:id`.
//! * A reference is a string: an address in the document, or a URI with `#`. References that a string cannot express
//!   are `{"$ref": URI}`, with `$type` if the class is significant.
//! * `$encoding`, `$xmi`, `$schemaLocation` and `$noNamespaceSchemaLocation` preserve the header of an XMI document.
//!   `$schema` is ignored.
//!
//! The `emf` dialect, which other tools use, is in the module `emf`.
//!
//! Invariants: reading and writing use an explicit stack, so that no input overflows the stack of the thread; keys may
//! be in any order; every problem of a document is reported in one run. This module knows the meaning of `$type` and
//! `$ref`; it does not know the syntax of JSON or YAML.

mod dialect;
mod emf;
mod feature_spans;
pub mod names;
pub mod plan;
mod problems;
mod read;
pub mod scalars;
mod source;
mod tokens;
mod write;

pub use dialect::Dialect;
pub(crate) use emf::read_dynamic;
pub use emf::{peek, read, read_prepared};
pub use feature_spans::find_feature_spans;
pub(crate) use read::nesting;
pub use read::{ClassFinder, DeclaredNames, Preparation, ReadOptions, UntypedDocument, class_named};
pub(crate) use source::TokenSpan;
pub use source::{Fault, Header, Token, TreeSource};
pub(crate) use write::{TextWriter, send, write_objects};
pub use write::{WriteOptions, write};

/// The keys of the plain dialect that are not features.
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

    /// The keys of a document, beside those of its objects.
    pub(super) const OF_DOCUMENT: [&str; 5] = [MODEL, ENCODING, XMI, SCHEMA_LOCATION, NO_NAMESPACE];

    /// All keys. The reader also uses a key's position to record that it has seen the key.
    pub(super) const ALL: [&str; 10] =
        [MODEL, TYPE, ID, REF, ROOTS, SCHEMA, ENCODING, XMI, SCHEMA_LOCATION, NO_NAMESPACE];
}

/// Receives a tree in document order; the writers of JSON and YAML implement it.
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
    /// A boolean.
    fn boolean(&mut self, value: bool);
    /// A number in the syntax of JSON; its digits are written unchanged.
    fn number(&mut self, digits: &str);
    /// A string.
    fn string(&mut self, value: &str);
}
