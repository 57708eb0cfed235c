//! Reads fragments of the language that are strings in another notation: expressions, types, lambdas, queries,
//! conditions.
//!
//! Each fragment is parsed inside a minimal declaration of bindings. Invariant: a fragment that is not exactly one node
//! of the expected kind is an error, so that no fragment can change the declaration around it. Objects and problems get
//! their positions in the other notation.

use super::values::type_text;
use super::{OuterPosition, Reader};
use crate::generated::bindings as b;
use crate::text::cursor::Cursor;
use modelwright_language::language::{self, Node, NodeKind, SyntaxTree};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::ops::Range;
use std::sync::Arc;

/// A fragment of the language that is a string in another text.
pub struct EmbeddedText<'p> {
    /// The fragment itself.
    pub text: &'p str,
    /// The span of the string in the other text, with its quotes.
    pub range: Range<usize>,
    /// The offset of the fragment in the other text; `None` if the string has escapes there, so that positions do not
    /// correspond.
    pub start: Option<usize>,
}

impl EmbeddedText<'_> {
    /// The span in the other text that corresponds to a span in the fragment.
    pub(super) fn outer_span(&self, range: Range<usize>) -> Range<usize> {
        let outer_offset =
            |inner: usize, start: usize| (start + inner.min(self.text.len())).min(self.range.end);
        match self.start {
            Some(start) => outer_offset(range.start, start)..outer_offset(range.end, start),
            None => self.range.clone(),
        }
    }
}

/// A parser of the fragments in a text.
pub struct EmbeddedParser<'s> {
    /// The text that contains the fragments.
    pub source: &'s Arc<Source>,
    /// The problems of the fragments.
    pub problems: Diagnostics,
    cursor: Cursor<'s>,
}

/// A kind of fragment: the text that is put around it for the parser, and the kind of node that it must become.
struct Form {
    /// The text that the parser needs before the fragment.
    before: &'static str,
    /// The text that the parser needs after the fragment.
    after: &'static str,
    /// Whether a node of this kind is the expected result.
    accepts: fn(NodeKind) -> bool,
    /// What the fragment must be, for messages.
    what: &'static str,
}

const EXPRESSION: Form = Form {
    before: "bindings x { bind 'x' to { 'x' => ",
    // The line break at the start ends a comment, which could otherwise hide the rest.
    after: "\n} }",
    accepts: |kind| kind.is_expression() && !matches!(kind, NodeKind::Assign(_) | NodeKind::Missing),
    what: "an expression",
};
const LAMBDA: Form = Form {
    before: "bindings x { bind 'x' to 1 { x => ",
    after: "\n} }",
    accepts: |kind| kind == NodeKind::Lambda,
    what: "a lambda",
};
const TYPE: Form = Form {
    before: "bindings x { bind ",
    after: "\n, 'x' to 1 }",
    accepts: |kind| kind == NodeKind::BindType,
    what: "a type",
};
const REFERENCE: Form = Form {
    before: "bindings x { bind parameters ",
    after: "\nto {} }",
    accepts: |kind| kind == NodeKind::BindType,
    what: "a reference to a class, a type or a resource",
};
const QUERY: Form = Form {
    before: "bindings x { bind 'x' to X[?? ",
    after: "\n] }",
    accepts: NodeKind::is_expression,
    what: "a query",
};
const CONDITION: Form = Form {
    before: "bindings x { when ",
    after: "\n{} }",
    accepts: |kind| kind == NodeKind::When,
    what: "a condition",
};

impl<'s> EmbeddedParser<'s> {
    /// A parser of fragments in a source.
    pub fn new(source: &'s Arc<Source>) -> Self {
        Self { source, problems: Diagnostics::new(), cursor: Cursor::new(source) }
    }

    /// The line and column of a byte of the other text.
    pub fn at(&mut self, offset: usize) -> (i64, i64) {
        let position = self.cursor.position(offset);
        (super::number(position.line), super::number(position.column))
    }

    /// Reports a problem at a range of the source.
    pub fn error(&mut self, range: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let problem = Diagnostic::error(codes::BINDINGS_FORM, message.into()).at(self.source, range);
        self.problems.push(problem.help(help.into()));
    }

    /// The value of an expression; an expression that is not a literal is evaluated when the value is used.
    pub fn value(&mut self, embedded: &EmbeddedText<'_>) -> Option<b::Value> {
        self.read(embedded, &EXPRESSION, |reader, node| reader.value(node))
    }

    /// Parses an expression.
    pub fn expression(&mut self, embedded: &EmbeddedText<'_>) -> Option<b::SourceExpression> {
        self.read(embedded, &EXPRESSION, |reader, node| reader.source_expression(node))
    }

