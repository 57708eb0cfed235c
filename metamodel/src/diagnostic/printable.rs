//! Escapes characters in texts, so that the texts cannot control a terminal. Only this module decides which characters
//! must not be shown.
//!
//! Control characters start commands of terminals, and bidirectional controls make a text look different from what it
//! contains. Both may occur in names, values and file names of input. This module does not know what a text means.

use crate::json_text::push_escape;
use std::borrow::Cow;

/// Whether a character controls a terminal or the direction of text. Line feeds and tabs are excluded, because they are
/// ordinary parts of a text.
#[must_use]
pub const fn is_unprintable(c: char) -> bool {
    matches!(c,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with an escape such as `\u{9b}` for each unprintable character.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escape(text, is_unprintable, |c, out| out.extend(c.escape_default()))
}

/// The text with an escape for each unprintable character, line feed and tab.
#[must_use]
pub fn printable_line(text: &str) -> Cow<'_, str> {
    escape(text, |c| is_unprintable(c) || c.is_control(), |c, out| out.extend(c.escape_default()))
}

/// JSON with an escape such as `\u009b` for each unprintable character. Such characters occur only in strings, so the
/// values remain the same.
#[must_use]
pub fn printable_json(json: &str) -> Cow<'_, str> {
    escape(json, is_unprintable, push_escape)
}

/// The text with an escape, which `write` appends, for each character that `escapes` accepts.
fn escape(text: &str, escapes: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    // Nearly all texts need no escape, so they are not copied.
    let Some(first) = text.find(&escapes) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len() + 16);
    out.push_str(&text[..first]);
    for c in text[first..].chars() {
        if escapes(c) {
            write(c, &mut out);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_of_terminals_and_of_direction_are_escaped() {
        assert!(matches!(printable("é\t\nשלום"), Cow::Borrowed(_)));
        let controls =
            ['\0', '\r', '\u{1b}', '\u{7f}', '\u{80}', '\u{9f}', '\u{61c}', '\u{200e}', '\u{200f}'];
        for c in controls.into_iter().chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            let text = format!("a{c}b");
            assert_eq!(printable(&text), format!("a{}b", c.escape_default()));
            assert_eq!(printable_json(&text), format!("a\\u{:04x}b", u32::from(c)));
        }
        assert_eq!(printable_line("a\nb\tc\u{9b}"), "a\\nb\\tc\\u{9b}");
    }
}
