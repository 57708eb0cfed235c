//! The files of a JSON Schema: the one that is given, and those beside it that it refers to, with the places of what
//! they say.
//!
//! Invariants: only ordinary files in the folder of the schema are opened, and each is read as JSON by the toolkit's
//! own reader, within the limits of documents. This module does not know what keywords mean, but those that refer.

use super::bad;
use crate::data::{self, Places};
use jsonschema::{Retrieve, Uri};
use modelwright::workspace::{read_named, reason, shown, uri_path};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::json::Tokenizer;
use modelwright_metamodel::model::uri;
use serde_json::Value;
use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// So many files are read for a schema.
const MOST: usize = 1_000;

/// The keywords whose values are addresses of schemas.
const REFERENCES: [&str; 4] = ["$ref", "$dynamicRef", "$recursiveRef", "$schema"];

/// A file that was read.
#[derive(Debug)]
pub(super) struct File {
    pub(super) uri: String,
    pub(super) source: Arc<Source>,
    pub(super) places: Places,
}

/// The files of one schema, in the order in which they were read.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    limits: Limits,
    read: Mutex<Vec<Arc<File>>>,
}

/// An address that a schema refers to, and where it does.
#[derive(Debug)]
pub(super) struct Reference {
    pub(super) file: Arc<File>,
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Reference {
    fn at(file: &Arc<File>, range: Range<usize>) -> Option<Self> {
        let text = serde_json::from_str(&file.source.text()[range.clone()]).ok()?;
        Some(Self { file: Arc::clone(file), range, text })
    }

    /// The file that it leads to.
    pub(super) fn target(&self) -> String {
        let address = uri::resolve(&self.file.uri, &self.text);
        uri::split_fragment(&address).0.to_owned()
    }

    /// The place in that file.
    pub(super) fn fragment(&self) -> &str {
        uri::split_fragment(&self.text).1.unwrap_or_default()
    }
}

impl Files {
    pub(super) fn new(folder: PathBuf, limits: Limits) -> Self {
        Self { folder, limits, read: Mutex::default() }
    }

    /// The data of a file, which is kept with its places under an address.
    pub(super) fn add(&self, name: &str, uri: String, bytes: Vec<u8>) -> Result<Value, Box<Diagnostic>> {
        let source = decode_text(name, bytes, &self.limits)?;
        let (value, places) =
            data::read_whole(&mut Tokenizer::new(source.text()), &source).map_err(|fault| {
                let message = format!("{name} is no schema that can be used: {}", fault.message);
                let help = fault.help.clone();
                let mut told = bad(message);
                told.labels = fault.labels;
                told.help = help.or(told.help);
                Box::new(told)
            })?;
        self.read.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::new(File { uri, source, places }));
        Ok(value)
    }

    pub(super) fn all(&self) -> Vec<Arc<File>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The file of an address without fragment.
    pub(super) fn of_uri(&self, uri: &str) -> Option<Arc<File>> {
        self.all().into_iter().find(|file| same(&file.uri, uri))
    }

    /// All that refers to something, by file and place.
    pub(super) fn references(&self) -> Vec<Reference> {
        let mut found = Vec::new();
        for file in self.all() {
            for keyword in REFERENCES {
                let places = file.places.of_key(keyword).into_iter();
                found.extend(places.filter_map(|range| Reference::at(&file, range)));
            }
        }
        found
    }

    /// The file behind an address, if it is one that may be read, as those would name it who gave the schema.
    fn path(&self, uri: &str) -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
        let path = uri_path(uri).ok_or("only schemas in files are read")?;
        let real = |path: &Path| path.canonicalize().map_err(|error| reason(&error));
        let (path, folder) = (real(&path)?, real(&self.folder)?);
        let inner =
            path.strip_prefix(&folder).map_err(|_| "only schemas in the folder of the schema are read")?;
        Ok(if self.folder == Path::new(".") { inner.to_owned() } else { self.folder.join(inner) })
    }
}

/// Whether two addresses are of one file: there are several ways to write them.
pub(super) fn same(one: &str, other: &str) -> bool {
    one == other || uri_path(one).is_some_and(|path| uri_path(other) == Some(path))
}

/// Lets the library ask for files.
#[derive(Debug)]
pub(super) struct Beside(pub(super) Arc<Files>);

impl Retrieve for Beside {
    fn retrieve(&self, uri: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        let path = self.0.path(uri.as_str())?;
        if self.0.all().len() >= MOST {
            return Err(format!("the schema has more than {MOST} files").into());
        }
        let bytes = read_named(&path, &self.0.limits).map_err(|problem| problem.message)?;
        // The problem itself is what `faults` tells.
        self.0.add(&shown(&path), uri.as_str().to_owned(), bytes).map_err(|problem| problem as Box<_>)
    }
}
