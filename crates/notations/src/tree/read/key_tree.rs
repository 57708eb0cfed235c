//! The results of earlier searches for classes, as a tree of keys.
//!
//! Invariants: a look-up allocates nothing and compares each key once; the tree is bounded, because
//! documents of one program have few sets of keys, and documents of an attacker must not fill the memory or make
//! look-ups slow.

use crate::ecore::ClassId;
use rustc_hash::FxHashMap;

/// A class, or all candidates if there is not exactly one.
type SearchResult = Result<ClassId, Vec<ClassId>>;

/// The maximum number of nodes; with more, the tree starts again from nothing.
const MAX_NODES: usize = 10_000;
/// The maximum number of keys that may follow the same keys. They are compared one by one.
const MAX_BRANCHES: usize = 16;
/// The maximum length of a key, in bytes.
const MAX_KEY_LENGTH: usize = 255;

/// The results of earlier searches, by the keys of objects in their order.
#[derive(Debug, Default)]
pub(super) struct KeyTree {
    /// The first node for each expected class.
    starts: FxHashMap<ClassId, usize>,
    nodes: Vec<Node>,
}

/// A node, which represents the first keys of an object, in their order.
#[derive(Debug, Default)]
struct Node {
    /// The keys that may follow, with their nodes.
    branches: Vec<(Box<str>, usize)>,
    /// The result for objects without further keys.
    result: Option<SearchResult>,
}

impl KeyTree {
    /// The result for some keys; `None` if it is not stored.
    pub(super) fn get<'k>(
        &self,
        expected: ClassId,
        keys: impl Iterator<Item = &'k str>,
    ) -> Option<&SearchResult> {
        let mut node = *self.starts.get(&expected)?;
        for key in keys {
            node = self.branch(node, key)?;
        }
        self.nodes.get(node)?.result.as_ref()
    }

    /// Stores the result for a sequence of keys, unless a key is too long, or too many different keys follow the same
    /// keys.
    pub(super) fn insert(&mut self, expected: ClassId, keys: &[&str], result: &SearchResult) {
        if keys.iter().any(|key| key.len() > MAX_KEY_LENGTH) {
            return;
        }
        // A full tree is emptied, so that its size is bounded and it contains recent results.
        if self.nodes.len() + keys.len() >= MAX_NODES {
            *self = Self::default();
        }
        let mut node = match self.starts.get(&expected) {
            Some(start) => *start,
            None => {
                let start = self.add();
                self.starts.insert(expected, start);
                start
            }
        };
        for key in keys {
            node = match self.branch(node, key) {
                Some(next_node) => next_node,
                None if self.nodes[node].branches.len() >= MAX_BRANCHES => return,
                None => {
                    let next_node = self.add();
                    self.nodes[node].branches.push((Box::from(*key), next_node));
                    next_node
                }
            };
        }
        self.nodes[node].result = Some(result.clone());
    }

    /// The node for the keys of `node` and one more key; `None` if there is none.
    fn branch(&self, node: usize, key: &str) -> Option<usize> {
        self.nodes[node].branches.iter().find(|(known, _)| **known == *key).map(|(_, next)| *next)
    }

    /// Adds an empty node; returns its position.
    fn add(&mut self) -> usize {
        self.nodes.push(Node::default());
        self.nodes.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyTree, MAX_BRANCHES, MAX_NODES};
    use crate::ecore::builtin;

    #[test]
    fn only_the_same_keys_in_the_same_order_are_known() {
        let (mut tree, class) = (KeyTree::default(), builtin::EOBJECT);
        tree.insert(class, &["a", "b"], &Ok(class));
        let get = |keys: &[&'static str]| tree.get(class, keys.iter().copied()).cloned();
        assert_eq!(get(&["a", "b"]), Some(Ok(class)));
        for other in [&["a"][..], &["b", "a"], &["ab"], &["a", "b", "c"], &[]] {
            assert_eq!(get(other), None, "{other:?}");
        }
    }

    #[test]
    fn the_tree_is_bounded() {
        let (mut tree, class) = (KeyTree::default(), builtin::EOBJECT);
        let names: Vec<String> = (0..MAX_NODES).map(|number| number.to_string()).collect();
        for name in &names {
            tree.insert(class, &[name], &Ok(class));
            tree.insert(class, &["a", "b", "c", name], &Ok(class));
        }
        let widest = tree.nodes.iter().map(|node| node.branches.len()).max();
        assert!(tree.nodes.len() <= MAX_NODES && widest == Some(MAX_BRANCHES));
    }
}
