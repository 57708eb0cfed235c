//! Compares two tables: finds the nodes that have other values in the second one.
//!
//! Invariant: nodes whose groups have the same answers in both tables have no change, regardless of the numbers of
//! groups. This module does not depend on sites or on the notation of tables.

use crate::diff::{Change, Side};
use crate::hiera::table::{AnswerNumbers, NO_ANSWER, TableAnswer};
use modelwright_metamodel::diagnostic::printable_line;
use rustc_hash::FxHashMap;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The groups of nodes, and the answers of keys.
#[derive(Debug, Default)]
pub struct Table {
    /// The index of the group of each node.
    nodes: BTreeMap<String, u32>,
    /// The index of each group by its number; the numbers need not be consecutive.
    groups: FxHashMap<u32, u32>,
    /// The answers of each key.
    keys: BTreeMap<String, TableKey>,
}

/// The answers of a key.
#[derive(Debug, Default)]
struct TableKey {
    /// The distinct answers.
    numbers: AnswerNumbers,
    /// The number of the answer of each group.
    numbers_of_groups: Vec<u32>,
}

impl TableKey {
    /// The answer of the group with an index; `None` if there is none.
    fn answer(&self, group: u32) -> Option<&TableAnswer> {
        self.numbers.answer(*self.numbers_of_groups.get(group as usize)?)
    }
}

/// The differences between two tables.
#[derive(Debug, Default)]
pub struct TableDifferences {
    /// The nodes whose values change, by keys.
    pub changes: Vec<Change>,
    /// The nodes that are only in the first table.
    pub removed_nodes: Vec<String>,
    /// The nodes that are only in the second table.
    pub added_nodes: Vec<String>,
}

impl Table {
    /// Adds a node to a group.
    ///
    /// # Errors
    /// If the table contains the node already.
    pub fn add_node(&mut self, node: String, group: u32) -> Result<(), String> {
        match self.nodes.entry(node) {
            Entry::Vacant(entry) => {
                // The numbers of groups need not be consecutive, so each new group gets the next index.
                let next = u32::try_from(self.groups.len()).unwrap_or(u32::MAX);
                entry.insert(*self.groups.entry(group).or_insert(next));
                Ok(())
            }
            Entry::Occupied(entry) => {
                Err(format!("the node {} occurs more than once", printable_line(entry.key())))
            }
        }
    }

    /// Adds the answer of a key for a group. All nodes must be added before.
    ///
    /// # Errors
    /// If no node is in the group, or the table contains the answer already.
    pub fn add_answer(&mut self, key: String, group: u32, answer: TableAnswer) -> Result<(), String> {
        let index =
            *self.groups.get(&group).ok_or_else(|| format!("no node is in the group {group}"))? as usize;
        let TableKey { numbers, numbers_of_groups } = self.keys.entry(key).or_default();
        if numbers_of_groups.len() <= index {
            numbers_of_groups.resize(index + 1, NO_ANSWER);
        }
        if numbers_of_groups[index] != NO_ANSWER {
            return Err(format!("the group {group} has an answer already"));
        }
        numbers_of_groups[index] = numbers.number(Some(answer));
        Ok(())
    }

    /// The differences between this table and a newer one. An equal value from another position is not a difference.
    #[must_use]
    pub fn differences(&self, after: &Self) -> TableDifferences {
        let mut differences = TableDifferences::default();
        // Nodes with the same groups have the same changes.
        let mut nodes_of_groups: BTreeMap<(u32, u32), Vec<&str>> = BTreeMap::new();
        for (node, old_group) in &self.nodes {
            match after.nodes.get(node) {
                Some(new_group) => nodes_of_groups.entry((*old_group, *new_group)).or_default().push(node),
                None => differences.removed_nodes.push(node.clone()),
            }
        }
        let added_nodes = after.nodes.keys().filter(|node| !self.nodes.contains_key(*node));
        differences.added_nodes = added_nodes.cloned().collect();
        let keys: BTreeSet<&String> = self.keys.keys().chain(after.keys.keys()).collect();
        for key in keys {
            let mut nodes_of_changes: BTreeMap<(Side, Side), Vec<&str>> = BTreeMap::new();
            let (before, after) = (self.keys.get(key), after.keys.get(key));
            for ((old_group, new_group), nodes) in &nodes_of_groups {
                let old = before.and_then(|answers| answers.answer(*old_group));
                let new = after.and_then(|answers| answers.answer(*new_group));
                if old.map(|answer| &answer.outcome) != new.map(|answer| &answer.outcome) {
                    nodes_of_changes.entry((side(old), side(new))).or_default().extend(nodes);
                }
            }
            differences.changes.extend(nodes_of_changes.into_iter().map(|((before, after), mut nodes)| {
                nodes.sort_unstable();
                let nodes = nodes.into_iter().map(str::to_owned).collect();
                Change { key: key.clone(), before, after, nodes }
            }));
        }
        differences
    }
}

/// The value and the position of an answer, as texts.
fn side(answer: Option<&TableAnswer>) -> Side {
    let value = match answer.map(|answer| &answer.outcome) {
        None => "not bound".to_owned(),
        Some(Ok(json)) => json.clone(),
        Some(Err(message)) => format!("problem: {}", printable_line(message)),
    };
    let place = match answer {
        Some(TableAnswer { file, line, .. }) if !file.is_empty() => {
            format!("{}:{line}", printable_line(file))
        }
        _ => String::new(),
    };
    Side { value, place }
}
