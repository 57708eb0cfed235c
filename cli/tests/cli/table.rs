//! Tables of bindings in Parquet, whose bytes are no expectation: they must contain what JSON lines contain.

use crate::runner::run;
use std::path::Path;

/// The files of the case about JSON lines.
const CASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/bindings-table-of-a-tree");

fn table(directory: &Path, arguments: &[&str]) {
    let case = Path::new(CASE);
    let [facts, site] = ["facts.parquet", "hiera.yaml"].map(|file| case.join(file).display().to_string());
    let mut all = vec!["bindings", "table", "--facts", &facts, "--site", &site];
    all.extend(arguments);
    let output = run(directory, &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn parquet_contains_what_json_lines_contain() {
    let directory = tempfile::tempdir().expect("a directory");
    table(directory.path(), &["-o", "lines", "--to", "jsonl"]);
    table(directory.path(), &["-o", "columns", "--flat"]);
    table(directory.path(), &["-o", "kept", "--keep-encrypted"]);
    let diff = run(directory.path(), &["bindings", "diff", "lines", "columns"]);
    let shown = (String::from_utf8_lossy(&diff.stdout), String::from_utf8_lossy(&diff.stderr));
    assert_eq!((diff.status.code(), &*shown.0, &*shown.1), (Some(0), "", ""));
    // The comparison above does not pass because it sees no difference at all.
    let diff = run(directory.path(), &["bindings", "diff", "columns", "kept"]);
    let shown = String::from_utf8_lossy(&diff.stdout);
    assert!(diff.status.code() == Some(1) && shown.contains("db::token: 4 nodes"), "{shown}");
    let mut names: Vec<String> = directory
        .path()
        .join("columns")
        .read_dir()
        .expect("a directory")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["answers.parquet", "flat.parquet", "groups.parquet"]);
}
