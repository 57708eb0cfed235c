//! Importers, and the functions that read any document: one file for each importer, and one line in the registry
//! below.
//!
//! A format reads a document of any metamodel, which the workspace resolves. An [`Importer`] reads a notation that
//! brings its own metamodel: sources of the type language, manifests, a Hiera configuration with all its data. It is
//! therefore above the workspace, and may load other files with it.
//!
//! [`Workspace::load`] is also here. It reads a document with a [`DocumentReader`], which is a format or an importer.
//! Invariant: if an importer and a format have the same name or recognise the same file, the importer reads it. The
//! workspace does not know this module: it resolves metamodels and references through formats alone.

use crate::bindings::text;
use crate::files::{Files, display_path, read_file};
use crate::formats::{FORMATS, Format, Notation, ReadOptions, root_class, unsupported};
use crate::generated::bindings::DocumentedElement;
use crate::workspace::{LoadedDocument, Workspace, files_below};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::{DocumentText, Limits, decode_text};
use modelwright_metamodel::model::Document;
use modelwright_metamodel::options::OptionSpec;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Declares the file of each importer, which has an `IMPORTER`, and lists them.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All importers, in the order in which content is recognised.
        pub const IMPORTERS: &[&dyn Importer] = &[$($file::IMPORTER),+];
    };
}

// The registry of importers.
registry! {
    hiera,
    bindings_yaml,
    bindings_json,
    pdl,
    pp,
    manifest,
}

/// Reads documents of a notation that brings its own metamodel.
pub trait Importer: Debug + Sync {
    /// Its name, and how its files are recognised.
    fn notation(&self) -> &'static Notation;

    /// The options for reading, which [`ReadOptions::values`](crate::formats::ReadOptions::values) may contain.
    fn read_options(&self) -> &'static [OptionSpec] {
        &[]
    }

    /// Decodes bytes into text; diagnostics show the document under `name`.
    ///
    /// # Errors
    /// One problem, if the bytes are invalid in their encoding, or exceed the limits.
    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<DocumentText, Box<Diagnostic>> {
        Ok(decode_text(name, bytes, limits)?.into())
    }

    /// Reads a document into a new model, with every other document that belongs to it.
    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument;
}

/// A document of the bindings model.
fn of_bindings(
    notation: &Notation,
    (roots, problems): (Vec<DocumentedElement>, Diagnostics),
    document: Document,
) -> LoadedDocument {
    let (mut model, id, diagnostics) = text::model(&roots, problems, document.source.as_deref());
    // The model was made of the declarations alone, without address and text.
    let made = model.document_mut(id);
    (made.uri, made.source) = (document.uri, document.source);
    LoadedDocument { model, document: id, format: notation.name, diagnostics }
}

/// A reader of documents of a notation.
#[derive(Debug, Clone, Copy)]
pub enum DocumentReader {
    /// A format whose documents declare which metamodel they require.
    Format(&'static Format),
    /// An importer.
    Importer(&'static dyn Importer),
}

impl From<&'static Format> for DocumentReader {
    /// The reader of a format: the importer with the same name if there is one.
    fn from(format: &'static Format) -> Self {
        importer(format.name()).unwrap_or(Self::Format(format))
    }
}

impl DocumentReader {
    /// Its name, and how its files are recognised.
    #[must_use]
    pub fn notation(self) -> &'static Notation {
        match self {
            Self::Format(format) => &format.notation,
            Self::Importer(importer) => importer.notation(),
        }
    }

    /// The name used with `--from`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.notation().name
    }

    /// The options for reading, which [`ReadOptions::values`](crate::formats::ReadOptions::values) may contain.
    #[must_use]
    pub fn read_options(self) -> &'static [OptionSpec] {
        match self {
            Self::Format(format) => format.read_options,
            Self::Importer(importer) => importer.read_options(),
        }
    }

    fn decode(self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<DocumentText, Box<Diagnostic>> {
        match self {
            Self::Format(format) => format.decode(name, bytes, limits),
            Self::Importer(importer) => importer.decode(name, bytes, limits),
        }
    }
}

