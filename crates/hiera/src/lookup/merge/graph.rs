//! Values with shared arrays and hashes: like a variable in Ruby, a copy refers to the same array or hash.

use crate::store::{Hash, Value};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;
use std::rc::Rc;

/// A value. A copy of an array or a hash refers to the same array or hash.
#[derive(Debug, Clone)]
pub(in crate::lookup) enum Node {
    /// A value that is neither an array nor a hash.
    Leaf(Value),
    Array(Rc<RefCell<Vec<Node>>>),
    Hash(Rc<RefCell<IndexMap<Value, Node, FxBuildHasher>>>),
}

impl Node {
    pub(super) fn array(items: impl IntoIterator<Item = Node>) -> Self {
        Node::Array(Rc::new(RefCell::new(items.into_iter().collect())))
    }

    pub(super) fn hash(entries: impl IntoIterator<Item = (Value, Node)>) -> Self {
        Node::Hash(Rc::new(RefCell::new(entries.into_iter().collect())))
    }

    pub(super) fn is_nil(&self) -> bool {
        matches!(self, Node::Leaf(Value::Nil))
    }

    /// Whether Ruby treats the value as true: every value except `nil` and `false`.
    pub(super) fn is_true(&self) -> bool {
        !matches!(self, Node::Leaf(Value::Nil | Value::Bool(false)))
    }

    /// The text of a string.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Node::Leaf(value) => value.as_text(),
            _ => None,
        }
    }

    /// A new array or hash with the same elements.
    pub(super) fn shallow_copy(&self) -> Self {
        match self {
            Node::Leaf(value) => Node::Leaf(value.clone()),
            // The elements are still shared, as after Ruby's `dup`.
            Node::Array(items) => Node::Array(Rc::new(RefCell::new(items.borrow().clone()))),
            Node::Hash(entries) => Node::Hash(Rc::new(RefCell::new(entries.borrow().clone()))),
        }
    }

    /// A value without shared parts.
    pub(super) fn to_value(&self) -> Value {
        match self {
            Node::Leaf(value) => value.clone(),
            Node::Array(items) => Value::Array(items.borrow().iter().map(Node::to_value).collect()),
            Node::Hash(entries) => {
                let entries = entries.borrow();
                let entries = entries.iter().map(|(key, value)| (key.clone(), value.to_value()));
                Value::Hash(entries.collect::<Hash>())
            }
        }
    }
}

impl From<Value> for Node {
    fn from(value: Value) -> Self {
        match value {
            Value::Array(items) => Node::array(items.into_iter().map(Node::from)),
            Value::Hash(hash) => Node::hash(hash.into_iter().map(|(key, value)| (key, Node::from(value)))),
            leaf => Node::Leaf(leaf),
        }
    }
}
