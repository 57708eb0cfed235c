//! Reads type sources that require types of each other in groups, each group only once instead of once for each source.
//!
//! Invariants: a source gets those of the problems that it has alone whose position is in it; a source that requires a
//! source with errors is not checked further. A group is dissolved if it could cause additional problems, because two
//! sources declare the same type, or because a source refers to another document.

use super::proxies::documents_of_proxies;
use super::texts::{problems_in, read_all};
use super::type_sources::TypeSearch;
use super::{LoadedDocument, Workspace};
use modelwright_evaluation::logic::ContainedLogic;
use modelwright_language::language::TypeNames;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_validation::ModelCheck;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Type sources in groups that are connected by required types.
pub(super) struct SourceGroups {
    sources: Vec<LinkedSource>,
    /// The indices of the sources of each group; empty if its sources must be read alone.
    groups: Vec<Vec<usize>>,
    /// The group of each source, by its URI.
    by_uri: FxHashMap<String, usize>,
}

/// A type source, and its relations to the others.
struct LinkedSource {
    path: PathBuf,
    names: Arc<TypeNames>,
    /// The indices of the sources that this one requires.
    required: Vec<usize>,
    /// The indices of the sources that require this one.
    users: Vec<usize>,
}

impl SourceGroups {
    /// Groups the sources at the given paths, and the sources that they require.
    pub(super) fn new(workspace: &Workspace, paths: &[PathBuf]) -> Self {
        let mut search = TypeSearch::new(workspace);
        let mut sources: Vec<LinkedSource> = Vec::new();
        let mut by_uri: FxHashMap<String, usize> = FxHashMap::default();
        // Returns the index of a source, which is added if it is not known.
        let mut index_of =
            |sources: &mut Vec<LinkedSource>, path: &Path, names: &dyn Fn() -> Arc<TypeNames>| {
                *by_uri.entry(workspace.files.uri(path)).or_insert_with(|| {
                    let (required, users) = (Vec::new(), Vec::new());
                    sources.push(LinkedSource { path: path.to_owned(), names: names(), required, users });
                    sources.len() - 1
                })
            };
        for path in paths {
            index_of(&mut sources, path, &|| search.names_at(path));
        }
        let mut index = 0;
        while index < sources.len() {
            for (path, names) in search.directly_required(&sources[index].path, &sources[index].names) {
                let target = index_of(&mut sources, &path, &|| Arc::clone(&names));
                sources[index].required.push(target);
                sources[target].users.push(index);
            }
            index += 1;
        }
        let (groups, group_of) = components(&sources);
        // The sources of an ambiguous group must be read alone, so the group becomes empty.
        let groups =
            groups.into_iter().map(|group| if is_ambiguous(&sources, &group) { Vec::new() } else { group });
        let groups = groups.collect();
        let by_uri = by_uri.into_iter().map(|(uri, source)| (uri, group_of[source])).collect();
        Self { sources, groups, by_uri }
    }

    /// Reads the group of a source, and visits each source of the group with its problems. Visits nothing if the source
    /// must be read alone.
    pub(super) fn visit(
        &self,
        workspace: &Workspace,
        uri: &str,
        mut visit: impl FnMut(String, &LoadedDocument, Diagnostics),
    ) {
        let Some(group) = self.by_uri.get(uri).map(|group| &self.groups[*group]) else { return };
        // Reading a single source alone has the same result.
        if group.len() < 2 {
            return;
        }
        let Some((loaded, problems)) = self.read(workspace, group) else { return };
        if !problems.has_errors() {
            return check(workspace, loaded, &problems, visit);
        }
        // Sources that do not depend on sources with errors are read again without them and checked.
        let unaffected = self.visit_affected(workspace, group, (loaded, problems), &mut visit);
        if let Some((loaded, problems)) = self.read(workspace, &unaffected) {
            check(workspace, loaded, &problems, visit);
        }
    }

