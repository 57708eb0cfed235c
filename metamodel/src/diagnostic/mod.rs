//! Diagnostics: one value type for every problem, with spans in its sources.
//!
//! Invariants: a [`Diagnostic`] always has a registered [`Code`]; the range of a [`Label`] is always within its
//! [`Source`], on character boundaries. This module does not know models, and it neither prints problems nor decides
//! whether they end the program.

mod code;
pub mod codes;
mod feature_spans;
mod fix;
mod ignores;
mod phrases;
mod printable;
mod source;
mod suggest;

pub use code::Code;
pub use feature_spans::{FeatureSpans, show_features};
pub use fix::{Edit, Fix};
pub use ignores::silence;
pub use phrases::join_names;
pub use phrases::shorten;
pub use phrases::{
    bad_value, containment_help, describe_text, duplicate_id, join_choices, missing_target, name_help,
    target_of_other_class, unknown_class, unknown_feature, unknown_package,
};
pub use printable::{is_unprintable, printable, printable_json, printable_line};
pub use source::{Position, Source};
pub use suggest::{Suggestions, nearest};

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information about something that is not wrong.
    Note,
    /// The input is probably not intended; the result is usable.
    Warning,
    /// The input is wrong; the result is incomplete or absent.
    Error,
}

impl Severity {
    /// The lower-case name, as every output format uses it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A span of a source, with a note about it.
#[derive(Debug, Clone)]
pub struct Label {
    /// The source.
    pub source: Arc<Source>,
    /// Byte offsets into [`Source::text`].
    pub range: Range<usize>,
    /// The note; may be empty.
    pub text: String,
    /// Whether the range contains a secret, so that no report shows its text.
    pub is_secret: bool,
}

impl Label {
    /// Line and column (both from 1) where the label starts.
    #[must_use]
    pub fn position(&self) -> Position {
        self.source.position(self.range.start)
    }

    /// Line and column after the last character of the label.
    #[must_use]
    pub fn end(&self) -> Position {
        self.source.position(self.range.end)
    }
}

/// The maximum length of texts in problems. They are cut, because they quote input of any length, and thousands of them
/// may be stored.
const MAX_TEXT_LENGTH: usize = 4_000;

/// The maximum total length of the objects' addresses that are stored in full. Later addresses are cut like other
/// texts.
const MAX_ADDRESS_BYTES: usize = 64 << 20;

/// Cuts a text of a problem to the maximum length.
fn truncate(text: String) -> String {
    if text.len() <= MAX_TEXT_LENGTH {
        return text;
    }
    // The cut must be between two characters, because slicing a text inside of a character panics.
    let end = (0..=MAX_TEXT_LENGTH).rev().find(|offset| text.is_char_boundary(*offset)).unwrap_or(0);
    format!("{}…", &text[..end])
}

/// One problem: its description, its position, and how to correct it.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The stable code, e.g. `MW0204`.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// What was expected and what was found, in one sentence.
    pub message: String,
    /// The spans that the problem concerns; the first one is the primary span.
    pub labels: Vec<Label>,
    /// How to correct the problem.
    pub help: Option<String>,
    /// The address of the object with the problem, as a fragment such as `//@books.0`.
    pub object: Option<String>,
    /// The name of the object's feature with the problem.
    pub feature: Option<String>,
    /// The key of the data that the problem concerns.
    pub key: Option<String>,
    /// A correction that programs can apply.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A problem that makes the input unusable as it is.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, message)
    }

    /// A problem that leaves the result usable.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, message)
    }

    /// A problem of the given severity.
    #[must_use]
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        let message = truncate(message.into());
        Self {
            code,
            severity,
            message,
            labels: Vec::new(),
            help: None,
            object: None,
            feature: None,
            key: None,
            fix: None,
        }
    }

    /// Adds a span; the first added span is the primary one.
    #[must_use]
    pub fn at(self, source: &Arc<Source>, range: Range<usize>) -> Self {
        self.label(source, range, "")
    }

    /// Adds a span with a note.
    #[must_use]
    pub fn label(mut self, source: &Arc<Source>, range: Range<usize>, text: impl Into<String>) -> Self {
        let range = source.clip(range);
        let text = truncate(text.into());
        self.labels.push(Label { source: Arc::clone(source), range, text, is_secret: false });
        self
    }

    /// Sets the help: how to correct the problem.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        // Help may quote names of the input, too.
        self.help = Some(truncate(help.into()));
        self
    }

    /// Sets the address of the object with the problem. The address is not cut to the maximum length of texts, because
    /// it is used for lookups.
    #[must_use]
    pub fn object(mut self, address: impl Into<String>) -> Self {
        self.object = Some(address.into());
        self
    }

    /// Sets the name of the feature with the problem.
    #[must_use]
    pub fn feature(mut self, name: impl Into<String>) -> Self {
        self.feature = Some(name.into());
        self
    }

    /// Sets the key of the data that the problem concerns.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(truncate(key.into()));
        self
    }

    /// Sets a correction that programs can apply.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// The primary span, if the problem has any spans.
    #[must_use]
    pub fn primary_label(&self) -> Option<&Label> {
        self.labels.first()
    }

    /// Whether this is the note about references to objects that were not read, which follows from other problems.
    ///
    /// ```
    /// use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
    ///
    /// let note = Diagnostic::new(codes::UNRESOLVED_REFERENCE, Severity::Note, "2 references may refer to others");
    /// assert!(note.is_consequence());
    /// assert!(!Diagnostic::error(codes::UNRESOLVED_REFERENCE, "no `x`").is_consequence());
    /// ```
    #[must_use]
    pub fn is_consequence(&self) -> bool {
        self.code == codes::UNRESOLVED_REFERENCE && self.severity == Severity::Note
    }
}

