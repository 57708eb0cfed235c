//! Adds a rule, a target or a format that compiles and does something small, for its author to change.
//!
//! Invariants: nothing is written unless every place for the new lines is found; no file is replaced. What cannot be made
//! by a program, such as rows of pages, is listed in the result.

mod rule;

use std::fs;
use std::path::{Path, PathBuf};

/// A new part: its files, and the files that get new lines.
pub(crate) struct Part {
    /// New files with their texts.
    files: Vec<(PathBuf, String)>,
    /// Files of the repository with their new texts.
    changes: Vec<(PathBuf, String)>,
    /// What remains to be done.
    steps: &'static str,
}

/// Adds a part of a kind, whose name has hyphens between its words.
pub(crate) fn run(root: &Path, kind: &str, name: &str) -> Result<String, String> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if !name.split('-').all(is_word) {
        return Err(format!("expected a name of lower-case words with hyphens between them, found `{name}`"));
    }
    let part = match kind {
        "rule" => rule::part(root, &rule::FOR_MODELS, name),
        "rule --metamodel" => rule::part(root, &rule::FOR_METAMODELS, name),
        "target" => target(root, name),
        "format" => format(root, name),
        _ => Err(format!("expected `rule`, `rule --metamodel`, `target` or `format`, found `{kind}`")),
    }?;
    // A module may also be a directory.
    let is_taken = |path: &Path| root.join(path).exists() || root.join(path).with_extension("").exists();
    if let Some((path, _)) = part.files.iter().find(|(path, _)| is_taken(path)) {
        return Err(format!("{} exists already; choose another name", path.display()));
    }
    let mut report = String::new();
    for (path, text) in part.files.iter().chain(&part.changes) {
        fs::write(root.join(path), text).map_err(|error| format!("{}: {error}", path.display()))?;
        report.push_str(&format!("{}\n", path.display()));
    }
    Ok(format!("{report}\nNext:\n{}", part.steps))
}

/// A new target of code generation.
fn target(root: &Path, name: &str) -> Result<Part, String> {
    let registry = PathBuf::from("codegen/src/lib.rs");
    let entry = format!("    {},\n", identifier(name));
    Ok(Part {
        files: vec![(
            format!("codegen/src/{}.rs", identifier(name)).into(),
            fill(include_str!("target.rs.txt"), name),
        )],
        changes: vec![(registry.clone(), insert(root, &registry, "registry! {\n", "}\n", &entry)?)],
        steps: "- write its text in `generate`, declare its options, and report what it cannot express
- add a line for each option to codegen/tests/golden_options.rs
- UPDATE_EXPECT=1 cargo test --package modelwright-codegen --test golden_text --test golden_options, and read the new files
- write a page docs/NAME.md with a line in docs/README.md
- add a row to ARCHITECTURE.md, its name to the row `generate TARGET` in README.md, and a line to CHANGELOG.md",
    })
}

/// A new format.
fn format(root: &Path, name: &str) -> Result<Part, String> {
    let registry = PathBuf::from("src/formats/mod.rs");
    let entry = format!("    {},\n", identifier(name));
    Ok(Part {
        files: vec![(
            format!("src/formats/{}.rs", identifier(name)).into(),
            fill(include_str!("format.rs.txt"), name),
        )],
        changes: vec![(registry.clone(), insert(root, &registry, "registry! {\n", "}\n", &entry)?)],
        steps:
            "- write its notation, and a reader with `tree::read`, as in examples/own-format/src/outline.rs
- move its line in src/formats/mod.rs before formats that would accept its content
- add a case to cli/tests/cli, rows to the formats in README.md and docs/formats.md, and a line to CHANGELOG.md",
    })
}

/// The text of a file of the repository.
fn read(root: &Path, path: &Path) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{}: {error}", path.display()))
}

/// The text of a file with an entry before the first `end` after the last `start`.
fn insert(root: &Path, path: &Path, start: &str, end: &str, entry: &str) -> Result<String, String> {
    let text = read(root, path)?;
    let position = text.rfind(start).and_then(|start| Some(start + text[start..].find(end)?));
    let position = position.ok_or_else(|| format!("{}: expected `{}`", path.display(), start.trim_end()))?;
    Ok(format!("{}{entry}{}", &text[..position], &text[position..]))
}

/// A template with the name in its forms.
fn fill(template: &str, name: &str) -> String {
    template.replace("@name@", name).replace("@title@", &title(name)).replace("@CODE@", &constant(name))
}

/// `tidy-names` as a name of a module.
fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

/// `tidy-names` as a name of a constant.
fn constant(name: &str) -> String {
    identifier(name).to_ascii_uppercase()
}

/// `tidy-names` as words.
fn title(name: &str) -> String {
    name.replace('-', " ")
}
