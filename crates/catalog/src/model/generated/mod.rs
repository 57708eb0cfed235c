//! Types of the shipped metamodels, written by `cargo xtask generate`.

/// Types of `crates/language/models/catalog.pp`.
#[warn(clippy::pedantic)]
pub mod catalog;
