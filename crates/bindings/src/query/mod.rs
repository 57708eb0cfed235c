//! Resources of compiled catalogs: those that queries (`Type[?? …]`) search, and those that nodes export.
//!
//! [`Catalogs`] are read from files and texts: Puppet's catalogs, with or without a wrapper `data`, and answers of
//! PuppetDB's endpoints `resources` and `catalogs`. Only resources of requested types, or exported resources, are
//! stored. Invariants: the order of results depends only on the content; invalid files are reported, and the resources
//! before the error are used; the number of resources is limited. This module does not access the network, and does not
//! depend on bindings.

mod read;

use crate::access::SiteAccess;
use crate::files::{Files, display_path};
use modelwright_evaluation::evaluate::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::threads::in_parts;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximum number of resources that are stored.
const MAX_RESOURCES: usize = 2_000_000;

/// A resource of a catalog.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The name of the node whose catalog contains the resource.
    pub node: Arc<str>,
    /// The type, such as `File`.
    pub kind: Arc<str>,
    /// The title.
    pub title: Arc<str>,
    /// The resource as a hash: its parameters, and `type`, `title` and `node` unless they are parameters.
    pub value: Arc<Hash>,
    /// The number of parameters, which are the first members of `value`.
    parameter_count: usize,
    /// The tags.
    pub tags: Vec<Arc<str>>,
    /// Whether the node exports the resource.
    pub is_exported: bool,
    /// The manifest and the line that declare the resource; `None` if the resource was not read as an exported one.
    pub place: Option<(Arc<str>, usize)>,
    /// The file that contains the resource.
    pub file: Arc<str>,
}

impl Resource {
    /// Whether both are the same resource of the same node, given that their types are equal.
    fn is_same(&self, other: &Self) -> bool {
        self.node == other.node && self.title == other.title
    }

    /// The parameters with their names.
    #[must_use]
    pub fn parameters(&self) -> &[(Value, Value)] {
        &self.value.pairs()[..self.parameter_count]
    }

    /// The literal of `value`.
    fn literal(&self) -> String {
        Value::Hash(Arc::clone(&self.value)).to_literal()
    }

    /// The values that a name in a query refers to; empty if there are none.
    #[must_use]
    pub fn values(&self, name: &str) -> Vec<Value> {
        // A parameter that is called `name`, `certname` or `tag` hides the special meaning of this name.
        match (self.value.get_text(name), name) {
            (Some(Value::Array(items)), _) => items.to_vec(),
            (Some(value), _) => vec![value.clone()],
            (None, "name") => vec![Value::string(&self.title)],
            (None, "certname") => vec![Value::string(&self.node)],
            (None, "tag") => self.tags.iter().map(|tag| Value::string(tag)).collect(),
            _ => Vec::new(),
        }
    }
}

/// The selection of the resources that are stored. Catalogs contain many others.
#[derive(Debug, Clone, Copy)]
enum Selection<'t> {
    /// The resources of these types; the names of types are in lower case.
    Types(&'t BTreeSet<String>),
    /// The resources that nodes export, without sensitive parameters, which PuppetDB does not store.
    Exported,
}

impl Selection<'_> {
    /// The words for the selected resources in a message.
    fn text(self) -> &'static str {
        match self {
            Self::Types(_) => "resources of types that queries select",
            Self::Exported => "exported resources",
        }
    }
}

/// A source of catalogs.
#[derive(Debug, Clone)]
pub enum CatalogInput {
    /// A file, or a directory with files.
    Path(PathBuf),
    /// The text of a file, or an answer of PuppetDB.
    Text(Arc<Source>),
}

/// The resources of all catalogs.
#[derive(Debug, Default)]
pub struct Catalogs {
    /// By type in lower case; sorted by node and title.
    by_type: FxHashMap<Box<str>, Vec<Resource>>,
}

impl Catalogs {
    /// Reads the resources of the given types, whose names are in lower case, and reports invalid inputs.
    #[must_use]
    pub fn load(
        inputs: &[CatalogInput],
        types: &BTreeSet<String>,
        access: &SiteAccess,
    ) -> (Self, Diagnostics) {
        Self::load_selected(inputs, Selection::Types(types), access)
    }

    /// Reads the resources that nodes export, and reports invalid inputs.
    #[must_use]
    pub fn load_exported(inputs: &[CatalogInput], access: &SiteAccess) -> (Self, Diagnostics) {
        Self::load_selected(inputs, Selection::Exported, access)
    }

