//! Compares the pages that map the original documents to tests with the tests: those of bindings, and the essays.
//!
//! This test knows the form of the tables and the locations of the tests, but not what they test.

#![expect(clippy::disallowed_methods, reason = "the test compares a page with directories of the project")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The pages below `docs/language`, and the least number of their rows.
const PAGES: [(&str, usize); 4] =
    [("arm-8.md", 150), ("hiera-2.md", 4), ("issue-6079.md", 70), ("essays.md", 150)];

/// How many rows deviate from their document, all pages together. The number may only decrease.
const DEVIATING: usize = 6;
/// What the cell of such a row begins with; the reason follows.
const DEVIATES: &str = "deviates:";

/// The files of test functions that rows may name, below the project.
const FUNCTIONS: [(&str, &str); 6] = [
    ("catalogs.rs", "crates/catalog/src/builder/tests.rs"),
    ("enc.rs", "cli/tests/cli/enc.rs"),
    ("compose.rs", "tests/compose.rs"),
    ("bindings.rs", "tests/bindings.rs"),
    ("handles.rs", "codegen/tests/handles.rs"),
    ("sites.rs", "tests/sites.rs"),
];

/// Manifests of the essays, each with the answer of Puppet beside it.
const CATALOGS: &str = "crates/catalog/tests/data/essays";

/// What must be in a row: the cases of sites, by the name of the file without its extension and that of the case; and the
/// manifests of the essays.
fn cases(root: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(root.join("tests/sites")).expect("the cases").flatten();
    let mut names = BTreeSet::new();
    for path in entries.map(|entry| entry.path()) {
        let section = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        let own = text.lines().filter_map(|line| line.strip_prefix("#### "));
        names.extend(own.map(|name| format!("{section}: {name}")));
    }
    let entries = fs::read_dir(root.join(CATALOGS)).expect("the manifests").flatten();
    let manifests = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.extend(manifests.filter(|name| name.ends_with(".pp")).map(|name| format!("catalog/{name}")));
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
        ("arm7", _) => root.join("crates/language/tests/arm7").join(rest).is_file(),
        ("catalog", _) => root.join(CATALOGS).join(rest).with_extension("json").is_file(),
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

/// Whether a row deviates, with its reason.
fn deviation(row: &str) -> Option<&str> {
    row.split('|').nth(2)?.trim().strip_prefix(DEVIATES).map(str::trim)
}

/// The problems of pages: rows without a test, tests that do not exist, cases in no row, and deviations without a reason.
fn faults(pages: &[&str], cases: &BTreeSet<String>, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let (mut faults, mut named) = (Vec::new(), BTreeSet::new());
    for row in pages.iter().flat_map(|page| rows(page)) {
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
        if deviation(row).is_some_and(|reason| reason.split_whitespace().count() < 4) {
            faults.push(format!("no reason: {row}"));
        }
    }
    let unnamed = cases.iter().filter(|case| !named.contains(case.as_str()));
    faults.extend(unnamed.map(|case| format!("no row names `{case}`")));
    faults
}

#[test]
fn every_row_of_the_documents_has_a_test_and_every_case_a_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |(name, _): (&str, usize)| {
        fs::read_to_string(root.join("docs/language").join(name)).expect("the page")
    };
    let pages = PAGES.map(read);
    for (page, (name, least)) in pages.iter().zip(PAGES) {
        assert!(rows(page).len() >= least, "{name} has only {} rows", rows(page).len());
    }
    let cases = cases(root);
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let faults = faults(&pages, &cases, |name| exists(root, &cases, name));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let all = pages.iter().flat_map(|page| rows(page));
    assert_eq!(all.filter(|row| deviation(row).is_some()).count(), DEVIATING, "rows that deviate");
}

#[test]
fn faults_of_a_page_are_found() {
    let cases = BTreeSet::from(["a: one".to_owned(), "a: two".to_owned()]);
    let known = |name: &str| cases.contains(name) || name == "cli/x";
    let table = |rows: &str| format!("| Rule | Here | Test |\n| --- | --- | --- |\n{rows}");
    let sound = table("| x | y | `a: one`, `cli/x` |\n| y | deviates: for a reason of weight | `a: two` |\n");
    assert_eq!(faults(&[&sound], &cases, known), Vec::<String>::new());
    assert_eq!(deviation(rows(&sound)[1]), Some("for a reason of weight"));
    let wrong = table("| `a: one` | y | none |\n| y | deviates: | `a: three` |\n");
    let found = faults(&[&wrong, &sound], &cases, known).join("\n");
    for expected in ["no test: | `a: one`", "`a: three` does not exist", "no reason: | y"] {
        assert!(found.contains(expected), "{found}");
    }
    assert!(faults(&[&wrong], &cases, known).join("\n").contains("no row names `a: one`"));
    assert_eq!(rows(&wrong).len(), 2);
}
