//! One string of JSON: where it ends, and what its escapes mean.
//!
//! The work is jiter's, which looks for the end many bytes at a time. Its iterator is only used for
//! strings: it gives no places of keys, gives up at the first problem, and takes no integer of more
//! than 4,300 digits, so the structure and the numbers are the tokenizer's own.

use crate::diagnostic::codes;
use crate::input::Limits;
use crate::tree::Fault;
use jiter::{Jiter, JiterErrorType, JsonErrorType};
use std::borrow::Cow;

/// A string that was read: its value, or what is wrong with it.
pub(super) struct Text<'t> {
    pub(super) value: Result<Cow<'t, str>, Box<Fault>>,
    /// Where it ends, its closing quote included; none where it is not closed.
    pub(super) end: Option<usize>,
}

/// Reads the string whose opening quote stands at `start`. `tape` is scratch space.
pub(super) fn read<'t>(text: &'t str, start: usize, tape: &mut Vec<u8>) -> Text<'t> {
    let bytes = &text.as_bytes()[start..];
    let mut scan = Jiter::new(bytes);
    let content = match scan.known_bytes() {
        Ok(content) => content.len(),
        Err(error) => return unreadable(text, start, error.index, &error.error_type),
    };
    let end = start + content + 2;
    let raw = &text[start + 1..end - 1];
    let limit = Limits::default().value;
    if raw.len() > limit {
        let message = format!("the string has {} bytes, more than the {limit} that are read", raw.len());
        return Text { value: Err(Fault::new(codes::LIMIT, message, start..start + 1)), end: Some(end) };
    }
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return Text { value: Ok(Cow::Borrowed(raw)), end: Some(end) };
    }
    let mut decode = Jiter::with_tape(bytes, std::mem::take(tape));
    let value = match decode.known_str() {
        Ok(value) => Ok(Cow::Owned(value.to_owned())),
        Err(error) => return unreadable(text, start, error.index, &error.error_type),
    };
    *tape = decode.into_tape();
    Text { value, end: Some(end) }
}

fn unreadable<'t>(text: &'t str, start: usize, index: usize, error: &JiterErrorType) -> Text<'t> {
    let at = (start + index).min(text.len());
    let end = closing_quote(text, start);
    let JiterErrorType::JsonError(error) = error else {
        return Text { value: Err(unclosed(text, start)), end: None };
    };
    let (message, help) = match error {
        JsonErrorType::ControlCharacterWhileParsingString => {
            // A line end mostly means that the closing quote was forgotten: nothing after it is sure.
            if matches!(text.as_bytes().get(at), Some(b'\n' | b'\r')) {
                return Text { value: Err(unclosed(text, start)), end: None };
            }
            let code = text.as_bytes().get(at).copied().unwrap_or_default();
            (
                format!("a string cannot hold the control character U+{code:04X}"),
                format!("write \\u{code:04x}"),
            )
        }
        JsonErrorType::InvalidEscape => {
            ("this is no escape of JSON".to_owned(), "write \\\\ for a backslash".to_owned())
        }
        JsonErrorType::LoneLeadingSurrogateInHexEscape | JsonErrorType::UnexpectedEndOfHexEscape => (
            "the escape is half of a surrogate pair, which is no character".to_owned(),
            "write both halves, such as \\ud83d\\ude00".to_owned(),
        ),
        _ => return Text { value: Err(unclosed(text, start)), end },
    };
    let range = at.saturating_sub(usize::from(end.is_some_and(|end| at >= end)))..at + 1;
    Text { value: Err(Fault::new(codes::JSON_SYNTAX, message, range).help(help)), end }
}

fn unclosed(text: &str, start: usize) -> Box<Fault> {
    let rest = &text[start..];
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    Fault::new(codes::JSON_SYNTAX, "the string is not closed", start..start + line)
        .help("add a closing quote (a line end inside a string is written \\n)")
}

/// Where a string ends whose content is wrong.
fn closing_quote(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}
