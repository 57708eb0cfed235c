//! Reads sources of the type language together, because they may use each other's types.
//!
//! Invariant: a source that declares all types that it uses is read alone, even if there are other files. Otherwise it
//! is read with the metamodels that the user specified, and with the sources that declare the types that are still
//! missing.

use super::type_sources::TypeSearch;
use super::{LoadedDocument, Workspace};
use crate::files::{display_path, read_file, uri_path};
use modelwright_language::ecore_text;
use modelwright_language::language::type_names;
use modelwright_metamodel::diagnostic::{Diagnostics, Source, codes};
use modelwright_metamodel::ecore::{Metamodel, ValueRules};
use modelwright_metamodel::input::decode_text;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::xmi::mentioned_built_ins;
use std::path::PathBuf;
use std::sync::Arc;

/// A source, and the document into which it is read.
type SourceDocument = (Arc<Source>, Document);

impl Workspace {
    /// Reads a source, and the documents that it refers to. Other sources are read if they declare types that it uses.
    pub(crate) fn load_type_source(&self, source: &Arc<Source>, document: Document) -> LoadedDocument {
        let (model, id, problems) = self.read_type_source(source, document);
        self.resolve_type_source(model, id, problems)
    }

    /// As [`Self::load_type_source`], but without the documents that the sources refer to.
    ///
    /// The source is read up to three times, each time with more files, until all types are known: alone, with the files
    /// that the user gave, and with files that are found to declare its types. The last reading is returned.
    pub(super) fn read_type_source(
        &self,
        source: &Arc<Source>,
        mut document: Document,
    ) -> (Model, DocumentId, Diagnostics) {
        // Types from `.pp` files only have the values that they declare (Decision 19).
        document.value_rules = ValueRules::Declared;
        let own_uri = document.uri.clone();
        let own_source = (Arc::clone(source), document);
        // A source that declares all its types must not depend on other files.
        let alone = read_all(vec![own_source.clone()]);
        let (_, _, problems_alone) = &alone;
        if !has_unknown_types(problems_alone) {
            return alone;
        }
        let given_files: Vec<&PathBuf> =
            self.models.iter().filter(|path| self.files.uri(path) != own_uri).collect();
        let (texts, metamodels): (Vec<&PathBuf>, Vec<&PathBuf>) =
            given_files.iter().partition(|path| self.is_type_source(path));
        let (given_sources, mut problems) = self.sources(&texts, &metamodels);
        let sources = [vec![own_source], given_sources].concat();
        // Without given files, reading again would have the same result.
        let with_given_files = if given_files.is_empty() { alone } else { read_all(sources.clone()) };
        let (model, id, read_problems) = with_given_files;
        let required_paths =
            if has_unknown_types(&read_problems) { self.required_by(&sources) } else { Vec::new() };
        if required_paths.is_empty() {
            problems.append(read_problems);
            return (model, id, problems);
        }
        let (required_sources, source_problems) =
            self.sources(&required_paths.iter().collect::<Vec<_>>(), &[]);
        let (model, id, read_problems) = read_all([sources, required_sources].concat());
        problems.append(source_problems);
        problems.append(own_or_all_problems(source, read_problems));
        (model, id, problems)
    }

    /// The other files that declare types that the sources require.
    fn required_by(&self, sources: &[SourceDocument]) -> Vec<PathBuf> {
        let mut search = TypeSearch::new(self);
        let paths = sources.iter().filter_map(|(source, document)| {
            let path = uri_path(&document.uri).map(|path| self.relative(path))?;
            Some((path, Arc::new(type_names(source))))
        });
        search.required_by(paths.collect())
    }

    /// Resolves the references of a type source to other documents.
    fn resolve_type_source(
        &self,
        mut model: Model,
        document: DocumentId,
        mut diagnostics: Diagnostics,
    ) -> LoadedDocument {
        diagnostics.append(self.resolve_proxies(&mut model, document));
        LoadedDocument { model, document, format: "pp", diagnostics }
    }

