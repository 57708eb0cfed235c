//! A schema's text as a tree of nodes, each with its range.
//!
//! Invariants: reading does not recurse; nesting is limited, so that other modules may recurse over a tree; a key is
//! found in logarithmic time. This module does not know the meaning of a key.

use crate::declarations::Span;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, shorten};
use modelwright_metamodel::input::Limits;
use modelwright_notations::json::Tokenizer;
use modelwright_notations::tree::{Token, TreeSource};
use modelwright_notations::yaml;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// How many maps and lists may be inside of each other: a schema has two for each nested object.
const MAX_DEPTH: usize = 200;

/// From this number of keys on, a map is searched by its sorted keys.
const SORTED_FROM: usize = 12;

/// A node of one [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(usize);

/// The content of a node.
#[derive(Debug, Clone, Default)]
pub(super) enum Content {
    #[default]
    Null,
    Boolean(bool),
    /// A number, as it is written.
    Number(String),
    Text(String),
    List(Vec<NodeId>),
    Map(Map),
}

/// The entries of a map, in order, and, if there are many, their indices in the order of the keys.
#[derive(Debug, Clone, Default)]
pub(super) struct Map {
    pub(super) entries: Vec<Entry>,
    entries_by_key: Vec<usize>,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Equal keys of a document are one text in memory.
    pub(super) key: Arc<str>,
    pub(super) span: Span,
    pub(super) value: NodeId,
}

#[derive(Debug, Clone, Default)]
struct Node {
    content: Content,
    span: Span,
}

/// A document; the last node is its root.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Content {
    /// The value's kind, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

impl Map {
    /// The entry with a key.
    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        if self.entries_by_key.is_empty() {
            return self.entries.iter().find(|entry| *entry.key == *key);
        }
        let position = self.entries_by_key.binary_search_by(|index| self.key(*index).cmp(key)).ok()?;
        self.entries_by_key.get(position).and_then(|index| self.entries.get(*index))
    }

    fn key(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |entry| &entry.key)
    }

    /// Prepares the search by keys if there are many, and returns the spans of entries whose key an earlier entry has.
    fn finish(&mut self) -> Vec<Span> {
        // Equal keys share one text.
        let is_repeated = |(index, entry): (usize, &Entry)| {
            self.entries.iter().take(index).any(|before| Arc::ptr_eq(&before.key, &entry.key))
        };
        if self.entries.len() < SORTED_FROM && !self.entries.iter().enumerate().any(is_repeated) {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by(|first, second| self.key(*first).cmp(self.key(*second)).then(first.cmp(second)));
        let pairs = order.iter().zip(order.iter().skip(1));
        let repeated = pairs.filter(|(earlier, later)| self.key(**earlier) == self.key(**later));
        let repeated = repeated.filter_map(|(_, later)| self.entries.get(*later));
        let repeated = repeated.map(|entry| entry.span.clone()).collect();
        if order.len() >= SORTED_FROM {
            self.entries_by_key = order;
        }
        repeated
    }
}

