//! PlantUML, which needs Java. Its check of the syntax reads a file from standard input.

use super::{Comparison, Language, Tool, Verdicts, installed, only_files, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "plantuml", comparison: Comparison::Tool(Tool { install, check }) };

fn install(_: &Path) -> Result<(), String> {
    installed("plantuml", "-version", "apt-get install plantuml")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let texts =
        only_files(directories)?.into_iter().map(|file| fs::read_to_string(file).map_err(|e| e.to_string()));
    let all: String = texts.collect::<Result<String, String>>()?;
    // One run for all files, since Java takes longer to start than to check one of them.
    let (output, problem, _) = output_of(Command::new("plantuml").arg("-syntax"), &all)?;
    let verdicts = verdicts(&output);
    if verdicts.is_empty() && !directories.is_empty() {
        return Err(format!("plantuml: {}", problem.trim()));
    }
    Ok(verdicts)
}

/// The result for each diagram: its kind and a description, or `ERROR`, the number of a line and descriptions.
fn verdicts(output: &str) -> Verdicts {
    let mut verdicts = Vec::new();
    let mut lines = output.lines().peekable();
    while let Some(line) = lines.next() {
        let mut described = Vec::new();
        while let Some(more) =
            lines.next_if(|next| !matches!(*next, "ERROR" | "CLASS" | "DESCRIPTION" | "OTHER"))
        {
            described.push(more);
        }
        verdicts.push((line != "CLASS").then(|| format!("{line} {}", described.join(" "))));
    }
    verdicts
}