    /// Reads the type sources at some paths, together with other metamodels, which are converted to type sources. Also
    /// returns whether the sources use a type that none of them declares.
    pub(super) fn load_type_sources(
        &self,
        source_paths: &[&PathBuf],
        other_metamodels: &[&PathBuf],
    ) -> Result<(LoadedDocument, bool), Diagnostics> {
        let (sources, mut problems) = self.sources(source_paths, other_metamodels);
        if problems.has_errors() {
            return Err(problems);
        }
        let (mut model, mut document, mut read_problems) = read_all(sources.clone());
        let required_paths =
            if has_unknown_types(&read_problems) { self.required_by(&sources) } else { Vec::new() };
        if !required_paths.is_empty() {
            let (required_sources, source_problems) =
                self.sources(&required_paths.iter().collect::<Vec<_>>(), &[]);
            problems.append(source_problems);
            (model, document, read_problems) = read_all([sources, required_sources].concat());
        }
        let lacks_types = has_unknown_types(&read_problems);
        problems.append(read_problems);
        Ok((self.for_metamodels().resolve_type_source(model, document, problems), lacks_types))
    }

    /// The type sources at some paths, and other metamodels, which are converted to type sources.
    pub(super) fn sources(
        &self,
        source_paths: &[&PathBuf],
        other_metamodels: &[&PathBuf],
    ) -> (Vec<SourceDocument>, Diagnostics) {
        let (mut sources, mut problems) =
            (Vec::with_capacity(source_paths.len() + other_metamodels.len()), Diagnostics::new());
        for path in source_paths {
            let bytes = read_file(&*self.files, path, &self.reading.limits);
            match bytes.and_then(|bytes| decode_text(&display_path(path), bytes, &self.reading.limits)) {
                Ok(source) => {
                    let mut document = Document::new(self.files.uri(path));
                    document.source = Some(Arc::clone(&source));
                    document.value_rules = ValueRules::Declared;
                    sources.push((source, document));
                }
                Err(problem) => problems.push(*problem),
            }
        }
        for path in other_metamodels {
            match self.for_metamodels().load_metamodel_file(path, read_file) {
                // The metamodel is converted to the type language, because sources can only use types that are declared
                // in it.
                Ok(loaded) => match ecore_text::write(&loaded.model, loaded.document) {
                    Ok((text, _)) => {
                        let document = Document::new(self.files.uri(path));
                        sources.push((Source::new(display_path(path), text), document));
                        problems.append(loaded.diagnostics);
                    }
                    Err(write_problems) => problems.append(write_problems),
                },
                Err(problem) => problems.push(*problem),
            }
        }
        (sources, problems)
    }
}

/// The problems in a source. If only other sources have errors, returns all problems, because these errors prevented
/// the source from being read.
fn own_or_all_problems(source: &Arc<Source>, problems: Diagnostics) -> Diagnostics {
    let problems_of_source = problems_in(source, &problems);
    if problems_of_source.has_errors() || !problems.has_errors() { problems_of_source } else { problems }
}

/// The problems whose position is in a source, and those without a position.
pub(super) fn problems_in(source: &Arc<Source>, problems: &Diagnostics) -> Diagnostics {
    let mut problems_of_source = Diagnostics::new();
    // A problem without a position concerns all sources.
    let matches = problems
        .iter()
        .filter(|problem| problem.primary_label().is_none_or(|label| Arc::ptr_eq(&label.source, source)));
    problems_of_source.extend(matches.cloned());
    problems_of_source
}

/// Reads sources into one model; returns the document of the first source.
pub(super) fn read_all(texts: Vec<SourceDocument>) -> (Model, DocumentId, Diagnostics) {
    let mentioned_uris = texts.iter().flat_map(|(source, _)| mentioned_built_ins(source));
    let metamodel = mentioned_uris
        .fold(Metamodel::ecore(), |metamodel, uri| metamodel.with_built_in(uri).map_or(metamodel, Arc::new));
    ecore_text::read_all(texts, Model::new(metamodel))
}

/// Whether sources use a type that none of them declares.
fn has_unknown_types(problems: &Diagnostics) -> bool {
    problems.iter().any(|problem| problem.code == codes::UNKNOWN_TYPE)
}
