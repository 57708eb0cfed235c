//! Compares the page that maps the proposal to tests with the tests: `docs/language/arm-7.md`.
//!
//! This module knows the form of the page's tables and the locations of the tests, but not what they test.

use std::collections::BTreeSet;
use std::path::Path;

/// The tests that a page may name.
struct Tests<'t> {
    cases: &'t BTreeSet<String>,
    /// The directory of the cases of the command line.
    command_line: &'t Path,
}

impl Tests<'_> {
    fn has(&self, name: &str) -> bool {
        match name.strip_prefix("cli/") {
            Some(case) => self.command_line.join(case).join("cmd").is_file(),
            None => self.cases.contains(name),
        }
    }
}

/// The names in the last cell of a row.
fn tests_of(row: &str) -> Vec<&str> {
    let cell = row.trim_end().strip_suffix('|').and_then(|row| row.rsplit_once('|'));
    cell.map_or_else(Vec::new, |(_, cell)| cell.split('`').skip(1).step_by(2).collect())
}

/// The problems of a page: rows without a test, tests that do not exist, cases without a row, and rows that are only
/// partly true.
fn faults(page: &str, tests: &Tests<'_>) -> Vec<String> {
    let (mut faults, mut named) = (Vec::new(), BTreeSet::new());
    let lines: Vec<&str> = page.lines().collect();
    // The head of a table is above its rule.
    let is_head = |at: usize| lines.get(at + 1).is_some_and(|next| next.starts_with("| ---"));
    let rows = (0..lines.len()).filter(|at| lines[*at].starts_with('|') && !is_head(*at));
    for row in rows.map(|at| lines[at]).filter(|row| !row.starts_with("| ---")) {
        let found = tests_of(row);
        if found.is_empty() {
            faults.push(format!("no test: {row}"));
        }
        if row.contains("partly") {
            faults.push(format!("only partly true: {row}"));
        }
        for name in found {
            named.insert(name);
            if !tests.has(name) {
                faults.push(format!("the test `{name}` does not exist: {row}"));
            }
        }
    }
    let unnamed = tests.cases.iter().filter(|case| !named.contains(case.as_str()));
    faults.extend(unnamed.map(|case| format!("no row names `{case}`")));
    faults
}

#[test]
fn every_row_of_the_proposal_has_a_test_and_every_case_a_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/language/arm-7.md")).expect("the page");
    assert!(page.lines().filter(|line| line.starts_with("| ")).count() > 120, "the tables are there");
    let cases = super::files(super::PROPOSAL, "pp")
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    let tests = Tests { cases: &cases, command_line: &root.join("cli/tests/cli") };
    let faults = faults(&page, &tests);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn faults_of_a_page_are_found() {
    let cases = BTreeSet::from(["a.pp".to_owned(), "b.pp".to_owned()]);
    let command_line = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cli/tests/cli");
    let tests = Tests { cases: &cases, command_line: &command_line };
    let table = |rows: &str| format!("| Form | Test |\n| --- | --- |\n{rows}");
    let sound = table("| `x` \\| `y` | `a.pp`, `cli/format-names` |\n| z | `b.pp` |\n");
    assert_eq!(faults(&sound, &tests), Vec::<String>::new());
    let wrong = table("| `a.pp` | none |\n| y | `c.pp` |\n| z, partly | `a.pp`, `cli/nowhere` |\n");
    let found = [
        "no test: | `a.pp` | none |",
        "the test `c.pp` does not exist: | y | `c.pp` |",
        "only partly true: | z, partly | `a.pp`, `cli/nowhere` |",
        "the test `cli/nowhere` does not exist: | z, partly | `a.pp`, `cli/nowhere` |",
        "no row names `b.pp`",
    ];
    assert_eq!(faults(&wrong, &tests), found);
}
