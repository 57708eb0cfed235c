//! Merging of hashes: Ruby's own `merge`, and that of the library `deep_merge` 1.1, to which Hiera passes options.
//!
//! The library changes its arguments while it iterates over them, and its results share parts of them. Both have
//! visible effects, so values are [shared graphs](graph) here as well. Sources: `hiera/backend.rb`,
//! `deep_merge/core.rb`. This module does not know where values come from.

mod arrays;
mod graph;

use super::error::LookupError;
use super::ruby;
use crate::store::{Hash, RubyKind, Value};
use graph::Node;
use regex::Regex;

/// How hashes are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behavior {
    /// For each key of the outermost hash, the value of the higher level.
    Native,
    /// Values are merged recursively. Of two values that cannot be merged, the lower one is kept.
    Deep,
    /// Values are merged recursively. Of two values that cannot be merged, the higher one is kept.
    Deeper,
}

impl Behavior {
    /// The behavior with a name. Hiera treats an unknown name as `native`.
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "deep" => Behavior::Deep,
            "deeper" => Behavior::Deeper,
            _ => Behavior::Native,
        }
    }
}

/// A merge of hashes with its options.
#[derive(Debug)]
pub(super) struct Merge {
    behavior: Behavior,
    /// Whether the target is kept if the source cannot be merged into it; otherwise the source replaces the target.
    keeps_unmergeable: bool,
    /// The prefix of elements that remove lower elements, if it is set.
    knockout: Option<Knockout>,
    /// The separator between the elements of arrays that are unpacked.
    separator: Option<Value>,
    /// Whether an array of the source replaces the array of the target.
    overwrites_arrays: bool,
    /// Whether merged arrays are sorted.
    sorts: bool,
    /// Whether two arrays of hashes are merged hash by hash.
    merges_hashes_of_arrays: bool,
    /// Whether a source that is not an array is appended to a target that is an array.
    extends_arrays: bool,
}

/// A prefix of texts in a higher array. The text after the prefix is removed from lower arrays.
#[derive(Debug)]
struct Knockout {
    prefix: Value,
    /// A pattern that matches the prefix at the start of a line.
    pattern: Regex,
}

/// A hash that is being merged, from the highest level to the lowest.
#[derive(Debug, Default)]
pub(super) enum Fold {
    #[default]
    Empty,
    /// The hash of one level, with which nothing was merged yet.
    One(Value),
    Merged(Node),
}

impl Fold {
    /// Adds the hash of a lower level.
    ///
    /// # Errors
    /// The errors that `deep_merge` raises.
    pub(super) fn add(&mut self, lower: Value, merge: &Merge) -> Result<(), LookupError> {
        self.add_fold(Fold::One(lower), merge)
    }

    /// Adds the merged hash of several lower levels.
    ///
    /// # Errors
    /// The errors that `deep_merge` raises.
    pub(super) fn add_fold(&mut self, lower: Fold, merge: &Merge) -> Result<(), LookupError> {
        *self = match (std::mem::take(self), lower) {
            (fold, Fold::Empty) | (Fold::Empty, fold) => fold,
            (higher, lower) => Fold::Merged(merge.merge(lower.into_node(), higher.into_node())?),
        };
        Ok(())
    }

    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Fold::Empty)
    }

    fn into_node(self) -> Node {
        match self {
            Fold::Empty => Node::hash([]),
            Fold::One(value) => Node::from(value),
            Fold::Merged(node) => node,
        }
    }

    /// The merged hash.
    pub(super) fn into_value(self) -> Value {
        match self {
            Fold::Empty => Value::Nil,
            Fold::One(value) => value,
            Fold::Merged(node) => node.to_value(),
        }
    }
}

impl Merge {
    /// The prefix of texts that remove elements of lower levels, if there is a prefix.
    pub(super) fn knockout_prefix(&self) -> Option<&str> {
        self.knockout.as_ref()?.prefix.as_text()
    }

