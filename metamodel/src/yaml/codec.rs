//! Models in YAML: the tree of a document as tokens for [`crate::tree`], and back through [`Emitter`].
//!
//! Invariant: aliases are expanded up to a budget only, so that a few lines cannot make a model of any size.
//! This module does not know what a key means.

use super::{Emitter, NodeId, Scalar, Tree, Value, YamlVariant, parse};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::input::Limits;
use crate::json;
use crate::model::{Document, DocumentId, Model};
use crate::output::{Sink, WriteError};
use crate::tree::{self, Dialect, Fault, ReadOptions, Token, TreeSource, nesting};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// How many values the aliases of a document may expand to: a kilobyte of nested aliases must not make gigabytes of
/// objects, while a document without aliases may be as long as its text.
const BUDGET: u64 = 1_000_000;

/// How a document is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The dialect of the keys.
    pub dialect: Dialect,
}

/// Reads the only document of a YAML 1.2 stream, in the dialect that it uses, into a model of the document's metamodel
/// (see [`peek`]).
///
/// The document is added to the model whatever the problems; after errors it holds everything that was understood.
pub fn read(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    let limits = Limits { depth: nesting(options.limits.depth), ..options.limits };
    let (trees, mut problems) = parse(source, YamlVariant::Core, limits);
    let Some(tree) = only_tree(source, &trees, &mut problems) else {
        return (model.add_document(document), problems);
    };
    let (id, more) = tree::read(source, || Tokens::new(tree, source.text()), model, document, options);
    problems.append(more);
    (id, problems)
}

/// The metamodels that a document's header names.
#[must_use]
pub fn peek(source: &Arc<Source>) -> tree::Header {
    let (trees, mut problems) = parse(source, YamlVariant::Core, Limits::default());
    let tree = only_tree(source, &trees, &mut problems);
    tree.map_or_else(tree::Header::default, |tree| {
        tree::peek(|| Tokens::new(tree, source.text()), source.text())
    })
}

/// Passes the tree of a document to a visitor, if the document can be read.
pub fn visit(source: &Arc<Source>, visitor: &mut dyn FnMut(&mut dyn TreeSource<'_>)) {
    let (trees, mut problems) = parse(source, YamlVariant::Core, Limits::default());
    if let Some(tree) = only_tree(source, &trees, &mut problems) {
        visitor(&mut Tokens::new(tree, source.text()));
    }
}

/// Writes a document to a sink and returns what the dialect has no room for.
///
/// # Errors
/// Everything that YAML cannot express, and errors of the sink. The sink then holds no document.
pub fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let mut emitter = Emitter::new();
    let problems = tree::write(model, document, options.dialect, &mut emitter);
    tree::send(&emitter.finish(), problems, sink)
}

/// The only document of a stream, if it can be a model.
fn only_tree<'t>(source: &Arc<Source>, trees: &'t [Tree], problems: &mut Diagnostics) -> Option<&'t Tree> {
    if problems.has_errors() {
        return None;
    }
    let (code, message, at) = match trees {
        [] => (codes::EMPTY_INPUT, "expected a model, found no document".to_owned(), 0),
        [tree] if tree.expanded_size() > BUDGET.saturating_add(tree.len() as u64) => {
            (codes::LIMIT, format!("the document's aliases expand to more than {BUDGET} values"), 0)
        }
        [tree] => return Some(tree),
        [_, second, ..] => {
            let at = second.span(second.root()).start;
            (codes::TREE_SHAPE, "expected one document, found a second one".to_owned(), at)
        }
    };
    problems.push(Diagnostic::error(code, message).at(source, at..at + 1));
    None
}

/// An open map or list.
enum OpenCollection<'t> {
    List(&'t [NodeId]),
    Map { entries: Vec<(NodeId, NodeId)>, next: usize, value: bool },
}

/// The tokens of a tree, in document order.
struct Tokens<'t> {
    tree: &'t Tree,
    text: &'t str,
    stack: Vec<(OpenCollection<'t>, NodeId)>,
    pending: Option<NodeId>,
    range: Range<usize>,
}

