//! Selects the part of a value that the segments of a dotted key name.

use crate::lookup::answer::Answer;
use crate::lookup::error::LookupError;
use crate::store::{Data, DataValue, NodeIndex, Value, hash_key};

/// Whether a segment is treated as the index of an array.
pub(super) fn is_number(segment: &str) -> bool {
    // Ruby's `^` and `$` match at lines, so a segment with one line of digits is enough.
    segment.split('\n').any(|line| !line.is_empty() && line.bytes().all(|c| c.is_ascii_digit()))
}

/// The index in a segment, from the digits at its start; `None` if it is larger than the index of any array.
fn segment_index(segment: &str) -> Option<usize> {
    let digits = segment.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    // Ruby's `to_i` returns 0 if there are no digits at the start.
    if end == 0 { Some(0) } else { digits[..end].parse().ok() }
}

/// The error of Ruby for a segment that is a number, if the value that it selects from is not an array.
fn not_an_array(class: &str, segment: &str, key: &str) -> LookupError {
    // A number that is larger than any index is shown as the largest one.
    let number = segment_index(segment).unwrap_or(usize::MAX);
    LookupError::mismatch(format!(
        "Hiera type mismatch: Got {class} when Array was expected to access value using '{number}' from key '{key}'"
    ))
}

/// The error of Ruby for a segment that is a name, if the value that it selects from is not a hash.
fn not_a_hash(class: &str, segment: &str, key: &str) -> LookupError {
    LookupError::mismatch(format!(
        "Hiera type mismatch: Got {class} when a hash-like object was expected to access value using '{segment}' from \
         key '{key}'"
    ))
}

/// The part of a value that segments select; `None` if there is none.
///
/// # Errors
/// If a segment requires an array or a hash, and the value is something else.
pub(in crate::lookup) fn dig<'v>(
    segments: &[&str],
    value: &'v Value,
    key: &str,
) -> Result<Option<&'v Value>, LookupError> {
    let mut value = value;
    for segment in segments {
        let part = match value {
            Value::Nil => return Ok(None),
            Value::Array(items) if is_number(segment) => {
                segment_index(segment).and_then(|index| items.get(index))
            }
            // Ruby requires an array for a segment of digits, even if a hash has the digits as a key.
            value if is_number(segment) => return Err(not_an_array(value.class(), segment, key)),
            Value::Hash(_) => value.get(segment),
            value => return Err(not_a_hash(value.class(), segment, key)),
        };
        match part {
            Some(part) => value = part,
            None => return Ok(None),
        }
    }
    Ok(Some(value))
}

/// The part of an answer that segments select; `None` if there is none.
///
/// # Errors
/// As [`dig`].
pub(in crate::lookup) fn dig_answer<'h>(
    segments: &[&str],
    answer: Answer<'h>,
    key: &str,
) -> Result<Option<Answer<'h>>, LookupError> {
    match answer {
        Answer::Owned(value) => Ok(dig(segments, &value, key)?.cloned().map(Answer::Owned)),
        Answer::DataValue { data, mut node } => {
            for segment in segments {
                match part(data, node, segment, key)? {
                    Some(part) => node = part,
                    None => return Ok(None),
                }
            }
            Ok(Some(Answer::DataValue { data, node }))
        }
    }
}

/// The part of a value that a segment selects; `None` if it does not exist.
fn part(data: &Data, node: NodeIndex, segment: &str, key: &str) -> Result<Option<NodeIndex>, LookupError> {
    match data.value(node) {
        DataValue::Nil => Ok(None),
        DataValue::Array(items) if is_number(segment) => {
            Ok(segment_index(segment).and_then(|index| items.get(index)).copied())
        }
        _ if is_number(segment) => Err(not_an_array(data.to_value(node).class(), segment, key)),
        // Only the root has a table of its keys.
        DataValue::Hash(_) if node == data.root() => {
            Ok(data.entry(hash_key(segment), segment).map(|entry| entry.value))
        }
        DataValue::Hash(pairs) => {
            // If keys are equal, the last one counts.
            Ok(pairs
                .iter()
                .filter(|(key, _)| matches!(data.value(*key), DataValue::Text(text) if text == segment))
                .last()
                .map(|(_, value)| value))
        }
        _ => Err(not_a_hash(data.to_value(node).class(), segment, key)),
    }
}