fn importer(name: &str) -> Option<DocumentReader> {
    let found = IMPORTERS.iter().copied().find(|importer| importer.notation().name == name);
    found.map(DocumentReader::Importer)
}

/// All readers of documents: importers, then the formats that read without one.
pub fn readers() -> impl Iterator<Item = DocumentReader> {
    let importers = IMPORTERS.iter().copied().map(DocumentReader::Importer);
    let formats = FORMATS.iter().copied().filter(|format| format.is_read()).map(DocumentReader::Format);
    // Importers first: one that shares its name or its files with a format reads them.
    importers.chain(formats)
}

/// The reader with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<DocumentReader> {
    readers().find(|reader| reader.name() == name)
}

/// The reader of a file, by its name.
#[must_use]
pub fn by_path(path: &Path) -> Option<DocumentReader> {
    readers().find(|reader| reader.notation().matches_path(path))
}

/// The reader of a file, by its name, and by its content where others have the same extension.
#[must_use]
pub fn by_file(files: &dyn Files, path: &Path) -> Option<DocumentReader> {
    let by_name = by_path(path);
    let may_differ = |reader: DocumentReader| reader.notation().may_match_file(path);
    // Reading a pipe would take its content away.
    if !readers().any(may_differ) || !files.is_file(path) {
        return by_name;
    }
    files.read(path, HEAD).ok().and_then(|head| by_start(path, &head)).or(by_name)
}

/// The reader of a file that its first bytes distinguish from others with the same extension.
fn by_start(path: &Path, bytes: &[u8]) -> Option<DocumentReader> {
    readers().find(|reader| reader.notation().matches_file(path, bytes))
}

/// The reader that recognises some content.
#[must_use]
pub fn by_content(bytes: &[u8]) -> Option<DocumentReader> {
    readers().find(|reader| reader.notation().matches_content(bytes))
}

/// All notations: those of formats, then those of importers only.
#[must_use]
pub fn notations() -> Vec<&'static Notation> {
    let mut notations: Vec<&Notation> = FORMATS.iter().map(|format| &format.notation).collect();
    for importer in IMPORTERS {
        let notation = importer.notation();
        // An importer has the notation of its format if there is one.
        if notations.iter().all(|known| known.name != notation.name) {
            notations.push(notation);
        }
    }
    notations
}

/// The names of all notations that can be read, for messages.
#[must_use]
pub fn names() -> String {
    let names: Vec<_> = notations().iter().map(|notation| notation.name).collect();
    names.join(", ")
}

/// The problem of an input whose notation is not recognised.
#[must_use]
pub fn unknown(name: &str) -> Diagnostic {
    crate::formats::unknown(name).help(format!("name the format with --from, one of: {}", names()))
}

impl Workspace {
    /// Reads a file with the given reader, or with the one that recognises its name or its content.
    ///
    /// # Errors
    /// If there is nothing to read: no such file, no known notation, or bytes that are not text.
    pub fn load(
        &self,
        path: &Path,
        reader: Option<DocumentReader>,
    ) -> Result<LoadedDocument, Box<Diagnostic>> {
        let requested = reader;
        let reader = reader.or_else(|| by_path(path));
        // Decision 9: a large document is read in pieces if its text is not needed.
        if let Some(DocumentReader::Format(format)) = reader
            && self.drops_text
            && let Some(loaded) = self.load_pieces(path, format)
        {
            return Ok(loaded);
        }
        let name = display_path(path);
        let bytes = read_file(&*self.files, path, &self.reading.limits)?;
        // Whoever names a format has decided what the file is.
        if requested.is_none()
            && let Some(problem) = self.unsupported(path, &bytes)
        {
            return Err(Box::new(problem));
        }
        // Content precedes the name only where notations share an extension.
        let by_start = if requested.is_none() { by_start(path, &bytes) } else { None };
        let reader = by_start.or(reader).or_else(|| by_content(&bytes));
        let reader = reader.ok_or_else(|| Box::new(unknown(&name)))?;
        self.load_bytes(&name, bytes, &self.files.uri(path), reader)
    }

