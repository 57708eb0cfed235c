//! Keys of version 5: their segments, and the parts of values that the segments select.

use super::super::answer::Answer;
use super::super::error::LookupError;
use crate::key_segments::alternating_segments;
use crate::store::{Data, DataValue, NodeIndex, Value, hash_key};

/// A segment of a key after the first one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    Text(String),
    /// The index of an array, or an integer that is the key of a hash.
    Number(i64),
}

/// A key that is split into its segments.
#[derive(Debug)]
pub(super) struct Key<'k> {
    pub(super) text: &'k str,
    /// The first segment, which is the key in the data files.
    pub(super) root: String,
    /// The hash of `root`.
    pub(super) hash: u64,
    pub(super) segments: Vec<Segment>,
}

impl<'k> Key<'k> {
    /// Parses a text as a key.
    ///
    /// # Errors
    /// If the text is not a key.
    pub(super) fn parse(text: &'k str) -> Result<Self, LookupError> {
        let mut segments = split(text)
            .ok_or_else(|| LookupError::mismatch(format!("Syntax error in key: '{text}'")))?
            .into_iter();
        let Some(Segment::Text(root)) = segments.next() else {
            return Err(LookupError::mismatch(format!("the key '{text}' must not begin with a number")));
        };
        Ok(Self { text, hash: hash_key(&root), root, segments: segments.collect() })
    }

    /// The name of the module to which the key belongs.
    pub(super) fn module(&self) -> Option<&str> {
        match self.root.find("::") {
            // Puppet computes `root_key[0..index - 1]`, which for the index 0 is the entire text.
            Some(0) => Some(&self.root),
            Some(position) => Some(&self.root[..position]),
            None => None,
        }
    }
}

/// The segments of a key; `None` if it has a syntax error.
pub(super) fn split(key: &str) -> Option<Vec<Segment>> {
    if !key.contains(['.', '"', '\'']) {
        return Some(vec![Segment::Text(key.to_owned())]);
    }
    Some(alternating_segments(key, segment_at)?.into_iter().map(segment).collect())
}

/// The segment that begins at a position, with its quotes and the spaces around them, and the position of its end.
fn segment_at(key: &str, position: usize) -> Option<(&str, usize)> {
    let text = &key[position..];
    let unspaced = text.trim_start_matches(is_space);
    for quote in ['"', '\''] {
        if let Some(inside) = unspaced.strip_prefix(quote)
            && let Some(length) = inside.find(quote).filter(|length| *length > 0)
        {
            let after = inside[length + 1..].trim_start_matches(is_space);
            let end = text.len() - after.len();
            return Some((&text[..end], position + end));
        }
    }
    let length = text.find(['"', '\'', '.']).unwrap_or(text.len());
    (length > 0).then(|| (&text[..length], position + length))
}

fn is_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ')
}

/// A segment of a key: a text or a number.
fn segment(text: &str) -> Segment {
    // Ruby's `strip` also removes NUL.
    let text = text.trim_matches(|c| is_space(c) || c == '\0');
    // A segment that starts with a quote also ends with one.
    if text.starts_with(['"', '\'']) {
        return Segment::Text(text[1..text.len() - 1].to_owned());
    }
    // Ruby's pattern matches at lines, so the segment is a number if one of its lines is a number. The value is then
    // that of the digits at the start of the text. If the text starts with a colon, there are no such digits, and the
    // value is 0.
    if !text.split('\n').any(is_number_line) {
        return Segment::Text(text.to_owned());
    }
    let is_negative = text.starts_with('-');
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number = if end == 0 { 0 } else { digits[..end].parse().unwrap_or(i64::MAX) };
    Segment::Number(if is_negative { -number } else { number })
}

/// Whether a line is a number, possibly after a colon.
fn is_number_line(line: &str) -> bool {
    let line = line.strip_prefix(':').unwrap_or(line);
    let digits = line.strip_prefix(['+', '-']).unwrap_or(line);
    !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
}

