//! The tokens of a model's document for [`crate::tree`], without a tree of the document.
//!
//! If the document needs a tree, such as for aliases, the stream returns one fault, and the document must be read
//! through a tree. This module does not know what a key means.

use super::scalar::Scalar;
use super::tokens::{decimal, scalar_token};
use super::values::{CertainStep, SpecialDocument, Step, Values, is_integer};
use crate::diagnostic::codes;
use crate::tree::{Fault, Token, TreeSource};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

/// The tokens of a text in YAML 1.2.
#[derive(Debug)]
pub(super) struct Stream<'t> {
    text: &'t str,
    values: Values<'t>,
    has_ended: bool,
    /// Set when the document turns out to need a tree.
    is_special: &'t Cell<bool>,
}

impl<'t> Stream<'t> {
    pub(super) fn new(text: &'t str, values: Values<'t>, is_special: &'t Cell<bool>) -> Self {
        Self { text, values, has_ended: false, is_special }
    }

    /// Reads the next token.
    #[expect(
        clippy::inline_always,
        reason = "the event of a token stays in registers only if no function is called with it"
    )]
    #[inline(always)]
    fn read_token(&mut self, token: &mut Token<'t>) -> Result<(), SpecialDocument> {
        match self.values.next_certain()? {
            // Each token is written in place, because copies from layer to layer stalled the reader.
            CertainStep::Text(text) if self.values.is_key() => *token = Token::Key(Cow::Borrowed(text)),
            CertainStep::Text(text) => *token = Token::String(Cow::Borrowed(text)),
            CertainStep::BeginMap => *token = Token::BeginMap,
            CertainStep::EndMap => *token = Token::EndMap,
            CertainStep::BeginList => *token = Token::BeginList,
            CertainStep::EndList => *token = Token::EndList,
            CertainStep::Plain(text) => {
                let step = self.values.resolve_plain(text)?;
                *token = self.token(step)?;
            }
            CertainStep::Uncertain(event) => {
                let step = self.values.next_uncertain(event)?;
                *token = self.token(step)?;
            }
        }
        Ok(())
    }

    /// The token of any step.
    #[inline(never)]
    fn token(&mut self, step: Step<'t>) -> Result<Token<'t>, SpecialDocument> {
        Ok(match step {
            Step::BeginMap => Token::BeginMap,
            Step::EndMap => Token::EndMap,
            Step::BeginList => Token::BeginList,
            Step::EndList => Token::EndList,
            Step::Text(text) if self.values.is_key() => Token::Key(text),
            Step::Text(text) => Token::String(text),
            // The text of a numeric key is determined by the reader of trees.
            Step::Scalar(_) if self.values.is_key() => return Err(SpecialDocument),
            Step::Scalar(scalar) => self.scalar(&scalar),
            Step::End => {
                self.has_ended = true;
                Token::End
            }
        })
    }

    /// Ends the stream, and records that the document needs a tree.
    #[cold]
    fn end_as_special(&mut self) -> Box<Fault> {
        self.has_ended = true;
        // The fault below is never shown: the flag makes the codec read the document with a tree.
        self.is_special.set(true);
        let message = "expected a document that needs no tree";
        Fault::new(codes::YAML_SYNTAX, message, self.values.range())
    }

    /// The token of a scalar, with the digits of the text if it is a number.
    fn scalar(&self, scalar: &Scalar) -> Token<'t> {
        let text = self.text.get(self.values.range()).unwrap_or_default();
        match scalar {
            // The text is already the canonical form of the integer.
            Scalar::Int(_) if is_integer(text.as_bytes()) => Token::Number(Cow::Borrowed(text)),
            // Integers have no negative zero, but values of any kind preserve the text `-0`.
            Scalar::Int(0) if text == "-0" => Token::Number(Cow::Borrowed(text)),
            // The text may have more digits than a float.
            Scalar::Float(_) => decimal(text).unwrap_or_else(|| scalar_token(scalar).into_owned()),
            _ => scalar_token(scalar).into_owned(),
        }
    }
}

impl<'t> TreeSource<'t> for Stream<'t> {
    #[expect(
        clippy::inline_always,
        reason = "the event of a token stays in registers only if no function is called with it"
    )]
    #[inline(always)]
    fn read(&mut self, token: &mut Token<'t>) -> Result<(), Box<Fault>> {
        if self.has_ended {
            *token = Token::End;
            return Ok(());
        }
        self.read_token(token).map_err(|SpecialDocument| self.end_as_special())
    }

    #[inline]
    fn range(&self) -> Range<usize> {
        self.values.range()
    }
}
