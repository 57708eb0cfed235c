//! Shows problems: each form of problems is one file and one line of the registry.
//!
//! Problems go to standard error, unless they are a command's result. Problems that are shown together are sorted by
//! file and position. No input text that is shown can control a terminal. This module does not know models; it only
//! shows problems and records the highest severity.

mod baseline;
mod flags;
mod severities;

pub(super) use flags::ReportFlags;
pub(super) use markdown::{code, escaped, fence};
pub(super) use severities::ResultFlags;

use super::{Outcome, output, sources, trace};
use baseline::Baseline;
use clap::ValueEnum;
use modelwright::files::Files;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Label, Severity, codes};
use severities::Severities;
use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::io::{IsTerminal as _, Write};
use std::path::Path;

/// Writes the document of problems, given as codes and texts.
type WriteDocument = fn(&[(Code, String)]) -> String;

/// A form of problems.
struct ProblemForm {
    /// The text of a problem. The argument `has_colour` permits the colours of a terminal, which not all forms have.
    render: fn(&Diagnostic, bool) -> String,
    /// The document of all problems of a run; without it, each problem is shown when it is found.
    document: Option<WriteDocument>,
}

/// Declares the file of each form, which has a `FORM`, and lists the forms.
macro_rules! registry {
    ($($(#[doc = $doc:literal])+ $file:ident as $name:ident,)+) => {
        $(mod $file;)+

        /// How problems are shown.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub(super) enum ProblemFormat {
            $($(#[doc = $doc])+ $name,)+
        }

        impl ProblemFormat {
            fn form(self) -> ProblemForm {
                match self {
                    $(Self::$name => $file::FORM,)+
                }
            }
        }
    };
}

// The registry of forms, in the order in which help lists them.
registry! {
    /// For people: with the source line, in colour on a terminal
    human as Human,
    /// For programs: one JSON object on each line
    json as Json,
    /// For code scanning and editors: one SARIF 2.1.0 document
    sarif as Sarif,
    /// For GitHub Actions: one workflow command on each line, which annotates the lines of a pull request
    github as Github,
    /// Markdown, for comments on pull requests
    markdown as Markdown,
}

/// A stream on which problems are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Output,
    Error,
}

/// The first code of problems in Hiera data, bindings and catalogs. If such a problem is in a `.pp` file, the file is a
/// manifest and not a metamodel.
const FIRST_SITE_CODE: &str = "MW08";

/// The size of texts that are written together.
const MAX_BLOCK_LENGTH: usize = 16_384;

/// The number of problems after which no more are remembered.
// A run over many files must not use more memory with each problem.
const MAX_KNOWN_PROBLEMS: usize = 100_000;

/// Writes and empties a text.
fn write_block(stream: Stream, block: &mut String) -> std::io::Result<()> {
    let text = std::mem::take(block);
    match stream {
        _ if text.is_empty() => Ok(()),
        Stream::Output => anstream::stdout().lock().write_all(text.as_bytes()),
        Stream::Error => anstream::stderr().lock().write_all(text.as_bytes()),
    }
}

/// Shows problems and records their severities.
#[derive(Debug)]
pub(super) struct Report {
    flags: ReportFlags,
    worst: Outcome,
    errors: usize,
    warnings: usize,
    /// The number of problems that were shown.
    shown_count: usize,
    /// The number of problems that were not shown, because the maximum was reached.
    hidden_count: usize,
    /// The problems of a document that is shown at the end, with their codes.
    collected: Vec<(Code, String)>,
    /// Whether problems are the result of the command.
    is_result: bool,
    /// The results that are known, and not shown.
    baseline: Option<Baseline>,
    /// The severities that the user gives to codes.
    severities: Severities,
    /// The hashes of the problems of earlier documents, so that problems of a metamodel are shown once for all
    /// documents.
    known_hashes: HashSet<u64>,
}

impl Report {
    pub(super) fn new(flags: ReportFlags) -> Self {
        flags.set_colour();
        if flags.verbose {
            trace::show();
        }
        Self {
            flags,
            worst: Outcome::Done,
            errors: 0,
            warnings: 0,
            shown_count: 0,
            hidden_count: 0,
            collected: Vec::new(),
            is_result: false,
            baseline: None,
            severities: Severities::default(),
            known_hashes: HashSet::new(),
        }
    }

    /// The highest severity of the problems.
    pub(super) fn outcome(&self) -> Outcome {
        self.worst
    }

    /// Whether any problem was an error.
    pub(super) fn has_errors(&self) -> bool {
        self.worst > Outcome::Done
    }

    /// How problems are shown; results of commands use the same format.
    pub(super) fn format(&self) -> ProblemFormat {
        self.flags.format
    }

    /// Whether only errors are shown.
    pub(super) fn is_quiet(&self) -> bool {
        self.flags.quiet
    }

    /// Whether one of these problems is an error, perhaps because warnings are errors in this run.
    pub(super) fn has_error_among(&self, problems: &Diagnostics) -> bool {
        unstored_errors(problems) > 0
            || problems.iter().any(|problem| self.severity(problem) == Some(Severity::Error))
    }

    /// Shows problems on standard error.
    pub(super) fn show(&mut self, diagnostics: &Diagnostics) {
        // If problems cannot be shown, the exit code still reports them.
        let _ = self.show_on(Stream::Error, diagnostics);
    }

    /// Declares problems to be the result of the command, even if there are none, and sets the baseline and the
    /// severities of codes.
    pub(super) fn expect_result(
        &mut self,
        flags: &ResultFlags,
        files: &dyn Files,
    ) -> Result<(), Diagnostics> {
        self.is_result = true;
        self.severities = flags.severities();
        self.baseline = flags.baseline.read(files)?;
        Ok(())
    }

    /// Declares that another process shows the problems.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has bounded processes"))]
    pub(super) fn leave_result(&mut self) {
        self.is_result = false;
    }

    /// Completes the baseline, counts the problems that were not shown, and shows the document of all problems, if the
    /// form is a document: on standard output if problems are the result of the command.
    pub(super) fn finish(&mut self) {
        self.show_number_of_hidden();
        if let Some(baseline) = self.baseline.take() {
            // The notes about the baseline are shown first, because the document contains them as well.
            self.show(&baseline.finish());
        }
        let Some(document) = self.flags.format.form().document else { return };
        if self.is_result {
            let write_result = output::write_stdout(document(&self.collected).as_bytes());
            if let Err(problem) = write_result {
                // In the form of a document, the problem would only be collected for the document that cannot be
                // written.
                self.flags.format = ProblemFormat::Human;
                self.show_one(*problem);
            }
        } else if !self.collected.is_empty() {
            // If problems cannot be shown, the exit code still reports them.
            let _ = anstream::stderr().write_all(document(&self.collected).as_bytes());
        }
    }

    /// Shows how many problems were not shown, on the stream of the shown ones.
    pub(super) fn show_number_of_hidden(&mut self) {
        let hidden = std::mem::take(&mut self.hidden_count);
        if hidden == 0 {
            return;
        }
        let note = number_of_hidden(hidden).help("show all of them with `--max-problems all`");
        let stream = if self.is_result { Stream::Output } else { Stream::Error };
        let write_result = self.write_problems(stream, [&note]);
        // If standard error cannot be written, no message can be shown; the exit code still reports the problems.
        if stream == Stream::Output
            && let Err(problem) = output::check_stdout(write_result)
        {
            self.show_one(*problem);
        }
    }

    /// Shows problems on standard output, for commands whose results are problems.
    pub(super) fn show_result(&mut self, diagnostics: &Diagnostics) {
        let severities = &self.severities;
        let new_problems = self.baseline.as_mut().map(|baseline| {
            let mut new_problems = diagnostics.without_problems();
            // A problem that is not shown must not use up an entry of the baseline.
            let mut is_new =
                |problem: &&Diagnostic| severities.of(problem).is_some() && !baseline.absorb(problem);
            new_problems.extend(diagnostics.iter().filter(|problem| is_new(problem)).cloned());
            new_problems
        });
        let write_result = self.show_on(Stream::Output, new_problems.as_ref().unwrap_or(diagnostics));
        if let Err(problem) = output::check_stdout(write_result) {
            self.show_one(*problem);
        }
    }

    /// Shows one problem on standard error.
    pub(super) fn show_one(&mut self, diagnostic: Diagnostic) {
        let mut problems = Diagnostics::new();
        problems.push(diagnostic);
        self.show(&problems);
    }

    /// Shows the problems that were not shown for an earlier document, and counts those beyond the maximum.
    fn show_on(&mut self, stream: Stream, problems: &Diagnostics) -> std::io::Result<()> {
        let max = self.flags.most_problems(match stream {
            Stream::Output => std::io::stdout().is_terminal(),
            Stream::Error => std::io::stderr().is_terminal(),
        });
        let mut sorted_problems: Vec<Cow<'_, Diagnostic>> =
            problems.iter().filter_map(|problem| self.with_severity(problem)).collect();
        self.drop_known(&mut sorted_problems);
        self.errors += unstored_errors(problems);
        if unstored_errors(problems) > 0 {
            self.worst = self.worst.max(Outcome::Problems);
        }
        // The problems are counted before any of them is left out, because the exit code and the summary are about all
        // problems.
        sorted_problems.iter().for_each(|diagnostic| self.count(diagnostic));
        if self.flags.quiet {
            sorted_problems.retain(|diagnostic| diagnostic.severity == Severity::Error);
        }
        sort_by_place(&mut sorted_problems);
        // The number is limited after sorting, so that problems that cause others are among the shown ones.
        let shown_now = max.saturating_sub(self.shown_count).min(sorted_problems.len());
        self.shown_count += shown_now;
        self.hidden_count += sorted_problems.len() - shown_now;
        self.write_problems(stream, sorted_problems.iter().take(shown_now).map(|problem| &**problem))?;
        if self.hidden_count > 0 {
            self.hidden_count += problems.suppressed();
        } else if problems.suppressed() > 0 && !self.flags.quiet {
            self.write_problems(stream, [&number_of_hidden(problems.suppressed())])?;
        }
        Ok(())
    }

    /// Removes the problems that were shown for an earlier document, and records the others.
    fn drop_known(&mut self, problems: &mut Vec<Cow<'_, Diagnostic>>) {
        let hashes: Vec<Option<u64>> = problems.iter().map(|problem| place_hash(problem)).collect();
        // Problems are compared only with those of earlier documents: within one document, every problem is shown.
        let mut are_new =
            hashes.iter().map(|hash| hash.is_none_or(|hash| !self.known_hashes.contains(&hash)));
        problems.retain(|_| are_new.next().unwrap_or(true));
        if self.known_hashes.len() < MAX_KNOWN_PROBLEMS {
            self.known_hashes.extend(hashes.into_iter().flatten());
        }
    }

    /// Shows problems, or collects them for the document that is shown at the end.
    fn write_problems<'d>(
        &mut self,
        stream: Stream,
        problems: impl IntoIterator<Item = &'d Diagnostic>,
    ) -> std::io::Result<()> {
        let form = self.flags.format.form();
        let colour = match stream {
            Stream::Output => self.flags.has_colour(&std::io::stdout()),
            Stream::Error => self.flags.has_colour(&std::io::stderr()),
        };
        let mut block = String::new();
        for diagnostic in problems {
            let text = (form.render)(diagnostic, colour);
            if form.document.is_none() {
                block.push_str(&text);
                block.push('\n');
                // Problems are written in blocks: there may be very many, and each access to the stream costs more than
                // most of them.
                if block.len() > MAX_BLOCK_LENGTH {
                    write_block(stream, &mut block)?;
                }
            } else if diagnostic.severity != Severity::Note || !diagnostic.labels.is_empty() {
                // Notes without a position are not about what was checked, so they are left out.
                self.collected.push((diagnostic.code, text));
            }
        }
        write_block(stream, &mut block)
    }

    /// The severity of a problem in this run; `None` if it is not shown.
    fn severity(&self, problem: &Diagnostic) -> Option<Severity> {
        match self.severities.of(problem)? {
            // A severity that the user gives to a code takes precedence over `--warnings-as-errors`.
            Severity::Warning if self.flags.warnings_as_errors && !self.severities.names(problem.code) => {
                Some(Severity::Error)
            }
            severity => Some(severity),
        }
    }

    /// A problem with its severity in this run; `None` if it is not shown.
    fn with_severity<'d>(&self, problem: &'d Diagnostic) -> Option<Cow<'d, Diagnostic>> {
        let severity = self.severity(problem)?;
        Some(if severity == problem.severity {
            Cow::Borrowed(problem)
        } else {
            Cow::Owned(Diagnostic { severity, ..problem.clone() })
        })
    }

    /// Counts a problem by its severity; an error may change the outcome.
    fn count(&mut self, diagnostic: &Diagnostic) {
        let code = diagnostic.code;
        let outcome = if code == codes::CANNOT_READ || code == codes::CANNOT_WRITE {
            Outcome::Io
        } else if code == codes::WRONG_USE {
            Outcome::Usage
        } else {
            Outcome::Problems
        };
        match diagnostic.severity {
            Severity::Error => {
                self.errors += 1;
                self.worst = self.worst.max(outcome);
            }
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
    }

    /// The numbers of errors and warnings, such as `2 errors, 1 warning`; `None` if there are neither.
    pub(super) fn summary(&self) -> Option<String> {
        let counts: Vec<String> = [counted(self.errors, "error"), counted(self.warnings, "warning")]
            .into_iter()
            .flatten()
            .collect();
        (!counts.is_empty()).then(|| counts.join(", "))
    }
}

