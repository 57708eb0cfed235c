//! Compares the page that maps the proposal of bindings to tests with the tests: `docs/language/arm-8.md`.
//!
//! This test knows the form of the page's tables and the locations of the tests, but not what they test.

#![expect(clippy::disallowed_methods, reason = "the test compares a page with folders of the project")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// How many rows may be open. The number may only decrease.
const OPEN: usize = 0;

/// The files of test functions that rows may name, below the project.
const FUNCTIONS: [(&str, &str); 4] = [
    ("enc.rs", "cli/tests/cli/enc.rs"),
    ("compose.rs", "tests/compose.rs"),
    ("bindings.rs", "tests/bindings.rs"),
    ("sites.rs", "tests/sites.rs"),
];

/// The cases of sites: the name of the file without its extension, and that of the case.
fn cases(root: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(root.join("tests/sites")).expect("the cases").flatten();
    let mut names = BTreeSet::new();
    for path in entries.map(|entry| entry.path()) {
        let section = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let own = text.lines().filter_map(|line| line.strip_prefix("#### "));
        names.extend(own.map(|name| format!("{section}: {name}")));
    }
    names
}

/// Whether a test exists.
fn exists(root: &Path, cases: &BTreeSet<String>, name: &str) -> bool {
    let (kind, rest) = name.split_once('/').unwrap_or(("", name));
    let function = FUNCTIONS.iter().find(|(file, _)| *file == kind);
    match (kind, function) {
        (_, Some((_, path))) => {
            let text = fs::read_to_string(root.join(path)).unwrap_or_default();
            text.contains(&format!("#[test]\nfn {rest}("))
        }
        ("text" | "faulty", _) => root.join("tests/bindings").join(kind).join(rest).is_file(),
        ("cli", _) => root.join("cli/tests/cli").join(rest).join("cmd").is_file(),
        ("page", _) => root.join("docs").join(rest).is_file(),
        _ => cases.contains(name),
    }
}

/// The names in the last cell of a row.
fn tests_of(row: &str) -> Vec<&str> {
    let cell = row.trim_end().strip_suffix('|').and_then(|row| row.rsplit_once('|'));
    cell.map_or_else(Vec::new, |(_, cell)| cell.split('`').skip(1).step_by(2).collect())
}

/// The rows of the tables of a page.
fn rows(page: &str) -> Vec<&str> {
    let lines: Vec<&str> = page.lines().collect();
    let is_head = |at: usize| lines.get(at + 1).is_some_and(|next| next.starts_with("| ---"));
    let is_row =
        |at: &usize| lines[*at].starts_with('|') && !lines[*at].starts_with("| ---") && !is_head(*at);
    (0..lines.len()).filter(is_row).map(|at| lines[at]).collect()
}

/// The problems of a page: rows without a test, tests that do not exist, cases in no row, and too many open rows.
fn faults(page: &str, cases: &BTreeSet<String>, exists: impl Fn(&str) -> bool, open: usize) -> Vec<String> {
    let (mut faults, mut named) = (Vec::new(), BTreeSet::new());
    for row in rows(page) {
        let found = tests_of(row);
        if found.is_empty() {
            faults.push(format!("no test: {row}"));
        }
        for name in found {
            named.insert(name);
            if !exists(name) {
                faults.push(format!("the test `{name}` does not exist: {row}"));
            }
        }
    }
    let unnamed = cases.iter().filter(|case| !named.contains(case.as_str()));
    faults.extend(unnamed.map(|case| format!("no row names `{case}`")));
    let count = rows(page).iter().filter(|row| row.contains("`open`")).count();
    if count != open {
        faults.push(format!("{count} rows are open, and {open} are known"));
    }
    faults
}

#[test]
fn every_row_of_the_proposal_has_a_test_and_every_case_a_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/language/arm-8.md")).expect("the page");
    assert!(rows(&page).len() > 150, "only {} rows", rows(&page).len());
    let cases = cases(root);
    let faults = faults(&page, &cases, |name| exists(root, &cases, name), OPEN);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn faults_of_a_page_are_found() {
    let cases = BTreeSet::from(["a: one".to_owned(), "a: two".to_owned()]);
    let known = |name: &str| cases.contains(name) || name == "cli/x";
    let table = |rows: &str| format!("| Rule | Test |\n| --- | --- |\n{rows}");
    let sound = table("| x | `a: one`, `cli/x` |\n| y | `a: two` |\n");
    assert_eq!(faults(&sound, &cases, known, 0), Vec::<String>::new());
    let wrong = table("| `a: one` | none |\n| y, `open` | `a: three` |\n");
    let found = faults(&wrong, &cases, known, 0).join("\n");
    for expected in
        ["no test: | `a: one`", "`a: three` does not exist", "no row names `a: one`", "1 rows are open"]
    {
        assert!(found.contains(expected), "{found}");
    }
    assert_eq!(rows(&wrong).len(), 2);
}
