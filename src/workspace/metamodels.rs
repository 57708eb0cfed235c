//! Finds the metamodel of a document.
//!
//! Places are searched in this order: the files given with `--model`, the shipped metamodels, the locations in
//! `xsi:schemaLocation`, the directories given with `--path`, and the directory of the document if it specifies no
//! location.

use super::cache::{CandidateDirectories, Candidates, Extension};
use super::converted_metamodels::{errors_of, extend, merge, not_a_metamodel};
use super::registry::unknown_format;
use super::{DocumentReader, LoadedDocument, ReadFile, Workspace};
use crate::files::{Files, display_path, read_file, read_ordinary_file, uri_path};
use crate::formats::{self, ReadOptions, RequiredMetamodels};
use crate::shipped;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Document, uri};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The metamodel that a document requires, as far as its packages were found.
#[derive(Debug)]
pub(super) struct DocumentMetamodel {
    pub(super) metamodel: Arc<Metamodel>,
    /// The problems of the files of the metamodel.
    pub(super) problems: Diagnostics,
    /// Missing packages that several files declare differently. They are problems only if the document uses them.
    pub(super) ambiguities: Vec<(String, Diagnostic)>,
}

impl DocumentMetamodel {
    /// A metamodel to which nothing was added.
    fn unchanged(metamodel: &Arc<Metamodel>) -> Self {
        let metamodel = Arc::clone(metamodel);
        Self { metamodel, problems: Diagnostics::new(), ambiguities: Vec::new() }
    }

    /// Whether a missing package is declared differently by several files.
    fn is_ambiguous(&self) -> bool {
        !self.ambiguities.is_empty()
    }
}

impl Workspace {
    /// The metamodel of only the files that the user specified.
    #[must_use]
    pub fn given_metamodel(&self) -> (Arc<Metamodel>, Diagnostics) {
        let result = self.metamodel_for(&RequiredMetamodels::default(), "");
        (result.metamodel, result.problems)
    }

    /// The metamodel with all declared packages that can be found, and with the files that the user specified.
    pub(super) fn metamodel_for(&self, declared: &RequiredMetamodels, document: &str) -> DocumentMetamodel {
        let base = self.metamodel.clone().unwrap_or_else(Metamodel::ecore);
        let mut result = DocumentMetamodel::unchanged(&base);
        for group in self.groups_of_given_files() {
            let (extended, problems) = match group.as_slice() {
                [path] => self.extended(&result.metamodel, path, read_file),
                files => self.extended_by_files(&result.metamodel, files),
            };
            result.metamodel = extended;
            result.problems.append(problems);
        }
        // Files that the user specifies must not declare a package differently (Decision 27).
        if self.models.len() > 1 {
            result.problems.append(self.ambiguous_packages(&result.metamodel));
        }
        for package in &declared.packages {
            let location = declared.locations.iter().find(|(namespace, _)| namespace == package);
            let address = location.map(|(_, location)| uri::resolve(document, location));
            self.add_package(package, address.as_deref(), document, &mut result);
        }
        let location = declared.locations.iter().rfind(|(namespace, _)| namespace.is_empty());
        let location =
            location.filter(|_| !self.only_shipped).map(|(_, location)| uri::resolve(document, location));
        // A location in the document itself is skipped, because the document is not read yet.
        if let Some(location) = location.filter(|location| uri::split_fragment(location).0 != document) {
            result.metamodel =
                self.with_package_without_namespace(result.metamodel, &location, &mut result.problems);
        }
        result
    }

