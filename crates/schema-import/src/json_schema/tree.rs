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
use std::ops::Range;
use std::sync::Arc;

/// How many maps and lists may be inside of each other: a schema has two for each nested object.
const MAX_DEPTH: usize = 200;

/// From this number of keys on, a map is searched by its sorted keys.
const SORTED_FROM: usize = 12;

/// A node of one [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(usize);

/// The content of a node.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content<'t> {
    Null,
    Boolean(bool),
    /// A number, as it is written.
    Number(&'t str),
    Text(&'t str),
    List(&'t [NodeId]),
    Map(Map<'t>),
}

/// A map of a tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Map<'t> {
    tree: &'t Tree,
    stored: &'t StoredMap,
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry {
    /// The range of the key in the texts of the tree.
    key: Range<usize>,
    pub(super) span: Span,
    pub(super) value: NodeId,
}

/// A document; the last node is its root. The texts, items and entries of all nodes are in common lists, so that no
/// node has memory of its own.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The texts of all keys and values.
    texts: String,
    /// The items of all lists, those of one list together.
    items: Vec<NodeId>,
    /// The entries of all maps, those of one map together, in order.
    entries: Vec<Entry>,
    /// For maps with many entries or with equal keys, the indices of the entries in the order of their keys.
    entries_by_key: Vec<usize>,
}

#[derive(Debug)]
struct Node {
    content: StoredContent,
    span: Span,
}

/// The content of a node, as ranges of the lists of the tree.
#[derive(Debug)]
enum StoredContent {
    Null,
    Boolean(bool),
    Number(Range<usize>),
    Text(Range<usize>),
    List(Range<usize>),
    Map(StoredMap),
}

#[derive(Debug)]
struct StoredMap {
    entries: Range<usize>,
    /// The range in `entries_by_key`; empty if there are only a few keys, which differ.
    entries_by_key: Range<usize>,
    /// The bits of the keys. Most keywords are missing in most schemas, which the bits show without a search.
    key_bits: u64,
}

/// The maps and lists of a text that have not ended yet.
#[derive(Default)]
struct OpenNodes {
    nodes: Vec<OpenNode>,
    /// The entries of all open maps, the innermost last.
    entries: Vec<Entry>,
    /// The items of all open lists, the innermost last.
    items: Vec<NodeId>,
}

struct OpenNode {
    kind: OpenKind,
    span: Span,
}

/// The kind of an open node, with the index of its first entry or item.
#[derive(Clone, Copy)]
enum OpenKind {
    Map(usize),
    List(usize),
}

impl Content<'_> {
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

impl<'t> Map<'t> {
    /// The entry with a key.
    #[inline]
    pub(super) fn get(self, key: &str) -> Option<&'t Entry> {
        let is_certainly_missing = self.stored.key_bits & key_bit(key) == 0;
        if is_certainly_missing { None } else { self.search(key) }
    }

    fn search(self, key: &str) -> Option<&'t Entry> {
        let Self { tree, stored } = self;
        if stored.entries.len() < SORTED_FROM {
            return self.entries().iter().find(|entry| tree.text(&entry.key) == key);
        }
        let order = tree.entries_by_key.get(stored.entries_by_key.clone())?;
        let position = order.binary_search_by(|index| tree.key(*index).cmp(key)).ok()?;
        order.get(position).and_then(|index| tree.entries.get(*index))
    }

    /// The keys and values, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = (&'t str, NodeId)> {
        self.entries().iter().map(move |entry| (self.tree.text(&entry.key), entry.value))
    }

    pub(super) fn len(self) -> usize {
        self.stored.entries.len()
    }

    pub(super) fn is_empty(self) -> bool {
        self.stored.entries.is_empty()
    }

    fn entries(self) -> &'t [Entry] {
        self.tree.entries.get(self.stored.entries.clone()).unwrap_or_default()
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
        let mut open = OpenNodes::default();
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
                Token::BeginMap => {
                    open.nodes.push(OpenNode { kind: OpenKind::Map(open.entries.len()), span });
                }
                Token::BeginList => {
                    open.nodes.push(OpenNode { kind: OpenKind::List(open.items.len()), span });
                }
                Token::Key(key) => {
                    if let Some(OpenNode { kind: OpenKind::Map(_), .. }) = open.nodes.last() {
                        let key = self.add_text(&key);
                        open.entries.push(Entry { key, span, value: NodeId::NONE });
                    }
                }
                Token::EndMap | Token::EndList => {
                    let Some(ended) = open.nodes.pop() else { continue };
                    let content = self.end(ended.kind, &mut open);
                    if let StoredContent::Map(map) = &content {
                        let repeated_keys = self.repeated_keys(map);
                        problems
                            .extend(repeated_keys.into_iter().map(|key| repeated_key_problem(source, key)));
                    }
                    self.add(content, ended.span.start..span.end.max(ended.span.end), &mut open);
                }
                scalar => {
                    let content = self.scalar_content(&scalar);
                    self.add(content, span, &mut open);
                }
            }
            if open.nodes.len() > MAX_DEPTH {
                let message =
                    format!("the maps and lists of the schema are nested more than {MAX_DEPTH} levels deep");
                let help = "move inner schemas to `$defs` and refer to them";
                problems.push(Diagnostic::error(codes::LIMIT, message).at(source, tokens.range()).help(help));
                break;
            }
        }
        // After a syntax error, what is open is closed here, so that the tree has a root.
        while let Some(ended) = open.nodes.pop() {
            let content = self.end(ended.kind, &mut open);
            self.add(content, ended.span, &mut open);
        }
    }

    /// Moves the entries or items of a map or list that ends, the innermost one, to those of the tree.
    fn end(&mut self, kind: OpenKind, open: &mut OpenNodes) -> StoredContent {
        match kind {
            OpenKind::Map(first) => {
                let start = self.entries.len();
                self.entries.extend(open.entries.drain(first..));
                StoredContent::Map(self.stored_map(start..self.entries.len()))
            }
            OpenKind::List(first) => {
                let start = self.items.len();
                self.items.extend(open.items.drain(first..));
                StoredContent::List(start..self.items.len())
            }
        }
    }

    /// The map with some entries. Its search is prepared by the bits of the keys, and by their order if there are many
    /// or two are equal.
    fn stored_map(&mut self, entries: Range<usize>) -> StoredMap {
        let mut key_bits = 0;
        let mut may_repeat = false;
        for index in entries.clone() {
            let bit = key_bit(self.key(index));
            may_repeat |= key_bits & bit != 0;
            key_bits |= bit;
        }
        let start = self.entries_by_key.len();
        let has_repeated_key = may_repeat && self.has_repeated_key(&entries);
        if has_repeated_key || entries.len() >= SORTED_FROM {
            let mut order: Vec<usize> = entries.clone().collect();
            order.sort_by(|first, second| self.key(*first).cmp(self.key(*second)).then(first.cmp(second)));
            self.entries_by_key.extend(order);
        }
        StoredMap { entries, entries_by_key: start..self.entries_by_key.len(), key_bits }
    }

    /// Whether two of a few entries have the same key.
    fn has_repeated_key(&self, entries: &Range<usize>) -> bool {
        let is_repeated =
            |index: usize| (entries.start..index).any(|earlier| self.key(earlier) == self.key(index));
        entries.clone().any(is_repeated)
    }

    /// The spans of the entries of a map whose key an earlier entry has.
    fn repeated_keys(&self, map: &StoredMap) -> Vec<Span> {
        let order = self.entries_by_key.get(map.entries_by_key.clone()).unwrap_or_default();
        let mut spans = Vec::new();
        // Equal keys are beside each other, in the order of the document.
        for (earlier, later) in order.iter().zip(order.iter().skip(1)) {
            if self.key(*earlier) == self.key(*later)
                && let Some(entry) = self.entries.get(*later)
            {
                spans.push(entry.span.clone());
            }
        }
        spans
    }

    /// Adds a complete node to the innermost open one.
    fn add(&mut self, content: StoredContent, span: Span, open: &mut OpenNodes) {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node { content, span });
        match open.nodes.last().map(|node| node.kind) {
            Some(OpenKind::List(_)) => open.items.push(id),
            Some(OpenKind::Map(first)) => {
                // The entry was added when its key was read.
                if let Some(entry) = open.entries.get_mut(first..).and_then(<[Entry]>::last_mut) {
                    entry.value = id;
                }
            }
            None => {}
        }
    }

    /// The content of a value that is neither a map nor a list.
    fn scalar_content(&mut self, token: &Token<'_>) -> StoredContent {
        match token {
            Token::True => StoredContent::Boolean(true),
            Token::False => StoredContent::Boolean(false),
            Token::Number(text) => StoredContent::Number(self.add_text(text)),
            Token::String(text) => StoredContent::Text(self.add_text(text)),
            _ => StoredContent::Null,
        }
    }

    /// Adds a text to those of the tree, and returns its range there.
    fn add_text(&mut self, text: &str) -> Range<usize> {
        let start = self.texts.len();
        self.texts.push_str(text);
        start..self.texts.len()
    }

    fn text(&self, range: &Range<usize>) -> &str {
        self.texts.get(range.clone()).unwrap_or_default()
    }

    /// The key of the entry at an index.
    fn key(&self, index: usize) -> &str {
        self.entries.get(index).map_or("", |entry| self.text(&entry.key))
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
    pub(super) fn content(&self, node: NodeId) -> Content<'_> {
        match self.nodes.get(node.0).map(|node| &node.content) {
            Some(StoredContent::Boolean(value)) => Content::Boolean(*value),
            Some(StoredContent::Number(digits)) => Content::Number(self.text(digits)),
            Some(StoredContent::Text(text)) => Content::Text(self.text(text)),
            Some(StoredContent::List(items)) => {
                Content::List(self.items.get(items.clone()).unwrap_or_default())
            }
            Some(StoredContent::Map(stored)) => Content::Map(Map { tree: self, stored }),
            Some(StoredContent::Null) | None => Content::Null,
        }
    }

    /// The content of a node, if it is a map.
    pub(super) fn map(&self, node: NodeId) -> Option<Map<'_>> {
        match &self.nodes.get(node.0)?.content {
            StoredContent::Map(stored) => Some(Map { tree: self, stored }),
            _ => None,
        }
    }

    /// The range of a node.
    pub(super) fn span(&self, node: NodeId) -> Span {
        self.nodes.get(node.0).map(|node| node.span.clone()).unwrap_or_default()
    }

    /// The nodes directly below a node, in no particular order, each with its key if the node is a map.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = (Option<&str>, NodeId)> {
        let (items, map) = match self.content(node) {
            Content::List(items) => (items, None),
            Content::Map(map) => ([].as_slice(), Some(map)),
            _ => ([].as_slice(), None),
        };
        let entries = map.into_iter().flat_map(Map::iter).map(|(key, value)| (Some(key), value));
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

/// The bit of a key: equal keys have the same one, and keywords that are often in one schema, different ones. The
/// factors have no other meaning.
#[inline]
fn key_bit(key: &str) -> u64 {
    let number = |byte: Option<&u8>| byte.copied().map_or(0, usize::from);
    let (first, last) = (number(key.as_bytes().first()), number(key.as_bytes().last()));
    1 << ((key.len() % 64 * 6 + first * 10 + last) % 64)
}

/// The problem of a key that an earlier entry of its map has.
fn repeated_key_problem(source: &Arc<Source>, span: Span) -> Diagnostic {
    let key = source.text().get(span.clone()).unwrap_or_default();
    let message = format!("the key {} is given twice in one map", shorten(key));
    Diagnostic::error(codes::IMPORT_INVALID, message).at(source, span).help("remove one of them")
}
