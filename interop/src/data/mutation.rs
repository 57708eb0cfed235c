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

/// The text without spaces between its tokens.
pub(super) fn compact(text: &str) -> String {
    let (mut compact, mut is_text, mut is_escaped) = (String::with_capacity(text.len()), false, false);
    for c in text.chars() {
        if is_text || !matches!(c, ' ' | '\n') {
            compact.push(c);
        }
        is_text ^= c == '"' && !is_escaped;
        is_escaped = is_text && c == '\\' && !is_escaped;
    }
    compact
}

/// The text with one spelling for all numbers of the same value, and without members that are empty lists.
pub(super) fn normalized(text: &str) -> String {
    let (mut plain, mut done) = (String::with_capacity(text.len()), 0);
    for range in tokens(text) {
        plain.push_str(&text[done..range.start]);
        done = range.end;
        if text[range.end..].starts_with(":[]") {
            done += ":[]".len();
            // One of the commas around the member goes with it.
            match text.as_bytes().get(done) {
                Some(b',') => done += 1,
                _ if plain.ends_with(',') => drop(plain.pop()),
                _ => {}
            }
            continue;
        }
        let token = &text[range];
        plain.push_str(&plain_number(token).unwrap_or_else(|| token.to_owned()));
    }
    plain.push_str(&text[done..]);
    plain
}

/// A number in its only spelling; `None` for other tokens.
fn plain_number(token: &str) -> Option<String> {
    let (sign, number) = token.strip_prefix('-').map_or(("", token), |rest| ("-", rest));
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return Some("0".to_owned());
    }
    let zeros = all.len() - all.trim_end_matches('0').len();
    let exponent = exponent.parse::<i64>().ok()? - fraction.len() as i64 + zeros as i64;
    Some(format!("{sign}{significant}e{exponent}"))
}

/// The texts, numbers and words of a text of JSON.
fn tokens(text: &str) -> Vec<Range<usize>> {
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
    use super::{compact, normalized, tokens};

    #[test]
    fn equal_numbers_have_one_spelling_and_empty_lists_are_left_out() {
        let texts = [
            "{\"a\":[19.90,-0.0,1E-26,100,\"1.0\"],\"b\":[]}",
            "{\"c\":[],\"a\":[19.9,0,1e-26,1.0E2,\"1.0\"]}",
        ];
        assert_eq!(normalized(texts[0]), normalized(texts[1]));
    }

    #[test]
    fn spaces_within_texts_stay() {
        assert_eq!(compact("{\n \"a \\\" b\": [1, \" \\\\\" ]}"), "{\"a \\\" b\":[1,\" \\\\\"]}");
    }

    #[test]
    fn tokens_are_values_and_keys() {
        let text = "{\"a\\\"\":[1.5,true,{}],\"b\":\"x\"}";
        let found: Vec<&str> = tokens(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["\"a\\\"\"", "1.5", "true", "\"b\"", "\"x\""]);
    }
}
