//! Scans scalars that are on one line.
//!
//! This module does not know where a scalar may be, or what follows it.

use super::lines::Lines;
use std::borrow::Cow;

/// The reason why a plain scalar ends, with its position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Terminator {
    /// The `:` of a key.
    Colon(usize),
    /// A line break.
    Line(usize),
    /// The start of a comment.
    Comment(usize),
}

/// A plain scalar without the spaces at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainScalar {
    pub(super) end: usize,
    pub(super) terminator: Terminator,
}

/// A text in quotes.
#[derive(Debug)]
pub(super) struct QuotedScalar<'a> {
    pub(super) text: Cow<'a, str>,
    /// The position after the closing quote.
    pub(super) end: usize,
}

/// Whether a plain scalar outside of brackets starts here, with a character that cannot have another meaning.
#[inline]
pub(super) fn starts_plain(lines: Lines<'_>, position: usize) -> bool {
    lines.byte(position).is_ascii_alphanumeric() || starts_plain_with_sign(lines, position)
}

/// As [`starts_plain`], for a scalar that starts with anything but a letter or digit of ASCII.
fn starts_plain_with_sign(lines: Lines<'_>, position: usize) -> bool {
    let next = lines.byte(position + 1);
    match lines.byte(position) {
        // No variant of YAML treats these characters as an indicator at the start.
        b'_' | b'$' | b'/' | b'+' | b'(' | b')' | b'~' | b'=' | b';' | b'^' | b'\\' | b'<' => true,
        // `...` may be a document mark.
        b'.' => next != b'.',
        b'-' => next.is_ascii_alphanumeric() || next == b'.',
        b':' => next.is_ascii_graphic(),
        0x80.. => !lines.may_be_break(position),
        _ => false,
    }
}

/// Scans a plain scalar outside of brackets up to the end of its line; `None` if the scalar is left to the exact path.
pub(super) fn scan_plain(lines: Lines<'_>, start: usize) -> Option<PlainScalar> {
    let mut position = start;
    let terminator = loop {
        position = lines.find(position, |block| block.equal(b':') | block.equal(b'#'));
        match lines.byte(position) {
            b'\n' => break Terminator::Line(position),
            b':' => match lines.byte(position + 1) {
                b' ' | b'\n' => break Terminator::Colon(position),
                b'\t' | b'\r' | 0 => return None,
                _ if lines.may_be_break(position + 1) => return None,
                _ => {}
            },
            // Without a space before it, `#` is a part of the text.
            b'#' if lines.byte(position - 1) == b' ' => break Terminator::Comment(position),
            b'#' => {}
            0xC2 | 0xE2 if !lines.may_be_break(position) => {}
            _ => return None,
        }
        position += 1;
    };
    let mut end = position;
    while end > start && lines.byte(end - 1) == b' ' {
        end -= 1;
    }
    Some(PlainScalar { end, terminator })
}

/// Finds the `:` of a plain key without spaces. Most keys are such keys; colons inside them need no check.
pub(super) fn find_key_colon(lines: Lines<'_>, start: usize) -> Option<usize> {
    let end = lines.find(start, |block| block.equal(b' '));
    // There must be at least one character before the `:`.
    let is_end = matches!(lines.byte(end), b' ' | b'\n') && end > start + 1;
    (is_end && lines.byte(end - 1) == b':').then(|| end - 1)
}

/// Scans a text in single or double quotes.
pub(super) fn scan_quoted(lines: Lines<'_>, start: usize) -> Option<QuotedScalar<'_>> {
    if lines.byte(start) == b'"' {
        scan_double_quoted(lines, start)
    } else {
        scan_single_quoted(lines, start)
    }
}

/// Scans a text in single quotes; `None` if the text is left to the exact path.
fn scan_single_quoted(lines: Lines<'_>, start: usize) -> Option<QuotedScalar<'_>> {
    let mut copied_end = start + 1;
    let mut position = copied_end;
    let mut text = String::new();
    loop {
        position = lines.find(position, |block| block.equal(b'\''));
        match lines.byte(position) {
            b'\'' if lines.byte(position + 1) == b'\'' => {
                // Two quotes represent one, so the first one is copied.
                text.push_str(lines.text.get(copied_end..=position)?);
                position += 2;
                copied_end = position;
            }
            b'\'' => {
                return Some(QuotedScalar {
                    text: join(text, lines.text.get(copied_end..position)?),
                    end: position + 1,
                });
            }
            // `find` stops at each of these, because some start a line break of YAML 1.1.
            0xC2 | 0xE2 if !lines.may_be_break(position) => position += 1,
            _ => return None,
        }
    }
}

/// Scans a text in double quotes; `None` if the text is left to the exact path.
fn scan_double_quoted(lines: Lines<'_>, start: usize) -> Option<QuotedScalar<'_>> {
    let mut copied_end = start + 1;
    let mut position = copied_end;
    let mut text = String::new();
    loop {
        position = lines.find(position, |block| block.equal(b'"') | block.equal(b'\\'));
        match lines.byte(position) {
            b'"' => {
                return Some(QuotedScalar {
                    text: join(text, lines.text.get(copied_end..position)?),
                    end: position + 1,
                });
            }
            b'\\' => {
                // Nothing is copied before the first escape, so most texts are borrowed.
                text.push_str(lines.text.get(copied_end..position)?);
                text.push(escaped(lines.byte(position + 1))?);
                position += 2;
                copied_end = position;
            }
            0xC2 | 0xE2 if !lines.may_be_break(position) => position += 1,
            _ => return None,
        }
    }
}

/// The character of a common escape.
fn escaped(letter: u8) -> Option<char> {
    match letter {
        b'n' => Some('\n'),
        b't' => Some('\t'),
        b'"' | b'\\' | b'/' => Some(char::from(letter)),
        _ => None,
    }
}

/// Appends the rest of a text to the part that was copied.
fn join(mut copied: String, rest: &str) -> Cow<'_, str> {
    // If nothing was copied, there was no escape, because an escape always adds a character.
    if copied.is_empty() {
        return Cow::Borrowed(rest);
    }
    copied.push_str(rest);
    Cow::Owned(copied)
}
