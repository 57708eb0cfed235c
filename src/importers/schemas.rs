//! Creates documents of metamodels from the declarations that an importer of schemas returns.
//!
//! The declarations are read as text of the type language, so there is one computation of what a type means. Problems of that
//! text are shown where the schema has the declaration.

use crate::formats::Notation;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::model::Document;
use modelwright_schema_import::declarations::{Package, write};
use std::sync::Arc;

/// A metamodel with the packages that an importer read from a schema, and its problems.
pub(super) fn document(
    notation: &Notation,
    (packages, mut diagnostics): (Vec<Package>, Diagnostics),
    schema: &Arc<Source>,
    workspace: &Workspace,
    mut document: Document,
) -> LoadedDocument {
    let written = write(&packages);
    let text = Source::new(format!("{} (as types)", schema.name()), written.text.as_str());
    document.source = Some(Arc::clone(&text));
    let loaded = workspace.load_type_source(&text, document);
    let mut found = loaded.diagnostics;
    for problem in found.iter_mut() {
        for label in problem.labels.iter_mut().filter(|label| Arc::ptr_eq(&label.source, &text)) {
            label.range = written.origin(label.range.start);
            label.source = Arc::clone(schema);
        }
        // A fix would change the text of the types, which is not a file.
        problem.fix = None;
    }
    diagnostics.append(found);
    LoadedDocument { diagnostics, format: notation.name, ..loaded }
}
