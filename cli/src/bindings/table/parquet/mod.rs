//! Facts and tables of bindings in Parquet. In a program that is built without the feature `parquet`, the module
//! `without_parquet` replaces this one.

mod read;
mod write;

pub(super) use read::read_rows;
pub(super) use write::{RowWriter, write_groups};

use modelwright_metamodel::diagnostic::Diagnostic;

/// Checks that the program contains Parquet.
///
/// # Errors
/// Never, unlike the function in `without_parquet`.
pub(super) fn check() -> Result<(), Box<Diagnostic>> {
    Ok(())
}
