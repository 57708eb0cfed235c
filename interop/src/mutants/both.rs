//! Reads mutants with EMF and with modelwright, side by side.
//!
//! Invariant: both read the same files. Does not know which differences are deliberate.

use super::judge::Judge;
use super::outcome::{DocumentReport, Outcome, Pair};
use super::pool::Mutant;
use crate::emf::{load, written};
use crate::{halves, problems};
use modelwright::workspace::Workspace;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time limit of modelwright for one document.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Runs both sides on mutants whose files have been written.
pub(super) fn pairs(judge: &Judge, directory: &Path, mutants: &[Mutant]) -> Result<Vec<Pair>, String> {
    let (theirs, ours) = std::thread::scope(|scope| {
        let theirs = scope.spawn(|| judge.outcomes(directory, mutants));
        let ours: Vec<Outcome> = mutants.iter().map(|mutant| run_ours(directory, mutant)).collect();
        (theirs.join(), ours)
    });
    let theirs = theirs.map_err(|_| "the comparison itself failed")??;
    Ok(ours.into_iter().zip(theirs).map(|(ours, theirs)| Pair { ours, theirs }).collect())
}

fn run_ours(directory: &Path, mutant: &Mutant) -> Outcome {
    let models = mutant.models.iter().map(|m| directory.join(m)).collect();
    let workspace = Workspace { models, finds_unnamed: false, ..Workspace::default() };
    let format = if mutant.file.ends_with(".ecore") { "ecore" } else { "xmi" };
    let began = Instant::now();
    let path = directory.join(&mutant.file);
    let judged = || match load(&workspace, &path, format) {
        Err(why) | Ok((_, Some(why))) => Outcome::Rejected(why),
        Ok((loaded, None)) => {
            if let Some(difference) = halves::difference(loaded.model.metamodel(), &path) {
                return Outcome::Rejected(difference);
            }
            let counts = workspace.count(&loaded);
            let findings = problems::judge(&workspace, &loaded);
            Outcome::Loaded(DocumentReport {
                written: written(&loaded, format),
                objects: Some(counts.objects()),
                unresolved: Some(counts.unresolved),
                errors: problems::is_wrong(&findings)
                    || (findings.is_empty() && problems::has_errors(&workspace, &loaded)),
                findings: Some(findings),
                why: String::new(),
            })
        }
    };
    let outcome = catch_unwind(AssertUnwindSafe(judged)).unwrap_or(Outcome::Panic);
    if began.elapsed() > TIME_LIMIT { Outcome::NoResult } else { outcome }
}
