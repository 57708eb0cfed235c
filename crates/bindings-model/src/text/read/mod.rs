//! Converts the tree of a text to objects: declarations, conditions and the contents of a site.
//!
//! Invariants: every object has the line and column at which it starts; parts that are missing because of a syntax
//! error are left out. Recursion is limited by the parser.

mod embedded;
mod operations;
mod producers;
mod site;
mod values;

pub use embedded::{EmbeddedParser, EmbeddedText};
pub use producers::set_transformer;

use super::cursor::Cursor;
use crate::generated::bindings as b;
use modelwright_language::language::{Node, NodeKind, Quotes, SyntaxTree};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// The declarations of a text, in order. Returns them with the problems found here, without those of the parser.
pub(super) fn declarations(tree: &SyntaxTree) -> (Vec<b::DocumentedElement>, Diagnostics) {
    let source = tree.source();
    let mut reader = Reader::new(source);
    let mut roots = Vec::new();
    for node in tree.root().into_iter().flat_map(Node::children) {
        match node.kind() {
            NodeKind::Bindings => {
                roots.push(b::DocumentedElement::NamedBindings(reader.named_bindings(node)));
            }
            NodeKind::Site => roots.push(b::DocumentedElement::Site(reader.site(node))),
            NodeKind::Statement => reader.statement(node, &mut roots),
            // The parser reported the syntax error.
            NodeKind::Error => {}
            _ => reader.report_type_declaration(node),
        }
    }
    (roots, reader.problems)
}

/// Converts syntax nodes to objects.
pub struct Reader<'t> {
    source: &'t Arc<Source>,
    cursor: Cursor<'t>,
    /// The problems so far.
    pub problems: Diagnostics,
    /// The position of the text in another text, if it is a string there. Objects then get positions in the other text.
    outer_position: Option<OuterPosition<'t>>,
}

/// The position of a text that is a string in another text.
struct OuterPosition<'t> {
    embedded: &'t EmbeddedText<'t>,
    /// The number of bytes that were added before the string so that it can be parsed.
    prefix_length: usize,
    /// The position in the other text.
    cursor: Cursor<'t>,
}

/// The first child whose kind passes a test.
fn child<'t>(node: Node<'t>, test: impl Fn(NodeKind) -> bool) -> Option<Node<'t>> {
    node.children().find(|child| test(child.kind()))
}

/// The children that are expressions.
fn expressions(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.children().filter(|child| child.kind().is_expression())
}

/// The value of the first string or name among the children of a node.
fn text_in(node: Node<'_>) -> Option<String> {
    child(node, |kind| matches!(kind, NodeKind::Text(_) | NodeKind::Identifier(_)))?.string()
}

/// The path among the children of a node, such as `a::b`, without spaces; empty if there is none.
fn path_in(node: Node<'_>) -> String {
    let Some(path) = child(node, |kind| kind == NodeKind::Path) else { return String::new() };
    let names: Vec<_> = path.children().filter_map(Node::string).collect();
    // Leading colons are kept, so that the same bytes are written again.
    let root = if path.text().starts_with("::") { "::" } else { "" };
    format!("{root}{}", names.join("::"))
}

fn doc(node: Node<'_>) -> Option<String> {
    node.doc().map(str::to_owned)
}

impl<'t> Reader<'t> {
    /// A reader of a source.
    pub fn new(source: &'t Arc<Source>) -> Self {
        Self { source, cursor: Cursor::new(source), problems: Diagnostics::new(), outer_position: None }
    }
}

