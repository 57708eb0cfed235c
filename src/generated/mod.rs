//! Types of the shipped metamodels, written by `cargo xtask generate`.

/// Types of `language/models/bindings.pp`.
#[warn(clippy::pedantic)]
pub mod bindings;

/// Types of `language/models/hiera.pp`.
#[warn(clippy::pedantic)]
pub mod hiera;
