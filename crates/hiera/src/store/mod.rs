//! Values that answer lookups: the data of files in compact form, and the values that lookups compute.
//!
//! [`Data`] contains the values of one file, immutable, each with its line and column; [`Value`] is a separate value,
//! such as a merged hash. Both have Ruby's types, because data files of Hiera and Puppet contain them. Invariants:
//! threads share the data of a file; aliased values are stored once. This module knows no format, no hierarchy and no
//! command.

mod data;
mod evaluated;
mod value;

pub use data::{Builder, Data, DataValue, Entry, NodeIndex, Pairs, Place, TooLarge, hash_key};
pub use evaluated::{from_evaluated, to_evaluated};
pub use value::{Hash, REDACTED, TextKey, Value};

pub use crate::generated::bindings::RubyKind;
