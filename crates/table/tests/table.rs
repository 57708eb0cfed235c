//! Rows as data: each directory of `tests/data` has a metamodel, its class, rows, and the violations of these as
//! texts. The rows that columns can express must have the same violations as columns. `tests/between` has rows that
//! refer to each other. `UPDATE_EXPECT=1` rewrites the violations.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "table/between.rs"]
mod between;
#[path = "table/cells.rs"]
mod cells;
#[path = "table/columns.rs"]
mod columns;
#[path = "table/conversions.rs"]
mod conversions;
#[path = "table/metamodels.rs"]
mod metamodels;
#[path = "table/support.rs"]
mod support;
#[path = "table/verdicts.rs"]
mod verdicts;

use modelwright_table::columns::{Columns, Depth};
use std::fmt::Write as _;
use support::{Case, Compared, compare};

/// The violations of the rows of a case, and what columns cannot express.
fn check(case: &Case) -> String {
    let rows = case.row_type();
    let columns = Columns::new(rows, Depth::default());
    let Compared { texts: of_texts, losses } = compare(&case.name(), &columns, &case.rows());
    let mut out = String::new();
    for field in columns.schema().fields() {
        let _ = writeln!(out, "{}: {}", field.name(), field.data_type());
    }
    for note in columns.notes() {
        let _ = writeln!(out, "{}", note.message);
    }
    out.push_str("==> violations\n");
    of_texts.iter().for_each(|line| out.push_str(&(line.clone() + "\n")));
    out.push_str("==> what columns do not express\n");
    losses.iter().for_each(|line| out.push_str(&(line.clone() + "\n")));
    out
}

#[test]
fn rows_have_the_expected_violations_as_texts_and_as_columns() {
    let cases = Case::all("tests/data");
    assert!(cases.len() >= 6, "the cases");
    for case in cases {
        case.expect("violations", &check(&case));
    }
}