impl Reader<'_> {
    /// The line and column of a node.
    pub fn at(&mut self, node: Node<'_>) -> (i64, i64) {
        let start = node.range().start;
        let position = match &mut self.outer_position {
            Some(outer) => {
                let start = start.saturating_sub(outer.prefix_length);
                outer.cursor.position(outer.embedded.outer_span(start..start).start)
            }
            None => self.cursor.position(start),
        };
        (number(position.line), number(position.column))
    }

    /// Reports a problem at a node.
    pub fn error(&mut self, node: Node<'_>, message: impl Into<String>, help: impl Into<String>) {
        let problem = Diagnostic::error(codes::BINDINGS_FORM, message.into())
            .at(self.source, node.range())
            .help(help.into());
        self.problems.push(problem);
    }

    /// Reports a declaration of a type in a file of bindings.
    fn report_type_declaration(&mut self, node: Node<'_>) {
        let end = self.source.word_end(node.range().start);
        let message = "a file of bindings cannot declare types";
        let problem = Diagnostic::error(codes::BINDINGS_BESIDE_TYPES, message)
            .at(self.source, node.range().start..end)
            .help("move them to a file of their own: a file declares types or bindings, not both");
        self.problems.push(problem);
    }

    /// Reads a statement between declarations; consecutive statements are joined into one object.
    fn statement(&mut self, node: Node<'_>, roots: &mut Vec<b::DocumentedElement>) {
        let text = self.expression_text(node);
        let (line, column) = self.at(node);
        let doc = doc(node);
        // A statement with a comment becomes an object of its own, whose documentation is the comment.
        if let (Some(b::DocumentedElement::Statements(last)), None) = (roots.last_mut(), &doc) {
            last.text.push('\n');
            last.text.push_str(&text);
            return;
        }
        roots.push(b::DocumentedElement::Statements(b::Statements {
            line,
            column,
            doc,
            text,
            ..b::Statements::default()
        }));
    }

    /// Named bindings.
    fn named_bindings(&mut self, node: Node<'_>) -> b::NamedBindings {
        let (line, column) = self.at(node);
        let bindings = self.bindings(node);
        b::NamedBindings {
            line,
            column,
            doc: doc(node),
            bindings,
            name: path_in(node),
            ..b::NamedBindings::default()
        }
    }

    /// The conditions and operations in a block.
    fn bindings(&mut self, node: Node<'_>) -> Vec<b::AbstractBinding> {
        let mut list = Vec::new();
        for child in node.children() {
            match child.kind() {
                NodeKind::When => {
                    list.push(b::AbstractBinding::CategorizedBindings(self.conditional_bindings(child)));
                }
                NodeKind::Bind(form) => list.extend(self.binding_of_form(child, form)),
                _ => {}
            }
        }
        list
    }

    /// The bindings of a block with conditions.
    fn conditional_bindings(&mut self, node: Node<'_>) -> b::CategorizedBindings {
        let (line, column) = self.at(node);
        // The alternatives share this variable: after `or`, a value without a category belongs to the category before
        // it.
        let mut category = None;
        let mut alternatives = Vec::new();
        for child in node.children().filter(|child| child.kind() == NodeKind::WhenAlternative) {
            let (line, column) = self.at(child);
            let predicates = self.conditions(child, &mut category);
            alternatives.push(b::Alternative { file: None, line, column, predicates });
        }
        let mut alternatives = alternatives.into_iter();
        let predicates = alternatives.next().map(|first| first.predicates).unwrap_or_default();
        b::CategorizedBindings {
            file: None,
            line,
            column,
            doc: doc(node),
            bindings: self.bindings(node),
            predicates,
            alternatives: alternatives.collect(),
        }
    }

    /// The conditions of an alternative. A value without a category belongs to `last_category`, the category
    /// before it.
    fn conditions(&mut self, node: Node<'_>, last_category: &mut Option<String>) -> Vec<b::Category> {
        let mut list = Vec::new();
        for child in node.children() {
            let NodeKind::Condition { bare } = child.kind() else { continue };
            let mut parts = child.children();
            let name = if bare { last_category.clone() } else { parts.next().and_then(Node::string) };
            let Some(categorization) = name else { continue };
            let (line, column) = self.at(child);
            let (value, kind) = match parts.next() {
                None => (None, b::CategoryValueKind::default()),
                Some(value) => {
                    if categorization == "common" {
                        let help = if bare {
                            "write the category before the value"
                        } else {
                            "remove the value: all nodes are in `common`"
                        };
                        self.error(value, "`common` has no value", help);
                    }
                    let (text, kind) = category_value(value);
                    (Some(text), kind)
                }
            };
            *last_category = Some(categorization.clone());
            list.push(b::Category { line, column, categorization, value, kind, ..b::Category::default() });
        }
        list
    }
}

/// The text and the type of the value of a category.
fn category_value(node: Node<'_>) -> (String, b::CategoryValueKind) {
    let text = node.text();
    match node.kind() {
        // There may be blanks between a minus and the digits.
        NodeKind::NumberValue => (text.replace([' ', '\t', '\r', '\n'], ""), b::CategoryValueKind::Number),
        NodeKind::BooleanValue(value) => (value.to_string(), b::CategoryValueKind::Boolean),
        NodeKind::Identifier(Quotes::None) => (text.to_owned(), b::CategoryValueKind::String),
        _ => (node.string().unwrap_or_default(), b::CategoryValueKind::String),
    }
}

/// A line or column as an integer of the model.
fn number(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
