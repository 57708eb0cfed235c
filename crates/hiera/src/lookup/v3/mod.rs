//! Lookups in trees of Hiera version 1 to 3, with the answers of Ruby's Hiera 3, and in models that are made from them.
//!
//! [`backends`] has the backends of a configuration or of the categories of a model, each a [`backend`] with its
//! [levels](level); the [`evaluator`] walks through backends and levels, with the [`expansion`] of texts, whose loops a
//! [`guard`] finds, [`dig`] for keys with dots, and [`decryption`]; [`reach`] gives the files for a node. Invariant:
//! nothing of version 4 or 5 is used here but its merge strategies, which callers may request; what both share is in
//! the module above.

pub(in crate::lookup) mod backend;
pub(in crate::lookup) mod backends;
mod decryption;
pub(in crate::lookup) mod dig;
pub(in crate::lookup) mod evaluator;
mod expansion;
mod guard;
pub(crate) mod level;
mod reach;
