//! The metamodel files below the folders given with `--path`, and the packages that they seem to declare.
//!
//! Invariants: files come in order of folder and path; each is looked at once, however many documents ask for however
//! many namespaces. What a file really holds shows only when it is read, which others do.

use super::folders::files_below;
use super::read_named;
use crate::formats;
use modelwright_metamodel::input::Limits;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// How many bytes of metamodel files are kept to be searched.
const MOST_KEPT: usize = 256 << 20;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    files: Vec<Candidate>,
    /// Which of them declare a namespace URI.
    declaring: FxHashMap<String, Vec<usize>>,
}

/// A file that may hold a metamodel.
#[derive(Debug)]
struct Candidate {
    path: PathBuf,
    /// What is in it, unless it is too much to be kept.
    bytes: Option<Vec<u8>>,
}

impl Candidates {
    /// Looks at the files below folders.
    pub(super) fn below(folders: &[PathBuf], limits: &Limits) -> Self {
        let mut candidates = Self::default();
        let mut room = MOST_KEPT;
        let is_metamodel =
            |path: &Path| formats::by_path(path).is_some_and(|format| format.is_for_metamodels);
        for path in folders.iter().flat_map(|folder| files_below(folder, is_metamodel).0) {
            let bytes = read_named(&path, limits).ok();
            candidates.add(path, bytes, &mut room);
        }
        candidates
    }

    fn add(&mut self, path: PathBuf, bytes: Option<Vec<u8>>, room: &mut usize) {
        let at = self.files.len();
        if let (Some(format), Some(bytes)) = (formats::by_path(&path), &bytes) {
            for uri in format.namespaces(bytes) {
                let files = self.declaring.entry(uri).or_default();
                if files.last() != Some(&at) {
                    files.push(at);
                }
            }
        }
        let bytes = bytes.filter(|bytes| bytes.len() <= *room);
        *room -= bytes.as_ref().map_or(0, Vec::len);
        self.files.push(Candidate { path, bytes });
    }

    /// The files that seem to declare a package.
    pub(super) fn declaring(&self, package: &str) -> impl Iterator<Item = &Path> {
        let files = self.declaring.get(package);
        files.into_iter().flatten().map(|at| self.files[*at].path.as_path())
    }

    /// The first file that mentions a package at all.
    pub(super) fn mentioning(&self, package: &str, limits: &Limits) -> Option<&Path> {
        let finder = memchr::memmem::Finder::new(package);
        let mentions = |file: &&Candidate| match &file.bytes {
            Some(bytes) => finder.find(bytes).is_some(),
            None => read_named(&file.path, limits).is_ok_and(|bytes| finder.find(&bytes).is_some()),
        };
        self.files.iter().find(mentions).map(|file| file.path.as_path())
    }
}
