//! Builds maps and lists like `Psych::Visitors::ToRuby`: merge keys, duplicates, sets, objects.
//!
//! Invariant: the entries copied by merge keys are counted, so that merging cannot multiply work
//! beyond the limit. This module does not know spans.

use super::tagged::{range_of_comparable, string_class};
use super::{ReadResult, Rejection};
use crate::yaml::children::{Child, Collection, NodeSyntax};
use crate::yaml::keys::Keys;
use crate::yaml::node_tree::{Arena, NodeId, Value};
use crate::yaml::scalar::{Bounds, Scalar};
use rustc_hash::FxHashMap;

/// The number of entries that merge keys may still copy.
pub(in crate::yaml) struct MergeBudget(pub(in crate::yaml) usize);

/// The state that the builders of collections share.
pub(in crate::yaml) struct Context<'a> {
    pub(in crate::yaml) arena: &'a Arena,
    pub(in crate::yaml) keys: &'a mut Keys,
    pub(in crate::yaml) budget: &'a mut MergeBudget,
    /// Pairs of equal keys of one map: the value of the first key is lost.
    pub(in crate::yaml) duplicates: &'a mut Vec<(NodeId, NodeId)>,
}

/// A builder of a Ruby `Hash`: of equal keys, the first one determines key and position, the last one the value. If
/// equal keys are the same scalar, the last key is stored, because its span is next to the value.
#[derive(Default)]
struct Hash {
    /// Keys and values, alternating.
    links: Vec<NodeId>,
    /// The positions of the keys in `links`, by their representatives.
    positions: FxHashMap<NodeId, usize>,
}

impl Hash {
    /// Adds an entry, or replaces the value of an equal key.
    fn insert(&mut self, context: &mut Context<'_>, key: NodeId, value: NodeId) {
        let representative = context.keys.representative(context.arena, key);
        let position = *self.positions.entry(representative).or_insert(self.links.len());
        let Some([known_key, known_value]) = self.links.get_mut(position..position + 2) else {
            self.links.extend([key, value]);
            return;
        };
        // Equal keys may be different scalars (binary data and a string); the first key is then preserved, as in a Ruby
        // `Hash`.
        let is_same_scalar = match (context.arena.value(*known_key), context.arena.value(key)) {
            (Value::Scalar(known_scalar), Value::Scalar(scalar)) => known_scalar == scalar,
            _ => false,
        };
        if is_same_scalar {
            *known_key = key;
        }
        *known_value = value;
    }

    /// Copies all entries of a map; returns whether the node is a map.
    fn merge(&mut self, context: &mut Context<'_>, map: NodeId) -> ReadResult<bool> {
        let arena = context.arena;
        // Ruby's `merge!` raises for a value that is not a map, and Psych then stores the pair as it is.
        let Value::Map(entries) = arena.value(map) else { return Ok(false) };
        // A few maps that merge each other could copy an astronomical number of entries.
        let Some(remaining) = context.budget.0.checked_sub(entries.len()) else {
            let message = "expected merge keys to copy fewer entries, found more than the limit";
            return Err(Rejection::Limit(message.to_owned()));
        };
        context.budget.0 = remaining;
        for (key, value) in entries.iter() {
            self.insert(context, key, value);
        }
        Ok(true)
    }
}

/// The value of a list with this tag.
pub(in crate::yaml) fn close_sequence(
    context: &mut Context<'_>,
    tag: Option<&str>,
    children: &[Child],
) -> ReadResult<Collection> {
    // Psych builds a map from an ordered map, whether it is written as a list of pairs or as a map.
    if let Some("!omap" | "tag:yaml.org,2002:omap") = tag {
        return ordered_map(context, children);
    }
    let class = tag.and_then(|tag| tag.strip_prefix("!seq:").or_else(|| tag.strip_prefix("!ruby/array:")));
    match class {
        None | Some("Array") => Ok(Collection::List(children.iter().map(|child| child.id).collect())),
        Some(class) => {
            let message = format!("expected a list of Ruby's class Array, found one of the class `{class}`");
            Err(Rejection::Tag(message))
        }
    }
}

