//! Small trees of Hiera 5, each named after its hazard, with the answers of Puppet 7.
//!
//! `cargo interop hiera5` updates `answers.jsonl`.

#![expect(clippy::disallowed_methods, reason = "tests read their cases")]

#[expect(dead_code, reason = "the comparison with a live Puppet needs more of it")]
#[path = "../interop/src/hiera5/answers.rs"]
mod answers;

use answers::{Comparison, Levels, compare};
use std::fs;
use std::path::PathBuf;

#[test]
fn lookups_are_answered_and_explained_as_by_puppet() {
    let entries = fs::read_dir("tests/hiera5").expect("the directory of trees").flatten();
    let mut trees: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    trees.sort();
    let mut comparison = Comparison::default();
    for tree in &trees {
        let text = fs::read_to_string(tree.join("answers.jsonl")).expect("answers");
        compare(tree, &text, Levels::Found, &mut comparison)
            .unwrap_or_else(|fault| panic!("{}: {fault}", tree.display()));
    }
    let Comparison { differences, equal, values, missing, errors, messages } = comparison;
    assert!(differences.is_empty(), "{} answers differ:\n{}", differences.len(), differences.join("\n"));
    assert_eq!(equal, values + missing + errors);
    assert!(trees.len() >= 8 && equal >= 3_000 && messages > 0, "{} trees, {equal} answers", trees.len());
}
