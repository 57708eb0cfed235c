//! Mutants: documents of the corpus with small changes, which EMF and modelwright read.
//!
//! The same seed yields the same mutants. Differences are grouped by their signature; a deliberate difference
//! has a reason, and each reason has a count. This module runs the comparison; the parts do not know it.

mod both;
mod bytes;
pub(super) mod documents;
mod judge;
pub(super) mod markup;
mod metamodels;
mod outcome;
mod pool;
mod rare_forms;
mod reasons;
mod shrink;
mod structure;
mod text;
pub(super) mod texts;
mod typed;
mod values;
mod xmi;

use super::Summary;
use super::known::{self, KnownCounts};
use crate::halves;
use both::pairs;
use judge::Judge;
use outcome::{Groups, Outcome, Pair};
use pool::{Mutant, Pool};
use shrink::Case;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The number of known differences without a reason in the sample of the continuous build. It may only decrease.
const KNOWN: usize = 0;
/// The number of mutants of that sample that each reason excuses.
const EXCUSED: KnownCounts = &[
    ("Java classes", 1),
    ("addresses that are not words", 1),
    ("endless", 4),
    ("other documents with errors", 1),
    ("packages by their place", 1),
    ("proxies in metamodels", 2),
    ("unsound metamodel", 1),
];
/// The sample: the first mutants of the first seed.
const SAMPLE: (u64, usize) = (1, 500);
/// The number of mutants in one run of EMF.
const BATCH: usize = 1000;
/// The options of the command line.
#[derive(Debug, Default)]
struct Options {
    seed: u64,
    count: usize,
    /// The number of the first mutant.
    from: usize,
    /// Whether to shrink an example of each group.
    shrink: bool,
    /// Whether to also show differences with a reason.
    all: bool,
    /// Documents to compare instead of mutants, one per line as in the oracle's lists.
    list: Option<PathBuf>,
}

impl Options {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self { seed: SAMPLE.0, count: SAMPLE.1, ..Self::default() };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if *word == "--list" {
                options.list = words.next().map(PathBuf::from);
                continue;
            }
            let mut number = || {
                let value = words.next().and_then(|value| value.parse::<u64>().ok());
                value.ok_or_else(|| format!("{word} must have a number"))
            };
            let size = |number: u64| usize::try_from(number).map_err(|e| e.to_string());
            match *word {
                "--seed" => options.seed = number()?,
                "--count" => options.count = size(number()?)?,
                "--from" => options.from = size(number()?)?,
                "--shrink" => options.shrink = true,
                "--all" => options.all = true,
                _ => {
                    return Err(format!(
                        "unknown option {word}; the options are --seed N, --count N, --from N, --list FILE, --shrink and --all"
                    ));
                }
            }
        }
        Ok(options)
    }
}

/// Totals of a run.
#[derive(Debug, Default)]
struct Tally {
    agreed: usize,
    /// Mutants that both sides load, and on which they agree completely.
    loaded: usize,
    explained: BTreeMap<&'static str, usize>,
    groups: Groups,
}

impl Tally {
    /// Adds the result of a mutant.
    fn add(&mut self, mutant: &Mutant, pair: Pair, verdict: Verdict, all: bool) {
        match verdict {
            Verdict::Agreed => {
                self.agreed += 1;
                self.loaded += usize::from(matches!(pair.ours, Outcome::Loaded(_)));
            }
            Verdict::Explained(name, signature) => {
                *self.explained.entry(name).or_default() += 1;
                if all {
                    self.groups
                        .entry(format!("({name}) {signature}"))
                        .or_default()
                        .push((mutant.clone(), pair));
                }
            }
            Verdict::Open(signature) => {
                self.groups.entry(signature).or_default().push((mutant.clone(), pair));
            }
        }
    }
}

