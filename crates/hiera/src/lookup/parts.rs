//! The parts of a merged answer, and the contributions that contain them.
//!
//! Invariant: a part is a path into the answer, and a contribution contains it if its value at the path is equal,
//! whatever strategy merged them; elements of arrays are compared without their positions.

use super::ruby;
use crate::store::Value;

/// The maximum number of parts of an answer.
const PARTS: usize = 1_000;

/// A part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerPart {
    /// The keys of hashes, and the numbers of elements, from the outermost.
    pub path: Vec<String>,
    /// The numbers of the contributions that contain it, the highest first.
    pub contributions: Vec<usize>,
}

/// The parts of a merged answer with the numbers of the values that contain them; empty if there are too many.
pub(super) fn parts(answer: &Value, values: &[&Value]) -> Vec<AnswerPart> {
    let mut parts = Vec::new();
    let candidates: Vec<(usize, &Value)> = values.iter().copied().enumerate().collect();
    let is_complete = add_parts(answer, &candidates, &mut Vec::new(), &mut parts);
    if is_complete { parts } else { Vec::new() }
}

/// Adds the parts of a value at a path; `candidates` are the values at the same path. Returns whether more parts may be
/// added.
fn add_parts(
    value: &Value,
    candidates: &[(usize, &Value)],
    path: &mut Vec<String>,
    out: &mut Vec<AnswerPart>,
) -> bool {
    if out.len() >= PARTS {
        return false;
    }
    // A value that equals that of a contribution is not divided further.
    let equal: Vec<usize> = candidates.iter().filter(|(_, one)| *one == value).map(|(at, _)| *at).collect();
    match value {
        Value::Hash(hash) if equal.is_empty() && !hash.is_empty() => hash.iter().all(|(key, value)| {
            let below = candidates.iter().filter_map(|(at, one)| match one {
                Value::Hash(hash) => Some((*at, hash.get(key)?)),
                _ => None,
            });
            let below: Vec<(usize, &Value)> = below.collect();
            path.push(ruby::to_s(key));
            let is_complete = add_parts(value, &below, path, out);
            path.pop();
            is_complete
        }),
        // Merging moves elements, so an element is attributed to every contribution that contains it anywhere.
        Value::Array(items) if equal.is_empty() && !items.is_empty() => {
            items.iter().enumerate().all(|(position, item)| {
                let has_it = |(at, one): &(usize, &Value)| contains(one, item).then_some(*at);
                path.push(position.to_string());
                out.push(AnswerPart {
                    path: path.clone(),
                    contributions: candidates.iter().filter_map(has_it).collect(),
                });
                path.pop();
                out.len() < PARTS
            })
        }
        _ => {
            out.push(AnswerPart { path: path.clone(), contributions: equal });
            true
        }
    }
}

/// Whether a value is another one, or an array that contains it on any level.
fn contains(value: &Value, item: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|one| contains(one, item)),
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
            // A knocked-out element leaves parts that only one has, and a conversion those that none has.
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
