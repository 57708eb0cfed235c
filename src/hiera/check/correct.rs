//! Corrects a tree: applies the corrections of all problems, and checks the result until nothing remains to correct.
//!
//! Invariants: nothing is written to disk; what a correction does not concern keeps every byte; a second correction
//! finds nothing to correct.

use super::{CheckOptions, check};
use crate::files::{Files, Overlay, read_ordinary_file};
use crate::hiera::lookup::Hierarchy;
use crate::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostics, Fix, Source};
use modelwright_metamodel::input::{Limits, TextEncoding, decode_text};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The maximum number of times that a tree is checked: corrections may overlap, so that only one of them applies.
const ROUNDS: usize = 8;

/// Which corrections are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corrections {
    /// Corrections after which every lookup has the same answer.
    KeepingAnswers,
    /// All corrections; the messages of the problems describe which answers change.
    All,
}

/// A corrected file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedFile {
    /// Its path for messages.
    pub name: String,
    /// The number of corrections.
    pub corrections: usize,
    /// Its content, in the encoding that it had.
    pub bytes: Vec<u8>,
}

/// The result of correcting a tree.
#[derive(Debug)]
pub struct CorrectedTree {
    /// The files to write, by path.
    pub files: BTreeMap<PathBuf, CorrectedFile>,
    /// The problems that remain.
    pub problems: Diagnostics,
}

/// Corrects the data files of a tree, which `load` reads; `None` if its configuration cannot be used.
pub fn correct(
    load: impl Fn(&Workspace) -> Option<Hierarchy>,
    workspace: &Workspace,
    options: &CheckOptions<'_>,
    corrections: Corrections,
) -> Option<CorrectedTree> {
    let overlay = Arc::new(Overlay::new(Arc::clone(&workspace.files)));
    let over = Workspace { files: Arc::clone(&overlay) as Arc<dyn Files>, ..workspace.clone() };
    let mut files: BTreeMap<PathBuf, CorrectedFile> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let hierarchy = load(&over)?;
        let problems = check(&hierarchy, options);
        let round = corrected_files(&hierarchy, &*overlay, &workspace.reading.limits, &problems, corrections);
        let mut is_done = true;
        for (path, file) in round {
            if overlay.write(&path, file.bytes.clone()).is_ok() {
                is_done = false;
                let earlier = files.remove(&path).map_or(0, |file| file.corrections);
                let corrections = earlier + file.corrections;
                files.insert(path, CorrectedFile { corrections, ..file });
            }
        }
        if is_done {
            return Some(CorrectedTree { files, problems });
        }
    }
    let problems = check(&load(&over)?, options);
    Some(CorrectedTree { files, problems })
}

/// The files with corrections, each with its new content.
fn corrected_files(
    hierarchy: &Hierarchy,
    files: &dyn Files,
    limits: &Limits,
    problems: &Diagnostics,
    corrections: Corrections,
) -> Vec<(PathBuf, CorrectedFile)> {
    let is_applied = |fix: &&Fix| corrections == Corrections::All || !fix.changes_meaning;
    let mut fixes: BTreeMap<&str, (&Arc<Source>, Vec<&Fix>)> = BTreeMap::new();
    for fix in problems.iter().filter_map(|problem| problem.fix.as_ref()).filter(is_applied) {
        let Some(edit) = fix.edits.first() else { continue };
        fixes.entry(edit.source.name()).or_insert_with(|| (&edit.source, Vec::new())).1.push(fix);
    }
    let mut corrected = Vec::new();
    for file in hierarchy.files() {
        let name = hierarchy.file_name(file);
        let (Some((source, fixes)), Some(path)) = (fixes.remove(name), hierarchy.path(file)) else {
            continue;
        };
        let Ok(bytes) = read_ordinary_file(files, path, limits) else { continue };
        let encoding = TextEncoding::detect(&bytes);
        // A text that cannot be written back as it was is not corrected.
        let is_same = decode_text(name, bytes.clone(), limits).is_ok_and(|read| read.text() == source.text());
        if !is_same || encoding.encode(source.text()) != bytes {
            continue;
        }
        let (text, corrections) = Fix::apply(fixes.into_iter(), source);
        if text != source.text() {
            let bytes = encoding.encode(&text);
            corrected.push((path.to_owned(), CorrectedFile { name: name.to_owned(), corrections, bytes }));
        }
    }
    corrected
}
