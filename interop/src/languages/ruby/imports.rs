//! Ruby that the importer `rgen-ruby` reads, compared with the Ecore that RGen exports of the same file.
//!
//! Invariant: the importer and RGen agree on every property, except for those that RGen leaves out of its documents, and
//! namespaces that the importer gives to packages without one.

use super::{Description, Names, Summary, answers, files_of, root, unexplained};
use modelwright::workspace::Workspace;
use modelwright_metamodel::ecore::{PackageId, builtin};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Compares the cases of the importer that RGen can load.
pub(super) fn hand_written(work: &Path) -> Result<Summary, String> {
    let mut cases: Vec<(PathBuf, PathBuf)> = Vec::new();
    for path in files_of(&root().join("tests/imports/rgen-ruby"), "rb")? {
        let name = path.file_name().unwrap_or_default();
        // RGen rejects hazards, and calls all enumerations without a name the same.
        if ["hazard_", "unnamed_"].iter().any(|start| name.to_string_lossy().starts_with(start)) {
            continue;
        }
        let directory = work.join("hand-written").join(path.file_stem().unwrap_or_default());
        let (ruby, ecore) = (directory.join("ruby"), directory.join("ecore"));
        fs::create_dir_all(&ruby).map_err(|e| e.to_string())?;
        fs::copy(&path, ruby.join(name)).map_err(|e| e.to_string())?;
        cases.push((ruby, ecore));
    }
    let directories: Vec<(&Path, &Path)> =
        cases.iter().map(|(ruby, ecore)| (ruby.as_path(), ecore.as_path())).collect();
    let mut summary = Summary::default();
    for ((ruby, ecore), answer) in cases.iter().zip(answers(&directories)?) {
        let name = ruby.display().to_string();
        if answer.starts_with("ok") {
            compare(&name, ruby, ecore, &mut summary)?;
        } else {
            summary.note(false, || format!("{name}: {answer}"));
        }
    }
    Ok(summary)
}

/// Compares what is imported of the Ruby in a directory with the Ecore in another one.
pub(super) fn compare(name: &str, ruby: &Path, ecore: &Path, summary: &mut Summary) -> Result<(), String> {
    let (mut imported, mut exported) = (Description::default(), Description::default());
    for (directory, extension, description) in [(ruby, "rb", &mut imported), (ecore, "ecore", &mut exported)]
    {
        for path in files_of(directory, extension)? {
            let (metamodel, problems) =
                Workspace::default().load_metamodel(&path).map_err(|problem| problem.to_string())?;
            if extension == "rb" && problems.has_errors() {
                let first = problems.iter().next().map(ToString::to_string).unwrap_or_default();
                summary.note(false, || format!("{name}: {first}"));
                return Ok(());
            }
            let roots: Vec<PackageId> = metamodel.roots().collect();
            roots.iter().for_each(|root| description.package(&metamodel, *root, &Names::default()));
        }
    }
    for (path, element) in &mut imported.elements {
        let Some(other) = exported.elements.get(path) else { continue };
        for (property, value) in &mut element.properties {
            if let Some(theirs) = other.properties.get(property)
                && is_same(property, value, theirs)
            {
                value.clone_from(theirs);
            }
        }
    }
    let found = unexplained(&Names::default(), &imported, &exported, &mut BTreeMap::new());
    summary.note(found.is_empty(), || format!("{name}: {}", found.join("; ")));
    Ok(())
}

/// Whether a property of RGen's document means the same, although the document has no package without a namespace, no type for
/// values of any kind, and another order of annotations.
fn is_same(property: &str, ours: &str, theirs: &str) -> bool {
    match property {
        "type" => ours == "EJavaObject" && theirs == "-",
        "annotations" => {
            let given = |word: &&str| {
                let is_given = word.starts_with("nsURI=\"urn:modelwright:") || word.starts_with("nsPrefix=");
                // Without details, the annotation itself is not there.
                (is_given || *word == builtin::NS_URI) && !theirs.split(' ').any(|other| other == *word)
            };
            let mut ours: Vec<&str> = ours.split(' ').filter(|word| !given(word)).collect();
            let mut theirs: Vec<&str> = theirs.split(' ').collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            ours == theirs
        }
        _ => false,
    }
}
