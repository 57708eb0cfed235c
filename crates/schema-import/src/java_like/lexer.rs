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
        lexer.skip_blanks_and_comments();
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
    /// The last comment `/* … */` before the next token.
    comment: Option<Span>,
    problems: &'p mut Diagnostics,
}

/// A text in quotes, as the source contains it.
struct QuotedText<'s> {
    /// The text without its quotes, and with its escapes replaced.
    value: Cow<'s, str>,
    /// The number of bytes in the source, with the quotes.
    length: usize,
    /// Whether there is a quote at the end.
    is_closed: bool,
}

impl<'s> Lexer<'s, '_> {
    /// The text that is not read yet.
    fn rest(&self) -> &'s str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Skips white space and comments, and marks of the byte order.
    fn skip_blanks_and_comments(&mut self) {
        loop {
            // The blanks of Java.
            self.offset +=
                prefix_length(self.rest(), |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0c'));
            let rest = self.rest();
            if rest.starts_with("//") {
                self.offset += prefix_length(rest, |byte| !matches!(byte, b'\n' | b'\r'));
            } else if let Some(after_mark) = rest.strip_prefix("/*") {
                self.skip_block_comment(after_mark);
            } else if rest.starts_with(BYTE_ORDER_MARK) {
                self.offset += BYTE_ORDER_MARK.len_utf8();
            } else {
                return;
            }
        }
    }

    /// Skips a comment `/* … */`, and records it as the comment of the next token. `after_mark` is the text after
    /// `/*`. A comment that does not end is reported and not recorded.
    fn skip_block_comment(&mut self, after_mark: &str) {
        let start = self.offset;
        let inside_start = start + "/*".len();
        if let Some(inside_length) = after_mark.find("*/") {
            self.offset = inside_start + inside_length + "*/".len();
            self.comment = Some(start..self.offset);
        } else {
            // Only the start is marked, because all the rest of the file is inside of the comment.
            self.report(start..inside_start, "the comment does not end", "end it with `*/`");
            self.offset = self.text.len();
        }
    }

    /// Reads the next token. A word after `~` (in Emfatic) or `^` (in Xcore) is a name, even if it is a keyword.
    fn token(&mut self) -> Token<'s> {
        let start = self.offset;
        // A comment belongs only to the token after it, so that no later declaration gets it as documentation.
        let comment = self.comment.take();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Token { kind: Kind::End, text: Cow::Borrowed(""), span: start..start, comment };
        };
        let start_of = |length: usize| Cow::Borrowed(rest.get(..length).unwrap_or_default());
        let escape_length = usize::from(first == '~' || first == '^');
        let word = word(rest.get(escape_length..).unwrap_or_default());
        let (kind, text, length) = if !word.is_empty() {
            (Kind::Word { is_escaped: escape_length > 0 }, Cow::Borrowed(word), escape_length + word.len())
        } else if first.is_ascii_digit() {
            let length = number_length(rest);
            (Kind::Number, start_of(length), length)
        } else if first == '"' || first == '\'' {
            let quoted = quoted_text(rest, first);
            if !quoted.is_closed {
                self.report(
                    start..start + 1,
                    "the text in quotes does not end",
                    "end it with the same quote",
                );
            }
            (Kind::Text, quoted.value, quoted.length)
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

/// The length of the number at the start of a text, perhaps with a fraction. In `1..2`, it is that of `1`.
fn number_length(text: &str) -> usize {
    let integer_length = digit_count(text);
    let rest = text.get(integer_length..).unwrap_or_default();
    match rest.strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => {
            integer_length + 1 + digit_count(fraction)
        }
        _ => integer_length,
    }
}

/// The number of digits at the start of a text. Letters count, too: they belong to numbers of Java such as `0x1F` and
/// `10L`, and would otherwise begin a word.
fn digit_count(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len()
}

/// The text in quotes at the start of `text`. It is not closed if no quote ends it: then it is all of `text`.
fn quoted_text(text: &str, quote: char) -> QuotedText<'_> {
    let inside = text.get(1..).unwrap_or_default();
    // Most texts have no escapes, so their values are in the source.
    if let Some((value, _)) = inside.split_once(quote)
        && !value.contains('\\')
    {
        let length = quote.len_utf8() + value.len() + quote.len_utf8();
        return QuotedText { value: Cow::Borrowed(value), length, is_closed: true };
    }
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((index, c)) = chars.next() {
        match c {
            _ if c == quote => {
                let length = index + quote.len_utf8();
                return QuotedText { value: Cow::Owned(value), length, is_closed: true };
            }
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, 'r')) => value.push('\r'),
                Some((_, 'b')) => value.push('\u{8}'),
                Some((_, 'f')) => value.push('\u{c}'),
                Some((_, 'u')) => {
                    let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
                    value.push(escaped_char(&digits));
                }
                Some((_, other)) => value.push(other),
                None => break,
            },
            _ => value.push(c),
        }
    }
    QuotedText { value: Cow::Owned(value), length: text.len(), is_closed: false }
}

/// The character of an escape such as `\u00e9`, by its digits; the replacement character if there is none.
fn escaped_char(digits: &str) -> char {
    const REPLACEMENT: char = '\u{fffd}';
    // Rust reads a number with a sign, too, but in an escape a sign is a mistake.
    if digits.starts_with('+') {
        return REPLACEMENT;
    }
    let code = u32::from_str_radix(digits, 16).ok();
    // Java writes some characters as two escapes, each with the number of a surrogate, which is no `char` of Rust.
    code.and_then(char::from_u32).unwrap_or(REPLACEMENT)
}

/// The text of a comment, without the characters that begin and end it and its lines; `None` if no text is left.
pub(crate) fn comment_text(comment: &str) -> Option<String> {
    let inside = comment.trim_start_matches('/').trim_end_matches('/');
    let inside = inside.trim_start_matches('*').trim_end_matches('*');
    let mut text = String::with_capacity(inside.len());
    for line in inside.lines() {
        // Without a line break here, empty lines at the start leave the text empty.
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(comment_line(line.trim()));
    }
    // Empty lines at the end are left out, too.
    text.truncate(text.trim_end_matches('\n').len());
    if text.is_empty() { None } else { Some(text) }
}

/// The text of a line of a comment, without the `* ` at its start. Only one asterisk and one blank are removed, so
/// that lists and indented code keep theirs.
fn comment_line(line: &str) -> &str {
    let Some(after_asterisk) = line.strip_prefix('*') else { return line };
    after_asterisk.strip_prefix(' ').unwrap_or(after_asterisk).trim_end()
}
