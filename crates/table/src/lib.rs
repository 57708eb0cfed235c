//! Checks rows of Arrow tables against a metamodel, so that engines such as Spark and DataFusion carry the data and one
//! function decides.
//!
//! Internal: the API of this crate is not stable; the API of the crate `modelwright` is.
//!
//! The modules, from the lowest (each may only use those above it in this list):
//!
//! * [`violations`] – the one table of violations: its schema, its limits, its counts.
//! * [`text`] – columns of JSON, YAML or XMI texts.
//! * [`columns`] – columns of structs, lists and dictionaries.
//! * [`references`] – references between rows, for engines that join them.
//! * [`convert`] – from texts to columns, and back.
//!
//! Invariants: a row has the verdict of the same document in a file; a broken row is a violation and never a failure;
//! what does not depend on rows, such as a wrong class or a column of another type, fails before the first row. This
//! crate does not know engines: it has no dependency on any.

mod batch;
mod cells;
pub mod columns;
pub mod convert;
mod documents;
mod notation;
pub mod references;
mod root_class;
mod row_type;
mod rows;
pub mod text;
pub mod violations;

pub use batch::Batch;
pub use row_type::{References, RowType};
pub use rows::Rows;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
