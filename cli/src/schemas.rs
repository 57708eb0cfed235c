//! The schemas of `--schema`: reads them, and determines what they check.
//!
//! Invariant: schemas alone determine whether a document of no known metamodel is valid.

use super::sources::is_metamodel;
use modelwright::files::{display_path, read_file};
use modelwright::formats::root_class;
use modelwright::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_schema_validator::{self, Schema};
use std::path::PathBuf;

/// Reads schemas. A metamodel in the place of a schema is reported with the option for metamodels.
pub(super) fn load(
    workspace: &Workspace,
    paths: &[PathBuf],
) -> Result<Vec<Box<dyn Schema>>, Box<Diagnostic>> {
    let limits = &workspace.reading.limits;
    let mut schemas = Vec::new();
    for path in paths {
        let bytes = read_file(&*workspace.files, path, limits)?;
        let schema = modelwright_schema_validator::load(&workspace.files, path, bytes, limits);
        schemas.push(schema.map_err(|problem| match is_metamodel(path) {
            true => {
                let help = format!("this is a metamodel: write --model {}", display_path(path));
                Box::new(problem.help(help))
            }
            false => problem,
        })?);
    }
    Ok(schemas)
}

/// Whether the schemas alone determine if a document with this name is valid, provided that it names no metamodel.
pub(super) fn replace_metamodel(workspace: &Workspace, schemas: &[Box<dyn Schema>], name: &str) -> bool {
    // A root class belongs to a metamodel, so the document must have a metamodel.
    !schemas.is_empty() && workspace.models.is_empty() && root_class(&workspace.reading, name).is_none()
}

/// The problems of reading a document that matter beside those that schemas find.
pub(super) fn problems_of_reading(
    workspace: &Workspace,
    schemas: &[Box<dyn Schema>],
    loaded: &LoadedDocument,
) -> Diagnostics {
    let document = loaded.model.document(loaded.document);
    let mut problems = loaded.diagnostics.clone();
    // If the schemas replace the metamodel, a document that was not read because it has no metamodel is valid.
    if document.roots().is_empty() && replace_metamodel(workspace, schemas, &document.uri) {
        drop_missing_metamodel(&mut problems);
    }
    problems
}

/// Drops the problems of a document that has no metamodel.
pub(super) fn drop_missing_metamodel(problems: &mut Diagnostics) {
    problems.retain(|problem| ![codes::TREE_SHAPE, codes::UNKNOWN_PACKAGE].contains(&problem.code));
}

/// Validates a document's text against the schemas.
pub(super) fn check(schemas: &[Box<dyn Schema>], loaded: &LoadedDocument) -> Diagnostics {
    let source = loaded.model.document(loaded.document).source.as_ref();
    source.map_or_else(Diagnostics::new, |source| {
        modelwright_schema_validator::check(schemas, loaded.format, source)
    })
}
