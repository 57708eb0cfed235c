//! Groups nodes that have the same account of every key, while the nodes are read one after the other.
//!
//! Invariants: only the scope of the first node of each group is kept, so memory grows with the number of groups, not
//! of nodes; groups are numbered in the order of their first nodes. This module looks up no values.

use super::{Grouping, NodeDependencies, Survey};
use crate::lookup::Hierarchy;
use crate::store::Value;
use rustc_hash::FxHashMap;

/// The groups so far.
#[derive(Debug)]
pub struct NodeGroups<'h> {
    /// A survey of the first node of each group.
    survey: Survey<'h>,
    scopes: Vec<Value>,
    /// The number of the group for dependencies that occurred before.
    known: FxHashMap<NodeDependencies, u32>,
}

impl<'h> NodeGroups<'h> {
    /// Reads all data files. There are no nodes yet.
    #[must_use]
    pub fn new(hierarchy: &'h Hierarchy) -> Self {
        Self { survey: Survey::new(hierarchy, &[]), scopes: Vec::new(), known: FxHashMap::default() }
    }

    /// The tree.
    #[must_use]
    pub fn hierarchy(&self) -> &'h Hierarchy {
        self.survey.hierarchy
    }

    /// Adds a node; returns the number of its group.
    pub fn add(&mut self, scope: &Value) -> u32 {
        let node = self.survey.node_dependencies(scope);
        let next = u32::try_from(self.scopes.len()).unwrap_or(u32::MAX);
        // A node whose places are not known is a group of its own.
        if node.places.is_some() {
            if let Some(known) = self.known.get(&node) {
                return *known;
            }
            self.known.insert(node.clone(), next);
        }
        self.survey.nodes.push(node);
        self.scopes.push(scope.clone());
        next
    }

    /// The variables of the first node of each group.
    #[must_use]
    pub fn scopes(&self) -> &[Value] {
        &self.scopes
    }

    /// A grouping of these groups by key: some of them may have the same account of a single key.
    #[must_use]
    pub fn grouping(&self) -> Grouping<'_> {
        self.survey.grouping()
    }
}