    /// Adds a package that a document requires, if it can be found. `address` is the location of the package that the
    /// document specifies.
    fn add_package(
        &self,
        package: &str,
        address: Option<&str>,
        document: &str,
        result: &mut DocumentMetamodel,
    ) {
        let location = address.map(|address| uri::split_fragment(address).0);
        // A proxy of the package does not count if the document specifies another location.
        let is_known = result.metamodel.package_by_uri(package).is_some_and(|known_package| {
            !result.metamodel[known_package].is_proxy
                || location.is_none_or(|location| {
                    result.metamodel.package_read_from(location) == Some(known_package)
                })
        });
        if is_known {
            return;
        }
        if let Some(extended) = self.with_shipped(&result.metamodel, package) {
            result.metamodel = extended;
            return;
        }
        if self.only_shipped {
            return;
        }
        // The package at the specified location is accepted even if it has another namespace.
        let has_package = |metamodel: &Metamodel| {
            metamodel.package_by_uri(package).is_some()
                || address.is_some_and(|address| metamodel.package_at(address).is_some())
        };
        if let Some(location) = location {
            if let Some(path) = self.path_of(location).map(|path| self.relative(path)) {
                let (extended, problems) = self.extended(&result.metamodel, &path, read_ordinary_file);
                result.metamodel = extended;
                if !has_package(&result.metamodel) {
                    result.problems.push(misplaced_metamodel(package, &path, &problems));
                }
            } else {
                result.metamodel = self.with_namespace(&result.metamodel, location);
            }
        }
        if has_package(&result.metamodel) {
            return;
        }
        let mut search = self.search(&result.metamodel, package);
        let is_not_found = !search.is_ambiguous() && !has_package(&search.metamodel);
        if self.finds_unnamed && location.is_none() && is_not_found {
            search = self.search_beside(&search.metamodel, package, document);
        }
        result.metamodel = search.metamodel;
        result.problems.append(search.problems);
        result.ambiguities.append(&mut search.ambiguities);
    }

    /// The metamodel with a built-in, shipped or registered package; `None` if it is none of these.
    fn with_shipped(&self, metamodel: &Arc<Metamodel>, package: &str) -> Option<Arc<Metamodel>> {
        if let Some(extended) = metamodel.with_built_in(package) {
            return Some(Arc::new(extended));
        }
        let shipped_metamodel =
            shipped::by_uri(package).or_else(|| self.registry.metamodel(package).cloned())?;
        let extension = Extension::Shipped(package.to_owned());
        let (extended, _) = self
            .compose(metamodel, &extension, |_| (merge(&shipped_metamodel, metamodel), Diagnostics::new()));
        Some(extended)
    }

    /// The metamodel with the package whose namespace a document uses as a location.
    fn with_namespace(&self, metamodel: &Arc<Metamodel>, namespace: &str) -> Arc<Metamodel> {
        if metamodel.package_by_uri(namespace).is_some() {
            return Arc::clone(metamodel);
        }
        self.with_shipped(metamodel, namespace).unwrap_or_else(|| self.search(metamodel, namespace).metamodel)
    }

    /// The metamodel with the package for names without a namespace. A missing package is reported even if the document
    /// has no such names, because EMF rejects a document whose package is missing.
    fn with_package_without_namespace(
        &self,
        metamodel: Arc<Metamodel>,
        location: &str,
        diagnostics: &mut Diagnostics,
    ) -> Arc<Metamodel> {
        if metamodel.package_by_uri(location).is_some() || metamodel.package_read_from(location).is_some() {
            return metamodel;
        }
        let path = self.path_of(uri::split_fragment(location).0).map(|path| self.relative(path));
        let Some(path) = path else {
            diagnostics.push(no_package_at(location, "this is not the address of a file"));
            return metamodel;
        };
        let (extended, problems) = self.extended(&metamodel, &path, read_ordinary_file);
        if extended.package_read_from(location).is_none() {
            let reason = problems
                .first_error()
                .map_or_else(|| "it is not a metamodel".to_owned(), |problem| problem.message.clone());
            diagnostics.push(no_package_at(&display_path(&path), &reason));
        }
        extended
    }

    /// The files that the user specified, without duplicates, in groups that are read together: if there is a type
    /// source, all files are one group, because a type source may use types of any other file.
    fn groups_of_given_files(&self) -> Vec<Vec<PathBuf>> {
        let mut files: Vec<PathBuf> = Vec::new();
        for path in &self.models {
            if !files.contains(path) {
                files.push(path.clone());
            }
        }
        if files.iter().any(|path| self.is_type_source(path)) {
            return vec![files];
        }
        files.into_iter().map(|path| vec![path]).collect()
    }

