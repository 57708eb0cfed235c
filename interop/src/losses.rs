//! Checks that no conversion loses anything silently. Documents that are converted to text, JSON or YAML and
//! back are saved with the same bytes as without this round trip, unless a loss was reported. The same
//! applies to declarations that are converted to `.ecore` and back.
//!
//! The documents are those of the corpus, even those that EMF rejects, and mutants of these documents; the
//! declarations are those of this repository's tests, and random ones. EMF is not used.

use super::emf::first_difference;
use super::mutants::documents::{MutatedDocument, MutatedDocuments};
use super::{Summary, corpus, judges, root};
use crate::sample::sample;
use modelwright::files::{Disk, Files as _};
use modelwright::formats::{Format, WriteOptions};
use modelwright::workspace::{LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostics, codes};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The mutants that are converted without options: their seed, and their number.
const SAMPLE: (u64, usize) = (1, 2_000);
/// The number of random metamodels for each hundred mutants.
const DECLARATIONS: usize = 10;
/// The directories of this repository that contain texts with declarations.
const TEXTS: [&str; 4] = [
    "crates/language/models",
    "crates/language/tests/arm7",
    "crates/language/tests/data/language",
    "examples/library",
];
/// The formats that documents are converted to and back, and how many documents of the sample lose something
/// silently in each. That number may only decrease.
const ROUND_TRIPS: [(&str, usize); 3] = [("pp", 0), ("json", 0), ("yaml", 0)];

/// The result of a round trip.
enum Outcome {
    /// The same bytes.
    Same,
    /// Other bytes, and a report of the loss; or a report that the format cannot express the document.
    Reported,
    /// Other bytes or a rejection, without a report.
    Silent(String),
}

/// Converts the documents of the corpus, and mutants, to all formats and back, and declarations to `.ecore` and back.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let mut round_trips = ROUND_TRIPS.map(RoundTrip::new);
    for kind in ["metamodels", "instances"] {
        for entry in corpus::listed(&shared.join("corpus"), kind)? {
            check_round_trips(&mut round_trips, &entry.workspace(), &entry.path(), &entry.file);
        }
    }
    let pool = MutatedDocuments::new(shared, &work.join("losses"))?;
    for number in 0..count {
        let MutatedDocument { path, models, description } = pool.write(seed, number)?;
        let workspace = Workspace { models, ..Workspace::default() };
        let name = format!("{} ({description})", path.display());
        if check_round_trips(&mut round_trips, &workspace, &path, &name) {
            pool.remove(seed, number);
        }
    }
    let mut summaries: Vec<Summary> = round_trips.into_iter().map(RoundTrip::finish).collect();
    summaries.push(declarations(seed, count)?.printed("declarations through .ecore"));
    Ok(summaries)
}

/// A format, and the results of its round trips.
struct RoundTrip {
    format: &'static str,
    summary: Summary,
    reported: usize,
}

