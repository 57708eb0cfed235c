//! What a model is, and how it is read, written, edited and checked.
//!
//! The rooms, from the bottom up (arrows point down only):
//!
//! * [`diagnostic`] – one value type for every problem, with its place in the source.
//! * [`ecore`] – the metamodel proper: packages, classes, features, data types; immutable once built.
//! * [`encoding`] – the encodings that documents may be in.
//! * [`input`] – from bytes to text, within limits; [`output`] – where documents are written to.
//! * [`options`] – how formats and targets declare their options, and the values that users choose.
//! * [`model`] – instances: an arena of objects and the reflective interface to it.
//! * [`tree`] – the mapping between models and trees of maps, lists and scalars, shared by the next two.
//! * [`json`], [`yaml`], [`xmi`] – the formats, each a reader and a writer.
//! * [`typed`] – conversion between models and the plain Rust types that `modelwright-codegen` writes.
//! * [`validate`] – the rules that instances and metamodels must keep.
//!
//! Nothing in this crate opens files, prints, reads the environment or exits.

pub mod diagnostic;
pub mod ecore;
pub mod encoding;
pub mod input;
pub mod json;
pub mod model;
mod names;
pub mod options;
pub mod output;
mod simd;
pub mod tree;
pub mod typed;
mod unicode;
pub mod validate;
pub mod xmi;
pub mod yaml;

#[cfg(doctest)]
#[doc = include_str!("../../docs/editing.md")]
struct EditingPage;
