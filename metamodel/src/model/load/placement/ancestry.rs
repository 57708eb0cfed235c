//! Determines whether one object is inside another one while objects are moved.
//!
//! Few documents are deep, so following the containers is usually fastest. But moves can create chains of any
//! length, and following a complete chain for each of its links would take quadratic time. In that case,
//! paths to roots are stored as balanced trees (a link-cut tree, after Sleator and Tarjan). Invariant: each
//! query and change takes logarithmic time in the number of objects, amortised over all queries and changes.

use crate::model::{Model, NO_INDEX, ObjectId};
use std::cmp::Ordering;

/// The number of containers that are followed one by one before the trees are used.
const MAX_STEPS: usize = 64;

/// The containment of objects; it is stored once a deep object has been looked up.
#[derive(Debug, Default)]
pub(super) struct Ancestry {
    paths: Option<Paths>,
}

impl Ancestry {
    /// Whether an object is the other one, or is inside it at any depth.
    pub(super) fn is_within(&mut self, model: &Model, object: ObjectId, other: ObjectId) -> bool {
        let mut ancestor = object;
        // Few objects are deeper than this, so the trees are usually not needed.
        for _ in 0..MAX_STEPS {
            if ancestor == other {
                return true;
            }
            match model.container(ancestor) {
                Some(container) => ancestor = container,
                None => return false,
            }
        }
        // The objects from `object` up to this ancestor were compared above.
        self.paths.get_or_insert_with(|| Paths::new(model)).is_on_path(ancestor.0, other.0)
    }

    /// Records that an object left its container.
    pub(super) fn cut(&mut self, object: ObjectId) {
        if let Some(paths) = &mut self.paths {
            paths.cut(object.0);
        }
    }

    /// Records that an object without a container was added to a container.
    pub(super) fn link(&mut self, object: ObjectId, container: ObjectId) {
        if let Some(paths) = &mut self.paths {
            paths.link(object.0, container.0);
        }
    }
}

/// The node of an object. Each node belongs to a section of a path from a root downwards. A section is a
/// binary tree in which nodes nearer to the root are on the left.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The parent in the tree; for the top of a tree, the object that contains the first object of the
    /// section.
    parent_link: u32,
    left: u32,
    right: u32,
}

/// The nodes of all objects, by the objects' positions in the model.
#[derive(Debug)]
struct Paths(Vec<Node>);

impl Paths {
    fn new(model: &Model) -> Self {
        // Each object starts as a separate section; look-ups join sections.
        let nodes = model.objects().map(|object| Node {
            parent_link: model.container(object).map_or(NO_INDEX, |container| container.0),
            left: NO_INDEX,
            right: NO_INDEX,
        });
        Self(nodes.collect())
    }

    /// The node of an object; it is created if necessary.
    fn node(&mut self, node: u32) -> &mut Node {
        // Proxies that are created after the first look-up have no node yet.
        let new_node = Node { parent_link: NO_INDEX, left: NO_INDEX, right: NO_INDEX };
        let len = self.0.len().max(node as usize + 1);
        self.0.resize(len, new_node);
        &mut self.0[node as usize]
    }

    /// Whether `other` is on the path from the root to `object`.
    fn is_on_path(&mut self, object: u32, other: u32) -> bool {
        self.expose(object);
        // If `other` is on the path, lifting makes it the top of the tree that contains `object`.
        self.lift(other);
        let mut top = object;
        while let Some(above) = self.parent(top) {
            top = above;
        }
        top == other
    }

    /// Separates an object, with its contents, from its container.
    fn cut(&mut self, object: u32) {
        self.expose(object);
        // After `expose`, the nodes to the left of the object are exactly its containers.
        let containers = std::mem::replace(&mut self.node(object).left, NO_INDEX);
        if containers != NO_INDEX {
            self.node(containers).parent_link = NO_INDEX;
        }
    }

    /// Adds an object without a container, with its contents, to a container.
    fn link(&mut self, object: u32, container: u32) {
        self.expose(object);
        self.node(object).parent_link = container;
    }

    /// Makes the path from the root to an object one section, with the object at the top of its tree.
    fn expose(&mut self, object: u32) {
        self.lift(object);
        // The objects below the object keep their parent links, so they become a separate section.
        self.node(object).right = NO_INDEX;
        loop {
            let above = self.node(object).parent_link;
            if above == NO_INDEX {
                return;
            }
            self.lift(above);
            self.node(above).right = object;
            self.lift(object);
        }
    }

    /// The parent of a node in its tree.
    fn parent(&mut self, node: u32) -> Option<u32> {
        let above = self.node(node).parent_link;
        (above != NO_INDEX && self.side(above, node).is_ne()).then_some(above)
    }

    /// The side of `above` on which a node is its child; `Equal` if it is not a child of `above`.
    fn side(&mut self, above: u32, node: u32) -> Ordering {
        let Node { left, right, .. } = *self.node(above);
        match node {
            _ if node == left => Ordering::Less,
            _ if node == right => Ordering::Greater,
            // The node is the top of another section: `above` contains its object, but is not its parent in a tree.
            _ => Ordering::Equal,
        }
    }

    /// Makes a node the top of its tree, which becomes flatter.
    fn lift(&mut self, node: u32) {
        while let Some(parent) = self.parent(node) {
            if let Some(grandparent) = self.parent(parent) {
                // If all three nodes are in a straight line, the parent is rotated first. Otherwise the cost would not
                // be logarithmic.
                let is_straight = self.side(grandparent, parent) == self.side(parent, node);
                self.rotate(if is_straight { parent } else { node });
            }
            self.rotate(node);
        }
    }

    /// Swaps a node with its parent.
    fn rotate(&mut self, node: u32) {
        let Some(parent) = self.parent(node) else { return };
        let parent_link = self.node(parent).parent_link;
        if let Some(grandparent) = self.parent(parent) {
            match self.side(grandparent, parent) {
                Ordering::Less => self.node(grandparent).left = node,
                _ => self.node(grandparent).right = node,
            }
        }
        // The subtree between the two nodes is passed on to the former parent.
        let middle_subtree = if self.side(parent, node).is_lt() {
            let middle_subtree = std::mem::replace(&mut self.node(node).right, parent);
            self.node(parent).left = middle_subtree;
            middle_subtree
        } else {
            let middle_subtree = std::mem::replace(&mut self.node(node).left, parent);
            self.node(parent).right = middle_subtree;
            middle_subtree
        };
        if middle_subtree != NO_INDEX {
            self.node(middle_subtree).parent_link = parent;
        }
        self.node(parent).parent_link = node;
        self.node(node).parent_link = parent_link;
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, Paths};
    use crate::model::NO_INDEX;

    #[test]
    fn paths_are_those_of_a_plain_tree() {
        const COUNT: u32 = 40;
        let mut paths = Paths(vec![Node { parent_link: NO_INDEX, left: NO_INDEX, right: NO_INDEX }; 3]);
        let mut naive = vec![None; COUNT as usize];
        let within = |naive: &[Option<u32>], object, other| {
            std::iter::successors(Some(object), |node: &u32| naive[*node as usize]).any(|node| node == other)
        };
        let mut random = 7_u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % COUNT
        };
        for _ in 0..20_000 {
            let (object, other) = (next(), next());
            let is_within = within(&naive, object, other);
            assert_eq!(paths.is_on_path(object, other), is_within, "{object} in {other}: {naive:?}");
            if !is_within {
                paths.cut(other);
                paths.link(other, object);
                naive[other as usize] = Some(object);
            } else if next() < 4 {
                paths.cut(object);
                naive[object as usize] = None;
            }
        }
    }
}
