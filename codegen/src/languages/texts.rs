//! Documentation texts as lines of comments, and the characters that must not occur in a source text.
//!
//! This module does not know how a comment of a language ends: callers replace that in each line.

use modelwright_metamodel::diagnostic::is_unprintable;
use std::borrow::Cow;

/// Whether a character is invisible in the source, or ends a line for some programs.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control() || is_unprintable(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Whether a text is the content of its own literal in most languages: printable ASCII without quotes and backslashes.
pub(crate) fn needs_no_escapes(text: &str) -> bool {
    // All bytes are examined, so that the compiler examines several of them at once.
    text.bytes().fold(true, |needs_no_escapes, byte| {
        needs_no_escapes & matches!(byte, b' '..=b'~') & !matches!(byte, b'"' | b'\'' | b'\\')
    })
}

/// Appends a number of spaces.
pub(crate) fn push_spaces(count: usize, out: &mut String) {
    const SPACES: &str = "                                ";
    match SPACES.get(..count) {
        Some(spaces) => out.push_str(spaces),
        None => out.extend(std::iter::repeat_n(' ', count)),
    }
}

/// Appends a line with an indentation; an empty one has none.
pub(crate) fn push_line(indent: usize, text: &str, out: &mut String) {
    if !text.is_empty() {
        push_spaces(indent, out);
        out.push_str(text);
    }
    out.push('\n');
}

/// The number of columns of a text.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The lines of a documentation text without hidden characters. Neither the first nor the last line is empty, and no
/// two empty lines are adjacent.
pub(crate) fn documentation_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let clean_line = if line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            Cow::Borrowed(line)
        } else {
            Cow::Owned(line.replace('\t', "    ").chars().filter(|c| !is_hidden(*c)).collect())
        };
        let clean_line = clean_line.trim_end();
        if !clean_line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(clean_line.to_owned());
        }
    }
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// Breaks a line between words, so that it has no more columns than the limit if that is possible; further lines have
/// its indentation. If `out` is empty, the first line shares its columns with `first_line_columns` others.
pub(crate) fn wrap(text: &str, limit: usize, first_line_columns: usize, out: &mut Vec<String>) {
    let indent = " ".repeat(text.len() - text.trim_start().len());
    let mut line = String::with_capacity(limit.min(text.len()));
    line.push_str(&indent);
    let mut is_empty = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let limit = if out.is_empty() { limit.saturating_sub(first_line_columns) } else { limit };
        if !is_empty && width(&line) + 1 + width(word) > limit {
            out.push(std::mem::replace(&mut line, indent.clone()));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push(line);
}
