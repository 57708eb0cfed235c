//! Define a model once; read it, check it, convert it, and generate everything else from it.
//!
//! * [`metamodel`] – what a model is, and how it is read, written, edited and checked.
//! * [`formats`] – the registry of notations.
//! * [`workspace`] – where documents and metamodels come from.

pub use modelwright_metamodel as metamodel;

pub mod formats;
pub mod workspace;
