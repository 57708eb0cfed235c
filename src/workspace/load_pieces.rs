//! Reads a large document in pieces, so that its text is never completely in memory. This is possible only if the
//! caller does not need the text afterwards.
//!
//! Invariant: a document with any problem is rejected here, because problems need the text. It is then read again in
//! one piece, which at most doubles the time.

use super::{LoadedDocument, Workspace};
use crate::files::{FileKind, display_path};
use crate::formats::{Format, ReadOptions};
use modelwright_metamodel::input::{DocumentPieces, PieceSource};
use modelwright_metamodel::model::{Document, Model, ecore};
use std::path::Path;

/// The size of a piece in bytes: small enough for the processor's caches, and large enough to make the overhead of
/// each piece negligible.
const PIECE_SIZE: usize = 1 << 20;
/// The minimum size in bytes of a document that is read in pieces.
const MIN_SIZE: u64 = 4 << 20;
/// The minimum size in bytes of a document that is read by two threads. Reading smaller documents takes only
/// milliseconds, so a second thread would not help.
const MIN_DIVIDED_SIZE: usize = 8 << 20;

impl Workspace {
    /// Reads a file in pieces; `None` if it must be read in one piece.
    pub(crate) fn load_pieces(&self, path: &Path, format: &Format) -> Option<LoadedDocument> {
        let read_pieces = format.reader?.read_pieces?;
        // Reading in pieces only supports the default options, except for the number of threads.
        let supported_options = ReadOptions { one_thread: self.reading.one_thread, ..ReadOptions::default() };
        if self.reading != supported_options {
            return None;
        }
        let metadata = self.files.metadata(path).ok()?;
        // Only ordinary files are read in pieces, because other files cannot be read a second time.
        if metadata.kind != FileKind::File || metadata.len < MIN_SIZE {
            return None;
        }
        let mut file = self.files.open(path).ok()?;
        let len = usize::try_from(metadata.len).ok().filter(|len| *len <= self.reading.limits.document)?;
        let name = display_path(path);
        let mut pieces = DocumentPieces::new(&name, &mut file, len, PIECE_SIZE);
        let first = pieces.next("")?;
        let declared = format.declared(&first.source);
        // Without declarations, the root element may continue in the next piece.
        if declared.packages.is_empty() {
            return None;
        }
        let mut document = Document::new(self.files.uri(path));
        let found_metamodel = self.metamodel_for(&declared, &document.uri);
        // Problems are reported when the file is read again in one piece (Decision 9).
        if !found_metamodel.problems.is_empty() || !found_metamodel.ambiguities.is_empty() {
            return None;
        }
        document.encoding = pieces.encoding().map(str::to_owned);
        let mut model = Model::new(found_metamodel.metamodel);
        // The second thread opens the file again, because it reads from another position (Decision 23).
        let open_again = || self.files.open(path);
        let is_divided = !self.reading.one_thread && len >= MIN_DIVIDED_SIZE;
        let second_source = is_divided.then(|| PieceSource::of(&pieces, &open_again));
        let document = read_pieces(first, &mut pieces, second_source, &mut model, document)?;
        let first_object = 0;
        ecore::normalise(&mut model, first_object);
        let diagnostics = self.resolve_proxies(&mut model, document);
        diagnostics.is_empty().then(|| LoadedDocument { model, document, format: format.name(), diagnostics })
    }
}
