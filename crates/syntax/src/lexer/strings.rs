//! Strings and regular expressions: their ends, their contents, and the values of their texts.
//!
//! Invariant: a string without an end extends to the end of its line, and no further.

use super::{Lexer, OpenString, TokenKind, lengths};
use std::borrow::Cow;

/// What ends a section of plain text.
enum Stop {
    /// The end of the string, or of the heredoc's body.
    End,
    /// `${`
    Brace,
    /// A dollar sign before a name; the total length in bytes.
    Variable(usize),
    /// The end of the text: the string is not closed.
    Missing,
}

impl Lexer<'_> {
    /// The kind and length of a string in single quotes.
    pub(super) fn single_quoted(&mut self, rest: &str) -> (TokenKind, usize) {
        let bytes = rest.as_bytes();
        let mut position = 1;
        // If a search has failed, no later quote is closed either, so the search is not repeated.
        while !self.failed_searches.single_quote
            && let Some(distance) = memchr::memchr2(b'\'', b'\\', bytes.get(position..).unwrap_or_default())
        {
            position += distance;
            if bytes[position] == b'\'' {
                return (TokenKind::String { closed: true }, position + 1);
            }
            position += 2;
        }
        self.failed_searches.single_quote = true;
        (TokenKind::String { closed: false }, line_length(rest))
    }

    /// Reads a string in double quotes, up to its end or to its first expression.
    pub(super) fn double_quoted(&mut self) {
        let start = self.position;
        if self.failed_searches.double_quote {
            let end = start + line_length(&self.text[start..]);
            return self.push(TokenKind::String { closed: false }, start, end);
        }
        self.begin_text(start);
        let is_first = true;
        self.string_text(start, start + 1, is_first);
    }

    /// Begins a string or the text of a heredoc, which may contain expressions.
    pub(super) fn begin_text(&mut self, start: usize) {
        self.open.push(OpenString {
            first: self.tokens.list.len(),
            start,
            braces: 0,
            heredocs: self.tokens.heredocs.len(),
            jump: self.jump,
        });
    }

    /// Reads the text of the innermost open string, up to its end or to the brace of its next expression. `start` is
    /// the start of the token, and `from` that of the text in it.
    pub(super) fn string_text(&mut self, mut start: usize, mut from: usize, mut is_first: bool) {
        loop {
            let (text_end, stop) = self.text_stop(from);
            match stop {
                Stop::Brace => {
                    let kind = if is_first {
                        TokenKind::Open { brace: true }
                    } else {
                        TokenKind::Middle { brace: true }
                    };
                    return self.push(kind, start, text_end + 2);
                }
                Stop::Variable(length) => {
                    let kind = if is_first {
                        TokenKind::Open { brace: false }
                    } else {
                        TokenKind::Middle { brace: false }
                    };
                    self.push(kind, start, text_end);
                    let variable_end = text_end + length;
                    self.push(TokenKind::Variable, text_end, variable_end);
                    // The next token is the text after the variable, without a quote before it.
                    (start, from, is_first) = (variable_end, variable_end, false);
                }
                Stop::End => {
                    self.open.pop();
                    // The text of a heredoc does not end with a quote.
                    let end =
                        if self.body.is_some() && self.open.is_empty() { text_end } else { text_end + 1 };
                    let kind = if is_first { TokenKind::String { closed: true } } else { TokenKind::Close };
                    return self.push(kind, start, end);
                }
                Stop::Missing => {
                    self.position = self.text.len();
                    return;
                }
            }
        }
    }

    /// The position at which the plain text ends, from a position on, and what is there.
    fn text_stop(&self, from: usize) -> (usize, Stop) {
        let bytes = self.text.as_bytes();
        // The text of a heredoc ends where the text of its lexer ends. In it, a backslash is special only if the
        // heredoc enables escapes.
        let body = if self.open.len() == 1 { self.body } else { None };
        let escapes_dollar = body.is_none_or(|escapes| escapes.dollar);
        let mut position = from;
        while let Some(distance) =
            memchr::memchr3(b'"', b'\\', b'$', bytes.get(position..).unwrap_or_default())
        {
            position += distance;
            match bytes[position] {
                // In a heredoc, a quote is an ordinary character.
                b'"' if body.is_none() => return (position, Stop::End),
                // The escaped byte is skipped. If it begins a longer character, the other bytes of this character are
                // not ASCII, so the search does not stop at them.
                b'\\' if escapes_dollar => position += 1,
                b'$' if self.reads_expressions && bytes.get(position + 1) == Some(&b'{') => {
                    return (position, Stop::Brace);
                }
                b'$' if self.reads_expressions => {
                    let length = lengths::variable_length(&self.text[position..]);
                    if length > 1 {
                        return (position, Stop::Variable(length));
                    }
                }
                _ => {}
            }
            position += 1;
        }
        (bytes.len(), if body.is_some() { Stop::End } else { Stop::Missing })
    }

    /// Undoes the reading of a string that is not closed: it ends at the end of its line instead, and expressions in
    /// later strings are not read.
    pub(super) fn end_at_line_break(&mut self) {
        // The removed string is the outermost one. What is inside was read on the assumption that the string is closed.
        let Some(string) = self.open.drain(..).next() else { return };
        let starts_line = self.tokens.list.get(string.first).is_some_and(|token| token.starts_line);
        self.tokens.list.truncate(string.first);
        self.tokens.heredocs.truncate(string.heredocs);
        // What was read as comments in its expressions is ordinary text now.
        self.tokens.docs.retain(|token_start, _| *token_start as usize <= string.start);
        self.comment.clear();
        self.jump = string.jump;
        // After the first string that is not closed, expressions in strings are no longer read, because quotes in them
        // may have been paired wrongly. After the second one, closing quotes are no longer searched.
        self.failed_searches.double_quote = !self.reads_expressions;
        self.reads_expressions = false;
        self.starts_line = starts_line;
        let end = string.start + line_length(&self.text[string.start..]);
        self.push(TokenKind::String { closed: false }, string.start, end);
    }
}

