//! An open map of a document that is being read.

use crate::ecore::ClassId;
use crate::model::ObjectId;

/// An open map of a document or of an object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Map {
    /// The object; `None` in the document's map while it may still have `$roots`.
    pub(super) object: Option<(ObjectId, ClassId)>,
    /// Whether this is the document's map, with keys of its own.
    pub(super) is_document: bool,
    pub(super) has_roots: bool,
    /// The slots below 64 whose key has been read, as bits.
    pub(super) slots: u64,
    /// The positions in `keys::ALL` that have been read, as bits.
    pub(super) own_keys: u64,
    /// The position at which the map's keys start in `Reader::seen_keys`.
    pub(super) first_seen_key: usize,
}

impl Map {
    /// Whether this is the document's map, and no key has shown what the document contains.
    pub(super) fn is_undecided(&self) -> bool {
        self.is_document && self.object.is_none() && !self.has_roots
    }
}
