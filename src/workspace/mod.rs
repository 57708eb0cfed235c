//! Where documents and metamodels come from: the file system, the roots that the user gave, and the
//! metamodels that are shipped.
//!
//! Invariants: only files are ever opened, never a network; a document is read once, whoever refers
//! to it. This module does not print, and does not know how any notation looks.

mod metamodels;
mod references;
mod validation;

pub use metamodels::shipped;

use crate::formats::{self, Format, Input};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
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
    /// What is too much.
    pub limits: Limits,
}

impl Workspace {
    /// Reads a file in the format that it has, or in the one given.
    ///
    /// # Errors
    /// Where there is nothing to read at all: no such file, no known format, no text.
    pub fn load(&self, path: &Path, format: Option<&'static dyn Format>) -> Result<Loaded, Box<Diagnostic>> {
        let name = path.display().to_string();
        let bytes = read_file(path, &self.limits)?;
        let format = format
            .or_else(|| formats::detect(path, &bytes))
            .ok_or_else(|| Box::new(formats::unknown(&name)))?;
        self.load_bytes(&name, bytes, &path_uri(path), format)
    }

    /// Reads a document that is already in memory; `uri` is where it is taken to be.
    ///
    /// # Errors
    /// Where the bytes are no text.
    pub fn load_bytes(
        &self,
        name: &str,
        bytes: Vec<u8>,
        uri: &str,
        format: &dyn Format,
    ) -> Result<Loaded, Box<Diagnostic>> {
        let input = format.decode(name, bytes, &self.limits)?;
        let mut document = Document::new(uri);
        document.source = Some(Arc::clone(&input.source));
        let loaded = format.load(&input, self, document);
        Ok(Loaded { format: format.name(), ..loaded })
    }

    /// Reads an instance document: finds its metamodel, reads it, and then what it refers to.
    pub fn load_instance(&self, format: &dyn Format, input: &Input, document: Document) -> Loaded {
        let declared = format.declared(input);
        let (metamodel, mut diagnostics) = self.metamodel_for(&declared, &document.uri);
        let mut model = Model::new(metamodel);
        let (document, found) = format.read(input, &mut model, document);
        diagnostics.append(found);
        ecore::normalise(&mut model, 0);
        self.complete(&mut model, document);
        Loaded { model, document, format: format.name(), diagnostics }
    }

    /// Reads a metamodel, with every metamodel that it refers to.
    ///
    /// # Errors
    /// As [`Workspace::load`].
    pub fn load_metamodel(&self, path: &Path) -> Result<(Arc<Metamodel>, Diagnostics), Box<Diagnostic>> {
        let loaded = self.load(path, None)?;
        Ok(metamodels::of_loaded(loaded, &Metamodel::ecore()))
    }
}

/// The bytes of a file; never more than the limits allow.
///
/// # Errors
/// Where it cannot be read, is no file, or is too large.
pub fn read_file(path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    let name = path.display();
    let cannot = |e: std::io::Error| {
        let mut problem = Diagnostic::error(codes::CANNOT_READ, format!("{name} cannot be read: {e}"));
        if e.kind() == std::io::ErrorKind::NotFound {
            problem = problem.help("check the path; it is relative to the current folder");
        }
        Box::new(problem)
    };
    let metadata = std::fs::metadata(path).map_err(cannot)?;
    if metadata.is_dir() {
        let message = format!("{name} is a folder, but a file is expected");
        return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message)));
    }
    if metadata.len() > limits.document as u64 {
        let message =
            format!("{name} has {} bytes, more than the {} that are read", metadata.len(), limits.document);
        return Err(Box::new(Diagnostic::error(codes::LIMIT, message)));
    }
    std::fs::read(path).map_err(cannot)
}

/// The address of a file: its absolute path as a `file:` URI, without `.` and `..`.
#[must_use]
pub fn path_uri(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let text = absolute.to_string_lossy().replace('\\', "/");
    modelwright_metamodel::model::uri::resolve("file:/", text.trim_start_matches('/'))
}

/// The file behind a `file:` URI.
#[must_use]
pub fn uri_path(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    Some(PathBuf::from(path))
}
