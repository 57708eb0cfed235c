//! Where documents and metamodels come from: the file system, the roots that the user gave, and the
//! metamodels that are shipped.
//!
//! Invariants: only files are ever opened, never a network; a model has a document once, whoever refers
//! to it. This module does not print, and does not know how any notation looks.

mod candidates;
mod folders;
mod made;
mod metamodels;
mod paths;
mod pieces;
mod references;
mod shared;
mod targets;
mod texts;
mod validation;

pub(crate) use folders::files_below;
pub use made::MadeMetamodels;
pub use paths::{path_uri, uri_path};
pub use shared::SharedDocuments;

use crate::formats::{Declared, Format, Input, ReadOptions};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::{Metamodel, builtin};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_metamodel::xmi::mentions_xml_types;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document that was read, as far as it could be understood.
#[derive(Debug)]
pub struct Loaded {
    /// The model, with every document that was needed to complete it.
    pub model: Model,
    /// The document that was asked for.
    pub document: DocumentId,
    /// The name of the format that it was read in.
    pub format: &'static str,
    /// Everything that was found on the way.
    pub diagnostics: Diagnostics,
}

/// What the user gave to look in.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    /// Files of metamodels to use (`--model`).
    pub models: Vec<PathBuf>,
    /// Folders to look for metamodels in (`--path`).
    pub paths: Vec<PathBuf>,
    /// Whether documents may only be of Ecore and of the shipped metamodels.
    pub only_shipped: bool,
    /// Prefixes of addresses, and the folders that they stand for (`--map`).
    pub maps: Vec<(String, PathBuf)>,
    /// How documents are read.
    pub reading: ReadOptions,
    /// Whether nobody needs the texts of documents that have no problems.
    pub drops_text: bool,
    /// The metamodels that were put together for documents before.
    pub made: MadeMetamodels,
    /// The documents that others referred to before.
    pub shared: SharedDocuments,
}

/// How a file is read: one that the user names, or one that a document names.
type ReadFile = fn(&Path, &Limits) -> Result<Vec<u8>, Box<Diagnostic>>;

impl Workspace {
    /// The file behind an address, by the mappings that the user gave; the longest prefix counts.
    fn file_of(&self, address: &str) -> Option<PathBuf> {
        let fits = |(prefix, _): &&(String, PathBuf)| address.starts_with(prefix.as_str());
        match self.maps.iter().filter(fits).max_by_key(|(prefix, _)| prefix.len()) {
            None => uri_path(address),
            Some((prefix, folder)) => {
                let rest = address[prefix.len()..].trim_start_matches('/');
                uri_path(&format!("{}/{rest}", path_uri(folder)))
            }
        }
    }

    /// Reads a document whose metamodel is resolved here, and then what it refers to.
    pub(crate) fn load_instance(&self, format: &Format, input: &Input, document: Document) -> Loaded {
        let declared = format.declared(&input.source);
        let read = |model: &mut Model, document| format.read(input, model, document, &self.reading);
        self.load_with(format.name(), declared, &input.source, document, read)
    }

    /// Reads a document with a function into a model of the metamodel that it requires, and then what it refers to.
    pub(crate) fn load_with(
        &self,
        format: &'static str,
        mut declared: Declared,
        source: &Source,
        document: Document,
        read: impl FnOnce(&mut Model, Document) -> (DocumentId, Diagnostics),
    ) -> Loaded {
        // Documents refer to the types of XML Schema without declaring them.
        if mentions_xml_types(source) {
            declared.packages.push(builtin::XML_TYPE_URI.to_owned());
        }
        let (metamodel, mut diagnostics) = self.metamodel_for(&declared, &document.uri);
        let mut model = Model::new(metamodel);
        let (document, found) = read(&mut model, document);
        diagnostics.append(found);
        ecore::normalise(&mut model, 0);
        diagnostics.append(self.complete(&mut model, document));
        Loaded { model, document, format, diagnostics }
    }

    /// Reads a metamodel, with every metamodel that it refers to.
    ///
    /// # Errors
    /// Where there is nothing to read: no such file, no known format, or bytes that are no text.
    pub fn load_metamodel(&self, path: &Path) -> Result<(Arc<Metamodel>, Diagnostics), Box<Diagnostic>> {
        let loaded = self.load_metamodel_file(path, read_file)?;
        Ok(metamodels::of_loaded(loaded, &Metamodel::ecore()))
    }
}

/// The bytes of a file; never more than the limits allow, whatever the file's size is said to be.
///
/// # Errors
/// Where it cannot be read, is no file, or is too large.
pub fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    let name = shown(path);
    let cannot = |e: std::io::Error| {
        let help = match e.kind() {
            std::io::ErrorKind::NotFound => "check the path; it is relative to the current folder",
            _ => "check that the file may be read",
        };
        let message = format!("{name} cannot be read: {}", reason(&e));
        Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
    };
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if metadata.is_dir() {
        let message = format!("{name} is a folder, but a file is expected");
        let site = path.join("hiera.yaml");
        let help = if site.is_file() {
            format!("did you mean {}?", shown(&site))
        } else {
            "name a file in it".into()
        };
        return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help)));
    }
    let limit = limits.document as u64;
    let too_large = || {
        let message = format!("{name} has more than the {limit} bytes that are read");
        Box::new(Diagnostic::error(codes::LIMIT, message).help("split the document into several"))
    };
    if metadata.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
    // Pipes and devices have no size beforehand, and may have no end.
    let file = std::fs::File::open(path).map_err(cannot)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// Reads a file that a document names. Only what is really a file: a document must not make its reader
/// wait for a pipe or drain a device.
pub fn read_named(path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let message = format!("{} is no ordinary file", shown(path));
        return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("name a file")));
    }
    read_file(path, limits)
}

/// A path as problems show it: on one line, and without what would steer a terminal.
#[must_use]
pub fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if !text.contains(char::is_control) {
        return text.into_owned();
    }
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// Why the system refused something, in words that are the same on every system where there are such.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        kind @ (ErrorKind::PermissionDenied | ErrorKind::StorageFull | ErrorKind::IsADirectory) => {
            kind.to_string()
        }
        _ => error.to_string(),
    }
}
