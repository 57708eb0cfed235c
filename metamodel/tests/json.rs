//! JSON and the mapping that it shares with YAML: which documents are read, which are rejected and how, and what is
//! written.

#[path = "common/data.rs"]
mod data;
#[path = "json/fixture.rs"]
mod fixture;
#[path = "json/random.rs"]
mod random;

use fixture::library;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_text;
use modelwright_notations::json::{self, Layout, ReadOptions, WriteOptions};
use modelwright_notations::tree::Dialect;
use modelwright_notations::yaml;
use std::fmt::Write as _;
use std::sync::Arc;

fn read_source(source: &Arc<Source>) -> (Model, DocumentId, Diagnostics) {
    let mut model = Model::new(library());
    let document = Document::new("file:/models/case.json");
    let (document, diagnostics) = json::read(source, &mut model, document, &ReadOptions::default());
    (model, document, diagnostics)
}

fn read(text: &str) -> (Model, DocumentId, Diagnostics) {
    read_source(&Source::new("case.json", text))
}

/// Writes a document; returns the text and the losses, or the problems of content that cannot be expressed.
fn write_in(
    model: &Model,
    document: DocumentId,
    dialect: Dialect,
    layout: Layout,
) -> Result<(String, Diagnostics), Diagnostics> {
    in_text(|sink| {
        json::write(model, document, &WriteOptions { dialect, layout, base: None, untyped: false }, sink)
    })
}

/// The text of a document that is written without loss.
fn write(model: &Model, document: DocumentId, layout: Layout) -> String {
    let (text, losses) = write_in(model, document, Dialect::Plain, layout).expect("a document");
    assert!(losses.is_empty(), "{losses}");
    text
}

/// The model of a document, or the problems of reading it.
fn sound(bytes: Vec<u8>) -> Result<(Model, DocumentId), String> {
    let source = decode_text("case.json", bytes, &Limits::default()).map_err(|e| format!("{e}\n"))?;
    let (model, document, diagnostics) = read_source(&source);
    if diagnostics.is_empty() { Ok((model, document)) } else { Err(show(&diagnostics)) }
}

/// The text of a document after it is read and written, or the problems of reading it.
fn outcome(bytes: Vec<u8>) -> String {
    let (model, document) = match sound(bytes) {
        Ok(read) => read,
        Err(problems) => return problems,
    };
    let text = write(&model, document, Layout::Pretty);
    let (again, document, diagnostics) = read(&text);
    assert!(diagnostics.is_empty(), "{text}\n{}", show(&diagnostics));
    assert_eq!(write(&again, document, Layout::Pretty), text, "written documents are read as the same model");
    let compact = write(&model, document, Layout::Compact);
    let (again, document, diagnostics) = read(&compact);
    assert!(diagnostics.is_empty(), "{compact}\n{}", show(&diagnostics));
    assert_eq!(write(&again, document, Layout::Pretty), text, "the layout has no effect");
    let (again, document) = through_yaml(&again, document);
    assert_eq!(write(&again, document, Layout::Pretty), text, "YAML gives the same");
    text
}

/// The model of a document that was written in YAML and read back.
fn through_yaml(model: &Model, document: DocumentId) -> (Model, DocumentId) {
    let options = yaml::WriteOptions::default();
    let (text, losses) = in_text(|sink| yaml::write(model, document, &options, sink)).expect("a document");
    assert!(losses.is_empty(), "{losses}");
    let mut again = Model::new(library());
    let header = Document::new("file:/models/case.json");
    let source = Source::new("case.yaml", text.clone());
    let (document, problems) = yaml::read(&source, &mut again, header, &ReadOptions::default());
    assert!(problems.is_empty(), "{text}\n{}", show(&problems));
    (again, document)
}

/// Problems as data: position, code and message, then help and address.
fn show(diagnostics: &Diagnostics) -> String {
    let mut out = String::new();
    for problem in diagnostics {
        for (at, label) in problem.labels.iter().enumerate() {
            let (from, to) = (label.position(), label.source.position(label.range.end));
            let place = format!("{}:{}-{}:{}", from.line, from.column, to.line, to.column);
            let _ = match at {
                0 => writeln!(out, "{place} {} {}", problem.code, problem.message),
                _ => writeln!(out, "    {place} {}", label.text),
            };
        }
        assert!(!problem.labels.is_empty() || problem.code == codes::CANNOT_EXPRESS, "{problem}");
        for (word, text) in [("help", &problem.help), ("at", &problem.object)] {
            if let Some(text) = text {
                let _ = writeln!(out, "    {word}: {text}");
            }
        }
    }
    out
}

