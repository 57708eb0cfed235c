//! Whether two texts of JSON without spaces are the same document, and why their bytes differ.
//!
//! Invariant: of what differs, only the spelling of numbers, empty lists, and what a reason names is disregarded. This module
//! does not know the languages.

use super::mutation::tokens;
use serde_json::Value;

/// The most usual difference.
const NUMBERS: &str = "a number has other digits but the same value, or an empty list is left out";

/// What is known of a document beside its text.
pub(super) struct Known<'k> {
    /// Members with bytes that are the default, such as `"key":"00FF"`.
    pub(super) default_bytes: &'k [String],
    /// Whether null was written for a feature that can be unset.
    pub(super) has_unset_null: bool,
}

/// Why a text has other bytes than expected although it is the same document; `None` if it is another document.
pub(super) fn same(expected: &str, found: &str, known: &Known<'_>) -> Option<&'static str> {
    let pair = [expected, found].map(normalized);
    if pair[0] == pair[1] {
        return Some(NUMBERS);
    }
    let pair = pair.map(|text| with_numbers(&text));
    if pair[0] == pair[1] {
        return Some("a decimal with more digits than a number of 64 bits is a text");
    }
    let pair = pair.map(|text| known.default_bytes.iter().fold(text, |text, member| without(&text, member)));
    if pair[0] == pair[1] {
        return Some(
            "bytes that are the default are left out, although for EMF bytes are never equal to others",
        );
    }
    let pair = if known.has_unset_null { pair.map(|text| without_nulls(&text)) } else { pair };
    if pair[0] == pair[1] {
        return Some("null for a feature that can be unset is no value");
    }
    let [expected, found] = pair.map(|text| serde_json::from_str::<Value>(&text).ok());
    let has_integer_key = || found.as_ref().is_some_and(has_integer_key);
    (expected == found && has_integer_key()).then_some("JavaScript sorts keys that are integers")
}

/// Whether an object has a key that is an index of JavaScript.
fn has_integer_key(value: &Value) -> bool {
    match value {
        Value::Object(map) => {
            map.iter().any(|(key, value)| key.parse::<u32>().is_ok() || has_integer_key(value))
        }
        Value::Array(items) => items.iter().any(has_integer_key),
        _ => false,
    }
}

/// The text with numbers in the place of texts that are numbers of another size.
fn with_numbers(text: &str) -> String {
    replaced(text, |token, is_key| {
        let digits = token.strip_prefix('"')?.strip_suffix('"')?;
        let is_large = digits.len() > 16 || digits.contains(['e', 'E']);
        if is_key || !is_large { None } else { plain_number(digits) }
    })
}

/// The text without members that are null.
fn without_nulls(text: &str) -> String {
    let keys = tokens(text).into_iter().filter(|range| text[range.end..].starts_with(":null"));
    let members: Vec<String> = keys.map(|range| format!("{}:null", &text[range])).collect();
    members.iter().fold(text.to_owned(), |text, member| without(&text, member))
}

/// The text without a member, wherever it is.
fn without(text: &str, member: &str) -> String {
    text.replace(&format!("{member},"), "").replace(&format!(",{member}"), "").replace(member, "")
}

/// The text with other tokens; each is replaced by what the function returns, if there is any.
fn replaced(text: &str, replace: impl Fn(&str, bool) -> Option<String>) -> String {
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for range in tokens(text) {
        out.push_str(&text[done..range.start]);
        let token = &text[range.clone()];
        out.push_str(&replace(token, text[range.end..].starts_with(':')).unwrap_or_else(|| token.to_owned()));
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The first member or item of a text that differs from another one, and that of the other one.
pub(super) fn first_difference<'t>(text: &'t str, other: &'t str) -> (&'t str, &'t str) {
    let same = text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &'t str| {
        let end = (same + 1..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        let start = text[..end.min(text.len())].trim_end_matches([',', '{', '[', '"']).rfind([',', '{', '[']);
        let rest = &text[start.map_or(0, |at| at + 1)..];
        &rest[..(0..=60.min(rest.len())).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(0)]
    };
    (part(text), part(other))
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

#[cfg(test)]
mod tests {
    use super::{Known, NUMBERS, compact, normalized, same};

    #[test]
    fn only_what_a_reason_names_is_disregarded() {
        let defaults = ["\"b\":\"00\"".to_owned()];
        let known = |has_unset_null| Known { default_bytes: &defaults, has_unset_null };
        assert_eq!(same("{\"a\":1.0}", "{\"a\":1}", &known(false)), Some(NUMBERS));
        assert!(same("{\"a\":[1E+400]}", "{\"a\":[\"1e400\"]}", &known(false)).is_some());
        assert!(same("{\"a\":1,\"b\":\"00\"}", "{\"a\":1}", &known(false)).is_some());
        assert!(same("{\"a\":null}", "{}", &known(true)).is_some());
        assert!(same("{\"a\":null}", "{}", &known(false)).is_none());
        assert!(same("{\"a\":1,\"5\":2}", "{\"5\":2,\"a\":1}", &known(false)).is_some());
        assert!(same("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", &known(false)).is_none());
    }

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
}