/// A hash of a problem with its places; `None` if it has no place.
fn place_hash(problem: &Diagnostic) -> Option<u64> {
    if problem.labels.is_empty() {
        return None;
    }
    // The lines of excerpts of one file, such as its records, distinguish equal offsets.
    let places: Vec<_> = problem
        .labels
        .iter()
        .map(|label| {
            let Label { source, range, .. } = label;
            (source.name().to_owned(), source.first_line(), range.start, range.end)
        })
        .collect();
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    Some(hasher.hash_one((problem.code, &problem.message, places)))
}

/// Sorts problems by file and position. Problems without a position come first, because they may cause others, as a
/// missing metamodel does; for the same reason, metamodels come before documents.
fn sort_by_place(problems: &mut [Cow<'_, Diagnostic>]) {
    // The key contains a name and a position, so it is computed once for each problem.
    problems.sort_by_cached_key(|problem| match problem.primary_label() {
        Some(label) => {
            let name = label.source.name();
            // In a site, `.pp` files are manifests, not metamodels.
            let is_metamodel = sources::is_metamodel(Path::new(name)) && problem.code.id() < FIRST_SITE_CODE;
            let rank = if is_metamodel { 1 } else { 2 };
            (rank, name.to_owned(), problem.is_consequence(), Some(label.position()))
        }
        // A note causes no other problem, so a note without a position is last.
        None => (if problem.severity == Severity::Note { 3 } else { 0 }, String::new(), false, None),
    });
}

/// The number of errors that were counted, but not stored.
fn unstored_errors(problems: &Diagnostics) -> usize {
    let stored_errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    problems.error_count() - stored_errors.count()
}

/// The note about the number of problems that are not shown.
fn number_of_hidden(count: usize) -> Diagnostic {
    let (noun, verb) = if count == 1 { ("problem", "is") } else { ("problems", "are") };
    let message = format!("{count} more {noun} {verb} not shown");
    Diagnostic::new(codes::LIMIT, Severity::Note, message)
}

/// A number with its noun, such as `1 error` or `2 errors`; `None` for 0.
fn counted(count: usize, word: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{count} {word}s")),
    }
}
