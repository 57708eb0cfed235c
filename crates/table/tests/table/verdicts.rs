//! Random rows of every class of many metamodels: as texts and as columns, they have the same violations.

use crate::support::{Case, compare};
use arrow_schema::{DataType, Field};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_table::RowType;
use modelwright_table::columns::{Columns, Depth};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Choices that a test case makes; the first one after the last byte.
struct Choices<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Choices<'_> {
    fn next(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % count.max(1)
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.next(all.len())]
    }
}

const TEXTS: [&str; 16] = [
    "a",
    "abc",
    "",
    "B1",
    "A1",
    "//@books.0",
    "//@authors.0",
    "#A1",
    "x.json#A1",
    "toolong",
    "light green",
    "2026-11-23T10:00:00Z",
    "2026-02-30",
    "12",
    "1.50",
    "\\u00e9\\n\\\"",
];

/// The JSON text of a value of a column.
fn value(field: &Field, choices: &mut Choices<'_>, out: &mut String) {
    match field.data_type() {
        DataType::Utf8 if field.name() == "$type" => {
            let class =
                choices.of(&["Circle", "Square", "Drawing", "Shape", "Nope", "urn:test:shapes#//Circle"]);
            let _ = write!(out, "\"{class}\"");
        }
        DataType::Utf8 if choices.next(6) == 0 => {
            out.push_str(choices.of(&["12", "1.50", "-7", "[1, null]"]));
        }
        DataType::Utf8 => {
            let _ = write!(out, "\"{}\"", choices.of(&TEXTS));
        }
        DataType::Dictionary(..) => {
            out.push_str(choices.of(&["\"red\"", "\"light green\"", "\"green\"", "\"\""]));
        }
        DataType::Boolean => out.push_str(choices.of(&["true", "false"])),
        DataType::Int8 => out.push_str(choices.of(&["0", "-128", "7"])),
        DataType::Int16 => out.push_str(choices.of(&["0", "-300", "7"])),
        DataType::Int32 => out.push_str(choices.of(&["0", "-70000", "7"])),
        DataType::Int64 => out.push_str(choices.of(&["0", "1", "101", "-9223372036854775808", "7"])),
        DataType::Float32 | DataType::Float64 => {
            out.push_str(choices.of(&["0.5", "1", "-2.25", "\"NaN\"", "0.1", "3.4028235e38"]));
        }
        DataType::Binary => out.push_str(choices.of(&["\"00FF\"", "\"\"", "\"0a\""])),
        DataType::List(item) => {
            out.push('[');
            for at in 0..choices.next(4) {
                out.push_str(if at > 0 { ", " } else { "" });
                if choices.next(12) == 11 { out.push_str("null") } else { value(item, choices, out) }
            }
            out.push(']');
        }
        DataType::Map(entries, _) => map(entries, choices, out),
        DataType::Struct(fields) => object(fields, choices, out),
        other => panic!("no column is of type {other}"),
    }
}

fn map(entries: &Field, choices: &mut Choices<'_>, out: &mut String) {
    let DataType::Struct(fields) = entries.data_type() else { panic!("entries are structs") };
    let keys: &[&str] = match fields[0].data_type() {
        DataType::Int64 => &["0", "-2", "7"],
        DataType::Boolean => &["true", "false"],
        _ => &["http", "", "$type", "key"],
    };
    out.push('{');
    for at in 0..choices.next(3) {
        out.push_str(if at > 0 { ", " } else { "" });
        let _ = write!(out, "\"{}\": ", choices.of(keys));
        if choices.next(12) == 11 { out.push_str("null") } else { value(&fields[1], choices, out) }
    }
    out.push('}');
}

fn object<'f>(fields: impl IntoIterator<Item = &'f Arc<Field>>, choices: &mut Choices<'_>, out: &mut String) {
    out.push('{');
    let mut separator = "";
    for field in fields {
        if choices.next(5) < 2 {
            let _ = write!(out, "{separator}\"{}\": ", field.name());
            value(field, choices, out);
            separator = ", ";
        }
    }
    out.push('}');
}

/// The classes of all metamodels of the cases, the generators' tests, the language and the examples, with their
/// columns.
static CLASSES: LazyLock<Vec<(String, Columns)>> = LazyLock::new(|| {
    let cases = Case::all("tests/data");
    let mut all: Vec<(String, Columns)> =
        cases.iter().map(|case| (case.name(), Columns::new(case.row_type(), Depth::default()))).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let directories =
        ["codegen/tests/models", "crates/language/models", "examples/library", "examples/own-format"];
    let entries =
        directories.iter().flat_map(|directory| std::fs::read_dir(root.join(directory)).expect("models"));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "pp")) {
        let text = std::fs::read_to_string(path).expect("a text");
        let (metamodel, problems) = language::load(&[Source::new("model.pp", text)]);
        // Some need the declarations of others.
        let Some(metamodel) = metamodel.filter(|_| !problems.has_errors()).map(Arc::new) else { continue };
        let own = metamodel.classes().filter(|(_, class)| !metamodel.is_ecore_package(class.package));
        for (id, class) in own {
            let Ok(rows) = RowType::new(Arc::clone(&metamodel), &class.name) else { continue };
            assert_eq!(rows.class(), id);
            let depth = Depth { levels: 4, fields: 200, ..Depth::default() };
            let name = format!("{}: {}", path.display(), class.name);
            all.push((name, Columns::new(rows, depth)));
        }
    }
    all
});

proptest! {
    // PROPTEST_CASES sets another number of cases.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_and_columns_have_the_same_verdict(
        rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..120), 1..4),
        at in any::<prop::sample::Index>(),
    ) {
        let (name, columns) = &CLASSES[at.index(CLASSES.len())];
        let texts: Vec<String> = rows
            .iter()
            .map(|bytes| {
                let mut out = String::new();
                object(columns.schema().fields(), &mut Choices { bytes, at: 0 }, &mut out);
                out
            })
            .collect();
        compare(name, columns, &texts);
    }
}

#[test]
fn there_are_many_classes() {
    assert!(CLASSES.len() >= 100, "{} classes", CLASSES.len());
}
