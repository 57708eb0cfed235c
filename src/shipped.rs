//! The shipped metamodels: the table of [`modelwright_language::models`], and functions for metamodels with Rust types.

#[cfg(feature = "hiera")]
pub use modelwright_bindings_model::shipped::bindings;
pub use modelwright_language::models::{SHIPPED, ShippedMetamodel};
pub use modelwright_language::shipped::{by_name, by_uri};
