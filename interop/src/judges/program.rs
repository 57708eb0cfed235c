//! The verdicts of generated Rust types: one program with the types of all metamodels reads and validates the documents.

use super::metamodel::ROOT;
use super::subject::Subject;
use crate::rust as crates;
use modelwright_codegen::rust::RustOptions;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The code that checks the documents of one metamodel.
const JUDGE: &str = include_str!("judge.rs.txt");

/// The verdicts of the types of one metamodel, each by document.
pub(super) struct Verdicts {
    /// Of documents with classes.
    pub(super) typed: Vec<bool>,
    /// The same, by types for data types with facets.
    pub(super) checked: Vec<bool>,
    /// Of documents without classes.
    pub(super) untyped: Vec<bool>,
    /// The same, by serde.
    pub(super) serde: Vec<bool>,
    /// The same, by serde with types for data types with facets.
    pub(super) checked_serde: Vec<bool>,
}

/// The verdicts of each subject's types on its documents, which are in `N.jsonl` in the directory, and on those without classes,
/// in `N.untyped.jsonl`.
pub(super) fn verdicts(subjects: &[Subject], directory: &Path, work: &Path) -> Result<Vec<Verdicts>, String> {
    let program = work.join("rust/judges");
    let mut text =
        format!("{}use modelwright_metamodel::diagnostic::{{Diagnostics, Severity}};\n", crates::HEAD);
    let mut calls = String::new();
    for (number, subject) in subjects.iter().enumerate() {
        for (kind, checked) in [("m", false), ("c", true)] {
            let module = format!("{kind}{number}");
            let options = RustOptions { checked, ..RustOptions::default() };
            let sources = program.join("src").join(&module);
            let file = crates::generate(&subject.metamodel, &[], &options, &sources)?;
            let _ = writeln!(text, "#[path = \"{module}/{file}\"]\npub mod {module};");
        }
        let root = subject.declared.classes[ROOT].name;
        for (name, function, module, documents) in [
            ("typed", "judge", "m", ""),
            ("checked", "judge", "c", ""),
            ("untyped", "judge", "m", ".untyped"),
            ("serde", "judge_by_serde", "m", ".untyped"),
            ("checked_serde", "judge_by_serde", "c", ".untyped"),
        ] {
            let _ = writeln!(
                calls,
                "    {function}::<{module}{number}::{root}>(\"{number}.{name}\", &directory.join(\"{number}{documents}.jsonl\"));"
            );
        }
    }
    text.push_str(JUDGE);
    let _ = write!(
        text,
        "\nfn main() {{\n    let directory = std::env::args().nth(1).expect(\"a directory\");\n    \
         let directory = Path::new(&directory);\n{calls}}}\n"
    );
    crates::write(&program, "interop-judges", "main.rs", &text)?;
    let problems = crates::cargo(&program, "build")?;
    if let Some((module, problem)) = problems.iter().next() {
        return Err(format!("{module}: {problem}"));
    }
    let binary = work.join("rust/target/debug/interop-judges");
    let output =
        Command::new(&binary).arg(directory).output().map_err(|e| format!("{}: {e}", binary.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: HashMap<&str, &str> = lines.lines().filter_map(|line| line.split_once('\t')).collect();
    let all = |number: usize| {
        let of = |name: &str| Some(super::decode(lines.get(format!("{number}.{name}").as_str())?));
        Some(Verdicts {
            typed: of("typed")?,
            checked: of("checked")?,
            untyped: of("untyped")?,
            serde: of("serde")?,
            checked_serde: of("checked_serde")?,
        })
    };
    (0..subjects.len())
        .map(|number| all(number).ok_or_else(|| format!("no verdicts for m{number}")))
        .collect()
}
