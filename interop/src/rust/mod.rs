//! Checks generated Rust over a corpus: metamodels that EMF accepts compile without a warning, documents
//! survive a round trip through typed values with the bytes that EMF writes, and the types of a large
//! metamodel are measured.

mod large;
mod values;

use super::{Summary, corpus, root};
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The first lines of both crates. Only unused code is allowed.
pub(crate) const HEAD: &str = "#![deny(warnings)]\n#![allow(dead_code)]\n\n";

/// The parts of the comparison.
const PARTS: [&str; 3] = ["types", "values", "large"];

/// Compiles all metamodels, converts the documents through their types, and measures the types of a large
/// metamodel; or runs only the named parts.
pub(crate) fn run(shared: &Path, work: &Path, parts: &[&str]) -> Result<Vec<Summary>, String> {
    if let Some(other) = parts.iter().find(|part| !PARTS.contains(part)) {
        return Err(format!("`{other}` is not one of {}", PARTS.join(", ")));
    }
    let corpus = shared.join("corpus");
    let crates = work.join("rust");
    let sound = sound(&corpus)?;
    let wanted = PARTS.iter().filter(|part| parts.is_empty() || parts.contains(part));
    let summaries = wanted.map(|part| {
        let summary = match *part {
            "types" => compile(&corpus, &crates, &sound),
            "values" => values::run(&corpus, &crates, &sound),
            _ => large::run(&crates),
        };
        summary.map(|summary| summary.printed(part))
    });
    summaries.collect()
}

/// The metamodels that EMF loads and validates without errors.
fn sound(corpus: &Path) -> Result<BTreeSet<String>, String> {
    let table = corpus::text(&corpus.join("emf/metamodels.verdicts.tsv"))?;
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let sound = rows.filter(|row| row.get(1) == Some(&"OK") && row.get(4) == Some(&"0"));
    Ok(sound.map(|row| row[0].to_owned()).collect())
}

/// The options for values and handles.
fn both() -> RustOptions {
    RustOptions { handles: true, ..RustOptions::default() }
}

/// One crate with a module for each metamodel.
fn compile(corpus: &Path, crates: &Path, sound: &BTreeSet<String>) -> Result<Summary, String> {
    let directory = crates.join("types");
    let mut summary = Summary::default();
    let mut modules = String::from(HEAD);
    let mut files = Vec::new();
    for entry in corpus::listed(corpus, "metamodels")? {
        if !sound.contains(&entry.file) {
            continue;
        }
        let (metamodel, _) =
            entry.workspace().load_metamodel(&entry.path()).map_err(|problem| problem.to_string())?;
        let module = format!("m{}", files.len());
        let file = generate(&metamodel, &[], &both(), &directory.join("src").join(&module))?;
        let _ = writeln!(modules, "#[path = \"{module}/{file}\"]\npub mod {module};");
        files.push(entry.file);
    }
    write(&directory, "interop-types", "lib.rs", &modules)?;
    let problems = cargo(&directory, "check")?;
    for (at, file) in files.iter().enumerate() {
        let found = problems.get(&format!("m{at}"));
        summary.note(found.is_none(), || format!("{file} (m{at}): {}", found.map_or("", String::as_str)));
    }
    Ok(summary)
}

/// Writes the generated files into a directory, and returns the name of the Rust file.
pub(crate) fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &RustOptions,
    directory: &Path,
) -> Result<String, String> {
    let (files, problems) = rust::generate(metamodel, packages, options);
    if problems.has_errors() {
        return Err(problems.to_string());
    }
    fs::create_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    for file in &files {
        let path = directory.join(&file.path);
        fs::write(&path, &file.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    files.first().map(|file| file.path.clone()).ok_or_else(|| "nothing was generated".to_owned())
}

pub(crate) fn write(directory: &Path, name: &str, file: &str, text: &str) -> Result<(), String> {
    let root = root();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         modelwright = {{ path = {:?} }}\nmodelwright-evaluation = {{ path = {:?} }}\n\
         modelwright-metamodel = {{ path = {:?} }}\nmodelwright-typed = {{ path = {:?} }}\nserde_json = {{ version = \"1\", features = [\"float_roundtrip\"] }}\n\n[profile.dev]\ndebug = false\n",
        root.display().to_string(),
        root.join("crates/evaluation").display().to_string(),
        root.join("metamodel").display().to_string(),
        root.join("crates/typed").display().to_string()
    );
    let put = || -> std::io::Result<()> {
        fs::create_dir_all(directory.join("src"))?;
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock"))?;
        fs::write(directory.join("src").join(file), text)
    };
    put().map_err(|e| format!("{}: {e}", directory.display()))
}

/// Runs cargo in a directory, and returns the first error of each module.
pub(crate) fn cargo(directory: &Path, command: &str) -> Result<HashMap<String, String>, String> {
    let ran = Command::new(env!("CARGO"))
        .args([command, "--offline", "--quiet", "--message-format", "short", "--target-dir", "../target"])
        .current_dir(directory)
        .output()
        .map_err(|e| format!("cargo: {e}"))?;
    let output = String::from_utf8_lossy(&ran.stderr);
    let mut problems = HashMap::new();
    for line in output.lines().filter(|line| line.contains(": error")) {
        let module = line.strip_prefix("src/").and_then(|rest| rest.split('/').next()).unwrap_or("the crate");
        problems.entry(module.to_owned()).or_insert_with(|| line.to_owned());
    }
    if ran.status.success() || !problems.is_empty() { Ok(problems) } else { Err(output.into_owned()) }
}
