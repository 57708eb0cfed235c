//! Imports of XML Schema: each `tests/imports/xsd/NAME.xsd` becomes what EMF's importer made of it, `NAME.ecore`.
//!
//! EMF writes the address of the schema as the URI of a package without namespace; there, only the file's name counts.
//! `NAME.problems` has the problems of a schema that has some. `UPDATE_EXPECT=1` writes problems only.

use modelwright::files::{Disk, path_uri};
use modelwright::formats::WriteOptions;
use modelwright::workspace::{Registry, Workspace};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn cases() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports/xsd");
    let entries = std::fs::read_dir(directory).expect("the cases").filter_map(Result::ok);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xsd"));
    paths.sort();
    paths
}

/// The text of the imported metamodel, and its problems.
fn import(path: &Path) -> (String, String) {
    let workspace = Workspace { files: Arc::new(Disk::new()), ..Workspace::default() };
    let loaded = workspace.load(path, None).expect("a schema");
    let format = Registry::standard().format("ecore").expect("the format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    let (bytes, losses) = written.expect("a metamodel");
    assert!(losses.is_empty(), "{}: {losses:?}", path.display());
    let directory = path_uri(path.parent().expect("a directory"));
    let text = String::from_utf8(bytes).expect("UTF-8");
    let mut problems = String::new();
    for problem in loaded.diagnostics.iter() {
        let place = problem.primary_label().map(|label| label.position());
        let place = place.map(|at| format!("{}:{}", at.line, at.column)).unwrap_or_default();
        let _ = writeln!(problems, "{place} {} {}", problem.code.id(), problem.message);
    }
    (text.replace(&format!("{directory}/"), "file:/directory/"), problems)
}

#[test]
fn schemas_become_what_emf_makes_of_them() {
    let mut different = Vec::new();
    for path in cases() {
        let (text, problems) = import(&path);
        let expected = std::fs::read_to_string(path.with_extension("ecore")).expect("EMF's result");
        if text != expected {
            let at = text.lines().zip(expected.lines()).position(|(ours, theirs)| ours != theirs);
            let at = at.unwrap_or_else(|| text.lines().count().min(expected.lines().count()));
            let (ours, theirs) = (text.lines().nth(at), expected.lines().nth(at));
            let name = path.file_name().unwrap_or_default().display().to_string();
            different.push(format!("{name}:{}: {ours:?} is {theirs:?} in EMF", at + 1));
        }
        let file = path.with_extension("problems");
        if std::env::var_os("UPDATE_EXPECT").is_some() && !problems.is_empty() {
            std::fs::write(&file, &problems).expect("a file");
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        if known != problems {
            different.push(format!("{}: {problems}", file.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
