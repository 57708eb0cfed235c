//! Comparison with Eclipse EMF: whether it can load each document, and the bytes that it writes back.

use super::{Summary, corpus};
use modelwright::formats::WriteOptions;
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The number of known differences without a reason, in verdicts and in bytes. It may only decrease.
const KNOWN: [[usize; 2]; 2] = [[0, 0], [0, 0]];

/// Compares the verdicts and the bytes written back, for the metamodels (`instances` is false) or the
/// instances of a corpus.
pub(crate) fn run(shared: &Path, instances: bool) -> Result<[Summary; 2], String> {
    let directory = shared.join("corpus");
    let kind = if instances { "instances" } else { "metamodels" };
    let table = corpus::text(&directory.join(format!("emf/{kind}.verdicts.tsv")))?;
    let verdicts: HashMap<&str, &str> = table.lines().filter_map(|line| line.split_once('\t')).collect();
    let known = KNOWN[usize::from(instances)];
    let open = |known| Summary { known, ..Summary::default() };
    let (mut loads, mut bytes) = (open(known[0]), open(known[1]));
    for entry in corpus::listed(&directory, kind)? {
        let file = entry.file.as_str();
        let expected = verdicts.get(file).is_some_and(|v| v.starts_with("OK"));
        let name = if instances { "xmi" } else { "ecore" };
        let outcome = catch_unwind(AssertUnwindSafe(|| resave(&entry.workspace(), &entry.path(), name)));
        let Ok((problem, written)) = outcome else {
            loads.differences.push(format!("{file}: PANIC"));
            continue;
        };
        match (&problem, expected) {
            (None, true) | (Some(_), false) => loads.agreed += 1,
            (None, false) => {
                loads.differences.push(format!("{file}: EMF rejects: {}", verdicts.get(file).unwrap_or(&"")));
            }
            (Some(problem), true) => loads.differences.push(format!("{file}: EMF accepts: {problem}")),
        }
        if let Ok(theirs) = fs::read(directory.join("emf/resaved").join(file)) {
            if written.as_ref() == Some(&theirs) {
                bytes.agreed += 1;
            } else {
                bytes.differences.push(format!("{file}: {}", first_difference(written.as_deref(), &theirs)));
            }
        }
    }
    Ok([loads, bytes])
}

/// The first error in reading, and the bytes that are written back.
fn resave(workspace: &Workspace, path: &Path, format: &str) -> (Option<String>, Option<Vec<u8>>) {
    match load(workspace, path, format) {
        Err(problem) => (Some(problem), None),
        Ok((loaded, problem)) => (problem, written(&loaded, format)),
    }
}

/// A document in a format, with the first error in it.
pub(super) fn load(
    workspace: &Workspace,
    path: &Path,
    format: &str,
) -> Result<(LoadedDocument, Option<String>), String> {
    let format = Registry::standard().format(format).ok_or("no such format")?;
    let loaded = workspace.load(path, Some(format.into())).map_err(|problem| problem.to_string())?;
    let error = loaded.diagnostics.first_error().map(ToString::to_string);
    Ok((loaded, error))
}

/// The bytes of a document that is written back.
pub(super) fn written(loaded: &LoadedDocument, format: &str) -> Option<Vec<u8>> {
    let format = Registry::standard().format(format)?;
    format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default()).ok().map(|(bytes, _)| bytes)
}

pub(super) fn first_difference(ours: Option<&[u8]>, theirs: &[u8]) -> String {
    let Some(ours) = ours else { return "not written".to_owned() };
    let at = ours.iter().zip(theirs).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
    let show = |bytes: &[u8]| {
        let end = (at + 60).min(bytes.len());
        String::from_utf8_lossy(&bytes[at.saturating_sub(40).min(end)..end]).replace('\n', "⏎")
    };
    format!("byte {at}: ours …{}… EMF …{}…", show(ours), show(theirs))
}
