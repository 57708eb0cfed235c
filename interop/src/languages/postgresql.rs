//! PostgreSQL, which creates the tables of each metamodel in a transaction. The server runs for this comparison only.

use super::{Comparison, Language, Tool, Verdicts, installed, only_files, output_of};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "postgresql", comparison: Comparison::Dialect("sql", &[], Tool { install, check }) };

/// Prints an empty line for each file of the standard input that is accepted, and the problem for the others.
const SCRIPT: &str = include_str!("postgresql.sh");

fn install(_: &Path) -> Result<(), String> {
    installed("psql", "--version", "apt-get install postgresql")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let files: String = only_files(directories)?.iter().map(|file| format!("{}\n", file.display())).collect();
    let (output, problem, succeeded) = output_of(Command::new("bash").args(["-c", SCRIPT]), &files)?;
    if !succeeded {
        return Err(format!("postgresql: {}", problem.trim()));
    }
    Ok(output.lines().map(|line| (!line.is_empty()).then(|| line.to_owned())).collect())
}
