//! Texts of bindings and structured bindings, each named after its hazard.
//!
//! In `bindings/text/`, `NAME.expected` contains the canonical text of `NAME.pp`, which must survive every format. In
//! `bindings/structured/`, it is that of `NAME.yaml` or `NAME.json`. In `bindings/faulty/` and `bindings/structured/faulty/`,
//! `NAME.problems` contains the problems of each. In `bindings/pdl/`, `NAME.expected` contains the text of the file of data `NAME.pdl`, and
//! its canonical lines; in its directory `inexpressible`, `NAME.problems` has what such a file cannot express of `NAME.pp`.
//! `UPDATE_EXPECT=1` rewrites them.

#[path = "../metamodel/tests/common/data.rs"]
mod data;
#[path = "bindings/generator.rs"]
mod generator;

use modelwright::bindings;
use modelwright::formats::WriteOptions;
use modelwright::language::language;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use std::path::Path;

fn load(bytes: Vec<u8>, format: &str) -> LoadedDocument {
    let reader = Registry::standard().reader(format).expect("a format");
    let name = format!("case.{}", format.trim_start_matches("bindings-"));
    Workspace::default().load_bytes(&name, bytes, &name, reader).expect("a text")
}

fn written(loaded: &LoadedDocument, format: &str) -> Vec<u8> {
    let format = Registry::standard().format(format).expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.unwrap_or_else(|problems| panic!("{problems:?}")).0
}

/// The canonical text, which must be the same after a conversion to every other format and after formatting.
fn canonical(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    let loaded = load(bytes, "pp");
    assert!(!loaded.diagnostics.has_errors(), "{name}: {:?}", loaded.diagnostics);
    let findings = Workspace::default().validate(&loaded);
    assert!(findings.iter().next().is_none(), "{name}: {findings:?}");
    let text = written(&loaded, "pp");
    let mut bytes = text.clone();
    for formats in ["pp", "xmi", "json", "yaml", "pp"].windows(2) {
        bytes = written(&load(bytes, formats[0]), formats[1]);
    }
    let (before, after) = (String::from_utf8_lossy(&text), String::from_utf8_lossy(&bytes));
    assert_eq!(before, after, "{name}: through every format");
    for format in ["bindings-yaml", "bindings-json"] {
        if let Some(structured) = structured(&load(text.clone(), "pp"), format) {
            let read = load(structured.clone(), format);
            assert!(!read.diagnostics.has_errors(), "{name}: {format}: {:?}", read.diagnostics);
            assert_eq!(before, String::from_utf8_lossy(&written(&read, "pp")), "{name}: through {format}");
            let again = written(&read, format);
            assert_eq!(
                String::from_utf8_lossy(&structured),
                String::from_utf8_lossy(&again),
                "{name}: {format}"
            );
        }
    }
    let (formatted, _) = language::format(&Source::new("case.pp", before.as_ref()));
    assert_eq!(formatted.as_deref(), Some(&*before), "{name}: the canonical text is formatted");
    text
}

/// Structured bindings; `None` if there are statements, which are all that they cannot express of a text.
fn structured(loaded: &LoadedDocument, format: &str) -> Option<Vec<u8>> {
    let format = Registry::standard().format(format).expect("a format");
    match format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()) {
        Ok((bytes, _)) => Some(bytes),
        Err(problems) => {
            let is_statement =
                |problem: &Diagnostic| problem.message.contains("a statement outside of bindings");
            assert!(problems.iter().all(is_statement), "{problems:?}");
            None
        }
    }
}

#[test]
fn texts_survive_every_format() {
    data::check(&data::cases("tests/bindings/text", &["pp"]), "expected", |path| {
        canonical(data::name(path), data::bytes(path))
    });
}

#[test]
fn generated_texts_survive_every_format() {
    for seed in 0..200 {
        let text = generator::text(seed);
        canonical(&format!("seed {seed}:\n{text}"), text.into_bytes());
    }
}

#[test]
fn structured_bindings_are_texts() {
    data::check(&data::cases("tests/bindings/structured", &["yaml", "json"]), "expected", |path| {
        let loaded = load(data::bytes(path), format_of(path));
        assert!(loaded.diagnostics.is_empty(), "{}: {:?}", path.display(), loaded.diagnostics);
        let text = written(&loaded, "pp");
        canonical(data::name(path), text.clone());
        text
    });
}

#[test]
fn files_of_data_are_bindings() {
    data::check(&data::cases("tests/bindings/pdl", &["pdl"]), "expected", |path| {
        let loaded = load(data::bytes(path), "pdl");
        assert!(loaded.diagnostics.is_empty(), "{}: {:?}", path.display(), loaded.diagnostics);
        let text = canonical(data::name(path), written(&loaded, "pp"));
        let lines = written(&loaded, "pdl");
        let mut bytes = lines.clone();
        for formats in ["pdl", "pp", "xmi", "json", "yaml", "bindings-yaml", "pdl"].windows(2) {
            bytes = written(&load(bytes, formats[0]), formats[1]);
        }
        let (before, after) = (String::from_utf8_lossy(&lines), String::from_utf8_lossy(&bytes));
        assert_eq!(before, after, "{}: through every format", path.display());
        [text, b"==>\n".to_vec(), lines].concat()
    });
}

#[test]
fn what_data_cannot_express_is_reported() {
    data::check(&data::cases("tests/bindings/pdl/inexpressible", &["pp"]), "problems", |path| {
        let loaded = load(data::bytes(path), "pp");
        let format = Registry::standard().format("pdl").expect("a format");
        let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
        let problems = written.expect_err("content that data cannot express");
        problems.iter().map(|problem| format!("{problem}\n")).collect::<String>()
    });
}

fn format_of(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("yaml") => "bindings-yaml",
        Some("json") => "bindings-json",
        Some("pdl") => "pdl",
        _ => "pp",
    }
}

#[test]
fn mistakes_are_reported() {
    let mut cases = data::cases("tests/bindings/faulty", &["pp"]);
    cases.extend(data::cases("tests/bindings/structured/faulty", &["yaml", "json"]));
    cases.extend(data::cases("tests/bindings/pdl/faulty", &["pdl"]));
    data::check(&cases, "problems", |path| {
        let loaded = load(data::bytes(path), format_of(path));
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
