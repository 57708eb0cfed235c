//! Tokens: words, texts, numbers and symbols, with the comments before them.
//!
//! Invariants: tokens cover the text in order; time is linear; a text or comment that does not end is reported and ends
//! with the file. This module does not know keywords.

use crate::declarations::Span;
use modelwright_metamodel::diagnostic::codes::IMPORT_INVALID;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use std::borrow::Cow;
use std::sync::Arc;

/// A mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The kind of a token.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word; escaped if it is a name even if it equals a keyword.
    Word {
        /// Whether `~` or `^` is before the word.
        is_escaped: bool,
    },
    /// A text in quotes; the value is the token's text.
    Text,
    /// A number.
    Number,
    /// A symbol: one character, or one of `..` and `->`.
    Symbol,
    /// The end of the file.
    End,
}

/// A token.
#[derive(Debug)]
pub(crate) struct Token<'s> {
    pub(crate) kind: Kind,
    /// The characters of the token, but without the escape character of a word, and without the quotes and escapes of a
    /// text.
    pub(crate) text: Cow<'s, str>,
    pub(crate) span: Span,
    /// The last comment `/* … */` before the token.
    pub(crate) comment: Option<Span>,
}

/// The tokens of a text. The last one is the end.
pub(crate) fn tokens<'s>(source: &'s Arc<Source>, problems: &mut Diagnostics) -> Vec<Token<'s>> {
    let mut lexer = Lexer { source, text: source.text(), offset: 0, comment: None, problems };
    // Usual texts have a token for about every five bytes; a list that grows is copied.
    let mut tokens = Vec::with_capacity(lexer.text.len() / 5);
    loop {
        lexer.skip();
        let token = lexer.token();
        let is_end = token.kind == Kind::End;
        tokens.push(token);
        if is_end {
            return tokens;
        }
    }
}

struct Lexer<'s, 'p> {
    source: &'s Arc<Source>,
    text: &'s str,
    offset: usize,
    comment: Option<Span>,
    problems: &'p mut Diagnostics,
}

impl<'s> Lexer<'s, '_> {
    /// The text that is not read yet.
    fn rest(&self) -> &'s str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            // The blanks of Java.
            self.offset +=
                prefix_length(self.rest(), |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0c'));
            let rest = self.rest();
            if rest.starts_with("//") {
                self.offset += prefix_length(rest, |byte| !matches!(byte, b'\n' | b'\r'));
            } else if let Some(inside) = rest.strip_prefix("/*") {
                let start = self.offset;
                let length = inside.find("*/");
                let end = length.map_or(self.text.len(), |length| start + 4 + length);
                if length.is_none() {
                    // Only the start is marked, because all the rest of the file is inside of the comment.
                    self.report(start..end.min(start + 2), "the comment does not end", "end it with `*/`");
                } else {
                    self.comment = Some(start..end);
                }
                self.offset = end;
            } else if rest.starts_with(BYTE_ORDER_MARK) {
                self.offset += BYTE_ORDER_MARK.len_utf8();
            } else {
                return;
            }
        }
    }

    /// The next token. A word after `~` (in Emfatic) or `^` (in Xcore) is a name, even if it is a keyword.
    fn token(&mut self) -> Token<'s> {
        let start = self.offset;
        // A comment belongs only to the token after it, so that no later declaration gets it as documentation.
        let comment = self.comment.take();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Token { kind: Kind::End, text: Cow::Borrowed(""), span: start..start, comment };
        };
        let start_of = |length: usize| Cow::Borrowed(rest.get(..length).unwrap_or_default());
        let escape = usize::from(first == '~' || first == '^');
        let word = word(rest.get(escape..).unwrap_or_default());
        let (kind, text, length) = if !word.is_empty() {
            (Kind::Word { is_escaped: escape > 0 }, Cow::Borrowed(word), escape + word.len())
        } else if first.is_ascii_digit() {
            let length = number_length(rest);
            (Kind::Number, start_of(length), length)
        } else if first == '"' || first == '\'' {
            let (text, length, ends) = quoted(rest, first);
            if !ends {
                self.report(
                    start..start + 1,
                    "the text in quotes does not end",
                    "end it with the same quote",
                );
            }
            (Kind::Text, text, length)
        } else {
            // Other pairs are two symbols, because `>>` may end two lists of type arguments.
            let length = if rest.starts_with("..") || rest.starts_with("->") { 2 } else { first.len_utf8() };
            (Kind::Symbol, start_of(length), length)
        };
        self.offset = start + length;
        Token { kind, text, span: start..self.offset, comment }
    }

    fn report(&mut self, range: Span, message: &str, help: &str) {
        self.problems.push(Diagnostic::error(IMPORT_INVALID, message).at(self.source, range).help(help));
    }
}