#[test]
fn documents_match_their_expectations() {
    let cases = data::cases("tests/data/json", &["json"]);
    data::check(&cases, "out", |path| outcome(data::bytes(path)));
}

/// The text of a document of the `emf` dialect in both dialects, or the problems of reading it.
fn emf_outcome(bytes: Vec<u8>) -> String {
    let (model, document) = match sound(bytes) {
        Ok(read) => read,
        Err(problems) => return problems,
    };
    let plain = write(&model, document, Layout::Pretty);
    let (text, losses) = write_in(&model, document, Dialect::Emf, Layout::Pretty).expect("a document");
    if document_has_roots(&model, document) {
        let (again, document, diagnostics) = read(&text);
        assert!(diagnostics.is_empty(), "{text}\n{}", show(&diagnostics));
        assert_eq!(
            write(&again, document, Layout::Pretty),
            plain,
            "written documents are read as the same model"
        );
    }
    format!("{plain}{text}{}", show(&losses))
}

/// Whether a document has objects: without any, nothing names the metamodel.
fn document_has_roots(model: &Model, document: DocumentId) -> bool {
    !model.document(document).roots().is_empty()
}

#[test]
fn documents_of_the_emf_dialect_match_their_expectations() {
    let cases = data::cases("tests/data/json-emf", &["json"]);
    data::check(&cases, "out", |path| emf_outcome(data::bytes(path)));
}

/// Features may have the names of the dialect's keys: ids then get another key; for classes there is no other.
#[test]
fn features_may_have_names_of_keys_of_the_emf_dialect() {
    let text = "package k { uri => 'urn:k' }\ntype Keys {\n  attr eClass, String\n  attr _id, Integer\n}\n";
    let (metamodel, problems) = language::load(&[Source::new("keys.pp", text)]);
    assert!(problems.is_empty(), "{}", show(&problems));
    let read = |text: &str| {
        let mut model = Model::new(Arc::new(metamodel.clone().expect("a metamodel")));
        let source = Source::new("case.json", text);
        let document = Document::new("file:/models/case.json");
        let (document, problems) = json::read(&source, &mut model, document, &ReadOptions::default());
        assert!(problems.is_empty(), "{}", show(&problems));
        (model, document)
    };
    let (model, document) = read("{\"$model\": \"urn:k\", \"$type\": \"Keys\", \"$id\": \"x\", \"_id\": 3}");
    let (text, losses) = write_in(&model, document, Dialect::Emf, Layout::Compact).expect("a document");
    assert_eq!(text, "{\"eClass\":\"urn:k#//Keys\",\"uuid\":\"x\",\"_id\":3}");
    assert!(losses.is_empty());
    let (again, document) = read(&text);
    assert_eq!(again.xmi_id(again.document(document).roots()[0]), Some("x"));

    let (model, document) = read("{\"$model\": \"urn:k\", \"$type\": \"Keys\", \"eClass\": \"c\"}");
    let problems = write_in(&model, document, Dialect::Emf, Layout::Compact).expect_err("no key for it");
    assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), [codes::CANNOT_EXPRESS]);
}

const SMALL: &str = include_str!("data/json/complete-library.json");

#[test]
fn a_document_cut_anywhere_is_rejected() {
    let end = SMALL.trim_end().len();
    for at in (0..end).filter(|at| SMALL.is_char_boundary(*at)) {
        let (_, _, diagnostics) = read(&SMALL[..at]);
        assert!(diagnostics.has_errors(), "cut at {at}");
    }
}

#[test]
fn no_changed_byte_causes_a_panic() {
    for at in 0..SMALL.len() {
        for byte in [b'"', b'{', b'}', b'[', b']', b',', b':', b'0', b'\\', b'\n', b'x', 0, b'/'] {
            let mut bytes = SMALL.as_bytes().to_vec();
            bytes[at] = byte;
            if let Ok(text) = String::from_utf8(bytes) {
                read(&text);
            }
        }
    }
}

