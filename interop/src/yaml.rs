//! Compares the two paths of our YAML scanner on random changes to documents: the fast path must produce the
//! same events as the exact path.

use crate::random::Random;
use crate::sample::sample;
use crate::{Summary, root};
use modelwright_notations::yaml::{YamlVariant, path_difference};
use std::path::{Path, PathBuf};

/// The texts that are inserted into documents: all that have a meaning in YAML, and some without a meaning.
const PIECES: &[&str] = &[
    ":",
    ": ",
    "- ",
    "-",
    "? ",
    "#",
    " #",
    "\n",
    "\n\n",
    " ",
    "  ",
    "\t",
    "'",
    "\"",
    "\\",
    "\\\"",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "!!str ",
    "! ",
    "|",
    ">",
    "|\n",
    "|+\n",
    ">-\n",
    "%",
    "@",
    "---",
    "--- ",
    "...\n",
    "\r\n",
    "\r",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\0",
    "\u{7}",
    "é",
    "x",
    "0b2",
    "<<",
    "~",
    "\n- ",
    "\n  a: b",
    "a: b",
    "\n\n  # c\n",
];

/// Longer documents are truncated, so that a change is likely to have an effect.
const LONGEST: usize = 2000;

/// Changes documents of the shared directory and of our tests `--count` times.
pub(crate) fn run(shared: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let (seed, count) = sample(arguments, (1, 100_000))?;
    let documents = documents(shared)?;
    let mut summary = Summary::default();
    for number in 0..count {
        let text = mutant(&documents, &mut Random::new(seed, number));
        for variant in [YamlVariant::Core, YamlVariant::Psych] {
            let difference = path_difference(&text, variant);
            let found =
                || format!("{number} {variant:?} {text:?}\n  {}", difference.clone().unwrap_or_default());
            summary.note(difference.is_none(), found);
        }
    }
    summary.notes.push(format!("from {} documents", documents.len()));
    Ok(summary)
}

/// The documents to change: YAML files, and those in the tables of Psych.
fn documents(shared: &Path) -> Result<Vec<String>, String> {
    let tests = root().join("metamodel/tests/data/yaml");
    let mut files = Vec::new();
    for directory in [shared.join("corpus"), tests] {
        find(&directory, &mut files);
    }
    files.sort();
    let mut documents: Vec<String> =
        files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    let table = shared.join("oracles/psych/documents.jsonl");
    let table = std::fs::read_to_string(&table).map_err(|error| format!("{}: {error}", table.display()))?;
    for line in table.lines() {
        let case: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        documents.extend(case["yaml"].as_str().map(str::to_owned));
    }
    Ok(documents)
}

fn find(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| ["yaml", "yml", "eyaml"].iter().any(|e| extension == *e))
        {
            files.push(path);
        }
    }
}

/// A part of a document with a few changes: inserted pieces, duplicate lines, moved lines, changed
/// indentation.
fn mutant(documents: &[String], random: &mut Random) -> String {
    let mut lines: Vec<String> = random.choose(documents).split_inclusive('\n').map(str::to_owned).collect();
    let mut length = 0;
    let first = if random.one_in(2) { 0 } else { random.below(lines.len()) };
    lines.drain(..first.min(lines.len()));
    lines.retain(|line| {
        length += line.len();
        length <= LONGEST
    });
    for _ in 0..=random.below(4) {
        change(&mut lines, random);
    }
    let mut text: String = lines.concat();
    if random.one_in(8) {
        let end = random.below(text.len());
        text.truncate(boundary(&text, end));
    }
    text
}

fn change(lines: &mut Vec<String>, random: &mut Random) {
    let at = random.below(lines.len());
    let Some(line) = lines.get_mut(at) else {
        lines.push(random.pick(PIECES).to_owned());
        return;
    };
    match random.below(10) {
        0 => line.insert_str(0, random.pick(&[" ", "  ", "\t", "- "])),
        1 => *line = line.strip_prefix("  ").unwrap_or(line.trim_start()).to_owned(),
        2 => {
            let line = line.clone();
            lines.insert(at, line);
        }
        3 => {
            lines.remove(at);
        }
        4 => {
            let other = random.below(lines.len());
            lines.swap(at, other);
        }
        _ => {
            let start = boundary(line, random.below(line.len() + 1));
            let end = boundary(line, (start + random.below(3)).min(line.len()));
            line.replace_range(start..end, random.pick(PIECES));
        }
    }
}

/// The last boundary of a character before a position.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
