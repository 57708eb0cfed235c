//! Bindings as ARM-8 describes them, and the notations that they are written in.
//!
//! [`compose`] makes a composition of layers, which all nodes share; [`inject`] answers the lookups of one node, and
//! [`explain`] gives an account of each; [`check`] finds the problems of all nodes at once, [`classes`] and [`unmet`] those
//! with classes and with given nodes. [`site`] reads the directory of a
//! site, with the [`providers`] of its layers; [`request`] decides the environment of a node and serves it
//! from that; [`query`] has the catalogs that queries search; [`report`] shows all of it as pages.
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
pub mod types;
pub mod unmet;
pub mod values;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
