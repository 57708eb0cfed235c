//! Reads any document with the format or importer that recognises it.
//!
//! Invariant: if an importer and a format have the same name or recognise the same file, the importer reads it.

use super::{DocumentReader, LoadedDocument, Registry, Workspace};
use crate::files::{display_path, read_file};
use crate::formats::{catch_panic, root_class, unsupported};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::{Document, Model};
use std::path::Path;
use std::sync::Arc;

impl Workspace {
    /// Reads a file with the given reader, or with the one that recognises its name or its content.
    ///
    /// # Errors
    /// If the file does not exist, its notation is not recognised, or its bytes are not text.
    pub fn load(
        &self,
        path: &Path,
        reader: Option<DocumentReader>,
    ) -> Result<LoadedDocument, Box<Diagnostic>> {
        let requested_reader = reader;
        let reader = reader.or_else(|| self.registry.reader_by_path(path));
        if let Some(DocumentReader::Format(format)) = reader
            && self.drops_text
            && let Some(loaded) = self.load_pieces(path, format)
        {
            return Ok(loaded);
        }
        let name = display_path(path);
        let bytes = read_file(&*self.files, path, &self.reading.limits)?;
        if requested_reader.is_none()
            && let Some(problem) = self.unsupported(path)
        {
            return Err(Box::new(problem));
        }
        let reader_by_start =
            if requested_reader.is_none() { self.registry.reader_by_start(path, &bytes) } else { None };
        // A file for which the user specified a class is data, even if it looks like a schema.
        let is_data = root_class(&self.reading, &name).is_some();
        let reader_by_start = reader_by_start.filter(|reader| !(is_data && reader.imports_metamodels()));
        let reader = reader_by_start.or(reader).or_else(|| self.registry.reader_by_content(&bytes));
        let reader = reader.ok_or_else(|| Box::new(self.registry.unknown(&name, &bytes)))?;
        self.load_bytes(&name, bytes, &self.files.uri(path), reader)
    }

    /// The problem of a file in a notation that cannot be read. `None` if the user specified a class for it, because
    /// data may look like a schema.
    pub(super) fn unsupported(&self, path: &Path) -> Option<Diagnostic> {
        let is_data = root_class(&self.reading, &display_path(path)).is_some();
        if is_data { None } else { unsupported(path, &display_path(path)) }
    }

    /// Reads a document that is already in memory, as if it were at the address `uri`.
    ///
    /// # Errors
    /// If the bytes are not text.
    pub fn load_bytes(
        &self,
        name: &str,
        bytes: Vec<u8>,
        uri: &str,
        reader: impl Into<DocumentReader>,
    ) -> Result<LoadedDocument, Box<Diagnostic>> {
        let reader = reader.into();
        // If the format has an importer of the same name, the importer reads the document.
        let reader = self.registry.reader(reader.name()).unwrap_or(reader);
        let decode_result =
            catch_panic(reader.name(), "decoding", || reader.decode(name, bytes, &self.reading.limits));
        Ok(self.load_text(&decode_result??, uri, reader))
    }

    /// Reads a text as a document at the address `uri`.
    ///
    /// ```
    /// use modelwright::workspace::Workspace;
    /// use modelwright_metamodel::diagnostic::Source;
    ///
    /// let text = Source::new("cars.pp", "package cars { uri => 'urn:cars' }");
    /// let workspace = Workspace::default();
    /// let reader = workspace.registry.reader("pp").expect("a format");
    /// assert!(workspace.load_text(&text.into(), "file:///cars.pp", reader).diagnostics.is_empty());
    /// ```
    #[must_use]
    pub fn load_text(&self, text: &DocumentText, uri: &str, reader: DocumentReader) -> LoadedDocument {
        let mut document = Document::new(uri);
        document.source = Some(Arc::clone(&text.source));
        let empty_document = document.clone();
        let result = catch_panic(reader.name(), "reading", || match reader {
            DocumentReader::Format(format) => self.load_instance(format, text, document),
            DocumentReader::Importer(importer) => importer.import(text, self, document),
        });
        let loaded = result.unwrap_or_else(|problem| failed_document(reader, empty_document, *problem));
        if Registry::is_own(reader.name()) { loaded } else { require_content(reader, text, loaded) }
    }
}

/// The result of a reader that panicked: an empty document with the problem.
fn failed_document(reader: DocumentReader, document: Document, problem: Diagnostic) -> LoadedDocument {
    let mut model = Model::new(Metamodel::ecore());
    let document = model.add_document(document);
    LoadedDocument { model, document, format: reader.name(), diagnostics: problem.into() }
}

/// Adds a problem to a document if the reader, which a caller registered, read no object and reported no error.
fn require_content(
    reader: DocumentReader,
    text: &DocumentText,
    mut loaded: LoadedDocument,
) -> LoadedDocument {
    // The reader may also return the id of a document that is not in the model.
    let has_content = loaded.model.documents().any(|(id, _)| id == loaded.document)
        && !loaded.model.document(loaded.document).roots().is_empty();
    if !has_content && !loaded.diagnostics.has_errors() {
        let message = format!("the format `{}` read no object from the document", reader.name());
        let problem = Diagnostic::error(codes::FORMAT_FAILED, message)
            .at(&text.source, 0..0)
            .help("specify another format, or report this to the authors of the format");
        loaded.diagnostics.push(problem);
    }
    loaded
}