    /// The problem of a file in a notation that cannot be read. The user may name the class of data that looks like a schema.
    pub(crate) fn unsupported(&self, path: &Path, bytes: &[u8]) -> Option<Diagnostic> {
        let is_data = root_class(&self.reading, &display_path(path)).is_some();
        if is_data { None } else { unsupported(path, &display_path(path), bytes) }
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
        let text = reader.decode(name, bytes, &self.reading.limits)?;
        let mut document = Document::new(uri);
        document.source = Some(Arc::clone(&text.source));
        Ok(match reader {
            DocumentReader::Format(format) => self.load_instance(format, &text, document),
            DocumentReader::Importer(importer) => importer.import(&text, self, document),
        })
    }
}

/// The number of bytes of a file that are examined to recognise a model.
const HEAD: u64 = 4096;

/// The files below a folder.
#[derive(Debug)]
pub struct FolderFiles {
    /// The models and metamodels, or the files that may be in the notation that is named.
    pub models: Vec<PathBuf>,
    /// The others.
    pub others: Vec<PathBuf>,
    /// The problems of searching the folder.
    pub problems: Diagnostics,
    /// The problem of a folder without models.
    pub nothing: Option<Diagnostic>,
}

/// The models and metamodels below a folder; if a notation is named, the files that may be in it.
#[must_use]
pub fn models_below(
    files: &dyn Files,
    folder: &Path,
    named: Option<&Notation>,
    reading: &ReadOptions,
) -> FolderFiles {
    let is_untyped = |path: &Path| root_class(reading, &display_path(path)).is_some();
    let (all, problems) = files_below(files, folder, |_| true);
    let (models, others): (Vec<PathBuf>, Vec<PathBuf>) = all.into_iter().partition(|path| match named {
        Some(notation) => notation.matches_path_if_named(path),
        // With a class for its roots, any data is a model.
        None if is_tree(path) && is_untyped(path) => true,
        None => is_model(files, path),
    });
    let nothing = (models.is_empty() && problems.is_empty()).then(|| {
        let folder = display_path(folder);
        let (message, help) = match named {
            Some(Notation { name, .. }) => (
                format!("{folder} contains no file with an extension of the format {name}"),
                "name the files",
            ),
            None => (
                format!("{folder} contains no file that is recognised as a model"),
                "name the files, and their format with --from",
            ),
        };
        Diagnostic::error(codes::CANNOT_READ, message).help(help)
    });
    FolderFiles { models, others, problems, nothing }
}

/// Whether a file in a folder is a manifest of Puppet, by its name and its start. A plan has another syntax, and modules of
/// SELinux have the same extension.
#[must_use]
pub fn is_manifest(files: &dyn Files, path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "pp")
        && !path.iter().any(|part| part == "plans")
        // Modules of SELinux are binary.
        && files.read(path, HEAD).is_ok_and(|head| !head.contains(&0))
}

/// Whether a file is a document of JSON or YAML, by its name.
fn is_tree(path: &Path) -> bool {
    matches!(by_path(path), Some(DocumentReader::Format(format)) if format.visit_tree.is_some())
}

fn is_model(files: &dyn Files, path: &Path) -> bool {
    let Some(reader) = by_path(path) else { return false };
    let notation = reader.notation();
    let is_in = |head: Vec<u8>| {
        (notation.is_model)(&String::from_utf8_lossy(&head)) || by_start(path, &head).is_some()
    };
    // A file that cannot be read is included, so that it is reported.
    !notation.shares_extension || files.read(path, HEAD).map_or(true, is_in)
}
