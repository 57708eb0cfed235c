//! Reads metamodels that refer to each other into one model, which is checked at once.
//!
//! Rules for metamodels collect data from the complete model, so checking each metamodel separately, with everything
//! that it refers to, would take quadratic time. Invariant: each metamodel gets exactly those problems that it has when
//! it is loaded alone. Metamodels that could affect each other are not read together. This is the case if one of them
//! is referred to by its namespace, or if its logic uses types of others.

use super::proxies::{Resolution, by_document, documents_of_proxies, namespaces, read_into};
use super::{LoadedDocument, Workspace};
use crate::formats::Format;
use modelwright_evaluation::logic::ContainedLogic;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Metamodel, builtin};
use modelwright_metamodel::model::{DocumentId, Model, ObjectId, uri};
use modelwright_validation::ModelCheck;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Metamodels in one model, with everything reachable from them.
pub(super) struct MetamodelSet<'w> {
    workspace: &'w Workspace,
    model: Model,
    /// The documents by their addresses.
    documents: FxHashMap<String, DocumentId>,
    /// The addresses that were read or could not be read.
    read_addresses: FxHashSet<String>,
    /// The metamodels that are inputs, in the order in which they were read.
    to_visit: Vec<MetamodelToVisit>,
}

/// A metamodel to visit.
struct MetamodelToVisit {
    uri: String,
    document: DocumentId,
    format: &'static str,
    diagnostics: Diagnostics,
}

impl<'w> MetamodelSet<'w> {
    pub(super) fn new(workspace: &'w Workspace) -> Self {
        Self {
            workspace,
            model: Model::new(Metamodel::ecore()),
            documents: FxHashMap::default(),
            read_addresses: FxHashSet::default(),
            to_visit: Vec::new(),
        }
    }

    /// The size of the model in bytes.
    pub(super) fn size(&self) -> usize {
        self.model.allocated_bytes()
    }

    /// Reads a document and everything reachable from it. Documents that are inputs and metamodels are visited later.
    pub(super) fn add(&mut self, uri: &str, inputs: &FxHashMap<String, (PathBuf, &'static Format)>) {
        let mut pending = vec![uri.to_owned()];
        while let Some(uri) = pending.pop() {
            if self.read_addresses.insert(uri.clone()) {
                let first_object = self.model.object_count();
                self.read(&uri, inputs.get(&uri));
                pending.extend(documents_of_proxies(&self.model, first_object..self.model.object_count()));
            }
        }
    }

    /// Reads a document. It will be visited if it is an input and a metamodel.
    fn read(&mut self, uri: &str, input: Option<&(PathBuf, &'static Format)>) {
        let workspace = self.workspace;
        // The name is passed on, so that problems show the path that the user specified.
        let name = input.map(|(path, _)| path.as_path());
        let Some(referred) = workspace.text_of(&*workspace.files, uri, name) else { return };
        let (format, text) = (referred.format, referred.text);
        let known_document_count = self.model.document_count();
        let (document, read_problems) = read_into(&mut self.model, format, (uri, &text), workspace);
        // A type source is read together with the sources that it requires.
        for (id, document) in self.model.documents_from(known_document_count) {
            self.read_addresses.insert(document.uri.clone());
            self.documents.insert(document.uri.clone(), id);
        }
        // An input that the user specified in another format was not read in that format, so it is not visited here.
        // Type sources are checked elsewhere, because they may require others.
        if input.is_some_and(|(_, input_format)| {
            input_format.name() == format.name() && !input_format.is_type_source
        }) {
            let known_metamodel =
                workspace.known_metamodel_of(format.declared(&text.source), &text.source, uri);
            if let Some((metamodel, mut diagnostics)) = known_metamodel
                && Arc::ptr_eq(&metamodel, &Metamodel::ecore())
            {
                diagnostics.append(read_problems);
                let uri = uri.to_owned();
                self.to_visit.push(MetamodelToVisit { uri, document, format: format.name(), diagnostics });
            }
        }
    }

    /// Resolves all references and visits each metamodel with its problems. Returns `false` without visiting any if a
    /// metamodel may have other problems when it is loaded alone.
    pub(super) fn visit(mut self, mut visit: impl FnMut(String, &LoadedDocument, Diagnostics)) -> bool {
        if !self.is_independent() {
            return false;
        }
        let mut resolution = Resolution::default();
        resolution.documents = self.documents;
        let mut members = by_document(&self.model);
        let object_count = self.model.object_count();
        let visited_documents: Vec<DocumentId> =
            self.to_visit.iter().map(|metamodel| metamodel.document).collect();
        let all_positions = 0..object_count;
        let reference_problems =
            resolution.resolve(&mut self.model, &[all_positions], &visited_documents, |_, document| {
                members.remove(&document).unwrap_or_default()
            });
        // `resolve` creates objects only to replace proxies whose class or address differs from that of their target.
        // The other metamodels, when loaded alone, would still contain the original proxies.
        if self.model.object_count() != object_count {
            return false;
        }
        let Some(first) = visited_documents.first() else { return true };
        let mut loaded = LoadedDocument {
            model: self.model,
            document: *first,
            format: "",
            diagnostics: Diagnostics::new(),
        };
        let logic = ContainedLogic::new(&loaded.model);
        if logic.uses_other_packages() {
            return false;
        }
        let check = ModelCheck::new(&loaded.model);
        for (metamodel, reference_problems) in self.to_visit.into_iter().zip(reference_problems) {
            loaded.document = metamodel.document;
            loaded.format = metamodel.format;
            loaded.diagnostics = metamodel.diagnostics;
            loaded.diagnostics.append(reference_problems);
            let problems = self.workspace.validate_by(&loaded, &check, &logic);
            visit(metamodel.uri, &loaded, problems);
        }
        true
    }

    /// Whether no document can affect the problems of a document that does not refer to it.
    fn is_independent(&self) -> bool {
        let model = &self.model;
        // The document that declares each namespace; `None` if there are several.
        let mut declaring_documents: FxHashMap<String, Option<DocumentId>> = FxHashMap::default();
        for (document, _) in model.documents() {
            for namespace in namespaces(model, document) {
                let declaring_document = declaring_documents.entry(namespace).or_insert(Some(document));
                *declaring_document = declaring_document.filter(|known| *known == document);
            }
        }
        let is_by_namespace = |address: &str| {
            let (target, _) = uri::split_fragment(address);
            declaring_documents.contains_key(target) && !self.documents.contains_key(target)
        };
        // Annotations refer to data types by the namespace of their package.
        let is_named_elsewhere = |object: ObjectId| {
            let is_entry = model.class(object) == builtin::ESTRING_TO_STRING_MAP_ENTRY;
            let text = if is_entry { model.get_named(object, "value").text() } else { None };
            let names = text.unwrap_or_default().split_whitespace().filter_map(|name| name.rsplit_once('#'));
            let mut namespaces = names.filter_map(|(namespace, _)| declaring_documents.get(namespace));
            namespaces.any(|declaring_document| *declaring_document != model.document_of(object))
        };
        let targets = documents_of_proxies(model, 0..model.object_count());
        !model.proxies().any(|(_, address)| is_by_namespace(address))
            && !targets.iter().any(|target| self.workspace.ambiguous_namespace(target).is_some())
            && !model.objects().any(is_named_elsewhere)
    }
}
