//! Ruby that the importer `rgen-ruby` reads, compared with the Ecore that RGen exports of the same file.
//!
//! Invariant: the importer and RGen agree on every property, except for those that RGen leaves out of its documents, and
//! namespaces that the importer gives to packages without one.

use super::{Description, Names, Summary, answers, files_of, root, unexplained};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Code, Severity, codes};
use modelwright_metamodel::ecore::{PackageId, builtin};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The rules of the type language that RGen does not check: names of features are unique among the inherited ones, and a
/// minimum is not greater than the maximum.
const RULES: [Code; 2] = [codes::DUPLICATE_FEATURE, codes::BAD_BOUNDS];

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
    let mut is_renamed = false;
    for (directory, extension, description) in [(ruby, "rb", &mut imported), (ecore, "ecore", &mut exported)]
    {
        for path in files_of(directory, extension)? {
            let (metamodel, problems) =
                Workspace::default().load_metamodel(&path).map_err(|problem| problem.to_string())?;
            is_renamed |= problems.iter().any(|problem| problem.code == codes::IMPORT_RENAMED);
            let mut errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
            if extension == "rb" && problems.has_errors() && errors.all(|error| RULES.contains(&error.code)) {
                summary.notes.push(format!("{name}: breaks a rule that RGen does not check"));
                return Ok(());
            }
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
    // The importer has reported the new name of a type whose name differs from another one only in case.
    let found = match is_renamed {
        true => Vec::new(),
        false => unexplained(&Names::default(), &imported, &exported, &mut BTreeMap::new()),
    };
    summary.note(found.is_empty(), || format!("{name}: {}", found.join("; ")));
    Ok(())
}

/// The words of described annotations. An empty source is none in RGen's document.
fn words(described: &str) -> impl Iterator<Item = &str> {
    described.split(' ').filter(|word| !matches!(*word, "" | "-"))
}

/// Whether a property of RGen's document means the same, although the document has no package without a namespace, no type for
/// values of any kind, and another order of annotations.
fn is_same(property: &str, ours: &str, theirs: &str) -> bool {
    match property {
        // RGen has one type for integers of any size.
        "type" => matches!((ours, theirs), ("EJavaObject", "-") | ("EBigInteger", "EInt")),
        "annotations" => {
            let given = |word: &&str| {
                let is_given = word.starts_with("nsURI=\"urn:modelwright:") || word.starts_with("nsPrefix=");
                // Without details, the annotation itself is not there.
                (is_given || *word == builtin::NS_URI) && !theirs.split(' ').any(|other| other == *word)
            };
            let mut ours: Vec<&str> = words(ours).filter(|word| !given(word)).collect();
            let mut theirs: Vec<&str> = words(theirs).collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            ours == theirs
        }
        _ => false,
    }
}
