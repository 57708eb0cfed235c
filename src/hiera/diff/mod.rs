//! Which nodes get other values from another tree, or with other facts, and what each change comes from.
//!
//! Every key of both trees is looked up for every node on both sides, so the result is complete by construction. Both
//! trees may be of any version. Invariants: the result does not depend on the number of threads; a [`Cause`] is verified
//! by lookups. This module does not know where the trees are, nor how the result is written.

mod cause;
mod configuration;
mod data_changes;
mod reads;
mod tree;

pub use cause::Cause;
pub use configuration::SettingChange;
pub use data_changes::{DataChange, DataChangeKind, FileLine};
pub use tree::{Tree, TreeSettings};

use super::answers::{Outcome, failure_message, is_same};
use super::lookup::{Event, LookupError, Query, Resolution, Step, answer_json, quoted_key};
use crate::store::Value;
use crate::threads::in_parts;
use cause::{Difference, Trees};
use std::collections::{BTreeMap, BTreeSet};

/// A node, with its facts.
#[derive(Debug, Clone)]
pub struct Node {
    /// The name.
    pub name: String,
    /// Its facts before, a hash.
    pub before: Value,
    /// Its facts after; nothing if they are the same.
    pub after: Option<Value>,
}

/// The result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// The changes, in the order of keys and values.
    pub changes: Vec<Change>,
    /// The differences between the configurations.
    pub settings: Vec<SettingChange>,
}

/// A change of the value of a key, with the nodes that it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The key, as it is in data files.
    pub key: String,
    /// What its lookups return before.
    pub before: Side,
    /// What its lookups return after.
    pub after: Side,
    /// What the change comes from.
    pub causes: Vec<Cause>,
    /// The names of the nodes, in the order in which they were given.
    pub nodes: Vec<String>,
}

/// What lookups of a key return on one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// The answer.
    pub answer: SideAnswer,
    /// The positions of the values that are combined into the answer, from the highest level.
    pub origins: Vec<ValueOrigin>,
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
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u16,
    /// The level as it is written; empty if it is not known.
    pub level: String,
}

/// How a value changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// There was no value.
    Added,
    /// There is no value any more.
    Removed,
    /// The value, or the reason of a failure, is another one.
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
    /// Whether a change comes from something.
    #[must_use]
    pub fn has_cause(&self, cause: &Cause) -> bool {
        self.changes.iter().any(|change| change.causes.contains(cause))
    }

    /// The changes by what they come from.
    #[must_use]
    pub fn by_cause(&self) -> Vec<(&[Cause], Vec<&Change>)> {
        let mut groups: BTreeMap<&[Cause], Vec<&Change>> = BTreeMap::new();
        for change in &self.changes {
            groups.entry(&change.causes).or_default().push(change);
        }
        groups.into_iter().collect()
    }

    /// The changes by node; nodes with the same changes are together, in the order of their names.
    #[must_use]
    pub fn by_node(&self) -> Vec<(Vec<&str>, Vec<&Change>)> {
        let mut numbers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, change) in self.changes.iter().enumerate() {
            for node in &change.nodes {
                numbers.entry(node).or_default().push(number);
            }
        }
        let mut groups: BTreeMap<Vec<usize>, Vec<&str>> = BTreeMap::new();
        for (node, numbers) in numbers {
            groups.entry(numbers).or_default().push(node);
        }
        let changes = |numbers: Vec<usize>| numbers.into_iter().map(|number| &self.changes[number]).collect();
        let mut groups: Vec<(Vec<&str>, Vec<&Change>)> =
            groups.into_iter().map(|(numbers, nodes)| (nodes, changes(numbers))).collect();
        groups.sort_by(|(first, _), (second, _)| first.cmp(second));
        groups
    }
}

/// The changes of some nodes: the numbers of the nodes of each.
type Groups<'k> = BTreeMap<(&'k str, Side, Side, Vec<Cause>), Vec<usize>>;

