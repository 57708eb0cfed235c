//! Decides which texts need no quotes or may be a block, and quotes the others.
//!
//! Invariant: an unquoted text reads as the same string in YAML 1.1 and 1.2, in libyaml, Ruby and Python. The
//! rules are therefore conservative: a text that starts with a digit, a sign or a point is always quoted,
//! because some reader may read it as a number, a date or a time. This module does not know trees.

/// Whether every reader reads a text without quotes as the same string, as a value or a key in block style.
pub(super) fn is_safe_plain(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    // Digits and signs are excluded: YAML 1.1 reads numbers, dates and sexagesimals that YAML 1.2 reads as strings.
    let has_safe_start = first.is_alphabetic() || matches!(first, '_' | '$' | '/');
    has_safe_start && has_safe_bytes(text.as_bytes()) && !is_word(text) && text.chars().all(is_safe_inside)
}

/// Whether no `:`, `#` or space of a text has a special meaning.
fn has_safe_bytes(text: &[u8]) -> bool {
    !matches!(text.last(), Some(b' ' | b':')) && !text.windows(2).any(|pair| matches!(pair, b": " | b" #"))
}

/// Whether a character inside a text never needs quotes by itself.
fn is_safe_inside(c: char) -> bool {
    if c.is_ascii() { (' '..='~').contains(&c) } else { c.is_alphanumeric() }
}

/// The maximum length, in bytes, of a text that Ruby may treat as one of the words below: letters beyond ASCII may
/// count as equal to the letters of a word, but take more bytes.
const LONGEST_WORD: usize = 12;

/// Whether some reader reads a text, in upper or lower case, as null or a truth value.
fn is_word(text: &str) -> bool {
    if text.len() > LONGEST_WORD {
        return false;
    }
    if text.is_ascii() {
        return is_special_word(text);
    }
    // Ruby ignores case by the rules of Unicode, by which `ſ` equals `s` and `ﬀ` equals `ff`.
    let folded = text.to_lowercase().replace('\u{17F}', "s").replace('\u{FB00}', "ff");
    is_special_word(&folded)
}

/// Whether a text is null or a truth value for some reader.
fn is_special_word(text: &str) -> bool {
    // Words of YAML 1.1 and of readers that also know `nil` and `none`.
    let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nil", "none"];
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether every reader reads a text, written as a literal block without an indentation indicator, as the
/// same string.
pub(super) fn is_safe_block(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let has_several_lines = body.contains('\n');
    // A first line that is blank or starts with a space would need an indentation indicator.
    let needs_indicator = body.starts_with([' ', '\n']);
    if !has_several_lines || needs_indicator || body.ends_with('\n') {
        return false;
    }
    body.split('\n')
        .all(|line| !line.ends_with(' ') && line.chars().all(|c| is_safe_inside(c) || is_symbol(c)))
}

/// Whether a character beyond ASCII is neither a line break nor dropped for any reader.
fn is_symbol(c: char) -> bool {
    !c.is_ascii() && !needs_escape(c)
}

/// Whether a character must be escaped even in quotes.
fn needs_escape(c: char) -> bool {
    // Line breaks of YAML 1.1, characters that libyaml rejects or drops, and those that change the direction of text.
    matches!(c,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{A0}' | '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFF}')
}

/// Writes a text in double quotes, on one line.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    let mut copied_end = 0;
    for (position, c) in text.char_indices() {
        if !needs_escape(c) && !matches!(c, '"' | '\\') {
            continue;
        }
        out.push_str(&text[copied_end..position]);
        copied_end = position + c.len_utf8();
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // Every character that needs an escape is below U+10000, so four digits are enough.
            c if u32::from(c) < 0x100 => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            c => out.push_str(&format!("\\u{:04X}", u32::from(c))),
        }
    }
    out.push_str(&text[copied_end..]);
    out.push('"');
}

/// Writes a JSON number so that YAML 1.1 reads the same float: an exponent needs a sign, and its mantissa a point. No
/// digit is added after the point, because it would change the precision of a decimal.
pub(super) fn write_number(digits: &str, out: &mut String) {
    let Some((mantissa, exponent)) = digits.split_once(['e', 'E']) else {
        out.push_str(digits);
        return;
    };
    out.push_str(mantissa);
    if !mantissa.contains('.') {
        out.push('.');
    }
    out.push('e');
    if !exponent.starts_with(['+', '-']) {
        out.push('+');
    }
    out.push_str(exponent);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, plain: bool) {
        assert_eq!(is_safe_plain(text), plain, "{text:?}");
    }

    #[test]
    fn ordinary_texts_stay_plain() {
        for text in
            ["a", "a b", "Book", "$type", "//@books.0", "a:b", "a#b", "é", "C++", "it's", "_1", "x, y"]
        {
            check(text, true);
        }
    }

    #[test]
    fn texts_that_a_reader_may_type_are_quoted() {
        for text in
            ["", "yes", "No", "oN", "n", "Y", "null", "~", "1", "0o7", "1_000", "1:30", "2001-01-01", ":a"]
        {
            check(text, false);
        }
        for text in
            ["=", "<<", ".inf", "1e3", "-", "- a", "a: b", "a:", "a #b", " a", "a ", "a\tb", "a\u{85}b"]
        {
            check(text, false);
        }
        for text in
            ["%a", "@a", "`a", "&a", "*a", "!a", "|", ">", "[", "{", "#", "?", "ye\u{17F}", "o\u{FB00}"]
        {
            check(text, false);
        }
    }

    #[test]
    fn exponents_are_written_for_every_reader() {
        let respelled = |digits| {
            let mut out = String::new();
            write_number(digits, &mut out);
            out
        };
        assert_eq!(respelled("1e3"), "1.e+3");
        assert_eq!(respelled("-1.5E-3"), "-1.5e-3");
        assert_eq!(respelled("12345678901234567890"), "12345678901234567890");
    }
}
