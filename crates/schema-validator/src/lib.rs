//! Validates documents against schemas that the user specifies, in addition to validation by the metamodel.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! Each schema language is a module and a line in the registry. A schema checks the text of a document, not the model.
//! Invariants: only files in the directory of the schema are opened, and every problem has a position in the document.

mod data;

use modelwright::files::{Files, display_path};
use modelwright::formats::Format;
use modelwright::workspace::Registry;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::Limits;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

/// The maximum number of reported problems for one document.
const MAX_PROBLEMS: usize = 1_000;

/// A schema language.
pub trait Language: Debug + Sync {
    /// The name, for messages.
    fn name(&self) -> &'static str;

    /// The usual extension of its files, without dot.
    fn extension(&self) -> &'static str;

    /// The characters with which schemas start, after white space.
    fn beginnings(&self) -> &'static [char];

    /// The formats of the documents that schemas apply to, for messages.
    fn notations(&self) -> &'static str;

    /// Builds a schema from the bytes of a file. `files` reads the files to which it refers.
    ///
    /// # Errors
    /// [`codes::BAD_SCHEMA`] if it is not a valid schema, or refers to an invalid one.
    fn load(
        &self,
        files: &Arc<dyn Files>,
        path: &Path,
        bytes: Vec<u8>,
        limits: &Limits,
    ) -> Result<Box<dyn Schema>, Box<Diagnostic>>;
}

/// A loaded schema.
pub trait Schema: Debug + Send + Sync {
    /// The problems of a document; `None` if the schema does not apply to its format.
    fn check(&self, format: &Format, source: &Arc<Source>) -> Option<Diagnostics>;

    /// Notes about rules of the schema that are not checked.
    fn notes(&self) -> Diagnostics {
        Diagnostics::new()
    }
}

/// Declares the modules of the languages, each of which contains a `LANGUAGE`, and lists the languages.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All languages of schemas.
        pub const LANGUAGES: &[&dyn Language] = &[$($file::LANGUAGE),+];
    };
}

// The registry of languages.
registry! {
    json,
    xsd,
}

/// Builds a schema from the bytes of a file; `files` reads the files to which it refers. The language is recognised by
/// the content, otherwise by the extension.
///
/// # Errors
/// [`codes::BAD_SCHEMA`] if neither belongs to a language, or as [`Language::load`].
pub fn load(
    files: &Arc<dyn Files>,
    path: &Path,
    bytes: Vec<u8>,
    limits: &Limits,
) -> Result<Box<dyn Schema>, Box<Diagnostic>> {
    let first = first_character(&bytes);
    // The content is examined before the name, so a schema needs no extension.
    let by_content =
        LANGUAGES.iter().find(|language| first.is_some_and(|c| language.beginnings().contains(&c)));
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let language = by_content
        .or_else(|| LANGUAGES.iter().find(|language| language.extension().eq_ignore_ascii_case(extension)));
    match language {
        Some(language) => language.load(files, path, bytes, limits),
        None => {
            let language_names: Vec<&str> = LANGUAGES.iter().map(|language| language.name()).collect();
            let message = format!("{} is not a schema in any known language", display_path(path));
            let help = format!("specify a file that contains {}", language_names.join(" or "));
            Err(Box::new(Diagnostic::error(codes::BAD_SCHEMA, message).help(help)))
        }
    }
}

/// The first character after white space, in UTF-8 or UTF-16, with or without a byte order mark.
fn first_character(bytes: &[u8]) -> Option<char> {
    // In UTF-16, every other byte of an ASCII text is 0; the other bytes that are skipped are those of byte order
    // marks.
    let text = bytes.iter().copied().filter(|byte| !matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff));
    text.map(char::from).find(|c| !c.is_ascii_whitespace())
}

/// Validates a document against the schemas that apply to its format; if none applies, that is reported.
#[must_use]
pub fn check(schemas: &[Box<dyn Schema>], format: &str, source: &Arc<Source>) -> Diagnostics {
    let known_format = Registry::standard().format(format);
    let mut problems = Diagnostics::new();
    let mut is_applicable = false;
    for findings in schemas.iter().filter_map(|schema| schema.check(known_format?, source)) {
        is_applicable = true;
        problems.append(findings);
    }
    if !is_applicable && !schemas.is_empty() {
        let message = format!("none of the schemas applies to documents in {format}");
        let help: Vec<_> =
            LANGUAGES.iter().map(|l| format!("{} applies to {}", l.name(), l.notations())).collect();
        let help = help.join(", ");
        problems.push(Diagnostic::error(codes::SCHEMA_FOR_OTHERS, message).at(source, 0..0).help(help));
    }
    problems
}

/// The directory of a schema; the schema may refer to the files in it.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// The label for the violated rule in the schema.
const VIOLATED_RULE: &str = "violated rule";

/// A violation of a schema.
fn violation(source: &Arc<Source>, range: std::ops::Range<usize>, message: &str) -> Diagnostic {
    Diagnostic::error(codes::SCHEMA_VIOLATION, message).at(source, range)
}

/// The first problems, sorted by their position.
fn limit_problems(violations: impl Iterator<Item = Diagnostic>) -> Diagnostics {
    // Collects one problem more than the limit, which shows that there are others without collecting all of them.
    let mut findings: Vec<Diagnostic> = violations.take(MAX_PROBLEMS + 1).collect();
    let has_more = findings.len() > MAX_PROBLEMS;
    findings.truncate(MAX_PROBLEMS);
    findings.sort_by_key(|finding| finding.primary_label().map(|label| label.range.start));
    let mut problems = Diagnostics::new();
    problems.extend(findings);
    if has_more {
        let message = format!("the document has more than these {MAX_PROBLEMS} violations of the schema");
        problems.push(Diagnostic::new(codes::LIMIT, Severity::Note, message));
    }
    problems
}

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