/// The number of bytes at the start of a text that have a property.
fn prefix_length(text: &str, has_property: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !has_property(byte)).unwrap_or(text.len())
}

/// The word at the start of a text; empty if there is none.
fn word(text: &str) -> &str {
    if !text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
        return "";
    }
    // The characters of almost all words are ASCII, and found without decoding them.
    let length = prefix_length(text, |byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$');
    let rest = text.get(length..).unwrap_or_default();
    let rest_length =
        rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
    text.get(..length + rest_length).unwrap_or_default()
}

/// The length of a number, perhaps with a fraction; `1..2` begins with `1`.
fn number_length(text: &str) -> usize {
    // Letters belong to numbers of Java such as `0x1F` and `10L`, whose rest would otherwise be a word.
    let integer_length = digit_count(text);
    let rest = text.get(integer_length..).unwrap_or_default();
    match rest.strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => {
            integer_length + 1 + digit_count(fraction)
        }
        _ => integer_length,
    }
}

/// The number of letters and digits at the start of a text.
fn digit_count(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len()
}

/// The value of a text in quotes at the start, its length with quotes, and whether it ends.
fn quoted(text: &str, quote: char) -> (Cow<'_, str>, usize, bool) {
    let inside = text.get(1..).unwrap_or_default();
    // Most texts have no escapes, so their values are in the source.
    if let Some((value, _)) = inside.split_once(quote)
        && !value.contains('\\')
    {
        return (Cow::Borrowed(value), value.len() + 2, true);
    }
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((index, c)) = chars.next() {
        match c {
            _ if c == quote => return (Cow::Owned(value), index + 1, true),
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, 'r')) => value.push('\r'),
                Some((_, 'b')) => value.push('\u{8}'),
                Some((_, 'f')) => value.push('\u{c}'),
                Some((_, 'u')) => {
                    let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
                    let code = u32::from_str_radix(&digits, 16).ok().filter(|_| !digits.starts_with('+'));
                    let code = code.and_then(char::from_u32);
                    // Java writes some characters as two halves, and one half is not a character of Rust.
                    value.push(code.unwrap_or('\u{fffd}'));
                }
                Some((_, other)) => value.push(other),
                None => break,
            },
            _ => value.push(c),
        }
    }
    (Cow::Owned(value), text.len(), false)
}

/// The text of a comment, without the characters that begin and end it and its lines.
pub(crate) fn comment_text(comment: &str) -> Option<String> {
    let inside = comment.trim_start_matches('/').trim_end_matches('/');
    let inside = inside.trim_start_matches('*').trim_end_matches('*');
    let lines = inside.lines().map(|line| {
        let line = line.trim();
        // Only one asterisk and one blank are removed, so that lists and indented code keep theirs.
        line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest)).trim_end()
    });
    // Empty lines at the start and at the end are left out.
    let mut text = String::with_capacity(inside.len());
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text.truncate(text.trim_end_matches('\n').len());
    (!text.is_empty()).then_some(text)
}
