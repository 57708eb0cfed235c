//! LinkML schemas: the verdicts of LinkML's validator with closed JSON Schemas, and those of the imported metamodels.
//!
//! The directory `linkml` has schemas, and beside each its documents: the class of all of them, and one on each line.

use super::{Cases, Part, files};
use crate::data::environment;
use crate::languages::output_of;
use crate::{Summary, root};
use modelwright::workspace::{Registry, Workspace};
use modelwright_metamodel::diagnostic::Severity;
use modelwright_metamodel::options::OptionValues;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const PART: Part = Part { name: "linkml", run };

const JUDGE: &str = include_str!("linkml.py");

/// The release with which the schemas were written.
const RELEASE: &str = "linkml==1.12.1";

/// A document of a schema.
struct Case {
    schema: PathBuf,
    class: String,
    document: String,
}

fn run(_: &Path, work: &Path) -> Result<Summary, String> {
    let cases = cases()?;
    let line = |case: &Case| format!("{}\t{}\t{}\n", case.schema.display(), case.class, case.document);
    let input: String = cases.iter().map(line).collect();
    let python = environment(work, &[RELEASE])?;
    let (output, problem, is_success) =
        output_of(Command::new(python).args(["-I", "-X", "utf8", "-c", JUDGE]), &input)?;
    let verdicts: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix('=')).collect();
    if !is_success || verdicts.len() != cases.len() {
        return Err(format!("LinkML: {} of {} documents: {problem}", verdicts.len(), cases.len()));
    }
    let mut results = Cases::default();
    for (case, theirs) in cases.iter().zip(verdicts) {
        let ours = check(case)?;
        results.note(ours.is_ok() == theirs.is_empty(), None, || {
            let name = case.schema.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let problem = ours.err().unwrap_or_else(|| theirs.to_owned());
            (name, format!("{}: {problem}", case.document))
        });
    }
    let mut summary = results.finish(&[]);
    summary.notes.push(format!("{} documents of LinkML schemas", cases.len()));
    Ok(summary)
}

/// All documents.
fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for schema in files(&root().join("interop/src/imports/linkml"), "yaml")? {
        let path = schema.with_extension("documents");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut lines = text.lines();
        let class = lines.next().unwrap_or_default();
        let of = |document: &str| Case {
            schema: schema.clone(),
            class: class.to_owned(),
            document: document.to_owned(),
        };
        cases.extend(lines.map(of));
    }
    Ok(cases)
}

/// The first error of a document of the imported metamodel.
fn check(case: &Case) -> Result<Result<(), String>, String> {
    let mut workspace = Workspace { models: vec![case.schema.clone()], ..Workspace::default() };
    workspace.reading.values = OptionValues::new().with("root-class", case.class.as_str());
    let json = Registry::standard().reader("json").ok_or("no format")?;
    let bytes = case.document.as_bytes().to_vec();
    let loaded = workspace.load_bytes("document.json", bytes, "document.json", json);
    let loaded = loaded.map_err(|problem| problem.to_string())?;
    let found = workspace.validate(&loaded);
    let mut problems = loaded.diagnostics.iter().chain(&found);
    let error = problems.find(|problem| problem.severity == Severity::Error);
    Ok(error.map_or(Ok(()), |problem| Err(problem.to_string())))
}
