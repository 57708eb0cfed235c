//! Reads the tables of expressions, and writes our own answers in the same form.
//!
//! An entry is an expression of one or more lines, followed by Puppet's answer: `=> value` and `:: type`, or `!!
//! problem`. An empty line separates entries; `# ` before an entry starts a comment.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright_evaluation::evaluate::{EmptyHost, EvaluationLimits, Program};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Code, Source, codes};
use std::path::{Path, PathBuf};

/// An expression and Puppet's answer.
pub(crate) struct Entry {
    /// The comment before it.
    pub(crate) comment: String,
    /// The expression.
    pub(crate) expression: String,
    /// The answer; empty if Puppet has not been run yet.
    pub(crate) answer: String,
}

/// The files of tables, in order.
pub(crate) fn files() -> Vec<PathBuf> {
    // Two packages include this file, from different depths of the repository.
    let mut roots = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let directory =
        roots.find_map(|root| Some(root.join("crates/language/tests/data/evaluate")).filter(|f| f.is_dir()));
    let directory = directory.expect("the tables are there");
    let entries = std::fs::read_dir(directory).expect("the tables are there");
    let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.sort();
    files
}

/// The entries of a table.
pub(crate) fn read(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut entry = Entry { comment: String::new(), expression: String::new(), answer: String::new() };
    for line in text.lines().chain([""]) {
        let answers = ["=> ", ":: ", "!! "].iter().any(|mark| line.starts_with(mark));
        let part = match line {
            "" if entry.expression.is_empty() => continue,
            "" => {
                let next = Entry { comment: String::new(), expression: String::new(), answer: String::new() };
                entries.push(std::mem::replace(&mut entry, next));
                continue;
            }
            _ if answers => &mut entry.answer,
            _ if line.starts_with("# ") && entry.expression.is_empty() => &mut entry.comment,
            _ => &mut entry.expression,
        };
        if !part.is_empty() {
            part.push('\n');
        }
        part.push_str(line);
    }
    entries
}

/// Our answer to an expression, and the code of the problem.
pub(crate) fn answered(expression: &str) -> (String, Option<Code>) {
    let (manifest, problems) = language::manifest(&Source::new("expression.pp", expression));
    if let Some(problem) = problems.first_error() {
        return (format!("!! {}", problem.message), Some(problem.code));
    }
    let program = Program::new(&manifest.expressions, &manifest.statements, &EmptyHost);
    match program.evaluate(&EmptyHost, EvaluationLimits::default()) {
        Ok(value) => (format!("=> {}\n:: {}", value.to_literal(), value.type_of()), None),
        Err(problem) => (format!("!! {}", problem.message), Some(problem.code)),
    }
}

/// Our answer, and whether it matches Puppet's. The words of a problem may differ, but an unsupported function or
/// argument does not match.
pub(crate) fn compared(expression: &str, puppet: &str) -> (String, bool) {
    let (ours, code) = answered(expression);
    let Some(code) = code else {
        let same = ours == puppet;
        return (ours, same);
    };
    let unknown = ours.contains("there is no function") && !puppet.contains("Unknown function");
    let less = (code == codes::LIMIT && !puppet.contains("Puppet does not end"))
        || code == codes::NOT_SUPPORTED_YET
        || unknown;
    (ours, puppet.starts_with("!! ") && !less)
}