/// The length of the first line of a text, without blanks at its end; at least 1, so that a token is never empty.
fn line_length(rest: &str) -> usize {
    let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
    rest[..end].trim_end().len().max(1)
}

/// The length of the regular expression at the start of a text; `None` if it is not closed. As in Puppet, it may span
/// lines.
pub(super) fn regex_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut position = 1;
    loop {
        position += memchr::memchr2(b'/', b'\\', bytes.get(position..)?)?;
        if bytes[position] == b'/' {
            return Some(position + 1);
        }
        position += 2;
    }
}

/// The source of a regular expression token.
pub(crate) fn regex_source(token: &str) -> String {
    let pattern = token.strip_prefix('/').and_then(|t| t.strip_suffix('/')).unwrap_or(token);
    pattern.replace("\\/", "/")
}

/// The value of a string token; `None` if it contains an interpolated expression.
pub(crate) fn string_value(token: &str, is_closed: bool) -> Option<Cow<'_, str>> {
    // The opening quote is one byte, and so is the closing one.
    let mut content = token.get(1..).unwrap_or_default();
    if is_closed {
        content = content.get(..content.len().saturating_sub(1)).unwrap_or_default();
    }
    if token.starts_with('\'') {
        return Some(unescape(content, Escapes::SINGLE));
    }
    // A closed string that contains an expression has several tokens. So the value of a single token is plain.
    if contains_expression(content) { None } else { Some(unescape(content, Escapes::DOUBLE)) }
}

/// Whether a text in double quotes contains an expression. A single token can do so only if the string is unclosed.
fn contains_expression(inner: &str) -> bool {
    let mut is_escaped = false;
    for (index, c) in inner.char_indices() {
        if c == '$' && !is_escaped {
            let is_before_brace = inner[index + 1..].starts_with('{');
            if is_before_brace || lengths::variable_length(&inner[index..]) > 1 {
                return true;
            }
        }
        // The second backslash of `\\` is escaped itself, and escapes nothing.
        is_escaped = c == '\\' && !is_escaped;
    }
    false
}

