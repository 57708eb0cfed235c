//! Converts unknown content of objects, that of `xmi:Extension`, to trees and back.
//!
//! An element is a map of its `attributes` and its `content`, with `$id`, `$ref` and `$type` if present. An entry of
//! the content is a string, or a map with a `name` (and a `namespace`) and a `value` or an `element`, or an
//! `instruction` with its `data`.

use crate::ecore::facts::Tree;
use crate::model::{Any, AnyContent, AnyElement, AnyId, Model, Name, ObjectId};

/// The name of the fact.
pub(super) const EXTENSION: &str = "extension";

/// The maximum nesting of elements.
const MAX_DEPTH: usize = 60;

/// The unknown content of an object as a tree; `None` if the object has none. Objects in this content, and parts that
/// are nested too deeply, are omitted.
pub(super) fn read(model: &Model, object: ObjectId) -> Option<Tree> {
    let any = model.any()?;
    let depth = 0;
    Some(element(any, any.extension(object)?, depth))
}

/// An entry of a map whose value is a string.
fn entry(key: &str, value: impl Into<String>) -> (String, Tree) {
    (key.to_owned(), Tree::String(value.into()))
}

/// The entries that describe a name with its namespace.
fn name_entries(name: &Name) -> Vec<(String, Tree)> {
    let mut entries = vec![entry("name", &*name.local)];
    entries.extend(name.namespace.as_ref().map(|namespace| entry("namespace", &**namespace)));
    entries
}

/// The tree of an element.
fn element(any: &AnyContent, any_element: &AnyElement, depth: usize) -> Tree {
    let mut entries = Vec::new();
    entries.extend(any_element.id.as_ref().map(|id| entry("$id", &**id)));
    entries.extend(any_element.href.as_ref().map(|href| entry("$ref", &**href)));
    entries
        .extend(any_element.class.as_ref().map(|class| ("$type".to_owned(), Tree::Map(name_entries(class)))));
    for (key, parts) in [("attributes", &any_element.attributes), ("content", &any_element.content)] {
        // Each element adds three levels to the tree: its map, the list of its content, and the entry in this list.
        if !parts.is_empty() && depth <= MAX_DEPTH {
            let list = parts.iter().filter_map(|part| content(any, part, depth)).collect();
            entries.push((key.to_owned(), Tree::List(list)));
        }
    }
    Tree::Map(entries)
}

/// The tree of an entry in the content of an element; `None` for an object of the model.
fn content(any: &AnyContent, part: &Any, depth: usize) -> Option<Tree> {
    Some(match part {
        Any::Text(text) => Tree::String(text.to_string()),
        Any::Instruction { target, data } => {
            let mut entries = vec![entry("instruction", &**target)];
            entries.extend(data.as_ref().map(|data| entry("data", &**data)));
            Tree::Map(entries)
        }
        Any::Value(name, value) => {
            let mut entries = name_entries(name);
            entries.push(entry("value", &**value));
            Tree::Map(entries)
        }
        Any::Element(name, inner) => {
            let mut entries = name_entries(name);
            let inner = inner.map_or(Tree::Null, |id| element(any, any.element(id), depth + 1));
            entries.push(("element".to_owned(), inner));
            Tree::Map(entries)
        }
        // The tree cannot express objects of the model.
        Any::Object { .. } => return None,
    })
}

/// Restores the unknown content of an object from a tree. Returns false and changes nothing if the tree is not that of
/// an extension.
pub(super) fn put(model: &mut Model, object: ObjectId, tree: &Tree) -> bool {
    if !is_extension(tree) {
        return false;
    }
    let any = model.any_mut();
    let id = any.extend(object);
    fill(any, id, tree).is_some()
}

/// Whether a tree describes an extension. This is tested before anything changes.
fn is_extension(tree: &Tree) -> bool {
    let mut scratch = AnyContent::default();
    let id = scratch.make(AnyElement::default());
    fill(&mut scratch, id, tree).is_some()
}

/// Fills an element from its tree; `None` if the tree is not that of an element.
fn fill(any: &mut AnyContent, id: AnyId, tree: &Tree) -> Option<()> {
    let Tree::Map(entries) = tree else { return None };
    let mut element = AnyElement::default();
    for (key, value) in entries {
        match (key.as_str(), value) {
            ("$id", Tree::String(text)) => element.id = Some(text.as_str().into()),
            ("$ref", Tree::String(text)) => element.href = Some(text.as_str().into()),
            ("$type", Tree::Map(name)) => element.class = Some(name_of(name)?),
            ("attributes", Tree::List(list)) => {
                element.attributes = list.iter().map(|tree| part(any, tree)).collect::<Option<_>>()?;
            }
            ("content", Tree::List(list)) => {
                element.content = list.iter().map(|tree| part(any, tree)).collect::<Option<_>>()?;
            }
            _ => return None,
        }
    }
    // The element is assigned last, so that it does not change if one of its parts is invalid.
    *any.element_mut(id) = element;
    Some(())
}

/// An entry of content from its tree; `None` if the tree is not that of an entry.
fn part(any: &mut AnyContent, tree: &Tree) -> Option<Any> {
    let entries = match tree {
        Tree::String(text) => return Some(Any::Text(text.as_str().into())),
        Tree::Map(entries) => entries,
        _ => return None,
    };
    if let Some(target) = text(entries, "instruction") {
        return Some(Any::Instruction { target: target.into(), data: text(entries, "data").map(Into::into) });
    }
    let name = name_of(entries)?;
    if let Some(value) = text(entries, "value") {
        return Some(Any::Value(name, value.into()));
    }
    let (_, inner) = entries.iter().find(|(key, _)| key == "element")?;
    if *inner == Tree::Null {
        return Some(Any::Element(name, None));
    }
    // The model requires that an element is created before the elements inside it.
    let id = any.make(AnyElement::default());
    fill(any, id, inner)?;
    Some(Any::Element(name, Some(id)))
}

/// The name in the entries of a map; `None` if there is none.
fn name_of(entries: &[(String, Tree)]) -> Option<Name> {
    Some(Name::new(text(entries, "namespace"), text(entries, "name")?))
}

/// The text of the entry with a key; `None` if there is no such entry, or its value is not a string.
pub(super) fn text<'t>(entries: &'t [(String, Tree)], key: &str) -> Option<&'t str> {
    entries.iter().find_map(|(name, value)| match value {
        Tree::String(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}
