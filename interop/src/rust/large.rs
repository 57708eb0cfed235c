//! Measures the generated types of a very large metamodel: the size of their text, and the time to generate
//! and compile them. The figures are only reported; the comparison fails only if the text does not compile.

#[path = "../../../benches/support/large.rs"]
mod made;

use super::{HEAD, Summary, both, cargo, write};
use modelwright::workspace::Workspace;
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_metamodel::diagnostic::{Diagnostics, codes};
use modelwright_metamodel::ecore::Metamodel;
use std::fs;
use std::path::Path;
use std::time::Instant;

const CLASSES: usize = 2_000;
const FEATURES: usize = 10;

/// Generates and compiles values alone, and values with handles.
pub(super) fn run(crates: &Path) -> Result<Summary, String> {
    let directory = crates.join("large");
    let mut summary = Summary::default();
    write(&directory, "interop-large", "lib.rs", "")?;
    let ecore = directory.join("large.ecore");
    fs::write(&ecore, made::large(CLASSES, FEATURES)).map_err(|e| e.to_string())?;
    let (metamodel, problems) =
        Workspace::default().load_metamodel(&ecore).map_err(|problem| problem.to_string())?;
    if let Some(problem) = problems.iter().find(|_| problems.has_errors()) {
        return Err(problem.to_string());
    }
    // Dependencies are compiled before the measurement.
    for command in ["check", "build"] {
        cargo(&directory, command)?;
    }
    for (flavour, options) in [("values", RustOptions::default()), ("values and handles", both())] {
        measure(&metamodel, flavour, &options, &directory, &mut summary)?;
    }
    Ok(summary)
}

fn measure(
    metamodel: &Metamodel,
    flavour: &str,
    options: &RustOptions,
    directory: &Path,
    summary: &mut Summary,
) -> Result<(), String> {
    let start = Instant::now();
    let (files, problems) = rust::generate(metamodel, &[], options);
    let generated = start.elapsed();
    for file in &files {
        fs::write(directory.join("src").join(&file.path), &file.text).map_err(|e| e.to_string())?;
    }
    let lines = files[0].text.lines().count();
    let limit = limit(&problems).ok_or("no limit is reported for types that all contain each other")?;
    write(directory, "interop-large", "lib.rs", &format!("{limit}\n{HEAD}pub mod large;\n"))?;
    let mut seconds = Vec::new();
    for command in ["check", "build"] {
        let start = Instant::now();
        let problems = cargo(directory, command)?;
        seconds.push(start.elapsed().as_secs_f64());
        summary.note(problems.is_empty(), || format!("{flavour}: {problems:?}"));
    }
    let figures = format!(
        "{CLASSES} classes, {} features, {flavour}: generated in {:.0} ms, {lines} lines, {:.1} a class, {:.1} a \
         feature; cargo check {:.1} s, cargo build {:.1} s",
        CLASSES * FEATURES,
        generated.as_secs_f64() * 1e3,
        lines as f64 / CLASSES as f64,
        lines as f64 / (CLASSES * FEATURES) as f64,
        seconds[0],
        seconds[1],
    );
    summary.figure(figures);
    Ok(())
}

/// The attribute that the crate must have, which the problem contains between backquotes.
fn limit(problems: &Diagnostics) -> Option<&str> {
    let note = problems.iter().find(|note| note.code == codes::LONG_CHAINS)?;
    note.help.as_deref()?.split('`').nth(1)
}
