//! Changed manifests, templates, catalogs and facts of the tests: what the fuzz targets assert holds for them.
//!
//! The changes are the same in every run. `fuzz/` looks for others, and what it finds becomes a case beside the part that it
//! is about.

#![expect(clippy::disallowed_methods, reason = "the data of tests are files")]

#[expect(unreachable_pub, reason = "in `fuzz/`, it is part of a library")]
#[path = "../fuzz/src/catalogs.rs"]
mod catalogs;

use std::fs;
use std::path::{Path, PathBuf};

/// What means something in manifests, templates, JSON and data.
const TOKENS: [&str; 36] = [
    "'",
    "\"",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    "<| |>",
    "<<| |>>",
    "${",
    "%{",
    "<%=",
    "<%",
    "-%>",
    "%>",
    "=>",
    "->",
    "~>",
    "+>",
    "@",
    "@@",
    "*",
    ",",
    ";",
    ":",
    "undef",
    "default",
    "99999999999999999999",
    "-1",
    "1e400",
    "\0",
    "\u{202e}",
    "$1",
    "::",
];

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % end.max(1)
    }
}

/// A text with one to four small changes, some of them with parts of another text.
fn changed(text: &str, other: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let start = random.below(bytes.len() + 1);
        let end = (start + random.below(16)).min(bytes.len());
        match random.below(6) {
            0 => drop(bytes.drain(start..end)),
            1 => {
                let part = bytes[start..end].repeat(1 << random.below(8));
                bytes.splice(end..end, part);
            }
            2 => {
                let part = bytes[start..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            3 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(start..end, token.bytes());
            }
            4 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(start..start, token.bytes());
            }
            _ => {
                let other = other.as_bytes();
                let from = random.below(other.len() + 1);
                let to = (from + random.below(60)).min(other.len());
                bytes.splice(start..end, other[from..to].iter().copied());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn files(directory: &str, extension: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = fs::read_dir(&directory).expect("the directory exists");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|of| of == extension));
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect()
}

fn run(texts: &[String], count: usize, use_text: fn(&str)) {
    assert!(!texts.is_empty());
    for text in texts {
        use_text(text);
    }
    let mut random = Random(1);
    for _ in 0..count {
        let [text, other] = [(); 2].map(|()| &texts[random.below(texts.len())]);
        use_text(&changed(text, other, &mut random));
    }
}

/// The manifests of a file of the tests of catalogs.
fn manifests() -> Vec<String> {
    let files = files("crates/catalog/tests/data/catalogs", "pp");
    files.iter().flat_map(|text| text.split("\n#----\n")).map(str::to_owned).collect()
}

#[test]
fn changed_manifests_have_a_catalog_or_an_error() {
    run(&manifests(), 300, catalogs::build);
}

#[test]
fn changed_templates_of_epp_have_a_text_or_an_error() {
    run(&files("fuzz/seeds/epp", "epp"), 300, catalogs::render_epp);
}

#[test]
fn changed_templates_of_erb_have_a_text_or_an_error() {
    run(&files("fuzz/seeds/erb", "erb"), 300, catalogs::render_erb);
}

#[test]
fn changed_catalogs_keep_what_is_read() {
    run(&files("tests/imports_catalogs/kept", "json"), 100, catalogs::read_catalog);
}

#[test]
fn changed_facts_are_those_of_nodes() {
    run(&files("fuzz/seeds/facts", "json"), 100, catalogs::read_facts);
}
