//! Tokens of Ruby, as far as declarations need them.

use crate::declarations::Span;
use std::borrow::Cow;

/// A token.
#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Span,
    /// Whether white space is before the token.
    pub(super) is_spaced: bool,
}

/// The kind of a token. Names and operators are in the text.
#[derive(Debug, Clone)]
pub(super) enum TokenKind<'t> {
    /// A name or keyword that begins in lower case.
    Word,
    /// A name that begins in upper case.
    Constant,
    /// A name with `@` or `$`.
    Variable,
    /// `name:` before a value of a hash.
    Label(Cow<'t, str>),
    /// `:name`.
    Symbol(Cow<'t, str>),
    /// A string: its text, and whether it has interpolated code.
    Text(Cow<'t, str>, bool),
    /// `%w[…]`.
    Words(Vec<String>),
    /// `%i[…]`.
    Symbols(Vec<String>),
    /// A regular expression: its text, its flags, and whether it has interpolated code.
    Regex(Cow<'t, str>, &'t str, bool),
    /// A number.
    Number,
    /// An operator or a bracket.
    Operator,
    /// The end of a line that may end a statement.
    Newline,
}

impl Token<'_> {
    /// Whether this token may end an operand, so that a `/` after it divides, and an `if` after it is a condition for
    /// the statement before.
    pub(super) fn ends_value(&self, text: &str) -> bool {
        match self.kind {
            TokenKind::Newline | TokenKind::Label(_) => false,
            TokenKind::Operator => matches!(self.text(text), ")" | "]" | "}"),
            TokenKind::Word => !is_before_value(self.text(text)),
            _ => true,
        }
    }

    pub(super) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.span.clone()).unwrap_or_default()
    }
}

/// Whether a keyword is followed by a value or a statement.
fn is_before_value(word: &str) -> bool {
    let words = [
        "and", "begin", "case", "class", "def", "do", "else", "elsif", "ensure", "if", "in", "module", "not",
        "or", "rescue", "then", "unless", "until", "when", "while",
    ];
    words.contains(&word)
}
