//! What changes inside a value: the keys and elements that are new, gone or different, with their paths.
//!
//! Invariant: if no part is reported, the values are equal. A changed order of elements is reported as a part of its
//! own.

use super::super::lookup::{quoted_key, to_json};
use crate::store::Value;
use rustc_hash::FxHashMap;

/// A change of a part of a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartChange {
    /// The keys that select the part, joined by dots; empty for elements of the value itself.
    pub path: String,
    /// What changes.
    pub kind: PartChangeKind,
    /// The part before the change, in JSON; `None` if it is new.
    pub before: Option<String>,
    /// The part after the change, in JSON; `None` if it is gone.
    pub after: Option<String>,
}

/// What changes in a part of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartChangeKind {
    /// The value at the path.
    Value,
    /// An element of the list at the path.
    Element,
    /// The order of the list at the path.
    Order,
}

/// The changes of parts between two hashes or two lists; empty for other values. `show` replaces secrets in values.
pub(super) fn part_changes(before: &Value, after: &Value, show: impl Fn(Value) -> Value) -> Vec<PartChange> {
    let mut changes = Changes { show, list: Vec::new() };
    match (before, after) {
        (Value::Hash(_), Value::Hash(_)) | (Value::Array(_), Value::Array(_)) => {
            changes.add("", before, after);
        }
        _ => {}
    }
    changes.list
}

struct Changes<S> {
    /// How a value is shown.
    show: S,
    list: Vec<PartChange>,
}

impl<S: Fn(Value) -> Value> Changes<S> {
    /// Adds the changes of a value at a path; the depth was limited when the values were read.
    fn add(&mut self, path: &str, before: &Value, after: &Value) {
        match (before, after) {
            (Value::Hash(old), Value::Hash(new)) => {
                for (key, value) in old {
                    let path_of_value = path_of_key(path, key);
                    match new.get(key) {
                        Some(other) => self.add(&path_of_value, value, other),
                        None => self.push(path_of_value, PartChangeKind::Value, Some(value), None),
                    }
                }
                let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
                for (key, value) in added {
                    self.push(path_of_key(path, key), PartChangeKind::Value, None, Some(value));
                }
            }
            (Value::Array(old), Value::Array(new)) => self.add_elements(path, old, new),
            _ if before == after => {}
            _ => self.push(path.to_owned(), PartChangeKind::Value, Some(before), Some(after)),
        }
    }

    /// Adds each element that one list contains more often than the other, once for each additional occurrence.
    fn add_elements(&mut self, path: &str, old: &[Value], new: &[Value]) {
        let count_before = self.list.len();
        // How often each new element occurs without an equal old element.
        let mut unmatched: FxHashMap<&Value, usize> = FxHashMap::default();
        new.iter().for_each(|value| *unmatched.entry(value).or_default() += 1);
        for value in old {
            match unmatched.get_mut(value).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => self.push(path.to_owned(), PartChangeKind::Element, Some(value), None),
            }
        }
        // If an element occurs more often than before, its last occurrences count as new.
        let mut added = Vec::new();
        for value in new.iter().rev() {
            if let Some(count) = unmatched.get_mut(value).filter(|count| **count > 0) {
                *count -= 1;
                added.push(value);
            }
        }
        for value in added.into_iter().rev() {
            self.push(path.to_owned(), PartChangeKind::Element, None, Some(value));
        }
        // If no element was added or removed, the lists differ only in their order.
        if self.list.len() == count_before && old != new {
            let (old, new) = (Value::Array(old.to_vec()), Value::Array(new.to_vec()));
            self.push(path.to_owned(), PartChangeKind::Order, Some(&old), Some(&new));
        }
    }

    fn push(&mut self, path: String, kind: PartChangeKind, before: Option<&Value>, after: Option<&Value>) {
        let json = |value: &Value| to_json(&(self.show)(value.clone()));
        self.list.push(PartChange { path, kind, before: before.map(json), after: after.map(json) });
    }
}

/// The path of a key, in the form in which lookups accept it.
fn path_of_key(path: &str, key: &Value) -> String {
    let name = match key.as_text() {
        Some(text) => quoted_key(text).into_owned(),
        None => to_json(key),
    };
    if path.is_empty() { name } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::super::super::lookup::read_value;
    use super::*;
    use modelwright_metamodel::diagnostic::Source;

    #[test]
    fn parts_are_new_gone_or_different() {
        let cases = [
            (
                r#"{"a":1,"b":{"c":2,"x.y":3}}"#,
                r#"{"a":1,"b":{"c":4},"d":5}"#,
                "b.c: 2 -> 4; b.\"x.y\": 3 -> ; d:  -> 5",
            ),
            (r#"{"l":[1,2,2]}"#, r#"{"l":[2,3,1]}"#, "l: 2 -> ; l:  -> 3"),
            (r#"["a","b"]"#, r#"["b","a"]"#, r#": ["a","b"] -> ["b","a"]"#),
            (r#"{"a":[1]}"#, r#"{"a":1}"#, "a: [1] -> 1"),
            ("1", "2", ""),
        ];
        for (before, after, expected) in cases {
            let value = |json: &str| read_value(&Source::new("test", json)).expect("JSON");
            let changes = part_changes(&value(before), &value(after), |value| value);
            let text = |change: &PartChange| {
                let side = |side: &Option<String>| side.clone().unwrap_or_default();
                format!("{}: {} -> {}", change.path, side(&change.before), side(&change.after))
            };
            assert_eq!(changes.iter().map(text).collect::<Vec<_>>().join("; "), expected, "{before}");
        }
    }
}
