//! Corrects files: applies the corrections of all problems, and checks the result again until there is nothing to
//! correct.
//!
//! Invariants: nothing is written to disk; bytes outside of the corrected ranges are unchanged; when the corrected
//! files are checked again, nothing more can be corrected, unless the maximum number of rounds was reached. This module
//! does not know what is checked.

use crate::{Files, Overlay, read_ordinary_file};
use modelwright_metamodel::diagnostic::{Diagnostics, Fix, Source};
use modelwright_metamodel::input::{Limits, TextEncoding, decode_text};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The maximum number of times that files are checked. Several rounds are needed because only one of two overlapping
/// corrections can be applied, and because a correction may reveal a further problem.
const MAX_ROUNDS: usize = 32;

/// Which corrections are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corrections {
    /// Corrections that do not change the meaning of anything valid. In data, the answer of every lookup stays the
    /// same.
    KeepingMeaning,
    /// All corrections; the messages of the problems describe what changes.
    All,
}

/// The problems of files.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// The problems.
    pub problems: Diagnostics,
    /// The files that may be corrected, by the names that problems give them.
    pub paths: BTreeMap<String, PathBuf>,
}

/// A corrected file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedFile {
    /// The path of the file, for messages.
    pub name: String,
    /// The number of corrections.
    pub corrections: usize,
    /// The corrected content, in the encoding of the file.
    pub bytes: Vec<u8>,
}

/// The result of correcting files.
#[derive(Debug, Clone, Default)]
pub struct CorrectedFiles {
    /// The files to write, by path.
    pub files: BTreeMap<PathBuf, CorrectedFile>,
    /// The problems that remain.
    pub problems: Diagnostics,
}

/// Corrects the files in which `check` finds problems; `None` if `check` returns `None`.
pub fn correct(
    files: &Arc<dyn Files>,
    limits: &Limits,
    corrections: Corrections,
    check: impl Fn(Arc<dyn Files>) -> Option<Findings>,
) -> Option<CorrectedFiles> {
    let overlay = Arc::new(Overlay::new(Arc::clone(files)));
    let mut corrected_files: BTreeMap<PathBuf, CorrectedFile> = BTreeMap::new();
    for _ in 0..MAX_ROUNDS {
        let findings = check(Arc::clone(&overlay) as Arc<dyn Files>)?;
        let mut has_changed = false;
        for (path, file) in correct_once(&findings, &*overlay, limits, corrections) {
            // If the overlay rejects the text, the file is not counted, because the same corrections would be applied
            // again in every round.
            if overlay.write(&path, file.bytes.clone()).is_ok() {
                has_changed = true;
                // The file that was corrected in this round contains the corrections of earlier rounds, so the numbers
                // are added.
                let earlier_count = corrected_files.remove(&path).map_or(0, |file| file.corrections);
                let corrections = earlier_count + file.corrections;
                corrected_files.insert(path, CorrectedFile { corrections, ..file });
            }
        }
        if !has_changed {
            return Some(CorrectedFiles { files: corrected_files, problems: findings.problems });
        }
    }
    let problems = check(overlay)?.problems;
    Some(CorrectedFiles { files: corrected_files, problems })
}

/// The files that have corrections, each with its new content.
fn correct_once(
    findings: &Findings,
    files: &dyn Files,
    limits: &Limits,
    corrections: Corrections,
) -> Vec<(PathBuf, CorrectedFile)> {
    let mut fixes: BTreeMap<&str, (&Arc<Source>, Vec<&Fix>)> = BTreeMap::new();
    let selected_fixes = findings
        .problems
        .iter()
        .filter_map(|problem| problem.fix.as_ref())
        .filter(|fix| corrections == Corrections::All || !fix.changes_meaning);
    for fix in selected_fixes {
        let Some(edit) = fix.edits.first() else { continue };
        let (_, fixes_of_file) =
            fixes.entry(edit.source.name()).or_insert_with(|| (&edit.source, Vec::new()));
        fixes_of_file.push(fix);
    }
    let mut corrected_files = Vec::new();
    for (name, (source, fixes)) in fixes {
        let Some(path) = findings.paths.get(name) else { continue };
        let Ok(bytes) = read_ordinary_file(files, path, limits) else { continue };
        // If the text has the same bytes as the file, it also contains the file's byte order mark, which must not be
        // written twice.
        let is_verbatim = source.text().as_bytes() == bytes;
        let encoding = TextEncoding::detect(&bytes);
        let encode = |text: &str| if is_verbatim { text.as_bytes().to_vec() } else { encoding.encode(text) };
        // A file is corrected only if it still has the text in which the problems were found, and if this text would be
        // written as the same bytes.
        let has_same_text = is_verbatim
            || decode_text(name, bytes.clone(), limits).is_ok_and(|decoded| decoded.text() == source.text());
        if !has_same_text || encode(source.text()) != bytes {
            continue;
        }
        let (text, corrections) = Fix::apply(fixes.into_iter(), source);
        if text != source.text() {
            let bytes = encode(&text);
            corrected_files.push((path.clone(), CorrectedFile { name: name.to_owned(), corrections, bytes }));
        }
    }
    corrected_files
}
