//! Reads documents by two threads, each of which reads a half, and compares the result with that of one thread.

use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{DocumentPieces, Limits, PieceSource, decode_xml};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{ReadOptions, WriteOptions, read, read_pieces, write};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The number of pieces of a document.
const PIECES: usize = 8;

/// The number of documents whose halves were joined.
pub(crate) static JOINED: AtomicUsize = AtomicUsize::new(0);

/// Leaves time to the other thread, which otherwise finds its half of a small document too late.
struct SlowReader<'b>(&'b [u8]);

impl Read for SlowReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        std::thread::sleep(Duration::from_micros(100));
        self.0.read(buffer)
    }
}

/// A difference between the model that two threads read from a file and that of one; none if only one can read it.
pub(crate) fn difference(metamodel: &Arc<Metamodel>, path: &Path) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    let mut from = SlowReader(&bytes);
    let size = (bytes.len() / PIECES).max(100);
    let mut pieces = DocumentPieces::new("a.xmi", &mut from, bytes.len(), size);
    let first = pieces.next("")?;
    let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
    let mut model = Model::new(Arc::clone(metamodel));
    let open = || Ok(Box::new(File::open(path)?) as Box<dyn Read>);
    let again = PieceSource::of(&pieces, &open);
    let document = Document::new("file:/a.xmi");
    let document = read_pieces(first, &mut pieces, Some(again), &mut model, document, &options)?;
    if pieces.position() < bytes.len() {
        JOINED.fetch_add(1, Ordering::Relaxed);
    }
    let decoded = decode_xml("a.xmi", bytes, &Limits::default()).ok()?;
    let mut one = Model::new(Arc::clone(metamodel));
    let (other, problems) = read(&decoded.source, &mut one, Document::new("file:/a.xmi"), &options);
    if !problems.is_empty() {
        return Some(format!("one thread finds problems: {problems}"));
    }
    let counts = (model.object_count(), one.object_count());
    if counts.0 != counts.1 {
        return Some(format!("two threads read {} objects, one reads {}", counts.0, counts.1));
    }
    let is_other = written(&model, document) != written(&one, other);
    is_other.then(|| "two threads read another model".to_owned())
}

/// The bytes of a document, or why it cannot be written.
fn written(model: &Model, document: DocumentId) -> Result<Vec<u8>, String> {
    let result = in_memory(|sink| write(model, document, &WriteOptions::default(), sink));
    result.map(|(bytes, _)| bytes).map_err(|problems| problems.to_string())
}
