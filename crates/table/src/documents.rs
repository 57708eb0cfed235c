//! Reads and judges one document, as a workspace does. All checks of this crate end here, so that a row has the verdict
//! of the same document in a file.
//!
//! Invariant: nothing of a document affects the next one. This module does not know tables, and nothing of how
//! documents are read and judged.

use crate::RowType;
use crate::notation::Notation;
use modelwright::records::Records;
use modelwright::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::load::{Loader, collect_missing_targets};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use std::path::Path;

/// A document that was read into a model.
#[derive(Debug)]
pub(crate) struct LoadedRow {
    pub(crate) model: Model,
    pub(crate) document: DocumentId,
    /// The problems of reading.
    pub(crate) problems: Diagnostics,
}

/// The name of the document of a row, which no message shows.
pub(crate) const NAME: &str = "row";

/// Reads a document. References by id without a target in the document are not problems, but are stored in it.
pub(crate) fn read(rows: &RowType, notation: Notation, text: &DocumentText) -> LoadedRow {
    let mut workspace = rows.workspace_for(notation);
    workspace.reading.collects_missing = true;
    let uri = workspace.files.uri(Path::new(NAME));
    let LoadedDocument { model, document, diagnostics, .. } =
        workspace.load_text(text, &uri, notation.format().into());
    LoadedRow { model, document, problems: diagnostics }
}

/// Checks the rows of a batch with a model, a reader and rules that are kept from one row to the next.
#[derive(Debug)]
pub(crate) struct RowChecker {
    records: Records,
    collects_missing: bool,
}

impl RowChecker {
    /// A checker of rows of a type in a notation.
    pub(crate) fn new(rows: &RowType, notation: Notation) -> Self {
        let mut workspace: Workspace = rows.workspace_for(notation);
        let collects_missing = rows.has_references_between_rows();
        workspace.reading.collects_missing = collects_missing;
        Self { records: Records::of_metamodel(workspace, NAME, notation.format()), collects_missing }
    }

    /// The problems of a text, in the order in which the command shows them.
    pub(crate) fn check_text(&mut self, text: &str) -> Diagnostics {
        sort_problems(self.records.check_text(text))
    }

    /// The problems of bytes in the encoding that they declare.
    pub(crate) fn check_bytes(&mut self, bytes: &[u8]) -> Diagnostics {
        let first_line = 1;
        sort_problems(self.records.check(bytes, first_line))
    }

    /// Whether the objects that `add_objects` adds are certain to have no problem.
    pub(crate) fn accepts_objects<E>(
        &mut self,
        add_objects: impl FnOnce(&mut Loader<'_, '_>) -> Result<(), E>,
    ) -> bool {
        let collects_missing = self.collects_missing;
        // A document is not accepted if `add_objects` fails, nor if a reference has no target.
        self.records.accepts_document(|model| load(model, collects_missing, add_objects).ok().flatten())
    }
}

/// Problems in the order of their positions.
fn sort_problems(mut problems: Diagnostics) -> Diagnostics {
    problems.sort_by_position();
    problems
}

/// Adds a document with the objects that `add_objects` adds; `None` if references in them have no target. If
/// `collects_missing`, the document records such references instead, as missing targets.
pub(crate) fn load<E>(
    model: &mut Model,
    collects_missing: bool,
    add_objects: impl FnOnce(&mut Loader<'_, '_>) -> Result<(), E>,
) -> Result<Option<DocumentId>, E> {
    // There is no text in which objects have positions.
    let (text, records_offsets) = ("", false);
    let mut loader = Loader::new(model, Document::new(NAME), text, records_offsets);
    // A list may contain any objects, as for the reader of JSON.
    loader.allow_any_in_lists();
    add_objects(&mut loader)?;
    let document = loader.document();
    let mut unresolved = loader.finish();
    if collects_missing {
        let missing_targets = collect_missing_targets(model, document, &mut unresolved);
        model.document_mut(document).unread_values = missing_targets;
    }
    Ok(unresolved.is_empty().then_some(document))
}
