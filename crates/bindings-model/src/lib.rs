//! The bindings model: its Rust types, and the notations that bindings are written in.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! * [`generated`] – the types of the shipped metamodels `bindings` and `hiera`.
//! * [`text`] – the language of bindings; [`pdl`] – files of data; [`structured`] – bindings in YAML and JSON.
//!
//! This crate does not know how bindings are composed and looked up, nor files.

pub mod generated;
mod layer;
pub mod pdl;
pub mod shipped;
pub mod structured;
pub mod text;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
