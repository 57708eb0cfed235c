//! Schemas that users have: what they say of documents, beside what the metamodel says.
//!
//! One file a schema language, one line in the registry. A schema judges the text of a document, so it knows nothing
//! of the model; invariants: only files in the folder of the schema are opened, and every finding has its place in
//! the document.

mod data;
mod json;
mod xsd;

use modelwright::files::{Files, display_path};
use modelwright::formats::{self, Format};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::Limits;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

/// The number of findings of one document that are reported.
const MOST: usize = 1_000;

/// A language of schemas.
pub trait Language: Debug + Sync {
    /// Its name, for people.
    fn name(&self) -> &'static str;

    /// The extension of its files, without dot.
    fn extension(&self) -> &'static str;

    /// The notations of the documents that its schemas are for, for people.
    fn notations(&self) -> &'static str;

    /// Makes a schema of the bytes of a file; `files` has those that it refers to.
    ///
    /// # Errors
    /// [`codes::BAD_SCHEMA`] where it is not a valid schema, or refers to one that is not.
    fn load(
        &self,
        files: &Arc<dyn Files>,
        path: &Path,
        bytes: Vec<u8>,
        limits: &Limits,
    ) -> Result<Box<dyn Schema>, Box<Diagnostic>>;
}

/// A schema.
pub trait Schema: Debug + Send + Sync {
    /// What it finds in a document; nothing where it is for other notations.
    fn check(&self, format: &Format, source: &Arc<Source>) -> Option<Diagnostics>;

    /// The parts of the schema that are not checked.
    fn notes(&self) -> Diagnostics {
        Diagnostics::new()
    }
}

/// All languages of schemas.
pub const LANGUAGES: &[&dyn Language] = &[&json::JsonSchema, &xsd::XmlSchema];

/// Makes a schema of the bytes of a file, in the language of its extension; `files` has those that it refers to.
///
/// # Errors
/// [`codes::BAD_SCHEMA`] where the extension is unknown, or as [`Language::load`].
pub fn load(
    files: &Arc<dyn Files>,
    path: &Path,
    bytes: Vec<u8>,
    limits: &Limits,
) -> Result<Box<dyn Schema>, Box<Diagnostic>> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match LANGUAGES.iter().find(|language| language.extension().eq_ignore_ascii_case(extension)) {
        Some(language) => language.load(files, path, bytes, limits),
        None => {
            let known: Vec<String> =
                LANGUAGES.iter().map(|l| format!(".{} for {}", l.extension(), l.name())).collect();
            let message = format!("{} has no extension of a schema language", display_path(path));
            Err(Box::new(
                Diagnostic::error(codes::BAD_SCHEMA, message).help(format!("use {}", known.join(", "))),
            ))
        }
    }
}

/// What a document is found to be by schemas. Each notation needs one of its own.
#[must_use]
pub fn check(schemas: &[Box<dyn Schema>], format: &str, source: &Arc<Source>) -> Diagnostics {
    let known = formats::by_name(format);
    let mut found = Diagnostics::new();
    let mut is_judged = schemas.is_empty();
    for findings in schemas.iter().filter_map(|schema| schema.check(known?, source)) {
        is_judged = true;
        found.append(findings);
    }
    if !is_judged {
        let message = format!("none of the schemas is for documents in {format}");
        let help: Vec<_> =
            LANGUAGES.iter().map(|l| format!("{} is for {}", l.name(), l.notations())).collect();
        let help = help.join(", ");
        found.push(Diagnostic::error(codes::SCHEMA_FOR_OTHERS, message).at(source, 0..0).help(help));
    }
    found
}

/// The folder of a schema, within which it may refer to others.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// What is said of the place in a schema that a finding goes by.
const BY_THIS: &str = "by this rule";

/// Something that a schema refuses.
fn refused(source: &Arc<Source>, at: std::ops::Range<usize>, what: &str) -> Diagnostic {
    Diagnostic::error(codes::SCHEMA_REFUSES, what).at(source, at)
}

/// Findings in the order of their spans, up to a number that people can read.
fn limited(findings: impl Iterator<Item = Diagnostic>) -> Diagnostics {
    let mut found: Vec<Diagnostic> = findings.take(MOST + 1).collect();
    let has_more = found.len() > MOST;
    found.truncate(MOST);
    found.sort_by_key(|finding| finding.primary_label().map(|label| label.range.start));
    let mut reported = Diagnostics::new();
    reported.extend(found);
    if has_more {
        let message = format!("the schema has more against the document than these {MOST}");
        reported.push(Diagnostic::new(codes::LIMIT, Severity::Note, message));
    }
    reported
}
