//! Schemas of other languages, each named after what it has or after its hazard.
//!
//! For each file `FILE` in `imports/IMPORTER/`, `FILE.pp` contains the types that the importer of that name makes of it, and
//! `FILE.problems` its problems, if there are any. The types must be the same after they are read again. Directories in it have
//! files to which others refer. `UPDATE_EXPECT=1` rewrites the expectations.

#![expect(clippy::disallowed_methods, reason = "the test reads the project's own files")]

#[path = "imports_catalogs/mod.rs"]
mod catalogs;
#[path = "imports_xsd/mod.rs"]
mod xsd;

use modelwright::files::path_uri;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity};
use std::fs;
use std::path::{Path, PathBuf};

fn pp(loaded: &LoadedDocument) -> String {
    let format = Registry::standard().format("pp").expect("a format");
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    let (bytes, _) = written.unwrap_or_else(|problems| panic!("{problems:?}"));
    String::from_utf8(bytes).expect("text")
}

/// The types of a file, and its problems.
fn imported(importer: &str, path: &Path) -> (String, String) {
    let reader = Registry::standard().reader(importer).expect("an importer");
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let bytes = fs::read(path).expect("a file");
    let loaded = Workspace::default().load_bytes(&name, bytes, &path_uri(path), reader).expect("text");
    let mut sorted: Vec<_> = loaded.diagnostics.iter().collect();
    sorted.sort_by_key(|problem| problem.primary_label().map(|label| label.range.start));
    let problems: String = sorted.iter().map(|problem| format!("{problem}\n")).collect();
    // A file to which another refers has an absolute address.
    let problems = problems.replace(&format!("{}/", path.parent().expect("a directory").display()), "");
    if loaded.diagnostics.has_errors() {
        return (String::new(), problems);
    }
    // The names of a schema in another language need not be identifiers of Java.
    let is_error = |problem: &&Diagnostic| problem.severity == Severity::Error;
    let judged = Workspace::default().validate(&loaded);
    let findings: Vec<String> = judged.iter().filter(is_error).map(ToString::to_string).collect();
    assert!(findings.is_empty() || name.starts_with("hazard_"), "{name}: {findings:?}");
    let types = pp(&loaded);
    let reader = Registry::standard().reader("pp").expect("an importer");
    let again = Workspace::default().load_bytes("again.pp", types.clone().into_bytes(), "again.pp", reader);
    let again = again.expect("text");
    assert!(!again.diagnostics.has_errors(), "{name}: {:?}", again.diagnostics);
    assert_eq!(types, pp(&again), "{name}: read again");
    // Keys of schemas that are no identifiers are kept as names, which EMF's rules reject.
    let found = Workspace::default().validate(&again);
    let is_mistake =
        |problem: &&Diagnostic| problem.severity == Severity::Error && problem.code.id() != "MW0422";
    let findings: Vec<String> = found.iter().filter(is_mistake).map(ToString::to_string).collect();
    assert!(findings.is_empty() || name.starts_with("hazard_"), "{name}: {findings:?}");
    (types, problems)
}

/// The difference between the expected text beside a file and the actual one.
fn difference(path: &Path, extension: &str, actual: &str) -> Option<String> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{extension}"));
    let expected = PathBuf::from(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        if actual.is_empty() {
            let _ = fs::remove_file(&expected);
        } else {
            fs::write(&expected, actual).expect("a file that can be written");
        }
    }
    let known = fs::read_to_string(&expected).unwrap_or_default();
    (known != actual)
        .then(|| format!("== {}\n-- expected\n{known}\n-- found\n{actual}\n", expected.display()))
}

#[test]
fn schemas_become_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports");
    let sorted = |directory: &Path| {
        let entries = fs::read_dir(directory).expect("a directory").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let mut differences = String::new();
    for directory in sorted(&root).into_iter().filter(|path| path.is_dir()) {
        let importer = directory.file_name().expect("a name").to_string_lossy().into_owned();
        let is_expected = |path: &PathBuf| path.extension().is_some_and(|e| e == "pp" || e == "problems");
        for path in sorted(&directory).into_iter().filter(|path| path.is_file() && !is_expected(path)) {
            let (types, problems) = imported(&importer, &path);
            differences.extend(difference(&path, "pp", &types));
            differences.extend(difference(&path, "problems", &problems));
        }
    }
    assert!(differences.is_empty(), "{differences}");
}
