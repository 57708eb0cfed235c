//! A row as a tree of maps, lists and scalars: the form between texts and columns.
//!
//! Invariant: a tree is not deeper than the limit, because dropping it is recursive. This module does not know columns.

use modelwright_notations::json::{JsonWriter, Layout};
use modelwright_notations::tree::{Token, TreeSink as _, TreeSource};

/// A value of a tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tree {
    Null,
    Boolean(bool),
    Number(String),
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

/// A map or list that is being read.
enum OpenCollection {
    List(Vec<Tree>),
    /// The entries, and the key whose value is read next.
    Map(Vec<(String, Tree)>, Option<String>),
}

impl Tree {
    /// Reads the tree of a document; `None` if it has a syntax error, or maps and lists in more than `depth` others.
    pub(super) fn read<'t>(tokens: &mut dyn TreeSource<'t>, depth: usize) -> Option<Self> {
        let mut open: Vec<OpenCollection> = Vec::new();
        loop {
            if open.len() > depth {
                return None;
            }
            let value = match tokens.next().ok()? {
                Token::BeginMap => {
                    open.push(OpenCollection::Map(Vec::new(), None));
                    continue;
                }
                Token::BeginList => {
                    open.push(OpenCollection::List(Vec::new()));
                    continue;
                }
                Token::Key(key) => {
                    if let Some(OpenCollection::Map(_, pending_key)) = open.last_mut() {
                        *pending_key = Some(key.into_owned());
                    }
                    continue;
                }
                Token::EndMap | Token::EndList => match open.pop()? {
                    OpenCollection::List(items) => Tree::List(items),
                    OpenCollection::Map(entries, _) => Tree::Map(entries),
                },
                Token::Null => Tree::Null,
                Token::True => Tree::Boolean(true),
                Token::False => Tree::Boolean(false),
                Token::Number(digits) => Tree::Number(digits.into_owned()),
                Token::String(text) => Tree::Text(text.into_owned()),
                Token::Unreadable | Token::End => return None,
            };
            match open.last_mut() {
                Some(OpenCollection::List(items)) => items.push(value),
                Some(OpenCollection::Map(entries, key)) => entries.push((key.take()?, value)),
                // Faults after the document make it malformed as well.
                None => return matches!(tokens.next(), Ok(Token::End)).then_some(value),
            }
        }
    }

    /// The JSON text of the tree.
    pub(super) fn to_json(&self) -> String {
        enum Step<'t> {
            Value(&'t Tree),
            Key(&'t str),
            EndList,
            EndMap,
        }
        let mut writer = JsonWriter::new(Layout::Compact);
        // A stack: the last step comes next, so the parts of a list or a map are pushed in reverse order.
        let mut steps = vec![Step::Value(self)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Key(key) => writer.key(key),
                Step::EndList => writer.end_list(),
                Step::EndMap => writer.end_map(),
                Step::Value(Tree::Null) => writer.null(),
                Step::Value(Tree::Boolean(value)) => writer.boolean(*value),
                Step::Value(Tree::Number(digits)) => writer.number(digits),
                Step::Value(Tree::Text(text)) => writer.string(text),
                Step::Value(Tree::List(items)) => {
                    writer.begin_list();
                    steps.push(Step::EndList);
                    steps.extend(items.iter().rev().map(Step::Value));
                }
                Step::Value(Tree::Map(entries)) => {
                    writer.begin_map();
                    steps.push(Step::EndMap);
                    for (key, value) in entries.iter().rev() {
                        steps.push(Step::Value(value));
                        steps.push(Step::Key(key));
                    }
                }
            }
        }
        writer.finish()
    }
}
