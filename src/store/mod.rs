//! Values that answer lookups: the data of files in compact form, and the values that lookups make of them.
//!
//! [`Data`] holds the values of one file, immutable, each with its line and column; [`Value`] is a value of its own, such as
//! a merged hash. Both have Ruby's types, because that is what data files of Hiera and Puppet contain. Invariants: the data
//! of a file is shared by threads; aliased values are stored once. This room knows no notation, no hierarchy and no command.

mod data;
mod value;

pub use data::{Builder, Data, Entry, Held, NodeIndex, Pairs, Place, TooLarge, hash_key};
pub use value::{Hash, TextKey, Value};

pub use crate::generated::bindings::RubyKind;
