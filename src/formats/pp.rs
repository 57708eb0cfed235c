//! The type language: a metamodel is written as declarations, a manifest as statements.
//!
//! An importer reads both, because sources may use types that other sources declare.

use super::{Format, Notation, WriteOptions, manifest, peek};
#[cfg(feature = "bindings")]
use crate::bindings::text;
use modelwright_language::{ecore_text, syntax_model};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::model::{Addresses, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};

/// The format `pp`.
pub(crate) const FORMAT: Format = Format {
    is_for_metamodels: true,
    is_type_source: true,
    keeps_unknown: true,
    points_at_source: true,
    namespaces: |bytes| peek::values(bytes, "uri").map(str::to_owned).collect(),
    ..Format::text(NOTATION, write)
};

const NOTATION: Notation = Notation {
    extensions: &["pp"],
    shares_extension: true,
    // Excludes documents in other formats, which may contain a declaration as text.
    looks_like: |head| !head.trim_start().starts_with(['<', '{', '[']) && is_model(head),
    is_model,
    ..Notation::new("pp", "the type language: a metamodel as text; or bindings")
};

/// Whether a text that starts like this contains bindings or types.
fn is_model(head: &str) -> bool {
    #[cfg(feature = "bindings")]
    if text::may_declare(head) {
        return true;
    }
    declares_types(head)
}

/// Whether a line of a text begins like the declaration of a package or a type.
fn declares_types(head: &str) -> bool {
    let starts = ["package ", "type ", "abstract type ", "interface type ", "enum ", "datatype "];
    let mut names = head.lines().flat_map(|line| starts.iter().filter_map(|start| line.strip_prefix(start)));
    // `package {` is not a declaration, but a resource in a manifest.
    names.any(|name| !name.trim_start().starts_with('{'))
}

/// Writes a metamodel, bindings or a manifest, each in its own language; fails for other models.
fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    // Manifests have the same extension, so users may select this format for them.
    if model.document(document).roots().iter().any(|root| syntax_model::is_manifest(model, *root)) {
        return (manifest::FORMAT.write)(model, document, options, sink);
    }
    #[cfg(feature = "bindings")]
    if text::is_in(model, document) {
        let text = text::write(model, document)?;
        sink.write_all(text.as_bytes())?;
        return Ok(Diagnostics::new());
    }
    let metamodel = model.metamodel();
    let mut problems = Diagnostics::new();
    let mut addresses = Addresses::new(model);
    let roots = model.document(document).roots().iter();
    for root in roots.filter(|root| metamodel[model.class(**root)].package != builtin::PACKAGE) {
        let class = &metamodel[model.class(*root)].name;
        let message =
            format!("only metamodels can be written as types, but this is an object of class {class}");
        problems.push(
            Diagnostic::error(codes::CANNOT_EXPRESS, message)
                .object(addresses.fragment(*root))
                .help("write instances as xmi, json or yaml"),
        );
    }
    if problems.has_errors() {
        return Err(problems.into());
    }
    let (text, losses) = ecore_text::write(model, document)?;
    sink.write_all(text.as_bytes())?;
    Ok(losses)
}
