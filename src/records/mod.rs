//! Records: many small documents of one metamodel, such as the lines of a file or the cells of a column.
//!
//! A record without problems is read into a model that is emptied for the next record; the reader and the rules keep
//! the data that they derived from the metamodel. A record that seems to have a problem is read again like any other
//! document, so its problems are exactly those that [`Workspace::load_bytes`] and [`Workspace::validate`] report.
//! Invariant: the problems of a record do not depend on other records. This module does not know where records come
//! from.
//!
//! ```
//! use modelwright::records::Records;
//! use modelwright::workspace::Workspace;
//!
//! let mut workspace = Workspace { models: vec!["examples/library/library.pp".into()], ..Workspace::default() };
//! workspace.reading = workspace.reading.with("root-class", "Author");
//! let json = workspace.registry.format("json").expect("a format");
//! let mut records = Records::new(workspace, "authors.jsonl", json);
//! assert!(records.check(br#"{ "name": "Victor Hugo" }"#, 1).is_empty());
//! let problems = records.check(br#"{ "name": 7 }"#, 2);
//! let place = problems.iter().next().and_then(|problem| problem.primary_label()).expect("a place");
//! assert_eq!(place.source.position(place.range.start).line, 2);
//! ```

mod batches;
mod record_reader;
#[cfg(test)]
mod tests;

pub use batches::{RecordBatch, RecordBatches};

use crate::files::display_path;
use crate::formats::{Format, catch_panic};
use crate::workspace::{DocumentReader, LoadedDocument, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{DocumentText, Limits, decode_text, error_text};
use modelwright_metamodel::model::{DocumentId, Model};
use record_reader::RecordReader;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The check of many small documents of one metamodel; see the module. Each thread has its own.
#[derive(Debug)]
pub struct Records {
    workspace: Workspace,
    format: &'static Format,
    /// The name that problems display.
    name: String,
    /// The address from which relative references start.
    uri: String,
    /// The reader of records that are probably valid; `None` until the metamodel is known from a record without
    /// problems.
    reader: Option<RecordReader>,
}

impl Records {
    /// Records in one format, with the metamodels and options of a workspace; `name` is the file that contains them, or
    /// another name for problems.
    ///
    /// Records that do not name their class need the option `root-class` in [`Workspace::reading`].
    #[must_use]
    pub fn new(mut workspace: Workspace, name: &str, format: &'static Format) -> Self {
        // A record is too small for a second thread.
        workspace.reading.one_thread = true;
        let uri = workspace.files.uri(Path::new(name));
        Self { workspace, format, name: name.to_owned(), uri, reader: None }
    }

    /// Records with the metamodel of a workspace that has no files to extend it. Then the first record is
    /// already read into the model that all records share.
    ///
    /// ```
    /// use modelwright::records::Records;
    /// use modelwright::workspace::Workspace;
    /// use modelwright_metamodel::ecore::Metamodel;
    ///
    /// let workspace = Workspace { metamodel: Some(Metamodel::ecore()), ..Workspace::default() };
    /// let xmi = workspace.registry.format("xmi").expect("a format");
    /// let mut records = Records::of_metamodel(workspace, "packages", xmi);
    /// let package = r#"<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
    ///   xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="cars" nsURI="urn:cars" nsPrefix="cars"/>"#;
    /// assert!(records.check_text(package).is_empty());
    /// assert!(!records.check_text(&package.replace("name=\"cars\"", "")).is_empty());
    /// ```
    #[must_use]
    pub fn of_metamodel(workspace: Workspace, name: &str, format: &'static Format) -> Self {
        let mut records = Self::new(workspace, name, format);
        records.reader = RecordReader::of_workspace(&records.workspace, format, &records.uri);
        records
    }

    /// The problems of a record, whose first line has this number in its file.
    pub fn check(&mut self, record: &[u8], first_line: usize) -> Diagnostics {
        if let Some(problem) = misplaced_mark(&self.name, record, first_line) {
            return problem.into();
        }
        if let Ok(text) = std::str::from_utf8(record)
            && self.accepts(text)
        {
            return Diagnostics::new();
        }
        self.check_completely(record, first_line)
    }

    /// The problems of a record that is already a text, whatever encoding it declares.
    pub fn check_text(&mut self, record: &str) -> Diagnostics {
        if self.accepts(record) {
            return Diagnostics::new();
        }
        self.check_document(&Source::new(self.name.as_str(), record).into())
    }

    /// Whether the document that a function adds to an empty model of the metamodel of the records is certain to have
    /// no problem. If not, only the check of its text can decide.
    ///
    /// ```
    /// use modelwright::records::Records;
    /// use modelwright::workspace::Workspace;
    /// use modelwright_metamodel::ecore::Metamodel;
    /// use modelwright_metamodel::model::Document;
    ///
    /// let workspace = Workspace { metamodel: Some(Metamodel::ecore()), ..Workspace::default() };
    /// let json = workspace.registry.format("json").expect("a format");
    /// let mut records = Records::of_metamodel(workspace, "packages", json);
    /// assert!(records.accepts_document(|model| Some(model.add_document(Document::new("empty")))));
    /// assert!(!records.accepts_document(|_| None));
    /// ```
    pub fn accepts_document(&mut self, fill: impl FnOnce(&mut Model) -> Option<DocumentId>) -> bool {
        self.reader.as_mut().is_some_and(|reader| reader.accepts_document(fill))
    }

    /// Whether a record is certain to have no problem; if not, only the complete check can decide.
    fn accepts(&mut self, record: &str) -> bool {
        let Some(reader) = &mut self.reader else { return false };
        if record.len() > self.workspace.reading.limits.document {
            return false;
        }
        let accepted = catch_panic(self.format.name(), "reading", || reader.accepts(record, &self.uri));
        accepted.unwrap_or_else(|_| {
            // The state after a panic is unknown; the complete check reports the panic.
            self.reader = None;
            false
        })
    }

    /// Checks a record as any other document.
    fn check_completely(&mut self, record: &[u8], first_line: usize) -> Diagnostics {
        let decoded = catch_panic(self.format.name(), "decoding", || {
            self.format.decode(&self.name, record.to_vec(), &self.workspace.reading.limits)
        });
        let mut text = match decoded.and_then(|decoded| decoded) {
            Ok(text) => text,
            Err(problem) => return in_lines_from(first_line, *problem).into(),
        };
        text.source = Source::excerpt(&self.name, text.source.text(), first_line);
        self.check_document(&text)
    }

    /// Loads and validates a record. If it has no problem, its metamodel is used for the next records.
    fn check_document(&mut self, text: &DocumentText) -> Diagnostics {
        let loaded = self.workspace.load_text(text, &self.uri, self.format.into());
        let problems = self.workspace.validate(&loaded);
        if self.reader.is_none() && problems.is_empty() && loaded.diagnostics.is_empty() {
            self.reader = self.reader_after(text, &loaded);
        }
        let mut all_problems = loaded.diagnostics;
        all_problems.append(problems);
        all_problems
    }

    /// A reader of records with the metamodel of a record that has no problems.
    fn reader_after(&self, text: &DocumentText, loaded: &LoadedDocument) -> Option<RecordReader> {
        let declared = self.format.declared(&text.source);
        RecordReader::new(&self.workspace, self.format, &self.uri, declared, loaded.model.metamodel())
    }
}

/// The format of the records in the files that a reader reads; `None` if its files are single documents.
#[must_use]
pub fn format_of_records(registry: &Registry, reader: Option<DocumentReader>) -> Option<&'static Format> {
    match reader? {
        DocumentReader::Format(Format { records, .. }) => registry.format((*records)?),
        DocumentReader::Importer(_) => None,
    }
}

