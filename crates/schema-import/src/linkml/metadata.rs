//! Documentation, and what schemas state that has no meaning in the types: it is kept in annotations.
//!
//! Invariant: every key of an element is either read by another module, and listed here, or kept. This module does not
//! know what the keys mean.

use super::node::Node;
use crate::declarations::Annotation;
use std::borrow::Cow;

/// The source of the annotations.
const SOURCE: &str = "https://w3id.org/linkml/";

/// The keys of schemas that are read.
pub(super) const OF_SCHEMAS: &[&str] =
    &["name", "id", "description", "imports", "classes", "slots", "enums", "types", "default_range"];

/// The keys of types that are read.
pub(super) const OF_TYPES: &[&str] = &[
    "name",
    "description",
    "typeof",
    "pattern",
    "minimum_value",
    "maximum_value",
    "equals_string",
    "equals_string_in",
    "equals_number",
];

/// The keys of classes that are read.
pub(super) const OF_CLASSES: &[&str] = &[
    "name",
    "description",
    "is_a",
    "mixins",
    "mixin",
    "abstract",
    "attributes",
    "slots",
    "slot_usage",
    "unique_keys",
    "rules",
    "any_of",
    "all_of",
    "none_of",
    "exactly_one_of",
];

/// The keys of slots that are read, besides the conditions.
pub(super) const OF_SLOTS: &[&str] = &[
    "name",
    "alias",
    "description",
    "is_a",
    "mixins",
    "mixin",
    "abstract",
    "multivalued",
    "identifier",
    "key",
    "inlined",
    "inlined_as_list",
    "inverse",
    "ifabsent",
    "list_elements_unique",
];

/// The documentation of an element.
pub(super) fn doc(node: Node<'_>) -> Option<String> {
    node.text_of("description").map(|text| text.trim_end().to_owned()).filter(|text| !text.is_empty())
}

/// The annotation with the keys of an element that are in none of the lists `read_keys`; no annotation if there
/// are no such keys.
pub(super) fn annotations(node: Node<'_>, read_keys: &[&[&str]]) -> Vec<Annotation> {
    let mut details: Vec<(String, String)> = Vec::new();
    for entry in node.map_entries() {
        let is_read = read_keys.iter().any(|keys| keys.contains(&&*entry.key));
        if !is_read && !entry.value.is_null() {
            details.push((entry.key.into_owned(), text(entry.value)));
        }
    }
    if details.is_empty() {
        return Vec::new();
    }
    vec![Annotation { source: SOURCE.to_owned(), details }]
}

/// The value of a key as a text: a scalar itself, a list of scalars with one on each line, and any other value as it is
/// written in the schema.
fn text(node: Node<'_>) -> String {
    if let Some(text) = node.text() {
        return text.into_owned();
    }
    let items = node.items();
    let texts: Vec<Cow<'_, str>> = items.iter().filter_map(|item| item.text()).collect();
    if node.is_list() && texts.len() == items.len() {
        texts.join("\n")
    } else {
        node.written().trim().to_owned()
    }
}
