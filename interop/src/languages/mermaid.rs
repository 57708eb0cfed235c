//! Mermaid's own parser, which needs Node.

use super::{Comparison, Language, Tool, Verdicts, install_npm, only_files, output_of};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language =
    Language { name: "mermaid", comparison: Comparison::Tool(Tool { install, check }) };

const SCRIPT: &str = include_str!("mermaid.mjs");

fn install(tool: &Path) -> Result<(), String> {
    install_npm(tool, &["mermaid@11", "jsdom@29"])?;
    // Node looks for packages beside the script that uses them.
    fs::write(tool.join("check.mjs"), SCRIPT).map_err(|e| e.to_string())
}

fn check(tool: &Path, directories: &[PathBuf]) -> Result<Verdicts, String> {
    let files: String = only_files(directories)?.iter().map(|file| format!("{}\n", file.display())).collect();
    let (output, problem, succeeded) = output_of(Command::new("node").arg(tool.join("check.mjs")), &files)?;
    if !succeeded {
        return Err(format!("node: {}", problem.trim()));
    }
    Ok(output.lines().map(|line| (!line.is_empty()).then(|| line.to_owned())).collect())
}