/// The map that a list of pairs represents. A pair is a map or a list, whose first child is a key and whose last child
/// is its value.
fn ordered_map(context: &mut Context<'_>, children: &[Child]) -> ReadResult<Collection> {
    let mut hash = Hash::default();
    for child in children {
        let pair = match child.syntax {
            NodeSyntax::Sequence | NodeSyntax::Mapping => context.arena.children(child.id),
            // Psych reads the children of the syntax node; the node of an alias has no children.
            NodeSyntax::Scalar | NodeSyntax::Alias => &[],
        };
        let (Some(key), Some(value)) = (pair.first(), pair.last()) else {
            let message = "expected a map of one entry in an ordered map, found something else";
            return Err(Rejection::Tag(message.to_owned()));
        };
        hash.insert(context, *key, *value);
    }
    Ok(Collection::Map(hash.links))
}

/// The value of a map with this tag.
pub(in crate::yaml) fn close_map(
    context: &mut Context<'_>,
    tag: Option<&str>,
    children: &[Child],
) -> ReadResult<Collection> {
    let Some(tag) = tag else { return plain_map(context, children).map(Collection::Map) };
    // Psych does not merge in these maps: `<<` is an ordinary key.
    if matches!(tag, "!set" | "tag:yaml.org,2002:set" | "!omap" | "tag:yaml.org,2002:omap") {
        let mut hash = Hash::default();
        for [key, value] in children.as_chunks::<2>().0 {
            hash.insert(context, key.id, value.id);
        }
        return Ok(Collection::Map(hash.links));
    }
    if let Some(class) = tag.strip_prefix("!ruby/object") {
        return object(context, class.strip_prefix(':').unwrap_or(class), children);
    }
    if tag == "!ruby/range" {
        return range(context.arena, children);
    }
    if string_class(tag).is_some() || tag == "tag:yaml.org,2002:str" {
        return string(context, tag, children);
    }
    let class = tag.strip_prefix("!map:").or_else(|| tag.strip_prefix("!ruby/hash:"));
    match class {
        Some("Hash" | "Psych::Omap" | "Psych::Set") => {}
        Some(class) => {
            return Err(Rejection::Tag(format!(
                "expected a map of Ruby's class Hash, found one of the class `{class}`"
            )));
        }
        None if is_unsupported(tag) => {
            return Err(Rejection::Tag(format!(
                "expected a map without Ruby's classes, found the tag `{tag}`"
            )));
        }
        None => {}
    }
    plain_map(context, children).map(Collection::Map)
}

/// Whether a tag requires a class that cannot be represented.
fn is_unsupported(tag: &str) -> bool {
    let classes =
        ["!ruby/struct", "!ruby/exception", "!ruby/array:", "!ruby/hash-with-ivars", "!ruby/marshalable:"];
    classes.iter().any(|class| tag.starts_with(class))
}

/// The entries in order, with `<<` replaced by the merged entries.
fn plain_map(context: &mut Context<'_>, children: &[Child]) -> ReadResult<Vec<NodeId>> {
    let mut hash = Hash::default();
    let mut written_keys = FxHashMap::default();
    for [key, value] in children.as_chunks::<2>().0 {
        // A `<<` whose value cannot be merged is an ordinary key.
        let is_merged = is_merge_key(context.arena, key) && merge(context, &mut hash, value)?;
        if is_merged {
            continue;
        }
        hash.insert(context, key.id, value.id);
        let representative = context.keys.representative(context.arena, key.id);
        // Only written keys are duplicates: overriding a merged entry is the purpose of merge keys.
        if let Some(first) = written_keys.insert(representative, key.id) {
            context.duplicates.push((first, key.id));
        }
    }
    Ok(hash.links)
}

/// Whether a key merges: a quoted `<<` does, but not a `<<` with the tag `!!str`.
fn is_merge_key(arena: &Arena, key: &Child) -> bool {
    let is_equal = match arena.value(key.id) {
        Value::Scalar(Scalar::String(text)) => &**text == "<<",
        // Ruby compares the key with `==`, which ignores the encoding of ASCII.
        Value::Scalar(Scalar::Bytes(bytes)) => &**bytes == b"<<",
        _ => false,
    };
    is_equal && !key.is_tagged_string
}

