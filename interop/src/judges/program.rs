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

/// The verdicts of each subject's types on its documents, which are in `N.jsonl` in the folder, and on those without classes,
/// in `N.untyped.jsonl`.
pub(super) fn verdicts(
    subjects: &[Subject],
    folder: &Path,
    work: &Path,
) -> Result<Vec<[Vec<bool>; 2]>, String> {
    let program = work.join("rust/judges");
    let mut text = format!("{}use modelwright_metamodel::diagnostic::Severity;\n", crates::HEAD);
    let mut calls = String::new();
    for (number, subject) in subjects.iter().enumerate() {
        let module = format!("m{number}");
        let options = RustOptions::default();
        let file = crates::generate(&subject.metamodel, &[], &options, &program.join("src").join(&module))?;
        let _ = writeln!(text, "#[path = \"{module}/{file}\"]\npub mod {module};");
        let root = subject.declared.classes[ROOT].name;
        let _ = writeln!(calls, "    judge::<{module}::{root}>(\"{number}\", folder);");
        let _ = writeln!(calls, "    judge::<{module}::{root}>(\"{number}.untyped\", folder);");
    }
    text.push_str(JUDGE);
    let _ = write!(
        text,
        "\nfn main() {{\n    let folder = std::env::args().nth(1).expect(\"a folder\");\n    \
         let folder = Path::new(&folder);\n{calls}}}\n"
    );
    crates::write(&program, "interop-judges", "main.rs", &text)?;
    let problems = crates::cargo(&program, "build")?;
    if let Some((module, problem)) = problems.iter().next() {
        return Err(format!("{module}: {problem}"));
    }
    let binary = work.join("rust/target/debug/interop-judges");
    let output =
        Command::new(&binary).arg(folder).output().map_err(|e| format!("{}: {e}", binary.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: HashMap<&str, &str> = lines.lines().filter_map(|line| line.split_once('\t')).collect();
    let of = |name: String| lines.get(name.as_str()).map(|line| super::decode(line));
    let both = |number: usize| Some([of(number.to_string())?, of(format!("{number}.untyped"))?]);
    (0..subjects.len())
        .map(|number| both(number).ok_or_else(|| format!("no verdicts for m{number}")))
        .collect()
}
