//! Define a model once; read it, check it, convert it, and generate everything else from it.
//!
//! * [`metamodel`] – what a model is, and how it is read, written, edited and checked.
//! * [`formats`] – the registry of notations.
//! * [`generated`] – the Rust types of the shipped metamodels.
//! * [`hiera`] – Hiera 1 data as bindings.
//! * [`shipped`] – the metamodels that are part of modelwright.
//! * [`workspace`] – where documents and metamodels come from.
//! * [`cli`] – the command line.

pub use modelwright_metamodel as metamodel;

pub mod cli;
pub mod formats;
pub mod generated;
pub mod hiera;
pub mod shipped;
pub mod workspace;
