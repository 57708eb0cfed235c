//! Whether two texts of JSON without spaces are the same document, and why their bytes differ.
//!
//! Invariant: of what differs, only the spelling of numbers and what a reason names is disregarded. This module does not know
//! the languages.

use super::mutation::tokens;
/// Why numbers have other digits.
const NUMBERS: &str = "a number has other digits but the same value";

/// Members of the objects of a metamodel that languages leave out.
#[derive(Default)]
pub(super) struct Known {
    /// Bytes that are the default, such as `"key":"00FF"`.
    pub(super) default_bytes: Vec<String>,
    /// Decimals that are the default but for their digits, such as `"key":0`, in their only spelling.
    pub(super) default_decimals: Vec<String>,
    /// Null for features that can be unset.
    pub(super) unset_nulls: Vec<String>,
}

/// Why a text has other bytes than expected although it is the same document; `None` if it is another document.
pub(super) fn same(expected: &str, found: &str, known: &Known) -> Option<&'static str> {
    let pair = [expected, found].map(normalized);
    if pair[0] == pair[1] {
        return Some(NUMBERS);
    }
    let pair = pair.map(|text| without_all(&text, &known.default_decimals));
    if pair[0] == pair[1] {
        return Some(DECIMALS);
    }
    let pair = pair.map(|text| without_all(&text, &known.default_bytes));
    if pair[0] == pair[1] {
        return Some(
            "bytes that are the default are left out, although for EMF bytes are never equal to others",
        );
    }
    let pair = pair.map(|text| without_all(&text, &known.unset_nulls));
    (pair[0] == pair[1]).then_some("null for a feature that can be unset is no value")
}

/// Why some languages leave out decimals that others write.
const DECIMALS: &str = "decimals are compared by their value, so that 0 is left out where 0.0 is the default";

/// Whether two languages write the same text, although one of them compares decimals in another way.
pub(super) fn is_same_in_languages(one: &str, other: &str, known: &Known) -> bool {
    one == other || same(&compact(one), &compact(other), known) == Some(DECIMALS)
}

/// The text without some members, wherever they are.
fn without_all(text: &str, members: &[String]) -> String {
    members.iter().filter(|member| text.contains(member.as_str())).fold(text.to_owned(), |text, member| {
        text.replace(&format!("{member},"), "").replace(&format!(",{member}"), "").replace(member, "")
    })
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

/// The text with one spelling for all numbers of the same value.
pub(super) fn normalized(text: &str) -> String {
    replaced(text, |token, _| plain_number(token))
}

/// A number in its only spelling; `None` for other tokens.
pub(super) fn plain_number(token: &str) -> Option<String> {
    let (sign, number) = token.strip_prefix('-').map_or(("", token), |rest| ("-", rest));
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
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
    use super::{DECIMALS, Known, NUMBERS, compact, normalized, same};

    #[test]
    fn only_what_a_reason_names_is_disregarded() {
        let known = Known {
            default_bytes: vec!["\"b\":\"00\"".to_owned()],
            default_decimals: vec!["\"d\":0".to_owned()],
            unset_nulls: vec!["\"n\":null".to_owned()],
        };
        assert_eq!(same("{\"a\":1.0}", "{\"a\":1}", &known), Some(NUMBERS));
        assert!(same("{\"a\":[1E+400]}", "{\"a\":[\"1e400\"]}", &known).is_none());
        assert!(same("{\"a\":1,\"b\":\"00\"}", "{\"a\":1}", &known).is_some());
        assert_eq!(same("{\"d\":0.0,\"a\":1}", "{\"a\":1}", &known), Some(DECIMALS));
        assert!(same("{\"n\":null}", "{}", &known).is_some());
        assert!(same("{\"a\":null}", "{}", &known).is_none());
        assert!(same("{\"a\":1,\"5\":2}", "{\"5\":2,\"a\":1}", &known).is_none());
        assert!(same("{\"a\":1,\"b\":[]}", "{\"a\":1}", &known).is_none());
        assert!(same("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", &known).is_none());
    }

    #[test]
    fn equal_numbers_have_one_spelling() {
        let texts = [
            "{\"a\":[19.90,-0.0,1E-26,100,\"1.0\"],\"b\":[]}",
            "{\"a\":[19.9,0,1e-26,1.0E2,\"1.0\"],\"b\":[]}",
        ];
        assert_eq!(normalized(texts[0]), normalized(texts[1]));
    }

    #[test]
    fn spaces_within_texts_stay() {
        assert_eq!(compact("{\n \"a \\\" b\": [1, \" \\\\\" ]}"), "{\"a \\\" b\":[1,\" \\\\\"]}");
    }
}
