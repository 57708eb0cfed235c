//! Sources of the type language, read together, since they may use each other's types.
//!
//! Invariant: a source that declares all types it uses is read alone, even if there are other files.

use super::metamodels::is_text;
use super::{LoadedDocument, Workspace};
use crate::files::{display_path, read_file};
use modelwright_language::ecore_text;
use modelwright_metamodel::diagnostic::{Diagnostics, Source, codes};
use modelwright_metamodel::ecore::{Metamodel, ValueRules};
use modelwright_metamodel::input::decode_text;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use std::path::PathBuf;
use std::sync::Arc;

/// A source and the document that it becomes.
type Text = (Arc<Source>, Document);

impl Workspace {
    /// Reads a source as a document; if it uses types that it does not declare, together with the metamodels that the
    /// user named.
    pub(crate) fn load_type_source(&self, source: &Arc<Source>, mut document: Document) -> LoadedDocument {
        document.value_rules = ValueRules::Declared;
        let own = (Arc::clone(source), document);
        let (model, id, found) = ecore_text::read_all(vec![own.clone()], Model::new(Metamodel::ecore()));
        let others: Vec<&PathBuf> =
            self.models.iter().filter(|path| self.files.uri(path) != own.1.uri).collect();
        if !lack_types(&found) || others.is_empty() {
            return self.text_loaded(model, id, found);
        }
        let (texts, metamodels): (Vec<&PathBuf>, Vec<&PathBuf>) =
            others.into_iter().partition(|path| is_text(path));
        let (sources, mut problems) = self.sources(&texts, &metamodels);
        let all = std::iter::once(own).chain(sources).collect();
        let (model, id, found) = ecore_text::read_all(all, Model::new(Metamodel::ecore()));
        problems.append(found);
        self.text_loaded(model, id, problems)
    }

    fn text_loaded(
        &self,
        mut model: Model,
        document: DocumentId,
        mut diagnostics: Diagnostics,
    ) -> LoadedDocument {
        diagnostics.append(self.resolve_proxies(&mut model, document));
        LoadedDocument { model, document, format: "pp", diagnostics }
    }

    /// Reads sources together, with other metamodels converted to sources; returns also whether they use a type that
    /// none of them declares.
    pub(super) fn texts(
        &self,
        texts: &[&PathBuf],
        others: &[&PathBuf],
    ) -> Result<(LoadedDocument, bool), Diagnostics> {
        let (sources, mut problems) = self.sources(texts, others);
        if problems.has_errors() {
            return Err(problems);
        }
        let (model, document, found) = ecore_text::read_all(sources, Model::new(Metamodel::ecore()));
        let lacks = lack_types(&found);
        problems.append(found);
        Ok((self.for_metamodels().text_loaded(model, document, problems), lacks))
    }

    /// Sources from files, and from other metamodels converted to sources.
    fn sources(&self, texts: &[&PathBuf], others: &[&PathBuf]) -> (Vec<Text>, Diagnostics) {
        let (mut sources, mut problems) =
            (Vec::with_capacity(texts.len() + others.len()), Diagnostics::new());
        for path in texts {
            let read = read_file(&*self.files, path, &self.reading.limits);
            match read.and_then(|bytes| decode_text(&display_path(path), bytes, &self.reading.limits)) {
                Ok(source) => {
                    let mut document = Document::new(self.files.uri(path));
                    document.source = Some(Arc::clone(&source));
                    document.value_rules = ValueRules::Declared;
                    sources.push((source, document));
                }
                Err(problem) => problems.push(*problem),
            }
        }
        for path in others {
            match self.for_metamodels().load_metamodel_file(path, read_file) {
                Ok(loaded) => match ecore_text::write(&loaded.model, loaded.document) {
                    Ok((text, _)) => {
                        let document = Document::new(self.files.uri(path));
                        sources.push((Source::new(display_path(path), text), document));
                        problems.append(loaded.diagnostics);
                    }
                    Err(found) => problems.append(found),
                },
                Err(problem) => problems.push(*problem),
            }
        }
        (sources, problems)
    }
}

fn lack_types(found: &Diagnostics) -> bool {
    found.iter().any(|problem| problem.code == codes::UNKNOWN_TYPE)
}
