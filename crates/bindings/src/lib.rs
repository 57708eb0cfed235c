//! Bindings as the Puppet proposal ARM-8 describes them, and their notations.
//!
//! [`compose`] combines layers to a composition that all nodes share; [`inject`] answers the lookups of one node, and
//! [`explain`] explains the answers. [`check`] finds the problems of all nodes at once; [`classes`] checks bindings
//! against classes, and [`unmet`] finds conditions that no given node meets. [`site`] reads the directory of a site,
//! with the [`providers`] of its layers; [`request`] determines the environment of a node and composes its bindings;
//! [`query`] reads the catalogs that queries search, and what nodes export; [`report`] writes a report as HTML pages.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

pub use modelwright_bindings_model::{pdl, structured, text};

use modelwright_bindings_model::generated;
use modelwright_files as files;
use modelwright_hiera::{self as hiera, aliases, pages, store, threads};

pub mod access;
pub mod check;
pub mod classes;
pub mod compose;
pub mod diff;
pub mod enc;
pub mod explain;
mod functions;
pub mod inject;
mod missing;
pub mod names;
pub mod providers;
pub mod puppet_conf;
pub mod query;
pub mod report;
pub mod request;
pub mod site;
pub mod site_files;
pub mod sources;
pub mod table;
pub mod types;
pub mod unmet;
pub mod values;

/// Compiles the examples in this crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
