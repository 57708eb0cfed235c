//! Which nodes get other values from another tree, or with other facts, and what causes each change.
//!
//! Every key of both trees is looked up on both sides. This is done for every node, or for one node of each group whose
//! answers must be equal, so the result is always complete. The two trees may have different versions. Invariants: the
//! result does not depend on the number of threads; a [`Cause`] is verified by lookups. This module does not know where
//! the trees are, nor how the result is written.

mod cause;
mod cause_text;
mod configuration;
mod data_changes;
mod node_pairs;
mod parts;
mod patterns;
mod reads;
mod touched;
mod tree;

pub use cause::Cause;
pub use configuration::SettingChange;
pub use data_changes::{DataChange, DataChangeKind, FileLine};
pub use parts::{PartChange, PartChangeKind};
pub use tree::{Tree, TreeSettings};

use super::answers::{failure_message, is_same};
use super::lookup::{Account, FileIndex, LookupError, Query, Resolution, quoted_key, to_json};
use crate::store::Value;
use cause::{Difference, Trees};
use modelwright_metamodel::threads::in_parts;
use node_pairs::NodePairs;
use parts::part_changes;
use std::collections::{BTreeMap, BTreeSet};

/// A node, with its facts.
#[derive(Debug, Clone)]
pub struct Node {
    /// The name.
    pub name: String,
    /// The facts of the node before the change, a hash.
    pub before: Value,
    /// The facts of the node after the change; `None` if they are the same as before.
    pub after: Option<Value>,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The changes, in the order of keys and values.
    pub changes: Vec<Change>,
    /// The differences between the configurations.
    pub settings: Vec<SettingChange>,
    /// The number of keys that were looked up.
    pub keys: usize,
    /// The number of nodes.
    pub nodes: usize,
}

/// A change of the value of a key, with the nodes whose answers change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The key, as it is in data files.
    pub key: String,
    /// What lookups of the key return before the change.
    pub before: Side,
    /// What lookups of the key return after the change.
    pub after: Side,
    /// What changes inside the value, if it is a hash or a list on both sides.
    pub parts: Vec<PartChange>,
    /// What causes the change.
    pub causes: Vec<Cause>,
    /// The names of the nodes, in the order in which they were given.
    pub nodes: Vec<String>,
}

/// What lookups of a key return before or after a change.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// The answer.
    pub answer: SideAnswer,
    /// The positions of the values that are combined into the answer, from the highest level.
    pub origins: Vec<ValueOrigin>,
    /// Whether the answer contains a sensitive value, which is not shown.
    pub has_secrets: bool,
}

/// The answer of a lookup.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SideAnswer {
    /// The value, in JSON.
    Value(String),
    /// The lookup fails, with this message.
    Failure(String),
    /// No level has the key.
    Nothing,
}

/// The position of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueOrigin {
    /// The file.
    pub file: String,
    /// The index of this file in its tree; `None` if it is not a data file.
    pub index: Option<FileIndex>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u16,
    /// The level as it is written in the configuration; empty if the level is not known.
    pub level: String,
}

/// How a value changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// There was no value.
    Added,
    /// There is no value any more.
    Removed,
    /// The value, or the reason for a failure, is another one.
    Changed,
}

impl Change {
    /// How the value changes.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match (&self.before.answer, &self.after.answer) {
            (SideAnswer::Nothing, _) => ChangeKind::Added,
            (_, SideAnswer::Nothing) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        }
    }
}

impl Comparison {
    /// Whether some change has the given cause.
    #[must_use]
    pub fn has_cause(&self, cause: &Cause) -> bool {
        self.changes.iter().any(|change| change.causes.contains(cause))
    }

    /// The number of changes of each kind, and the numbers of keys and of nodes with changes.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        let (mut keys, mut nodes) = (BTreeSet::new(), BTreeSet::new());
        for change in &self.changes {
            match change.kind() {
                ChangeKind::Added => totals.added += 1,
                ChangeKind::Removed => totals.removed += 1,
                ChangeKind::Changed => totals.changed += 1,
            }
            keys.insert(change.key.as_str());
            nodes.extend(change.nodes.iter().map(String::as_str));
        }
        Totals { keys: keys.len(), nodes: nodes.len(), ..totals }
    }
}

/// How many changes of each kind a comparison has, and how many keys and nodes have changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of changes from no value to one.
    pub added: usize,
    /// The number of changes from a value to none.
    pub removed: usize,
    /// The number of changes from one value to another.
    pub changed: usize,
    /// The number of keys with changes.
    pub keys: usize,
    /// The number of nodes with changes.
    pub nodes: usize,
}

/// The changes in groups with equal causes.
#[must_use]
pub fn by_cause(changes: &[Change]) -> Vec<(&[Cause], Vec<&Change>)> {
    let mut groups: BTreeMap<&[Cause], Vec<&Change>> = BTreeMap::new();
    for change in changes {
        groups.entry(&change.causes).or_default().push(change);
    }
    groups.into_iter().collect()
}

/// The changes in groups by node. Nodes with the same changes are one group, with their names in order.
#[must_use]
pub fn by_node(changes: &[Change]) -> Vec<(Vec<&str>, Vec<&Change>)> {
    // For each node, the numbers of its changes.
    let mut numbers_by_node: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, change) in changes.iter().enumerate() {
        for node in &change.nodes {
            numbers_by_node.entry(node).or_default().push(number);
        }
    }
    let mut groups: BTreeMap<Vec<usize>, Vec<&str>> = BTreeMap::new();
    for (node, numbers) in numbers_by_node {
        groups.entry(numbers).or_default().push(node);
    }
    let groups = groups
        .into_iter()
        .map(|(numbers, nodes)| (nodes, numbers.into_iter().map(|number| &changes[number]).collect()));
    let mut groups: Vec<(Vec<&str>, Vec<&Change>)> = groups.collect();
    groups.sort_by(|(first, _), (second, _)| first.cmp(second));
    groups
}

