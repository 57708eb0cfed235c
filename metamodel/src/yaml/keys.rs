//! Tells which keys are the same, however deep they are.
//!
//! Invariant: every node has one representative, the first node found to be the same; finding it
//! is linear in the nodes below, each looked at once, so that shared nodes cost nothing. It does
//! not know what a duplicate means.

use super::tree::{Arena, NodeId, Value};
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hasher, RandomState};

/// Representatives of the nodes that were asked for.
#[derive(Debug, Default)]
pub(super) struct Keys {
    table: HashTable<(u64, NodeId)>,
    known: Vec<Option<NodeId>>,
    random: RandomState,
}

impl Keys {
    /// The node that stands for all nodes that are the same key as this one.
    pub(super) fn representative(&mut self, arena: &Arena, id: NodeId) -> NodeId {
        if self.known.len() < arena.nodes.len() {
            self.known.resize(arena.nodes.len(), None);
        }
        let mut stack = vec![id];
        while let Some(top) = stack.last().copied() {
            if self.known(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(arena.children(top).iter().filter(|child| self.known(**child).is_none()));
            if stack.len() == before {
                stack.pop();
                self.settle(arena, top);
            }
        }
        self.known(id).unwrap_or(id)
    }

    fn known(&self, id: NodeId) -> Option<NodeId> {
        self.known.get(id.index()).copied().flatten()
    }

    /// Finds the representative of a node whose children have theirs.
    fn settle(&mut self, arena: &Arena, id: NodeId) {
        let form = self.form(arena, id);
        let hash = self.hash(arena, id, &form);
        let found = self
            .table
            .find(hash, |(other_hash, other)| *other_hash == hash && self.is_same(arena, id, &form, *other));
        let representative = found.map_or(id, |(_, other)| *other);
        if representative == id {
            self.table.insert_unique(hash, (hash, id), |(hash, _)| *hash);
        }
        if let Some(slot) = self.known.get_mut(id.index()) {
            *slot = Some(representative);
        }
    }

    /// The representatives of the children; a map's entries are in the order of their keys.
    fn form(&self, arena: &Arena, id: NodeId) -> Vec<NodeId> {
        let mut form: Vec<NodeId> =
            arena.children(id).iter().map(|child| self.known(*child).unwrap_or(*child)).collect();
        if let Value::Map(_) = arena.value(id) {
            form.as_chunks_mut::<2>().0.sort_unstable();
        }
        form
    }

    fn hash(&self, arena: &Arena, id: NodeId, form: &[NodeId]) -> u64 {
        let mut state = self.random.build_hasher();
        match arena.value(id) {
            Value::Scalar(scalar) => scalar.feed(&mut state),
            Value::List(_) => state.write_u8(b'['),
            Value::Map(_) => state.write_u8(b'{'),
            Value::Object(..) => state.write_usize(id.index()),
        }
        for child in form {
            state.write_usize(child.index());
        }
        state.finish()
    }

    fn is_same(&self, arena: &Arena, id: NodeId, form: &[NodeId], other: NodeId) -> bool {
        match (arena.value(id), arena.value(other)) {
            (Value::Scalar(a), Value::Scalar(b)) => a.same(b),
            (Value::List(_), Value::List(_)) | (Value::Map(_), Value::Map(_)) => {
                self.form(arena, other) == form
            }
            _ => false,
        }
    }
}
