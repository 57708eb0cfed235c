//! A position in a JSON text, and methods that read values of an expected type at it.
//!
//! Invariants: each value is read or skipped completely, so that the next one follows; a value of the wrong type is
//! reported at its position; no recursion. This module does not know catalogs.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::{AnyValue, AnyValueBuilder, AnyValueError};
use modelwright_notations::json::Tokenizer;
use modelwright_notations::tree::{Token, TreeSource as _};
use std::ops::Range;
use std::sync::Arc;

/// The help of an error that needs none.
pub(super) const NO_HELP: &str = "";

/// A position in a text.
pub(super) struct Cursor<'s> {
    pub(super) source: &'s Arc<Source>,
    tokens: Tokenizer<'s>,
    pub(super) problems: Diagnostics,
}

/// The keys of a map that were read: bit `n` for the key at position `n` of the known keys.
#[derive(Default)]
pub(super) struct Keys(u32);

impl<'s> Cursor<'s> {
    /// A cursor before the first token.
    pub(super) fn new(source: &'s Arc<Source>) -> Self {
        Self { source, tokens: Tokenizer::new(source.text()), problems: Diagnostics::new() }
    }

    /// The next token; syntax errors before it are reported.
    pub(super) fn next(&mut self) -> Token<'s> {
        loop {
            match self.tokens.next() {
                Ok(token) => return token,
                Err(fault) => self.problems.push(fault.into_diagnostic(self.source)),
            }
        }
    }

    /// The span of the last token.
    pub(super) fn range(&self) -> Range<usize> {
        self.tokens.range()
    }

    /// Reports an error at a range; `help` may be [`NO_HELP`].
    pub(super) fn error(&mut self, message: impl Into<String>, range: Range<usize>, help: &str) {
        let problem = Diagnostic::error(codes::CATALOG_FORM, message).at(self.source, range);
        self.problems.push(if help.is_empty() { problem } else { problem.help(help) });
    }

    /// The next key of a map that has begun; `None` at its end.
    pub(super) fn key(&mut self) -> Option<String> {
        loop {
            match self.next() {
                Token::Key(key) => return Some(key.into_owned()),
                Token::EndMap | Token::End => return None,
                // Other tokens only follow after a syntax error, which was reported.
                _ => {}
            }
        }
    }

    /// The next of the known keys of a map, and the first token of its value; `None` at the end of the map. Other keys
    /// are skipped with a warning, and a key that was read before with an error. `keys` records which keys were read;
    /// `subject` names the map in messages.
    pub(super) fn known_key(
        &mut self,
        keys: &mut Keys,
        known: &'static [&'static str],
        subject: &str,
    ) -> Option<(&'static str, Token<'s>)> {
        while let Some(key) = self.key() {
            let range = self.range();
            let value = self.next();
            match known.iter().position(|name| *name == key) {
                Some(index) if keys.0 & (1 << index) == 0 => {
                    keys.0 |= 1 << index;
                    return Some((known[index], value));
                }
                Some(_) => {
                    let message = format!("{subject} has the key `{key}` twice");
                    self.error(message, range, "remove one of the two entries");
                }
                None => {
                    let message = format!("{subject} has no key `{key}`, so its value is left out");
                    let problem = Diagnostic::warning(codes::LOSS, message).at(self.source, range);
                    self.problems.push(problem.help("Puppet ignores it, too"));
                }
            }
            self.skip(&value);
        }
        None
    }

    /// The next value of a list that has begun; `None` at its end.
    pub(super) fn item(&mut self) -> Option<Token<'s>> {
        match self.next() {
            Token::EndList | Token::End => None,
            token => Some(token),
        }
    }

    /// Skips the rest of a value that starts with a token.
    pub(super) fn skip(&mut self, first: &Token<'s>) {
        let mut depth = usize::from(matches!(first, Token::BeginMap | Token::BeginList));
        while depth > 0 {
            match self.next() {
                Token::BeginMap | Token::BeginList => depth += 1,
                Token::EndMap | Token::EndList => depth -= 1,
                Token::End => return,
                _ => {}
            }
        }
    }

    /// Reports a value of the wrong type, and skips it.
    fn report_unexpected(&mut self, found: &Token<'s>, subject: &str, expected: &str) {
        let kind = match found {
            Token::BeginMap => "a map",
            Token::BeginList => "a list",
            Token::Null => "null",
            Token::True | Token::False => "a boolean",
            Token::Number(_) => "a number",
            Token::String(_) => "a string",
            // The tokenizer has reported why.
            _ => return,
        };
        let range = self.range();
        self.error(format!("{subject} must be {expected}, found {kind}"), range, NO_HELP);
        self.skip(found);
    }

    /// Whether a value is a map, which has then begun.
    pub(super) fn is_map(&mut self, value: &Token<'s>, subject: &str) -> bool {
        let is_map = *value == Token::BeginMap;
        if !is_map {
            self.report_unexpected(value, subject, "a map");
        }
        is_map
    }

    /// Whether a value is a list, which has then begun; null is an empty list.
    pub(super) fn is_list(&mut self, value: &Token<'s>, subject: &str) -> bool {
        let is_list = *value == Token::BeginList;
        if !is_list && *value != Token::Null {
            self.report_unexpected(value, subject, "a list");
        }
        is_list
    }

    /// A string; `None` for null, and for another value, which is reported.
    pub(super) fn text(&mut self, value: &Token<'s>, subject: &str) -> Option<String> {
        match value {
            Token::String(text) => Some(text.to_string()),
            Token::Null => None,
            other => {
                self.report_unexpected(other, subject, "a string");
                None
            }
        }
    }

    /// A whole number; `None` for null, and for another value, which is reported.
    pub(super) fn integer(&mut self, value: &Token<'s>, subject: &str) -> Option<i64> {
        let number = match value {
            Token::Number(digits) => digits.parse().ok(),
            Token::Null => return None,
            _ => None,
        };
        if number.is_none() {
            self.report_unexpected(value, subject, "a whole number of at most 64 bits");
        }
        number
    }

    /// A boolean; `false` for null, and for another value, which is reported.
    pub(super) fn boolean(&mut self, value: &Token<'s>, subject: &str) -> bool {
        if !matches!(value, Token::True | Token::False | Token::Null) {
            self.report_unexpected(value, subject, "a boolean");
        }
        *value == Token::True
    }

    /// A list of strings, each of which `subject` describes.
    pub(super) fn texts(&mut self, value: &Token<'s>, list: &str, subject: &str) -> Vec<String> {
        let mut texts = Vec::new();
        if self.is_list(value, &format!("`{list}`")) {
            while let Some(item) = self.item() {
                match item {
                    Token::String(text) => texts.push(text.into_owned()),
                    other => self.report_unexpected(&other, subject, "a string"),
                }
            }
        }
        texts
    }

    /// A string or a number; `None` for null, and for another value, which is reported.
    pub(super) fn scalar(&mut self, value: &Token<'s>, subject: &str) -> Option<AnyValue> {
        match value {
            Token::String(text) => Some(AnyValue::Text(text.to_string())),
            Token::Number(digits) => Some(AnyValue::number(digits)),
            Token::Null => None,
            other => {
                self.report_unexpected(other, subject, "a string or a number");
                None
            }
        }
    }

    /// A value of any kind; `None` for null, and for a value that is invalid, which is reported.
    pub(super) fn any(&mut self, first: Token<'s>, subject: &str) -> Option<AnyValue> {
        let mut builder = AnyValueBuilder::default();
        let (mut depth, mut is_valid) = (0_usize, true);
        let mut token = first;
        loop {
            match token {
                Token::BeginMap | Token::BeginList => depth += 1,
                Token::EndMap | Token::EndList => depth = depth.saturating_sub(1),
                // The tokenizer has reported an early end, and an unreadable token.
                Token::End => return None,
                Token::Unreadable => is_valid = false,
                _ => {}
            }
            // After a problem, the rest of the value is only skipped.
            if is_valid && let Err(problem) = add(&mut builder, &token) {
                let range = self.range();
                self.error(format!("{subject} is not valid: {problem}"), range, NO_HELP);
                is_valid = false;
            }
            if depth == 0 {
                return builder.finish().filter(|value| is_valid && *value != AnyValue::Null);
            }
            token = self.next();
        }
    }
}

/// Adds a token to a value.
fn add(builder: &mut AnyValueBuilder, token: &Token<'_>) -> Result<(), AnyValueError> {
    match token {
        Token::BeginMap => return builder.begin_map(),
        Token::BeginList => return builder.begin_list(),
        Token::Key(key) => return builder.key(key),
        Token::EndMap | Token::EndList => builder.end(),
        Token::True | Token::False => builder.value(AnyValue::Boolean(*token == Token::True)),
        Token::Number(digits) => builder.value(AnyValue::number(digits)),
        Token::String(text) => builder.value(AnyValue::Text(text.to_string())),
        Token::Null | Token::Unreadable | Token::End => builder.value(AnyValue::Null),
    }
    Ok(())
}
