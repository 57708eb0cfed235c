//! Reads a document piece by piece, with only one piece in memory at any time.
//!
//! Each piece is read as a separate text: the start tags of the open elements are put before it, and skipped. So
//! neither names nor namespaces outlive a piece; only the open elements do. Invariant: the result is the same as that
//! of [`super::read`] for the entire text, and has no problems. If there is a problem, or if anything may extend beyond
//! the end of a piece, nothing is read here, and reading the entire text reports the problem.

use super::piece_state::{ReaderState, knows_types_of};
use super::second_half::{SecondHalf, Task};
use super::xmi_attributes;
use crate::diagnostic::Diagnostics;
use crate::input::{DocumentPiece, DocumentPieces, PieceSource};
use crate::model::load::Loader;
use crate::model::{Document, DocumentId, Model};
use crate::xmi::ReadOptions;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

/// The maximum size of the start tags of open elements in bytes, which are read again for each piece.
const MAX_TAGS: usize = 1 << 18;

/// Reads a document whose first piece is available; by two threads if it can be opened again. Returns `None` if the
/// entire text must be read at once; the model then contains a part of the document, and must be discarded.
pub fn read_pieces(
    first_piece: DocumentPiece,
    pieces: &mut DocumentPieces<'_>,
    second_source: Option<PieceSource<'_>>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> Option<DocumentId> {
    // The reader for extended metadata cannot be suspended between pieces.
    if options.extended_metadata || options.record_unknown {
        return None;
    }
    let mut loader = Loader::start_pieces(model, document, pieces.len(), options.record_offsets);
    loader.allow_any_in_lists();
    loader.follow_rules_of_xmi();
    let document = loader.document();
    let is_cancelled = AtomicBool::new(false);
    let loader = thread::scope(|scope| {
        // The second thread starts before the first piece is read, so that both threads work from the beginning.
        let second = second_source.and_then(|source| {
            let metamodel = Arc::clone(loader.model().metamodel());
            let base = loader.model().document(document).uri.clone();
            let (first_piece, is_cancelled) = (first_piece.clone(), &is_cancelled);
            SecondHalf::start(Task { first_piece, source, metamodel, options, base, is_cancelled }, scope)
        });
        read_all(first_piece, pieces, second, loader, options)
    })?;
    // Problems are reported only by reading the whole text, which can show their lines (Decision 9).
    if !loader.finish().is_empty() {
        return None;
    }
    let mut problems = Diagnostics::new();
    xmi_attributes::reject_typeless(model, document, &mut problems);
    problems.is_empty().then_some(document)
}

/// Reads all pieces, up to the second half if that can be joined. Returns `None` if the entire text must be read at
/// once.
fn read_all<'m>(
    first_piece: DocumentPiece,
    pieces: &mut DocumentPieces<'_>,
    mut second: Option<SecondHalf<'_>>,
    mut loader: Loader<'m, 'static>,
    options: &ReadOptions,
) -> Option<Loader<'m, 'static>> {
    let metamodel = Arc::clone(loader.model().metamodel());
    let mut state = ReaderState::default();
    let mut division = None;
    let (mut piece, mut prefix_len) = (first_piece, 0);
    loop {
        let DocumentPiece { source, start, last } = piece;
        if !knows_types_of(&metamodel, &source) {
            return None;
        }
        // A piece starts with repeated start tags, `prefix_len` bytes long, which the document does not have here.
        let continued = loader.next_piece(start.wrapping_sub(prefix_len));
        let mut reader = state.resume(&source, &metamodel, continued, options.limits);
        let open_tags = reader.read_piece(last).ok()?;
        if !reader.diagnostics.is_empty() {
            return None;
        }
        (state, loader) = ReaderState::suspend(reader);
        if last {
            return Some(loader);
        }
        // If no element is open, the position is before the first element or after it.
        if open_tags.is_empty() || open_tags.len() > MAX_TAGS {
            return None;
        }
        if division.is_none()
            // The call does not wait: if the position is found too late, this thread reads the entire document.
            && let Some(new_division) = second.as_ref().and_then(SecondHalf::division)
        {
            pieces.cut_at(new_division.position);
            division = Some(new_division);
        }
        // The guess of the second thread holds only if exactly these tags are open here (Decision 23).
        let is_at_division = division
            .as_ref()
            .is_some_and(|division| division.position == pieces.position() && division.tags == open_tags);
        if is_at_division
            // The half is taken out, because a half that could not be joined must not be tried again at a later piece.
            && let Some(second) = second.take()
            && second.join(state.frames(), state.locations(), &mut loader)
        {
            // The second half contains the rest of the document.
            return Some(loader);
        }
        prefix_len = open_tags.len();
        piece = pieces.next(&open_tags)?;
    }
}
