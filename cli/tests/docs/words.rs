//! Finds the words that the glossary lists as words to avoid.
//!
//! Only prose counts: code in pages and comments, and placeholders of messages are skipped.

#![expect(clippy::disallowed_methods, reason = "tests read pages and sources")]

use super::page::Page;
use std::path::{Path, PathBuf};

/// The heading of the glossary's table of these words.
const HEADING: &str = "## Words to avoid";

/// The words in backticks in the first column of the glossary's table.
pub(crate) fn listed(glossary: &str) -> Vec<String> {
    let rows = glossary.lines().skip_while(|line| *line != HEADING);
    let first_columns = rows.filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    first_columns.flat_map(|column| column.split('`').step_by(2)).map(str::to_owned).collect()
}

/// The prose of a page.
pub(crate) fn prose(page: &Path) -> String {
    let text = Page::read(page).expect("a page").prose();
    let lines = text.lines().take_while(|line| *line != HEADING);
    lines.flat_map(|line| line.split('`').step_by(2).chain(["\n"])).collect()
}

/// The comments, and the literals with several words, in the Rust sources below a directory.
pub(crate) fn sentences(directory: &Path) -> String {
    let mut found = String::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        let entries = std::fs::read_dir(&directory).expect("the directory exists").flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                add_sentences(&std::fs::read_to_string(&path).expect("a source"), &mut found);
            }
        }
    }
    found
}

fn add_sentences(source: &str, found: &mut String) {
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let token = rest.get(at..).unwrap_or_default();
        rest = if let Some(comment) = token.strip_prefix("//") {
            let (comment, rest) = comment.split_once('\n').unwrap_or((comment, ""));
            // A sentence may continue on the next line, so a paragraph of comments is one text.
            found.extend(comment.trim_start_matches(['/', '!']).split('`').step_by(2));
            if !rest.trim_start().starts_with("//") {
                found.push_str(".\n");
            }
            rest
        } else if let Some(literal) = token.strip_prefix('"') {
            let end = end_of_literal(literal);
            let text = literal.get(..end).unwrap_or_default();
            if text.contains(' ') {
                found.push_str(&without_placeholders(text));
                found.push('\n');
            }
            literal.get(end + 1..).unwrap_or_default()
        } else {
            let is_quote = token.starts_with("'\"'") || token.starts_with("'\\\"'");
            token
                .get(if is_quote { token[1..].find('\'').map_or(1, |end| end + 2) } else { 1 }..)
                .unwrap_or_default()
        };
    }
}

fn end_of_literal(literal: &str) -> usize {
    let mut is_escaped = false;
    let end = literal.find(|c| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.unwrap_or(literal.len())
}

fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + part.split_once('}').map_or(part, |(_, rest)| rest));
    text.replace("\\\n", " ").replace("\\n", " ").split('`').step_by(2).collect()
}

/// Every occurrence of one of the words in a text, with its context.
pub(crate) fn find(words: &[String], text: &str) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'');
    let mut found = Vec::new();
    for word in words {
        for (at, _) in text.match_indices(word.as_str()) {
            let (before, rest) = text.split_at(at);
            let after = rest.get(word.len()..).unwrap_or_default();
            if !before.ends_with(is_part) && !after.starts_with(is_part) {
                let start: String =
                    before.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
                let end: String = after.chars().take(40).collect();
                found.push(format!("{start}>>{word}<<{end}"));
            }
        }
    }
    found
}

/// The manual pages, which contain all help texts.
pub(crate) fn manual_pages(directory: &Path) -> Vec<PathBuf> {
    let _ = std::fs::remove_dir_all(directory);
    std::fs::create_dir_all(directory).expect("a directory");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_modelwright"));
    assert!(command.arg("man").arg(directory).status().expect("the program starts").success());
    std::fs::read_dir(directory).expect("the directory exists").flatten().map(|entry| entry.path()).collect()
}

#[test]
fn words_are_found_in_prose_only() {
    let words = listed(
        "# Words\n\n## Words to avoid\n\n| Word | Write |\n| --- | --- |\n| `told`, `as a whole` | report |\n",
    );
    assert_eq!(words, ["told", "as a whole"]);
    let mut sentences = String::new();
    add_sentences(
        "// `told` as\n// a whole\nlet c = '\"'; f(\"is Told here\", \"{told} by\\\n    us\", \"told\");",
        &mut sentences,
    );
    let expected = ["as a whole. is >>told<< here by us", ">>as a whole<<. is told here by us"];
    assert_eq!(find(&words, &sentences), expected);
    assert_eq!(find(&words, "untold, re-told; as\n  a whole."), ["untold, re-told; >>as a whole<<."]);
}