    /// The metamodel with the packages of files, some of which are type sources, and the problems of all files.
    fn extended_by_files(
        &self,
        metamodel: &Arc<Metamodel>,
        paths: &[PathBuf],
    ) -> (Arc<Metamodel>, Diagnostics) {
        self.compose(metamodel, &Extension::Files(paths.to_vec()), |workspace| {
            let (type_sources, other_files): (Vec<&PathBuf>, Vec<&PathBuf>) =
                paths.iter().partition(|path| self.is_type_source(path));
            // Reads the type sources without the other files, which are only converted if the sources use their types.
            let (loaded, lacks_types) = match workspace.load_type_sources(&type_sources, &[]) {
                Ok(result) => result,
                Err(problems) => return (Arc::clone(metamodel), problems),
            };
            if lacks_types && !other_files.is_empty() {
                // The sources use types of the other files, so all are read again, with the other files converted to
                // type sources.
                return match workspace.load_type_sources(&type_sources, &other_files) {
                    Ok((loaded, _)) => extend(&loaded, metamodel),
                    Err(problems) => (Arc::clone(metamodel), problems),
                };
            }
            let (mut extended, mut diagnostics) = (Arc::clone(metamodel), Diagnostics::new());
            let mut pending_sources = Some(loaded);
            for path in paths {
                let (extended_by_path, problems) = if self.is_type_source(path) {
                    // All type sources are added together, at the position of the first one.
                    let Some(sources) = pending_sources.take() else { continue };
                    extend(&sources, &extended)
                } else {
                    workspace.read_extended(&extended, path, read_file)
                };
                extended = extended_by_path;
                diagnostics.append(problems);
            }
            (extended, diagnostics)
        })
    }

    /// The workspace with which metamodels are read. It ignores the metamodels that the user specified, because
    /// metamodels are instances of Ecore, and locations in the documents, so that two documents cannot require each
    /// other endlessly.
    pub(super) fn for_metamodels(&self) -> Workspace {
        Workspace {
            files: Arc::clone(&self.files),
            maps: self.maps.clone(),
            paths: self.paths.clone(),
            finds_unnamed: self.finds_unnamed,
            only_shipped: true,
            reading: ReadOptions { limits: self.reading.limits, ..ReadOptions::default() },
            cache: self.cache.clone(),
            ..Workspace::default()
        }
    }

    /// The metamodel with the packages of a file, and their problems.
    pub(super) fn extended(
        &self,
        metamodel: &Arc<Metamodel>,
        path: &Path,
        read: ReadFile,
    ) -> (Arc<Metamodel>, Diagnostics) {
        self.compose(metamodel, &Extension::File(path.to_path_buf()), |workspace| {
            workspace.read_extended(metamodel, path, read)
        })
    }

    /// The metamodel with an extension: cached, or built by `build` with a workspace that records the files that it
    /// reads.
    fn compose(
        &self,
        metamodel: &Arc<Metamodel>,
        extension: &Extension,
        build: impl Fn(&Workspace) -> (Arc<Metamodel>, Diagnostics),
    ) -> (Arc<Metamodel>, Diagnostics) {
        let context = (&self.files, &*self.cache.documents);
        self.cache.metamodels.compose(metamodel, extension, context, |files| build(&self.with_files(files)))
    }

    /// This workspace with other files.
    pub(super) fn with_files(&self, files: Arc<dyn Files>) -> Workspace {
        Workspace { files, ..self.clone() }
    }