impl<'t> Tokens<'t> {
    fn new(tree: &'t Tree, text: &'t str) -> Self {
        Self { tree, text, stack: Vec::new(), pending: Some(tree.root()), range: 0..0 }
    }

    fn value(&mut self, node: NodeId) -> Result<Token<'t>, Box<Fault>> {
        self.range = self.tree.span(node);
        match self.tree.value(node) {
            Value::Scalar(scalar @ Scalar::Float(_)) => {
                // The text of a decimal may have more digits than a float.
                Ok(self
                    .text
                    .get(self.range.clone())
                    .and_then(decimal)
                    .unwrap_or_else(|| scalar_token(scalar)))
            }
            Value::Scalar(scalar) => Ok(scalar_token(scalar)),
            Value::List(items) => {
                self.stack.push((OpenCollection::List(items), node));
                Ok(Token::BeginList)
            }
            Value::Map(entries) | Value::Object(_, entries) => {
                let entries = entries.iter().collect();
                self.stack.push((OpenCollection::Map { entries, next: 0, value: false }, node));
                Ok(Token::BeginMap)
            }
        }
    }

    fn key(&mut self, node: NodeId) -> Result<Token<'t>, Box<Fault>> {
        self.range = self.tree.span(node);
        if let Value::Scalar(scalar) = self.tree.value(node) {
            if let Some(text) = scalar.as_str() {
                return Ok(Token::Key(Cow::Borrowed(text)));
            }
            // In `3: x` the text of the key may be the name of a feature.
            if let Token::Number(text) = scalar_token(scalar) {
                return Ok(Token::Key(text));
            }
        }
        Err(Fault::new(codes::TREE_SHAPE, "expected the name of a feature as a key", self.range.clone())
            .help("put the key in quotes"))
    }
}

/// A number with its original digits, if it is a JSON number but for a point before the exponent, which [`Emitter`] writes.
fn decimal(text: &str) -> Option<Token<'_>> {
    let plain = match text.split_once(".e") {
        Some((mantissa, exponent)) => Cow::Owned(format!("{mantissa}e{exponent}")),
        None => Cow::Borrowed(text),
    };
    json::is_number(&plain).then_some(Token::Number(plain))
}

fn scalar_token(scalar: &Scalar) -> Token<'_> {
    match scalar {
        Scalar::Null => Token::Null,
        Scalar::Bool(value) => Token::Boolean(*value),
        Scalar::Int(value) => Token::Number(Cow::Owned(value.to_string())),
        Scalar::BigInt(digits) => Token::Number(Cow::Borrowed(digits)),
        Scalar::Float(value) if value.is_nan() => Token::String(Cow::Borrowed("NaN")),
        Scalar::Float(value) if value.is_infinite() => {
            Token::String(Cow::Borrowed(if *value > 0.0 { "Infinity" } else { "-Infinity" }))
        }
        Scalar::Float(value) => Token::Number(Cow::Owned(format!("{value:?}"))),
        other => other.as_str().map_or(Token::Unreadable, |text| Token::String(Cow::Borrowed(text))),
    }
}

impl<'t> TreeSource<'t> for Tokens<'t> {
    fn next(&mut self) -> Result<Token<'t>, Box<Fault>> {
        if let Some(node) = self.pending.take() {
            return self.value(node);
        }
        let Some((open, node)) = self.stack.last_mut() else { return Ok(Token::End) };
        match open {
            OpenCollection::List(items) => {
                if let Some((first, rest)) = items.split_first() {
                    *items = rest;
                    return self.value(*first);
                }
            }
            OpenCollection::Map { entries, next, value } => {
                if let Some((key, item)) = entries.get(*next).copied() {
                    *value = !*value;
                    if *value {
                        return self.key(key);
                    }
                    *next += 1;
                    return self.value(item);
                }
            }
        }
        let end = self.tree.span(*node).end;
        self.range = end..end;
        match self.stack.pop() {
            Some((OpenCollection::List(_), _)) => Ok(Token::EndList),
            _ => Ok(Token::EndMap),
        }
    }

    fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}
