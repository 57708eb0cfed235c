//! Tables of bindings from input that is too deep or too damaged to be stored, and tables in Parquet, whose bytes are
//! no expectation: they must contain what JSON lines contain.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::generated::messages;
use super::runner::run;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::fs;
use std::path::Path;
use std::process::Output;

/// A directory with a tree of Hiera data with one key.
fn tree() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    fs::create_dir(directory.path().join("data")).expect("a directory");
    let configuration = "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n";
    fs::write(directory.path().join("hiera.yaml"), configuration).expect("a file");
    fs::write(directory.path().join("data/all.yaml"), "motd: '%{facts.role}'\n").expect("a file");
    directory
}

fn table(directory: &Path, facts: &str) -> Output {
    run(directory, &["bindings", "table", "--facts", facts, "--site", ".", "-o", "table", "--to", "jsonl"])
}

#[test]
fn deep_facts_are_a_problem_of_their_line() {
    let directory = tree();
    let deep = format!("{{\"certname\": \"a\", \"role\": {}1{}}}\n", "[".repeat(10_000), "]".repeat(10_000));
    fs::write(directory.path().join("deep.jsonl"), format!("{{\"certname\": \"b\"}}\n{deep}"))
        .expect("a file");
    let output = table(directory.path(), "deep.jsonl");
    let messages = messages(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(messages.contains("nested") && messages.contains("at deep.jsonl:2:"), "{messages}");
    assert!(!directory.path().join("table").exists());
}

#[test]
fn problems_of_more_nodes_than_are_stored_hide_no_error() {
    let directory = tempfile::tempdir().expect("a directory");
    let site = "site { bindings => [ layer { 'b': include => 'confdir:/missing' } ] }\n";
    let entry = "site { environment { 'dev': } }\nif true { warning('every node gets it') }\n";
    fs::create_dir(directory.path().join("manifests")).expect("a directory");
    let nodes: String = (0..=Diagnostics::LIMIT).map(|at| format!("{{\"certname\": \"n{at}\"}}\n")).collect();
    for (file, text) in [("manifests/site.pp", site), ("environments.pp", entry), ("nodes.jsonl", &nodes)] {
        fs::write(directory.path().join(file), text).expect("a file");
    }
    let output = table(directory.path(), "nodes.jsonl");
    let messages = messages(&output);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert_eq!(messages.matches("every node gets it").count(), 2, "the message and its line: {messages}");
    assert!(messages.contains("there are no bindings at `confdir:/missing`"), "{messages}");
    assert!(!directory.path().join("table").exists());
}

#[cfg(feature = "parquet")]
mod parquet {
    use super::{fs, messages, run, table, tree};
    use std::path::Path;

    /// The directory of the case about facts in Parquet.
    const CASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/parquet/facts-and-tables");

    #[test]
    fn cases_end_as_expected() {
        crate::runner::cases(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/parquet"), 1);
    }

    #[test]
    fn tables_contain_what_json_lines_contain() {
        let directory = tempfile::tempdir().expect("a directory");
        let [facts, site] = ["facts.parquet", "hiera.yaml"].map(|file| format!("{CASE}/{file}"));
        for arguments in [
            &["-o", "lines", "--to", "jsonl"][..],
            &["-o", "columns", "--flat"],
            &["-o", "kept", "--keep-encrypted"],
        ] {
            let all = [&["bindings", "table", "--facts", &facts, "--site", &site], arguments].concat();
            let output = run(directory.path(), &all);
            assert_eq!((output.status.code(), messages(&output)), (Some(0), String::new()));
        }
        let diff = run(directory.path(), &["bindings", "diff", "lines", "columns"]);
        assert_eq!((diff.status.code(), messages(&diff)), (Some(0), String::new()));
        // The comparison above does not pass because it sees no difference at all.
        let diff = run(directory.path(), &["bindings", "diff", "columns", "kept"]);
        let shown = messages(&diff);
        assert!(diff.status.code() == Some(1) && shown.contains("db::token: 4 nodes"), "{shown}");
        let entries = fs::read_dir(directory.path().join("columns")).expect("a directory").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        assert_eq!(names, ["answers.parquet", "flat.parquet", "groups.parquet"]);
    }

    #[test]
    fn damaged_files_are_problems_and_leave_nothing_behind() {
        let whole = fs::read(Path::new(CASE).join("facts.parquet")).expect("a file");
        for at in (0..whole.len()).step_by(11) {
            let directory = tree();
            let mut damaged = whole.clone();
            damaged[at] ^= if at % 2 == 0 { 0xff } else { 1 << (at % 7) };
            fs::write(directory.path().join("facts.parquet"), damaged).expect("a file");
            let output = table(directory.path(), "facts.parquet");
            let messages = messages(&output);
            assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{at}: {messages}");
            assert!(!messages.contains("panicked"), "{at}: {messages}");
            assert_eq!(directory.path().join("table").exists(), output.status.success(), "{at}: {messages}");
        }
    }
}
