//! What the engines read: the data files of a hierarchy, and the keys of the encrypted texts in them.
//!
//! Invariant: this module knows no levels and no configuration, so that engines need not depend on the hierarchy.

use super::encryption::{Encrypted, Keyring};
use super::files::DataFiles;

/// The data files of a hierarchy, and how encrypted texts in them are read.
#[derive(Debug)]
pub(super) struct DataAccess {
    pub(super) files: DataFiles,
    pub(super) keyring: Keyring,
    pub(super) encrypted: Encrypted,
}
