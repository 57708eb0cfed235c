//! Compares modelwright with other implementations: with a running program, or with tables of its results.

#![expect(clippy::disallowed_methods, reason = "a program of the repository, which uses its own files")]

mod answered_nodes;
mod answers;
mod bindings;
mod cases;
mod catalogs;
mod checks;
mod compose;
mod corpus;
mod data;
mod edits;
mod emf;
mod encrypted;
mod expressions;
mod functions;
mod grammar;
mod halves;
mod hiera;
mod hiera5;
mod hierdiff;
#[cfg(unix)]
mod hostile;
mod imports;
mod instructions;
mod java;
mod judges;
mod known;
mod language;
mod languages;
mod lookups;
mod losses;
mod manifests;
mod mutants;
mod oracle;
mod peers;
mod places;
mod problems;
mod prove;
mod psych;
mod random;
mod rows;
mod ruby;
mod rust;
mod sample;
mod schemas;
mod sites;
mod speed;
mod table;
mod templates;
mod upgrade;
mod yaml;

use std::fmt;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo interop psych|cases|metamodels|instances|problems|language|hiera|places|emf|peers SHARED_DIRECTORY
       cargo interop dialect|instructions SHARED_DIRECTORY
       cargo interop rust SHARED_DIRECTORY [types] [values] [large]
       cargo interop speed SHARED_DIRECTORY [processes|curves]
       cargo interop answers SHARED_DIRECTORY [--program PATH] [--seed N] [--count N]
       cargo interop bindings|catalogs|checks|compose|data|edits|expressions|functions|hiera5|hierdiff|hostile|judges|lookups|losses|manifests|names|prove|rows|schemas|table|templates|upgrade|yaml SHARED_DIRECTORY [--seed N] [--count N]
       cargo interop imports SHARED_DIRECTORY [NAME…]
       cargo interop languages SHARED_DIRECTORY [NAME…] [--count N]
       cargo interop memory SHARED_DIRECTORY [PROGRAM]
       cargo interop mutants|texts SHARED_DIRECTORY [--seed N] [--count N] [--shrink]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        [comparison, shared, arguments @ ..] => run(comparison, Path::new(shared), arguments),
        _ => None,
    };
    let (text, code) = match result.unwrap_or_else(|| Err(USAGE.to_owned())) {
        Ok(text) => (text, ExitCode::SUCCESS),
        Err(text) => (text, ExitCode::FAILURE),
    };
    match writeln!(std::io::stdout().lock(), "{}", text.trim_end()) {
        Ok(()) => code,
        Err(_) => ExitCode::from(2),
    }
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// The number of cases that agree.
    pub(crate) agreed: usize,
    /// The differences, one text for each case.
    pub(crate) differences: Vec<String>,
    /// Other figures and remarks.
    pub(crate) notes: Vec<String>,
    /// The number of known differences without a reason; more are a failure.
    pub(crate) known: usize,
}

impl Summary {
    /// Records whether a case agrees, and otherwise how it differs.
    fn note(&mut self, agrees: bool, difference: impl FnOnce() -> String) {
        if agrees {
            self.agreed += 1;
        } else {
            self.differences.push(difference());
        }
    }

    /// Records a figure, and reports it at once.
    fn figure(&mut self, figure: String) {
        print_progress(&figure);
        self.notes.push(figure);
    }

    /// Reports an intermediate result, so that the findings are known even if the run is interrupted.
    fn printed(self, part: &str) -> Self {
        print_progress(&format!("{part}: {} of {} agree", self.agreed, self.agreed + self.differences.len()));
        self
    }

    /// Whether there are no differences except the known ones.
    fn is_as_expected(&self) -> bool {
        self.differences.len() <= self.known
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.differences.iter().chain(&self.notes) {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "{} of {} agree", self.agreed, self.agreed + self.differences.len())
    }
}