/// One line: `FILE:LINE:COLUMN: SEVERITY[CODE]: OBJECT: MESSAGE (HELP)`, without the parts that the problem does not have.
/// Characters that control terminals are escaped.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = self.primary_label() {
            let Position { line, column } = label.position();
            write!(f, "{}:{line}:{column}: ", OneLine(label.source.name()))?;
        }
        write!(f, "{}[{}]: ", self.severity.word(), self.code)?;
        if let Some(object) = self.object.as_deref().filter(|address| !address.is_empty()) {
            write!(f, "{}: ", OneLine(object))?;
        }
        write!(f, "{}", OneLine(&self.message))?;
        if let Some(help) = &self.help {
            write!(f, " ({})", OneLine(help))?;
        }
        Ok(())
    }
}

/// A text whose line breaks are displayed as spaces, and which cannot control a terminal.
struct OneLine<'t>(&'t str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.0.split(['\n', '\r']).enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            // Messages quote input, whose control characters could change what a terminal shows.
            f.write_str(&printable(line))?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// The problems of one run, in the order in which they were found.
///
/// Only a limited number of them is stored, by default [`Diagnostics::LIMIT`], so that hostile input cannot
/// exhaust memory through its own error messages; the rest are counted.
///
/// A list of problems is also an error, which functions such as `main` can return. It is displayed with one
/// problem per line.
#[derive(Clone)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// The maximum number of stored problems.
    limit: usize,
    /// The number of problems that were only counted.
    suppressed: usize,
    /// The number of errors, including those that were only counted.
    errors: usize,
    /// The total length of the stored objects' addresses, in bytes.
    address_bytes: usize,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for diagnostic in &self.list {
            write!(f, "{separator}{diagnostic}")?;
            separator = "\n";
        }
        if self.suppressed > 0 {
            write!(f, "{separator}… and {} more", self.suppressed)?;
        }
        Ok(())
    }
}

/// The same as `Display`, because `unwrap` and a `main` that fails print this form.
impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Diagnostics {}

impl Default for Diagnostics {
    fn default() -> Self {
        Self::with_limit(Self::LIMIT)
    }
}

