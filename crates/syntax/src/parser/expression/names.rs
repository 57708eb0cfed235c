//! Reads the names in expressions, which Puppet splits differently from the names in type declarations.

use super::Parser;
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{T, TokenKind};

/// The forms of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::parser) enum NameForm {
    /// `a::b`
    Name,
    /// `a-b` or `_a`, which is a string.
    Word,
    /// `A::B`
    Type,
    /// `a::` or `A::b`, which is invalid.
    Invalid,
}

/// Whether a word is reserved, so that it cannot be a name.
pub(in crate::parser) fn is_keyword(text: &str) -> bool {
    matches!(
        text,
        "case"
            | "class"
            | "default"
            | "define"
            | "if"
            | "elsif"
            | "else"
            | "inherits"
            | "node"
            | "and"
            | "or"
            | "undef"
            | "false"
            | "true"
            | "in"
            | "unless"
            | "function"
            | "type"
            | "attr"
            | "private"
    )
}

impl<'a> Parser<'a> {
    /// The form of the current name, and its number of tokens; `None` if there is no name.
    pub(in crate::parser) fn name_here(&self) -> Option<(NameForm, usize)> {
        let first = self.token();
        match first.kind {
            TokenKind::Name | TokenKind::Word => {}
            TokenKind::Mark(T!["::"]) => {
                let is_name =
                    matches!(self.ahead(1).kind, TokenKind::Name | TokenKind::Word) && self.adjacent(1);
                return Some(if is_name { self.name_from(2) } else { (NameForm::Invalid, 1) });
            }
            _ => return None,
        }
        // Most names have one segment.
        if !self.mark_ahead(1, T!["::"]) {
            let byte = self.text.as_bytes()[first.span.start as usize];
            let form = match byte {
                b'A'..=b'Z' => NameForm::Type,
                // In Puppet, names start with a letter. A word that starts with an underscore is a string.
                _ if first.kind == TokenKind::Word || byte == b'_' => NameForm::Word,
                _ => NameForm::Name,
            };
            return Some((form, 1));
        }
        Some(self.name_from(1))
    }

    /// The form of a name and its number of tokens. Its first `count` tokens were already recognized; the last of them
    /// is its first segment.
    fn name_from(&self, mut count: usize) -> (NameForm, usize) {
        let is_type = self.is_upper_ahead(count - 1);
        let mut form = if is_type { NameForm::Type } else { NameForm::Name };
        loop {
            let segment = self.ahead(count - 1);
            // One such segment makes the complete name a string.
            let is_word_segment = segment.kind == TokenKind::Word || self.text_of(segment).starts_with('_');
            if !is_type && is_word_segment {
                form = NameForm::Word;
            }
            if !self.mark_ahead(count, T!["::"]) || !self.adjacent(count) {
                return (form, count);
            }
            let is_name = matches!(self.ahead(count + 1).kind, TokenKind::Name | TokenKind::Word)
                && self.adjacent(count + 1);
            // In Puppet, all segments of a name have the same case.
            if is_name && self.is_upper_ahead(count + 1) == is_type {
                count += 2;
                continue;
            }
            // `a::B`: the name ends here, and a type follows, which is a separate expression.
            if is_name && !is_type {
                return (form, count);
            }
            return (NameForm::Invalid, count + 1);
        }
    }

    /// Whether the token this many positions ahead starts with an upper-case letter.
    fn is_upper_ahead(&self, count: usize) -> bool {
        self.text.as_bytes()[self.ahead(count).span.start as usize].is_ascii_uppercase()
    }

    /// The current word, unless `::` makes it part of a longer name.
    pub(in crate::parser) fn keyword(&self) -> Option<&'a str> {
        let token = self.token();
        // `if::a` is a name with two segments, although `if` is a keyword.
        let is_segment = self.mark_ahead(1, T!["::"]) && self.adjacent(1);
        if token.kind != TokenKind::Name || is_segment {
            return None;
        }
        Some(self.text_of(token))
    }

    /// Whether the current token is this word, which is not part of a longer name.
    pub(super) fn at_keyword(&self, word: &str) -> bool {
        self.keyword() == Some(word)
    }

    /// Completes a name of this many tokens.
    pub(in crate::parser) fn name_node(&mut self, tokens: usize, kind: NodeKind) -> CompletedNode {
        let start = self.token().span;
        self.position += tokens;
        let span = start.to(self.previous_span());
        self.leaf(kind, span)
    }

    /// Whether the token this many positions ahead follows the one before it without a space.
    pub(in crate::parser) fn adjacent(&self, count: usize) -> bool {
        count > 0 && self.ahead(count - 1).span.end == self.ahead(count).span.start
    }
}
