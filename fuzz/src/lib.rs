//! Common code of the fuzz targets: the metamodel of documents, the output of problems, and catalogs.

pub mod catalogs;

/// The metamodel of the JSON tests, with every kind of feature and data.
#[path = "../../metamodel/tests/json/fixture.rs"]
#[allow(dead_code)]
mod fixture;

use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_metamodel::model::{DocumentId, IdIndex, Model, Resolver};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::sync::Arc;

/// A metamodel with every kind of feature.
#[must_use]
pub fn library() -> Arc<Metamodel> {
    fixture::library()
}

/// The problems, one on each line.
#[must_use]
pub fn show(diagnostics: &Diagnostics) -> String {
    diagnostics.iter().map(|problem| format!("{problem}\n")).collect()
}

/// Whether two objects have the same id. References to the second one then refer to the first in every
/// format, so such a model is not read back unchanged.
#[must_use]
pub fn has_shared_ids(model: &Model) -> bool {
    let mut seen = HashSet::new();
    model.objects().filter_map(|object| model.id(object)).any(|id| !seen.insert(id))
}

/// Whether an id ends in text that looks like a comment between two question marks. XMI writes it unchanged
/// in references, and then neither EMF nor this library finds the object.
#[must_use]
pub fn has_ids_with_comment(model: &Model) -> bool {
    let has_comment =
        |id: &str| id.strip_suffix('?').is_some_and(|rest| rest.rfind('?').is_some_and(|at| at > 0));
    model.objects().filter_map(|object| model.id(object)).any(|id| has_comment(&id))
}

/// Whether an object is in no document: references that EMF writes to such an object refer to other objects
/// when they are read again.
#[must_use]
pub fn has_detached_objects(model: &Model) -> bool {
    model.objects().any(|object| model.document_of(object).is_none() && !model.is_proxy(object))
}

/// Resolves the proxies of objects in their own document, as happens after all documents are loaded.
pub fn complete(model: &mut Model, document: DocumentId) {
    let own = format!("{}#", model.document(document).uri);
    let index =
        IdIndex::new(model, model.objects().filter(|object| model.document_of(*object) == Some(document)));
    let by_id = |id: &str| index.find(model, id);
    let mut resolver = Resolver::default();
    let mut found = FxHashMap::default();
    for (proxy, uri) in model.proxies().filter(|(proxy, _)| !model.is_contained(*proxy)) {
        let target = uri.strip_prefix(&own).and_then(|at| resolver.resolve(model, document, at, &by_id));
        found.extend(target.map(|target| (proxy, target)));
    }
    model.replace_proxies(&found);
}

/// Whether there is a proxy that is not read back unchanged: a root, for which EMF writes an empty reference;
/// a proxy with contents that are not written; or a proxy of an object in the same document.
///
/// Such a contained proxy represents an object with references: references to the proxy refer to the object
/// when they are read again. If references are written as attributes, as in `.ecore` files, any proxy is
/// written as a word, as in EMF, and neither EMF nor this library can read it again.
#[must_use]
pub fn has_unstable_proxy(model: &Model, document: DocumentId, as_words: bool) -> bool {
    let own = format!("{}#", model.document(document).uri);
    let roots = model.document(document).roots();
    let containers: HashSet<_> = model.objects().filter_map(|object| model.container(object)).collect();
    let is_unstable = |proxy, uri: &str| {
        let is_own = uri.starts_with(&own) && (as_words || model.is_contained(proxy));
        is_own || roots.contains(&proxy) || containers.contains(&proxy)
    };
    model.proxies().any(|(proxy, uri)| is_unstable(proxy, uri))
}

/// Prints packages, loads the printed text and prints it again: the two texts must be the same.
///
/// # Panics
/// If they differ, or the text cannot be loaded.
pub fn check_printed(metamodel: &Metamodel, packages: &[PackageId]) {
    let printed = language::print(metamodel, packages);
    let (again, problems) = language::load(&[Source::new("printed.pp", printed.as_str())]);
    let Some(again) = again else { panic!("the printed text must load\n{}\n{printed}", show(&problems)) };
    let roots: Vec<_> = again.roots().collect();
    let twice = language::print(&again, &roots);
    assert!(printed == twice, "printing must be a fixed point\n--- once\n{printed}\n--- twice\n{twice}");
}
