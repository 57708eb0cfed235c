//! Types generated from the declarations in `metamodel/models/`; run `cargo xtask generate` after changing one.

pub mod bindings;
pub mod hiera;
