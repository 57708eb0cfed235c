//! Manifests: objects of `models/syntax.pp`, written as statements of the Puppet language.
//!
//! An importer reads manifests. They share the extension `.pp` with the type language, so users must specify this
//! format.

use super::{Format, Notation, WriteOptions, send};
use modelwright_language::syntax_model;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};

/// The format `manifest`.
pub(crate) const FORMAT: Format = Format { points_at_source: true, ..Format::text(NOTATION, write) };

const NOTATION: Notation = Notation {
    extensions_if_named: &["pp"],
    ..Notation::new("manifest", "statements of the Puppet language, as syntax")
};

/// Writes a document that contains one manifest.
fn write(
    model: &Model,
    document: DocumentId,
    _: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    match model.document(document).roots() {
        [root] => send(syntax_model::text(model, *root)?, sink),
        roots => {
            let message = format!("a manifest is one object, but the document has {} roots", roots.len());
            let problem = Diagnostic::error(codes::CANNOT_EXPRESS, message).help("select one with --root");
            Err(Diagnostics::from(problem).into())
        }
    }
}
