//! Schemas of other languages, read as declarations of the type language.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! Each language has one module, which reads a schema into [`declarations`] and reports what these cannot express. The
//! declarations become text of the type language, which the workspace reads as any other: so there is one computation
//! of what a type means. Nothing in this crate prints, reads the environment or exits.

pub mod declarations;
pub mod emfatic;
mod java_like;
pub mod json_schema;
pub mod linkml;
mod own_keys;
pub mod puppet_type;
pub mod rgen_ruby;
pub mod rgen_xml;
pub mod ruby;
pub mod xcore;
pub mod xsd;

/// The example of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
