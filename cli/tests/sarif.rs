//! Documents in SARIF have what the standard requires of their objects, and refer to rules that they contain.

#![expect(clippy::disallowed_methods, reason = "tests read their cases")]

use modelwright::files::{Disk, Files};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_schema_validator::{check, load};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// The document that a command writes; its exit code is that of a command that found problems.
fn document(directory: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_modelwright"));
    let output = command.current_dir(directory).args(arguments).args(["--format", "sarif"]).output();
    let output = output.expect("the program starts");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("a text")
}

#[test]
fn documents_have_what_the_standard_requires() {
    let path = Path::new("tests/sarif/sarif.schema.json");
    let files: Arc<dyn Files> = Arc::new(Disk::new());
    let bytes = std::fs::read(path).expect("the schema");
    let schemas = [load(&files, path, bytes, &Limits::default()).expect("a schema")];
    let shared = "tests/cli/shared";
    let wrong = "tests/cli/problems-for-code-scanning/wrong.xmi";
    for (directory, arguments, at_least) in [
        (".", &["validate", wrong, "--model", "tests/cli/shared/library.ecore"][..], 3),
        (shared, &["validate", "books.xmi", "--model", "library.ecore"], 0),
        ("tests/cli/hiera-check-of-data", &["hiera", "check", "--scopes", "nodes.json"], 10),
    ] {
        let text = document(directory, arguments);
        let findings = check(&schemas, "json", &Source::new("sarif", text.as_str()));
        assert!(findings.is_empty(), "{arguments:?}: {findings}\n{text}");
        let log: Value = serde_json::from_str(&text).expect("JSON");
        let run = &log["runs"][0];
        let ids = |list: &Value, name: &str| -> BTreeSet<String> {
            list.as_array().into_iter().flatten().map(|item| item[name].to_string()).collect()
        };
        let results = run["results"].as_array().expect("results");
        assert!(results.len() >= at_least, "{arguments:?}: {} results", results.len());
        assert_eq!(ids(&run["results"], "ruleId"), ids(&run["tool"]["driver"]["rules"], "id"));
    }
}

#[test]
fn the_schema_rejects_other_documents() {
    let path = Path::new("tests/sarif/sarif.schema.json");
    let files: Arc<dyn Files> = Arc::new(Disk::new());
    let schemas =
        [load(&files, path, std::fs::read(path).expect("the schema"), &Limits::default()).expect("a schema")];
    for text in [
        r#"{"version": "2.1.0"}"#,
        r#"{"version": "2.1.0", "runs": [{}]}"#,
        r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"ruleId": "MW0001"}]}]}"#,
    ] {
        assert!(!check(&schemas, "json", &Source::new("sarif", text)).is_empty(), "{text}");
    }
}
