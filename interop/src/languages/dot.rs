//! Graphviz. It only reads the graphs, since their layout would take longer than everything else.

use super::{Language, installed, only_files, output_of};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const LANGUAGE: Language = Language { name: "dot", install, check };

fn install(_: &Path) -> Result<(), String> {
    installed("dot", "-V", "apt-get install graphviz")
}

fn check(_: &Path, directories: &[PathBuf]) -> Result<Vec<Option<String>>, String> {
    let verdicts = only_files(directories)?.into_iter().map(|file| {
        // `dot` reads labels while it initialises nodes, and `-Tdot` with the engine `nop` places nothing.
        let mut command = Command::new("dot");
        command.args(["-Tsvg", "-o", "/dev/null"]).arg(&file);
        let (_, problem, succeeded) = output_of(&mut command, "")?;
        let is_accepted = succeeded && problem.trim().is_empty();
        Ok((!is_accepted).then(|| problem.trim().replace('\n', " ")))
    });
    verdicts.collect()
}
