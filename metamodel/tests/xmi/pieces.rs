//! Documents read in pieces of any size give the same result as the whole document, or no result.

use super::cases::{SMALL, metamodel};
use super::data;
use super::{ReadDocument, WriteOptions, read, show, write};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{DocumentPieces, PieceSource};
use modelwright_metamodel::model::{Document, Model, ObjectId, ecore};
use modelwright_notations::xmi::{ReadOptions, read_pieces};
use std::io::{Cursor, Read};
use std::sync::Arc;
use std::time::Duration;

/// Whether the second half of a document is read by another thread.
#[derive(Debug, Clone, Copy)]
enum Threads {
    One,
    Two,
}

/// The document, how many pieces it was read in, and whether its second half was read separately.
fn in_pieces(
    metamodel: &Arc<Metamodel>,
    name: &str,
    bytes: &[u8],
    (size, threads): (usize, Threads),
) -> Option<(ReadDocument, usize, bool)> {
    let mut counted = CountingReader { bytes, count: 0, threads };
    let mut pieces = DocumentPieces::new(name, &mut counted, bytes.len(), size);
    let first = pieces.next("")?;
    let mut model = Model::new(Arc::clone(metamodel));
    let mut document = Document::new(format!("file:/models/{name}"));
    document.encoding = pieces.encoding().map(str::to_owned);
    let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
    let copy = bytes.to_vec();
    let open = move || Ok(Box::new(Cursor::new(copy.clone())) as Box<dyn Read>);
    let again = match threads {
        Threads::One => None,
        Threads::Two => Some(PieceSource::of(&pieces, &open)),
    };
    let document = read_pieces(first, &mut pieces, again, &mut model, document, &options)?;
    let is_joined = pieces.position() < bytes.len();
    ecore::normalise(&mut model, 0);
    let count = counted.count;
    Some((ReadDocument { model, document, diagnostics: Diagnostics::new() }, count, is_joined))
}

/// Counts the reads, and leaves time to another thread.
struct CountingReader<'b> {
    bytes: &'b [u8],
    count: usize,
    threads: Threads,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.count += 1;
        if let Threads::Two = self.threads {
            std::thread::sleep(Duration::from_micros(50));
        }
        self.bytes.read(buffer)
    }
}

/// Compares the result of reading a document in pieces with that of the whole; returns whether it was read in pieces.
fn compare(name: &str, bytes: &[u8], size: usize) -> bool {
    compare_by(name, bytes, (size, Threads::One)).is_some_and(|(count, _)| count > 2)
}

/// As [`compare`]; returns the number of pieces, and whether the second half was read separately.
fn compare_by(name: &str, bytes: &[u8], way: (usize, Threads)) -> Option<(usize, bool)> {
    let size = way.0;
    let is_ecore = name.ends_with(".ecore");
    let metamodel = if is_ecore { Metamodel::ecore() } else { metamodel() };
    let (pieces, count, is_joined) = in_pieces(&metamodel, name, bytes, way)?;
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
    assert_eq!(pieces.model.object_count(), whole.model.object_count(), "{name}, {way:?}");
    for object in pieces.model.objects() {
        assert_eq!(facts(&pieces.model, object), facts(&whole.model, object), "{name}, {way:?}: {object:?}");
    }
    Some((count, is_joined))
}

/// Everything about an object but the values that are written.
fn facts(model: &Model, object: ObjectId) -> impl PartialEq + std::fmt::Debug + use<> {
    let features = model.metamodel().table(model.class(object)).all_features();
    let set = features.iter().filter(|feature| model.is_set(object, **feature)).count();
    let references: Vec<ObjectId> =
        features.iter().filter_map(|feature| model.get(object, *feature).object()).collect();
    let id = model.xmi_id(object).map(str::to_owned);
    let container = (model.container(object), model.containing_feature(object));
    (model.class(object), container, id, set, references)
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

#[test]
fn a_document_read_by_two_threads_is_the_same() {
    for path in data::cases("tests/data/xmi", &["xmi", "ecore"]) {
        for size in [150, 300, 700, 2_000, 20_000] {
            compare_by(data::name(&path), &data::bytes(&path), (size, Threads::Two));
        }
    }
}

#[test]
fn a_damaged_document_read_by_two_threads_gives_the_same_result_or_none() {
    let small = SMALL.replace("<!DOCTYPE xmi:XMI [<!ENTITY e \"x&#38;amp;y\">]>\n", "").replace("&e;", "e");
    for at in 0..small.len() {
        for byte in [b'"', b'<', b'>', b'&', b'/', b':', b' ', b'x', b'\n', b'!', 0xff] {
            let mut bytes = small.as_bytes().to_vec();
            bytes[at] = byte;
            compare_by("small.xmi", &bytes, (450, Threads::Two));
        }
    }
}

/// A document of one list, with references by path and by id between all parts of it.
fn list(inside: &str, at: usize) -> String {
    let kid = |position: usize| {
        let content = if position == at { inside } else { "" };
        let links = format!("//@kids.{} k{}", 1999 - position, position * 7 % 2000);
        format!("  <kids links=\"{links}\" xmi:id=\"k{position}\">{content}</kids>\n")
    };
    let open = "<m:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
                xmlns:m=\"http://modelwright.dev/test/xmi\"";
    format!("{open} staff=\"//@kids.3 k1700\">\n{}</m:Node>\n", (0..2000).map(kid).collect::<String>())
}

#[test]
fn halves_are_joined_unless_one_depends_on_the_other() {
    // On a busy machine, the second half may be found only when the first one has passed it, so this is repeated.
    let is_joined = |text: &str| {
        let read = || compare_by("list.xmi", text.as_bytes(), (1_000, Threads::Two));
        (0..20).any(|_| read().is_some_and(|(_, is_joined)| is_joined))
    };
    assert!(is_joined(&list("", 0)));
    let inner = list("", 0).replace("\n  <kids", "\n    <kids").replacen(">\n", ">\n  <kids>\n", 1);
    assert!(is_joined(
        &inner.replace("</m:Node>", "  </kids>\n</m:Node>").replace("//@kids.", "//@kids.0/@kids.")
    ));
    assert!(is_joined(&list("<kids/>", 1900)));
    assert!(is_joined(&list("<links href=\"other.xmi#//\"/>", 100)), "proxies of the first half");
    assert!(!is_joined(&list("<links href=\"other.xmi#//\"/>", 1900)), "proxies of the second half");
    // A division inside of a comment is none.
    let comment = format!("<!--\n{}-->", "  <kids>\n".repeat(10_000));
    assert!(!is_joined(&list(&comment, 1000)));
}
