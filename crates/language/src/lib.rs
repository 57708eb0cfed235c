//! The type language: text to metamodels and back, formatting, and the shipped metamodels.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! The modules, from the lowest (each may only use those above it in this list):
//!
//! * [`models`] – the table of the shipped metamodels.
//! * [`language`] – the type language (`.pp`): text in, metamodel out, and back.
//! * [`shipped`] – the shipped metamodels, loaded.
//! * [`syntax_model`] – expressions as objects of `models/syntax.pp`, and back.
//! * [`ecore_text`] – models of Ecore in the type language: declarations, and facts for the rest.
//!
//! Nothing in this crate opens files, prints, reads the environment or exits.

use modelwright_metamodel::{diagnostic, ecore, model};
use modelwright_notations::{tree, xmi};
use modelwright_syntax as syntax;

pub mod ecore_text;
mod format;
pub mod language;
mod layout;
mod lower;
pub mod models;
mod print;
pub mod shipped;
pub mod syntax_model;
pub mod types;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
