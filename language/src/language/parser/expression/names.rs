//! Reads the names of expressions, which Puppet cuts otherwise than the declarations of types are cut.

use super::Parser;
use crate::language::lexer::{Kind, Span, T};

/// What a name may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    /// `a::b`
    Name,
    /// `a-b` or `_a`, which is a string.
    Word,
    /// `A::B`
    Type,
    /// `a::` or `A::b`, which is nothing.
    Broken,
}

/// Whether a word is none that can be a name.
pub(super) fn is_keyword(text: &str) -> bool {
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
    /// The name that stands here, and how many tokens it has.
    pub(super) fn called(&self) -> Option<(Called, usize)> {
        let first = self.token();
        match first.kind {
            Kind::Name | Kind::Word => {}
            Kind::Mark(T!["::"]) => {
                let named = matches!(self.ahead(1).kind, Kind::Name | Kind::Word) && self.adjacent(1);
                return named.then(|| self.called_from(2)).or(Some((Called::Broken, 1)));
            }
            _ => return None,
        }
        if !self.mark_ahead(1, T!["::"]) {
            let byte = self.text.as_bytes()[first.span.start as usize];
            let called = match byte {
                b'A'..=b'Z' => Called::Type,
                _ if first.kind == Kind::Word || byte == b'_' => Called::Word,
                _ => Called::Name,
            };
            return Some((called, 1));
        }
        Some(self.called_from(1))
    }

    /// The same, where its first segment is the token before this many.
    fn called_from(&self, mut count: usize) -> (Called, usize) {
        let upper = |parser: &Self, at: usize| {
            parser.text.as_bytes()[parser.ahead(at).span.start as usize].is_ascii_uppercase()
        };
        let is_type = upper(self, count - 1);
        let mut called = if is_type { Called::Type } else { Called::Name };
        loop {
            let segment = self.ahead(count - 1);
            let odd = segment.kind == Kind::Word || self.text_of(segment).starts_with('_');
            if !is_type && odd {
                called = Called::Word;
            }
            if !self.mark_ahead(count, T!["::"]) || !self.adjacent(count) {
                return (called, count);
            }
            let named =
                matches!(self.ahead(count + 1).kind, Kind::Name | Kind::Word) && self.adjacent(count + 1);
            match (named, is_type) {
                (true, _) if upper(self, count + 1) == is_type => count += 2,
                // A type follows at once, which is an expression of its own.
                (true, false) => return (called, count),
                _ => return (Called::Broken, count + 1),
            }
        }
    }

    /// The word that stands here, if no `::` makes it part of a longer name.
    pub(in crate::language::parser) fn keyword(&self) -> Option<&'a str> {
        let token = self.token();
        let alone = token.kind == Kind::Name && !(self.mark_ahead(1, T!["::"]) && self.adjacent(1));
        alone.then(|| self.text_of(token))
    }

    pub(super) fn at_keyword(&self, word: &str) -> bool {
        self.keyword() == Some(word)
    }

    /// Passes over a name of so many tokens, and gives its span.
    pub(super) fn take_name(&mut self, tokens: usize) -> Span {
        let start = self.token().span;
        self.at += tokens;
        start.to(self.previous_span())
    }

    /// Whether the token so many places further on follows the one before it without a space.
    pub(in crate::language::parser) fn adjacent(&self, count: usize) -> bool {
        count > 0 && self.ahead(count - 1).span.end == self.ahead(count).span.start
    }
}
