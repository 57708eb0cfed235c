//! `.ecore`: metamodels in XMI, in the layout of EMF's Ecore resource.

use super::xmi::xmi_format;
use super::xml_options::write_options;
use super::{Format, Notation, WriteOptions, peek};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_notations::xmi;

/// The format `ecore`.
pub(super) const FORMAT: Format = Format {
    is_for_metamodels: true,
    // In a URI, `&` is the only character that XML requires to be escaped.
    namespaces: |bytes| peek::values(bytes, "nsURI").map(|uri| uri.replace("&amp;", "&")).collect(),
    ..xmi_format(NOTATION, write)
};

const NOTATION: Notation = Notation {
    extensions: &["ecore"],
    // The prefix is not compared, because a document may bind Ecore's namespace to any prefix.
    looks_like: |head| head.trim_start().starts_with('<') && head.contains(":EPackage"),
    ..Notation::new("ecore", "an Ecore metamodel (.ecore) as Eclipse EMF writes it")
};

/// Writes a metamodel as XMI; fails for instances, which the format cannot contain.
fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let metamodel = model.metamodel();
    let mut roots = model.document(document).roots().iter();
    let Some(instance) = roots.find(|root| metamodel[model.class(**root)].package != builtin::PACKAGE) else {
        return xmi::write(model, document, &write_options(&xmi::WriteOptions::ecore(), options), sink);
    };
    let class = &metamodel[model.class(*instance)].name;
    let message = format!("an .ecore file contains a metamodel, but this is an object of class {class}");
    let problem = Diagnostic::error(codes::CANNOT_EXPRESS, message)
        .object(model.address(*instance))
        .help("write instances as xmi, json or yaml");
    Err(Diagnostics::from(problem).into())
}
