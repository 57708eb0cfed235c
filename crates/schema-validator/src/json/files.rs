//! The files of a JSON Schema: the given file, and the files in its directory to which it refers, with the spans of
//! their values.
//!
//! Invariants: only ordinary files in the directory of the schema are opened. Each is read as JSON by the toolkit's own
//! reader, within the limits for documents. This module knows only the keywords that refer to schemas.

use super::invalid_schema;
use crate::data::{self, Spans};
use jsonschema::{Retrieve, Uri};
use modelwright::files::{Files, display_path, error_text, read_ordinary_file, uri_path};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::uri;
use modelwright_notations::json::Tokenizer;
use serde_json::Value;
use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of files that are read for one schema.
const MAX_FILES: usize = 1_000;

/// The keywords whose values are URIs of schemas.
const REFERENCE_KEYWORDS: [&str; 4] = ["$ref", "$dynamicRef", "$recursiveRef", "$schema"];

/// A file of a schema.
#[derive(Debug)]
pub(super) struct SchemaFile {
    pub(super) uri: String,
    pub(super) source: Arc<Source>,
    pub(super) spans: Spans,
}

/// The files of one schema, in the order in which they were read.
#[derive(Debug)]
pub(super) struct SchemaFiles {
    files: Arc<dyn Files>,
    directory: PathBuf,
    limits: Limits,
    // A `Mutex`, because `Retrieve` takes `&self` and must be `Sync`, while files are added when a schema is built.
    read_files: Mutex<Vec<Arc<SchemaFile>>>,
}

/// A URI to which a schema refers, and the position of the reference.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) file: Arc<SchemaFile>,
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Reference {
    /// The reference at a range; `None` if the value there is not a string.
    fn read_at(file: &Arc<SchemaFile>, range: Range<usize>) -> Option<Self> {
        // A property may have the name `$ref`, so it is a reference only if its value is a string.
        let text = serde_json::from_str(&file.source.text()[range.clone()]).ok()?;
        Some(Self { file: Arc::clone(file), range, text })
    }

    /// The URI of the file.
    pub(super) fn target(&self) -> String {
        let address = uri::resolve(&self.file.uri, &self.text);
        uri::split_fragment(&address).0.to_owned()
    }

    /// The part of the URI after the file, which identifies a position in it.
    pub(super) fn fragment(&self) -> &str {
        uri::split_fragment(&self.text).1.unwrap_or_default()
    }
}

impl SchemaFiles {
    pub(super) fn new(files: Arc<dyn Files>, directory: PathBuf, limits: Limits) -> Self {
        Self { files, directory, limits, read_files: Mutex::default() }
    }

    /// Adds a file with a URI; returns its value.
    pub(super) fn add(&self, name: &str, uri: String, bytes: Vec<u8>) -> Result<Value, Box<Diagnostic>> {
        let source = decode_text(name, bytes, &self.limits)?;
        let (value, spans) =
            data::read_schema(&mut Tokenizer::new(source.text()), &source).map_err(|fault| {
                let message = format!("{name} is not a valid schema: {}", fault.message);
                let help = fault.help.clone();
                let mut problem = invalid_schema(message);
                problem.labels = fault.labels;
                problem.help = help.or(problem.help);
                Box::new(problem)
            })?;
        // Files are added in a single step, so the list is complete even after a panic.
        self.read_files.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(SchemaFile {
            uri,
            source,
            spans,
        }));
        Ok(value)
    }

    pub(super) fn all(&self) -> Vec<Arc<SchemaFile>> {
        self.read_files.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file with this URI, which must not contain a fragment.
    pub(super) fn by_uri(&self, uri: &str) -> Option<Arc<SchemaFile>> {
        self.all().into_iter().find(|file| is_same_file(&file.uri, uri))
    }

    /// All references, ordered by file and keyword.
    pub(super) fn references(&self) -> Vec<Reference> {
        let mut references = Vec::new();
        for file in self.all() {
            for keyword in REFERENCE_KEYWORDS {
                let spans = file.spans.with_key(keyword).into_iter();
                references.extend(spans.filter_map(|range| Reference::read_at(&file, range)));
            }
        }
        references
    }

    /// The path of the file with a URI, if the file may be read. It is relative to the path that the user specified for
    /// the schema.
    fn path(&self, uri: &str) -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
        let path = uri_path(uri).ok_or("only schemas in files are read")?;
        let real = |path: &Path| self.files.canonicalize(path).map_err(|error| error_text(&error));
        // Both are real paths, so neither `..` nor a link can lead out of the directory.
        let (path, directory) = (real(&path)?, real(&self.directory)?);
        let relative_path = path
            .strip_prefix(&directory)
            .map_err(|_| "only schemas in the directory of the schema are read")?;
        // Messages show paths as the user wrote them.
        Ok(if self.directory == Path::new(".") {
            relative_path.to_owned()
        } else {
            self.directory.join(relative_path)
        })
    }
}

/// Whether two URIs refer to the same file, because a path may be spelled in several ways.
pub(super) fn is_same_file(one: &str, other: &str) -> bool {
    one == other || uri_path(one).is_some_and(|path| uri_path(other) == Some(path))
}

/// Provides the files to which a schema refers to the crate `jsonschema`.
#[derive(Debug)]
pub(super) struct FileRetriever(pub(super) Arc<SchemaFiles>);

impl Retrieve for FileRetriever {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let path = self.0.path(uri.as_str())?;
        // The number of files is limited, because a directory may contain any number of them that refer to each other.
        if self.0.all().len() >= MAX_FILES {
            return Err(format!("the schema has more than {MAX_FILES} files").into());
        }
        let bytes =
            read_ordinary_file(&*self.0.files, &path, &self.0.limits).map_err(|problem| problem.message)?;
        // `faults` reports this problem.
        self.0.add(&display_path(&path), uri.as_str().to_owned(), bytes).map_err(|problem| problem as Box<_>)
    }
}
