//! Types generated from the declarations in `language/models/`; run `cargo xtask generate` after changing one.

/// Types of the bindings model.
pub mod bindings;
/// Types of Hiera's configuration.
pub mod hiera;
