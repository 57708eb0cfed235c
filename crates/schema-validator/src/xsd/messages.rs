//! Parts of messages: expected elements and namespaces. This module does not know documents.

use super::content::{Model, Position};
use super::schema::Schema;
use modelwright_metamodel::diagnostic::shorten;

/// The maximum number of expected elements in a message.
const MAX_SHOWN: usize = 8;

/// Describes the elements that are expected at a position.
pub(super) fn describe_expected(schema: &Schema, model: &Model, position: &Position) -> String {
    let (elements, has_wildcard) = model.expected(position);
    let mut names: Vec<String> = Vec::new();
    for element in elements {
        let name = format!("`{}`", schema.names.local(schema.element(element).name));
        if names.len() > MAX_SHOWN {
            break;
        }
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MAX_SHOWN {
        names.pop();
        names.push("others".to_owned());
    }
    if has_wildcard {
        names.push("an element that `xs:any` allows".to_owned());
    }
    if model.may_end(position) {
        names.push("the end".to_owned());
    }
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// Describes the namespace of a name.
pub(super) fn describe_namespace(namespace: &str) -> String {
    if namespace.is_empty() { String::new() } else { format!(" of `{}`", shorten(namespace)) }
}
