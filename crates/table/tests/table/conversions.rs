//! Conversions between texts and columns: what is not lost is the same.

use crate::support::{Case, lines, new_violations};
use arrow_array::{Array, StringArray};
use modelwright_table::columns::{Columns, Depth};
use modelwright_table::text::Notation;
use modelwright_table::{Batch, Rows, convert};

/// The rows of a case that are valid.
fn valid_rows(case: &Case) -> StringArray {
    let rows = case.row_type();
    let all = case.rows();
    let texts = StringArray::from_iter_values(&all);
    let batch = Batch::texts(&rows, Notation::Json, &texts).expect("texts");
    let mut violations = new_violations();
    batch.check(&Rows::counted("rows", 0), &mut violations);
    let found = lines(&mut violations);
    let is_valid = |at: &usize| !found.iter().any(|line| line.starts_with(&format!("{at}.")));
    StringArray::from_iter_values((0..all.len()).filter(is_valid).map(|at| all[at].as_str()))
}

#[test]
fn valid_rows_survive_every_notation_and_columns() {
    let places = Rows::counted("rows", 0);
    let mut compared = 0;
    for case in Case::all("tests/data") {
        let rows = case.row_type();
        let texts = valid_rows(&case);
        let mut losses = new_violations();
        let json = |batch: &Batch<'_>, losses: &mut _| {
            convert::to_text(batch, Notation::Json, &places, losses).expect("texts")
        };
        let batch = Batch::texts(&rows, Notation::Json, &texts).expect("texts");
        let normal = json(&batch, &mut losses);
        for notation in [Notation::Yaml, Notation::Xmi] {
            let written = convert::to_text(&batch, notation, &places, &mut losses).expect("texts");
            let back = json(&Batch::texts(&rows, notation, &written).expect("texts"), &mut losses);
            assert_eq!(back, normal, "{} as {notation:?}: {:#?}", case.name(), lines(&mut losses));
        }
        let columns = Columns::new(rows.clone(), Depth::default());
        let normal_batch = Batch::texts(&rows, Notation::Json, &normal).expect("texts");
        let mut unfit = new_violations();
        let converted = convert::to_columns(&normal_batch, &columns, &places, &mut unfit).expect("columns");
        let unfit = lines(&mut unfit);
        let of_columns = Batch::columns(&columns, &converted).expect("columns");
        let xmi = convert::to_text(&of_columns, Notation::Xmi, &places, &mut losses).expect("texts");
        let back = json(&Batch::texts(&rows, Notation::Xmi, &xmi).expect("texts"), &mut losses);
        for at in (0..normal.len()).filter(|at| !unfit.iter().any(|line| line.starts_with(&format!("{at}."))))
        {
            assert_eq!(back.value(at), normal.value(at), "{} as columns", case.name());
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared} rows");
}

#[test]
fn what_cannot_be_converted_is_null_and_a_violation() {
    let case = Case::new("tests/between");
    let rows = case.row_type();
    let texts = StringArray::from_iter_values(case.rows());
    let batch = Batch::texts(&rows, Notation::Json, &texts).expect("texts");
    let mut losses = new_violations();
    let xmi = convert::to_text(&batch, Notation::Xmi, &Rows::counted("rows", 1), &mut losses).expect("texts");
    let losses = lines(&mut losses);
    let lost = "MW0007 -: the reference Entry.customer to `C1` is lost, because its target is not in the row";
    assert!(losses.iter().any(|line| line.starts_with("2.0") && line.ends_with(lost)), "{losses:#?}");
    // The address of the fifth row's customer is a path, which can only lead into the row.
    assert!(xmi.is_null(5) && losses.iter().any(|line| line.starts_with("6.0") && line.contains("MW0109")));
}

#[test]
fn xmi_in_another_encoding_is_null_and_a_violation() {
    let case = Case::new("tests/between");
    let rows = case.row_type();
    let row = |encoding: &str, number: &str| {
        format!(r#"{{"$encoding": "{encoding}", "number": "{number}", "customers": []}}"#)
    };
    let texts = [row("UTF-8", "é"), row("ISO-8859-1", "é"), row("ISO-8859-1", "e"), row("UTF-16", "e")];
    let texts = StringArray::from_iter_values(texts);
    let batch = Batch::texts(&rows, Notation::Json, &texts).expect("texts");
    let mut losses = new_violations();
    let xmi = convert::to_text(&batch, Notation::Xmi, &Rows::counted("rows", 1), &mut losses).expect("texts");
    let found: Vec<bool> = (0..texts.len()).map(|at| xmi.is_null(at)).collect();
    let losses = lines(&mut losses);
    assert_eq!(found, [false, true, false, true], "{losses:#?}");
    let refused = |line: &&String| line.contains("MW0110") && line.contains("has the encoding");
    assert_eq!(losses.iter().filter(refused).count(), 2, "{losses:#?}");
}

#[test]
fn deep_texts_are_null_and_a_violation() {
    let case = Case::new("tests/between");
    let rows = case.row_type();
    let deep = "[".repeat(1 << 20);
    let inside = format!("{{\"x\": {deep}{}}}", "]".repeat(1 << 20));
    let texts = StringArray::from(vec![deep.as_str(), &inside]);
    let columns = Columns::new(rows.clone(), Depth::default());
    for notation in [Notation::Json, Notation::Yaml] {
        let batch = Batch::texts(&rows, notation, &texts).expect("texts");
        let mut losses = new_violations();
        let found =
            convert::to_columns(&batch, &columns, &Rows::counted("rows", 0), &mut losses).expect("columns");
        assert!(found.num_rows() == 2 && losses.counts().faulty_rows == 2, "{notation:?}");
    }
}

#[test]
fn the_size_of_a_slice_is_that_of_its_rows() {
    let case = Case::new("tests/between");
    let rows = case.row_type();
    let large = format!("{{\"name\": \"{}\"}}", "a".repeat(300 << 20));
    let texts = StringArray::from(vec![large.as_str(), "{}", "{}"]);
    let slice = texts.slice(1, 2);
    let batch = Batch::texts(&rows, Notation::Json, &slice).expect("texts");
    let columns = Columns::new(rows.clone(), Depth::default());
    let places = Rows::counted("rows", 0);
    assert!(convert::to_columns(&batch, &columns, &places, &mut new_violations()).is_ok());
    let whole = Batch::texts(&rows, Notation::Json, &texts).expect("texts");
    assert!(convert::to_columns(&whole, &columns, &places, &mut new_violations()).is_err());
}
