//! XML Schemas: what EMF's importer makes of each, with the same bytes.
//!
//! The schemas are those of `tests/imports_xsd`, and those that modelwright generates for metamodels of the corpus.

use super::{Cases, Part, files, write};
use crate::java::Java;
use crate::languages::{metamodels, output_of};
use crate::{Summary, root};
use modelwright::files::Disk;
use modelwright::formats::WriteOptions;
use modelwright::workspace::{Registry, Workspace};
use modelwright_codegen::xsd::{self, XsdOptions};
use modelwright_metamodel::ecore::PackageId;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) const PART: Part = Part { name: "xsd", run };

/// The number of metamodels of the corpus.
const COUNT: usize = 120;

fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let mut schemas = files(&root().join("tests/imports_xsd"), "xsd")?;
    schemas.extend(generated(shared, &work.join("schemas"))?);
    let written = work.join("written");
    fs::create_dir_all(&written).map_err(|e| e.to_string())?;
    let line =
        |(at, path): (usize, &PathBuf)| format!("{}\t{}/{at}.ecore\n", path.display(), written.display());
    let input: String = schemas.iter().enumerate().map(line).collect();
    let source = root().join("interop/src/imports/EmfImport.java");
    let java = Java::compile(&[&source], &["eclipse-xsd"], &work.join("classes"))?;
    let (output, problem, _) = output_of(&mut java.command(&["-Xss16m"], "EmfImport"), &input)?;
    // EMF writes remarks of its own.
    let answers: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix('=')).collect();
    if answers.len() != schemas.len() {
        return Err(format!("EMF: {} of {} schemas: {problem}", answers.len(), schemas.len()));
    }
    let mut cases = Cases::default();
    for (at, (path, answer)) in schemas.iter().zip(answers).enumerate() {
        let ours = imported(path);
        let theirs = match answer {
            "" => fs::read_to_string(written.join(format!("{at}.ecore"))).map_err(|e| e.to_string()),
            problem => Err(problem.to_owned()),
        };
        let agrees = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => ours == theirs,
            (Err(_), Err(_)) => true,
            _ => false,
        };
        cases.note(agrees, reason(path), || (path.display().to_string(), difference(&ours, &theirs)));
    }
    Ok(cases.finish(KNOWN))
}

/// The schemas that modelwright generates.
pub(super) fn generated(shared: &Path, directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut schemas = Vec::new();
    for (at, subject) in metamodels(&shared.join("corpus"), COUNT)?.into_iter().enumerate() {
        let place = directory.join(at.to_string());
        fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
        let roots: Vec<PackageId> = subject.metamodel.roots().collect();
        let (files, problems) = xsd::generate(&subject.metamodel, &roots, &XsdOptions::default());
        if problems.has_errors() {
            continue;
        }
        for file in &files {
            write(&place.join(&file.path), &file.text)?;
        }
        schemas.extend(files.first().map(|file| place.join(&file.path)));
    }
    Ok(schemas)
}

/// The metamodel that modelwright makes of a schema, as Ecore.
fn imported(path: &Path) -> Result<String, String> {
    let workspace = Workspace { files: Arc::new(Disk::new()), ..Workspace::default() };
    let loaded = workspace.load(path, None).map_err(|problem| problem.to_string())?;
    if loaded.diagnostics.has_errors() {
        return Err(loaded.diagnostics.to_string());
    }
    let format = Registry::standard().format("ecore").ok_or("no format")?;
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    let (bytes, _) = written.map_err(|problems| problems.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

/// The first lines that differ, or the problem of one of both.
fn difference(ours: &Result<String, String>, theirs: &Result<String, String>) -> String {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            let pair = ours.lines().zip(theirs.lines()).find(|(ours, theirs)| ours != theirs);
            pair.map_or_else(
                || "one is shorter".to_owned(),
                |(ours, theirs)| format!("{ours}\n  EMF {theirs}"),
            )
        }
        (Err(problem), _) => format!("only EMF reads it: {problem}"),
        (_, Err(problem)) => format!("EMF does not read it: {problem}"),
    }
}

/// Why EMF's result differs deliberately.
fn reason(path: &Path) -> Option<&'static str> {
    if path.file_name().is_some_and(|name| name == "ecore.xsd") {
        return Some("EMF has its own package in the place of a schema with the namespace of Ecore");
    }
    // Each generated schema imports those of XMI and Ecore.
    let imports = fs::read_to_string(path).ok()?.matches("<xs:import ").count();
    (imports > 2).then_some("schemas of several namespaces import each other")
}

/// The number of schemas that each reason excuses.
const KNOWN: crate::known::KnownCounts = &[
    ("EMF has its own package in the place of a schema with the namespace of Ecore", 3),
    ("schemas of several namespaces import each other", 7),
];