/// Merges a map, an alias of a map, or a list of these; returns whether the value is one of them.
fn merge(context: &mut Context<'_>, hash: &mut Hash, value: &Child) -> ReadResult<bool> {
    match value.syntax {
        NodeSyntax::Alias | NodeSyntax::Mapping => hash.merge(context, value.id),
        NodeSyntax::Scalar => Ok(false),
        NodeSyntax::Sequence => {
            let arena = context.arena;
            let Value::List(maps) = arena.value(value.id) else { return Ok(false) };
            // The entries are collected in a separate map, so that nothing is merged if one element of the list is not
            // a map.
            let mut merged_map = Hash::default();
            // The first map of the list takes precedence, so it is merged last.
            for map in maps.iter().rev() {
                if !merged_map.merge(context, *map)? {
                    return Ok(false);
                }
            }
            for [key, value] in merged_map.links.as_chunks::<2>().0 {
                hash.insert(context, *key, *value);
            }
            Ok(true)
        }
    }
}

/// An object written as the map of its instance variables.
fn object(context: &mut Context<'_>, class: &str, children: &[Child]) -> ReadResult<Collection> {
    // Instance variables are read as a map, so they may be merged as well.
    let entries = plain_map(context, children)?;
    match class {
        "Hash" => return Ok(Collection::Map(entries)),
        "" | "Object" => {}
        _ => return Err(Rejection::Tag(format!("expected the class Object or Hash, found `{class}`"))),
    }
    for [name, _] in entries.as_chunks::<2>().0 {
        let is_variable_name = match context.arena.value(*name) {
            Value::Scalar(Scalar::String(text) | Scalar::Symbol(text)) => is_variable(text),
            // Psych puts an `@` before the text, and `@true` is a variable.
            Value::Scalar(Scalar::Bool(_)) => true,
            _ => false,
        };
        if !is_variable_name {
            return Err(Rejection::Tag(
                "expected the names of instance variables in an object, found another key".to_owned(),
            ));
        }
    }
    Ok(Collection::Object("Object".into(), entries))
}

/// Whether a text can be the name of an instance variable, without its `@`.
fn is_variable(name: &str) -> bool {
    let has_valid_start =
        name.chars().next().is_some_and(|c| c == '_' || c.is_ascii_alphabetic() || !c.is_ascii());
    has_valid_start && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric() || !c.is_ascii())
}

/// A range written as a map of `begin`, `end` and `excl`.
fn range(arena: &Arena, children: &[Child]) -> ReadResult<Collection> {
    let rejection =
        || Rejection::Tag("expected a range of two comparable scalars, found something else".to_owned());
    let mut bounds = Bounds { begin: Scalar::Null, end: Scalar::Null, exclusive: false };
    for [name, bound] in children.as_chunks::<2>().0 {
        let Value::Scalar(Scalar::String(key)) = arena.value(name.id) else { continue };
        let value = match arena.value(bound.id) {
            Value::Scalar(Scalar::Range(_)) => None,
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        };
        match &**key {
            "begin" => bounds.begin = value.ok_or_else(rejection)?.clone(),
            "end" => bounds.end = value.ok_or_else(rejection)?.clone(),
            // In Ruby, all values except nil and false are true.
            "excl" => bounds.exclusive = !matches!(value, Some(Scalar::Null | Scalar::Bool(false))),
            _ => {}
        }
    }
    range_of_comparable(bounds).map(Collection::Scalar).ok_or_else(rejection)
}

/// A string written as a map: the value under `str`, or null without one.
fn string(context: &mut Context<'_>, tag: &str, children: &[Child]) -> ReadResult<Collection> {
    let rejection =
        |found: &str| Rejection::Tag(format!("expected a string under the key `str`, found {found}"));
    if !matches!(string_class(tag), None | Some("" | "String")) {
        return Err(rejection("the name of a class"));
    }
    let mut value = Collection::Scalar(Scalar::Null);
    for [name, text] in children.as_chunks::<2>().0 {
        match context.arena.value(name.id) {
            // The node of the value itself, so that anchors of the map and of the string refer to the same object.
            Value::Scalar(Scalar::String(key)) if &**key == "str" => value = Collection::Existing(text.id),
            _ => return Err(rejection("another key")),
        }
    }
    Ok(value)
}
