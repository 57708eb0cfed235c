//! The variables to which values refer, and scopes that give each variable a different text. With these, a value that
//! refers to a wrong variable has another answer.
//!
//! This module does not know which files a scope reaches.

use crate::interpolation::{Reference, references};
use crate::key_segments::split_key;
use crate::lookup::Hierarchy;
use crate::store::{Hash, Value};
use std::collections::BTreeSet;

/// The maximum number of scopes. A variable that is used both as a text and as a hash needs more than one.
const MAX_SCOPES: usize = 4;

/// The maximum length of a generated array. Real hierarchies do not use greater indexes.
const MAX_ELEMENTS: usize = 100;

/// The path to a part of a variable: the name of the variable, and the keys within its value.
type Path = Vec<String>;

/// The variables to which the values of both hierarchies refer.
pub(super) fn referenced_variables(hierarchies: [&Hierarchy; 2]) -> BTreeSet<Path> {
    let mut paths = BTreeSet::new();
    for hierarchy in hierarchies {
        let data = hierarchy.files().filter_map(|file| hierarchy.data(file).ok());
        for text in data.flat_map(|data| data.texts()).filter(|text| text.contains("%{")) {
            for reference in references(text, hierarchy.rules()) {
                if let Reference::Variable(name) = reference
                    && let Ok(path) = split_key(name)
                {
                    paths.insert(path.into_iter().map(str::to_owned).collect());
                }
            }
        }
    }
    paths
}

/// Scopes that together set all paths, as far as this is possible.
pub(super) fn scopes(paths: &BTreeSet<Path>) -> Vec<Value> {
    let mut remaining: BTreeSet<&Path> = paths.iter().collect();
    let mut scopes = Vec::new();
    while !remaining.is_empty() && scopes.len() < MAX_SCOPES {
        let mut scope = Value::Hash(Hash::default());
        for path in &remaining {
            // Only the innermost paths are set, because the interpolation of a hash would show everything in it.
            // The paths are sorted, so the path is directly followed by those that begin with it.
            let contains_others =
                remaining.range::<Path, _>(*path..).nth(1).is_some_and(|next| next.starts_with(path));
            if !contains_others {
                set(&mut scope, path, &format!("<{}>", path.join(".")));
            }
        }
        let count_before = remaining.len();
        remaining.retain(|path| !is_set(&scope, path));
        // No scope can set the remaining paths, for example because they require different types of one variable.
        if remaining.len() == count_before {
            break;
        }
        scopes.push(scope);
    }
    scopes
}

/// Sets the text at a path into a value, unless another value is there.
pub(super) fn set(value: &mut Value, path: &[String], text: &str) {
    let Some((segment, inner_path)) = path.split_first() else {
        if matches!(value, Value::Nil) {
            *value = Value::text(text);
        }
        return;
    };
    if matches!(value, Value::Nil) {
        // Lookups treat a number as the index of an array.
        let is_array = segment.bytes().all(|c| c.is_ascii_digit());
        *value = if is_array { Value::Array(Vec::new()) } else { Value::Hash(Hash::default()) };
    }
    match value {
        Value::Hash(hash) => {
            set(hash.entry(Value::text(segment.as_str())).or_insert(Value::Nil), inner_path, text);
        }
        Value::Array(items) => {
            let Some(index) = segment.parse().ok().filter(|index| *index < MAX_ELEMENTS) else { return };
            if items.len() <= index {
                items.resize(index + 1, Value::Nil);
            }
            set(&mut items[index], inner_path, text);
        }
        _ => {}
    }
}

/// Whether a scope has a value at a path.
pub(super) fn is_set(scope: &Value, path: &[String]) -> bool {
    let mut value = scope;
    for segment in path {
        let part = match value {
            Value::Array(items) => segment.parse::<usize>().ok().and_then(|index| items.get(index)),
            value => value.get(segment),
        };
        let Some(part) = part else { return false };
        value = part;
    }
    !matches!(value, Value::Nil)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::to_json;

    fn texts(paths: &[&str]) -> Vec<String> {
        let path = |path: &&str| path.split('.').map(str::to_owned).collect();
        scopes(&paths.iter().map(path).collect()).iter().map(to_json).collect()
    }

    #[test]
    fn scopes_set_every_variable() {
        assert_eq!(texts(&["a", "::b.c", "::b.d"]), [r#"{"::b":{"c":"<::b.c>","d":"<::b.d>"},"a":"<a>"}"#]);
        assert_eq!(texts(&["a", "a.b"]), [r#"{"a":{"b":"<a.b>"}}"#]);
        assert_eq!(texts(&["a.0", "a.x"]), [r#"{"a":["<a.0>"]}"#, r#"{"a":{"x":"<a.x>"}}"#]);
        assert_eq!(texts(&["a.1000000"]), Vec::<String>::new());
    }
}
