//! References between rows, in two passes: what rows define, and what they refer to.
//!
//! An engine lists [`keys`] and [`uses`] of all batches, and joins them by their ids; [`resolve`] makes violations of
//! uses without a key or with a key of a wrong class, [`duplicates`] of keys that several rows define. Both have the
//! codes and the words with which a single process reports a document that contains all rows, one after the other.
//!
//! Invariants: lists have no order between rows, so that they may be computed in any partition; a reference that has
//! its target in its own row is in no list. This module does not know how engines join.

mod keys;
mod resolve;
mod uses;

pub use keys::{keys, keys_schema};
pub use resolve::{FIRST_DUPLICATE, FIRST_REFERENCE, duplicates, resolve};
pub use uses::{uses, uses_schema};

use crate::documents::LoadedRow;
use crate::violations::Row;
use crate::{Batch, Rows};
use modelwright_metamodel::ecore::PackageId;
use modelwright_notations::tree::names::top_package;

/// Calls `work` with each row of a batch that can be read, the package of the class of the rows, and the place of the
/// row.
fn for_each_row(batch: &Batch<'_>, places: &Rows<'_>, mut work: impl FnMut(&LoadedRow, PackageId, Row<'_>)) {
    let package = top_package(batch.rows().metamodel(), batch.rows().class());
    for row in 0..batch.len() {
        // Rows that cannot be read are left out: the check of the batch reports them.
        if let Ok(loaded) = batch.load(row) {
            work(&loaded, package, places.at(row));
        }
    }
}
