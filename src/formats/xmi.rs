//! XMI 2.

use super::{Declared, Format, Input, WriteOptions};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Places};
use modelwright_metamodel::input::{Limits, Piece, Pieces, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_metamodel::xmi::{ReadOptions, SaveOptions, declared_packages, read, read_pieces, write_to};

/// The format `xmi`.
#[derive(Debug)]
pub(super) struct Xmi;

impl Format for Xmi {
    fn name(&self) -> &'static str {
        "xmi"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["xmi"]
    }

    fn about(&self) -> &'static str {
        "XMI 2 as Eclipse EMF writes it"
    }

    fn has_encodings(&self) -> bool {
        true
    }

    fn is_xml(&self) -> bool {
        true
    }

    fn keeps_unknown(&self) -> bool {
        true
    }

    fn looks_like(&self, head: &str) -> bool {
        head.trim_start().starts_with('<')
    }

    fn places(&self, input: &Input, places: &mut Places) {
        modelwright_metamodel::xmi::places(&input.source, places);
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        let decoded = decode_xml(name, bytes, limits)?;
        // A document that declares no encoding is in UTF-8, and EMF says so when it writes it back.
        let encoding = decoded.declared.unwrap_or_else(|| "UTF-8".to_owned());
        Ok(Input { lost: decoded.lost, ..Input::new(decoded.source, Some(encoding)) })
    }

    fn declared(&self, input: &Input) -> Declared {
        let (packages, locations) = declared_packages(&input.source);
        Declared { packages, locations }
    }

    fn read(&self, input: &Input, model: &mut Model, mut document: Document) -> (DocumentId, Diagnostics) {
        document.encoding.clone_from(&input.encoding);
        let options = ReadOptions {
            record_offsets: true,
            extended_metadata: input.xml.extended_metadata,
            record_unknown: input.xml.record_unknown,
            ..ReadOptions::default()
        };
        let (document, mut diagnostics) = read(&input.source, model, document, &options);
        diagnostics.extend(input.lost.as_deref().cloned());
        (document, diagnostics)
    }

    fn has_pieces(&self) -> bool {
        true
    }

    fn read_pieces(
        &self,
        first: Piece,
        pieces: &mut Pieces<'_>,
        model: &mut Model,
        document: Document,
    ) -> Option<DocumentId> {
        let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
        read_pieces(first, pieces, model, document, &options)
    }

    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        write_to(model, document, &with(&SaveOptions::default(), options), sink)?;
        Ok(Diagnostics::new())
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}

/// The save options of a resource kind, with what the user asked for.
pub(super) fn with(defaults: &SaveOptions, options: &WriteOptions) -> SaveOptions {
    let xml = options.xml;
    SaveOptions {
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
