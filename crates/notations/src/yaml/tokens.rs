//! The tokens of a YAML tree for [`crate::tree`]: this module expands aliases.
//!
//! A node that several aliases share returns its tokens once for each of them, so the codec checks the
//! expanded size first.

use super::{NodeId, Scalar, Tree, Value};
use crate::diagnostic::codes;
use crate::json_text;
use crate::tree::{Fault, Token, TreeSource};
use std::borrow::Cow;
use std::ops::Range;

/// An open map or list.
enum OpenCollection<'t> {
    List(&'t [NodeId]),
    /// `is_at_value` is whether the key of the next entry was returned already.
    Map {
        entries: Vec<(NodeId, NodeId)>,
        next: usize,
        is_at_value: bool,
    },
}

/// The tokens of a tree, in document order.
pub(super) struct Tokens<'t> {
    tree: &'t Tree,
    text: &'t str,
    /// The open maps and lists with their nodes, innermost last.
    stack: Vec<(OpenCollection<'t>, NodeId)>,
    /// The root, before it was read.
    unread_root: Option<NodeId>,
    range: Range<usize>,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(tree: &'t Tree, text: &'t str) -> Self {
        Self { tree, text, stack: Vec::new(), unread_root: Some(tree.root()), range: 0..0 }
    }

    /// The first token of a node, whose other tokens are returned next.
    fn value(&mut self, node: NodeId) -> Result<Token<'t>, Box<Fault>> {
        self.range = self.tree.span(node);
        match self.tree.value(node) {
            Value::Scalar(scalar @ Scalar::Float(_)) => {
                let text = self.text.get(self.range.clone()).unwrap_or_default();
                // The text of a decimal may have more digits than a float can represent.
                Ok(decimal(text).unwrap_or_else(|| scalar_token(scalar)))
            }
            // Values of any kind preserve the text `-0`, whereas an integer has no negative zero.
            Value::Scalar(Scalar::Int(0)) if self.text.get(self.range.clone()) == Some("-0") => {
                Ok(Token::Number(Cow::Borrowed("-0")))
            }
            Value::Scalar(scalar) => Ok(scalar_token(scalar)),
            Value::List(items) => {
                self.stack.push((OpenCollection::List(items), node));
                Ok(Token::BeginList)
            }
            Value::Map(entries) | Value::Object(_, entries) => {
                let entries = entries.iter().collect();
                self.stack.push((OpenCollection::Map { entries, next: 0, is_at_value: false }, node));
                Ok(Token::BeginMap)
            }
        }
    }

    /// The token of a node that is a key.
    fn key(&mut self, node: NodeId) -> Result<Token<'t>, Box<Fault>> {
        self.range = self.tree.span(node);
        if let Value::Scalar(scalar) = self.tree.value(node) {
            if let Some(text) = scalar.as_str() {
                return Ok(Token::Key(Cow::Borrowed(text)));
            }
            // Keys such as `3` and `true` may be names of features, or keys of map entries.
            match scalar_token(scalar) {
                Token::Number(text) => return Ok(Token::Key(text)),
                Token::True => return Ok(Token::Key(Cow::Borrowed("true"))),
                Token::False => return Ok(Token::Key(Cow::Borrowed("false"))),
                _ => {}
            }
        }
        Err(Fault::new(codes::TREE_SHAPE, "expected the name of a feature as a key", self.range.clone())
            .help("put the key in quotes"))
    }
}

/// A number with its original digits, if it is a JSON number except for a point before the exponent, which [`Emitter`]
/// writes: `1.e+3` is read as `1e+3`.
pub(super) fn decimal(text: &str) -> Option<Token<'_>> {
    let json_number = match text.split_once(".e") {
        Some((mantissa, exponent)) => Cow::Owned(format!("{mantissa}e{exponent}")),
        None => Cow::Borrowed(text),
    };
    json_text::is_number(&json_number).then_some(Token::Number(json_number))
}

/// The token of a scalar.
pub(super) fn scalar_token(scalar: &Scalar) -> Token<'_> {
    match scalar {
        Scalar::Null => Token::Null,
        Scalar::Bool(value) => Token::boolean(*value),
        Scalar::Int(value) => Token::Number(Cow::Owned(value.to_string())),
        Scalar::BigInt(digits) => Token::Number(Cow::Borrowed(digits)),
        // Rust's debug form always has a point or an exponent, and is the shortest that reads back.
        Scalar::Float(value) if value.is_finite() => Token::Number(Cow::Owned(format!("{value:?}"))),
        // JSON has no infinity and no NaN, so models represent them by strings.
        Scalar::Float(value) => Token::String(Cow::Borrowed(json_text::non_finite(*value))),
        // The other kinds occur only in Ruby's YAML, which is not read into models.
        other => other.as_str().map_or(Token::Unreadable, |text| Token::String(Cow::Borrowed(text))),
    }
}

impl<'t> TreeSource<'t> for Tokens<'t> {
    fn read(&mut self, token: &mut Token<'t>) -> Result<(), Box<Fault>> {
        *token = self.step()?;
        Ok(())
    }

    fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl<'t> Tokens<'t> {
    /// The next token of the tree that is walked.
    fn step(&mut self) -> Result<Token<'t>, Box<Fault>> {
        if let Some(node) = self.unread_root.take() {
            return self.value(node);
        }
        let Some((open, node)) = self.stack.last_mut() else { return Ok(Token::End) };
        match open {
            OpenCollection::List(items) => {
                if let Some((first, remaining)) = items.split_first() {
                    *items = remaining;
                    return self.value(*first);
                }
            }
            OpenCollection::Map { entries, next, is_at_value } => {
                if let Some((key, value)) = entries.get(*next).copied() {
                    if !*is_at_value {
                        *is_at_value = true;
                        return self.key(key);
                    }
                    *is_at_value = false;
                    *next += 1;
                    return self.value(value);
                }
            }
        }
        // In block style, the end of a collection has no text, so its span is empty.
        let end = self.tree.span(*node).end;
        self.range = end..end;
        match self.stack.pop() {
            Some((OpenCollection::List(_), _)) => Ok(Token::EndList),
            _ => Ok(Token::EndMap),
        }
    }
}
