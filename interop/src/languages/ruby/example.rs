//! Runs the Ruby program of the example `cars` with the classes that are generated from its metamodel.
//!
//! The program checks its results itself. The tests run the programs in Rust and Python that do the same.

use super::{Summary, root};
use crate::languages::output_of;
use modelwright::workspace::Workspace;
use modelwright_codegen::ruby;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program in a directory below `work`.
pub(super) fn run(work: &Path) -> Result<Summary, String> {
    let example = root().join("examples/cars");
    let (metamodel, _) = Workspace::default()
        .load_metamodel(&example.join("models/cars.pp"))
        .map_err(|problem| problem.to_string())?;
    let (files, _) = ruby::generate(&metamodel, &[], None);
    let directory = work.join("example");
    let library = directory.join("lib");
    fs::create_dir_all(&library).map_err(|e| e.to_string())?;
    for file in &files {
        fs::write(library.join(&file.path), &file.text).map_err(|e| e.to_string())?;
    }
    let program = directory.join("garage.rb");
    fs::copy(example.join("garage.rb"), &program).map_err(|e| e.to_string())?;
    let (_, problem, is_success) = output_of(Command::new("ruby").arg(&program), "")?;
    let mut summary = Summary::default();
    summary.note(is_success, || problem);
    Ok(summary)
}
