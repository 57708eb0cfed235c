//! Documents read in pieces of any size give the same result as the whole document, or no result.

use super::cases::{SMALL, metamodel};
use super::data;
use super::{ReadDocument, WriteOptions, read, show, write};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::DocumentPieces;
use modelwright_metamodel::model::{Document, Model, ecore};
use modelwright_metamodel::xmi::{ReadOptions, read_pieces};
use std::sync::Arc;

/// The document, and how many pieces it was read in.
fn in_pieces(
    metamodel: &Arc<Metamodel>,
    name: &str,
    bytes: &[u8],
    size: usize,
) -> Option<(ReadDocument, usize)> {
    let mut counted = CountingReader { bytes, count: 0 };
    let mut pieces = DocumentPieces::new(name, &mut counted, bytes.len(), size);
    let first = pieces.next("")?;
    let mut model = Model::new(Arc::clone(metamodel));
    let mut document = Document::new(format!("file:/models/{name}"));
    document.encoding = pieces.encoding().map(str::to_owned);
    let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
    let document = read_pieces(first, &mut pieces, &mut model, document, &options)?;
    ecore::normalise(&mut model, 0);
    let count = counted.count;
    Some((ReadDocument { model, document, diagnostics: Diagnostics::new() }, count))
}

/// Counts the reads.
struct CountingReader<'b> {
    bytes: &'b [u8],
    count: usize,
}

impl std::io::Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.count += 1;
        self.bytes.read(buffer)
    }
}

/// Compares the result of reading a document in pieces with that of the whole; returns whether it was read in pieces.
fn compare(name: &str, bytes: &[u8], size: usize) -> bool {
    let is_ecore = name.ends_with(".ecore");
    let metamodel = if is_ecore { Metamodel::ecore() } else { metamodel() };
    let Some((pieces, count)) = in_pieces(&metamodel, name, bytes, size) else { return false };
    let whole = read(&metamodel, name, bytes).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    assert!(whole.diagnostics.is_empty(), "{name}, {size}: {}", show(&whole.diagnostics));
    for options in [WriteOptions::default(), WriteOptions::ecore()] {
        let (pieces, whole) = (write(&pieces, &options), write(&whole, &options));
        assert_eq!(String::from_utf8_lossy(&pieces), String::from_utf8_lossy(&whole), "{name}, {size}");
    }
    for object in pieces.model.objects().filter(|object| !pieces.model.is_proxy(*object)) {
        // Objects other than proxies start with a tag; for pieces, the position is passed on.
        let offset = pieces.model.offset(object);
        assert!(offset.is_none_or(|offset| bytes[offset] == b'<'), "{name}, {size}: {offset:?}");
    }
    count > 2
}

#[test]
fn a_document_in_pieces_is_the_same() {
    let mut pieces = 0;
    for path in data::cases("tests/data/xmi", &["xmi", "ecore"]) {
        for size in [150, 220, 300, 340, 380, 420, 470, 540, 700, 1_000, 2_000, 5_000, 20_000] {
            pieces += usize::from(compare(data::name(&path), &data::bytes(&path), size));
        }
    }
    assert!(pieces > 200, "only {pieces} were read in pieces");
}

#[test]
fn a_damaged_document_in_pieces_gives_the_same_result_or_none() {
    // Other pieces do not know the declarations of a document type.
    let small = SMALL.replace("<!DOCTYPE xmi:XMI [<!ENTITY e \"x&#38;amp;y\">]>\n", "").replace("&e;", "e");
    let (mut read, mut all) = (0, 0);
    for at in 0..small.len() {
        for byte in [b'"', b'<', b'>', b'&', b'/', b':', b' ', b'x', b'\n', b'!', 0, 0xff] {
            let mut bytes = small.as_bytes().to_vec();
            bytes[at] = byte;
            for size in [380, 450, 560] {
                all += 1;
                read += usize::from(compare("small.xmi", &bytes, size));
            }
        }
    }
    assert!(read * 20 > all && read < all, "{read} of {all}");
}

#[test]
fn references_work_across_pieces() {
    let open = "<m:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
                xmlns:m=\"http://modelwright.dev/test/xmi\"";
    let all: Vec<String> = (0..500).map(|at| format!("//@kids.{at}")).collect();
    let kid =
        |at: usize| format!("  <kids links=\"//@kids.{} k{}\" xmi:id=\"k{at}\"/>\n", 499 - at, at * 7 % 500);
    let kids: String = (0..500).map(kid).collect();
    let text = format!("{open} staff=\"{}\">\n{kids}</m:Node>\n", all.join(" "));
    for size in [7_000, 8_000, 12_345, 30_000] {
        assert!(compare("many.xmi", text.as_bytes(), size), "{size}");
    }
}
