//! The tokens of a text of JSON without spaces, and small changes of it: a value of another kind, a missing member, an unknown
//! one.
//!
//! This module does not know whether a changed document is valid.

use crate::random::Random;
use std::ops::Range;

/// Values that replace another one.
const VALUES: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "1e2",
    "9223372036854775808",
    "-9223372036854775809",
    "1e400",
    "\"\"",
    "\"x\"",
    "\"5\"",
    "\"//@nothing.7\"",
    "[]",
    "[null]",
    "{}",
    "{\"$type\":\"Nothing\"}",
    "{\"unknown\":1}",
];

/// A changed text, and what was changed; `None` if it has no value.
pub(crate) fn mutate(text: &str, random: &mut Random) -> Option<(String, &'static str)> {
    let tokens = tokens(text);
    let is_key = |range: &Range<usize>| text[range.end..].starts_with(':');
    let values: Vec<&Range<usize>> = tokens.iter().filter(|range| !is_key(range)).collect();
    let range = (*values.get(random.below(values.len().max(1)))?).clone();
    let (with, what) = match random.below(10) {
        0 => (format!("{},{}", &text[range.clone()], &text[range.clone()]), "a value twice"),
        1 => (String::new(), "a value is missing"),
        2 if text[range.clone()].starts_with(|c: char| c.is_ascii_digit()) => {
            (format!("{}0", &text[range.clone()]), "a number ten times as large")
        }
        3 if text[range.clone()].starts_with('"') => {
            (format!("{}x\"", &text[range.start..range.end - 1]), "a longer text")
        }
        4 => {
            let at = text.match_indices('{').map(|(at, _)| at).nth(random.below(4))?;
            // A brace in a text is not an object; the document is then changed in another way.
            return Some((
                format!("{}{{\"unknown\":1{}", &text[..at], rest(&text[at + 1..])),
                "an unknown key",
            ));
        }
        _ => ((*random.pick(VALUES)).to_owned(), "another value"),
    };
    Some((format!("{}{with}{}", &text[..range.start], &text[range.end..]), what))
}

/// The rest of an object after a new first member.
fn rest(text: &str) -> String {
    if text.starts_with('}') { text.to_owned() } else { format!(",{text}") }
}

/// The largest integer of JavaScript after which it has not all of them.
const MAX_SAFE: i128 = (1 << 53) - 1;

/// The text with smaller integers in the place of those that JavaScript does not have, in values and in keys.
pub(super) fn with_safe_integers(text: &str) -> String {
    let (mut safe, mut done) = (String::with_capacity(text.len()), 0);
    for range in tokens(text) {
        safe.push_str(&text[done..range.start]);
        let token = &text[range.clone()];
        let digits = token.trim_matches('"');
        let is_number = digits == token || text[range.end..].starts_with(':');
        match digits.parse::<i128>() {
            Ok(number) if is_number && number.abs() > MAX_SAFE => {
                safe.push_str(&token.replace(digits, &(number % 1000).to_string()));
            }
            _ => safe.push_str(token),
        }
        done = range.end;
    }
    safe.push_str(&text[done..]);
    safe
}

/// The texts, numbers and words of a text of JSON.
pub(super) fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
            tokens.push(start..at.min(bytes.len()));
        } else if b"{}[],:".contains(&bytes[at]) {
            at += 1;
        } else {
            while at < bytes.len() && !b"{}[],:".contains(&bytes[at]) {
                at += 1;
            }
            tokens.push(start..at);
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::{tokens, with_safe_integers};

    #[test]
    fn only_integers_beyond_those_of_javascript_change() {
        let text = "{\"a\":[9223372036854775807,1.5,7],\"-9223372036854775808\":\"9223372036854775807\"}";
        let safe = "{\"a\":[807,1.5,7],\"-808\":\"9223372036854775807\"}";
        assert_eq!(with_safe_integers(text), safe);
    }

    #[test]
    fn tokens_are_values_and_keys() {
        let text = "{\"a\\\"\":[1.5,true,{}],\"b\":\"x\"}";
        let found: Vec<&str> = tokens(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["\"a\\\"\"", "1.5", "true", "\"b\"", "\"x\""]);
    }
}
