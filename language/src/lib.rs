//! Puppet's syntax and the type language: text to metamodels and back, formatting, evaluation, and the logic of types.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! The modules, from the lowest (each may only use those above it in this list):
//!
//! * [`models`] – the table of the shipped metamodels.
//! * [`language`] – the type language (`.pp`): text in, metamodel out, and back.
//! * [`shipped`] – the shipped metamodels, loaded.
//! * [`evaluate`] – the values of expressions of that language, as in Puppet and within limits.
//! * [`logic`] – the logic of metamodels, bound to objects: checks, invariants, computed features.
//! * [`syntax_model`] – expressions as objects of `models/syntax.pp`, and back.
//! * [`ecore_text`] – models of Ecore in the type language: declarations, and facts for the rest.
//!
//! Nothing in this crate opens files, prints, reads the environment or exits.

// As names of this crate, so that its modules need not distinguish the two crates (Decision 18).
use modelwright_metamodel::{diagnostic, ecore, model, tree, validate, xmi};

pub mod ecore_text;
pub mod evaluate;
mod format;
pub mod language;
mod layout;
pub mod logic;
mod lower;
pub mod models;
mod print;
pub mod shipped;
mod syntax;
pub mod syntax_model;
mod types;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
