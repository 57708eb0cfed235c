//! SQLite, which creates the tables of each metamodel in an empty database.

use super::{Comparison, Language, Tool, Verdicts, installed, only_files, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language = Language {
    name: "sqlite",
    comparison: Comparison::Dialect("sql", &[("dialect", "sqlite")], Tool { install, check }),
};

fn install(_: &Path) -> Result<(), String> {
    installed("sqlite3", "--version", "apt-get install sqlite3")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let verdicts = only_files(directories)?.into_iter().map(|file| {
        let text = fs::read_to_string(&file).map_err(|e| e.to_string())?;
        // The last statement finds foreign keys whose tables or columns do not exist.
        let text = format!("PRAGMA foreign_keys = ON;\n{text}\nPRAGMA foreign_key_check;\n");
        let (_, problem, succeeded) = output_of(Command::new("sqlite3").args(["-bail", ":memory:"]), &text)?;
        let is_accepted = succeeded && problem.trim().is_empty();
        Ok((!is_accepted).then(|| problem.trim().replace('\n', " ")))
    });
    verdicts.collect()
}
