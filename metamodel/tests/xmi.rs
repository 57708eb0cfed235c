//! XMI and `.ecore`: which documents are read, which are rejected and how, and what is written.

#[path = "xmi/append.rs"]
mod append;
#[path = "xmi/blocks.rs"]
mod blocks;
#[path = "xmi/cases.rs"]
mod cases;
#[path = "common/data.rs"]
mod data;
#[path = "xmi/pieces.rs"]
mod pieces;
#[path = "common/random.rs"]
mod random;
#[path = "xmi/round_trip.rs"]
mod round_trip;

use modelwright_metamodel::diagnostic::{Diagnostics, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, ReadOptions, WriteOptions};
use std::sync::Arc;

/// The result of reading a document.
struct ReadDocument {
    model: Model,
    document: DocumentId,
    diagnostics: Diagnostics,
}

fn read_source(metamodel: &Arc<Metamodel>, source: &Arc<Source>, encoding: Option<String>) -> ReadDocument {
    read_with(metamodel, source, encoding, Limits::default())
}

fn read_with(
    metamodel: &Arc<Metamodel>,
    source: &Arc<Source>,
    encoding: Option<String>,
    limits: Limits,
) -> ReadDocument {
    let mut model = Model::new(Arc::clone(metamodel));
    let mut document = Document::new(format!("file:/models/{}", source.name()));
    document.encoding = encoding;
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let (document, diagnostics) = xmi::read(source, &mut model, document, &options);
    ecore::normalise(&mut model, 0);
    ReadDocument { model, document, diagnostics }
}

/// Reads a document as the formats of the toolkit do.
fn read(metamodel: &Arc<Metamodel>, name: &str, bytes: &[u8]) -> Result<ReadDocument, String> {
    let decoded = decode_xml(name, bytes.to_vec(), &Limits::default()).map_err(|p| format!("{p}\n"))?;
    let encoding = decoded.encoding.unwrap_or_else(|| "UTF-8".to_owned());
    Ok(read_source(metamodel, &decoded.source, Some(encoding)))
}

fn write(read: &ReadDocument, options: &WriteOptions) -> Vec<u8> {
    in_memory(|sink| xmi::write(&read.model, read.document, options, sink))
        .map(|(bytes, _)| bytes)
        .unwrap_or_else(|problems| panic!("{}", show(&problems)))
}

fn show(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|problem| format!("{problem}\n")).collect()
}

/// The metamodel of an `.ecore` file, which must be sound.
fn metamodel_of(name: &str, bytes: &[u8]) -> Arc<Metamodel> {
    let read = read(&Metamodel::ecore(), name, bytes).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(read.diagnostics.is_empty(), "{}", show(&read.diagnostics));
    let converted = ecore::from_models(&read.model, &[read.document], &Metamodel::ecore());
    assert!(converted.problems.is_empty(), "{:?}", converted.problems);
    Arc::new(converted.metamodel)
}
