//! Test cases stored as files, with a file next to each that contains the expected result.
//!
//! Invariants: a directory without cases fails; one run reports all differences; with `UPDATE_EXPECT=1`, expectations
//! are written instead of compared. This module does not depend on the kind of case.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]
#![allow(dead_code, reason = "each test uses a part")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A path inside this package.
pub(crate) fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The bytes of a file, which must exist.
pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a file, which must exist.
pub(crate) fn text(path: &Path) -> String {
    String::from_utf8(bytes(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The last part of a path.
pub(crate) fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8")
}

/// The files of a directory of this package with one of these extensions, in order.
pub(crate) fn cases(directory: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let directory = path(directory);
    let entries = std::fs::read_dir(&directory).expect("the directory is there");
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|has| extensions.iter().any(|wanted| has == *wanted)))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "cases are in {}", directory.display());
    found
}

/// Compares the result of every case with the file that has the same name and the extension `extension`.
pub(crate) fn check<T: Into<Vec<u8>>>(cases: &[PathBuf], extension: &str, outcome: impl Fn(&Path) -> T) {
    check_beside(cases, |case| case.with_extension(extension), outcome);
}

/// Compares the result of every case with the file whose path `beside` returns.
pub(crate) fn check_beside<T: Into<Vec<u8>>>(
    cases: &[PathBuf],
    beside: impl Fn(&Path) -> PathBuf,
    outcome: impl Fn(&Path) -> T,
) {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut failures = String::new();
    for case in cases {
        let (found, beside) = (outcome(case).into(), beside(case));
        if update {
            std::fs::write(&beside, &found).expect("a writable expectation");
        }
        let expected = std::fs::read(&beside).unwrap_or_default();
        if expected != found {
            let (expected, found) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(&found));
            let _ = write!(failures, "== {}\n-- expected\n{expected}\n-- found\n{found}\n", case.display());
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