    /// Reads a metamodel as a document of Ecore.
    pub(super) fn load_metamodel_file(
        &self,
        path: &Path,
        read: ReadFile,
    ) -> Result<LoadedDocument, Box<Diagnostic>> {
        let name = display_path(path);
        let bytes = read(&*self.files, path, &self.reading.limits)?;
        if let Some(problem) = formats::unsupported(path, &name) {
            return Err(Box::new(problem));
        }
        let reader = self.registry.reader_by_start(path, &bytes);
        if let Some(DocumentReader::Importer(importer)) =
            reader.or_else(|| self.registry.reader_by_path(path))
            && importer.is_for_metamodels()
        {
            return self.load_bytes(&name, bytes, &self.files.uri(path), DocumentReader::Importer(importer));
        }
        let format = self
            .registry
            .format_by_path(path)
            .or_else(|| self.registry.format_by_content(&bytes))
            .ok_or_else(|| {
            Box::new(unknown_format(&name).help("specify an .ecore file, or a .pp file that declares types"))
        })?;
        let text = format.decode(&name, bytes, &self.reading.limits)?;
        let mut document = Document::new(self.files.uri(path));
        document.source = Some(Arc::clone(&text.source));
        if format.is_type_source {
            return Ok(self.load_type_source(&text.source, document));
        }
        let loaded =
            formats::catch_panic(format.name(), "reading", || self.load_instance(format, &text, document))?;
        // A JSON or YAML document that does not declare a metamodel is other data.
        let is_data = format.visit_tree.is_some() && format.declared(&text.source).packages.is_empty();
        if is_data && loaded.diagnostics.iter().all(|problem| problem.code == codes::TREE_SHAPE) {
            let problem = not_a_metamodel(&name);
            return Err(Box::new(match self.resembling_notation(&text.source) {
                Some(notation) => problem.help(format!(
                    "if the file is a schema, convert it with `--from {notation}`, and specify the file with its types"
                )),
                None => problem,
            }));
        }
        Ok(loaded)
    }

    /// The metamodel with the packages of a file, and their problems; unlike [`Self::extended`], not from the cache of
    /// compositions.
    fn read_extended(
        &self,
        metamodel: &Arc<Metamodel>,
        path: &Path,
        read: ReadFile,
    ) -> (Arc<Metamodel>, Diagnostics) {
        let load = |files| self.for_metamodels().with_files(files).load_metamodel_file(path, read);
        let extend_by = |loaded: &Result<LoadedDocument, Box<Diagnostic>>| match loaded {
            Ok(loaded) => extend(loaded, metamodel),
            Err(problem) => (Arc::clone(metamodel), Diagnostics::from((**problem).clone())),
        };
        // For Ecore itself, the cached composition suffices: it is only composed again if the file has changed, and
        // then the file must be read anyway.
        if Arc::ptr_eq(metamodel, &Metamodel::ecore()) {
            extend_by(&load(Arc::clone(&self.files)))
        } else {
            self.cache.metamodels.with_document(path, &self.files, load, extend_by)
        }
    }

    /// The path relative to the current directory if it is inside, because users usually write relative paths.
    pub(super) fn relative(&self, path: PathBuf) -> PathBuf {
        let current_directory = self.files.absolute(Path::new("."));
        path.strip_prefix(current_directory).map(Path::to_path_buf).unwrap_or(path)
    }

    /// Whether a file is a source of the type language, according to its name.
    pub(super) fn is_type_source(&self, path: &Path) -> bool {
        self.registry.format_by_path(path).is_some_and(|format| format.is_type_source)
    }

    /// The metamodel files of the given directories; `None` if no directories are given.
    pub(super) fn candidates(&self) -> Option<Arc<Candidates>> {
        (!self.paths.is_empty()).then(|| self.candidates_of(CandidateDirectories::Below(self.paths.clone())))
    }

    /// The metamodel files of some directories, from the cache if they are current.
    pub(super) fn candidates_of(&self, directories: CandidateDirectories) -> Arc<Candidates> {
        self.cache.candidates.find(&self.files, directories, (&self.registry, &self.reading.limits))
    }

