//! Shows problems: each form of them is one file and one line of the registry.
//!
//! Problems go to standard error, unless they are a command's result. No text of input that is shown can control a
//! terminal. This module does not know models; it only shows problems and records the highest severity.

mod baseline;

pub(super) use baseline::BaselineFlags;

use super::{Outcome, output};
use baseline::Baseline;
use clap::ValueEnum;
use modelwright::files::Files;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use std::io::{IsTerminal as _, Write};

/// Writes the document of problems, given as codes and texts.
type WriteDocument = fn(&[(Code, String)]) -> String;

/// A form of problems.
struct ProblemForm {
    /// The text of a problem, perhaps with colours of a terminal.
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
}

/// Shows problems and records their severities.
#[derive(Debug)]
pub(super) struct Report {
    format: ProblemFormat,
    worst: Outcome,
    errors: usize,
    warnings: usize,
    /// The problems of a document that is shown at the end, with their codes.
    collected: Vec<(Code, String)>,
    /// Whether problems are the result of the command.
    is_result: bool,
    /// The results that are known, and not shown.
    baseline: Option<Baseline>,
}

impl Report {
    pub(super) fn new(format: ProblemFormat) -> Self {
        Self {
            format,
            worst: Outcome::Fine,
            errors: 0,
            warnings: 0,
            collected: Vec::new(),
            is_result: false,
            baseline: None,
        }
    }

    /// The highest severity of the problems.
    pub(super) fn outcome(&self) -> Outcome {
        self.worst
    }

    /// Whether any problem was an error.
    pub(super) fn has_errors(&self) -> bool {
        self.worst > Outcome::Fine
    }

    /// How problems are shown; results of commands use the same format.
    pub(super) fn format(&self) -> ProblemFormat {
        self.format
    }

    /// Shows problems on standard error.
    pub(super) fn show(&mut self, diagnostics: &Diagnostics) {
        let colour = std::io::stderr().is_terminal();
        // If problems cannot be shown, the exit code still reports them.
        let _ = self.show_on(&mut anstream::stderr().lock(), diagnostics, colour);
    }

    /// Declares problems to be the result of the command, even if there are none, and sets the known ones.
    pub(super) fn expect_result(
        &mut self,
        baseline: &BaselineFlags,
        files: &dyn Files,
    ) -> Result<(), Diagnostics> {
        self.is_result = true;
        self.baseline = baseline.read(files)?;
        Ok(())
    }

    /// Declares that another process shows the problems.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has bounded processes"))]
    pub(super) fn leave_result(&mut self) {
        self.is_result = false;
    }

    /// Completes the baseline, and shows the document of all problems, if the form is one: on standard output if
    /// problems are the result of the command.
    pub(super) fn finish(&mut self) {
        if let Some(baseline) = self.baseline.take() {
            self.show(&baseline.finish());
        }
        let Some(document) = self.format.form().document else { return };
        if self.is_result {
            let shown = output::write_stdout(document(&self.collected).as_bytes());
            if let Err(problem) = shown {
                self.format = ProblemFormat::Human;
                self.show_one(*problem);
            }
        } else if !self.collected.is_empty() {
            // If problems cannot be shown, the exit code still reports them.
            let _ = anstream::stderr().write_all(document(&self.collected).as_bytes());
        }
    }

    /// Shows problems on standard output, for commands whose results are problems.
    pub(super) fn show_result(&mut self, diagnostics: &Diagnostics) {
        let colour = std::io::stdout().is_terminal();
        let unknown = self.baseline.as_mut().map(|baseline| {
            let mut unknown = diagnostics.without_problems();
            unknown.extend(diagnostics.iter().filter(|problem| !baseline.covers(problem)).cloned());
            unknown
        });
        let shown =
            self.show_on(&mut anstream::stdout().lock(), unknown.as_ref().unwrap_or(diagnostics), colour);
        if let Err(problem) = output::check_stdout(shown) {
            self.show_one(*problem);
        }
    }

    /// Shows one problem on standard error.
    pub(super) fn show_one(&mut self, diagnostic: Diagnostic) {
        let mut one = Diagnostics::new();
        one.push(diagnostic);
        self.show(&one);
    }

    fn show_on(&mut self, out: &mut impl Write, problems: &Diagnostics, colour: bool) -> std::io::Result<()> {
        for diagnostic in problems {
            self.count(diagnostic);
        }
        self.errors += problems.error_count();
        if problems.has_errors() {
            self.worst = self.worst.max(Outcome::Problems);
        }
        for diagnostic in problems {
            self.write_diagnostic(out, diagnostic, colour)?;
        }
        if problems.suppressed() > 0 {
            let message = format!("{} more problems are not shown", problems.suppressed());
            self.write_diagnostic(out, &Diagnostic::new(codes::LIMIT, Severity::Note, message), colour)?;
        }
        out.flush()
    }

    fn write_diagnostic(
        &mut self,
        out: &mut impl Write,
        diagnostic: &Diagnostic,
        colour: bool,
    ) -> std::io::Result<()> {
        let form = self.format.form();
        let text = (form.render)(diagnostic, colour);
        if form.document.is_some() {
            // These are not about what was checked.
            if diagnostic.severity == Severity::Note && diagnostic.labels.is_empty() {
                return Ok(());
            }
            self.collected.push((diagnostic.code, text));
            return Ok(());
        }
        writeln!(out, "{text}")
    }

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
                self.worst = self.worst.max(outcome);
            }
            Severity::Warning => self.warnings += 1,
            Severity::Note => {}
        }
    }

    /// `2 errors, 1 warning`, or nothing.
    pub(super) fn summary(&self) -> Option<String> {
        let count = |n: usize, word: &str| match n {
            0 => None,
            1 => Some(format!("1 {word}")),
            _ => Some(format!("{n} {word}s")),
        };
        let parts: Vec<String> =
            [count(self.errors, "error"), count(self.warnings, "warning")].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}