    /// A merge with the options of `deep_merge`, whose names are symbols.
    ///
    /// # Errors
    /// If options exclude each other.
    pub(super) fn new(behavior: Behavior, options: &Hash) -> Result<Self, LookupError> {
        let option = |name: &str| {
            let value = options.get(&Value::Ruby(RubyKind::Symbol, name.into()))?;
            // Ruby's `||` treats `false` as missing, like `nil`.
            (!matches!(value, Value::Nil | Value::Bool(false))).then_some(value)
        };
        // The option `preserve_unmergeables` is the only difference between `deep_merge` and `deep_merge!`.
        let name = Value::Ruby(RubyKind::Symbol, "preserve_unmergeables".into());
        let keeps_unmergeable = match options.get(&name) {
            Some(value) => !matches!(value, Value::Nil | Value::Bool(false)),
            None => behavior == Behavior::Deep,
        };
        let mut knockout = None;
        // Ruby's own merge gets no options, so they cannot be invalid.
        if let Some(prefix) = option("knockout_prefix").filter(|_| behavior != Behavior::Native) {
            let fault = |message: &str| Err(LookupError::of_ruby("DeepMerge::InvalidParameter", message));
            if prefix.as_text() == Some("") {
                return fault("knockout_prefix cannot be an empty string in deep_merge!");
            }
            if keeps_unmergeable {
                return fault(
                    "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!",
                );
            }
            // The library inserts the prefix into a pattern without escaping it, and `^` matches at each line.
            let pattern = Regex::new(&format!("(?m)^{}", ruby::to_s(prefix)))
                .map_err(|error| LookupError::of_ruby("RegexpError", error.to_string()))?;
            knockout = Some(Knockout { prefix: prefix.clone(), pattern });
        }
        Ok(Self {
            behavior,
            keeps_unmergeable,
            knockout,
            separator: option("unpack_arrays").cloned(),
            overwrites_arrays: option("overwrite_arrays").is_some(),
            sorts: option("sort_merged_arrays").is_some(),
            merges_hashes_of_arrays: option("merge_hash_arrays").is_some(),
            extends_arrays: option("extend_existing_arrays").is_some(),
        })
    }

    /// Merges `source` into `target`; both may have any type.
    ///
    /// # Errors
    /// The errors that `deep_merge` raises.
    pub(super) fn merge_values(&self, source: Value, target: Value) -> Result<Value, LookupError> {
        Ok(self.merge_deeply(Node::from(source), Node::from(target))?.to_value())
    }

    /// Merges the hash of a lower level and that of a higher level.
    fn merge(&self, lower: Node, higher: Node) -> Result<Node, LookupError> {
        if self.behavior != Behavior::Native {
            // `lower.deep_merge!(higher)` changes the lower hash, so the result has the order of its keys.
            return self.merge_deeply(higher, lower);
        }
        // `lower.merge(higher)`: the keys of the lower level come first.
        if let (Node::Hash(lower), Node::Hash(higher)) = (&lower, &higher) {
            let mut lower = lower.borrow_mut();
            lower.extend(higher.borrow().iter().map(|(key, value)| (key.clone(), value.clone())));
        }
        Ok(lower)
    }

    /// Merges a value into another one, as `deep_merge!` does.
    fn merge_deeply(&self, source: Node, mut target: Node) -> Result<Node, LookupError> {
        if source.is_nil() {
            return Ok(target);
        }
        if !target.is_true() && !self.keeps_unmergeable {
            return Ok(source);
        }
        match &source {
            Node::Hash(entries) => {
                let count = entries.borrow().len();
                for index in 0..count {
                    // The source may be the same hash as the target. Its values then change during the loop, but not
                    // its keys.
                    let entry =
                        entries.borrow().get_index(index).map(|(key, value)| (key.clone(), value.clone()));
                    let Some((key, value)) = entry else { break };
                    target = self.merge_entry(key, &value, &source, target)?;
                }
                Ok(target)
            }
            Node::Array(_) => self.merge_array(source, target),
            Node::Leaf(_) => match &target {
                Node::Array(items) if self.extends_arrays => {
                    items.borrow_mut().push(source);
                    Ok(target)
                }
                _ => Ok(self.overwrite(source, target)),
            },
        }
    }

    /// Merges one entry of the hash `source` into a target of any type.
    fn merge_entry(
        &self,
        key: Value,
        value: &Node,
        source: &Node,
        target: Node,
    ) -> Result<Node, LookupError> {
        match &target {
            Node::Hash(entries) => {
                // Ruby's `if dest[src_key]` treats a value that is nil or false as missing.
                let present = entries.borrow().get(&key).filter(|present| present.is_true()).cloned();
                // The library merges a new value into its own `dup`. Both share their parts, so knockouts in the value
                // have an effect on the value itself.
                let merged =
                    self.merge_deeply(value.clone(), present.unwrap_or_else(|| value.shallow_copy()))?;
                entries.borrow_mut().insert(key, merged);
                Ok(target)
            }
            Node::Array(items) if self.extends_arrays => {
                // `deep_merge` adds the complete source, and does so again for each key of the source.
                items.borrow_mut().push(source.clone());
                Ok(target)
            }
            _ => Ok(self.overwrite(source.clone(), target)),
        }
    }

    /// The result if two values cannot be merged, as in `overwrite_unmergeables`.
    fn overwrite(&self, source: Node, target: Node) -> Node {
        if self.keeps_unmergeable {
            return target;
        }
        let Some(knockout) = &self.knockout else { return source };
        // Texts with the knockout prefix only remove elements of the target, so they do not become part of the result.
        match &source {
            Node::Leaf(Value::Text(text)) if knockout.pattern.is_match(text) => Node::Leaf(Value::text("")),
            Node::Array(items) => {
                items
                    .borrow_mut()
                    .retain(|item| !item.text().is_some_and(|text| knockout.pattern.is_match(text)));
                source
            }
            _ => source,
        }
    }
}