impl Tree {
    /// Reads JSON, or YAML if the text does not begin like JSON.
    pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Self {
        let mut tree = Self::default();
        if source.text().trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']) {
            tree.fill(&mut Tokenizer::new(source.text()), source, problems);
            return tree;
        }
        let (documents, yaml_problems) = yaml::parse(source, yaml::YamlVariant::Core, Limits::default());
        problems.append(yaml_problems);
        if !problems.has_errors() && documents.len() == 1 {
            yaml::visit(source, &mut |tokens| tree.fill(tokens, source, problems));
        }
        tree
    }

    /// Adds the nodes of a text, each after those inside of it.
    fn fill<'t>(
        &mut self,
        tokens: &mut dyn TreeSource<'t>,
        source: &Arc<Source>,
        problems: &mut Diagnostics,
    ) {
        let mut open: Vec<(Content, Span)> = Vec::new();
        let mut keys: FxHashSet<Arc<str>> = FxHashSet::default();
        loop {
            let token = match tokens.next() {
                Ok(token) => token,
                Err(fault) => {
                    problems.push(fault.into_diagnostic(source));
                    if problems.is_full() {
                        break;
                    }
                    continue;
                }
            };
            let span = tokens.range();
            match token {
                Token::End => break,
                Token::BeginMap => open.push((Content::Map(Map::default()), span)),
                Token::BeginList => open.push((Content::List(Vec::new()), span)),
                Token::Key(key) => {
                    if let Some((Content::Map(map), _)) = open.last_mut() {
                        let key = keys.get(&*key).cloned().unwrap_or_else(|| {
                            let key: Arc<str> = key.into();
                            keys.insert(Arc::clone(&key));
                            key
                        });
                        map.entries.push(Entry { key, span, value: NodeId::NONE });
                    }
                }
                Token::EndMap | Token::EndList => {
                    let Some((mut content, start_span)) = open.pop() else { continue };
                    if let Content::Map(map) = &mut content {
                        problems
                            .extend(map.finish().into_iter().map(|key| repeated_key_problem(source, key)));
                    }
                    self.add(content, start_span.start..span.end.max(start_span.end), &mut open);
                }
                scalar => self.add(scalar_content(scalar), span, &mut open),
            }
            if open.len() > MAX_DEPTH {
                let message =
                    format!("the maps and lists of the schema are nested more than {MAX_DEPTH} levels deep");
                let help = "move inner schemas to `$defs` and refer to them";
                problems.push(Diagnostic::error(codes::LIMIT, message).at(source, tokens.range()).help(help));
                break;
            }
        }
        // After a syntax error, what is open is closed here, so that the tree has a root.
        while let Some((content, span)) = open.pop() {
            self.add(content, span, &mut open);
        }
    }

    /// Adds a complete node to the innermost open one.
    fn add(&mut self, content: Content, span: Span, open: &mut [(Content, Span)]) {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { content, span });
        match open.last_mut() {
            Some((Content::List(items), _)) => items.push(id),
            Some((Content::Map(map), _)) => {
                // The entry was added when its key was read.
                if let Some(entry) = map.entries.last_mut() {
                    entry.value = id;
                }
            }
            _ => {}
        }
    }

    /// The root; `None` if the text has no value.
    pub(super) fn root(&self) -> Option<NodeId> {
        self.nodes.len().checked_sub(1).map(NodeId)
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The content of a node; null for an id of another tree.
    pub(super) fn content(&self, node: NodeId) -> &Content {
        static NULL: Content = Content::Null;
        self.nodes.get(node.0).map_or(&NULL, |node| &node.content)
    }

    /// The range of a node.
    pub(super) fn span(&self, node: NodeId) -> Span {
        self.nodes.get(node.0).map(|node| node.span.clone()).unwrap_or_default()
    }

    /// The nodes below a node, in no particular order.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = (Option<&str>, NodeId)> {
        let (items, entries) = match self.content(node) {
            Content::List(items) => (items.as_slice(), [].as_slice()),
            Content::Map(map) => ([].as_slice(), map.entries.as_slice()),
            _ => ([].as_slice(), [].as_slice()),
        };
        let entries = entries.iter().map(|entry| (Some(&*entry.key), entry.value));
        items.iter().map(|item| (None, *item)).chain(entries)
    }
}

impl NodeId {
    /// No node: the value of a key that has none, after a syntax error.
    const NONE: Self = Self(usize::MAX);

    /// The index, less than [`Tree::len`].
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// The content of a value that is neither a map nor a list.
fn scalar_content(token: Token<'_>) -> Content {
    match token {
        Token::True => Content::Boolean(true),
        Token::False => Content::Boolean(false),
        Token::Number(text) => Content::Number(text.into_owned()),
        Token::String(text) => Content::Text(text.into_owned()),
        _ => Content::Null,
    }
}

/// The problem of a key that an earlier entry of its map has.
fn repeated_key_problem(source: &Arc<Source>, span: Span) -> Diagnostic {
    let key = source.text().get(span.clone()).unwrap_or_default();
    let message = format!("the key {} is given twice in one map", shorten(key));
    Diagnostic::error(codes::IMPORT_INVALID, message).at(source, span).help("remove one of them")
}
