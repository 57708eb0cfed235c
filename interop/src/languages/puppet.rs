//! Puppet, which parses the type aliases and functions of each metamodel.

use super::{Comparison, Language, Tool, Verdicts, installed, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "puppet", comparison: Comparison::Tool(Tool { install, check }) };

/// The number of files of one run, whose names are arguments.
const FILES: usize = 500;

fn install(_: &Path) -> Result<(), String> {
    installed("puppet", "--version", "apt-get install puppet")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    for directory in directories {
        for kind in ["types", "functions"] {
            // A metamodel without classes and enumerations has no types.
            let Ok(entries) = fs::read_dir(directory.join(kind)) else { continue };
            for entry in entries {
                files.push(entry.map_err(|e| e.to_string())?.path());
            }
        }
    }
    files.sort();
    let mut problems = String::new();
    // Puppet takes longer to start than to parse many files.
    for some in files.chunks(FILES) {
        let mut command = Command::new("puppet");
        command.args(["parser", "validate", "--color=false"]).args(some);
        let (output, problem, _) = output_of(&mut command, "")?;
        problems.push_str(&output);
        problems.push_str(&problem);
    }
    let verdicts = directories.iter().map(|directory| {
        let place = format!("{}/", directory.display());
        problems.lines().find(|line| line.contains(&place)).map(str::to_owned)
    });
    let verdicts: Verdicts = verdicts.collect();
    if verdicts.iter().all(Option::is_none) && !problems.trim().is_empty() {
        return Err(format!("puppet: {}", problems.trim()));
    }
    Ok(verdicts)
}
