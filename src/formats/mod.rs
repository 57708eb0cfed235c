//! The registry of formats: one file each, one line here.
//!
//! A format turns bytes into a model and a model into bytes. This module does not look for files or
//! metamodels; [`crate::workspace`] does.

mod ecore;
mod glance;
mod hiera;
mod json;
mod manifest;
mod pp;
mod xmi;
mod yaml;

use crate::workspace::{Loaded, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Places, Source, codes};
use modelwright_metamodel::input::{Limits, Piece, Pieces};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError, in_memory};
use modelwright_metamodel::tree::{self, Dialect, Header, TreeSource};
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

/// All formats, in the order in which content is recognised.
pub const FORMATS: &[&dyn Format] =
    &[&ecore::Ecore, &xmi::Xmi, &hiera::Hiera, &json::Json, &pp::Pp, &manifest::Manifest, &yaml::Yaml];

/// A document's text, before it is a model.
#[derive(Debug, Clone)]
pub struct Input {
    /// The text under the name that problems show.
    pub source: Arc<Source>,
    /// The encoding that the document declares.
    pub encoding: Option<String>,
    /// What its bytes lose as text.
    pub lost: Option<Box<Diagnostic>>,
    /// How it is read, where it is XML.
    pub xml: XmlReading,
}

impl Input {
    /// A text in an encoding, to be read as it comes.
    #[must_use]
    pub fn new(source: Arc<Source>, encoding: Option<String>) -> Self {
        Self { source, encoding, lost: None, xml: XmlReading::default() }
    }
}

/// What may be asked of the readers of XMI.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct XmlReading {
    /// Names and form are those of the metamodel's extended metadata.
    pub extended_metadata: bool,
    /// What is unknown is kept.
    pub record_unknown: bool,
}

/// The metamodels that a document asks for.
#[derive(Debug, Clone, Default)]
pub struct Declared {
    /// Namespace URIs, in the order in which the document names them.
    pub packages: Vec<String>,
    /// Pairs of a namespace URI and where its metamodel is, relative to the document. An empty URI stands for
    /// names in no namespace.
    pub locations: Vec<(String, String)>,
}

impl From<Header> for Declared {
    fn from(header: Header) -> Self {
        Self {
            packages: header.model.into_iter().chain(header.others).collect(),
            locations: header.locations,
        }
    }
}

/// What may be asked of a writer; formats use what concerns them.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The encoding as it is to be declared; none takes the document's own.
    pub encoding: Option<String>,
    /// The address that references to other documents are made relative to.
    pub base: Option<String>,
    /// How XML is written.
    pub xml: XmlChoices,
    /// The dialect of JSON and YAML.
    pub dialect: Dialect,
}

/// What may be asked of the writers of XMI and `.ecore`; what is not chosen is as the format has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are as many choices")]
pub struct XmlChoices {
    /// Break lines before attributes once they are longer; 0 for never.
    pub line_width: Option<usize>,
    /// All elements on one line.
    pub unformatted: bool,
    /// No XML declaration.
    pub no_declaration: bool,
    /// Whether the places of the metamodels are written.
    pub schema_location: Option<bool>,
    /// Attributes with an explicit default are written even if they have that value.
    pub keep_defaults: bool,
    /// References to other documents stand in attributes.
    pub encoded_attributes: bool,
    /// Every element says its class.
    pub type_information: bool,
    /// The class is said by `xmi:type`.
    pub xmi_type: bool,
    /// Names and form are those of the metamodel's extended metadata.
    pub extended_metadata: bool,
}

/// A document that was written.
#[derive(Debug)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the model says and the document does not.
    pub losses: Diagnostics,
}