impl RoundTrip {
    fn new((format, known): (&'static str, usize)) -> Self {
        Self { format, summary: Summary { known, ..Summary::default() }, reported: 0 }
    }

    fn finish(mut self) -> Summary {
        self.summary.notes.push(format!("{}: {} losses were reported", self.format, self.reported));
        self.summary.printed(&format!("documents through {}", self.format))
    }
}

/// Converts a document to all formats and back, if it can be loaded and saved; returns whether nothing is
/// lost silently.
fn check_round_trips(round_trips: &mut [RoundTrip], workspace: &Workspace, path: &Path, name: &str) -> bool {
    let own = if name.contains(".ecore") { "ecore" } else { "xmi" };
    let Ok(own) = format(own) else { return true };
    let direct = catch_unwind(AssertUnwindSafe(|| {
        let loaded = workspace.load(path, Some(own.into())).ok()?;
        let (bytes, _) = write(own, &loaded).ok()?;
        first_error(&loaded.diagnostics).is_none().then_some((loaded, bytes))
    }));
    let (loaded, direct) = match direct {
        Ok(Some(direct)) => direct,
        Ok(None) => return true,
        Err(_) => {
            round_trips[0].summary.differences.push(format!("{name}: PANIC"));
            return false;
        }
    };
    let mut whole = true;
    for round_trip in
        round_trips.iter_mut().filter(|round_trip| round_trip.format != "pp" || own.name() == "ecore")
    {
        let through = || through(workspace, &loaded, own, round_trip.format, &direct);
        let outcome = catch_unwind(AssertUnwindSafe(through));
        match outcome.unwrap_or_else(|_| Outcome::Silent("PANIC".to_owned())) {
            Outcome::Same => round_trip.summary.agreed += 1,
            Outcome::Reported => {
                round_trip.summary.agreed += 1;
                round_trip.reported += 1;
            }
            Outcome::Silent(why) => {
                round_trip.summary.differences.push(format!("{name}: {}: {why}", round_trip.format));
                whole = false;
            }
        }
    }
    whole
}

/// Converts a document to a format and back, with the same address, and compares it with the document that was saved
/// directly.
fn through(workspace: &Workspace, loaded: &LoadedDocument, own: &Format, by: &str, direct: &[u8]) -> Outcome {
    let Ok(by) = format(by) else { return Outcome::Silent("there is no such format".to_owned()) };
    let (text, losses) = match write(by, loaded) {
        Ok(written) => written,
        Err(_) => return Outcome::Reported,
    };
    // The command reports this loss for all formats except XML.
    let is_unknown_lost = !by.keeps_unknown && loaded.model.any().is_some();
    let is_reported = is_unknown_lost || losses.iter().any(|problem| problem.code == codes::LOSS);
    let uri = &loaded.model.document(loaded.document).uri;
    let read = match workspace.load_bytes(&format!("document.{}", by.name()), text, uri, by) {
        Ok(read) => read,
        Err(problem) => return Outcome::Silent(format!("cannot be read: {problem}")),
    };
    if let Some(problem) = first_error(&read.diagnostics) {
        return Outcome::Silent(format!("cannot be read: {problem}"));
    }
    match write(own, &read) {
        Ok((again, _)) if again == direct => Outcome::Same,
        Ok(_) if is_reported => Outcome::Reported,
        Ok((again, _)) => Outcome::Silent(first_difference(Some(&again), direct)),
        Err(problem) => Outcome::Silent(format!("cannot be written again: {problem}")),
    }
}

/// Converts declarations to `.ecore` and back: the result must be the same as if they are printed directly.
fn declarations(seed: u64, count: usize) -> Result<Summary, String> {
    let mut summary = Summary::default();
    for directory in TEXTS {
        let mut files: Vec<PathBuf> = fs::read_dir(root().join(directory))
            .map_err(|e| format!("{directory}: {e}"))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "pp"))
            .collect();
        files.sort();
        for file in files {
            let text = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            note(&mut summary, &file.display().to_string(), text);
        }
    }
    for number in 0..count * DECLARATIONS / 100 {
        note(&mut summary, &format!("random {number}"), judges::declarations(seed, number).into_bytes());
    }
    Ok(summary)
}

fn note(summary: &mut Summary, name: &str, text: Vec<u8>) {
    match by_ecore(text) {
        None => {}
        Some(Ok(())) => summary.agreed += 1,
        Some(Err(why)) => summary.differences.push(format!("{name}: {why}")),
    }
}

/// Declarations after conversion to `.ecore` and back; `None` if they are invalid.
fn by_ecore(text: Vec<u8>) -> Option<Result<(), String>> {
    let (workspace, ecore, pp) = (Workspace::default(), format("ecore").ok()?, format("pp").ok()?);
    let uri = Disk::new().uri(Path::new("/nowhere/declarations.pp"));
    let load = |bytes, format| {
        let loaded = workspace.load_bytes("declarations.pp", bytes, &uri, format).ok()?;
        first_error(&loaded.diagnostics).is_none().then_some(loaded)
    };
    let loaded = load(text, pp)?;
    let (direct, _) = write(pp, &loaded).ok()?;
    let by_way = || {
        let (saved, losses) = write(ecore, &loaded)?;
        let read = load(saved, ecore).ok_or("the .ecore cannot be read")?;
        let (again, _) = write(pp, &read)?;
        let is_reported = losses.iter().chain(&loaded.diagnostics).any(|problem| problem.code == codes::LOSS);
        if again == direct || is_reported { Ok(()) } else { Err(first_difference(Some(&again), &direct)) }
    };
    Some(by_way())
}

fn format(name: &str) -> Result<&'static Format, String> {
    Registry::standard().format(name).ok_or_else(|| format!("no format {name}"))
}

fn write(format: &Format, loaded: &LoadedDocument) -> Result<(Vec<u8>, Diagnostics), String> {
    let written = format.to_bytes(&loaded.model, loaded.document, &WriteOptions::default());
    written.map_err(|problems| first_error(&problems).unwrap_or_else(|| "cannot be written".to_owned()))
}

fn first_error(problems: &Diagnostics) -> Option<String> {
    problems.first_error().map(ToString::to_string)
}
