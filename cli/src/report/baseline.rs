//! A baseline: the problems that are known, so that only new ones are shown.
//!
//! A problem is known by its code, its file, and what it is about: the object, the key, or else the message. Lines do
//! not count, so that edits elsewhere in a file change nothing. Invariant: equal problems give equal bytes.

use crate::output;
use clap::Args;
use modelwright::files::{Files, display_path, read_file};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, codes, printable_line};
use modelwright_metamodel::input::{Limits, decode_text};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the file format.
const VERSION: u64 = 1;

/// The baseline of a command whose results are problems.
#[derive(Debug, Args)]
pub(super) struct BaselineFlags {
    /// A file of known problems, which are counted, but not shown; entries that no problem matches are reported
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write the problems that are found to the file of --baseline
    #[arg(long, requires = "baseline")]
    update_baseline: bool,
}

/// What a problem is known by: its code, its file, and what it is about.
type Identity = (String, String, String);

/// The known problems during a run.
#[derive(Debug)]
pub(super) struct Baseline {
    path: PathBuf,
    /// How often each problem is expected but not found yet; with `is_updated`, how often it was found.
    problems: BTreeMap<Identity, u64>,
    is_updated: bool,
    /// The number of known problems that were found and not shown.
    known_count: u64,
}

impl BaselineFlags {
    /// The baseline, if there is one.
    pub(super) fn read(&self, files: &dyn Files) -> Result<Option<Baseline>, Diagnostics> {
        let Some(path) = &self.baseline else { return Ok(None) };
        // The old file is not read: it need not exist, and may be of another version.
        let problems = if self.update_baseline { BTreeMap::new() } else { read(path, files)? };
        Ok(Some(Baseline { path: path.clone(), problems, is_updated: self.update_baseline, known_count: 0 }))
    }
}

/// Reads the problems of a baseline, and how often each is expected.
fn read(path: &Path, files: &dyn Files) -> Result<BTreeMap<Identity, u64>, Diagnostics> {
    let (name, limits) = (display_path(path), Limits::default());
    let source = read_file(files, path, &limits).and_then(|bytes| decode_text(&name, bytes, &limits));
    let source = source.map_err(|problem| {
        Diagnostics::from((*problem).help("write the baseline first, with --update-baseline"))
    })?;
    parse(source.text()).ok_or_else(|| {
        let message = format!("{name} is not a baseline of version {VERSION}");
        let help = "write it again, with --update-baseline";
        Diagnostic::error(codes::WRONG_USE, message).help(help).into()
    })
}

/// The problems of a baseline; `None` if the text is not a baseline of this version.
fn parse(text: &str) -> Option<BTreeMap<Identity, u64>> {
    let baseline: Value = serde_json::from_str(text).ok()?;
    if baseline.get("version")?.as_u64()? != VERSION {
        return None;
    }
    let mut problems = BTreeMap::new();
    for problem in baseline.get("problems")?.as_array()? {
        let string_member = |name: &str| problem.get(name)?.as_str().map(str::to_owned);
        let identity = (string_member("code")?, string_member("file")?, string_member("about")?);
        // An entry may occur twice, such as after a merge in version control.
        *problems.entry(identity).or_insert(0) += problem.get("count")?.as_u64()?;
    }
    Some(problems)
}

/// Whether problems with a code concern the run, and not what is checked.
pub(super) fn is_failure_of_run(code: Code) -> bool {
    [codes::CANNOT_READ, codes::CANNOT_WRITE, codes::WRONG_USE].contains(&code)
}

/// The code, the file and the subject of a problem; without a subject, its message.
fn identity(problem: &Diagnostic) -> Identity {
    let file = problem.primary_label().map_or_else(String::new, |label| label.source.name().to_owned());
    let subjects = [&problem.object, &problem.key];
    let subject = subjects.into_iter().flatten().find(|name| !name.is_empty());
    (problem.code.id().to_owned(), file, subject.unwrap_or(&problem.message).clone())
}

impl Baseline {
    /// Counts a problem against the baseline. Returns whether the problem is known, and therefore not shown.
    pub(super) fn absorb(&mut self, problem: &Diagnostic) -> bool {
        // A file that cannot be read is a failure of this run, so it is always shown.
        if is_failure_of_run(problem.code) {
            return false;
        }
        let identity = identity(problem);
        if self.is_updated {
            *self.problems.entry(identity).or_insert(0) += 1;
        } else {
            match self.problems.get_mut(&identity) {
                // If there are more equal problems than in the baseline, the additional ones are new.
                Some(count) if *count > 0 => *count -= 1,
                _ => return false,
            }
        }
        self.known_count += 1;
        true
    }

    /// Writes the baseline if it is updated; returns notes about it, and entries that no problem matched.
    pub(super) fn finish(self) -> Diagnostics {
        let name = display_path(&self.path);
        let noun = if self.known_count == 1 { "problem" } else { "problems" };
        let mut notes = Diagnostics::new();
        if self.is_updated {
            // The baseline is written at the end, when all problems were counted.
            match output::write_file(&self.path, self.text().as_bytes()) {
                Ok(()) => notes.push(note(format!("{name} has {} known {noun}", self.known_count))),
                Err(problem) => notes.push(*problem),
            }
            return notes;
        }
        for ((code, file, about), count) in self.problems.iter().filter(|(_, count)| **count > 0) {
            let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
            let place = if file.is_empty() { String::new() } else { format!(" in {}", printable_line(file)) };
            let message = format!("{name} lists {code}{place}, which was not found{times}: {about}");
            let problem = Diagnostic::warning(codes::BASELINE, message);
            notes.push(problem.help("remove the entry with --update-baseline"));
        }
        if self.known_count > 0 {
            let verb = if self.known_count == 1 { "is" } else { "are" };
            notes.push(note(format!("{} known {noun} of {name} {verb} not shown", self.known_count)));
        }
        notes
    }

    /// The file, sorted, with one problem on each line.
    fn text(&self) -> String {
        // One line for each problem gives small differences in version control.
        let mut lines = Vec::new();
        for ((code, file, about), count) in &self.problems {
            lines.push(json!({ "code": code, "file": file, "about": about, "count": count }).to_string());
        }
        let (open, close) = if lines.is_empty() { ("[", "]") } else { ("[\n", "\n]") };
        format!("{{\"version\":{VERSION},\"problems\":{open}{}{close}}}\n", lines.join(",\n"))
    }
}

fn note(message: String) -> Diagnostic {
    use modelwright_metamodel::diagnostic::Severity;
    Diagnostic::new(codes::BASELINE, Severity::Note, message)
}
