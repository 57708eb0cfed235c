//! The bindings model: its Rust types, and the notations that bindings are written in.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! * [`generated`] – the types of the shipped metamodels `bindings` and `hiera`.
//! * [`text`] – the language of bindings; [`pdl`] – files of data; [`structured`] – bindings in YAML and JSON.
//!
//! This crate neither composes nor looks up bindings, and does not access files.

pub mod generated;
mod layer;
pub mod pdl;
pub mod shipped;
pub mod structured;
pub mod text;

/// Compiles the examples in this crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
