//! The texts of scalars in JSON, for readers and writers of JSON, and for texts of other formats that contain JSON.
//!
//! This module does not know documents. Callers decide which characters are escaped, beyond those that [`quote`] always
//! escapes.

use std::fmt::Write as _;

/// Whether a text is a number in the syntax of JSON.
pub fn is_number(text: &str) -> bool {
    number_end(text.as_bytes(), 0) == Some(text.len())
}

/// The end of the number that starts at an offset, if there is one.
pub fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    // The end of the digits at an offset; `None` if there is no digit.
    let digits_end = |start: usize| {
        let count = bytes[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        (count > 0).then_some(start + count)
    };
    let mut end = start + usize::from(bytes.get(start) == Some(&b'-'));
    // No digit follows a leading zero (RFC 8259, section 6). Callers examine what comes after the end.
    end = if bytes.get(end) == Some(&b'0') { end + 1 } else { digits_end(end)? };
    if bytes.get(end) == Some(&b'.') {
        end = digits_end(end + 1)?;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign_length = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = digits_end(end + 1 + sign_length)?;
    }
    Some(end)
}

/// The text of a number that is infinite or NaN. JSON has no such numbers, so documents contain this text as a string.
pub fn non_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// Whether a text is that of a number that is infinite or NaN.
pub fn is_non_finite(text: &str) -> bool {
    matches!(text, "NaN" | "Infinity" | "-Infinity")
}

/// Appends the escape of a character below U+10000, such as `\u009b`.
pub fn push_escape(c: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "\\u{:04x}", u32::from(c));
}

/// Appends a text in quotes, with escapes for line ends, tabs and the characters that `needs_escape` selects.
/// `needs_escape` must select all other control characters up to U+001F, and no character from U+10000 on.
pub fn quote(text: &str, needs_escape: impl Fn(char) -> bool, out: &mut String) {
    out.push('"');
    // The end of the part that was already copied. Most texts are copied at once, after the loop.
    let mut copied_end = 0;
    for (offset, c) in text.char_indices() {
        if !matches!(c, '"' | '\\' | '\n' | '\r' | '\t') && !needs_escape(c) {
            continue;
        }
        out.push_str(&text[copied_end..offset]);
        copied_end = offset + c.len_utf8();
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => push_escape(c, out),
        }
    }
    out.push_str(&text[copied_end..]);
    out.push('"');
}