    /// Visits the sources of a group that have errors, and all sources that require them; returns the other sources.
    fn visit_affected(
        &self,
        workspace: &Workspace,
        group: &[usize],
        (mut loaded, problems_of_group): (LoadedDocument, Diagnostics),
        visit: &mut impl FnMut(String, &LoadedDocument, Diagnostics),
    ) -> Vec<usize> {
        let documents: FxHashMap<String, DocumentId> =
            loaded.model.documents().map(|(id, document)| (document.uri.clone(), id)).collect();
        let read_sources = group.iter().filter_map(|source| {
            let uri = workspace.files.uri(&self.sources[*source].path);
            let document = *documents.get(&uri)?;
            Some((*source, uri, document, own_problems(&loaded.model, document, &problems_of_group)))
        });
        let read_sources: Vec<_> = read_sources.collect();
        let faulty_sources = read_sources.iter().filter(|(.., problems)| problems.has_errors());
        let affected_sources = self.with_users(faulty_sources.map(|(source, ..)| *source).collect());
        let mut unaffected_sources = Vec::new();
        for (source, uri, document, problems) in read_sources {
            if affected_sources.contains(&source) {
                (loaded.document, loaded.diagnostics) = (document, problems);
                // These sources are not checked further, because elements that are missing due to the errors would
                // cause more problems.
                visit(uri, &loaded, Diagnostics::new());
            } else {
                unaffected_sources.push(source);
            }
        }
        unaffected_sources
    }

    /// The given sources, and all sources that require them, directly or indirectly.
    fn with_users(&self, sources: Vec<usize>) -> FxHashSet<usize> {
        let (mut pending, mut all_sources) = (sources, FxHashSet::default());
        while let Some(source) = pending.pop() {
            if all_sources.insert(source) {
                pending.extend(&self.sources[source].users);
            }
        }
        all_sources
    }

    /// Reads sources into one model; `None` if there are no sources, one cannot be read, or one refers to a
    /// document other than Ecore.
    fn read(&self, workspace: &Workspace, sources: &[usize]) -> Option<(LoadedDocument, Diagnostics)> {
        if sources.is_empty() {
            return None;
        }
        let paths: Vec<&PathBuf> = sources.iter().map(|source| &self.sources[*source].path).collect();
        let (texts, text_problems) = workspace.sources(&paths, &[]);
        let (model, document, problems) = read_all(texts);
        let addresses = documents_of_proxies(&model, 0..model.object_count());
        let is_complete = !text_problems.has_errors()
            && addresses.iter().all(|address| Metamodel::ecore().package_by_uri(address).is_some());
        let loaded = LoadedDocument { model, document, format: "pp", diagnostics: Diagnostics::new() };
        is_complete.then_some((loaded, problems))
    }
}

/// Validates each source of a model that was read without errors, and visits it with its problems.
fn check(
    workspace: &Workspace,
    mut loaded: LoadedDocument,
    problems_of_group: &Diagnostics,
    mut visit: impl FnMut(String, &LoadedDocument, Diagnostics),
) {
    let documents: Vec<(DocumentId, String)> =
        loaded.model.documents().map(|(id, document)| (id, document.uri.clone())).collect();
    let logic = ContainedLogic::new(&loaded.model);
    let model_check = ModelCheck::new(&loaded.model);
    for (document, uri) in documents {
        loaded.document = document;
        loaded.diagnostics = own_problems(&loaded.model, document, problems_of_group);
        let problems = workspace.validate_by(&loaded, &model_check, &logic);
        visit(uri, &loaded, problems);
    }
}

/// The problems whose position is in the source of a document, and those without a position; none if the document has
/// no source.
fn own_problems(model: &Model, document: DocumentId, problems: &Diagnostics) -> Diagnostics {
    match &model.document(document).source {
        Some(source) => problems_in(source, problems),
        None => Diagnostics::new(),
    }
}

/// The groups of connected sources, and the group of each source.
fn components(sources: &[LinkedSource]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let no_group = usize::MAX;
    let mut group_of = vec![no_group; sources.len()];
    for start in 0..sources.len() {
        if group_of[start] != no_group {
            continue;
        }
        let (mut group, mut pending) = (Vec::new(), vec![start]);
        while let Some(source) = pending.pop() {
            if group_of[source] == no_group {
                group_of[source] = groups.len();
                group.push(source);
                pending.extend(sources[source].required.iter().chain(&sources[source].users));
            }
        }
        // The group is sorted, so that the order of the sources does not depend on the search.
        group.sort_unstable();
        groups.push(group);
    }
    (groups, group_of)
}

/// Whether two sources of a group declare the same type.
fn is_ambiguous(sources: &[LinkedSource], group: &[usize]) -> bool {
    let mut declared_names = FxHashSet::default();
    let mut names = group.iter().flat_map(|source| &sources[*source].names.declared);
    names.any(|name| !declared_names.insert(name))
}
