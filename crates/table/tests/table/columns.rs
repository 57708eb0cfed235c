//! Columns in other layouts than the planned ones, columns that do not belong to a class, and texts inside columns.

use crate::support::{lines, new_violations, row_type, shown};
use arrow_array::builder::{Int64Builder, LargeListBuilder, StringBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, Date32Array, DictionaryArray, Float64Array, Int16Array, Int64Array, LargeStringArray,
    NullArray, RecordBatch, StringArray, StringViewArray, TimestampNanosecondArray, TimestampSecondArray,
};
use modelwright_metamodel::diagnostic::Diagnostic;
use modelwright_table::Rows;
use modelwright_table::columns::{Columns, Depth};
use modelwright_table::violations::Violations;
use std::sync::Arc;

const HOST: &str = "\
    package hosts { uri => 'urn:test:hosts' }
    enum Kind { small, large }
    type Host {
      attr name, String { min => 1 }
      attr kind, Kind
      attr cores, Integer[1, 64]
      attr ports, Integer[1] { max => unbound }
      attr data, Data
    }";

fn hosts() -> Columns {
    Columns::new(row_type(HOST, "Host"), Depth::default())
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

fn check(columns: &Columns, batch: &RecordBatch) -> Result<Vec<String>, Box<Diagnostic>> {
    let mut violations = new_violations();
    columns.check(batch, &Rows::counted("hosts", 0), &mut violations)?;
    Ok(lines(&mut violations))
}

#[test]
fn other_layouts_of_a_column_have_the_same_meaning() {
    let columns = hosts();
    let mut ports = LargeListBuilder::new(Int64Builder::new());
    ports.values().append_value(80);
    ports.append(true);
    ports.values().append_value(0);
    ports.append(true);
    let found = check(
        &columns,
        &batch(vec![
            ("name", Arc::new(StringViewArray::from(vec!["a", "b"]))),
            ("kind", Arc::new(LargeStringArray::from(vec!["small", "tiny"]))),
            ("cores", Arc::new(Int16Array::from(vec![4, 65]))),
            ("ports", Arc::new(ports.finish())),
            ("data", Arc::new(NullArray::new(2))),
        ]),
    );
    let found = found.expect("columns of the class");
    let codes: Vec<&str> = found.iter().filter_map(|line| line.split(' ').nth(3)).collect();
    assert_eq!(codes, ["MW0108", "MW0608", "MW0608"], "{found:#?}");
    assert!(found.iter().all(|line| line.starts_with("1.")), "{found:#?}");
}

#[test]
fn points_in_time_have_the_verdict_of_their_texts() {
    let model = "\
        package moments { uri => 'urn:test:moments' }
        type Moment { attr at, Timestamp { min => 1 } }";
    let columns = Columns::new(row_type(model, "Moment"), Depth::default());
    let check =
        |column: ArrayRef| check(&columns, &batch(vec![("at", column)])).expect("a column of the class");
    let texts = |texts: &[&str]| check(Arc::new(StringArray::from(texts.to_vec())));
    // The second is before 1970, the third has more digits than a date keeps, the fourth is beyond the calendar.
    let nanoseconds = vec![1_795_428_000_000_000_000, -1_000_000, 1_795_428_000_123_456_789];
    let of_texts =
        texts(&["2026-11-23T10:00:00Z", "1969-12-31T23:59:59.999Z", "2026-11-23T10:00:00.123456789Z"]);
    assert_eq!(check(Arc::new(TimestampNanosecondArray::from(nanoseconds).with_timezone("UTC"))), of_texts);
    assert!(of_texts.iter().all(|line| line.starts_with("2.")), "{of_texts:#?}");
    let seconds = Arc::new(TimestampSecondArray::from(vec![1_795_428_000, i64::MAX / 2]));
    assert_eq!(check(seconds).len(), 1);
    assert_eq!(check(Arc::new(Date32Array::from(vec![20_780, -1]))), texts(&["2026-11-23", "1969-12-31"]));
}

#[test]
fn a_column_that_does_not_belong_to_the_class_fails_before_the_first_row() {
    let columns = hosts();
    let names = || Arc::new(StringArray::from(vec!["a"])) as ArrayRef;
    for (name, column, message) in [
        ("nam", names(), "the class Host has no feature for the column `nam`"),
        ("cores", names(), "the column `cores` must be of type Int64, found Utf8"),
        (
            "ports",
            Arc::new(Int64Array::from(vec![1])) as ArrayRef,
            "the column `ports` must be of type List(Int64), found Int64",
        ),
        (
            "kind",
            Arc::new(Float64Array::from(vec![1.0])),
            "the column `kind` must be of type Dictionary(Int32, Utf8), found Float64",
        ),
        ("data", Arc::new(Int64Array::from(vec![1])), "the column `data` must be of type Utf8, found Int64"),
    ] {
        let problem = check(&columns, &batch(vec![(name, column)])).expect_err("a column of the wrong type");
        assert_eq!(problem.message, message);
    }
}

#[test]
fn json_text_in_a_column_cannot_change_what_is_around_it() {
    let texts = [
        r#"{"any": [1, 2]}"#,
        r#"1, "cores": 2"#,
        "1}",
        "",
        "  ",
        "[",
        r#"{"a": 1, "a": 2}"#,
        "not JSON",
        "null",
    ];
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let all: StringArray = texts.iter().copied().chain([deep.as_str()]).map(Some).collect();
    let names = StringArray::from(vec!["a"; all.len()]);
    let found = check(&hosts(), &batch(vec![("name", Arc::new(names)), ("data", Arc::new(all))]));
    let found = found.expect("columns of the class");
    let rows: Vec<&str> = found.iter().filter_map(|line| line.split('.').next()).collect();
    assert_eq!(rows, ["1", "2", "3", "4", "5", "6", "7", "9"], "{found:#?}");
    let codes: Vec<&str> = found.iter().filter_map(|line| line.split(' ').nth(3)).collect();
    let syntax = "MW0300";
    assert_eq!(codes, [syntax, syntax, syntax, syntax, syntax, "MW0304", syntax, "MW0005"], "{found:#?}");
}

#[test]
fn violations_do_not_depend_on_partitions_and_their_order() {
    let columns = hosts();
    let names: StringArray = (0..100).map(|row| (row % 3 > 0).then_some("a")).collect();
    let cores: Int64Array = (0..100).map(|row| Some(row % 70)).collect();
    let kinds: DictionaryArray<Int32Type> = (0..100).map(|row| Some(["small", "huge"][row % 2])).collect();
    let all = batch(vec![("name", Arc::new(names)), ("cores", Arc::new(cores)), ("kind", Arc::new(kinds))]);
    let mut documents = StringBuilder::new();
    (0..100).for_each(|row| documents.append_value(if row < 50 { "first" } else { "second" }));
    let documents = documents.finish();
    let numbers: Int64Array = (0..100).map(|row| Some(row % 50)).collect();
    let check = |parts: &[(usize, usize)]| {
        let mut found = Vec::new();
        for (start, len) in parts {
            let (documents, numbers) = (documents.slice(*start, *len), numbers.slice(*start, *len));
            let mut violations: Violations = new_violations();
            let places = Rows::listed(&documents, &numbers).expect("columns of one length");
            columns.check(&all.slice(*start, *len), &places, &mut violations).expect("columns of the class");
            let batch = violations.finish().expect("a batch");
            let names = batch.column(0).to_data();
            let of = arrow_array::StringArray::from(names);
            found.extend(
                shown(&batch)
                    .into_iter()
                    .zip(of.iter().flatten().map(str::to_owned))
                    .map(|(line, of)| of + &line),
            );
        }
        found.sort();
        found
    };
    let whole = check(&[(0, 100)]);
    assert!(whole.len() > 50, "{} violations", whole.len());
    assert_eq!(check(&[(60, 40), (0, 7), (7, 53)]), whole);
    assert_eq!(check(&(0..100).rev().map(|row| (row, 1)).collect::<Vec<_>>()), whole);
}
