//! The shipped metamodel of bindings.

use modelwright_metamodel::ecore::Metamodel;
use std::sync::Arc;

/// The metamodel of bindings (`crates/language/models/bindings.pp`), whose Rust types are in
/// [`crate::generated::bindings`]. It follows the Puppet proposal ARM-8.
///
/// # Panics
/// If its declaration has an error, which a test rules out.
#[must_use]
pub fn bindings() -> Arc<Metamodel> {
    modelwright_language::shipped::by_name("bindings")
        .expect("the table of shipped metamodels has `bindings`")
}
