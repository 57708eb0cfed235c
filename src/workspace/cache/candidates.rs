//! The metamodel files in directories, and the packages that they probably declare.
//!
//! Invariants: files are ordered by directory and path; each file is read once for all namespaces, and again only if it
//! has changed, or if its bytes were not kept and are searched. Only parsing, which this module does not do, determines
//! which packages a file really declares.

use super::LIMIT;
use super::type_index::{TypeIndex, read_type_names};
use crate::files::{Dependencies, FileKind, Files, Recorder, Revision, read_ordinary_file};
use crate::workspace::Registry;
use crate::workspace::directories::files_below;
use modelwright_language::language::TypeNames;
use modelwright_metamodel::input::Limits;
use rustc_hash::FxHashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The directories that contain the candidates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in super::super) enum CandidateDirectories {
    /// Directories with everything below them, and single files, such as those of `--path`.
    Below(Vec<PathBuf>),
    /// A directory without its subdirectories.
    In(PathBuf),
}

/// The candidates of a workspace, by directories.
#[derive(Debug, Default)]
pub(in super::super) struct CandidateCache {
    candidates: Mutex<FxHashMap<CandidateDirectories, Arc<Candidates>>>,
}

impl CandidateCache {
    /// Finds the metamodel files in directories. Reads only files that have changed since the last call.
    pub(in super::super) fn find(
        &self,
        files: &Arc<dyn Files>,
        directories: CandidateDirectories,
        (registry, limits): (&Arc<Registry>, &Limits),
    ) -> Arc<Candidates> {
        // The lock is held while files are read, so that other threads wait instead of reading the same files.
        let mut cached_candidates = self.candidates.lock().unwrap_or_else(PoisonError::into_inner);
        let cached = cached_candidates.get(&directories);
        if let Some(candidates) = cached.filter(|cached| cached.dependencies.are_current(&**files)) {
            return Arc::clone(candidates);
        }
        let candidates = Arc::new(Candidates::read(
            files,
            &directories,
            (registry, limits),
            cached.map(|cached| &**cached),
        ));
        cached_candidates.insert(directories, Arc::clone(&candidates));
        candidates
    }
}

/// Files that may contain metamodels.
#[derive(Debug)]
pub(in super::super) struct Candidates {
    files: Vec<Candidate>,
    /// The indices of the files that probably declare a namespace URI.
    by_namespace: FxHashMap<Arc<str>, Vec<usize>>,
    /// The indices of the files with a name.
    by_name: FxHashMap<OsString, Vec<usize>>,
    /// The first file that mentions a namespace URI, for each URI that was searched.
    first_mentions: Mutex<FxHashMap<String, FirstMention>>,
    /// The type sources; computed when they are needed.
    types: OnceLock<TypeIndex>,
    registry: Arc<Registry>,
    dependencies: Dependencies,
}

/// The first file that mentions a namespace URI; empty until the search is done.
type FirstMention = Arc<OnceLock<Option<PathBuf>>>;

/// A file that may contain a metamodel.
#[derive(Debug, Clone)]
struct Candidate {
    path: PathBuf,
    revision: Option<Revision>,
    /// The bytes of the file; `None` if it could not be read, or if its bytes are not kept.
    bytes: Option<Arc<Vec<u8>>>,
    /// The namespace URIs that the file probably declares.
    namespaces: Arc<[Arc<str>]>,
    /// The types in a type source; computed when they are needed.
    types: Arc<OnceLock<Arc<TypeNames>>>,
}

impl Candidates {
    /// Reads the candidates in directories; those of `previous` that have not changed are taken from it.
    fn read(
        files: &Arc<dyn Files>,
        directories: &CandidateDirectories,
        (registry, limits): (&Arc<Registry>, &Limits),
        previous: Option<&Candidates>,
    ) -> Self {
        let recorder = Recorder::new(Arc::clone(files));
        let previous_candidates: &[Candidate] = previous.map_or(&[], |previous| previous.files.as_slice());
        let previous_by_path: FxHashMap<&Path, &Candidate> =
            previous_candidates.iter().map(|candidate| (candidate.path.as_path(), candidate)).collect();
        let paths = metamodel_files(registry, &recorder, directories);
        let mut candidates = Vec::new();
        // The bytes of files beside a document are not kept, because these files are not searched for mentions.
        let mut remaining_bytes = if matches!(directories, CandidateDirectories::In(_)) { 0 } else { LIMIT };
        for path in paths {
            let revision = recorder.revision(&path);
            let mut candidate = match previous_by_path.get(path.as_path()) {
                // A file without a revision counts as changed.
                Some(previous) if revision.is_some() && previous.revision == revision => (*previous).clone(),
                _ => Candidate::read(&recorder, path, revision, (registry, limits)),
            };
            // Beyond the limit, bytes are dropped; the file is read again when it is searched.
            candidate.bytes = candidate.bytes.filter(|bytes| bytes.len() <= remaining_bytes);
            remaining_bytes -= candidate.bytes.as_ref().map_or(0, |bytes| bytes.len());
            candidates.push(candidate);
        }
        let mut by_namespace: FxHashMap<Arc<str>, Vec<usize>> = FxHashMap::default();
        let mut by_name: FxHashMap<OsString, Vec<usize>> = FxHashMap::default();
        for (index, candidate) in candidates.iter().enumerate() {
            if let Some(name) = candidate.path.file_name() {
                by_name.entry(name.to_owned()).or_default().push(index);
            }
            for uri in &*candidate.namespaces {
                let indices = by_namespace.entry(Arc::clone(uri)).or_default();
                // Each file is listed once, even if it contains the URI several times.
                if indices.last() != Some(&index) {
                    indices.push(index);
                }
            }
        }
        Self {
            files: candidates,
            by_namespace,
            by_name,
            first_mentions: Mutex::default(),
            types: OnceLock::new(),
            registry: Arc::clone(registry),
            dependencies: recorder.dependencies(),
        }
    }

