//! Catalogs of nodes that collect exported resources of each other. A database may contain those of further nodes.
//!
//! A first pass builds all nodes. Further passes build the nodes again whose collectors may find other resources than
//! before, until the exported resources do not change any more, or a limit is reached: Puppet's agents and PuppetDB
//! arrive at the same catalogs over several runs. The resources of a node in the database are used until the node is
//! built. Invariants: of a catalog, only the exported and collected types and resources remain in memory; nodes collect
//! the resources that the previous pass exported, so that results do not depend on the order of nodes or on threads.
//! This module does not know how resources are collected.

use crate::builder::{BuildResult, ExportedResource, Fleet, Node};
use crate::environment::Environment;
use modelwright_hiera::store;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::threads::in_parts;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of passes. A resource that is exported because another one was collected takes one more.
const MAX_PASSES: usize = 10;
/// The number of nodes that a warning names.
const MAX_SHOWN_NODES: usize = 3;

/// A node, or data from which a node is created when it is built.
pub trait NodeSource: Sync {
    /// The name of the node.
    fn name(&self) -> &str;

    /// The node.
    fn node(&self) -> Cow<'_, Node>;
}

impl NodeSource for Node {
    fn name(&self) -> &str {
        &self.name
    }

    fn node(&self) -> Cow<'_, Node> {
        Cow::Borrowed(self)
    }
}

/// The name of a node, and the variables of its file of facts.
impl NodeSource for (String, store::Value) {
    fn name(&self) -> &str {
        &self.0
    }

    fn node(&self) -> Cow<'_, Node> {
        Cow::Owned(Node::from_variables(&self.0, &self.1))
    }
}

impl<N: NodeSource + ?Sized> NodeSource for &N {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn node(&self) -> Cow<'_, Node> {
        (**self).node()
    }
}

/// The part of a build's result that concerns other nodes: the resources that the node exports, and the types that it
/// collects.
struct Exchange {
    exports: Vec<Arc<ExportedResource>>,
    queried: Vec<Arc<str>>,
    /// Whether there is a catalog.
    is_built: bool,
}

/// The exported resources of nodes, by the names of the nodes.
type Exports = BTreeMap<Arc<str>, Vec<Arc<ExportedResource>>>;

/// Builds the nodes of an environment in passes.
#[derive(Debug)]
pub struct FleetBuilder<'e> {
    environment: &'e Environment,
    /// The resources that nodes export in this pass, or in the last one that built them.
    exports: Exports,
    /// The exported resources from a database or another fleet, for nodes whose catalogs are not or cannot be built.
    stored: Exports,
    /// The nodes whose catalogs cannot be built.
    failed: BTreeSet<Arc<str>>,
    /// The nodes whose exported resources were taken from another fleet.
    adopted: BTreeSet<Arc<str>>,
    /// The resources that nodes exported in the previous pass.
    fleet: Fleet,
    /// The types of which nodes collect exported resources, for those that collect any.
    queried: BTreeMap<Arc<str>, Vec<Arc<str>>>,
    /// The types of exported resources that changed in this pass, each with the node if only one node changed.
    changes: FxHashMap<Arc<str>, Option<Arc<str>>>,
    /// The nodes that are to be built again.
    outdated: BTreeSet<Arc<str>>,
    passes: usize,
}

impl<'e> FleetBuilder<'e> {
    /// A builder that knows no nodes yet.
    #[must_use]
    pub fn new(environment: &'e Environment) -> Self {
        Self {
            environment,
            exports: Exports::new(),
            stored: Exports::new(),
            failed: BTreeSet::new(),
            adopted: BTreeSet::new(),
            fleet: Fleet::default(),
            queried: BTreeMap::new(),
            changes: FxHashMap::default(),
            outdated: BTreeSet::new(),
            passes: 0,
        }
    }

    /// Adds the exported resources of a database. For a node that is built, those of its catalog replace them, unless
    /// the catalog cannot be built.
    #[must_use]
    pub fn with_stored(mut self, resources: &[Arc<ExportedResource>]) -> Self {
        for resource in resources {
            self.stored.entry(Arc::clone(resource.node())).or_default().push(Arc::clone(resource));
        }
        self.exports.clone_from(&self.stored);
        self.fleet = Fleet::new(&self.exports);
        self
    }

    /// Whether a database or another fleet contains exported resources of a node.
    #[must_use]
    pub fn is_stored(&self, node: &str) -> bool {
        self.stored.contains_key(node)
    }

    /// Copies the exported resources of the nodes whose catalogs only the other fleet can build. So if the catalogs of
    /// both fleets are compared, such nodes cause no differences in the catalogs of other nodes. Returns whether any
    /// exported resources changed, so that the nodes must be settled again.
    pub fn adopt(&mut self, other: &Self) -> bool {
        let failed_here_only: Vec<Arc<str>> = self.failed.difference(&other.failed).cloned().collect();
        for node in failed_here_only {
            let exports = other.exports.get(&node).cloned().unwrap_or_default();
            self.replace_exports(&node, exports.clone());
            self.stored.insert(Arc::clone(&node), exports);
            self.adopted.insert(node);
        }
        let is_changed = !self.changes.is_empty();
        if is_changed {
            self.passes = 0;
        }
        is_changed
    }

    /// The nodes whose exported resources come from another fleet, because their catalogs cannot be built here.
    pub fn adopted(&self) -> impl Iterator<Item = (&str, &[Arc<ExportedResource>])> {
        let nodes = self.adopted.intersection(&self.failed);
        nodes.filter_map(|node| Some((&**node, self.exports.get(node)?.as_slice())))
    }

