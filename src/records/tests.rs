//! Records have exactly the problems of documents, whatever was checked before them.

use super::Records;
use crate::files::Memory;
use crate::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::sync::Arc;

const TYPES: &str = "package shop { uri => 'urn:shop' }
type Order {
  attr id, String { min => 1, id => true }
  attr currency, Pattern[/^[A-Z]{3}$/] { default => 'EUR' }
  attr pieces, Integer[1, 999] { default => 1 }
  attr notes, Hash[String, Integer]
  has lines, Line { min => 1, max => unbound }
  has first, Line { containment => false }
  has payment, Payment
  invariant 'an order has few lines' { $lines.length < 4 }
}
type Line { attr article, String { min => 1, check => $it != 'X' } }
abstract type Payment {}
type Card inherits Payment { attr number, String { min => 1 } }
type Cash inherits Payment { attr paid, Float { min => 1 } }
";

const RECORDS: [&str; 4] = [
    r#"{"id": "o1", "lines": [{"article": "A"}, {"article": "B"}], "first": "//@lines.1"}"#,
    r#"{"id": "o1", "currency": "SEK", "pieces": 7, "payment": {"number": "4711"}, "lines": [{"article": "X"}]}"#,
    r#"{"$model": "urn:shop", "$type": "Cash", "paid": 19.9}"#,
    r#"{"id": "ü\u00fc", "notes": {"a": 1}, "payment": {"paid": 1}, "lines": [{"article": "A", "$id": "x"}], "first": "x"}"#,
];

fn workspace() -> Workspace {
    let files = Arc::new(Memory::from_iter([("/shop.pp", TYPES)]));
    let mut workspace = Workspace { files, models: vec!["/shop.pp".into()], ..Workspace::default() };
    workspace.reading = workspace.reading.with("root-class", "Order");
    workspace
}

fn records_of(workspace: &Workspace) -> Records {
    let json = workspace.registry.format("json").expect("a format");
    Records::new(workspace.clone(), "/r.jsonl", json)
}

fn texts(problems: &Diagnostics) -> Vec<String> {
    let label = |problem: &super::Diagnostic| {
        problem
            .labels
            .iter()
            .map(|label| format!("{:?} {:?}", label.position(), label.range))
            .collect::<Vec<_>>()
    };
    problems.iter().map(|problem| format!("{problem} {:?} {:?}", problem.object, label(problem))).collect()
}

/// The problems of a record as a document of its own.
fn complete(workspace: &Workspace, record: &[u8]) -> Vec<String> {
    let json = workspace.registry.format("json").expect("a format");
    match workspace.load_bytes("/r.jsonl", record.to_vec(), "file:///r.jsonl", json) {
        Ok(loaded) => {
            [&loaded.diagnostics, &workspace.validate(&loaded)].into_iter().flat_map(texts).collect()
        }
        Err(problem) => texts(&(*problem).into()),
    }
}

#[test]
fn mutated_records_have_the_problems_of_documents() {
    let workspace = workspace();
    let mut records = records_of(&workspace);
    let (mut valid, mut invalid) = (0, 0);
    let mut compare = |record: &[u8]| {
        let expected = complete(&workspace, record);
        assert_eq!(texts(&records.check(record, 1)), expected, "{}", String::from_utf8_lossy(record));
        if expected.is_empty() { valid += 1 } else { invalid += 1 }
    };
    for record in RECORDS {
        let bytes = record.as_bytes();
        compare(bytes);
        for at in 0..bytes.len() {
            let replaced = |by: &[u8]| [&bytes[..at], by, &bytes[at + 1..]].concat();
            for by in [&b""[..], b"\"", b"1", b"a", b"$", b"}", b"\xff"] {
                compare(&replaced(by));
            }
            compare(&bytes[..at]);
        }
    }
    assert!(valid > 100 && invalid > 1000, "{valid} valid, {invalid} invalid");
}

#[test]
fn problems_are_at_the_lines_of_the_file() {
    let mut records = records_of(&workspace());
    for record in [&b"{"[..], b"\xff", b"{}", b"\xef\xbb\xbf{\"id\": \"a\"}"] {
        let problems = records.check(record, 41);
        let label = problems.iter().next().and_then(|problem| problem.primary_label()).expect("a place");
        assert_eq!(label.position().line, 41);
    }
}
