//! The comparisons that the usage text names are those of the table for contributors.
//!
//! As a test of the program, it also makes `cargo test --workspace` build the program that `.ci/run` uses afterwards.

#![expect(clippy::disallowed_methods, reason = "a test of a program of the repository")]

use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn usage_names_the_comparisons_of_the_table() {
    let usage = run(&[]);
    let named: BTreeSet<&str> = usage
        .lines()
        .filter_map(|line| line.split("cargo interop ").nth(1)?.split(' ').next())
        .flat_map(|names| names.split('|'))
        .collect();

    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/contributing-reference.md");
    let page = std::fs::read_to_string(page).expect("the page for contributors");
    let section = page.split("## Comparisons with other").nth(1).expect("the section of comparisons");
    let section = section.split("\n## ").next().unwrap_or(section);
    let documented: BTreeSet<&str> =
        section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();

    assert_eq!(named, documented);
}

#[test]
fn unknown_comparison_prints_the_usage() {
    assert!(run(&["nonsense", "shared"]).starts_with("usage: "));
}

/// The output of the program with arguments that it rejects.
fn run(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_interop")).args(arguments).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stdout).expect("text in UTF-8")
}
