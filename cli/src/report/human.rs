//! Problems for people: with the source line, in colour on a terminal.

use super::ProblemForm;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use modelwright_metamodel::diagnostic::{Diagnostic, Label, Severity, Source, printable, printable_line};
use std::sync::Arc;

pub(super) const FORM: ProblemForm = ProblemForm { render, document: None };

/// The length in bytes of the longest line that is shown; longer ones are generated data.
const MAX_LINE_LENGTH: usize = 2_000;

/// The number of labels that are shown; a chain of lookups may have hundreds.
const MAX_LABELS: usize = 10;

/// The text of a problem for people.
fn render(diagnostic: &Diagnostic, has_colour: bool) -> String {
    // Plain text has no colours.
    if !has_colour && let Some(text) = render_plain(diagnostic) {
        return text;
    }
    render_with_sources(diagnostic, has_colour)
}

/// A problem with its source lines and its help, laid out for the terminal.
fn render_with_sources(diagnostic: &Diagnostic, has_colour: bool) -> String {
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
    for (number, label) in diagnostic.labels.iter().take(MAX_LABELS).enumerate() {
        let is_primary = number == 0;
        match line_of(label) {
            // Labels of one line share a snippet, which would otherwise show the line again.
            Some(line) => match lines.iter_mut().find(|other| other.is_same_line(&line)) {
                Some(other) => other.annotations.push(line.annotation(label, is_primary)),
                None => lines.push(line.with_label(label, is_primary)),
            },
            None => places.push(position_note(label)),
        }
    }
    for line in lines {
        group = group.element(line.snippet());
    }
    let hidden_count = diagnostic.labels.len().saturating_sub(MAX_LABELS);
    if hidden_count > 0 {
        let noun = if hidden_count == 1 { "place is" } else { "places are" };
        places.push(format!("{hidden_count} more {noun} not shown; `--format json` lists them"));
    }
    for place in places {
        group = group.element(Level::NOTE.message(place));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help).into_owned()));
    }
    let renderer = if has_colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The text of a problem without places whose texts are printable ASCII, and `None` for others. It is the same text as
/// that of [`render_with_sources`], but faster: metamodels may have thousands of notes of this kind.
fn render_plain(diagnostic: &Diagnostic) -> Option<String> {
    let Diagnostic { message, help, .. } = diagnostic;
    let has_place =
        !diagnostic.labels.is_empty() || diagnostic.object.as_deref().is_some_and(|o| !o.is_empty());
    if has_place || !is_printable(message) || !help.as_deref().is_none_or(is_printable) {
        return None;
    }
    let head = format!("{}[{}]: {message}", diagnostic.severity.word(), diagnostic.code.id());
    Some(match help {
        Some(help) => format!("{head}\n |\n = help: {help}"),
        None => head,
    })
}

/// Whether a text consists of printable characters of ASCII.
fn is_printable(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// The text of a label whose line is not shown, and its position.
fn position_note(label: &Label) -> String {
    let position = label.position();
    let text = if label.text.is_empty() { String::new() } else { format!("{}: ", printable(&label.text)) };
    format!("{text}at {}:{}:{}", printable_line(label.source.name()), position.line, position.column)
}

/// A line of a source with all its labels.
struct Line<'d> {
    source: &'d Arc<Source>,
    number: usize,
    start: usize,
    text: &'d str,
    annotations: Vec<Annotation<'d>>,
}

/// The line that a label points at, unless it is too long to show, or secret.
fn line_of(label: &Label) -> Option<Line<'_>> {
    let number = label.position().line;
    let (start, text) = label.source.line(number)?;
    let line = Line { source: &label.source, number, start, text, annotations: Vec::new() };
    (text.len() <= MAX_LINE_LENGTH && !label.is_secret).then_some(line)
}

impl<'d> Line<'d> {
    /// Whether both are the same line of the same source.
    fn is_same_line(&self, other: &Self) -> bool {
        // Sources are compared by address, because two sources may have the same name.
        Arc::ptr_eq(self.source, other.source) && self.number == other.number
    }

    /// Adds a label.
    fn with_label(mut self, label: &'d Label, is_primary: bool) -> Self {
        self.annotations.push(self.annotation(label, is_primary));
        self
    }

    /// The part of the line that a label marks, and the text of the label.
    fn annotation(&self, label: &'d Label, is_primary: bool) -> Annotation<'d> {
        let from = label.range.start.saturating_sub(self.start).min(self.text.len());
        // A label may end on a later line, but only this line is shown.
        let to = label.range.end.saturating_sub(self.start).clamp(from, self.text.len());
        let kind = if is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        // The span is in the printed line, which escapes make longer.
        let printed_length = |end: usize| printable(&self.text[..end]).len();
        let annotation = kind.span(printed_length(from)..printed_length(to));
        if label.text.is_empty() { annotation } else { annotation.label(printable(&label.text)) }
    }

    /// The line as it is shown.
    fn snippet(self) -> Snippet<'d, Annotation<'d>> {
        let snippet = Snippet::source(printable(self.text)).path(printable_line(self.source.name()));
        let snippet = snippet.line_start(self.number);
        snippet.annotations(self.annotations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use modelwright_metamodel::diagnostic::codes;

    #[test]
    fn plain_problems_are_laid_out_as_all_others() {
        let note = Diagnostic::new(codes::RENAMED, Severity::Note, "`a.b` is <named> \"c\"");
        let warning = Diagnostic::warning(codes::RENAMED, "x".repeat(300));
        let error = Diagnostic::error(codes::LIMIT, "a  b ").help("c ".repeat(200));
        for problem in [note.clone().help("d"), note, warning, error] {
            let text = render_plain(&problem).expect("an ordinary problem");
            assert_eq!(text, render_with_sources(&problem, false));
        }
    }
}
