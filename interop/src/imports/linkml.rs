//! LinkML schemas: the verdicts of LinkML's validator with closed JSON Schemas, and those of the imported metamodels.
//!
//! `linkml.json` has schemas, documents, and a reason for each document whose verdicts may differ.

use crate::Summary;
use modelwright::workspace::Workspace;
use modelwright_metamodel::options::OptionValues;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CASES: &str = include_str!("linkml.json");
const JUDGE: &str = include_str!("linkml.py");

/// A document and what is known about it.
struct Case {
    name: String,
    schema: PathBuf,
    document: PathBuf,
    root: String,
    reason: Option<String>,
}

pub(super) fn run(shared: &Path, work: &Path) -> Result<Summary, String> {
    let cases = prepare(work).map_err(|e| e.to_string())?;
    let judge = work.join("judge.py");
    fs::write(&judge, JUDGE).map_err(|e| e.to_string())?;
    let python = python(shared)?;
    let mut arguments = Vec::new();
    for case in &cases {
        arguments.push(format!("{}\t{}\t{}", case.schema.display(), case.root, case.document.display()));
    }
    let list = work.join("list.tsv");
    fs::write(&list, arguments.join("\n")).map_err(|e| e.to_string())?;
    let output = Command::new(python).arg(judge).arg(&list).output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(format!("LinkML fails: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let verdicts = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut summary = Summary::default();
    let mut explained = 0;
    for (case, verdict) in cases.iter().zip(verdicts.lines()) {
        let theirs = verdict == "valid";
        let ours = is_valid(case);
        match &case.reason {
            Some(_) if ours != theirs => explained += 1,
            Some(reason) => summary.differences.push(format!("{}: no difference by: {reason}", case.name)),
            None => summary.note(ours == theirs, || format!("{}: LinkML {theirs}, here {ours}", case.name)),
        }
    }
    if verdicts.lines().count() != cases.len() {
        return Err("LinkML has not judged all documents".to_owned());
    }
    summary.notes.push(format!("LinkML: {explained} differences with listed reasons"));
    Ok(summary)
}

/// Python with LinkML, which is installed if it is missing.
fn python(shared: &Path) -> Result<PathBuf, String> {
    let directory = shared.join("linkml");
    let python = directory.join("bin/python");
    if !python.is_file() {
        let finished = |command: &mut Command| match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{command:?}: {status}")),
            Err(problem) => Err(format!("{command:?}: {problem}")),
        };
        finished(Command::new("python3").args(["-m", "venv"]).arg(&directory))?;
        finished(Command::new(&python).args(["-m", "pip", "install", "--quiet", "linkml"]))?;
    }
    Ok(python)
}

/// Writes the schemas and documents.
fn prepare(work: &Path) -> std::io::Result<Vec<Case>> {
    let groups: Value = serde_json::from_str(CASES)?;
    let mut cases = Vec::new();
    for group in groups.as_array().into_iter().flatten() {
        let text = |key: &str| group[key].as_str().unwrap_or_default().to_owned();
        let name = text("name");
        let directory = work.join(&name);
        fs::create_dir_all(&directory)?;
        let schema = directory.join("schema.yaml");
        fs::write(&schema, text("schema"))?;
        for (number, document) in group["documents"].as_array().into_iter().flatten().enumerate() {
            let path = directory.join(format!("{number}.json"));
            fs::write(&path, document["data"].to_string())?;
            cases.push(Case {
                name: format!("{name} {}", document["data"]),
                schema: schema.clone(),
                document: path,
                root: text("root"),
                reason: document["reason"].as_str().map(str::to_owned),
            });
        }
    }
    Ok(cases)
}

/// Whether a document conforms to the imported metamodel.
fn is_valid(case: &Case) -> bool {
    let mut workspace = Workspace { models: vec![case.schema.clone()], ..Workspace::default() };
    workspace.reading.values = OptionValues::new().with("root-class", case.root.as_str());
    match workspace.load(&case.document, None) {
        Ok(loaded) => !loaded.diagnostics.has_errors() && !workspace.validate(&loaded).has_errors(),
        Err(_) => false,
    }
}
