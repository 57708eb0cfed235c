//! Mutants: documents of the corpus with small changes, through EMF and through us.
//!
//! The same seed makes the same mutants. What disagrees is put into groups by its signature; what is
//! different on purpose has a reason. This is the comparison's run; its parts do not know it.

mod bytes;
mod markup;
mod metamodels;
mod outcome;
mod pool;
mod reasons;
mod shrink;
mod structure;
pub(super) mod texts;
mod values;

use super::Summary;
use outcome::{Groups, Outcome, Pair, pairs};
use pool::{Mutant, Pool};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Disagreements without a reason that stand open in the sample of the continuous build. They may only become fewer.
const KNOWN: usize = 2;
/// As many mutants are judged in one run of EMF.
const BATCH: usize = 500;
/// As many of a group are kept to look at.
const KEPT: usize = 3;

/// What was asked for on the command line.
#[derive(Debug)]
struct Options {
    seed: u64,
    count: usize,
    /// Whether to make an example of each group as small as it can be.
    shrink: bool,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self { seed: 1, count: 500, shrink: false };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut number = || {
                let value = words.next().and_then(|value| value.parse::<u64>().ok());
                value.ok_or_else(|| format!("{word} takes a number"))
            };
            match *word {
                "--seed" => options.seed = number()?,
                "--count" => options.count = usize::try_from(number()?).map_err(|e| e.to_string())?,
                "--shrink" => options.shrink = true,
                _ => {
                    return Err(format!("unknown option {word}; there are --seed N, --count N and --shrink"));
                }
            }
        }
        Ok(options)
    }
}

/// How mutants went.
#[derive(Debug, Default)]
struct Tally {
    agreed: usize,
    /// Mutants that both load and save with the same bytes.
    saved: usize,
    explained: BTreeMap<&'static str, usize>,
    groups: Groups,
}

impl Tally {
    /// Takes a judged mutant; tells whether it is worth keeping.
    fn take(&mut self, mutant: &Mutant, pair: Pair, folder: &Path) -> bool {
        if pair.agrees() {
            self.agreed += 1;
            self.saved += usize::from(matches!(pair.ours, Outcome::Saved(_)));
            return false;
        }
        if let Some(reason) = reasons::reason(mutant, &pair, folder) {
            *self.explained.entry(reason.name).or_default() += 1;
            return false;
        }
        let group = self.groups.entry(pair.signature()).or_default();
        group.push((mutant.clone(), pair));
        group.len() <= KEPT
    }
}

/// Judges mutants; leaves some of those that disagree in `work`.
pub(super) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let options = Options::parse(arguments)?;
    let work = work.join("mutants");
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let pool = Pool::read(shared, work.join("models"))?;
    let mut tally = Tally::default();
    for first in (0..options.count).step_by(BATCH) {
        let numbers = first..options.count.min(first + BATCH);
        let mutants: Vec<Mutant> = numbers.map(|number| pool.mutant(options.seed, number)).collect();
        mutants.iter().try_for_each(|mutant| mutant.write(&pool.folder))?;
        for (mutant, pair) in mutants.iter().zip(pairs(shared, &work, &pool.folder, &mutants)?) {
            if !tally.take(mutant, pair, &pool.folder) {
                mutant.remove(&pool.folder);
            }
        }
    }
    let mut summary = Summary { agreed: tally.agreed, known: KNOWN, ..Summary::default() };
    summary.notes.push(format!("{} of {} mutants are saved with the same bytes", tally.saved, options.count));
    for (name, count) in &tally.explained {
        summary.agreed += count;
        summary.notes.push(format!("{count} differ on purpose: {name}"));
    }
    let mut groups: Vec<(String, Vec<(Mutant, Pair)>)> = tally.groups.into_iter().collect();
    groups.sort_by(|(a, x), (b, y)| y.len().cmp(&x.len()).then_with(|| a.cmp(b)));
    if options.shrink {
        // To wait for each of many silent ones takes too long.
        let answered = |cases: &&(Mutant, Pair)| cases.1.theirs != Outcome::Silence;
        let firsts = groups.iter().filter_map(|(_, cases)| cases.first().filter(answered).cloned()).collect();
        let shrunk = shrink::shrink(shared, &work, &pool.folder, firsts)?;
        for (at, (mutant, pair)) in shrunk.iter().enumerate() {
            summary.notes.push(example(at, mutant, pair));
        }
    }
    for (signature, cases) in groups {
        for (mutant, pair) in cases.iter().take(1) {
            let file = &mutant.file;
            summary.notes.push(format!(
                "{} × {signature}\n    {file} ({})\n{}",
                cases.len(),
                mutant.story,
                pair.details()
            ));
        }
        summary.differences.extend(cases.iter().map(|(mutant, _)| format!("{}: {signature}", mutant.file)));
    }
    Ok(summary)
}

/// A mutant with all its documents.
fn example(at: usize, mutant: &Mutant, pair: &Pair) -> String {
    let mut out = format!("==== {at}. {}\n{}", pair.signature(), pair.details());
    for (file, bytes) in &mutant.written {
        let name = file.rsplit('/').next().unwrap_or(file);
        let _ = writeln!(out, "  -- {name}\n{}", String::from_utf8_lossy(bytes));
    }
    out
}
