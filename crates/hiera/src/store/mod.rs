//! The values that lookups return: those of data files in compact form, and those that lookups compute.
//!
//! [`Data`] contains the values of one file, which do not change, each with its line and column; [`Value`] is a value
//! on its own, such as a merged hash. Both have Ruby's types, because data files of Hiera and Puppet contain them.
//! Invariants: threads share the data of a file; a value with aliases is stored once. This module knows no formats and
//! no hierarchies.

mod data;
mod evaluated;
mod value;

pub use data::{Builder, Data, DataValue, Entry, NodeIndex, Pairs, Place, TooLarge, hash_key};
pub use evaluated::{from_evaluated, to_evaluated};
pub use value::{Hash, REDACTED, TextKey, Value};

pub use crate::generated::bindings::RubyKind;
