//! Puppet, which parses the type aliases and functions of each metamodel.

use super::{Comparison, Language, Tool, Verdicts, installed, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "puppet", comparison: Comparison::Tool(Tool { install, check }) };

fn install(_: &Path) -> Result<(), String> {
    installed("puppet", "--version", "apt-get install puppet")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    // One run for each: modules of two metamodels may have the same name.
    directories.iter().map(|directory| validate(directory)).collect()
}

/// The problem of the files of a module, if there is one.
fn validate(directory: &Path) -> Result<Option<String>, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    for kind in ["types", "functions"] {
        // A metamodel without classes and enumerations has no types.
        let Ok(entries) = fs::read_dir(directory.join(kind)) else { continue };
        for entry in entries {
            files.push(entry.map_err(|e| e.to_string())?.path());
        }
    }
    if files.is_empty() {
        return Ok(None);
    }
    files.sort();
    let mut command = Command::new("puppet");
    command.args(["parser", "validate", "--color=false"]).args(files);
    let (output, problem, is_accepted) = output_of(&mut command, "")?;
    Ok((!is_accepted).then(|| format!("{output} {problem}").trim().replace('\n', " ")))
}
