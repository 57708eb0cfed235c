//! References between rows: the lists that an engine joins, and the violations of what is left.

use crate::support::{Case, lines, new_violations, shown};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use modelwright_table::columns::{Columns, Depth};
use modelwright_table::text::Notation;
use modelwright_table::{Batch, References, RowType, Rows, convert, references};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

fn texts(batch: &RecordBatch, name: &str) -> Vec<String> {
    let column = batch.column_by_name(name).expect("a column").as_string::<i32>();
    column.iter().map(|text| text.unwrap_or_default().to_owned()).collect()
}

/// The uses with the class of a key of the same id, as a left join gives it.
fn join(uses: &RecordBatch, keys: &RecordBatch) -> RecordBatch {
    let classes: BTreeMap<String, String> = texts(keys, "id").into_iter().zip(texts(keys, "class")).collect();
    let found = texts(uses, "id").into_iter().map(|id| classes.get(&id).cloned());
    let class: ArrayRef = Arc::new(found.collect::<StringArray>());
    let named =
        uses.schema_ref().fields().iter().map(|field| field.name().clone()).zip(uses.columns().to_vec());
    RecordBatch::try_from_iter(named.chain([("class".to_owned(), class)])).expect("columns of one length")
}

/// The violations of a batch: of each row, and between rows.
fn violations(rows: &RowType, batch: &Batch<'_>) -> (Vec<String>, RecordBatch, RecordBatch) {
    let places = Rows::counted("rows", 1);
    let mut all = new_violations();
    batch.check(&places, &mut all);
    let keys = references::keys(batch, &places).expect("keys");
    let uses = references::uses(batch, &places).expect("uses");
    references::resolve(rows, &join(&uses, &keys), &mut all).expect("the columns of uses");
    references::duplicates(std::slice::from_ref(&keys), &mut all).expect("the columns of keys");
    let mut lines = lines(&mut all);
    lines.sort();
    (lines, keys, uses)
}

#[test]
fn references_between_rows_have_the_words_of_one_document() {
    let case = Case::new("tests/between");
    let rows = case.row_type().references(References::BetweenRows);
    let texts_of_rows = StringArray::from_iter_values(case.rows());
    let batch = Batch::texts(&rows, Notation::Json, &texts_of_rows).expect("texts");
    let (of_texts, keys, uses) = violations(&rows, &batch);
    let mut out = String::from("==> keys\n");
    for (id, path) in texts(&keys, "id").iter().zip(texts(&keys, "path")) {
        let _ = writeln!(out, "{id} {path}");
    }
    out.push_str("==> uses\n");
    for (id, target) in texts(&uses, "id").iter().zip(texts(&uses, "target")) {
        let _ = writeln!(out, "{id} {target}");
    }
    out.push_str("==> violations\n");
    of_texts.iter().for_each(|line| out.push_str(&(line.clone() + "\n")));
    case.expect("violations", &out);

    // As columns, everything but the positions is the same.
    let columns = Columns::new(rows.clone(), Depth::default());
    let mut losses = new_violations();
    let converted =
        convert::to_columns(&batch, &columns, &Rows::counted("rows", 1), &mut losses).expect("columns");
    assert_eq!(losses.counts().faulty_rows, 0);
    let (of_columns, of_column_keys, _) =
        violations(&rows, &Batch::columns(&columns, &converted).expect("columns"));
    assert_eq!(of_columns, crate::support::without_positions(&of_texts));
    assert_eq!(of_column_keys, keys);
}

#[test]
fn uses_without_a_class_are_dangling_and_the_order_of_keys_makes_no_difference() {
    let case = Case::new("tests/between");
    let rows = case.row_type().references(References::BetweenRows);
    let texts_of_rows = StringArray::from_iter_values(case.rows());
    let batch = Batch::texts(&rows, Notation::Json, &texts_of_rows).expect("texts");
    let places = Rows::counted("rows", 1);
    let uses = references::uses(&batch, &places).expect("uses");
    let mut dangling = new_violations();
    references::resolve(&rows, &uses, &mut dangling).expect("the columns of uses");
    assert_eq!(dangling.len(), uses.num_rows());

    let keys = references::keys(&batch, &places).expect("keys");
    let found = |keys: &[RecordBatch]| {
        let mut all = new_violations();
        references::duplicates(keys, &mut all).expect("the columns of keys");
        shown(&all.finish().expect("a batch"))
    };
    let without = keys.project(&[0]).expect("a column");
    assert!(references::duplicates(&[without], &mut new_violations()).is_err());
    let reversed: Vec<RecordBatch> = (0..keys.num_rows()).rev().map(|at| keys.slice(at, 1)).collect();
    assert_eq!(found(&reversed), found(&[keys]));
}

/// The codes of violations with their messages; only the codes of duplicate ids, whose messages have other paths.
fn words(lines: &[String]) -> Vec<String> {
    let of_line = |line: &String| {
        let code = line.split(' ').nth(3).unwrap_or_default();
        let message = line.split_once(": ").map_or("", |(_, message)| message);
        if code == "MW0606" { code.to_owned() } else { format!("{code} {message}") }
    };
    let mut words: Vec<String> = lines.iter().map(of_line).collect();
    words.sort();
    words
}

#[test]
fn rows_have_the_violations_of_one_document_with_all_of_them() {
    let case = Case::new("tests/between");
    // A path leads elsewhere in a document of several roots.
    let all: Vec<String> = case.rows().into_iter().filter(|row| !row.contains("//@")).collect();
    let document = format!(r#"{{"$roots": [{}]}}"#, all.join(", "));
    let rows = case.row_type().references(References::BetweenRows);
    let texts_of_rows = StringArray::from_iter_values(&all);
    let (of_rows, ..) =
        violations(&rows, &Batch::texts(&rows, Notation::Json, &texts_of_rows).expect("texts"));

    let one_document = StringArray::from(vec![document]);
    let alone = case.row_type();
    let mut of_document = new_violations();
    Batch::texts(&alone, Notation::Json, &one_document)
        .expect("texts")
        .check(&Rows::counted("document", 0), &mut of_document);
    let of_document = words(&lines(&mut of_document));
    assert_eq!(words(&of_rows), of_document);
    assert!(of_document.len() >= 7, "{of_document:#?}");
}
