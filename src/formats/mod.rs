//! Formats read and write documents. Each format has one file and one line in the registry below; callers add their own
//! to a [`Registry`](crate::workspace::Registry).
//!
//! A [`Format`] is a constant with a description and a few functions, which decode bytes, report the metamodels that a
//! document requires, read a document into a model, and write it. If reading requires more – other files, or a
//! metamodel that comes with the format – an importer reads the documents, and the format can only be written.
//!
//! Invariants: a format has no state; the same document and options yield the same model and the same bytes. This
//! module does not access files, does not know importers, and does not resolve metamodels.

mod notation;
mod peek;
mod read_write_options;
mod tree_options;
mod unsupported;
mod xml_options;

#[cfg(feature = "bindings")]
pub(crate) use bindings_json::FORMAT as BINDINGS_JSON;
#[cfg(feature = "bindings")]
pub(crate) use bindings_yaml::FORMAT as BINDINGS_YAML;
#[cfg(feature = "catalogs")]
pub(crate) use catalog_json::FORMAT as CATALOG_JSON;
pub(crate) use manifest::FORMAT as MANIFEST;
pub(crate) static ECORE: &Format = &ecore::FORMAT;
/// The format `json`.
pub static JSON: &Format = &json::FORMAT;
/// The format `xmi`.
pub static XMI: &Format = &xmi::FORMAT;
/// The format `yaml`.
pub static YAML: &Format = &yaml::FORMAT;
pub use notation::Notation;
#[cfg(feature = "bindings")]
pub(crate) use pdl::FORMAT as PDL;
pub(crate) use pp::FORMAT as PP;
pub use read_write_options::{ReadOptions, WriteOptions};
pub use tree_options::{READ as TREE_READ_OPTIONS, read_options as tree_read_options, root_class};
pub(crate) use unsupported::unsupported;

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, FeatureSpans, Source, codes};
use modelwright_metamodel::input::{
    DocumentPiece, DocumentPieces, DocumentText, Limits, PieceSource, decode_text,
};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::options::{self, OptionSpec};
use modelwright_metamodel::output::{Sink, WriteError, in_memory};
use modelwright_notations::tree::{self, Header, Preparation, TreeSource};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Declares the module of each format, which contains a `FORMAT`, and lists the formats.
macro_rules! registry {
    ($($(#[$attribute:meta])* $file:ident,)+) => {
        $($(#[$attribute])* mod $file;)+

        /// The formats of modelwright, in the order of help texts, and in which content is recognised.
        pub(crate) const FORMATS: &[&Format] = &[$($(#[$attribute])* &$file::FORMAT),+];
    };
}

// The registry of formats. Content is recognised in this order, so formats that resemble others come last.
registry! {
    ecore,
    xmi,
    json,
    jsonl,
    pp,
    manifest,
    #[cfg(feature = "bindings")]
    bindings_yaml,
    #[cfg(feature = "bindings")]
    bindings_json,
    #[cfg(feature = "bindings")]
    pdl,
    #[cfg(feature = "catalogs")]
    catalog_json,
    yaml,
}

/// The metamodels that a document requires.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequiredMetamodels {
    /// Namespace URIs, in the order of the document.
    pub packages: Vec<String>,
    /// Pairs of a namespace URI and the location of its metamodel, relative to the document. The location for an empty
    /// URI is that of names without a namespace.
    pub locations: Vec<(String, String)>,
}

impl From<Header> for RequiredMetamodels {
    fn from(header: Header) -> Self {
        Self {
            packages: header.model.into_iter().chain(header.others).collect(),
            locations: header.locations,
        }
    }
}

/// A visitor of a document as a tree of maps, lists and scalars.
pub type TreeVisitor<'v> = &'v mut dyn FnMut(&mut dyn TreeSource<'_>);

/// A format of models: its description, and the functions that read and write it.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate capability")]
pub struct Format {
    /// The name of the format, and how its files are recognised.
    pub notation: Notation,
    /// Whether documents are XML, which an XML Schema can describe.
    pub is_xml: bool,
    /// The format of one line, if each line of a document is a record that is checked on its own.
    pub records: Option<&'static str>,
    /// Whether the format can express content for which the metamodel declares no feature.
    pub keeps_unknown: bool,
    /// Whether diagnostics of writing have positions in the text that was read, which must then be kept in memory.
    pub points_at_source: bool,
    /// Whether documents are metamodels, so that the search for the metamodel of an instance includes them.
    pub is_for_metamodels: bool,
    /// Whether documents are sources of the type language, which may use each other's types and are read together.
    pub is_type_source: bool,
    /// The options for reading, which [`ReadOptions::values`] may contain.
    pub read_options: &'static [OptionSpec],
    /// The options for writing, which [`WriteOptions::values`] may contain.
    pub write_options: &'static [OptionSpec],
    /// See [`Format::decode`].
    pub decode: Decode,
    /// See [`Format::namespaces`].
    pub namespaces: fn(&[u8]) -> Vec<String>,
    /// See [`Format::visit_tree`].
    pub visit_tree: Option<fn(&Arc<Source>, TreeVisitor<'_>)>,
    /// See [`Format::locate_features`].
    pub locate_features: Option<fn(&Arc<Source>, &mut FeatureSpans)>,
    /// The functions that read documents; `None` if an importer reads them, or if they cannot be read.
    pub reader: Option<Reader>,
    /// See [`Format::write`].
    pub write: Write,
}

/// See [`Format::decode`].
pub type Decode = fn(&str, Vec<u8>, &Limits) -> Result<DocumentText, Box<Diagnostic>>;

/// Reads a document piece by piece.
pub type ReadPieces = fn(
    DocumentPiece,
    &mut DocumentPieces<'_>,
    Option<PieceSource<'_>>,
    &mut Model,
    Document,
) -> Option<DocumentId>;

/// See [`Format::write`].
pub type Write = fn(&Model, DocumentId, &WriteOptions, &mut dyn Sink) -> Result<Diagnostics, WriteError>;

/// See [`Reader::read_prepared`].
pub type ReadPrepared = fn(
    &Arc<Source>,
    &mut Model,
    Document,
    (&tree::ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics);

/// The reading half of a format.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// See [`Format::declared`].
    pub declared: fn(&Arc<Source>) -> RequiredMetamodels,
    /// See [`Format::read`].
    pub read: fn(&DocumentText, &mut Model, Document, &ReadOptions) -> (DocumentId, Diagnostics),
    /// Reads a document piece by piece, so that its text is never completely in memory; with two threads if it can be
    /// opened a second time. Returns `None` if the document has a problem or cannot be read in pieces; the model must
    /// then be discarded.
    pub read_pieces: Option<ReadPieces>,
    /// Reads one of many documents of the model's metamodel, with what was prepared for that metamodel; `None` if the
    /// format is not a tree.
    pub read_prepared: Option<ReadPrepared>,
}

impl Reader {
    /// A reader of complete documents.
    #[must_use]
    pub const fn new(
        declared: fn(&Arc<Source>) -> RequiredMetamodels,
        read: fn(&DocumentText, &mut Model, Document, &ReadOptions) -> (DocumentId, Diagnostics),
    ) -> Self {
        Self { declared, read, read_pieces: None, read_prepared: None }
    }
}

impl Format {
    /// A format of text in UTF-8 or UTF-16 that can only be written, without capabilities and options.
    ///
    /// ```
    /// use modelwright::formats::{Format, Notation, Reader, RequiredMetamodels};
    ///
    /// static LINES: Format = Format {
    ///     reader: Some(Reader::new(
    ///         |_| RequiredMetamodels::default(),
    ///         |_, model, document, _| (model.add_document(document), Default::default()),
    ///     )),
    ///     ..Format::text(Notation { extensions: &["lines"], ..Notation::new("lines", "one object a line") }, |_, _, _, sink| {
    ///         sink.write_all(b"nothing\n")?;
    ///         Ok(Default::default())
    ///     })
    /// };
    /// assert!(LINES.is_read());
    /// ```
    #[must_use]
    pub const fn text(notation: Notation, write: Write) -> Self {
        Self {
            notation,
            is_xml: false,
            records: None,
            keeps_unknown: false,
            points_at_source: false,
            is_for_metamodels: false,
            is_type_source: false,
            read_options: &[],
            write_options: &[],
            decode: |name, bytes, limits| Ok(decode_text(name, bytes, limits)?.into()),
            namespaces: |_| Vec::new(),
            visit_tree: None,
            locate_features: None,
            reader: None,
            write,
        }
    }

    /// The name used with `--from` and `--to`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.notation.name
    }

    /// Whether documents can be read by the format itself, without an importer.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.reader.is_some()
    }

    /// Decodes bytes into text; diagnostics show the document under `name`.
    ///
    /// # Errors
    /// One problem, if the bytes are invalid in the encoding that they declare, or exceed the limits.
    pub fn decode(
        &self,
        name: &str,
        bytes: Vec<u8>,
        limits: &Limits,
    ) -> Result<DocumentText, Box<Diagnostic>> {
        (self.decode)(name, bytes, limits)
    }

    /// The metamodels that a document requires; empty if an importer reads it.
    #[must_use]
    pub fn declared(&self, source: &Arc<Source>) -> RequiredMetamodels {
        self.reader.map_or_else(RequiredMetamodels::default, |reader| (reader.declared)(source))
    }

    /// Adds a document to a model, whose metamodel must contain the packages that [`Format::declared`] returns. After
    /// errors, the document contains everything that could be read. It is empty if an importer reads the format.
    ///
    /// # Panics
    /// If the reader of the format panics; the model must then be discarded. A workspace reports the panic as a
    /// problem.
    pub fn read(
        &self,
        text: &DocumentText,
        model: &mut Model,
        document: Document,
        options: &ReadOptions,
    ) -> (DocumentId, Diagnostics) {
        match self.reader {
            // The panic continues, because the model must be discarded, but with the name of this format: the caller
            // that catches the panic may be reading another one.
            Some(reader) => catch_unwind(AssertUnwindSafe(|| (reader.read)(text, model, document, options)))
                .unwrap_or_else(|panic| resume_unwind(Box::new(FormatPanic::new(self.name(), panic)))),
            None => (model.add_document(document), Diagnostics::new()),
        }
    }

    /// Writes a document to a sink. Returns warnings about content that is left out because the format cannot express
    /// it.
    ///
    /// # Errors
    /// Content that makes the document impossible to write, options that the format does not declare, and errors of the
    /// sink, which then contains no valid document.
    pub fn write(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        // The options are checked here, because a format silently ignores options that it does not declare.
        let problems =
            options::check(&format!("the format {}", self.name()), self.write_options, &options.values);
        if problems.has_errors() {
            return Err(problems.into());
        }
        let write_result =
            catch_panic(self.name(), "writing", || (self.write)(model, document, options, sink));
        write_result.unwrap_or_else(|problem| Err(Diagnostics::from(*problem).into()))
    }

    /// Writes a document to memory; see [`Format::write`].
    ///
    /// # Errors
    /// See [`Format::write`].
    pub fn to_bytes(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
    ) -> Result<(Vec<u8>, Diagnostics), Diagnostics> {
        in_memory(|sink| self.write(model, document, options, sink))
    }

    /// The warning that content which only XML can express is lost, if the model has such content and the format cannot
    /// express it.
    #[must_use]
    pub fn unknown_content(&self, model: &Model) -> Option<Diagnostic> {
        if self.keeps_unknown || model.any().is_none() {
            return None;
        }
        let message = format!(
            "{} cannot express text between elements, nor content without a feature; both are left out",
            self.name()
        );
        Some(Diagnostic::warning(codes::LOSS, message).help("convert to xmi to preserve it"))
    }

    /// The namespace URIs of the packages that a metamodel probably declares.
    #[must_use]
    pub fn namespaces(&self, bytes: &[u8]) -> Vec<String> {
        (self.namespaces)(bytes)
    }

    /// Passes a document to a visitor as a tree, which a JSON Schema can describe; returns `false` if the format has no
    /// trees.
    pub fn visit_tree(&self, source: &Arc<Source>, visitor: TreeVisitor<'_>) -> bool {
        let Some(visit) = self.visit_tree else { return false };
        visit(source, visitor);
        true
    }

    /// Finds the positions of the features of objects that were requested in `places`.
    pub fn locate_features(&self, source: &Arc<Source>, places: &mut FeatureSpans) {
        match self.locate_features {
            Some(locate) => locate(source, places),
            // Formats without a function are trees, or have no positions of features.
            None => {
                self.visit_tree(source, &mut |tokens| tree::find_feature_spans(tokens, places));
            }
        }
    }
}

/// Writes a text to a sink, unless there are errors; returns the warnings.
fn send((text, problems): (String, Diagnostics), sink: &mut dyn Sink) -> Result<Diagnostics, WriteError> {
    if problems.has_errors() {
        return Err(problems.into());
    }
    sink.write_all(text.as_bytes())?;
    Ok(problems)
}

/// The payload of a panic in a format. It preserves the name of the format while the panic unwinds through other
/// formats.
struct FormatPanic {
    format: String,
    text: String,
}

impl FormatPanic {
    /// The payload of a panic in `format`. If the panic came from another format, which `format` called, its payload
    /// already names that format and is returned as it is.
    fn new(format: &str, panic: Box<dyn Any + Send>) -> Self {
        panic.downcast::<Self>().map_or_else(
            |panic| {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                Self { format: format.to_owned(), text: text.unwrap_or_default() }
            },
            |format_panic| *format_panic,
        )
    }
}

/// Runs a function of a format, and turns a panic into a diagnostic, because callers can register their own formats.
pub(crate) fn catch_panic<T>(
    format: &str,
    work: &str,
    run: impl FnOnce() -> T,
) -> Result<T, Box<Diagnostic>> {
    // Unwind safety is asserted, because the caller discards everything that the function may have changed.
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let FormatPanic { format, text } = FormatPanic::new(format, panic);
        let message = format!("the format `{format}` failed while {work} a document: {text}");
        Box::new(
            Diagnostic::error(codes::FORMAT_FAILED, message).help("report this to the authors of the format"),
        )
    })
}
