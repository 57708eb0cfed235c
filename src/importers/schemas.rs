//! Importers of schemas, whose declarations become metamodels.
//!
//! The declarations are written as text of the type language, which is then read, so that the meaning of types is
//! computed in only one place. Problems of that text are shown at the corresponding declarations of the schema. This
//! module does not know any schema language.

use crate::formats::{Format, Notation};
use crate::workspace::{Importer, LoadedDocument, Workspace};
use modelwright_files::FileAccess;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::ValueRules;
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::declarations::{Package, write};
use modelwright_schema_import::rgen_xml::Completed;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The packages that a schema declares, and its problems.
type Declarations = (Vec<Package>, Diagnostics);

/// An importer of schemas.
#[derive(Debug)]
pub(super) struct SchemaImporter {
    /// The name of the notation, and how its files are recognised.
    pub(super) notation: &'static Notation,
    /// The rules for values of the metamodel's attributes.
    pub(super) value_rules: ValueRules,
    /// Reads the declarations of a schema at an address, and the schemas to which it refers.
    pub(super) read: fn(&Arc<Source>, &str, &FileAccess) -> Declarations,
}

impl Importer for SchemaImporter {
    fn notation(&self) -> &'static Notation {
        self.notation
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let declarations = (self.read)(&text.source, &document.uri, &workspace.access());
        let mut loaded = metamodel(self.notation, declarations, &text.source, workspace, document);
        loaded.model.document_mut(loaded.document).value_rules = self.value_rules;
        loaded
    }
}

/// The name of a schema's file without its extension, for languages in which a file does not name its package.
pub(super) fn file_stem(schema: &Source) -> String {
    Path::new(schema.name()).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A metamodel with the packages that an importer read from a schema, and its problems.
fn metamodel(
    notation: &Notation,
    (packages, mut diagnostics): Declarations,
    schema: &Arc<Source>,
    workspace: &Workspace,
    mut document: Document,
) -> LoadedDocument {
    let mut type_text = write(&packages);
    let is_empty = packages.is_empty();
    // The declarations of a large schema need much memory, and the text contains all of them.
    drop(packages);
    let text = Source::new(format!("{} (as types)", schema.name()), std::mem::take(&mut type_text.text));
    document.source = Some(Arc::clone(&text));
    let loaded = workspace.load_type_source(&text, document);
    let mut type_problems = loaded.diagnostics;
    relocate(&mut type_problems, &text, schema, |offset| type_text.origin(offset));
    // A schema without declarations is a problem only if the importer has not already reported the reason.
    if !is_empty || !diagnostics.has_errors() {
        diagnostics.append(type_problems);
    }
    LoadedDocument { diagnostics, format: notation.name, ..loaded }
}

/// A document that is almost in a format, read from its text after the missing parts were added.
pub(super) fn load_completed(
    notation: &Notation,
    completed: Completed,
    original: &Arc<Source>,
    workspace: &Workspace,
    format: &Format,
    mut document: Document,
) -> LoadedDocument {
    let text = Source::new(original.name(), completed.text.as_str());
    document.source = Some(Arc::clone(&text));
    let mut loaded = workspace.load_instance(format, &DocumentText::from(Arc::clone(&text)), document);
    relocate(&mut loaded.diagnostics, &text, original, |offset| completed.origin(offset));
    let mut diagnostics = completed.diagnostics;
    // After errors, the text is incomplete, so the problems of reading it are not those of the document.
    if !diagnostics.has_errors() {
        diagnostics.append(loaded.diagnostics);
    }
    LoadedDocument { diagnostics, format: notation.name, ..loaded }
}

/// Moves problems from a text that is not a file to those places of the file from which the text was generated.
/// `origin` returns the range of the file for an offset of the text.
fn relocate(
    diagnostics: &mut Diagnostics,
    text: &Arc<Source>,
    file: &Arc<Source>,
    origin: impl Fn(usize) -> Range<usize>,
) {
    for problem in diagnostics.iter_mut() {
        for label in problem.labels.iter_mut().filter(|label| Arc::ptr_eq(&label.source, text)) {
            label.range = origin(label.range.start);
            label.source = Arc::clone(file);
        }
        // A fix would change the text, which is not a file.
        problem.fix = None;
    }
}
