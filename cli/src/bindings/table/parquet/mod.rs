//! Facts and tables of bindings in Parquet; `without_parquet` takes its place without the feature of this name.

mod read;
mod write;

pub(super) use read::read_rows;
pub(super) use write::{RowWriter, write_groups};

use modelwright_metamodel::diagnostic::Diagnostic;

/// Checks that the program contains Parquet.
///
/// # Errors
/// Never here.
pub(super) fn check() -> Result<(), Box<Diagnostic>> {
    Ok(())
}
