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

/// The columns of `groups`. The first column of `answers` is the group, that of `flat` is the node.
pub(crate) const NODE: &str = "node";
pub(crate) const GROUP: &str = "group";

/// The columns of answers after the first one.
pub(crate) const KEY: &str = "key";
pub(crate) const VALUE: &str = "value";
pub(crate) const ERROR: &str = "error";
pub(crate) const FILE: &str = "file";
pub(crate) const LINE: &str = "line";

/// A row of one key: the number of a group (in `flat`, the position of a node in `groups`), and the position of its
/// answer in [`KeyAnswers::answers`].
pub(crate) type AnswerRow = (u32, u32);

/// The rows of one key in `answers`. Groups without an answer have no row.
pub(crate) fn rows_of_groups(answers: &KeyAnswers) -> Vec<AnswerRow> {
    let of_group = (0..).zip(answers.of_group.iter().copied());
    of_group.filter(|(_, answer)| *answer != NO_ANSWER).collect()
}

/// The rows of one key in `flat`. Nodes whose group has no answer have no row.
pub(crate) fn rows_of_nodes(answers: &KeyAnswers, nodes: &[NodeRow]) -> Vec<AnswerRow> {
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