/// The changes of keys, each with the indexes of its nodes.
type Groups<'k> = BTreeMap<(&'k str, ValueChange, Vec<Cause>), Vec<usize>>;

/// Both sides of a change, and what changes inside the value.
type ValueChange = (Side, Side, Vec<PartChange>);

/// Compares the values of all keys of two trees for some nodes.
#[must_use]
pub fn compare(before: &Tree, after: &Tree, nodes: &[Node], resolution: &Resolution) -> Comparison {
    let trees = Trees::new(before, after);
    let (old_keys, new_keys) = (before.hierarchy().keys(), after.hierarchy().keys());
    let keys: BTreeSet<&str> = old_keys.union(&new_keys).copied().collect();
    // A key with dots is quoted, so that a dot does not select a part of the value.
    let keys: Vec<_> = keys.into_iter().map(|key| (key, quoted_key(key))).collect();
    let pairs = NodePairs::new(before, after, nodes, trees.settings.is_empty());
    let groups_of_threads = in_parts(&keys, |keys| {
        let mut groups = Groups::new();
        let mut grouping = pairs.grouping();
        let mut buffers = (String::new(), String::new());
        for (key, quoted) in keys {
            for numbers in grouping.groups(key) {
                let Some(node) = numbers.first().map(|number| &nodes[*number]) else { continue };
                let query = |scope| Query { resolution, ..Query::new(quoted, scope) };
                let old_query = query(&node.before);
                let new_query = query(node.after.as_ref().unwrap_or(&node.before));
                // Plain lookups come first: accounts take longer, and are needed only for the few answers that differ.
                let old_answer = before.hierarchy().lookup(&old_query);
                let new_answer = after.hierarchy().lookup(&new_query);
                if !is_same(&old_answer, &new_answer, &mut buffers) {
                    let (value_change, causes) = explain(&trees, (&old_query, &new_query));
                    groups.entry((*key, value_change, causes)).or_default().extend(numbers);
                }
            }
        }
        groups
    });
    // Each key is processed in one part only, so no change occurs twice.
    let changes = groups_of_threads.into_iter().flatten();
    let changes = changes.map(|((key, (before, after, parts), causes), mut numbers)| {
        // The indexes of the nodes come from several groups, so they are sorted.
        numbers.sort_unstable();
        let nodes = numbers.into_iter().map(|number| nodes[number].name.clone()).collect();
        Change { key: key.to_owned(), before, after, parts, causes, nodes }
    });
    let changes = changes.collect();
    Comparison { changes, settings: trees.settings, keys: keys.len(), nodes: nodes.len() }
}

/// Both sides of a change, and its causes.
fn explain<'q>(
    trees: &Trees<'q>,
    (old_query, new_query): (&Query<'q>, &Query<'q>),
) -> (ValueChange, Vec<Cause>) {
    let old = trees.before.hierarchy().account(old_query);
    let new = trees.after.hierarchy().account(new_query);
    let causes = trees.causes(&Difference {
        key: old_query.key,
        resolution: old_query.resolution,
        scopes: (old_query.scope, new_query.scope),
        accounts: (&old, &new),
    });
    let parts = match (&old.answer, &new.answer) {
        (Ok(Some(old)), Ok(Some(new))) => {
            part_changes(&old.to_value(), &new.to_value(), |value| trees.before.shown_value(value))
        }
        _ => Vec::new(),
    };
    ((side(trees.before, &old), side(trees.after, &new), parts), causes)
}

/// The answer of a tree, with the origins of the values that it combines.
fn side(tree: &Tree, account: &Account<'_>) -> Side {
    let origins = account.contributions.iter().map(|contribution| ValueOrigin {
        file: tree.name(contribution.origin.file),
        index: Some(contribution.origin.file),
        line: contribution.origin.place.line,
        column: contribution.origin.place.column,
        level: contribution.level.clone(),
    });
    let mut origins: Vec<ValueOrigin> = origins.collect();
    let has_secrets = matches!(&account.answer, Ok(Some(answer)) if answer.has_secrets());
    let answer = match &account.answer {
        Ok(Some(answer)) => SideAnswer::Value(to_json(&tree.shown_value(answer.to_value()))),
        Ok(None) => SideAnswer::Nothing,
        Err(error) => {
            // Values that were found before the lookup failed are not the origin of the failure.
            origins = failure_origin(tree, error).into_iter().collect();
            SideAnswer::Failure(failure_message(error).to_owned())
        }
    };
    Side { answer, origins, has_secrets }
}

/// The position at which a lookup fails.
fn failure_origin(tree: &Tree, error: &LookupError) -> Option<ValueOrigin> {
    if let Some(origin) = error.origin() {
        let (line, column) = (origin.place.line, origin.place.column);
        let (file, index) = (tree.name(origin.file), Some(origin.file));
        return Some(ValueOrigin { file, index, line, column, level: String::new() });
    }
    let label = error.cause()?.primary_label()?;
    let position = label.position();
    Some(ValueOrigin {
        file: tree.prefixed_name(label.source.name()),
        index: None,
        line: u32::try_from(position.line).unwrap_or(u32::MAX),
        column: u16::try_from(position.column).unwrap_or(u16::MAX),
        level: String::new(),
    })
}
