//! References between rows, in two passes: what rows define, and what they refer to.
//!
//! An engine lists [`keys`] and [`uses`] of all batches, and joins them by their ids; [`resolve`] makes violations of
//! uses without a key or with a key of a wrong class, [`duplicates`] of keys that several rows define. Both have the
//! codes and the words with which a single process reports a document that contains all rows, one after the other.
//!
//! Invariants: lists have no order between rows, so that they may be computed in any partition; a reference that has
//! its target in its own row is in no list. This module does not know how engines join.

mod keys;
mod resolve;
mod uses;

pub use keys::{keys, keys_schema};
pub use resolve::{FIRST_DUPLICATE, FIRST_REFERENCE, duplicates, resolve};
pub use uses::{uses, uses_schema};