/// The part of a value that segments select; `None` if there is none.
///
/// # Errors
/// If a value on the path cannot have such a part.
pub(super) fn dig<'v>(
    segments: &[Segment],
    mut value: &'v Value,
    key: &str,
) -> Result<Option<&'v Value>, LookupError> {
    for segment in segments {
        let part = match (value, segment) {
            (Value::Nil, _) => None,
            (Value::Array(items), Segment::Number(index)) => {
                // In Puppet, a negative index does not count from the end.
                usize::try_from(*index).ok().and_then(|index| items.get(index))
            }
            (Value::Hash(_), Segment::Text(name)) => value.get(name),
            (Value::Hash(hash), Segment::Number(number)) => hash.get(&Value::Integer(*number)),
            (other, segment) => return Err(mismatch(other.class(), segment, key)),
        };
        match part {
            Some(part) => value = part,
            None => return Ok(None),
        }
    }
    Ok(Some(value))
}

/// The part of an answer that the segments of a key select; `None` if there is none.
///
/// # Errors
/// As [`dig`].
pub(super) fn dig_answer<'h>(key: &Key<'_>, answer: Answer<'h>) -> Result<Option<Answer<'h>>, LookupError> {
    match answer {
        answer if key.segments.is_empty() => Ok(Some(answer)),
        Answer::Owned(value) => Ok(dig(&key.segments, &value, key.text)?.cloned().map(Answer::Owned)),
        Answer::DataValue { data, mut node } => {
            for segment in &key.segments {
                match part(data, node, segment, key.text)? {
                    Some(part) => node = part,
                    None => return Ok(None),
                }
            }
            Ok(Some(Answer::DataValue { data, node }))
        }
    }
}

/// The part of a value that a segment selects; `None` if it does not exist.
fn part(
    data: &Data,
    node: NodeIndex,
    segment: &Segment,
    key: &str,
) -> Result<Option<NodeIndex>, LookupError> {
    match (data.value(node), segment) {
        (DataValue::Nil, _) => Ok(None),
        (DataValue::Array(items), Segment::Number(index)) => {
            Ok(usize::try_from(*index).ok().and_then(|index| items.get(index)).copied())
        }
        (DataValue::Hash(pairs), segment) => {
            let is_key = |key| match (data.value(key), segment) {
                (DataValue::Text(text), Segment::Text(name)) => text == name,
                (DataValue::Integer(value), Segment::Number(number)) => value == *number,
                _ => false,
            };
            // If keys are equal, the last one counts.
            Ok(pairs.iter().filter(|(key, _)| is_key(*key)).last().map(|(_, value)| value))
        }
        _ => Err(mismatch(data.to_value(node).class(), segment, key)),
    }
}

/// The error of a value on the path of a key that cannot have the next segment, with Puppet's message.
fn mismatch(class: &str, segment: &Segment, key: &str) -> LookupError {
    let segment = match segment {
        Segment::Text(text) => text.clone(),
        Segment::Number(number) => number.to_string(),
    };
    LookupError::mismatch(format!(
        "Data Provider type mismatch: Got {class} when a hash-like object was expected to access value using \
         '{segment}' from key '{key}'"
    ))
}

/// The first segment of a text as a key; `None` if the text is not a key.
pub(in crate::lookup) fn root_key(key: &str) -> Option<String> {
    Key::parse(key).ok().map(|key| key.root)
}

/// The part of a value that the segments of a key after the first one select; `None` if there is none.
pub(in crate::lookup) fn part_at<'h>(key: &str, value: Answer<'h>) -> Option<Answer<'h>> {
    dig_answer(&Key::parse(key).ok()?, value).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_split_as_puppet_splits_them() {
        let text = |text: &str| Segment::Text(text.to_owned());
        let cases: [(&str, &[Segment]); 8] = [
            ("", &[text("")]),
            ("a::b", &[text("a::b")]),
            ("a.b.0", &[text("a"), text("b"), Segment::Number(0)]),
            ("'a.b'.c", &[text("a.b"), text("c")]),
            ("a. 'b' .c", &[text("a"), text("b"), text("c")]),
            (" a . b ", &[text("a"), text("b")]),
            ("a.'0'", &[text("a"), text("0")]),
            ("a.-1.:5", &[text("a"), Segment::Number(-1), Segment::Number(0)]),
        ];
        for (key, segments) in cases {
            assert_eq!(split(key).as_deref(), Some(segments), "{key}");
        }
        for key in ["a..b", ".a", "a.", ".", "'a'b", "a'b", "''", "'.", "a 'b'"] {
            assert_eq!(split(key), None, "{key}");
        }
    }
}
