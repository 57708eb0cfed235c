//! The notations of models: XMI, JSON and YAML, each a reader and a writer, and the tree that the last two share.
//!
//! Internal: the API of this crate is not stable; the API of the crate `modelwright` is.
//!
//! Readers and writers of all notations have the same signatures: `read` adds a document to a
//! [`Model`](modelwright_metamodel::model::Model) and returns its id with the problems, `write` writes a document to a
//! [`Sink`](modelwright_metamodel::output::Sink) and returns its losses.
//!
//! The modules, from the lowest (each may only use those before it in this list):
//!
//! * [`tree`] – the mapping between models and trees of maps, lists and scalars, which the next two share.
//! * [`json`] – JSON text.
//! * [`yaml`] – YAML text, in two schemas.
//! * [`xmi`] – XMI and `.ecore`, as EMF reads and writes them.
//!
//! This crate does not know where documents and metamodels come from, nor the rules that a model must satisfy.

use modelwright_metamodel::{
    calendar, diagnostic, ecore, encoding, input, json_text, model, names, output, simd, unicode,
};

pub mod json;
mod other_spellings;
pub mod tree;
pub mod xmi;
pub mod yaml;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
