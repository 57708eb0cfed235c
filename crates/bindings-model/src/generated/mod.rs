//! Types of the shipped metamodels, written by `cargo xtask generate`.

/// Types of `crates/language/models/bindings.pp`.
#[warn(clippy::pedantic)]
pub mod bindings;

/// Types of `crates/language/models/hiera.pp`.
#[warn(clippy::pedantic)]
pub mod hiera;
