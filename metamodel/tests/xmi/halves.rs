//! Documents read by two threads give the same model and the same problems as those read by one.

use super::cases::{SMALL, metamodel};
use super::{ReadDocument, WriteOptions, data, decode_xml, in_memory, show};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, Model, ObjectId, Value};
use modelwright_metamodel::xmi::{self, ReadOptions};
use std::sync::Arc;

fn read(metamodel: &Arc<Metamodel>, source: &Arc<Source>, halves_from: Option<usize>) -> ReadDocument {
    let mut model = Model::new(Arc::clone(metamodel));
    let document = Document::new(format!("file:/models/{}", source.name()));
    let options = ReadOptions { record_offsets: true, halves_from, ..ReadOptions::default() };
    let (document, diagnostics) = xmi::read(source, &mut model, document, &options);
    ReadDocument { model, document, diagnostics }
}

/// Everything about an object but the values that are written.
fn facts(model: &Model, object: ObjectId) -> impl PartialEq + std::fmt::Debug + use<> {
    let features = model.metamodel().table(model.class(object)).all_features();
    let set = features.iter().filter(|feature| model.is_set(object, **feature)).count();
    let references = features.iter().filter_map(|feature| match model.get(object, *feature) {
        Value::Object(target) => Some(target),
        _ => None,
    });
    let id = model.xmi_id(object).map(str::to_owned);
    let container = (model.container(object), model.containing_feature(object));
    (model.class(object), container, model.offset(object), id, set, references.collect::<Vec<_>>())
}

fn compare(name: &str, bytes: &[u8]) {
    let metamodel = if name.ends_with(".ecore") { Metamodel::ecore() } else { metamodel() };
    let Ok(decoded) = decode_xml(name, bytes.to_vec(), &Limits::default()) else { return };
    let one = read(&metamodel, &decoded.source, None);
    let two = read(&metamodel, &decoded.source, Some(0));
    assert_eq!(show(&two.diagnostics), show(&one.diagnostics), "{name}");
    assert_eq!(two.model.object_count(), one.model.object_count(), "{name}");
    for object in one.model.objects() {
        assert_eq!(facts(&two.model, object), facts(&one.model, object), "{name}: {object:?}");
    }
    // What a damaged document becomes may be impossible to write.
    let written = |read: &ReadDocument| {
        let written =
            in_memory(|sink| xmi::write(&read.model, read.document, &WriteOptions::default(), sink));
        written
            .map(|(bytes, _)| String::from_utf8_lossy(&bytes).into_owned())
            .map_err(|problems| show(&problems))
    };
    assert_eq!(written(&two), written(&one), "{name}");
}

#[test]
fn a_document_in_halves_is_the_same() {
    for path in data::cases("tests/data/xmi", &["xmi", "ecore"]) {
        compare(data::name(&path), &data::bytes(&path));
    }
}

#[test]
fn a_damaged_document_in_halves_has_the_same_problems() {
    // A document with a document type is not divided.
    let small = SMALL.replace("<!DOCTYPE xmi:XMI [<!ENTITY e \"x&#38;amp;y\">]>\n", "").replace("&e;", "e");
    compare("small.xmi", small.as_bytes());
    for at in 0..small.len() {
        for byte in [b'"', b'<', b'>', b'&', b'/', b':', b' ', b'x', b'\n', b'!'] {
            let mut bytes = small.as_bytes().to_vec();
            bytes[at] = byte;
            compare("small.xmi", &bytes);
        }
        compare("small.xmi", &small.as_bytes()[..at]);
    }
}

#[test]
fn references_work_across_halves() {
    let open = "<m:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
                xmlns:m=\"http://modelwright.dev/test/xmi\"";
    let all: Vec<String> = (0..500).map(|at| format!("//@kids.{at}")).collect();
    let kid =
        |at: usize| format!("  <kids links=\"//@kids.{} k{}\" xmi:id=\"k{at}\"/>\n", 499 - at, at * 7 % 500);
    let kids: String = (0..500).map(kid).collect();
    compare("many.xmi", format!("{open} staff=\"{}\">\n{kids}</m:Node>\n", all.join(" ")).as_bytes());
    compare(
        "inner.xmi",
        format!("{open}>\n  <kids>\n{kids}  </kids>\n</m:Node>\n")
            .replace("\n  <kids ", "\n    <kids ")
            .as_bytes(),
    );
}