    /// Parses a lambda.
    pub fn lambda(&mut self, embedded: &EmbeddedText<'_>) -> Option<b::Lambda> {
        self.read(embedded, &LAMBDA, |reader, node| reader.lambda(node))
    }

    /// Parses a type.
    pub fn type_expression(&mut self, embedded: &EmbeddedText<'_>) -> Option<b::TypeExpression> {
        self.read(embedded, &TYPE, |reader, node| reader.type_expression(node))
    }

    /// Parses a reference to a class, a type or a resource.
    pub fn reference(&mut self, embedded: &EmbeddedText<'_>) -> Option<String> {
        self.read(embedded, &REFERENCE, |_, node| type_text(node))
    }

    /// Parses a query.
    pub fn query(&mut self, embedded: &EmbeddedText<'_>) -> Option<String> {
        self.read(embedded, &QUERY, |_, node| node.text().to_owned())
    }

    /// The first alternative of a condition, and the other alternatives.
    pub fn condition(
        &mut self,
        embedded: &EmbeddedText<'_>,
    ) -> Option<(Vec<b::Category>, Vec<b::Alternative>)> {
        let when = self.read(embedded, &CONDITION, |reader, node| reader.conditional_bindings(node))?;
        Some((when.predicates, when.alternatives))
    }

    /// Parses a fragment inside the text of its form, and makes an object from its node; `None` after a reported
    /// problem.
    fn read<T>(
        &mut self,
        embedded: &EmbeddedText<'_>,
        form: &Form,
        make: impl FnOnce(&mut Reader<'_>, Node<'_>) -> T,
    ) -> Option<T> {
        let prefix_length = form.before.len();
        let source = Source::new("", format!("{}{}{}", form.before, embedded.text, form.after));
        let (tree, found) = language::syntax_tree(&source);
        if let Some(first) = found.first_error() {
            // Only the first error is reported: later ones are about the text around the fragment.
            self.pass_on(&Diagnostics::from(first.clone()), embedded, prefix_length);
            return None;
        }
        self.pass_on(&found, embedded, prefix_length);
        let Some(node) = complete_node(&tree, embedded.text, form) else {
            self.error(
                embedded.range.clone(),
                format!("expected {}, found `{}`", form.what, excerpt(embedded.text)),
                format!("write {} and nothing else", form.what),
            );
            return None;
        };
        let mut reader = Reader::new(&source);
        // The fragment is near the position of the cursor, so its copy finds positions in the fragment quickly.
        reader.outer_position = Some(OuterPosition { embedded, prefix_length, cursor: self.cursor.clone() });
        let result = make(&mut reader, node);
        let found = std::mem::take(&mut reader.problems);
        self.pass_on(&found, embedded, prefix_length);
        Some(result)
    }

    /// Reports problems of a fragment at their positions in the other text. `prefix_length` is the number of bytes
    /// before the fragment in the parsed text.
    fn pass_on(&mut self, found: &Diagnostics, embedded: &EmbeddedText<'_>, prefix_length: usize) {
        for problem in found {
            let range = problem.primary_label().map_or(0..0, |label| label.range.clone());
            let range = range.start.saturating_sub(prefix_length)..range.end.saturating_sub(prefix_length);
            let message = match problem.message.rsplit_once(", found ") {
                // The token that was found belongs to the text around the fragment, which users do not see.
                Some((expected, _)) if range.start >= embedded.text.len() => {
                    format!("{expected}, found the end of the string")
                }
                _ => problem.message.clone(),
            };
            let mut outer = Diagnostic::new(problem.code, problem.severity, message)
                .at(self.source, embedded.outer_span(range));
            outer.help.clone_from(&problem.help);
            self.problems.push(outer);
        }
    }
}

/// The node of the required kind that spans the complete fragment; `None` if there is none.
fn complete_node<'t>(tree: &'t SyntaxTree, text: &str, form: &Form) -> Option<Node<'t>> {
    let indent = text.len() - text.trim_start().len();
    let (start, end) = (form.before.len() + indent, form.before.len() + text.trim_end().len());
    // A fragment could close the declaration that was put around it, and begin another one.
    if start >= end || tree.root()?.children().count() != 1 {
        return None;
    }
    let is_condition = (form.accepts)(NodeKind::When);
    let node = tree.nodes().find(|node| {
        let range = node.range();
        let spans_fragment = if is_condition {
            // The node begins with `when`, before the fragment, and ends with the block after it.
            range.start < start && range.end == form.before.len() + text.len() + "\n{}".len()
        } else {
            range == (start..end)
        };
        spans_fragment && (form.accepts)(node.kind())
    })?;
    // A fragment with braces could contain bindings of its own.
    let has_no_bindings =
        !node.children().any(|child| matches!(child.kind(), NodeKind::When | NodeKind::Bind(_)));
    (!is_condition || has_no_bindings).then_some(node)
}

/// The start of a fragment, for messages.
fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
