//! Texts of bindings, each named after its hazard.
//!
//! In `bindings/text/`, `NAME.expected` contains the canonical text of `NAME.pp`, which must survive every format. In
//! `bindings/faulty/`, `NAME.problems` contains the problems of `NAME.pp`. `UPDATE_EXPECT=1` rewrites them.

#[path = "../metamodel/tests/common/data.rs"]
mod data;

use modelwright::bindings;
use modelwright::formats::{self, WriteOptions};
use modelwright::importers;
use modelwright::language::language;
use modelwright::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::diagnostic::Source;
use std::path::Path;

fn load(bytes: Vec<u8>, format: &str) -> LoadedDocument {
    let reader = importers::by_name(format).expect("a format");
    let name = format!("case.{format}");
    Workspace::default().load_bytes(&name, bytes, &name, reader).expect("a text")
}

fn written(loaded: &LoadedDocument, format: &str) -> Vec<u8> {
    let format = formats::by_name(format).expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.unwrap_or_else(|problems| panic!("{problems:?}")).0
}

/// The canonical text, which must be the same after a conversion to every other format and after formatting.
fn canonical(path: &Path) -> Vec<u8> {
    let loaded = load(data::bytes(path), "pp");
    assert!(!loaded.diagnostics.has_errors(), "{}: {:?}", path.display(), loaded.diagnostics);
    let findings = Workspace::default().validate(&loaded);
    assert!(findings.iter().next().is_none(), "{}: {findings:?}", path.display());
    let text = written(&loaded, "pp");
    let mut bytes = text.clone();
    for formats in ["pp", "xmi", "json", "yaml", "pp"].windows(2) {
        bytes = written(&load(bytes, formats[0]), formats[1]);
    }
    let (before, after) = (String::from_utf8_lossy(&text), String::from_utf8_lossy(&bytes));
    assert_eq!(before, after, "{}: through every format", path.display());
    let (formatted, _) = language::format(&Source::new("case.pp", before.as_ref()));
    assert_eq!(formatted.as_deref(), Some(&*before), "{}: the canonical text is formatted", path.display());
    text
}

#[test]
fn texts_survive_every_format() {
    data::check(&data::cases("tests/bindings/text", &["pp"]), "expected", canonical);
}

#[test]
fn mistakes_are_reported() {
    data::check(&data::cases("tests/bindings/faulty", &["pp"]), "problems", |path| {
        let loaded = load(data::bytes(path), "pp");
        let mut problems =
            loaded.diagnostics.iter().map(|problem| format!("{problem}\n")).collect::<String>();
        if problems.is_empty() {
            let findings = Workspace::default().validate(&loaded);
            problems.extend(findings.iter().map(|problem| format!("{problem}\n")));
        }
        assert!(!problems.is_empty(), "{}: no problem", path.display());
        problems
    });
}

#[test]
fn formatting_preserves_bindings() {
    for path in data::cases("tests/bindings/text", &["pp"]) {
        let source = Source::new("case.pp", data::text(&path));
        let (formatted, _) = language::format(&source);
        let formatted = formatted.expect("a text without errors");
        let (again, _) = language::format(&Source::new("case.pp", formatted.as_str()));
        assert_eq!(again.as_deref(), Some(&*formatted), "{}: formatting twice", path.display());
        let text = |bytes: &str| written(&load(bytes.into(), "pp"), "pp");
        assert_eq!(text(source.text()), text(&formatted), "{}: the same bindings", path.display());
    }
}

#[test]
fn texts_without_bindings_are_types() {
    assert!(!bindings::text::may_declare("type Site {\n  attr bindings, String\n}\n"));
    let loaded = load(b"type A {\n  attr site { }\n}\n".to_vec(), "pp");
    assert_eq!(loaded.model.metamodel().package_by_uri("urn:modelwright:bindings:1"), None);
}