/// Compares the values of all keys of two trees for some nodes.
#[must_use]
pub fn compare(before: &Tree, after: &Tree, nodes: &[Node], resolution: &Resolution) -> Comparison {
    let trees = Trees::new(before, after);
    let (old, new) = (before.hierarchy().keys(), after.hierarchy().keys());
    let keys: BTreeSet<&str> = old.union(&new).copied().collect();
    let keys: Vec<_> = keys.into_iter().map(|key| (key, quoted_key(key))).collect();
    let numbers: Vec<usize> = (0..nodes.len()).collect();
    let parts = in_parts(&numbers, |numbers| {
        let mut groups = Groups::new();
        let mut texts = (String::new(), String::new());
        for number in numbers {
            let node = &nodes[*number];
            let scopes = (&node.before, node.after.as_ref().unwrap_or(&node.before));
            for (key, quoted) in &keys {
                let query = |scope| Query { resolution, ..Query::new(quoted, scope) };
                let queries = (query(scopes.0), query(scopes.1));
                let (old, new) =
                    (before.hierarchy().lookup(&queries.0), after.hierarchy().lookup(&queries.1));
                if !is_same(&old, &new, &mut texts) {
                    let (sides, causes) = explain(&trees, (&queries.0, &queries.1), (&old, &new));
                    groups.entry((*key, sides.0, sides.1, causes)).or_default().push(*number);
                }
            }
        }
        groups
    });
    let mut groups = Groups::new();
    for (group, numbers) in parts.into_iter().flatten() {
        groups.entry(group).or_default().extend(numbers);
    }
    let change = |((key, before, after, causes), numbers): ((&str, _, _, _), Vec<usize>)| {
        let nodes = numbers.into_iter().map(|number| nodes[number].name.clone()).collect();
        Change { key: key.to_owned(), before, after, causes, nodes }
    };
    Comparison { changes: groups.into_iter().map(change).collect(), settings: trees.settings }
}

/// Both sides of a change, and what it comes from.
fn explain<'q>(
    trees: &Trees<'q>,
    queries: (&Query<'q>, &Query<'q>),
    outcomes: (&Outcome<'_>, &Outcome<'_>),
) -> ((Side, Side), Vec<Cause>) {
    let (_, old_steps) = trees.before.hierarchy().explain(queries.0);
    let (_, new_steps) = trees.after.hierarchy().explain(queries.1);
    let causes = trees.causes(&Difference {
        key: queries.0.key,
        resolution: queries.0.resolution,
        scopes: (queries.0.scope, queries.1.scope),
        after: outcomes.1,
        steps: (&old_steps, &new_steps),
        errors: (outcomes.0.as_ref().err(), outcomes.1.as_ref().err()),
    });
    let sides = (side(trees.before, outcomes.0, &old_steps), side(trees.after, outcomes.1, &new_steps));
    (sides, causes)
}

fn side(tree: &Tree, outcome: &Outcome<'_>, steps: &[Step]) -> Side {
    let mut origins: Vec<ValueOrigin> = Vec::new();
    for step in steps {
        if let (Event::Found { level, .. }, Some(origin)) = (&step.event, step.origin()) {
            let (line, column) = (origin.place.line, origin.place.column);
            origins.push(ValueOrigin { file: tree.name(origin.file), line, column, level: level.clone() });
        }
    }
    let answer = match outcome {
        Ok(Some(answer)) => {
            let mut json = String::new();
            answer_json(answer, &mut json);
            SideAnswer::Value(json)
        }
        Ok(None) => SideAnswer::Nothing,
        Err(error) => {
            origins = failure_origin(tree, error).into_iter().collect();
            SideAnswer::Failure(failure_message(error).to_owned())
        }
    };
    Side { answer, origins }
}

/// The position at which a lookup fails.
fn failure_origin(tree: &Tree, error: &LookupError) -> Option<ValueOrigin> {
    if let Some(origin) = error.origin() {
        let (line, column) = (origin.place.line, origin.place.column);
        return Some(ValueOrigin { file: tree.name(origin.file), line, column, level: String::new() });
    }
    let label = error.cause()?.primary_label()?;
    let position = label.position();
    Some(ValueOrigin {
        file: tree.prefixed(label.source.name()),
        line: u32::try_from(position.line).unwrap_or(u32::MAX),
        column: u16::try_from(position.column).unwrap_or(u16::MAX),
        level: String::new(),
    })
}