/// The verdict on a mutant.
#[derive(Debug)]
enum Verdict {
    Agreed,
    /// All its differences are deliberate; with the name of the first difference's reason, and its signature.
    Explained(&'static str, String),
    /// The signature of the first difference without a reason.
    Open(String),
}

fn verdict(mutant: &Mutant, pair: &Pair, directory: &Path) -> Verdict {
    let mut first = None;
    for difference in pair.differences() {
        match reasons::reason(mutant, pair, difference, directory) {
            Some(reason) => first = first.or(Some((reason.name, difference))),
            None => return Verdict::Open(pair.signature(difference)),
        }
    }
    first.map_or(Verdict::Agreed, |(name, difference)| Verdict::Explained(name, pair.signature(difference)))
}

/// Compares mutants; those on which both sides disagree are written to `work`.
pub(super) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Summary, String> {
    let options = Options::parse(arguments)?;
    let work = work.join("mutants");
    fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let judge = Judge::new(shared, &work)?;
    if let Some(list) = &options.list {
        return listed(&judge, list);
    }
    let pool = Pool::read(shared, work.join("models"))?;
    let mut tally = Tally::default();
    let end = options.from + options.count;
    for first in (options.from..end).step_by(BATCH) {
        let numbers = first..end.min(first + BATCH);
        let mutants: Vec<Mutant> = numbers.map(|number| pool.mutant(options.seed, number)).collect();
        mutants.iter().try_for_each(|mutant| mutant.write(&pool.directory))?;
        for (mutant, pair) in mutants.iter().zip(pairs(&judge, &pool.directory, &mutants)?) {
            let (pair, found) = judge_again(&judge, &pool.directory, mutant, pair)?;
            let shown =
                matches!(found, Verdict::Open(_)) || options.all && matches!(found, Verdict::Explained(..));
            if !shown {
                mutant.remove(&pool.directory);
            }
            tally.add(mutant, pair, found, options.all);
        }
    }
    let mut summary = Summary { agreed: tally.agreed, known: KNOWN, ..Summary::default() };
    summary.notes.push(format!("{} of {} mutants are loaded and agree", tally.loaded, options.count));
    let joined = halves::JOINED.load(Ordering::Relaxed);
    summary.notes.push(format!("the halves of {joined} mutants were read by two threads and joined"));
    if (options.seed, options.from, options.count) == (SAMPLE.0, 0, SAMPLE.1) {
        known::enter(&mut summary, EXCUSED, tally.explained.iter().map(|(name, count)| (*name, *count)));
    }
    for (name, count) in &tally.explained {
        summary.agreed += count;
        summary.notes.push(format!("{count} differ deliberately: {name}"));
    }
    let mut groups: Vec<(String, Vec<(Mutant, Pair)>)> = tally.groups.into_iter().collect();
    groups.sort_by(|(a, x), (b, y)| y.len().cmp(&x.len()).then_with(|| a.cmp(b)));
    if options.shrink {
        let firsts = groups.iter().filter_map(|(signature, cases)| {
            let (mutant, pair) = cases.first()?.clone();
            Some(Case { mutant, pair, signature: signature.clone() })
        });
        for (at, case) in shrink::shrink(&judge, &pool.directory, firsts.collect())?.iter().enumerate() {
            summary.notes.push(example(at, case));
        }
    }
    for (signature, cases) in groups {
        if let Some((mutant, pair)) = cases.first() {
            let (file, description, details) = (&mutant.file, &mutant.description, pair.details());
            summary
                .notes
                .push(format!("{} × {signature}\n    {file} ({description})\n{details}", cases.len()));
        }
        summary.differences.extend(cases.iter().map(|(mutant, _)| format!("{}: {signature}", mutant.file)));
    }
    Ok(summary)
}

/// The verdict on a mutant. If both sides disagree, it is run again alone: mutants can damage the classes of
/// Ecore for later mutants, and a mutant that EMF did not finish may just be slow.
fn judge_again(
    judge: &Judge,
    directory: &Path,
    mutant: &Mutant,
    pair: Pair,
) -> Result<(Pair, Verdict), String> {
    let found = verdict(mutant, &pair, directory);
    if !matches!(found, Verdict::Open(_)) {
        return Ok((pair, found));
    }
    let judge = if pair.theirs == Outcome::NoResult { judge.with_long_time_limit() } else { judge.clone() };
    Ok(match pairs(&judge, directory, std::slice::from_ref(mutant))?.pop() {
        Some(again) => {
            let found = verdict(mutant, &again, directory);
            (again, found)
        }
        None => (pair, found),
    })
}

/// Compares the documents that a file lists, relative to its directory.
fn listed(judge: &Judge, list: &Path) -> Result<Summary, String> {
    let directory = list.parent().unwrap_or(Path::new(""));
    let lines = fs::read_to_string(list).map_err(|e| format!("{}: {e}", list.display()))?;
    let documents: Vec<Mutant> =
        lines.lines().filter(|line| !line.is_empty()).map(Mutant::unchanged).collect();
    let mut summary = Summary::default();
    for (document, pair) in documents.iter().zip(pairs(judge, directory, &documents)?) {
        let same = pair.differences().is_empty();
        let details = pair.details();
        summary.notes.push(format!("{}{}\n{details}", document.file, if same { "" } else { ": DIFFERENT" }));
        summary.note(same, || document.file.clone());
    }
    Ok(summary)
}

/// A mutant with all its documents.
fn example(at: usize, case: &Case) -> String {
    let mut out = format!("==== {at}. {}\n{}", case.signature, case.pair.details());
    for (file, bytes) in &case.mutant.written {
        let name = file.rsplit('/').next().unwrap_or(file);
        let _ = writeln!(out, "  -- {name}\n{}", String::from_utf8_lossy(bytes));
    }
    out
}
