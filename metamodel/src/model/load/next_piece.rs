//! Fills a model from a document that is read in pieces.
//!
//! Invariant: nothing refers to the text of a piece after the next one is read, so references copy their
//! texts.

use super::Loader;
use crate::model::{Document, Model};

impl<'m> Loader<'m, '_> {
    /// Starts a document of a number of bytes, which the reader reads one piece after the other.
    pub fn start_pieces(model: &'m mut Model, document: Document, len: usize, records_offsets: bool) -> Self {
        Self::start(model, document, ("", len, Some(0)), records_offsets)
    }

    /// Continues with the next piece. The offsets of its objects are relative to this position of the document.
    pub fn next_piece<'t>(self, piece_start: usize) -> Loader<'m, 't> {
        debug_assert!(self.source.is_empty(), "a complete text has no pieces");
        // Field by field, because `..self` cannot change the lifetime of the text.
        Loader {
            model: self.model,
            document: self.document,
            first_object: self.first_object,
            interner: self.interner,
            source: "",
            len: self.len,
            read_start: self.read_start,
            open_object_count: self.open_object_count,
            piece_start: Some(piece_start),
            slot_limit: self.slot_limit,
            reference_records: self.reference_records,
            copied_texts: self.copied_texts,
            list_runs: self.list_runs,
            replaced_references: self.replaced_references,
            overridden_values: self.overridden_values,
            resolves_in_sequence: self.resolves_in_sequence,
            uses_two_threads: self.uses_two_threads,
            moves: self.moves,
            placement: self.placement,
            has_pending: self.has_pending,
            has_references_by_id: self.has_references_by_id,
            records_offsets: self.records_offsets,
            allows_any_in_lists: self.allows_any_in_lists,
            follows_rules_of_xmi: self.follows_rules_of_xmi,
            has_detached_objects: self.has_detached_objects,
        }
    }
}
