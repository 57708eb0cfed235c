//! The state of a builder: scopes, resources, collectors, relationships and the log.
//!
//! Invariant: resources, scopes, sources and collectors are never removed while the catalog is built, so their numbers
//! stay valid. This file does not evaluate anything.

use super::collectors::Collector;
pub(crate) use super::position::SourcePosition;
use super::relations::Relation;
use super::resource::Resource;
use super::scope::Scope;
use super::tags::Tags;
use crate::builder::log::LogEntry;
use crate::environment::Definition;
use modelwright_metamodel::diagnostic::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The number of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ResourceId(pub(super) usize);

/// The number of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ScopeId(pub(super) usize);

/// The number of a definition whose code sets parameters; the first source is the main manifests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SourceId(pub(super) usize);

/// The top scope.
pub(crate) const TOP: ScopeId = ScopeId(0);
/// The source of the main manifests.
pub(crate) const MAIN: SourceId = SourceId(0);
/// The source of parameters that another node has set: they come from no code of this node.
pub(crate) const FOREIGN: SourceId = SourceId(usize::MAX);

/// The type and the title of a resource.
pub(crate) type ResourceKey = (Arc<str>, Arc<str>);

/// Everything that changes while a catalog is built.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(super) scopes: Vec<Scope>,
    pub(super) resources: Vec<Resource>,
    /// Resources by type and title, and by the values that identify them.
    pub(super) index: FxHashMap<ResourceKey, ResourceId>,
    /// The resources whose code was evaluated, in the order in which their evaluation began.
    pub(super) evaluated: Vec<ResourceId>,
    /// The resources that the queue evaluates, in the order in which they were declared.
    pub(super) declared: Vec<ResourceId>,
    /// The number of resources at the start of `declared` whose code was evaluated, or that have none.
    pub(super) done_count: usize,
    /// The definitions, by their numbers; `None` for the main manifests.
    pub(super) sources: Vec<Option<Arc<Definition>>>,
    /// The numbers of definitions, by whether they are defined types, and by their names.
    pub(super) source_numbers: FxHashMap<(bool, Arc<str>), SourceId>,
    /// The sources that may override any resource, because one of their collectors overrides resources.
    pub(super) overriding: FxHashSet<SourceId>,
    /// The scope of the node definition, if the node has one and it is evaluated.
    pub(super) node_scope: Option<ScopeId>,
    /// The scopes of classes, by the numbers of their names.
    pub(super) class_scopes: FxHashMap<u32, ScopeId>,
    /// Overrides of resources that are not declared yet, in the order in which they were first overridden.
    pub(super) overrides: super::overrides::PendingOverrides,
    pub(super) collectors: Vec<Collector>,
    /// The types of which exported resources are collected, each once.
    pub(super) queried: Vec<Arc<str>>,
    pub(super) relations: Vec<Relation>,
    pub(super) classes: Vec<Arc<str>>,
    /// The file and line of the data that sets each parameter of a resource, if the environment records them.
    pub(super) data_places: FxHashMap<(ResourceId, Arc<str>), (String, i64)>,
    /// The tags of the catalog.
    pub(super) tags: Tags,
    pub(super) log: Vec<LogEntry>,
    /// Warnings of code that is not evaluated, so that parts of the catalog are missing.
    pub(super) gaps: Vec<Diagnostic>,
    /// The reasons of values that were not known.
    pub(super) unknown: Vec<String>,
    /// The keys of warnings that are logged once.
    pub(super) warned: FxHashSet<String>,
    /// The addresses of the expressions of files that were checked for keys that hashes repeat. The environment holds
    /// these files as long as the catalog is built.
    pub(super) files_with_checked_keys: FxHashSet<usize>,
    /// The number of edges from containers to the resources in them.
    pub(super) edge_count: usize,
}

impl State {
    pub(super) fn resource(&self, id: ResourceId) -> &Resource {
        &self.resources[id.0]
    }

    pub(super) fn resource_mut(&mut self, id: ResourceId) -> &mut Resource {
        &mut self.resources[id.0]
    }

    pub(super) fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0]
    }

    pub(super) fn scope_mut(&mut self, id: ScopeId) -> &mut Scope {
        &mut self.scopes[id.0]
    }

    /// The resource with a type and a title, or with a name that identifies it.
    pub(super) fn find(&self, ty: &str, title: &str) -> Option<ResourceId> {
        // The map can only be searched with a key of its own type.
        self.index.get(&(Arc::from(ty), Arc::from(title))).copied()
    }

    /// The number of a definition among the sources, to which it is added if it is new.
    pub(super) fn source(&mut self, definition: &Arc<Definition>) -> SourceId {
        let is_define = definition.kind == crate::environment::DefinitionKind::Define;
        let key = (is_define, Arc::clone(&definition.name));
        if let Some(known) = self.source_numbers.get(&key) {
            return *known;
        }
        let number = SourceId(self.sources.len());
        self.sources.push(Some(Arc::clone(definition)));
        self.source_numbers.insert(key, number);
        number
    }

    /// Whether `source` may override parameters that `overridden` has set. This is so if `source` is a class that
    /// inherits from `overridden`, directly or not, or if `source` or a class that it inherits from may override any
    /// resource.
    pub(super) fn may_override(&self, source: SourceId, overridden: SourceId) -> bool {
        if self.overriding.contains(&source) {
            return true;
        }
        let definition = |id: SourceId| self.sources.get(id.0).and_then(Option::as_ref);
        let (Some(overridden), mut current) = (definition(overridden), definition(source)) else {
            return false;
        };
        // A chain of classes is never longer than the number of sources.
        for _ in 0..self.sources.len() {
            let Some(parent) = current.and_then(|definition| definition.parent.as_ref()) else {
                return false;
            };
            if *parent == overridden.name {
                return true;
            }
            let is_define = false;
            current =
                self.source_numbers.get(&(is_define, Arc::clone(parent))).and_then(|id| definition(*id));
            if current.is_some_and(|class| self.is_overriding(&class.name)) {
                return true;
            }
        }
        false
    }

    /// Whether the code of a class contains a collector that overrides attributes.
    fn is_overriding(&self, class: &Arc<str>) -> bool {
        let is_define = false;
        let number = self.source_numbers.get(&(is_define, Arc::clone(class)));
        number.is_some_and(|number| self.overriding.contains(number))
    }

    /// Makes a resource the container of another one; returns `false` if it is that already.
    pub(super) fn contain(&mut self, container: ResourceId, contained: ResourceId) -> bool {
        if self.resource(contained).containers.contains(&container) {
            return false;
        }
        self.resource_mut(contained).containers.push(container);
        self.resource_mut(container).contained.push(contained);
        self.edge_count += 1;
        true
    }

    /// Whether a resource, or one whose code declares it directly or indirectly, has one of some tags.
    pub(super) fn is_tagged(&self, id: ResourceId, tags: &[Arc<str>]) -> bool {
        let mut current = id;
        // Each resource is declared by an earlier one, so there are not more steps than resources.
        for _ in 0..=self.resources.len() {
            let resource = self.resource(current);
            if tags.iter().any(|tag| resource.tags.contains(tag)) {
                return true;
            }
            match self.scope(resource.scope).resource {
                Some(outer) if outer != current => current = outer,
                _ => return false,
            }
        }
        false
    }
}