#[test]
fn deep_documents_do_not_overflow_the_stack_and_are_reported() {
    let deep = 100_000;
    let start = format!("{{\"$model\": \"{}\", \"$type\": \"Library\", ", fixture::URI);
    for text in [
        "[".repeat(deep),
        "[".repeat(deep) + &"]".repeat(deep),
        "{\"a\":".repeat(deep),
        format!("{start}\"branches\": {}{}}}", "[".repeat(deep), "]".repeat(deep)),
        format!("{start}{}{}}}", "\"branches\": [{".repeat(deep), "}]".repeat(deep)),
        format!("{start}\"name\": {}{}}}", "[".repeat(deep), "]".repeat(deep)),
        format!("{start}\"things\": [{}{}]}}", "{\"$x\": [".repeat(deep), "]}".repeat(deep)),
    ] {
        let (_, _, diagnostics) = read(&text);
        assert!(diagnostics.has_errors());
    }
    let text = format!("{start}{}{}}}", "\"branches\": [{".repeat(deep), "}]".repeat(deep));
    let (_, _, diagnostics) = read(&text);
    assert!(diagnostics.iter().all(|d| d.code == codes::LIMIT), "{}", show(&diagnostics));
}

#[test]
fn deep_models_are_written_and_read_without_a_limit() {
    let mut model = Model::new(library());
    let metamodel = library();
    let package = metamodel.package_by_uri(fixture::URI).expect("the package");
    let class = metamodel.class(package, "Library").expect("the class");
    let branches = metamodel.feature(class, "branches").expect("the feature");
    let document = model.add_document(Document::new("deep.json"));
    let mut at = model.create(class).expect("an object");
    model.add_root(document, at);
    for _ in 0..20_000 {
        let next = model.create(class).expect("an object");
        model.add(at, branches, modelwright_metamodel::model::Value::Object(next)).expect("an addition");
        at = next;
    }
    let text = write(&model, document, Layout::Compact);
    let mut again = Model::new(metamodel);
    let limits = Limits { depth: usize::MAX, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let source = Source::new("deep.json", text.as_str());
    let (document, diagnostics) = json::read(&source, &mut again, Document::new("deep.json"), &options);
    assert!(diagnostics.is_empty());
    assert!(write(&again, document, Layout::Compact) == text);
}

#[test]
fn late_types_cost_linear_time() {
    // Every level is searched for its `$type`, which comes last: 900 levels around 100,000 keys.
    let levels = 450;
    let mut text = format!("{{\"$model\": \"{}\", \"$type\": \"Library\"", fixture::URI);
    text.push_str(&", \"things\": [{\"name\": \"x\"".repeat(levels));
    text.push_str(", \"branches\": [");
    text.push_str(&vec!["{\"name\": \"leaf\", \"$type\": \"Library\"}"; 100_000].join(","));
    text.push(']');
    text.push_str(&", \"$type\": \"Library\"}]".repeat(levels));
    text.push('}');
    let started = std::time::Instant::now();
    let (model, _, diagnostics) = read(&text);
    assert!(diagnostics.is_empty(), "{}", show(&diagnostics));
    assert_eq!(model.object_count(), 1 + levels + 100_000);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn problems_are_bounded() {
    let many = vec!["{\"nam\": 1}"; 50_000].join(",");
    let text = format!("{{\"$model\": \"{}\", \"$type\": \"Library\", \"books\": [{many}]}}", fixture::URI);
    let (_, _, diagnostics) = read(&text);
    assert_eq!(diagnostics.error_count(), 50_000);
    assert_eq!(diagnostics.iter().count(), Diagnostics::LIMIT);
    let (_, _, diagnostics) = read(&format!("[{}", "1 ".repeat(50_000)));
    assert!(diagnostics.error_count() <= Diagnostics::LIMIT + 2);
}

#[test]
fn the_namespaces_are_known_before_reading() {
    for (text, expected) in [
        ("{\"$model\": \"a\", \"x\": 1", Some("a")),
        ("{\"x\": {\"$model\": \"b\"}, \"y\": [\"$model\"], \"$model\": \"a\"}", Some("a")),
        ("\u{feff} {\"x\": 01, \"$model\": \"a\"}", Some("a")),
        ("{\"$model\": 1}", None),
        ("[{\"$model\": \"a\"}]", None),
        ("", None),
        ("{", None),
        ("1", None),
    ] {
        assert_eq!(json::peek(text).model.as_deref(), expected, "{text}");
    }
}