/// The escapes that are valid in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Escapes {
    pub(super) backslash: bool,
    /// Whether `\'` is an escape.
    pub(super) single: bool,
    /// Whether `\"` is an escape.
    pub(super) double: bool,
    /// Whether `\$` is an escape.
    pub(super) dollar: bool,
    pub(super) tab: bool,
    pub(super) newline: bool,
    /// Whether `\r` is an escape.
    pub(super) carriage: bool,
    /// Whether `\s` is an escape.
    pub(super) space: bool,
    /// Whether `\u` with a code point is an escape.
    pub(super) unicode: bool,
    /// A backslash at the end of a line joins the line with the next one.
    pub(super) join: bool,
}

impl Escapes {
    const NONE: Escapes = Escapes {
        backslash: false,
        single: false,
        double: false,
        dollar: false,
        tab: false,
        newline: false,
        carriage: false,
        space: false,
        unicode: false,
        join: false,
    };

    /// The escapes of a text in single quotes.
    pub(crate) const SINGLE: Escapes = Escapes { backslash: true, single: true, ..Self::NONE };

    /// The escapes of a text in double quotes.
    pub(crate) const DOUBLE: Escapes = Escapes {
        double: true,
        dollar: true,
        tab: true,
        newline: true,
        carriage: true,
        space: true,
        unicode: true,
        join: true,
        ..Self::SINGLE
    };

    /// The value of a backslash and a character; `None` if both are kept as written.
    fn value(self, c: char) -> Option<char> {
        let (allowed, value) = match c {
            '\\' => (self.backslash, '\\'),
            '\'' => (self.single, '\''),
            '"' => (self.double, '"'),
            '$' => (self.dollar, '$'),
            't' => (self.tab, '\t'),
            'n' => (self.newline, '\n'),
            'r' => (self.carriage, '\r'),
            's' => (self.space, ' '),
            _ => return None,
        };
        allowed.then_some(value)
    }
}

/// The value of a text with these escapes.
pub(crate) fn unescape(text: &str, escapes: Escapes) -> Cow<'_, str> {
    if memchr::memchr(b'\\', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(index) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..index]);
        let after_backslash = &rest[index + 1..];
        let Some(c) = after_backslash.chars().next() else {
            rest = &rest[index..];
            break;
        };
        rest = &after_backslash[c.len_utf8()..];
        if let Some(value) = escapes.value(c) {
            out.push(value);
        } else if c == 'u' && escapes.unicode {
            rest = unescape_code(rest, &mut out);
        } else if escapes.join && c == '\n' {
            // The line break is left out, which joins the two lines.
        } else if escapes.join && after_backslash.starts_with("\r\n") {
            // `rest` starts after the carriage return, which alone is not a line break.
            rest = &rest["\n".len()..];
        } else {
            out.extend(['\\', c]);
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Appends the character for `{1F600}` or `00E9` after `\u`, or `\u` itself if anything else follows. Returns the text
/// after what was read.
fn unescape_code<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let braced = rest.strip_prefix('{').and_then(|t| t.split_once('}'));
    let (digits, after) = match braced {
        // A code point has at most six digits.
        Some((digits, after)) if digits.len() <= 6 => (digits, after),
        // Digits are single bytes, so there are no four digits if the text cannot be split after four bytes.
        _ => rest.split_at_checked(4).unwrap_or(("", rest)),
    };
    // `from_str_radix` would also accept a plus sign.
    let is_hexadecimal = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let code_point = if is_hexadecimal { u32::from_str_radix(digits, 16).ok() } else { None };
    // Surrogates are not characters, so they are kept as written.
    match code_point.and_then(char::from_u32) {
        Some(c) => {
            out.push(c);
            after
        }
        None => {
            out.push_str("\\u");
            rest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_the_quotes() {
        assert_eq!(string_value(r#""a ${x}"#, false), None);
        assert_eq!(string_value(r#""\u{e9}\n\$x \q $""#, true).as_deref(), Some("é\n$x \\q $"));
        assert_eq!(string_value("\"a\\\n b\\\r\nc\"", true).as_deref(), Some("a bc"));
        assert_eq!(string_value(r"'\\d\' \n'", true).as_deref(), Some(r"\d' \n"));
        assert_eq!(string_value("'", false).as_deref(), Some(""));
        assert_eq!(string_value(r#""\uD800 \u12""#, true).as_deref(), Some(r"\uD800 \u12"));
    }
}
