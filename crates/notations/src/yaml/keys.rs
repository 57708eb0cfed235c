//! Compares map keys of any depth.
//!
//! Invariant: every node has one representative, the first node that was found to be equal. The search is
//! linear in the nodes below, and visits each only once even if aliases share it. This module does not know
//! what a duplicate means.

use super::node_tree::{Arena, NodeId, Value};
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The representatives of nodes, computed on request.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// All representatives, each with its hash.
    table: HashTable<(u64, NodeId)>,
    /// The representative of each node, if it has been determined.
    representatives: Vec<Option<NodeId>>,
    random: RandomState,
}

impl Keys {
    /// The node that represents all nodes that are equal to this one as keys.
    pub(super) fn representative(&mut self, arena: &Arena, id: NodeId) -> NodeId {
        if self.representatives.len() < arena.nodes.len() {
            // The arena grows while collections are closed, and any node may be a key.
            self.representatives.resize(arena.nodes.len(), None);
        }
        if arena.children(id).is_empty() && self.first_equal(id).is_none() {
            // Most keys are scalars, which need no stack.
            self.set_representative(arena, id);
            return self.first_equal(id).unwrap_or(id);
        }
        // An explicit stack, because keys may be collections of any depth.
        let mut stack = vec![id];
        while let Some(top) = stack.last().copied() {
            if self.first_equal(top).is_some() {
                stack.pop();
                continue;
            }
            // A node comes after its children, so it stays on the stack until all of them have a representative.
            let size_before = stack.len();
            stack.extend(arena.children(top).iter().filter(|child| self.first_equal(**child).is_none()));
            if stack.len() == size_before {
                stack.pop();
                self.set_representative(arena, top);
            }
        }
        self.first_equal(id).unwrap_or(id)
    }

    /// The representative of a node, if it has been determined.
    fn first_equal(&self, id: NodeId) -> Option<NodeId> {
        self.representatives.get(id.index()).copied().flatten()
    }

    /// Determines the representative of a node whose children have one already.
    fn set_representative(&mut self, arena: &Arena, id: NodeId) {
        let children = self.canonical_children(arena, id);
        let hash = self.hash(arena, id, &children);
        let equal_entry = self.table.find(hash, |(other_hash, other)| {
            *other_hash == hash && self.is_same(arena, id, &children, *other)
        });
        let representative = equal_entry.map_or(id, |(_, other)| *other);
        if representative == id {
            self.table.insert_unique(hash, (hash, id), |(hash, _)| *hash);
        }
        if let Some(slot) = self.representatives.get_mut(id.index()) {
            *slot = Some(representative);
        }
    }

    /// The representatives of the children; the entries of a map are sorted by their keys.
    fn canonical_children(&self, arena: &Arena, id: NodeId) -> Vec<NodeId> {
        let mut children: Vec<NodeId> =
            arena.children(id).iter().map(|child| self.first_equal(*child).unwrap_or(*child)).collect();
        if let Value::Map(_) = arena.value(id) {
            // Maps are equal regardless of the order of their entries.
            children.as_chunks_mut::<2>().0.sort_unstable();
        }
        children
    }

    /// The hash of a node, whose `children` are the representatives of its children; equal nodes have equal hashes.
    fn hash(&self, arena: &Arena, id: NodeId, children: &[NodeId]) -> u64 {
        // The hash is seeded randomly, so that the author of a text cannot choose keys that collide.
        let mut state = self.random.build_hasher();
        match arena.value(id) {
            Value::Scalar(scalar) => scalar.hash_into(&mut state),
            Value::List(_) => state.write_u8(b'['),
            Value::Map(_) => state.write_u8(b'{'),
            // Ruby compares objects by identity, so each is equal to itself only.
            Value::Object(..) => state.write_usize(id.index()),
        }
        for child in children {
            state.write_usize(child.index());
        }
        state.finish()
    }

    /// Whether the node `id` is equal to the node `other`. `children` are the representatives of the children of `id`.
    fn is_same(&self, arena: &Arena, id: NodeId, children: &[NodeId], other: NodeId) -> bool {
        match (arena.value(id), arena.value(other)) {
            (Value::Scalar(a), Value::Scalar(b)) => a.same(b),
            (Value::List(_), Value::List(_)) | (Value::Map(_), Value::Map(_)) => {
                self.canonical_children(arena, other) == children
            }
            _ => false,
        }
    }
}
