//! The metamodel of bindings, by name.

use modelwright_metamodel::ecore::Metamodel;
use std::sync::Arc;

/// Bindings (ARM-8), `crates/language/models/bindings.pp`; [`crate::generated::bindings`] has its Rust types.
///
/// # Panics
/// If its declaration has an error, which a test rules out.
#[must_use]
pub fn bindings() -> Arc<Metamodel> {
    modelwright_language::shipped::by_name("bindings")
        .expect("the table of shipped metamodels has `bindings`")
}
