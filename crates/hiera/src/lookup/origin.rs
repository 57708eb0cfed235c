//! Where values are: the index of a data file, and a position in it.

use crate::store::Place;

/// The index of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileIndex(pub(super) u32);

impl FileIndex {
    /// The index as a number, in the order of [`Hierarchy::files`](super::Hierarchy::files).
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The position of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: FileIndex,
    /// The position of its key.
    pub place: Place,
}
