//! The tree of a YAML or JSON text: maps, lists and scalars with their positions.
//!
//! Invariants: nesting is limited, so that recursion over a tree does not overflow the stack; numbers keep their
//! digits; YAML keys keep their types, so that `1` and `"1"` are different keys. This module does not interpret keys.

use super::Notation;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_notations::json;
use modelwright_notations::tree::{Token, TreeSource as _};
use modelwright_notations::yaml::{self, NodeId, Scalar, Tree, Value, YamlVariant};
use std::ops::Range;
use std::sync::Arc;

/// The maximum nesting of maps and lists.
const MAX_DEPTH: usize = 150;
/// The maximum number of values to which the aliases of a document may expand.
const MAX_EXPANDED: u64 = 1_000_000;

/// The maximum number of characters of a string that messages show.
const MAX_SHOWN: usize = 40;

/// A value with its span in the text.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) range: Range<usize>,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Null,
    Boolean(bool),
    /// A number as it is written, if this is the syntax of JSON.
    Number(Box<str>),
    Text(Box<str>),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
    /// A value that could not be read; its error was reported.
    Unreadable,
}

impl Node {
    /// The text of a string; `None` for any other value.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A description of the value, for messages.
    pub(super) fn describe(&self) -> String {
        match &self.content {
            Content::Null => "null".to_owned(),
            Content::Boolean(value) => value.to_string(),
            Content::Number(digits) => format!("the number {digits}"),
            Content::Text(text) => {
                let text: String = text.lines().next().unwrap_or_default().chars().take(MAX_SHOWN).collect();
                format!("the string `{text}`")
            }
            Content::List(items) if items.is_empty() => "an empty list".to_owned(),
            Content::Map(entries) if entries.is_empty() => "an empty map".to_owned(),
            Content::List(_) => "a list".to_owned(),
            Content::Map(_) => "a map".to_owned(),
            Content::Unreadable => "something unreadable".to_owned(),
        }
    }
}

/// The tree of a text; `None` if errors prevent it.
pub(super) fn read(
    source: &Arc<Source>,
    notation: Notation,
    limits: &Limits,
    problems: &mut Diagnostics,
) -> Option<Node> {
    match notation {
        Notation::Yaml => read_yaml(source, limits, problems),
        Notation::Json => read_json(source, problems),
    }
}

/// The problem of a value that is nested too deeply.
fn too_deep(source: &Arc<Source>, range: Range<usize>) -> Diagnostic {
    let message = format!("this is nested more than {MAX_DEPTH} levels deep");
    Diagnostic::error(codes::NESTED_TOO_DEEP, message)
        .at(source, range)
        .help("bind parts of the value to names of their own")
}

/// The root of the first YAML document; `None` if there is no document, or if its aliases expand to too many values.
fn read_yaml(source: &Arc<Source>, limits: &Limits, problems: &mut Diagnostics) -> Option<Node> {
    // The core schema is that of YAML 1.2, in which `yes` is a string.
    let (trees, found) = yaml::parse(source, YamlVariant::Core, *limits);
    problems.append(found);
    let (tree, further_trees) = trees.split_first()?;
    if let Some(second) = further_trees.first() {
        let message =
            "a file of structured bindings must contain one YAML document, but this is a second one";
        let problem = Diagnostic::error(codes::BINDINGS_FORM, message);
        problems.push(
            problem
                .at(source, tree_start(second))
                .help("write several bindings below the key `declarations`"),
        );
    }
    // Only the values that aliases add are limited. A document without aliases may have any number of nodes.
    if tree.expanded_size() > MAX_EXPANDED.saturating_add(tree.len() as u64) {
        let message = format!("the document's aliases expand to more than {MAX_EXPANDED} values");
        problems.push(Diagnostic::error(codes::LIMIT, message).at(source, 0..0));
        return None;
    }
    let depth = 0;
    Some(yaml_node(source, tree, tree.root(), depth, problems))
}

/// The empty range at the start of a tree.
fn tree_start(tree: &Tree) -> Range<usize> {
    let start = tree.span(tree.root()).start;
    start..start
}

