//! Mutated JSON documents, as text, and the verdicts of other validators on them.

use super::reasons::Rejection;
use crate::random::Random;
use modelwright_notations::tree::Dialect;
use serde_json::{Map, Number, Value};

/// The values that a mutation may insert into a document.
pub(crate) struct Words {
    /// Classes by their plain names, and with the URIs of their packages.
    pub(super) classes: Vec<[String; 2]>,
    /// Classes with the prefixes of their packages.
    pub(super) types: Vec<String>,
    pub(super) features: Vec<String>,
}

/// A document with one change.
pub(crate) fn mutant(document: &Value, dialect: Dialect, words: &Words, random: &mut Random) -> Value {
    let mut changed = document.clone();
    let places = count_maps(&changed);
    // Most values are in nested maps, so the outermost map counts as one position only.
    let mut at = random.below(places);
    if let Some(map) = nth_map(&mut changed, &mut at) {
        change(map, dialect, words, random);
    }
    changed
}

fn count_maps(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(count_maps).sum(),
        Value::Object(map) => 1 + map.values().map(count_maps).sum::<usize>(),
        _ => 0,
    }
}

fn nth_map<'v>(value: &'v mut Value, at: &mut usize) -> Option<&'v mut Map<String, Value>> {
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth_map(item, at)),
        Value::Object(map) => {
            if *at == 0 {
                return Some(map);
            }
            *at -= 1;
            map.values_mut().find_map(|item| nth_map(item, at))
        }
        _ => None,
    }
}

fn change(map: &mut Map<String, Value>, dialect: Dialect, words: &Words, random: &mut Random) {
    let keys: Vec<String> =
        map.keys().filter(|key| !["$model", "$schemaLocation"].contains(&key.as_str())).cloned().collect();
    let kind = random.below(10);
    if kind == 0 || keys.is_empty() {
        let feature = random.choose(&words.features).clone();
        map.insert(feature, scalar(random));
        return;
    }
    let key = random.choose(&keys).clone();
    match kind {
        1 => drop(map.remove(&key)),
        2 => {
            let value = map.remove(&key).unwrap_or_default();
            map.insert(format!("{key}x"), value);
        }
        3 => {
            let [plain, qualified] = random.choose(&words.classes);
            let name = if dialect == Dialect::Plain { plain } else { qualified };
            map.insert(dialect.class_key().to_owned(), Value::String(name.clone()));
        }
        4 => {
            let other = map[random.choose(&keys)].clone();
            map.insert(key, other);
        }
        _ => {
            let value = map.get_mut(&key).map(std::mem::take).unwrap_or_default();
            map.insert(key, other(value, random));
        }
    }
}

/// A value that replaces another one.
fn other(value: Value, random: &mut Random) -> Value {
    match value {
        Value::Array(mut items) => match random.below(5) {
            0 => Value::Array(Vec::new()),
            1 => items.into_iter().next().unwrap_or_default(),
            2 => {
                let twice = items.first().cloned();
                items.extend(twice);
                Value::Array(items)
            }
            3 => {
                items.push(scalar(random));
                Value::Array(items)
            }
            _ => {
                items.pop();
                Value::Array(items)
            }
        },
        value if random.one_in(4) => Value::Array(vec![value]),
        _ => scalar(random),
    }
}

fn scalar(random: &mut Random) -> Value {
    let number = |text: &str| text.parse::<Number>().map_or(Value::Null, Value::Number);
    match random.below(16) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::Bool(false),
        3 => number("0"),
        4 => number("-1"),
        5 => number("3"),
        6 => number("200"),
        7 => number("40000"),
        8 => number("3000000000"),
        9 => number("1.5"),
        10 => Value::String(String::new()),
        11 => Value::String("text".to_owned()),
        12 => Value::String("12".to_owned()),
        13 => Value::String("//".to_owned()),
        14 => Value::Object(Map::new()),
        _ => Value::Array(Vec::new()),
    }
}

/// The first error of a schema for a document.
pub(super) fn rejection(validator: &jsonschema::Validator, document: &Value) -> Rejection {
    use jsonschema::error::ValidationErrorKind as Kind;
    let Some(error) = validator.iter_errors(document).next() else {
        return Rejection::Other("nothing".to_owned());
    };
    match error.kind() {
        _ if error.instance().is_null() => Rejection::Null,
        Kind::UniqueItems => Rejection::Twice,
        Kind::Required { property } => Rejection::Missing(property.as_str().unwrap_or_default().to_owned()),
        Kind::MinItems { .. } => {
            let path = error.instance_path().to_string();
            Rejection::Missing(path.rsplit('/').next().unwrap_or_default().to_owned())
        }
        Kind::AdditionalProperties { unexpected } => match unexpected.as_slice() {
            [key] => Rejection::Unwritten(key.clone()),
            keys => Rejection::Other(format!("{}: {keys:?}", error.instance_path())),
        },
        _ if error.instance().is_string() => {
            let path = error.instance_path().to_string();
            // Positions in lists are numbers, and have no names.
            let mut names = path.rsplit('/').filter(|name| name.parse::<usize>().is_err());
            match names.next().unwrap_or_default() {
                "eClass" if is_beside_reference(document, &path) => {
                    Rejection::ReferenceClass(error.instance().as_str().unwrap_or_default().to_owned())
                }
                key @ ("$type" | "eClass") => Rejection::Class(key.to_owned()),
                key => Rejection::Spelled(key.to_owned(), error.to_string()),
            }
        }
        _ => Rejection::Other(format!("{}: {error}", error.instance_path())),
    }
}

/// Whether the map with this value also has an address, so that its class is that of the address's object.
fn is_beside_reference(document: &Value, path: &str) -> bool {
    let map = path.rsplit_once('/').and_then(|(map, _)| document.pointer(map));
    map.is_some_and(|map| map.get("$ref").is_some_and(Value::is_string))
}
