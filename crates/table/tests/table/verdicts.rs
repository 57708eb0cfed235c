//! Random rows of every metamodel of the cases: as texts and as columns, they have the same violations.

use crate::support::{Case, compare};
use arrow_schema::{DataType, Field};
use modelwright_table::columns::{Columns, Depth};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use std::fmt::Write as _;

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
    "a", "abc", "", "B1", "A1", "//@books.0", "//@authors.0", "#A1", "x.json#A1", "toolong", "light green",
    "2026-11-23T10:00:00Z", "2026-02-30", "12", "1.50", "\\u00e9\\n\\\"",
];

/// The JSON text of a value of a column.
fn value(field: &Field, choices: &mut Choices<'_>, out: &mut String) {
    match field.data_type() {
        DataType::Utf8 if field.name() == "$type" => {
            let class = choices.of(&["Circle", "Square", "Drawing", "Shape", "Nope", "urn:test:shapes#//Circle"]);
            let _ = write!(out, "\"{class}\"");
        }
        DataType::Utf8 if choices.next(6) == 0 => out.push_str(choices.of(&["12", "1.50", "-7", "[1, null]"])),
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

fn object<'f>(fields: impl IntoIterator<Item = &'f std::sync::Arc<Field>>, choices: &mut Choices<'_>, out: &mut String) {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_and_columns_have_the_same_verdict(
        rows in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..120), 1..4),
        at in any::<prop::sample::Index>(),
    ) {
        let cases = Case::all("tests/data");
        let case = &cases[at.index(cases.len())];
        let row_type = case.row_type();
        let columns = Columns::new(row_type.clone(), Depth::default());
        let texts: Vec<String> = rows
            .iter()
            .map(|bytes| {
                let mut out = String::new();
                object(columns.schema().fields(), &mut Choices { bytes, at: 0 }, &mut out);
                out
            })
            .collect();
        compare(&case.name(), &row_type, &texts);
    }
}
