//! Catalogs of Puppet: the resources of a node, with their parameters and relationships, computed from manifests, facts
//! and data as Puppet computes them.
//!
//! * [`model`] – catalogs as models; [`json`] – their form in Puppet's JSON.
//! * [`order`] – in which order the resources of a catalog are applied, and why.
//! * [`types`] – resource types that are written in Ruby.
//!
//! This file only names the modules. Invariants: nothing of the input is executed, and files outside of the directories
//! of an environment are never read.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

pub mod json;
pub mod model;
pub mod order;
pub mod types;