    /// The files that probably declare a package.
    pub(in super::super) fn files_declaring(&self, package: &str) -> impl Iterator<Item = &Path> {
        let indices = self.by_namespace.get(package);
        indices.into_iter().flatten().map(|index| self.files[*index].path.as_path())
    }

    /// The first file whose path ends with a path.
    pub(in super::super) fn file_ending_with(&self, path: &Path) -> Option<&Path> {
        // Files are looked up by their names first, because few files have the same name.
        let indices = self.by_name.get(path.file_name()?)?;
        indices.iter().map(|index| self.files[*index].path.as_path()).find(|file| file.ends_with(path))
    }

    /// The type sources, by the types that they declare.
    pub(in super::super) fn types(&self, files: &dyn Files, limits: &Limits) -> &TypeIndex {
        self.types.get_or_init(|| {
            let mut index = TypeIndex::default();
            for file in &self.files {
                if self.registry.format_by_path(&file.path).is_some_and(|format| format.is_type_source) {
                    let bytes = file.bytes.as_ref().map(|bytes| bytes.as_slice());
                    let names = file
                        .types
                        .get_or_init(|| Arc::new(read_type_names(&file.path, bytes, files, limits)));
                    index.add(&file.path, Arc::clone(names));
                }
            }
            index
        })
    }

    /// The first file that mentions a package.
    pub(in super::super) fn first_file_mentioning(
        &self,
        package: &str,
        files: &dyn Files,
        limits: &Limits,
    ) -> Option<PathBuf> {
        // The lock is released before the search, so that searches for different packages do not wait for each other.
        let first_mention = {
            let mut mentions = self.first_mentions.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(mentions.entry(package.to_owned()).or_default())
        };
        let path = first_mention.get_or_init(|| {
            let finder = memchr::memmem::Finder::new(package);
            let file = self.files.iter().find(|file| match &file.bytes {
                Some(bytes) => finder.find(bytes).is_some(),
                None => read_ordinary_file(files, &file.path, limits)
                    .is_ok_and(|bytes| finder.find(&bytes).is_some()),
            });
            file.map(|file| file.path.clone())
        });
        path.clone()
    }
}

/// The paths of the files that may contain metamodels, in order.
fn metamodel_files(
    registry: &Registry,
    files: &dyn Files,
    directories: &CandidateDirectories,
) -> Vec<PathBuf> {
    let is_metamodel =
        |path: &Path| registry.format_by_path(path).is_some_and(|format| format.is_for_metamodels);
    match directories {
        CandidateDirectories::Below(directories) => {
            let mut paths = Vec::new();
            for path in directories {
                if !files.metadata(path).is_ok_and(|metadata| metadata.kind == FileKind::File) {
                    let (mut found_paths, _) = files_below(files, path, is_metamodel);
                    paths.append(&mut found_paths);
                } else if is_metamodel(path) {
                    paths.push(path.clone());
                }
            }
            paths
        }
        CandidateDirectories::In(directory) => {
            // The current directory is an empty path, which cannot be listed.
            let listed_directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
            let entries = files.list(listed_directory).into_iter().flatten();
            let entries = entries.filter(|entry| entry.kind == FileKind::File);
            let mut paths: Vec<PathBuf> = entries.map(|entry| directory.join(entry.name)).collect();
            paths.retain(|path| is_metamodel(path));
            paths.sort();
            paths
        }
    }
}

impl Candidate {
    /// Reads a file as a candidate; without its bytes and namespaces if it cannot be read.
    fn read(
        files: &dyn Files,
        path: PathBuf,
        revision: Option<Revision>,
        (registry, limits): (&Registry, &Limits),
    ) -> Self {
        let bytes = read_ordinary_file(files, &path, limits).ok();
        let namespaces = match (registry.format_by_path(&path), &bytes) {
            (Some(format), Some(bytes)) => format.namespaces(bytes),
            _ => Vec::new(),
        };
        let namespaces = namespaces.into_iter().map(Arc::from).collect();
        Self { path, revision, bytes: bytes.map(Arc::new), namespaces, types: Arc::default() }
    }
}
