//! What engines read: the data files of a hierarchy and the keys of the encrypted texts in them.
//!
//! Invariant: it knows no levels and no configuration, so that an engine depends on it and on nothing above.

use super::encryption::{Encrypted, Keyring};
use super::files::DataFiles;

/// The data files of a hierarchy, and how encrypted texts in them are read.
#[derive(Debug)]
pub(super) struct DataAccess {
    pub(super) files: DataFiles,
    pub(super) keyring: Keyring,
    pub(super) encrypted: Encrypted,
}
