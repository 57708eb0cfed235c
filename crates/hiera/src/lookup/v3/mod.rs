//! Lookups in trees of Hiera version 1 to 3, with the answers of Ruby's Hiera 3, and in models that are made from such
//! trees.
//!
//! [`backends`] contains the backends of a configuration, or those for the categories of a model; each is a [`backend`]
//! with its [levels](level). The [`evaluator`] searches backends and levels. It uses the [`expansion`] of texts with
//! its [`guard`] against loops, [`dig`] for keys with dots, and [`decryption`]. [`reach`] finds the files for a node.
//! Invariant: of version 4 and 5, only the merge strategies are used, which callers may request; what both engines
//! share is in the parent module.

pub(in crate::lookup) mod backend;
pub(in crate::lookup) mod backends;
mod decryption;
pub(in crate::lookup) mod dig;
pub(in crate::lookup) mod evaluator;
mod expansion;
mod guard;
pub(crate) mod level;
mod reach;
