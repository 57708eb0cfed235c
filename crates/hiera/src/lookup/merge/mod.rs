//! Merging of hashes: Ruby's own merge, and that of the library `deep_merge` 1.1, to which Hiera passes options.
//!
//! The library changes its arguments while it walks through them, and it shares parts between them; both are visible
//! in its results, so the values are [shared graphs](graph) here as well. Sources: `hiera/backend.rb`,
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
    /// The higher value of each key of the outermost hash.
    Native,
    /// Recursively; for two values that cannot be merged, the lower one.
    Deep,
    /// Recursively; for two values that cannot be merged, the higher one.
    Deeper,
}

impl Behavior {
    /// The behavior with a name; Hiera treats any other as `native`.
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
    keeps_unmergeable: bool,
    knockout: Option<Knockout>,
    /// The text between the elements of unpacked arrays.
    separator: Option<Value>,
    overwrites_arrays: bool,
    sorts: bool,
    merges_hashes_of_arrays: bool,
    extends_arrays: bool,
}

/// A prefix that removes the texts after it from lower arrays.
#[derive(Debug)]
struct Knockout {
    prefix: Value,
    /// The prefix at the beginning of a line.
    pattern: Regex,
}

/// A hash that is being merged, from the highest level to the lowest.
#[derive(Debug, Default)]
pub(super) enum Fold {
    #[default]
    Empty,
    /// The hash of one level, which needs no merging.
    One(Value),
    Merged(Node),
}

impl Fold {
    /// Adds the hash of a lower level.
    ///
    /// # Errors
    /// As `deep_merge` raises them.
    pub(super) fn add(&mut self, lower: Value, merge: &Merge) -> Result<(), LookupError> {
        self.add_fold(Fold::One(lower), merge)
    }

    /// Adds the result of merging lower levels.
    ///
    /// # Errors
    /// As `deep_merge` raises them.
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

    /// A merge with the options of `deep_merge`, which are symbols.
    ///
    /// # Errors
    /// Options that exclude each other.
    pub(super) fn new(behavior: Behavior, options: &Hash) -> Result<Self, LookupError> {
        let option = |name: &str| {
            let value = options.get(&Value::Ruby(RubyKind::Symbol, name.into()))?;
            // Ruby's `||`: false counts as missing, like nil.
            (!matches!(value, Value::Nil | Value::Bool(false))).then_some(value)
        };
        // `deep_merge` and `deep_merge!` differ only in the default of this option.
        let keeps = Value::Ruby(RubyKind::Symbol, "preserve_unmergeables".into());
        let keeps_unmergeable = match options.get(&keeps) {
            Some(value) => !matches!(value, Value::Nil | Value::Bool(false)),
            None => behavior == Behavior::Deep,
        };
        let mut knockout = None;
        // Ruby's own merge gets no options, so it rejects none.
        if let Some(prefix) = option("knockout_prefix").filter(|_| behavior != Behavior::Native) {
            let fault = |message: &str| Err(LookupError::raised("DeepMerge::InvalidParameter", message));
            if prefix.as_text() == Some("") {
                return fault("knockout_prefix cannot be an empty string in deep_merge!");
            }
            if keeps_unmergeable {
                return fault(
                    "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!",
                );
            }
            // Not escaped: the library puts the prefix into a pattern as it is, where `^` matches lines.
            let pattern = Regex::new(&format!("(?m)^{}", ruby::to_s(prefix)))
                .map_err(|error| LookupError::raised("RegexpError", error.to_string()))?;
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

    /// Merges a value into another one, of any types.
    ///
    /// # Errors
    /// As `deep_merge` raises them.
    pub(super) fn values(&self, source: Value, target: Value) -> Result<Value, LookupError> {
        Ok(self.deep(Node::from(source), Node::from(target))?.to_value())
    }

    /// Merges two hashes, of a lower and a higher level.
    fn merge(&self, lower: Node, higher: Node) -> Result<Node, LookupError> {
        if self.behavior != Behavior::Native {
            // `lower.deep_merge!(higher)`: the lower hash is changed, and keeps the order of its keys.
            return self.deep(higher, lower);
        }
        // `lower.merge(higher)`: the keys of the lower level come first.
        if let (Node::Hash(lower), Node::Hash(higher)) = (&lower, &higher) {
            let mut lower = lower.borrow_mut();
            lower.extend(higher.borrow().iter().map(|(key, value)| (key.clone(), value.clone())));
        }
        Ok(lower)
    }

    /// Merges a value into another one: `deep_merge!`.
    fn deep(&self, source: Node, mut target: Node) -> Result<Node, LookupError> {
        if source.is_nil() {
            return Ok(target);
        }
        if !target.is_true() && !self.keeps_unmergeable {
            return Ok(source);
        }
        match &source {
            Node::Hash(entries) => {
                let count = entries.borrow().len();
                for at in 0..count {
                    // The source may be the target, whose values change meanwhile, but not its keys.
                    let entry =
                        entries.borrow().get_index(at).map(|(key, value)| (key.clone(), value.clone()));
                    let Some((key, value)) = entry else { break };
                    target = self.entry(key, &value, &source, target)?;
                }
                Ok(target)
            }
            Node::Array(_) => self.array(source, target),
            Node::Leaf(_) => match &target {
                Node::Array(items) if self.extends_arrays => {
                    items.borrow_mut().push(source);
                    Ok(target)
                }
                _ => Ok(self.overwrite(source, target)),
            },
        }
    }

    /// Merges one entry of a hash into a target of any type.
    fn entry(&self, key: Value, value: &Node, source: &Node, target: Node) -> Result<Node, LookupError> {
        match &target {
            Node::Hash(entries) => {
                // `if dest[src_key]`: a value that is nil or false counts as missing.
                let present = entries.borrow().get(&key).filter(|present| present.is_true()).cloned();
                // The library merges a new value into its own `dup`, with shared
                // parts, so knockouts in it affect itself.
                let merged = self.deep(value.clone(), present.unwrap_or_else(|| value.shallow_copy()))?;
                entries.borrow_mut().insert(key, merged);
                Ok(target)
            }
            Node::Array(items) if self.extends_arrays => {
                // The complete source, and again for each of its keys, as in `deep_merge`.
                items.borrow_mut().push(source.clone());
                Ok(target)
            }
            _ => Ok(self.overwrite(source.clone(), target)),
        }
    }

    /// The result for two values that cannot be merged: `overwrite_unmergeables`.
    fn overwrite(&self, source: Node, target: Node) -> Node {
        if self.keeps_unmergeable {
            return target;
        }
        let Some(knockout) = &self.knockout else { return source };
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