/// What looks at the tree of a document.
pub type Visitor<'v> = &'v mut dyn FnMut(&mut dyn TreeSource<'_>);

/// A notation for models.
pub trait Format: Debug + Sync {
    /// The name used with `--from` and `--to`.
    fn name(&self) -> &'static str;

    /// The file name extensions that it goes by, without dot.
    fn extensions(&self) -> &'static [&'static str];

    /// A line for lists of formats.
    fn about(&self) -> &'static str;

    /// Whether documents can be written in it.
    fn is_written(&self) -> bool {
        true
    }

    /// Whether it can be written in other encodings than UTF-8.
    fn has_encodings(&self) -> bool {
        false
    }

    /// Whether documents are metamodels, so that those of instances may be looked for among them.
    fn is_for_metamodels(&self) -> bool {
        false
    }

    /// The namespace URIs of the packages that a document seems to declare.
    fn namespaces(&self, _: &[u8]) -> Vec<String> {
        Vec::new()
    }

    /// Whether documents are XML, so that an XML Schema can be for them.
    fn is_xml(&self) -> bool {
        false
    }

    /// Whether documents can be written in dialects.
    fn has_dialects(&self) -> bool {
        false
    }

    /// Shows a document as the tree of maps, lists and scalars that it is, so that a JSON Schema can be for it; gives
    /// whether it is one.
    fn visit_tree(&self, _: &Input, _: Visitor<'_>) -> bool {
        false
    }

    /// Notes where features of objects stand, of those that are asked for.
    fn places(&self, input: &Input, places: &mut Places) {
        self.visit_tree(input, &mut |tokens| tree::places(tokens, places));
    }

    /// Whether it has a place for content that no feature holds.
    fn keeps_unknown(&self) -> bool {
        false
    }

    /// Whether problems of writing are shown in the text that was read, which then has to stay in memory.
    fn points_at_source(&self) -> bool {
        false
    }

    /// Whether a file goes by this format; by its extension, unless the format has fixed names.
    fn recognises(&self, path: &Path) -> bool {
        let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        extension.is_some_and(|extension| self.extensions().contains(&extension.as_str()))
    }

    /// Whether files with its extension are often something else than models.
    fn shares_extension(&self) -> bool {
        false
    }

    /// Whether a file with its extension that starts like this is meant as a model.
    fn is_model(&self, head: &str) -> bool {
        self.looks_like(head)
    }

    /// Whether a document that starts like this is probably of the format.
    fn looks_like(&self, head: &str) -> bool;

    /// Turns bytes into text.
    ///
    /// # Errors
    /// One problem, where the bytes are not in the encoding they claim.
    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>>;

    /// Which metamodels a document asks for.
    fn declared(&self, input: &Input) -> Declared;

    /// Adds a document to a model of a metamodel that has what [`Format::declared`] asked for.
    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics);

    /// Whether documents can be read in pieces.
    fn has_pieces(&self) -> bool {
        false
    }

    /// As [`Format::read`] of a document that is not in memory as a whole. Gives nothing where it has to be, since
    /// there is a problem to tell or it is unusual; the model is to be thrown away then.
    fn read_pieces(
        &self,
        _first: Piece,
        _pieces: &mut Pieces<'_>,
        _model: &mut Model,
        _document: Document,
    ) -> Option<DocumentId> {
        None
    }

    /// Reads a document into a model of its own. Formats that bring their metamodel with them do
    /// this differently.
    fn load(&self, input: &Input, workspace: &Workspace, document: Document) -> Loaded {
        workspace.load_instance(self.as_dyn(), input, document)
    }

    /// Writes a document to a sink; gives what the model says and the document does not.
    ///
    /// # Errors
    /// Everything that the format cannot express, and what the sink says; it then holds no document.
    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError>;

    /// The bytes of a document.
    ///
    /// # Errors
    /// Everything that the format cannot express.
    fn write(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
    ) -> Result<Written, Diagnostics> {
        let (bytes, losses) = in_memory(|sink| self.write_to(model, document, options, sink))?;
        Ok(Written { bytes, losses })
    }

    /// Itself, for registries.
    fn as_dyn(&self) -> &dyn Format;
}

/// Passes a text on, unless the problems of writing it are errors; gives those that are not.
fn send((text, problems): (String, Diagnostics), sink: &mut dyn Sink) -> Result<Diagnostics, WriteError> {
    if problems.has_errors() {
        return Err(problems.into());
    }
    sink.write_all(text.as_bytes())?;
    Ok(problems)
}

/// The format of this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// The format that a file goes by.
#[must_use]
pub fn by_path(path: &Path) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.recognises(path))
}

/// The format that some content looks like.
#[must_use]
pub fn by_content(bytes: &[u8]) -> Option<&'static dyn Format> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    // UTF-16 shows its letters between zero bytes.
    let head: String = head.chars().filter(|c| *c != '\0' && *c != '\u{feff}').collect();
    FORMATS.iter().copied().find(|format| format.looks_like(&head))
}

/// The names of all formats, for messages.
#[must_use]
pub fn names() -> String {
    listed(|_| true)
}

/// The names of those that can be written.
#[must_use]
pub fn names_written() -> String {
    listed(|format| format.is_written())
}

fn listed(which: impl Fn(&&dyn Format) -> bool) -> String {
    let names: Vec<_> = FORMATS.iter().copied().filter(|format| which(format)).map(Format::name).collect();
    names.join(", ")
}

/// The problem of an input whose format nobody recognises.
#[must_use]
pub fn unknown(name: &str) -> Diagnostic {
    let message = format!("the format of {name} is not known from its name or content");
    Diagnostic::error(codes::UNKNOWN_FORMAT, message)
        .help(format!("name the format with --from, one of: {}", names()))
}
