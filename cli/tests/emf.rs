//! Documents that Eclipse EMF has read and written: this program must write the same bytes.
//!
//! A line of `tests/emf/cases.tsv` is a document, its metamodels, the arguments for `convert` and, if the same
//! document is listed several times, a word that distinguishes its results. The bytes that EMF wrote with the options
//! of the same names are in `DOCUMENT[.WORD].emf`. If that file does not exist, EMF rejects the document, and so must
//! this program. `cargo interop cases` compares with a live EMF. A line with `but` in its last column is a deliberate
//! difference: `.emf` contains what this program writes, and the column gives the reason.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use std::fs;
use std::path::Path;
use std::process::Command;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/emf");

#[test]
fn bytes_are_those_of_emf() {
    let directory = Path::new(DIRECTORY);
    let cases = fs::read_to_string(directory.join("cases.tsv")).expect("the list of cases");
    let cases: Vec<&str> = cases.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(cases.len() >= 40, "the list of cases is complete");
    let failures: Vec<String> = cases.iter().filter_map(|case| check(directory, case).err()).collect();
    assert!(failures.is_empty(), "{} of {} cases:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn check(directory: &Path, case: &str) -> Result<(), String> {
    let mut columns = case.split('\t');
    let mut next = || columns.next().unwrap_or_default();
    let (document, model, arguments, word) = (next(), next(), next(), next());
    let to = if document.ends_with(".ecore") { "ecore" } else { "xmi" };
    let mut command = Command::new(env!("CARGO_BIN_EXE_modelwright"));
    command.current_dir(directory).args(["convert", document, "--to", to]).args(arguments.split_whitespace());
    for model in model.split(',').filter(|model| !model.is_empty()) {
        command.args(["--model", model]);
    }
    let output = command.env("NO_COLOR", "1").output().expect("the program starts");
    let name = if word.is_empty() { format!("{document}.emf") } else { format!("{document}.{word}.emf") };
    // Under `--lax`, the readable part of the document is written, and its errors are reported.
    let written = output.status.success() || arguments.contains("--lax");
    let actual = written.then_some(output.stdout);
    let expected = fs::read(directory.join(&name)).ok();
    if actual == expected {
        return Ok(());
    }
    let show = |bytes: Option<Vec<u8>>| match bytes {
        Some(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        None => "rejected\n".to_owned(),
    };
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name}\n--- EMF\n{}--- we\n{}{messages}", show(expected), show(actual)))
}
