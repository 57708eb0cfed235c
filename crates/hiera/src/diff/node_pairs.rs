//! Groups the nodes of a comparison by what their lookups in both trees depend on.
//!
//! Invariant: the nodes of a group have the same change of a key, with the same causes. A node whose facts change is a
//! group of its own, because its causes may be any of these facts.

use super::Node;
use super::touched::TouchedKeys;
use super::tree::Tree;
use crate::store::Value;
use crate::survey::{Grouping, Survey, members};
use rustc_hash::FxHashMap;

/// The nodes, and what their lookups on both sides depend on.
pub(super) struct NodePairs<'t> {
    /// What lookups before the change depend on.
    before: Survey<'t>,
    /// What lookups after the change depend on.
    after: Survey<'t>,
    /// The keys whose answers may change for nodes with the same facts.
    touched: TouchedKeys<'t>,
    /// For each node whose facts change, a number of its own; 0 for all others.
    numbers_of_changed: Vec<u32>,
}

impl<'t> NodePairs<'t> {
    /// `has_equal_settings` is whether the trees have equal configurations.
    pub(super) fn new(before: &'t Tree, after: &'t Tree, nodes: &[Node], has_equal_settings: bool) -> Self {
        let scopes_before: Vec<&Value> = nodes.iter().map(|node| &node.before).collect();
        let scopes_after: Vec<&Value> =
            nodes.iter().map(|node| node.after.as_ref().unwrap_or(&node.before)).collect();
        let numbers_of_changed =
            (1..).zip(nodes).map(|(number, node)| if node.after.is_some() { number } else { 0 });
        Self {
            before: Survey::new(before.hierarchy(), &scopes_before),
            after: Survey::new(after.hierarchy(), &scopes_after),
            touched: TouchedKeys::new(before, after, has_equal_settings),
            numbers_of_changed: numbers_of_changed.collect(),
        }
    }

    pub(super) fn grouping(&self) -> PairGrouping<'_> {
        PairGrouping { pairs: self, before: self.before.grouping(), after: self.after.grouping() }
    }
}

/// Computes groups of nodes for one key after the other.
pub(super) struct PairGrouping<'p> {
    pairs: &'p NodePairs<'p>,
    before: Grouping<'p>,
    after: Grouping<'p>,
}

impl PairGrouping<'_> {
    /// The indexes of the nodes of each group, without the groups for which the answer of the key cannot change.
    pub(super) fn groups(&mut self, key: &str) -> Vec<Vec<usize>> {
        let NodePairs { before, after, touched, numbers_of_changed } = self.pairs;
        let mut groups = self.all_groups(key);
        if !touched.may_change_answer(key, [before, after]) {
            // The answers of these nodes depend on more than values of keys: on changed facts, or on levels that look
            // up keys.
            groups.retain(|nodes| {
                nodes.iter().any(|node| {
                    numbers_of_changed[*node] != 0 || before.is_alone(*node) || after.is_alone(*node)
                })
            });
        }
        groups
    }

    /// Groups of nodes whose lookups of a key have the same answer in each of the two trees. A node whose facts change
    /// is a group of its own.
    fn all_groups(&mut self, key: &str) -> Vec<Vec<usize>> {
        let (old, new) = (self.before.group_numbers(key), self.after.group_numbers(key));
        let mut numbers_of_groups: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        let pairs = old.iter().zip(new.iter()).zip(&self.pairs.numbers_of_changed);
        let numbers = pairs.map(|((old, new), number_of_changed)| {
            let next = u32::try_from(numbers_of_groups.len()).unwrap_or(u32::MAX);
            *numbers_of_groups.entry((*old, *new, *number_of_changed)).or_insert(next)
        });
        members(numbers)
    }
}
