//! Documents in YAML give the same model and the same problems, whether they are read without a tree or as a tree.
//!
//! A document is read as a tree unless it is the first one of its model.

#![expect(clippy::disallowed_methods, reason = "tests read their cases")]

#[path = "json/fixture.rs"]
mod fixture;

use fixture::library;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::in_text;
use modelwright_notations::json::{self, Layout};
use modelwright_notations::tree::Dialect;
use modelwright_notations::yaml::{self, ReadOptions};
use proptest::prelude::*;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Everything visible of a document that was read: its objects with their positions, its text in JSON, and its
/// problems.
fn read(source: &Arc<Source>, others: usize) -> String {
    let mut model = Model::new(library());
    for _ in 0..others {
        model.add_document(Document::new("file:/models/other.yaml"));
    }
    let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
    let (id, problems) = yaml::read(source, &mut model, Document::new("file:/models/case.yaml"), &options);
    let objects: Vec<_> = model.objects().map(|object| (model.class(object), model.offset(object))).collect();
    let truncated = model.document(id).is_truncated;
    let shown: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
    format!("{shown}{objects:?} {truncated}\n{}", in_json(&model, id))
}

fn in_json(model: &Model, document: DocumentId) -> String {
    let options =
        json::WriteOptions { dialect: Dialect::Plain, layout: Layout::default(), base: None, untyped: false };
    match in_text(|sink| json::write(model, document, &options, sink)) {
        Ok((text, losses)) => format!("{text}{losses}"),
        Err(problems) => problems.to_string(),
    }
}

#[track_caller]
fn check(text: &str) {
    let source = Source::new("case.yaml", text);
    assert_eq!(read(&source, 0), read(&source, 1), "{text}");
}

/// The cases of JSON, which is YAML too, and the same documents in block style and in both dialects.
fn documents() -> &'static [String] {
    static DOCUMENTS: OnceLock<Vec<String>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let directories =
            ["json", "json-emf"].map(|name| std::fs::read_dir(data.join(name)).expect("a directory"));
        let mut files: Vec<_> =
            directories.into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        let mut documents = Vec::new();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json"))
        {
            let Ok(text) = std::fs::read_to_string(file) else { continue };
            let mut model = Model::new(library());
            let source = Source::new("case.json", text.as_str());
            let header = Document::new("file:/models/case.yaml");
            let (id, _) = json::read(&source, &mut model, header, &ReadOptions::default());
            for dialect in [Dialect::Plain, Dialect::Emf] {
                let options = yaml::WriteOptions { dialect, base: None, untyped: false };
                let written = in_text(|sink| yaml::write(&model, id, &options, sink));
                documents.extend(written.ok().map(|(text, _)| text));
            }
            documents.push(text);
        }
        documents
    })
}

#[test]
fn documents_are_read_the_same() {
    assert!(documents().len() > 100, "{} documents", documents().len());
    for document in documents() {
        check(document);
    }
}

/// Documents that are read as a tree, and their problems.
#[test]
fn special_documents_are_read_the_same() {
    let start = "$model: http://modelwright.dev/test/library\n$type: Library\n";
    for rest in [
        "name: a\nname: b",
        "name: &a x\nbooks: [{$type: Book, title: *a}]",
        "name: !!str 1",
        "1: x\n0x1: y",
        "? [a]\n: b",
        "name: 0123",
        "$schema: {a: 1, a: 2}",
        "$xmi: {version: a, version: b, namespace: c}",
        "name: a\n---\nname: b",
        "name: a\n...\n# end",
        "name: \"a",
        "name: \u{7}",
        "name: [",
        "name: 1.e+3",
        "~: x",
        "true: x",
        "name: Null",
        "nAme: nULL",
        "name: ~",
        "",
    ] {
        check(&format!("{start}{rest}"));
        check(&format!("{start}{rest}\n"));
    }
    for text in
        ["", "# nothing", "---\n", "a", "[]", "{}", "- 1", "*a", "a: *b", "---\n---\n", "\u{feff}a: b"]
    {
        check(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_documents_are_read_the_same(
        document in any::<prop::sample::Index>(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0..8_usize), 1..3),
    ) {
        let mut lines: Vec<&str> = document.get(documents()).split_inclusive('\n').collect();
        for (at, step) in steps {
            let at = at.index(lines.len().max(1));
            let line = lines.get(at).copied().unwrap_or_default();
            match step {
                0 => lines.truncate(at),
                1 => lines.insert(at, line),
                2 => lines.insert(at, "  "),
                3 => lines.insert(at, "- "),
                4 => lines.insert(at, "  - a: b\n"),
                5 => lines.insert(at, "# c\n"),
                6 => lines.push(line),
                _ if at < lines.len() => { lines.remove(at); }
                _ => {}
            }
        }
        check(&lines.concat());
    }
}
