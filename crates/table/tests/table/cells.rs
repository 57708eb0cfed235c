//! Cells that are no documents, in every layout of a column: violations, and never failures.

use crate::support::{lines, new_violations, row_type};
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, DictionaryArray, Int64Array, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use modelwright_metamodel::input::Limits;
use modelwright_table::text::{self, Notation};
use modelwright_table::violations::{self, JobLimit, Violations};
use modelwright_table::{RowType, Rows};

const NAMED: &str = "\
    package named { uri => 'urn:test:named' }
    type Named { attr name, String { min => 1 } has parts, Named }";

const OTHERS: &str = "\
    package named { uri => 'urn:test:named' }
    type Named { attr name, String { min => 1 } }
    type Other {}";

const MANY: &str = "\
    package many { uri => 'urn:test:many' }
    type Many { has parts, Part { max => unbound } }
    type Part { attr name, String { min => 1 } }";

fn check(rows: &RowType, notation: Notation, column: &dyn Array) -> Vec<String> {
    let mut violations = new_violations();
    text::check(rows, notation, column, &Rows::counted("cells", 0), &mut violations).expect("texts");
    lines(&mut violations)
}

#[test]
fn all_layouts_have_the_same_verdict() {
    let rows = row_type(NAMED, "Named");
    let texts = [Some(r#"{"name": "a"}"#), None, Some("{}"), Some(r#"{"name": 7}"#), Some("")];
    let bytes = || texts.iter().map(|text| text.map(str::as_bytes));
    let expected = [
        "1.0 - error MW0004 -: the row is null",
        "2.0 1:1 error MW0601 /: the required feature `name` must be set",
        "3.0 1:10 error MW0108 /: Named.name must be a string (EString), found the number 7",
        "4.0 1:1 error MW0004 -: the document is empty",
    ];
    let columns: [&dyn Array; 7] = [
        &texts.iter().copied().collect::<StringArray>(),
        &texts.iter().copied().collect::<LargeStringArray>(),
        &texts.iter().copied().collect::<StringViewArray>(),
        &texts.iter().copied().collect::<DictionaryArray<Int32Type>>(),
        &bytes().collect::<BinaryArray>(),
        &bytes().collect::<LargeBinaryArray>(),
        &bytes().collect::<BinaryViewArray>(),
    ];
    for column in columns {
        assert_eq!(check(&rows, Notation::Json, column), expected, "{}", column.data_type());
    }
}

#[test]
fn hostile_cells_are_violations() {
    let limits = Limits { document: 1 << 20, ..Limits::default() };
    let rows = row_type(NAMED, "Named").limits(limits);
    let deep = r#"{"parts": "#.repeat(10_000) + "{}" + &"}".repeat(10_000);
    let large = format!(r#"{{"name": "{}"}}"#, "a".repeat(2 << 20));
    let cells: [&[u8]; 6] = [
        b"{\"name\": \"\xff\"}",
        deep.as_bytes(),
        large.as_bytes(),
        b"\xef\xbb\xbf{\"name\": \"a\"}",
        b"\xff\xfe{\0}\0",
        b"{\"name\": \"a\", \"name\": \"b\"}",
    ];
    let found = check(&rows, Notation::Json, &BinaryArray::from_iter_values(cells));
    let codes: Vec<(&str, &str)> = found
        .iter()
        .filter_map(|line| {
            let mut words = line.split(' ');
            let row = words.next()?;
            Some((row, words.nth(2)?))
        })
        .collect();
    let expected =
        [("0.0", "MW0003"), ("1.0", "MW0005"), ("2.0", "MW0005"), ("4.0", "MW0601"), ("5.0", "MW0304")];
    assert_eq!(codes, expected, "{found:#?}");
}

#[test]
fn yaml_and_xmi_are_checked_as_well() {
    let rows = row_type(NAMED, "Named");
    let yaml = StringArray::from(vec![
        "name: a\nparts:\n  name: b\n",
        "parts: {}\nname: a\n",
        "name: [",
        "a: &x [*x]",
    ]);
    let found = check(&rows, Notation::Yaml, &yaml);
    assert!(
        found[0].starts_with("1.0 1:1 error MW0601 //@parts") || found[0].starts_with("1.0 1:8"),
        "{found:#?}"
    );
    assert!(found.iter().any(|line| line.starts_with("2.0") && line.contains("MW0301")), "{found:#?}");
    let xmi = |body: &str| {
        let namespaces = "xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:n=\"urn:test:named\"";
        format!("<n:{body} xmi:version=\"2.0\" {namespaces}/>")
    };
    let rows = row_type(OTHERS, "Named");
    let cells =
        StringArray::from(vec![xmi("Named name=\"a\""), xmi("Named"), xmi("Other"), "<n:Named>".to_owned()]);
    let found = check(&rows, Notation::Xmi, &cells);
    assert!(found.iter().all(|line| !line.starts_with("0.")), "{found:#?}");
    assert!(found.iter().any(|line| line.starts_with("1.0") && line.contains("MW0601")), "{found:#?}");
    let other = "expected an object of class Named, found one of class Other";
    assert!(found.iter().any(|line| line.starts_with("2.0") && line.ends_with(other)), "{found:#?}");
    assert!(found.iter().any(|line| line.starts_with("3.0")), "{found:#?}");
}

#[test]
fn a_column_without_texts_fails_before_its_first_row() {
    let rows = row_type(NAMED, "Named");
    let mut violations = new_violations();
    let numbers = Int64Array::from(vec![1]);
    let places = Rows::counted("cells", 0);
    let problem =
        text::check(&rows, Notation::Json, &numbers, &places, &mut violations).expect_err("no texts");
    assert_eq!(problem.message, "expected a column of texts or bytes, found one of type Int64");
    assert_eq!(violations.counts().rows, 0);
}

#[test]
fn limits_count_what_they_leave_out() {
    let rows = row_type(MANY, "Many");
    let faulty = format!(r#"{{"parts": [{}]}}"#, ["{}"; 10].join(", "));
    let texts = StringArray::from(vec![faulty.as_str(); 4]);
    let limits = violations::Limits { row: 3, partition: 9, job: 5 };
    let mut found = Violations::new(limits);
    text::check(&rows, Notation::Json, &texts, &Rows::counted("cells", 0), &mut found).expect("texts");
    // Three violations and a note of the first two rows, one of the third.
    let counts = found.counts();
    assert_eq!((counts.rows, counts.faulty_rows, counts.violations), (4, 4, 9));
    // Notes are not problems, so those beyond the limit are not counted.
    assert_eq!(counts.left_out, 4 * 7 + 5);
    let batch = found.finish().expect("a batch");
    let mut job = JobLimit::new(limits);
    assert_eq!((job.cut(&batch).num_rows(), job.left_out()), (5, 4));
}
