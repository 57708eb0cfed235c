//! The values of expressions of Puppet, and the logic of metamodels that is written in them.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! * [`evaluate`] – the values of expressions, as in Puppet and within limits.
//! * [`logic`] – the logic of metamodels, bound to objects: checks, invariants, computed features.
//!
//! Nothing in this crate opens files, prints, reads the environment or exits.

use modelwright_language::{language, models, types};
use modelwright_metamodel::{diagnostic, ecore, model};
use modelwright_validation as validate;

pub mod evaluate;
pub mod logic;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
