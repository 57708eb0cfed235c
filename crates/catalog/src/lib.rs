//! Catalogs of Puppet: the resources of a node, with their parameters and relationships, computed from manifests, facts
//! and data as Puppet computes them.
//!
//! * [`environment`] – main manifests, modules and data, read once for all nodes.
//! * [`builder`] – the catalog of a node.
//! * [`fleet`] – the catalogs of nodes that collect what others export.
//! * [`functions`] – functions that read or change catalogs, and functions of Puppet and `stdlib` on values.
//! * [`templates`] – templates of ERB and EPP.
//! * [`types`] – resource types that are written in Ruby.
//! * [`model`] – catalogs as models; [`json`] – their form in Puppet's JSON.
//! * [`order`] – the order in which the resources of a catalog are applied, with its reasons.
//! * [`unknown`] – values that are not known, because the code that computes them is not evaluated.
//! * [`compare`] – the differences of two catalogs of a node; [`explain`] – the account of a resource; [`report`] –
//!   pages with both.
//!
//! This file only names the modules. Invariants: nothing of the input is executed, and files outside of the directories
//! of an environment are never read.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

pub mod builder;
pub mod compare;
pub mod environment;
pub mod explain;
pub mod fleet;
pub mod functions;
pub mod json;
pub mod model;
pub mod order;
pub mod report;
mod reserved_variables;
mod rich_data;
pub mod templates;
pub mod types;
pub mod unknown;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
