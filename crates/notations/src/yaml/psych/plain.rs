//! Determines the types of plain scalars like `Psych::ScalarScanner`, with its patterns in its order.
//!
//! This module does not know tags.

use super::scan::Scan;
use super::{ReadResult, number, time};
use crate::yaml::scalar::Scalar;

/// The value of a text without quotes or a tag.
pub(in crate::yaml) fn tokenize(text: &str) -> ReadResult<Scalar> {
    if text.is_empty() {
        return Ok(Scalar::Null);
    }
    // The order is that of Psych's `ScalarScanner#tokenize`, whose patterns overlap.
    if looks_like_text(text) {
        return Ok(word(text));
    }
    if let Some(result) = time::match_time(text) {
        return result;
    }
    if time::is_date(text) {
        return Ok(time::date(text).map_or_else(|| Scalar::string(text), Scalar::Date));
    }
    if let Some(float) = special_float(text) {
        return Ok(Scalar::Float(float));
    }
    if let Some(symbol) = symbol(text) {
        return Ok(Scalar::Symbol(symbol.into()));
    }
    number::number(text).unwrap_or_else(|| Ok(Scalar::string(text)))
}

/// Whether a text is certainly a string; its lines and characters beyond ASCII are not examined to find out.
pub(in crate::yaml) fn is_string(text: &str) -> bool {
    text.bytes().next().is_some_and(|first| match first {
        b'_' | b'/' | b'$' | b'(' | b'<' | b'\\' => true,
        b'y' | b'Y' | b't' | b'T' | b'o' | b'O' | b'n' | b'N' | b'f' | b'F' => {
            // A word has at most five characters, of at most four bytes each.
            text.len() > 20 || (text.bytes().all(|byte| byte.is_ascii_graphic()) && !is_ascii_word(text))
        }
        _ => first.is_ascii_alphabetic(),
    })
}

/// Whether a text in any case is null or a truth value.
fn is_ascii_word(text: &str) -> bool {
    let words = ["null", "yes", "true", "on", "no", "false", "off"];
    text.len() <= 5 && words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Psych's shortcut: the text contains a character at a position where numbers, dates and symbols cannot contain it.
fn looks_like_text(text: &str) -> bool {
    let is_text_character =
        |c: char| c.is_alphabetic() || "_ \t\n\r\x0B\x0C!@#$%^&*(){}<>|/\\~;=".contains(c);
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    // One leading character may be anything but a digit, `.`, `:` or `-`, as in the pattern.
    let is_lead = !first.is_ascii_digit() && !matches!(first, '.' | ':' | '-');
    is_text_character(first)
        || (is_lead && chars.next().is_some_and(is_text_character))
        || text.contains('\n')
}

/// Null, a truth value or a string. Psych's patterns match any line of the text.
fn word(text: &str) -> Scalar {
    let string = || Scalar::string(text);
    // As in Psych, only a text of at most five characters can be a word. A character has at most four bytes.
    let is_short = text.len() <= 20 && text.chars().count() <= 5;
    if !is_short || !text.split('\n').enumerate().all(|(index, line)| may_be_word(text, index, line)) {
        return string();
    }
    let lines = || text.split('\n').map(fold);
    // The patterns have `^` and `$`, which in Ruby match at every line.
    if text == "~" || lines().any(|line| line == "null") {
        Scalar::Null
    } else if lines().any(|line| matches!(&*line, "yes" | "true" | "on")) {
        Scalar::Bool(true)
    } else if lines().any(|line| matches!(&*line, "no" | "false" | "off")) {
        Scalar::Bool(false)
    } else {
        string()
    }
}

/// Whether a line starts with the first letter of null, true, yes, on, …, or is empty after the final line break.
/// `index` is the number of the line in the text, from 0.
fn may_be_word(text: &str, index: usize, line: &str) -> bool {
    match line.chars().next() {
        Some(first) => {
            matches!(first.to_ascii_lowercase(), 'y' | 't' | 'o' | 'n' | 'f' | '~' | '\u{FB00}'..='\u{FB06}')
        }
        // An empty line in between does not match: there Psych's `[^ytonf~]` matches the line break itself.
        None => index > 0 && text.ends_with('\n') && index == text.matches('\n').count(),
    }
}

/// Converts to lower case by the rules of Unicode, as far as null and the truth values need it.
fn fold(text: &str) -> String {
    text.to_lowercase().replace('\u{17F}', "s").replace('\u{FB00}', "ff")
}

/// Infinity or NaN, if a text in any case represents one of them.
fn special_float(text: &str) -> Option<f64> {
    match &*text.to_ascii_lowercase() {
        ".inf" | "+.inf" => Some(f64::INFINITY),
        "-.inf" => Some(f64::NEG_INFINITY),
        ".nan" => Some(f64::NAN),
        _ => None,
    }
}

/// The name of the symbol that a text represents, `:name` or `:"name"`; `None` if the text is no symbol. Text after the
/// closing quote is ignored.
fn symbol(text: &str) -> Option<&str> {
    let mut scan = Scan::new(text);
    scan.take_one_of(b":")?;
    // `:` alone is a string.
    if scan.is_done() {
        return None;
    }
    let name = text.get(1..)?;
    let quoted_name = ['"', '\''].into_iter().find_map(|quote| {
        let after_quote = name.strip_prefix(quote)?;
        // The pattern is greedy and not anchored at the end, so text after the last quote is dropped.
        after_quote.rfind(quote).and_then(|end| after_quote.get(..end))
    });
    Some(match quoted_name {
        Some(text_in_quotes) => text_in_quotes.strip_prefix(':').unwrap_or(text_in_quotes),
        None => name,
    })
}
