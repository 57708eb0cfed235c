//! XMI 2.

use super::xml_options::{self, read_options, write_options};
use super::{Format, Notation, ReadOptions, Reader, RequiredMetamodels, Write};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use modelwright_metamodel::input::{DocumentText, Limits, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::xmi;
use std::sync::Arc;

/// The format `xmi`.
pub(super) const FORMAT: Format = Format {
    reader: Some(Reader {
        read_pieces: Some(|first, pieces, second_source, model, document| {
            // The options are the defaults, because `Workspace::load_pieces` only handles these.
            let options = xmi::ReadOptions { record_offsets: true, ..xmi::ReadOptions::default() };
            xmi::read_pieces(first, pieces, second_source, model, document, &options)
        }),
        ..READER
    }),
    ..xmi_format(NOTATION, |model, document, options, sink| {
        xmi::write(model, document, &write_options(&xmi::WriteOptions::default(), options), sink)
    })
};

const NOTATION: Notation = Notation {
    extensions: &["xmi"],
    looks_like: |head| head.trim_start().starts_with('<'),
    ..Notation::new("xmi", "XMI 2 as Eclipse EMF writes it")
};

/// A format whose documents are XMI.
pub(super) const fn xmi_format(notation: Notation, write: Write) -> Format {
    Format {
        is_xml: true,
        keeps_unknown: true,
        decode,
        locate_features: Some(xmi::find_feature_spans),
        reader: Some(READER),
        read_options: xml_options::READ,
        write_options: xml_options::WRITE,
        ..Format::text(notation, write)
    }
}

const READER: Reader = Reader::new(declared, read);

fn decode(name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<DocumentText, Box<Diagnostic>> {
    let mut text = decode_xml(name, bytes, limits)?;
    // Without a declaration, the encoding is UTF-8, which EMF declares when it writes the document back.
    text.encoding.get_or_insert_with(|| "UTF-8".to_owned());
    Ok(text)
}

fn declared(source: &Arc<Source>) -> RequiredMetamodels {
    let (packages, locations) = xmi::declared_packages(source);
    RequiredMetamodels { packages, locations }
}

/// Reads a document, and reports the bytes that were lost when its text was decoded.
fn read(
    text: &DocumentText,
    model: &mut Model,
    mut document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    document.encoding.clone_from(&text.encoding);
    let (document, mut diagnostics) = xmi::read(&text.source, model, document, &read_options(options));
    diagnostics.extend(text.lost.as_deref().cloned());
    (document, diagnostics)
}
