//! The rows of tables of bindings: which group a node is in, and what a group gets for a key.
//!
//! Invariants: rows of answers are in the order of keys, and for a key in the order of groups (in `flat`, of nodes); a
//! row has a value or an error.

use modelwright::hiera::table::{KeyAnswers, NO_ANSWER, TableAnswer};

/// The names of the tables in a directory.
pub(crate) const GROUPS: &str = "groups";
pub(crate) const ANSWERS: &str = "answers";
pub(crate) const FLAT: &str = "flat";

/// A node and the number of its group.
pub(crate) type NodeRow = (String, u32);

/// The columns of groups; the first one of answers is one of them.
pub(crate) const NODE: &str = "node";
pub(crate) const GROUP: &str = "group";

/// The columns of answers after the first one.
pub(crate) const KEY: &str = "key";
pub(crate) const VALUE: &str = "value";
pub(crate) const ERROR: &str = "error";
pub(crate) const FILE: &str = "file";
pub(crate) const LINE: &str = "line";

/// The rows of one key: the number of a group or a node, and its answer.
pub(crate) fn rows_of_groups(answers: &KeyAnswers) -> Vec<(u32, u32)> {
    let of_group = (0..).zip(answers.of_group.iter().copied());
    of_group.filter(|(_, answer)| *answer != NO_ANSWER).collect()
}

/// The rows of one key in `flat`: the position of a node in the table of groups, and its answer.
pub(crate) fn rows_of_nodes(answers: &KeyAnswers, nodes: &[NodeRow]) -> Vec<(u32, u32)> {
    let of_node = (0..).zip(nodes.iter().map(|(_, group)| answers.of_group[*group as usize]));
    of_node.filter(|(_, answer)| *answer != NO_ANSWER).collect()
}

/// The value and the error of an answer, of which one is missing.
pub(crate) fn value_and_error(answer: &TableAnswer) -> [Option<&str>; 2] {
    match &answer.outcome {
        Ok(value) => [Some(value), None],
        Err(message) => [None, Some(message)],
    }
}