impl Diagnostics {
    /// The default number of problems that are stored.
    pub const LIMIT: usize = 10_000;

    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list that stores at most `limit` problems.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self { list: Vec::new(), limit, suppressed: 0, errors: 0, address_bytes: 0 }
    }

    /// An empty list with the same limit, and with the counts of the problems that were not stored.
    #[must_use]
    pub fn without_problems(&self) -> Self {
        // Errors that were only counted remain errors.
        let stored_errors = self.list.iter().filter(|problem| problem.severity == Severity::Error).count();
        Self {
            suppressed: self.suppressed,
            errors: self.errors - stored_errors,
            ..Self::with_limit(self.limit)
        }
    }

    /// Removes the stored problems that a function does not accept.
    pub fn retain(&mut self, accepts: impl FnMut(&Diagnostic) -> bool) {
        let empty = self.without_problems();
        let problems = std::mem::replace(self, empty);
        self.extend(problems.list.into_iter().filter(accepts));
    }

    /// Whether further problems are only counted.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.list.len() >= self.limit
    }

    /// Counts errors that are not created, because the list is full.
    pub fn count_errors(&mut self, count: usize) {
        self.errors += count;
        self.suppressed += count;
    }

    /// Adds a problem, which is created only if it is stored.
    pub fn push_with(&mut self, severity: Severity, make: impl FnOnce() -> Diagnostic) {
        if self.is_full() {
            // Counting is cheap, whereas creating a message and the address of its object is not.
            self.errors += usize::from(severity == Severity::Error);
            self.suppressed += 1;
        } else {
            self.push(make());
        }
    }

    /// Adds a problem.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        if self.list.len() < self.limit {
            // An address is as long as its object is deeply nested, so ten thousand of them could exhaust memory.
            if self.address_bytes > MAX_ADDRESS_BYTES {
                diagnostic.object = diagnostic.object.map(truncate);
            }
            self.address_bytes += diagnostic.object.as_ref().map_or(0, String::len);
            self.list.push(diagnostic);
        } else {
            self.suppressed += 1;
        }
    }

    /// Adds all problems of another list.
    pub fn append(&mut self, other: Diagnostics) {
        self.suppressed += other.suppressed;
        let stored_errors = other.list.iter().filter(|problem| problem.severity == Severity::Error).count();
        // Only the errors that were not stored are added here, because `push` counts the stored ones.
        self.errors += other.errors - stored_errors;
        for diagnostic in other.list {
            self.push(diagnostic);
        }
    }

    /// Whether any problem is an error, including problems that were not stored.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The first error among the problems that were stored; there may be warnings before it.
    #[must_use]
    pub fn first_error(&self) -> Option<&Diagnostic> {
        self.iter().find(|problem| problem.severity == Severity::Error)
    }

    /// How many errors were found, including those that were not stored.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// How many problems were found but not stored.
    #[must_use]
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// Sorts the problems of one text by their positions. Problems without a position come first, because they may cause
    /// others. The consequences of other problems come after all other problems with a position. Notes without a
    /// position are last.
    pub fn sort_by_position(&mut self) {
        self.list.sort_by_key(|problem| match problem.primary_label() {
            Some(label) => (1, problem.is_consequence(), label.range.start),
            None if problem.severity == Severity::Note => (2, false, 0),
            None => (0, false, 0),
        });
    }

    /// Whether there are no problems.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The stored problems, in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// The last problem, if it was stored, for modification.
    pub fn last_mut(&mut self) -> Option<&mut Diagnostic> {
        // If problems were only counted, the last one in the list is not the last one that was added.
        if self.suppressed > 0 { None } else { self.list.last_mut() }
    }

    /// The stored problems, in the order in which they were found, for modification.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut diagnostics = Self::new();
        diagnostics.push(diagnostic);
        diagnostics
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, iter: T) {
        for diagnostic in iter {
            self.push(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_from_one() {
        let source = Source::new("a.txt", "é\nxy\r\nz");
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
        assert_eq!(source.position(2), Position { line: 1, column: 2 });
        assert_eq!(source.position(4), Position { line: 2, column: 2 });
        assert_eq!(source.position(7), Position { line: 3, column: 1 });
        assert_eq!(source.position(999), Position { line: 3, column: 2 });
    }

    #[test]
    fn offsets_are_those_of_positions_even_in_long_lines() {
        let text = format!("é{}\n\u{10ffff}x", "aé\u{10ffff}".repeat(5_000));
        let source = Source::new("a.txt", text.as_str());
        for (at, _) in text.char_indices() {
            assert_eq!(source.offset(source.position(at)), at);
        }
        let end_of_line = text.find('\n');
        assert_eq!(Some(source.offset(Position { line: 1, column: usize::MAX })), end_of_line);
        assert_eq!(source.offset(Position { line: 2, column: 99 }), text.len());
        assert_eq!(source.offset(Position { line: 3, column: 1 }), text.len());
    }

    #[test]
    fn codes_are_unique_sorted_and_explained() {
        let all = codes::ALL;
        assert!(all.windows(2).all(|pair| pair[0].id() < pair[1].id()));
        let short: Vec<_> = all.iter().filter(|code| code.explanation().trim().len() < 40).collect();
        assert!(short.is_empty(), "every code explains itself: {short:?}");
        assert!(codes::find("mw0001").is_some());
    }
}
