//! Shows problems: for people with the source line, for programs as JSON.
//!
//! Problems go to standard error, unless they are a command's result. No text of input that is shown can control a
//! terminal. This module does not know models; it only shows problems and records the highest severity.

use super::{Outcome, ProblemFormat, output};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Label, Severity, Source, codes};
use modelwright_metamodel::diagnostic::{printable, printable_json, printable_line};
use std::io::{IsTerminal as _, Write};
use std::sync::Arc;

/// Longer lines are not shown: they are generated data.
const LONGEST_LINE: usize = 2_000;

/// Shows problems and records their severities.
#[derive(Debug)]
pub(super) struct Report {
    format: ProblemFormat,
    worst: Outcome,
    errors: usize,
    warnings: usize,
}

impl Report {
    pub(super) fn new(format: ProblemFormat) -> Self {
        Self { format, worst: Outcome::Fine, errors: 0, warnings: 0 }
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

    /// Shows problems on standard output, for commands whose results are problems.
    pub(super) fn show_result(&mut self, diagnostics: &Diagnostics) {
        let colour = std::io::stdout().is_terminal();
        let shown = self.show_on(&mut anstream::stdout().lock(), diagnostics, colour);
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
        &self,
        out: &mut impl Write,
        diagnostic: &Diagnostic,
        colour: bool,
    ) -> std::io::Result<()> {
        let text = match self.format {
            ProblemFormat::Human => render_for_terminal(diagnostic, colour),
            ProblemFormat::Json => render_json(diagnostic),
        };
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

fn render_for_terminal(diagnostic: &Diagnostic, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut message = printable(&diagnostic.message).into_owned();
    if let Some(object) = diagnostic.object.as_deref().filter(|o| !o.is_empty()) {
        message = format!("{}: {message}", printable_line(object));
    }
    let mut group = Group::with_title(level.primary_title(message).id(diagnostic.code.id()));
    let mut places = Vec::new();
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (at, label) in diagnostic.labels.iter().enumerate() {
        match line_of(label) {
            Some(line) => match lines.iter_mut().find(|other| other.is(&line)) {
                Some(other) => other.annotations.push(line.annotation(label, at == 0)),
                None => lines.push(line.with(label, at == 0)),
            },
            None => places.push(position_note(label)),
        }
    }
    for line in lines {
        group = group.element(line.snippet());
    }
    for place in places {
        group = group.element(Level::NOTE.message(place));
    }
    // A problem without help refers to its explanation.
    let explained = || {
        (diagnostic.severity == Severity::Error)
            .then(|| format!("see `modelwright explain {}`", diagnostic.code))
    };
    if let Some(help) = diagnostic.help.clone().or_else(explained) {
        group = group.element(Level::HELP.message(printable(&help).into_owned()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

fn position_note(label: &Label) -> String {
    let position = label.position();
    let what = if label.text.is_empty() { String::new() } else { format!("{}: ", printable(&label.text)) };
    format!("{what}at {}:{}:{}", printable_line(label.source.name()), position.line, position.column)
}

/// A line of a source with all its labels.
struct Line<'d> {
    source: &'d Arc<Source>,
    number: usize,
    start: usize,
    text: &'d str,
    annotations: Vec<Annotation<'d>>,
}

/// The line that a label points at, unless it is too long to show.
fn line_of(label: &Label) -> Option<Line<'_>> {
    let number = label.position().line;
    let (start, text) = label.source.line(number)?;
    let line = Line { source: &label.source, number, start, text, annotations: Vec::new() };
    (text.len() <= LONGEST_LINE).then_some(line)
}

impl<'d> Line<'d> {
    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.source, other.source) && self.number == other.number
    }

    fn with(mut self, label: &'d Label, primary: bool) -> Self {
        self.annotations.push(self.annotation(label, primary));
        self
    }

    fn annotation(&self, label: &'d Label, primary: bool) -> Annotation<'d> {
        let from = label.range.start.saturating_sub(self.start).min(self.text.len());
        let to = label.range.end.saturating_sub(self.start).clamp(from, self.text.len());
        let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        // Escapes make the line longer.
        let shown = |end: usize| printable(&self.text[..end]).len();
        let annotation = kind.span(shown(from)..shown(to));
        if label.text.is_empty() { annotation } else { annotation.label(printable(&label.text)) }
    }

    fn snippet(self) -> Snippet<'d, Annotation<'d>> {
        let snippet = Snippet::source(printable(self.text)).path(printable_line(self.source.name()));
        let snippet = snippet.line_start(self.number);
        snippet.annotations(self.annotations)
    }
}

fn render_json(diagnostic: &Diagnostic) -> String {
    let places: Vec<serde_json::Value> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let position = label.position();
            serde_json::json!({
                "file": label.source.name(),
                "line": position.line,
                "column": position.column,
                "text": label.text,
            })
        })
        .collect();
    let json = serde_json::json!({
        "code": diagnostic.code.id(),
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "object": diagnostic.object,
        "places": places,
        "help": diagnostic.help,
    })
    .to_string();
    printable_json(&json).into_owned()
}
