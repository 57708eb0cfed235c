//! XMI 2.

use super::{Declared, Format, Input, Notation, ReadOptions, Reader, WriteOptions};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::xmi;
use std::sync::Arc;

/// The format `xmi`.
pub(super) const XMI: Format = Format {
    notation: Notation {
        name: "xmi",
        about: "XMI 2 as Eclipse EMF writes it",
        extensions: &["xmi"],
        looks_like: |head| head.trim_start().starts_with('<'),
        ..Format::TEXT.notation
    },
    reader: Some(Reader {
        read_pieces: Some(|first, pieces, model, document| {
            let options = xmi::ReadOptions { record_offsets: true, ..xmi::ReadOptions::default() };
            xmi::read_pieces(first, pieces, model, document, &options)
        }),
        ..READER
    }),
    write: |model, document, options, sink| {
        xmi::write(model, document, &xmi_options(xmi::WriteOptions::default(), options), sink)
    },
    ..XML
};

/// What formats that are XMI share; the name and the writer have to be given.
pub(super) const XML: Format = Format {
    has_encodings: true,
    is_xml: true,
    keeps_unknown: true,
    decode,
    locate_features: Some(xmi::places),
    reader: Some(READER),
    ..Format::TEXT
};

const READER: Reader = Reader { declared, read, read_pieces: None };

fn decode(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
    let decoded = decode_xml(name, bytes, limits)?;
    // A document that declares no encoding is in UTF-8, and EMF declares that when it writes the document back.
    let encoding = decoded.declared.unwrap_or_else(|| "UTF-8".to_owned());
    Ok(Input { lost: decoded.lost, ..Input::new(decoded.source, Some(encoding)) })
}

fn declared(source: &Arc<Source>) -> Declared {
    let (packages, locations) = xmi::declared_packages(source);
    Declared { packages, locations }
}

fn read(
    input: &Input,
    model: &mut Model,
    mut document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    document.encoding.clone_from(&input.encoding);
    let options = xmi::ReadOptions {
        limits: options.limits,
        record_offsets: true,
        extended_metadata: options.extended_metadata,
        record_unknown: options.record_unknown,
    };
    let (document, mut diagnostics) = xmi::read(&input.source, model, document, &options);
    diagnostics.extend(input.lost.as_deref().cloned());
    (document, diagnostics)
}

/// How a resource with these defaults is written, and with what the caller chose.
pub(super) fn xmi_options(defaults: xmi::WriteOptions, options: &WriteOptions) -> xmi::WriteOptions {
    let xml = options.xml;
    xmi::WriteOptions {
        encoding: options.encoding.clone(),
        base: options.base.clone(),
        line_width: xml.line_width.unwrap_or(defaults.line_width),
        formatted: !xml.unformatted,
        declaration: !xml.no_declaration,
        schema_location: xml.schema_location,
        stated_locations: defaults.stated_locations,
        keep_defaults: xml.keep_defaults,
        encoded_attributes: defaults.encoded_attributes || xml.encoded_attributes,
        type_information: xml.type_information,
        xmi_type: xml.xmi_type,
        extended_metadata: xml.extended_metadata,
    }
}