    /// Reads the selected resources of all inputs, in several threads.
    fn load_selected(
        inputs: &[CatalogInput],
        selection: Selection<'_>,
        access: &SiteAccess,
    ) -> (Self, Diagnostics) {
        let mut problems = Diagnostics::new();
        let expanded_inputs = documents(inputs, &*access.base.files, &mut problems);
        let stored_count = AtomicUsize::new(0);
        let parts = in_parts(&expanded_inputs, |inputs: &[CatalogInput]| {
            let (mut resources, mut problems) = (Vec::new(), Diagnostics::new());
            for input in inputs {
                let count_before = resources.len();
                read::document(input, selection, access, &mut resources, &mut problems);
                let added_count = resources.len() - count_before;
                // The limit is common to all threads, so all of them stop.
                if stored_count.fetch_add(added_count, Ordering::Relaxed) + added_count > MAX_RESOURCES {
                    break;
                }
            }
            (resources, problems)
        });
        let mut catalogs = Self::default();
        if stored_count.into_inner() > MAX_RESOURCES {
            // Which resources were read before the limit depends on the threads, so no resources are used.
            let message = format!("the catalogs have more than {MAX_RESOURCES} {}", selection.text());
            let help = "specify catalogs of fewer nodes: --catalogs FILE";
            return (catalogs, Diagnostic::error(codes::LIMIT, message).help(help).into());
        }
        for (resources, new_problems) in parts {
            problems.append(new_problems);
            for resource in resources {
                let kind = resource.kind.to_lowercase().into_boxed_str();
                catalogs.by_type.entry(kind).or_default().push(resource);
            }
        }
        // `sort` reports problems, whose order must not depend on a hash map.
        let mut kinds: Vec<Box<str>> = catalogs.by_type.keys().cloned().collect();
        kinds.sort();
        for kind in kinds {
            catalogs.sort(&kind, &mut problems);
        }
        (catalogs, problems)
    }

    /// Sorts the resources of a type, and removes duplicates. Duplicates that differ are reported.
    fn sort(&mut self, kind: &str, problems: &mut Diagnostics) {
        let Some(resources) = self.by_type.get_mut(kind) else { return };
        // The sort is stable, so that among duplicates, the resource of the first file remains.
        resources.sort_by(|a, b| (&a.node, &a.title).cmp(&(&b.node, &b.title)));
        resources.dedup_by(|second, first| {
            let is_same = first.is_same(second);
            if is_same && first.literal() != second.literal() {
                let message = format!(
                    "{}[{}] of {} differs in {} and {}, of which the first is used",
                    first.kind, first.title, first.node, first.file, second.file
                );
                let problem = Diagnostic::warning(codes::BINDINGS_CATALOG, message);
                problems.push(problem.help("remove the older one of the files"));
            }
            is_same
        });
    }

    /// All resources, sorted by type, node and title.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        let types: BTreeMap<&str, &Vec<Resource>> =
            self.by_type.iter().map(|(kind, resources)| (&**kind, resources)).collect();
        types.into_values().flatten()
    }

    /// The resources of a type, except those of one node.
    pub fn of_type<'c>(&'c self, kind: &str, excluded_node: &'c str) -> impl Iterator<Item = &'c Resource> {
        let kind = kind.trim_start_matches("::").to_lowercase();
        let resources = self.by_type.get(kind.as_str()).into_iter().flatten();
        resources.filter(move |resource| !resource.node.eq_ignore_ascii_case(excluded_node))
    }
}

/// The inputs, with each directory replaced by the JSON and YAML files directly in it, in the order of their paths.
fn documents(inputs: &[CatalogInput], files: &dyn Files, problems: &mut Diagnostics) -> Vec<CatalogInput> {
    let mut documents = Vec::new();
    for input in inputs {
        let path = match input {
            CatalogInput::Path(path) if files.is_directory(path) => path,
            _ => {
                documents.push(input.clone());
                continue;
            }
        };
        let entries = files.list(path).into_iter().flatten().map(|entry| path.join(entry.name));
        let mut paths: Vec<PathBuf> =
            entries.filter(|path| is_document(path) && files.is_file(path)).collect();
        if paths.is_empty() {
            let message = format!("there are no catalogs in {}", display_path(path));
            let problem = Diagnostic::error(codes::BINDINGS_CATALOG, message);
            problems.push(problem.help("specify JSON or YAML files, or directories that contain them"));
        }
        paths.sort();
        documents.extend(paths.into_iter().map(CatalogInput::Path));
    }
    documents
}

/// Whether the extension of a path is that of a document.
fn is_document(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| matches!(extension, "json" | "yaml" | "yml"))
}