/// All problems of a file: those of reading and of validation, for the document, or for each record if it is a file of
/// records. The text of a document is in memory together with the model only if there are problems, because only these
/// need positions in the text.
///
/// ```
/// use modelwright::records::check_file;
/// use modelwright::workspace::Workspace;
/// use std::path::Path;
///
/// let workspace = Workspace { models: vec!["examples/library/library.pp".into()], ..Workspace::default() };
/// let problems = check_file(&workspace, Path::new("examples/library/books.xmi"), None).expect("a file");
/// assert!(problems.is_empty());
/// ```
///
/// # Errors
/// As [`Workspace::load`]; if a file of records cannot be read.
pub fn check_file(
    workspace: &Workspace,
    path: &Path,
    reader: Option<DocumentReader>,
) -> Result<Diagnostics, Box<Diagnostic>> {
    let known_reader = reader.or_else(|| workspace.registry.reader_by_path(path));
    if let Some(format) = format_of_records(&workspace.registry, known_reader) {
        let read_problem = |error: &io::Error| unreadable(&display_path(path), error);
        let file = workspace.files.open(path).map_err(|error| Box::new(read_problem(&error)))?;
        let mut records = Records::new(workspace.clone(), &display_path(path), format);
        let mut problems = Diagnostics::new();
        for batch in RecordBatches::new(file, &workspace.reading.limits) {
            let batch = batch.map_err(|error| Box::new(read_problem(&error)))?;
            batch.records().for_each(|(line, record)| problems.append(records.check(record, line)));
        }
        return Ok(problems);
    }
    let without_text = Workspace { drops_text: true, ..workspace.clone() };
    let (loaded, findings) = without_text.with_text_for_problems(|workspace| {
        let loaded = workspace.load(path, reader)?;
        let findings = workspace.validate(&loaded);
        Ok::<_, Box<Diagnostic>>((loaded, findings))
    })?;
    let mut problems = loaded.diagnostics;
    problems.append(findings);
    Ok(problems)
}

/// The problem of a file of records that cannot be read.
#[must_use]
pub fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    let message = format!("{name} cannot be read: {}", error_text(error));
    Diagnostic::error(codes::CANNOT_READ, message)
        .help("check the path; it is relative to the current directory")
}

/// The text of a record in JSON or YAML; `first_line` is the number of its first line in its file.
///
/// # Errors
/// As [`decode_text`](modelwright_metamodel::input::decode_text).
pub fn record_source(
    name: &str,
    record: &[u8],
    first_line: usize,
    limits: &Limits,
) -> Result<Arc<Source>, Box<Diagnostic>> {
    if let Some(problem) = misplaced_mark(name, record, first_line) {
        return Err(problem.into());
    }
    let decoded = decode_text(name, record.to_vec(), limits);
    let source = decoded.map_err(|problem| Box::new(in_lines_from(first_line, *problem)))?;
    Ok(if first_line == 1 { source } else { Source::excerpt(name, source.text(), first_line) })
}

/// The problem of a record that is not the first one and begins with a byte order mark, which decoding would remove.
fn misplaced_mark(name: &str, record: &[u8], first_line: usize) -> Option<Diagnostic> {
    if first_line == 1 || !record.starts_with("\u{feff}".as_bytes()) {
        return None;
    }
    let record = Source::excerpt(name, String::from_utf8_lossy(record), first_line);
    modelwright_notations::json::misplaced_mark(&record)
}

/// Moves a problem of a text that was not decoded to the lines of its record.
fn in_lines_from(first_line: usize, mut problem: Diagnostic) -> Diagnostic {
    for label in &mut problem.labels {
        let line = first_line + label.source.first_line() - 1;
        label.source = Source::excerpt(label.source.name(), label.source.text(), line);
    }
    problem
}