/// Converts a node of the YAML tree with its children. Children that are nested too deeply are reported and become
/// unreadable.
fn yaml_node(
    source: &Arc<Source>,
    tree: &Tree,
    id: NodeId,
    depth: usize,
    problems: &mut Diagnostics,
) -> Node {
    let range = tree.span(id);
    if depth > MAX_DEPTH {
        problems.push(too_deep(source, range.clone()));
        return Node { range, content: Content::Unreadable };
    }
    let mut child = |id| yaml_node(source, tree, id, depth + 1, problems);
    let content = match tree.value(id) {
        Value::Scalar(scalar) => scalar_content(scalar, source.text().get(range.clone())),
        Value::List(items) => Content::List(items.iter().map(|item| child(*item)).collect()),
        Value::Map(entries) | Value::Object(_, entries) => {
            Content::Map(entries.iter().map(|(key, value)| (child(key), child(value))).collect())
        }
    };
    Node { range, content }
}

/// The content of a scalar; `written` is its text in the document, if this is known.
fn scalar_content(scalar: &Scalar, written: Option<&str>) -> Content {
    // A number in the syntax of JSON is kept as it is written; other forms, such as `0x1F`, are converted to decimal.
    let digits = |number: String| {
        // The YAML emitter writes `1.e5`, which JSON does not allow.
        let plain = written.map(|text| text.replacen(".e", "e", 1)).filter(|text| is_number(text));
        Content::Number(plain.unwrap_or(number).into())
    };
    match scalar {
        Scalar::Null => Content::Null,
        Scalar::Bool(value) => Content::Boolean(*value),
        Scalar::Int(value) => digits(value.to_string()),
        Scalar::BigInt(value) => digits(value.to_string()),
        Scalar::Float(value) => digits(format!("{value:?}")),
        other => other.as_str().map_or(Content::Unreadable, |text| Content::Text(text.into())),
    }
}

/// Whether a text is exactly one JSON number.
pub fn is_number(text: &str) -> bool {
    let mut tokens = json::Tokenizer::new(text);
    let starts_with_number = matches!(tokens.next(), Ok(Token::Number(digits)) if digits == text);
    starts_with_number && matches!(tokens.next(), Ok(Token::End))
}

/// A map or list of a JSON text that is not complete yet. A map also stores the key whose value comes next.
enum Open {
    List(Vec<Node>),
    Map(Vec<(Node, Node)>, Option<Node>),
}

/// The root of a JSON document; `None` if it is incomplete or nested too deeply.
fn read_json(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<Node> {
    let mut tokens = json::Tokenizer::new(source.text());
    let mut stack: Vec<(usize, Open)> = Vec::new();
    let mut root = None;
    loop {
        let token = match tokens.next() {
            Ok(token) => token,
            // The tokenizer continues after an error, so that all errors of the text are reported.
            Err(fault) => {
                problems.push(fault.into_diagnostic(source));
                continue;
            }
        };
        let range = tokens.range();
        let content = match token {
            // The reader must stop here. If it continued without this container on the stack, the values in the container
            // would be added to the outer one.
            Token::BeginMap | Token::BeginList if stack.len() >= MAX_DEPTH => {
                problems.push(too_deep(source, range));
                return None;
            }
            Token::BeginMap => {
                stack.push((range.start, Open::Map(Vec::new(), None)));
                continue;
            }
            Token::BeginList => {
                stack.push((range.start, Open::List(Vec::new())));
                continue;
            }
            Token::Key(key) => {
                if let Some((_, Open::Map(_, next_key))) = stack.last_mut() {
                    *next_key = Some(Node { range, content: Content::Text(key.into()) });
                }
                continue;
            }
            // Maps and lists that are not closed were reported by the tokenizer.
            Token::End => return root.filter(|_| stack.is_empty()),
            Token::EndMap | Token::EndList => {
                let Some((start, open)) = stack.pop() else { continue };
                let content = match open {
                    Open::List(items) => Content::List(items),
                    Open::Map(entries, _) => Content::Map(entries),
                };
                add(&mut stack, &mut root, Node { range: start..range.end, content });
                continue;
            }
            Token::Null => Content::Null,
            Token::True => Content::Boolean(true),
            Token::False => Content::Boolean(false),
            Token::Number(digits) => Content::Number(digits.into()),
            Token::String(string) => Content::Text(string.into()),
            Token::Unreadable => Content::Unreadable,
        };
        add(&mut stack, &mut root, Node { range, content });
    }
}

/// Adds a complete value to the innermost open map or list, or makes it the root if none is open.
fn add(stack: &mut [(usize, Open)], root: &mut Option<Node>, node: Node) {
    match stack.last_mut() {
        Some((_, Open::List(items))) => items.push(node),
        Some((_, Open::Map(entries, key))) => {
            if let Some(key) = key.take() {
                entries.push((key, node));
            }
        }
        None => *root = Some(node),
    }
}
