//! Catalogs of Puppet: the resources of a node, with their parameters and relationships, computed from manifests, facts
//! and data as Puppet computes them.
//!
//! This file only names the modules. Invariants: nothing of the input is executed, and files outside of the directories
//! of an environment are never read.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

pub mod functions;
