//! Maintenance tasks, run by hand or by the continuous build; not part of any release.

#![expect(clippy::disallowed_methods, reason = "a program of the repository, which uses its own files")]

mod arrows;
mod binary;
mod figures;
mod fmt;
mod generate;
mod new;
mod ready;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask generate [--check]
       cargo xtask arrows [--list]
       cargo xtask fmt [--check]
       cargo xtask figures [--binary PROGRAM]
       cargo xtask new (rule [--metamodel]|target|format) NAME
       cargo xtask ready";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // The last argument of `run` is whether to check only, or whether to list cycles.
    let result = match words.as_slice() {
        ["generate"] => generate::run(&root(), false),
        ["generate", "--check"] => generate::run(&root(), true),
        ["arrows"] => arrows::run(&root(), false),
        ["arrows", "--list"] => arrows::run(&root(), true),
        ["fmt"] => fmt::run(&root(), false),
        ["fmt", "--check"] => fmt::run(&root(), true),
        ["figures"] => figures::run(&root()),
        ["figures", "--binary", program] => binary::run(Path::new(program)),
        ["new", "rule", "--metamodel", name] => new::run(&root(), "rule --metamodel", name),
        ["new", kind, name] => new::run(&root(), kind, name),
        ["ready"] => ready::run(&root()),
        _ => Err(USAGE.to_owned()),
    };
    finish(result)
}

/// The workspace's directory.
fn root() -> PathBuf {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    directory.parent().unwrap_or(directory).to_path_buf()
}

/// Prints the result of a task.
fn finish(result: Result<String, String>) -> ExitCode {
    let (text, code) = match result {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    match writeln!(std::io::stdout().lock(), "{}", text.trim_end()) {
        Ok(()) => code,
        Err(_) => ExitCode::from(2),
    }
}