    /// Extends a metamodel by the file beside a document that declares `package`.
    fn search_beside(&self, metamodel: &Arc<Metamodel>, package: &str, document: &str) -> DocumentMetamodel {
        let path = uri_path(document).map(|path| self.relative(path));
        let Some(directory) = path.as_deref().and_then(Path::parent) else {
            return DocumentMetamodel::unchanged(metamodel);
        };
        // The current directory is an empty path, which cannot be listed.
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let candidates = self.candidates_of(CandidateDirectories::In(directory.to_owned()));
        self.extended_by_declaration(metamodel, &candidates, package)
            .unwrap_or_else(|| DocumentMetamodel::unchanged(metamodel))
    }

    /// Extends a metamodel by the file in the given directories that declares `package`. If there is none, uses the
    /// first file that mentions the package, so that messages can suggest a similar name.
    fn search(&self, metamodel: &Arc<Metamodel>, package: &str) -> DocumentMetamodel {
        let Some(candidates) = self.candidates() else { return DocumentMetamodel::unchanged(metamodel) };
        self.extended_by_declaration(metamodel, &candidates, package).unwrap_or_else(|| {
            let mentioning_file =
                candidates.first_file_mentioning(package, &*self.files, &self.reading.limits);
            let extended = mentioning_file.map(|path| {
                let (extended, _) = self.extended(metamodel, &path, read_ordinary_file);
                extended
            });
            DocumentMetamodel::unchanged(extended.as_ref().unwrap_or(metamodel))
        })
    }

    /// Extends a metamodel by the file that declares `package`, unless other files declare it differently; `None` if no
    /// file declares it. Warnings are dropped, because they are shown when the file itself is checked.
    fn extended_by_declaration(
        &self,
        metamodel: &Arc<Metamodel>,
        candidates: &Candidates,
        package: &str,
    ) -> Option<DocumentMetamodel> {
        let Some((path, ambiguity)) = self.declaration(candidates, package) else {
            return self.broken_declaration(metamodel, candidates, package);
        };
        if let Some(problem) = ambiguity {
            let ambiguities = vec![(package.to_owned(), problem)];
            return Some(DocumentMetamodel { ambiguities, ..DocumentMetamodel::unchanged(metamodel) });
        }
        let (extended, problems) = self.extended(metamodel, &path, read_ordinary_file);
        Some(DocumentMetamodel {
            metamodel: extended,
            problems: errors_of(&problems),
            ambiguities: Vec::new(),
        })
    }

    /// The unchanged metamodel, with the errors of the first file that would declare `package` if it had no errors;
    /// `None` if there is no such file.
    fn broken_declaration(
        &self,
        metamodel: &Arc<Metamodel>,
        candidates: &Candidates,
        package: &str,
    ) -> Option<DocumentMetamodel> {
        let ecore = Metamodel::ecore();
        let mut errors = candidates.files_declaring(package).map(|path| {
            let (_, problems) = self.extended(&ecore, path, read_ordinary_file);
            errors_of(&problems)
        });
        let problems = errors.find(Diagnostics::has_errors)?;
        Some(DocumentMetamodel { problems, ..DocumentMetamodel::unchanged(metamodel) })
    }
}

/// The problem of an unresolved `xsi:noNamespaceSchemaLocation`.
fn no_package_at(location: &str, reason: &str) -> Diagnostic {
    let message =
        format!("xsi:noNamespaceSchemaLocation refers to {location}, which contains no package: {reason}");
    Diagnostic::error(codes::UNKNOWN_PACKAGE, message).help("correct or remove xsi:noNamespaceSchemaLocation")
}

/// The problem of an `xsi:schemaLocation` that does not refer to the metamodel.
fn misplaced_metamodel(package: &str, path: &Path, problems: &Diagnostics) -> Diagnostic {
    let reason = match problems.first_error() {
        Some(problem) => problem.message.clone(),
        None => format!("{} contains no package with this URI", display_path(path)),
    };
    let message = format!("the document declares a location of the metamodel `{package}`, but {reason}");
    Diagnostic::warning(codes::UNKNOWN_PACKAGE, message)
        .help("correct the document's schemaLocation, or specify the file of the metamodel with --model")
}
