//! Documents larger than the buffer of a writer: they reach the sink in pieces, and still begin correctly.

use super::{Diagnostics, ReadDocument, WriteOptions, metamodel_of, read, show};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_notations::json::{self, JsonWriter, Layout};
use modelwright_notations::tree;
use modelwright_notations::{xmi, yaml};
use std::fmt::Write as _;
use std::io;

const METAMODEL: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="a" nsURI="http://a" nsPrefix="a">
  <eClassifiers xsi:type="ecore:EClass" name="Node">
    <eStructuralFeatures xsi:type="ecore:EAttribute" name="name" eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="next" eType="#//Node"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="nodes" upperBound="-1" eType="#//Node" containment="true"/>
  </eClassifiers>
  <eSubpackages name="late" nsURI="http://late" nsPrefix="late">
    <eClassifiers xsi:type="ecore:EClass" name="Node" eSuperTypes="#//Node"/>
  </eSubpackages>
</ecore:EPackage>
"##;

/// Nodes that refer to each other across the whole document, the last of them perhaps of another package.
fn document(count: usize, late: bool, encoding: &str) -> String {
    let mut text = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n");
    text.push_str("<a:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\"");
    if late {
        text.push_str(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
    }
    text.push_str(" xmlns:a=\"http://a\"");
    text.push_str(if late { " xmlns:late=\"http://late\">\n" } else { ">\n" });
    for at in 0..count {
        let target = at * 7919 % count;
        let id = if at % 3 == 0 { format!(" xmi:id=\"id{at}\"") } else { String::new() };
        let target =
            if target.is_multiple_of(3) { format!("id{target}") } else { format!("//@nodes.{target}") };
        let class = if late && at + 1 == count { " xsi:type=\"late:Node\"" } else { "" };
        let _ = writeln!(text, "  <nodes{class}{id} name=\"gr\u{f6}\u{df}e{at}\" next=\"{target}\"/>");
    }
    text.push_str("</a:Node>\n");
    text
}

/// Records the calls of a sink.
#[derive(Default)]
struct SinkLog {
    bytes: Vec<u8>,
    pieces: usize,
    restarts: usize,
    /// How many bytes it accepts.
    capacity: Option<usize>,
}

impl io::Write for SinkLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.capacity.is_some_and(|capacity| self.bytes.len() + bytes.len() > capacity) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.pieces += 1;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for SinkLog {
    fn restart(&mut self) -> io::Result<()> {
        self.bytes.clear();
        self.restarts += 1;
        Ok(())
    }
}

fn encode(text: &str, encoding: &str) -> Vec<u8> {
    match encoding {
        "UTF-16" => [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect(),
        "ISO-8859-1" => text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

fn loaded(bytes: &[u8]) -> ReadDocument {
    let metamodel = metamodel_of("a.ecore", METAMODEL.as_bytes());
    let read = read(&metamodel, "large.xmi", bytes).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(read.diagnostics.is_empty(), "{}", show(&read.diagnostics));
    read
}

fn written(bytes: &[u8], sink: &mut SinkLog) -> Result<Diagnostics, WriteError> {
    let read = loaded(bytes);
    xmi::write(&read.model, read.document, &WriteOptions::default(), sink)
}

#[test]
fn large_documents_are_read_as_written() {
    for encoding in ["UTF-8", "UTF-16", "ISO-8859-1"] {
        for (count, late) in [(1, false), (9, true), (5000, false), (5000, true)] {
            let bytes = encode(&document(count, late, encoding), encoding);
            let mut sink = SinkLog::default();
            assert!(written(&bytes, &mut sink).is_ok(), "{encoding} {count}");
            assert!(sink.bytes == bytes, "{encoding} {count} {late}");
            // Only a namespace that occurs late makes the writer start again, and only in a large document.
            assert_eq!(sink.restarts, usize::from(late && count == 5000), "{encoding} {count}");
            assert_eq!(sink.pieces > 2, count == 5000, "{encoding} {count}: {} pieces", sink.pieces);
        }
    }
}

#[test]
fn a_full_sink_is_reported() {
    let bytes = document(5000, false, "UTF-8").into_bytes();
    for capacity in [0, 10, 100_000] {
        let mut sink = SinkLog { capacity: Some(capacity), ..SinkLog::default() };
        match written(&bytes, &mut sink) {
            Err(WriteError::Sink(error)) => assert_eq!(error.kind(), io::ErrorKind::StorageFull),
            other => panic!("{capacity}: {other:?}"),
        }
    }
}

/// Writes a document as JSON in both layouts or as YAML, and returns what its writer alone would write.
fn written_as_tree(
    read: &ReadDocument,
    notation: &str,
    sink: &mut SinkLog,
) -> (Result<(), WriteError>, String) {
    let (model, document) = (&read.model, read.document);
    let (result, whole) = match notation {
        "YAML" => {
            let mut emitter = yaml::Emitter::new();
            tree::write(model, document, &tree::WriteOptions::default(), &mut emitter);
            (yaml::write(model, document, &yaml::WriteOptions::default(), sink), emitter.finish())
        }
        _ => {
            let layout = if notation == "JSON" { Layout::Pretty } else { Layout::Compact };
            let mut writer = JsonWriter::new(layout);
            tree::write(model, document, &tree::WriteOptions::default(), &mut writer);
            let options = json::WriteOptions { layout, ..json::WriteOptions::default() };
            (json::write(model, document, &options, sink), writer.finish())
        }
    };
    (result.map(|problems| assert!(problems.is_empty(), "{}", show(&problems))), whole)
}

#[test]
fn json_and_yaml_reach_the_sink_in_pieces_too() {
    for count in [0, 1, 5000] {
        let read = loaded(document(count, false, "UTF-8").as_bytes());
        for notation in ["JSON", "compact JSON", "YAML"] {
            let mut sink = SinkLog::default();
            let (result, whole) = written_as_tree(&read, notation, &mut sink);
            assert!(result.is_ok(), "{notation} {count}");
            assert!(sink.bytes == whole.as_bytes(), "{notation} {count}");
            assert_eq!(sink.pieces > 2, count == 5000, "{notation} {count}: {} pieces", sink.pieces);
            let mut full = SinkLog { capacity: Some(10), ..SinkLog::default() };
            let (result, _) = written_as_tree(&read, notation, &mut full);
            assert!(matches!(result, Err(WriteError::Sink(_))), "{notation} {count}");
        }
    }
}
