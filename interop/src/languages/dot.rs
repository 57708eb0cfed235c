//! Graphviz, which lays out each graph. A warning counts as a rejection.

use super::{Comparison, Language, Tool, Verdicts, installed, only_files, output_of};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "dot", comparison: Comparison::Tool(Tool { install, check }) };

fn install(_: &Path) -> Result<(), String> {
    installed("dot", "-V", "apt-get install graphviz")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let verdicts = only_files(directories)?.into_iter().map(|file| {
        // Labels are only read for a layout, and some graphs only fail while they are laid out.
        let mut command = Command::new("dot");
        command.args(["-Tsvg", "-o", "/dev/null"]).arg(&file);
        let (_, problem, succeeded) = output_of(&mut command, "")?;
        let is_accepted = succeeded && problem.trim().is_empty();
        Ok((!is_accepted).then(|| problem.trim().replace('\n', " ")))
    });
    verdicts.collect()
}
