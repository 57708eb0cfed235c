//! Reads one JSON string: finds its end and decodes its escapes.
//!
//! Only strings with escapes or errors are decoded by jiter: it does not report the spans of keys, stops at the first
//! error, and rejects integers of more than 4,300 digits, so the tokenizer reads structure and numbers itself. This
//! module knows only strings.

use crate::diagnostic::codes;
use crate::input::Limits;
use crate::simd;
use crate::tree::Fault;
use jiter::{Jiter, JiterErrorType, JsonErrorType};
use std::borrow::Cow;

/// A string: its value or the error in it, and its end.
pub(super) struct StringToken<'t> {
    pub(super) value: Result<Cow<'t, str>, Box<Fault>>,
    /// The offset after the closing quote; `None` if the string is not closed.
    pub(super) end: Option<usize>,
}

/// The string whose opening quote is at `start`, and the offset after its closing quote; `None` if the string has
/// escapes or errors. Nearly all strings are read in this way.
#[inline]
pub(super) fn read_plain(text: &str, start: usize) -> Option<(&str, usize)> {
    // The search also stops at backslashes, which must be decoded, and at control characters, which are invalid.
    let end = simd::find(text.as_bytes(), start + 1, |block| {
        block.equal(b'"') | block.equal(b'\\') | block.up_to(0x1f)
    });
    let is_plain = text.as_bytes().get(end) == Some(&b'"') && end - start <= Limits::default().value;
    if is_plain { Some((text.get(start + 1..end)?, end + 1)) } else { None }
}

/// Reads the string whose opening quote is at `start`. `tape` is scratch space.
pub(super) fn read<'t>(text: &'t str, start: usize, tape: &mut Vec<u8>) -> StringToken<'t> {
    let bytes = &text.as_bytes()[start..];
    // jiter is used only inside strings, because it reports neither the positions of keys nor more than one problem
    // (Decision 2).
    let mut scanner = Jiter::new(bytes);
    // Only the length is determined first, so that a string that is too long is rejected before it is decoded.
    let length = match scanner.known_bytes() {
        Ok(content) => content.len(),
        Err(error) => return report_error(text, start, error.index, &error.error_type),
    };
    let end = start + length + 2;
    let raw = &text[start + 1..end - 1];
    let limit = Limits::default().value;
    if raw.len() > limit {
        let message = format!("the string has {} bytes, more than the limit of {limit}", raw.len());
        return StringToken {
            value: Err(Fault::new(codes::LIMIT, message, start..start + 1)),
            end: Some(end),
        };
    }
    // Without escapes the value is a part of the text, which is not copied.
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return StringToken { value: Ok(Cow::Borrowed(raw)), end: Some(end) };
    }
    let mut decoder = Jiter::with_tape(bytes, std::mem::take(tape));
    let value = match decoder.known_str() {
        Ok(value) => Ok(Cow::Owned(value.to_owned())),
        Err(error) => return report_error(text, start, error.index, &error.error_type),
    };
    *tape = decoder.into_tape();
    StringToken { value, end: Some(end) }
}

/// The token of the string at `start` in which jiter found an error, `index` bytes after the opening quote.
fn report_error<'t>(text: &'t str, start: usize, index: usize, error: &JiterErrorType) -> StringToken<'t> {
    let offset = (start + index).min(text.len());
    let end = find_closing_quote(text, start);
    let JiterErrorType::JsonError(error) = error else {
        return StringToken { value: Err(unclosed_string(text, start)), end: None };
    };
    let (message, help) = match error {
        JsonErrorType::ControlCharacterWhileParsingString => {
            // A line break usually means that the closing quote is missing, so nothing after it can be read reliably.
            if matches!(text.as_bytes().get(offset), Some(b'\n' | b'\r')) {
                return StringToken { value: Err(unclosed_string(text, start)), end: None };
            }
            let code = text.as_bytes().get(offset).copied().unwrap_or_default();
            (
                format!("a string must not contain the control character U+{code:04X}"),
                format!("write \\u{code:04x}"),
            )
        }
        JsonErrorType::InvalidEscape => {
            ("this is not a valid JSON escape".to_owned(), "write \\\\ for a backslash".to_owned())
        }
        JsonErrorType::LoneLeadingSurrogateInHexEscape | JsonErrorType::UnexpectedEndOfHexEscape => (
            "the escape is half of a surrogate pair and not a character".to_owned(),
            "write both halves, such as \\ud83d\\ude00".to_owned(),
        ),
        _ => return StringToken { value: Err(unclosed_string(text, start)), end },
    };
    // If the closing quote cuts off an escape (`"\u00"`), jiter reports the byte after the quote: the range then begins
    // at the quote.
    let is_after_quote = end.is_some_and(|end| offset >= end);
    let range_start = if is_after_quote { offset.saturating_sub(1) } else { offset };
    let range = range_start..offset + 1;
    StringToken { value: Err(Fault::new(codes::JSON_SYNTAX, message, range).help(help)), end }
}

/// The error that the string at `start` has no closing quote. Its span is the first line of the string.
fn unclosed_string(text: &str, start: usize) -> Box<Fault> {
    let remaining = &text[start..];
    let line = remaining.find(['\n', '\r']).unwrap_or(remaining.len());
    Fault::new(codes::JSON_SYNTAX, "the string is not closed", start..start + line)
        .help("add a closing quote (write a line break inside a string as \\n)")
}

/// The offset after the closing quote of the string at `start`, whose content is invalid; `None` if it is not closed.
fn find_closing_quote(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut offset = start + 1;
    loop {
        offset += memchr::memchr2(b'"', b'\\', bytes.get(offset..)?)?;
        if bytes[offset] == b'"' {
            return Some(offset + 1);
        }
        // The character after a backslash cannot be the closing quote, even if the escape is invalid.
        offset += 2;
    }
}
