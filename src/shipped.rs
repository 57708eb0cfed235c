//! The shipped metamodels: the table of [`modelwright_language::models`], and those that have Rust types by name.

use modelwright_metamodel::ecore::Metamodel;
use std::sync::Arc;

pub use modelwright_language::models::{SHIPPED, ShippedMetamodel};
pub use modelwright_language::shipped::{by_name, by_uri};

/// Bindings (ARM-8), `crates/language/models/bindings.pp`; [`crate::generated::bindings`] has its Rust types.
///
/// # Panics
/// If its declaration has an error, which a test rules out.
#[must_use]
pub fn bindings() -> Arc<Metamodel> {
    by_name("bindings").expect("the table of shipped metamodels has `bindings`")
}
