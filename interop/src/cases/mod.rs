//! Converts the documents in `cli/tests/emf` with a live EMF, and checks that it still writes the recorded
//! bytes.
//!
//! The Java program next to this file converts the arguments of `convert` to the corresponding options of
//! EMF. `UPDATE_EXPECT=1` records EMF's output, except for lines that declare a deliberate difference.

use super::java::{Java, answer};
use super::{Summary, root};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn run(work: &Path) -> Result<Summary, String> {
    let directory = root().join("cli/tests/emf");
    let (classes, written) = (work.join("cases"), work.join("cases/written"));
    let source = root().join("interop/src/cases/EmfCases.java");
    let java = Java::compile(&[&source], &[], &classes)?;
    // EMF runs out of memory on some documents.
    let mut command = java.command(&["-Xmx300m"], "EmfCases");
    let rows = answer(command.current_dir(&directory).arg("cases.tsv").arg(&written))?;
    let table = fs::read_to_string(directory.join("cases.tsv")).map_err(|e| e.to_string())?;
    let cases: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    if cases.len() != rows.lines().count() {
        return Err(format!("EMF returned {} of {} results", rows.lines().count(), cases.len()));
    }
    let mut summary = Summary::default();
    for (case, row) in cases.into_iter().zip(rows.lines()) {
        compare(case, row, &directory, &written, &mut summary)?;
    }
    Ok(summary)
}

fn compare(
    case: &str,
    row: &str,
    directory: &Path,
    written: &Path,
    summary: &mut Summary,
) -> Result<(), String> {
    let columns: Vec<&str> = case.split('\t').collect();
    let word = columns.get(3).filter(|word| !word.is_empty()).map_or_else(String::new, |w| format!(".{w}"));
    let name = format!("{}{word}.emf", columns[0]);
    if columns.get(4).is_some_and(|reason| reason.starts_with("but")) {
        return Ok(());
    }
    let recorded: PathBuf = directory.join(&name);
    let theirs = fs::read(written.join(&name)).ok();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let result = match &theirs {
            Some(bytes) => fs::write(&recorded, bytes),
            None => fs::remove_file(&recorded).or(Ok(())),
        };
        return result.map_err(|e| e.to_string());
    }
    let same = fs::read(&recorded).ok() == theirs;
    summary.note(same, || format!("{name}: the result differs from the recorded one: {row}"));
    Ok(())
}