    /// Builds nodes on all cores; they collect the resources that the previous pass exported. Returns what `visit`
    /// returns for each result, in the order of the nodes.
    pub fn build<N: NodeSource, T: Send>(
        &mut self,
        nodes: &[N],
        visit: impl Fn(&N, BuildResult) -> T + Sync,
    ) -> Vec<T> {
        let (environment, fleet) = (self.environment, &self.fleet);
        let parts = in_parts(nodes, |part| {
            let built = part.iter().map(|node| {
                let mut built = environment.build_in_fleet(&node.node(), fleet);
                let exports = std::mem::take(&mut built.exports);
                let queried = std::mem::take(&mut built.queried);
                let exchange = Exchange { exports, queried, is_built: built.catalog.is_some() };
                (visit(node, built), exchange)
            });
            built.collect::<Vec<_>>()
        });
        let mut results = Vec::with_capacity(nodes.len());
        for (node, (result, exchange)) in nodes.iter().zip(parts.into_iter().flatten()) {
            results.push(result);
            self.record(node.name(), exchange);
        }
        results
    }

    /// Whether a node collects exported resources, so that its catalog depends on other nodes.
    #[must_use]
    pub fn collects(&self, node: &str) -> bool {
        self.queried.contains_key(node)
    }

    /// After all nodes were built once, builds nodes again until the resources that they collect do not change any
    /// more. Calls `enter` with the position of each node that is built again, and with what `visit` returns for its
    /// result.
    ///
    /// Returns a warning if the limit of passes is reached.
    pub fn settle<N: NodeSource, T: Send>(
        &mut self,
        nodes: &[N],
        visit: impl Fn(&N, BuildResult) -> T + Sync,
        enter: &mut dyn FnMut(usize, T),
    ) -> Option<Diagnostic> {
        loop {
            self.end_pass();
            if self.outdated.is_empty() {
                return None;
            }
            if self.passes >= MAX_PASSES {
                return Some(self.unsettled());
            }
            let (positions, outdated_nodes): (Vec<usize>, Vec<&N>) =
                nodes.iter().enumerate().filter(|(_, node)| self.outdated.contains(node.name())).unzip();
            let results = self.build(&outdated_nodes, |node, built| visit(node, built));
            positions.into_iter().zip(results).for_each(|(position, result)| enter(position, result));
        }
    }

    /// Ends a pass: determines which nodes are outdated, and lets them collect the resources that this pass exported.
    fn end_pass(&mut self) {
        self.passes += 1;
        let changes = std::mem::take(&mut self.changes);
        // A node does not depend on a type of which only its own exported resources changed.
        let is_concerned = |node: &Arc<str>, ty: &Arc<str>| {
            changes.get(ty).is_some_and(|only_node| only_node.as_ref() != Some(node))
        };
        let outdated =
            self.queried.iter().filter(|(node, types)| types.iter().any(|ty| is_concerned(node, ty)));
        self.outdated = outdated.map(|(node, _)| Arc::clone(node)).collect();
        if !self.outdated.is_empty() {
            self.fleet = Fleet::new(&self.exports);
        }
    }

    /// Records the resources that a node exports, and the types that it collects. A node without a catalog exports the
    /// stored resources.
    fn record(&mut self, node: &str, Exchange { mut exports, queried, is_built }: Exchange) {
        if is_built {
            self.failed.remove(node);
        } else {
            self.failed.insert(Arc::from(node));
            exports = self.stored.get(node).cloned().unwrap_or_default();
        }
        if queried.is_empty() {
            self.queried.remove(node);
        } else {
            self.queried.insert(Arc::from(node), queried);
        }
        self.replace_exports(node, exports);
    }

    /// Replaces the exported resources of a node, and records the types of those that changed.
    fn replace_exports(&mut self, node: &str, exports: Vec<Arc<ExportedResource>>) {
        let earlier_exports = self.exports.remove(node).unwrap_or_default();
        for ty in changed_types(&earlier_exports, &exports) {
            // The value is the node, if it is the only one of which resources of the type changed.
            let has_other_changes = self.changes.contains_key(&ty);
            self.changes.insert(ty, (!has_other_changes).then(|| Arc::from(node)));
        }
        if !exports.is_empty() {
            self.exports.insert(Arc::from(node), exports);
        }
    }

    /// The warning that exported resources still change after the last pass.
    fn unsettled(&self) -> Diagnostic {
        let mut names: Vec<&str> = self.outdated.iter().map(|name| &**name).collect();
        let other_count = names.len().saturating_sub(MAX_SHOWN_NODES);
        names.truncate(MAX_SHOWN_NODES);
        let others = if other_count > 0 { format!(" and {other_count} others") } else { String::new() };
        let message = format!(
            "after {MAX_PASSES} passes there are still new exported resources for {}{others}",
            names.join(", ")
        );
        Diagnostic::warning(codes::CATALOG_UNSETTLED, message)
            .help("export resources that do not depend on what the node collects")
    }
}

/// The types of the exported resources that were added, removed or changed.
fn changed_types(before: &[Arc<ExportedResource>], after: &[Arc<ExportedResource>]) -> BTreeSet<Arc<str>> {
    let index =
        |resources: &[Arc<ExportedResource>]| -> BTreeMap<(Arc<str>, Arc<str>), Arc<ExportedResource>> {
            resources.iter().map(|resource| (resource.key(), Arc::clone(resource))).collect()
        };
    let (before, after) = (index(before), index(after));
    let is_unchanged = |resource: &ExportedResource| {
        before.get(&resource.key()).is_some_and(|earlier| earlier.is_same(resource))
    };
    let removed = before.values().filter(|resource| !after.contains_key(&resource.key()));
    let added_or_changed = after.values().filter(|resource| !is_unchanged(resource));
    let keys = removed.chain(added_or_changed).map(|resource| resource.key());
    keys.map(|(ty, _)| ty).collect()
}

#[cfg(test)]
mod tests;
