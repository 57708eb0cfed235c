//! Strings, bytes and regular expressions as literals and messages show them.

use modelwright_metamodel::unicode::is_printable;
use std::fmt::Write;

/// The start of a text, at most 100 characters, for a message.
pub(super) fn excerpt(text: &str) -> &str {
    text.char_indices().nth(100).map_or(text, |(end, _)| &text[..end])
}

/// A quoted string, as in Puppet's `%p`: single-quoted, unless it contains characters that require double quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    // Single-quoted strings have no escapes for control characters.
    if text.chars().any(|c| c < ' ') {
        return double_quoted(text);
    }
    out.push('\'');
    let mut has_pending_backslash = false;
    for c in text.chars() {
        // As in Puppet, a backslash and the character after it are written unchanged, so not every string is read back
        // as the same string.
        if has_pending_backslash {
            out.push('\\');
            out.push(c);
            has_pending_backslash = false;
        } else if c == '\'' {
            out.push_str("\\'");
        } else if c == '\\' {
            has_pending_backslash = true;
        } else {
            out.push(c);
        }
    }
    if has_pending_backslash {
        out.push('\\');
    }
    out.push('\'');
    out
}

/// A string in double quotes.
pub(super) fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A string as Ruby's `inspect` writes it.
pub(super) fn inspected(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for (position, c) in text.char_indices() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Ruby escapes `#` only if it would start an interpolation.
            '#' if text[position + 1..].starts_with(['{', '$', '@']) => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0B' => out.push_str("\\v"),
            '\x0C' => out.push_str("\\f"),
            '\x1B' => out.push_str("\\e"),
            // Ruby counts this control character as a space.
            c if c == '\u{85}' || is_printable(c) => out.push(c),
            c if u32::from(c) < 0x1_0000 => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
        }
    }
    out.push('"');
    out
}

/// Bytes as Ruby's `inspect` writes them.
pub(super) fn inspected_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(*byte)]),
            // Ruby escapes `#` only if it would start an interpolation.
            b'#' if matches!(bytes.get(index + 1), Some(b'{' | b'$' | b'@')) => out.push_str("\\#"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            0x07 => out.push_str("\\a"),
            0x08 => out.push_str("\\b"),
            0x0B => out.push_str("\\v"),
            0x0C => out.push_str("\\f"),
            0x1B => out.push_str("\\e"),
            b' '..=b'~' => out.push(char::from(*byte)),
            other => {
                let _ = write!(out, "\\x{other:02X}");
            }
        }
    }
    out.push('"');
    out
}

/// A regular expression between slashes.
pub(super) fn regex_text(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    out.push('/');
    let mut is_escaped = false;
    for c in source.chars() {
        // An unescaped slash would end the literal; a line break is written as `\n`.
        if (c == '/' || c == '\n') && !is_escaped {
            out.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(if c == '\n' { 'n' } else { c });
    }
    out.push('/');
    out
}
