//! The parts of a merged answer, each with the contributions that contain it.
//!
//! A part is a path into the answer. Invariant: a contribution contains a part if the contribution has an equal value
//! at this path, whichever strategy merged the values; elements of arrays may be at another position.

use super::ruby;
use crate::store::Value;

/// The maximum number of parts of an answer.
const MAX_PARTS: usize = 1_000;

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerPart {
    /// The keys of hashes and indexes of arrays that select the part, from the outermost.
    pub path: Vec<String>,
    /// The indexes of the contributions that contain the part, from the highest level.
    pub contributions: Vec<usize>,
}

/// The parts of a merged answer, each with the indexes of the values that contain it; empty if there are too many
/// parts.
pub(super) fn parts(answer: &Value, values: &[&Value]) -> Vec<AnswerPart> {
    let mut parts = Vec::new();
    let candidates: Vec<(usize, &Value)> = values.iter().copied().enumerate().collect();
    let mut path = Vec::new();
    let is_complete = add_parts(answer, &candidates, &mut path, &mut parts);
    if is_complete { parts } else { Vec::new() }
}

/// Adds the parts of the value at a path; `candidates` are the values that the contributions have at this path. Returns
/// false if the maximum number of parts is reached.
fn add_parts(
    value: &Value,
    candidates: &[(usize, &Value)],
    path: &mut Vec<String>,
    out: &mut Vec<AnswerPart>,
) -> bool {
    if out.len() >= MAX_PARTS {
        return false;
    }
    // If the value equals that of a contribution, it is one part.
    let equal = candidates.iter().filter(|(_, candidate)| *candidate == value);
    let equal_contributions: Vec<usize> = equal.map(|(contribution, _)| *contribution).collect();
    match value {
        Value::Hash(hash) if equal_contributions.is_empty() && !hash.is_empty() => {
            for (key, value) in hash {
                let inner = candidates.iter().filter_map(|(contribution, candidate)| match candidate {
                    Value::Hash(hash) => Some((*contribution, hash.get(key)?)),
                    _ => None,
                });
                let inner: Vec<(usize, &Value)> = inner.collect();
                path.push(ruby::to_s(key));
                let is_complete = add_parts(value, &inner, path, out);
                path.pop();
                if !is_complete {
                    return false;
                }
            }
            true
        }
        // Merging changes the positions of elements, so an element belongs to every contribution that contains it at
        // any position.
        Value::Array(items) if equal_contributions.is_empty() && !items.is_empty() => {
            for (position, item) in items.iter().enumerate() {
                let containing = candidates.iter().filter(|(_, candidate)| contains(candidate, item));
                let contributions = containing.map(|(contribution, _)| *contribution).collect();
                path.push(position.to_string());
                out.push(AnswerPart { path: path.clone(), contributions });
                path.pop();
                if out.len() >= MAX_PARTS {
                    return false;
                }
            }
            true
        }
        _ => {
            out.push(AnswerPart { path: path.clone(), contributions: equal_contributions });
            true
        }
    }
}

/// Whether a value is `item`, or is an array that contains `item` at any depth.
fn contains(value: &Value, item: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|element| contains(element, item)),
        value => value == item,
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_value;
    use super::*;
    use modelwright_metamodel::diagnostic::Source;

    fn value(json: &str) -> Value {
        read_value(&Source::new("test", json)).expect("JSON")
    }

    #[test]
    fn parts_have_the_contributions_that_are_equal_there() {
        let cases = [
            (r#"["web","base"]"#, [r#"["web"]"#, r#"["base","web"]"#], "0:0,1 1:1"),
            (
                r#"{"a":1,"b":{"c":2,"d":3}}"#,
                [r#"{"a":1,"b":{"c":2}}"#, r#"{"b":{"c":9,"d":3}}"#],
                "a:0 b.c:0 b.d:1",
            ),
            (r#"{"a":1}"#, [r#"{"a":1}"#, r#"{"a":2}"#], ":0"),
            // After the removal of an element, a part may be in a single contribution, and after a conversion in none.
            (r#"{"l":["x"],"n":"1"}"#, [r#"{"l":["--y"],"n":1}"#, r#"{"l":["y","x"]}"#], "l.0:1 n:"),
        ];
        for (answer, values, expected) in cases {
            let values = values.map(value);
            let found = parts(&value(answer), &values.iter().collect::<Vec<_>>());
            let text = |part: &AnswerPart| {
                let numbers: Vec<String> = part.contributions.iter().map(ToString::to_string).collect();
                format!("{}:{}", part.path.join("."), numbers.join(","))
            };
            assert_eq!(found.iter().map(text).collect::<Vec<_>>().join(" "), expected, "{answer}");
        }
    }
}