/// Reports progress, in addition to the report at the end.
fn print_progress(line: &str) {
    // A closed standard error is not a failure.
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// The directory of converted documents, which other tools read.
fn work() -> std::path::PathBuf {
    root().join("target/interop")
}

/// Copies a directory with its contents.
fn copy_directory(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_directory(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Runs the comparison with a name. Returns `None` if the name is unknown, or if the comparison accepts no
/// further arguments.
pub(crate) fn run(what: &str, shared: &Path, arguments: &[&str]) -> Option<Result<String, String>> {
    if !arguments.is_empty()
        && !matches!(
            what,
            "answers"
                | "bindings"
                | "catalogs"
                | "checks"
                | "compose"
                | "edits"
                | "expressions"
                | "functions"
                | "hiera5"
                | "hierdiff"
                | "hostile"
                | "data"
                | "imports"
                | "judges"
                | "languages"
                | "lookups"
                | "losses"
                | "mutants"
                | "texts"
                | "manifests"
                | "memory"
                | "names"
                | "prove"
                | "rows"
                | "rust"
                | "schemas"
                | "speed"
                | "table"
                | "templates"
                | "upgrade"
                | "yaml"
        )
    {
        return None;
    }
    let summaries = match what {
        "psych" => psych::run(shared).map(|s| vec![s]),
        "answers" => answers::run(shared, &work(), arguments).map(|s| vec![s]),
        "bindings" => bindings::run(shared, &work(), arguments),
        "catalogs" => catalogs::run(&work(), arguments),
        "cases" => cases::run(&work()).map(|s| vec![s]),
        "checks" => checks::run(arguments).map(|s| vec![s]),
        "metamodels" => emf::run(shared, false).map(Vec::from),
        "instances" => emf::run(shared, true).map(Vec::from),
        "problems" => problems::run(shared),
        "language" => language::run(shared, &work()),
        "languages" => languages::run(shared, &work(), arguments),
        "hiera" => hiera::run(shared, &work()).map(|s| vec![s]),
        "hiera5" => hiera5::run(&work(), arguments).map(|s| vec![s]),
        "hierdiff" => hierdiff::run(&work(), arguments).map(|s| vec![s]),
        // Conversions run first, because EMF checks their output.
        "emf" => hiera::run(shared, &work())
            .and_then(|s| Ok(vec![s.printed("ours"), oracle::run(shared, &work())?])),
        "mutants" => mutants::run(shared, &work(), arguments).map(|s| vec![s]),
        "texts" => mutants::texts::run(shared, &work(), arguments).map(|s| vec![s]),
        "compose" => compose::run(arguments),
        "edits" => edits::run(&work(), arguments).map(|s| vec![s]),
        "data" => data::run(&work(), arguments),
        "imports" => imports::run(shared, &work(), arguments),
        "judges" => judges::run(&work(), arguments),
        "losses" => losses::run(shared, &work(), arguments),
        #[cfg(unix)]
        "hostile" => hostile::run(&work(), arguments),
        #[cfg(unix)]
        "memory" => hostile::memory::run(&work(), arguments),
        #[cfg(unix)]
        "names" => hostile::names::run(&work(), arguments).map(|s| vec![s]),
        "lookups" => lookups::run(&work(), arguments).map(|s| vec![s]),
        "places" => places::run(shared, &work()),
        "prove" => prove::run(shared, &work(), arguments),
        "table" => table::run(shared, &work(), arguments).map(|s| vec![s]),
        "templates" => templates::run(&work(), arguments),
        "upgrade" => upgrade::run(shared, &work(), arguments),
        "expressions" => expressions::run(arguments),
        "functions" => functions::run(&work(), arguments),
        "manifests" => manifests::run(&work(), arguments),
        "instructions" => instructions::run(shared, &work()).map(|s| vec![s]),
        "speed" => speed::run(shared, &work(), arguments).map(|s| vec![s]),
        "yaml" => yaml::run(shared, arguments).map(|s| vec![s]),
        "dialect" => peers::dialect::run(shared, &work().join("peers")),
        "peers" => peers::run(shared, &work()),
        "rust" => rust::run(shared, &work(), arguments),
        "rows" => rows::run(shared, arguments),
        "schemas" => schemas::run(shared, &work(), arguments),
        _ => return None,
    };
    Some(summaries.and_then(|summaries| {
        let text: String = summaries.iter().map(ToString::to_string).collect();
        if summaries.iter().all(Summary::is_as_expected) { Ok(text) } else { Err(text) }
    }))
}
