//! Catalogs of nodes that collect what others export, without a database, or with what a database knows of further nodes.
//!
//! A first pass builds all nodes. Further passes build those nodes again of whose collectors the resources may have changed, until
//! no node exports anything else than before, or a limit is reached: Puppet's agents and PuppetDB arrive at the same
//! catalogs over several runs. What a database knows of a node counts until the node is built. Invariants: only exported
//! resources are kept of a catalog, and nothing but a failure of nodes that neither export nor collect; a pass sees what the pass before exported, so results do not depend on the order of nodes
//! or on threads. This module does not know how resources are collected.

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
const PASSES: usize = 10;
/// The number of nodes that a warning names.
const SHOWN: usize = 3;

/// Something that a node is made of.
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

/// A name and the variables that a file of facts gives.
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

/// What a build has for other nodes, and collects from them.
struct Exchange {
    exports: Vec<Arc<ExportedResource>>,
    queried: Vec<Arc<str>>,
    /// Whether there is a catalog.
    is_built: bool,
}

/// What nodes export, by their names.
type Exports = BTreeMap<Arc<str>, Vec<Arc<ExportedResource>>>;

/// Builds the nodes of an environment in passes.
#[derive(Debug)]
pub struct FleetBuilder<'e> {
    environment: &'e Environment,
    /// What nodes export, by their names.
    exports: Exports,
    /// What nodes export whose catalogs cannot be built: what a database or another fleet knows of them.
    stored: Exports,
    /// The nodes whose catalogs cannot be built.
    failed: BTreeSet<Arc<str>>,
    /// The nodes that export what another fleet knows of them.
    adopted: BTreeSet<Arc<str>>,
    /// What they exported in the pass before.
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

    /// Adds what a database knows that nodes export. A node that is built exports what its catalog has instead, unless the
    /// catalog cannot be built.
    #[must_use]
    pub fn with_stored(mut self, resources: &[Arc<ExportedResource>]) -> Self {
        for resource in resources {
            self.stored.entry(Arc::clone(resource.node())).or_default().push(Arc::clone(resource));
        }
        self.exports.clone_from(&self.stored);
        self.fleet = Fleet::new(&self.exports);
        self
    }

    /// Whether a database knows what a node exports.
    #[must_use]
    pub fn is_stored(&self, node: &str) -> bool {
        self.stored.contains_key(node)
    }

    /// Lets the nodes whose catalogs only the other fleet can build export what they export there, as if these were their
    /// last catalogs. So the catalogs of two states that are compared do not differ by what such nodes export. Returns
    /// whether anything is exported that was not before: then the nodes are to be settled again.
    pub fn adopt(&mut self, other: &Self) -> bool {
        let known: Vec<Arc<str>> = self.failed.difference(&other.failed).cloned().collect();
        for node in known {
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

    /// What nodes export that another fleet knows, because their catalogs cannot be built here.
    pub fn adopted(&self) -> impl Iterator<Item = (&str, &[Arc<ExportedResource>])> {
        let nodes = self.adopted.intersection(&self.failed);
        nodes.filter_map(|node| Some((&**node, self.exports.get(node)?.as_slice())))
    }

    /// Builds nodes on all cores; they collect what the pass before exported. The function is called with each result.
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
            self.keep(node.name(), exchange);
        }
        results
    }

    /// Whether a node collects exported resources, so that its catalog depends on those of others.
    #[must_use]
    pub fn collects(&self, node: &str) -> bool {
        self.queried.contains_key(node)
    }

    /// Builds nodes again until nothing that they collect changes, after all nodes were built once. The function `enter`
    /// gets the position of each such node, and what `visit` makes of its result.
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
            if self.passes >= PASSES {
                return Some(self.unsettled());
            }
            let (positions, again): (Vec<usize>, Vec<&N>) =
                nodes.iter().enumerate().filter(|(_, node)| self.outdated.contains(node.name())).unzip();
            let results = self.build(&again, |node, built| visit(node, built));
            positions.into_iter().zip(results).for_each(|(position, result)| enter(position, result));
        }
    }

    /// Makes what was exported in this pass visible to the next one.
    fn end_pass(&mut self) {
        self.passes += 1;
        let changes = std::mem::take(&mut self.changes);
        // What a node itself exports is part of its catalog, and not collected from others.
        let is_concerned =
            |node: &Arc<str>, ty: &Arc<str>| changes.get(ty).is_some_and(|only| only.as_ref() != Some(node));
        let outdated =
            self.queried.iter().filter(|(node, types)| types.iter().any(|ty| is_concerned(node, ty)));
        self.outdated = outdated.map(|(node, _)| Arc::clone(node)).collect();
        if !self.outdated.is_empty() {
            self.fleet = Fleet::new(&self.exports);
        }
    }

    /// Keeps what a node exports and collects.
    fn keep(&mut self, node: &str, Exchange { mut exports, queried, is_built }: Exchange) {
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

    /// Keeps what a node exports, and which types of exported resources it changed.
    fn replace_exports(&mut self, node: &str, exports: Vec<Arc<ExportedResource>>) {
        let before = self.exports.remove(node).unwrap_or_default();
        for ty in changed_types(&before, &exports) {
            let is_of_several = self.changes.contains_key(&ty);
            self.changes.insert(ty, (!is_of_several).then(|| Arc::from(node)));
        }
        if !exports.is_empty() {
            self.exports.insert(Arc::from(node), exports);
        }
    }

    fn unsettled(&self) -> Diagnostic {
        let mut names: Vec<&str> = self.outdated.iter().map(|name| &**name).collect();
        let others = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        let others = if others > 0 { format!(" and {others} others") } else { String::new() };
        let message = format!(
            "after {PASSES} passes there are still new exported resources for {}{others}",
            names.join(", ")
        );
        Diagnostic::warning(codes::CATALOG_UNSETTLED, message)
            .help("export resources that do not depend on what the node collects")
    }
}

/// The types of which some resources are exported only before or only after, or have other parameters.
fn changed_types(before: &[Arc<ExportedResource>], after: &[Arc<ExportedResource>]) -> BTreeSet<Arc<str>> {
    let index =
        |resources: &[Arc<ExportedResource>]| -> BTreeMap<(Arc<str>, Arc<str>), Arc<ExportedResource>> {
            resources.iter().map(|one| (one.key(), Arc::clone(one))).collect()
        };
    let (before, after) = (index(before), index(after));
    let is_in = |other: &BTreeMap<(Arc<str>, Arc<str>), Arc<ExportedResource>>, one: &ExportedResource| {
        other.get(&one.key()).is_some_and(|other| other.is_same(one))
    };
    let removed = before.values().filter(|one| !after.contains_key(&one.key()));
    let added = after.values().filter(|one| !is_in(&before, one));
    removed.chain(added).map(|one| one.key().0).collect()
}

#[cfg(test)]
mod tests;
