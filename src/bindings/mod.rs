//! Bindings as ARM-8 describes them: composition of layers, lookups, and an account of every answer.
//!
//! [`compose`] makes a composition of layers, which all nodes share; [`inject`] answers the lookups of one node.

pub mod check;
pub mod compose;
pub mod inject;
pub mod names;
pub mod sources;
pub mod text;
pub mod types;
pub mod values;
