//! Hiera: lookups in trees of versions 1 to 5, and what is computed with them: checks, reports, differences, surveys,
//! proofs and upgrades; and its conversion to bindings models.
//!
//! [`lookup`] answers lookups from the files of a tree or from a model, and [`load`] converts a tree to a model. This
//! file only names the modules. Invariant: files outside the directory of the configuration and the directories that
//! the user allowed are never read.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

use modelwright_bindings_model::{generated, text};
use modelwright_files::{self as files, corrections};

pub mod aliases;
mod answers;
mod categories;
pub mod check;
mod configuration;
mod data;
mod data_text;
pub mod diff;
mod directories;
mod environment;
mod expressions;
pub mod facts;
mod importer;
mod interpolation;
mod json_data;
mod key_segments;
mod level_paths;
pub mod lookup;
pub mod pages;
pub mod prove;
mod puppet_yaml;
pub mod report;
mod source_expressions;
pub mod store;
pub mod survey;
pub mod table;
mod tree;
pub mod upgrade;
mod yaml_data;
mod yaml_scalar;
mod yaml_values;

pub use importer::load;
pub use puppet_yaml::value as read_yaml_value;
pub use yaml_data::data as read_data;

/// Compiles the examples in this crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
