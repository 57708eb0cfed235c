//! Checks that only the live EMF can do: our documents load without an error, and our Ecore equals the
//! built-in one.

use super::{Summary, root};
use modelwright_metamodel::output::in_memory;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Makes EMF load and validate the documents in `work` and the metamodels in `schemas/`, and compare the
/// Ecore that `ecore.pp` declares with the built-in one.
pub(crate) fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let schemas = root().join("schemas");
    verdicts(shared, &schemas, &list(&schemas, "ecore", None)?, &mut summary)?;
    let bindings = schemas.join("bindings.ecore");
    verdicts(shared, work, &list(work, "xmi", Some(&bindings))?, &mut summary)?;
    let exported = work.join("builtin.ecore");
    let (model, document) = modelwright_metamodel::model::ecore::ecore_model();
    let options = modelwright_notations::xmi::WriteOptions::ecore();
    let bytes = in_memory(|sink| modelwright_notations::xmi::write(&model, document, &options, sink))
        .map(|(bytes, _)| bytes)
        .map_err(|_| "Ecore cannot be written")?;
    fs::write(&exported, bytes).map_err(|e| e.to_string())?;
    let declared = schemas.join("ecore.ecore");
    let answer = emf(shared, &["equal", "-", &exported.to_string_lossy(), &declared.to_string_lossy()])?;
    if answer.trim() == "EQUAL" {
        summary.agreed += 1;
    } else {
        summary.differences.push(format!("ecore.pp and the built-in Ecore: {}", answer.trim()));
    }
    Ok(summary)
}

/// Makes EMF load and validate the documents of a metamodel in a directory.
pub(crate) fn documents(shared: &Path, directory: &Path, metamodel: &Path) -> Result<Summary, String> {
    let mut summary = Summary::default();
    verdicts(shared, directory, &list(directory, "xmi", Some(metamodel))?, &mut summary)?;
    Ok(summary)
}

/// The files with an extension in a directory, one per line, in the input format of EMF's oracle.
fn list(directory: &Path, extension: &str, metamodel: Option<&Path>) -> Result<String, String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .map_err(|e| e.to_string())?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|e| e == extension))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut out = String::new();
    for name in names {
        let _ = match metamodel {
            Some(path) => writeln!(out, "{name}\t{}", path.display()),
            None => writeln!(out, "{name}"),
        };
    }
    Ok(out)
}

fn verdicts(shared: &Path, directory: &Path, list: &str, summary: &mut Summary) -> Result<(), String> {
    let file = std::env::temp_dir().join(format!("modelwright-interop-{}.txt", std::process::id()));
    fs::write(&file, list).map_err(|e| e.to_string())?;
    let table = emf(shared, &["verdicts", &directory.to_string_lossy(), &file.to_string_lossy()]);
    fs::remove_file(&file).map_err(|e| e.to_string())?;
    let table = table?;
    let rows: Vec<&str> = table.lines().skip(1).collect();
    if rows.len() != list.lines().count() {
        return Err(format!("EMF returned {} of {} verdicts", rows.len(), list.lines().count()));
    }
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        // file, load verdict, objects, unresolved references, errors
        match columns.as_slice() {
            [_, "OK", _, "0", "0", ..] => summary.agreed += 1,
            _ => summary.differences.push(row.to_owned()),
        }
    }
    Ok(())
}

/// Parses the output of the oracle.
pub(super) fn emf(shared: &Path, arguments: &[&str]) -> Result<String, String> {
    let program = shared.join("oracles/emf/emf");
    let output =
        Command::new(&program).args(arguments).output().map_err(|e| format!("{}: {e}", program.display()))?;
    // The exit code also reports differences of a comparison; without output, the run failed.
    if !output.status.success() && output.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
