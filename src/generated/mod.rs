//! Types of the shipped metamodels, written by `cargo xtask generate`.

/// Types of `language/models/bindings.pp`.
pub mod bindings;

/// Types of `language/models/hiera.pp`.
pub mod hiera;
