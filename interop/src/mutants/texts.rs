//! Mutants of metamodels as text: the text of a metamodel must yield the bytes that are saved directly, and
//! the text must be restored from `.ecore`.
//!
//! EMF is not run: if it is known to load a mutant and to save the same bytes, the text round trip is
//! compared with these bytes. A mutant that changes when it is saved, such as one with a duplicate id, has
//! another text afterwards.

use super::Options;
use super::pool::{Mutant, Pool};
use crate::Summary;
use crate::emf::first_difference;
use crate::language::{RoundTrip, trip};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Converts mutants to text and back; leaves those that differ in `work`.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let options = Options::parse(arguments)?;
    let work = work.join("texts");
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let pool = Pool::read(shared, work.join("models"))?;
    let mut summary = Summary::default();
    let (mut rejected, mut trees, mut unstable) = (0, 0, 0);
    for number in 0..options.count {
        let mutant: Mutant = pool.mutant(options.seed, number);
        if Path::new(&mutant.file).extension().is_none_or(|extension| extension != "ecore") {
            continue;
        }
        mutant.write(&pool.directory)?;
        let path = pool.directory.join(&mutant.file);
        let outcome = catch_unwind(AssertUnwindSafe(|| trip(&path)));
        let differs = match outcome.unwrap_or_else(|_| Err("PANIC".to_owned())) {
            Ok(None) => {
                rejected += 1;
                mutant.remove(&pool.directory);
                continue;
            }
            Ok(Some(trip)) => {
                trees += usize::from(trip.text.starts_with("$roots"));
                unstable += usize::from(!trip.stable);
                difference(&trip)
            }
            Err(problem) => Some(problem),
        };
        match differs {
            None => {
                summary.agreed += 1;
                mutant.remove(&pool.directory);
            }
            Some(difference) => {
                summary.differences.push(format!("{} ({}): {difference}", mutant.file, mutant.description));
            }
        }
    }
    summary.notes.push(format!(
        "{rejected} were not loaded or saved; {trees} texts are trees of objects; {unstable} mutants read otherwise once \
         they are saved, and so do their texts"
    ));
    Ok(summary)
}

fn difference(trip: &RoundTrip) -> Option<String> {
    if trip.ours != trip.direct {
        return Some(first_difference(Some(&trip.ours), &trip.direct));
    }
    (trip.again != trip.text && trip.stable)
        .then(|| format!("text: {}", first_difference(Some(trip.again.as_bytes()), trip.text.as_bytes())))
}
