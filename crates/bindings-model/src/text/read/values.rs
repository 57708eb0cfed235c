//! Reads literals as values, and keeps other expressions as source text.

use super::{Reader, expressions};
use crate::generated::bindings as b;
use modelwright_language::language::{self, Node, NodeKind, Number};

impl Reader<'_> {
    /// The value of an expression; an expression that is not a literal is evaluated when the value is used.
    pub fn value(&mut self, node: Node<'_>) -> b::Value {
        let (line, column) = self.at(node);
        if let Some(literal) = literal(node, line, column) {
            return literal;
        }
        match node.kind() {
            NodeKind::Array => {
                let elements = expressions(node).map(|element| self.value(element)).collect();
                b::ArrayValue { line, column, elements, ..b::ArrayValue::default() }.into()
            }
            NodeKind::Hash => self.hash(node).into(),
            _ => {
                let producer = Box::new(self.evaluation(node).into());
                b::Value::ProducedValue(b::ProducedValue { file: None, line, column, producer })
            }
        }
    }

    /// The entries of a hash.
    pub(super) fn hash(&mut self, node: Node<'_>) -> b::HashValue {
        let (line, column) = self.at(node);
        let parts: Vec<_> = expressions(node).collect();
        let mut entries = Vec::with_capacity(parts.len() / 2);
        for pair in parts.chunks_exact(2) {
            let (line, column) = self.at(pair[0]);
            let (key, value) = (self.value(pair[0]), self.value(pair[1]));
            entries.push(b::HashEntry { file: None, line, column, key, value });
        }
        b::HashValue { line, column, entries, ..b::HashValue::default() }
    }

    /// A producer that evaluates an expression.
    pub(super) fn evaluation(&mut self, node: Node<'_>) -> b::EvaluatingProducer {
        let (line, column) = self.at(node);
        let expression = self.source_expression(node).into();
        b::EvaluatingProducer { file: None, line, column, transformer: None, expression }
    }

    /// A producer of a constant, or a producer that evaluates an expression.
    pub(super) fn constant_or_evaluation(&mut self, node: Node<'_>) -> b::ProducerDescriptor {
        let (line, column) = self.at(node);
        match self.value(node) {
            b::Value::ProducedValue(produced) => *produced.producer,
            value => b::ProducerDescriptor::ConstantProducer(b::ConstantProducer {
                file: None,
                line,
                column,
                transformer: None,
                value: Box::new(value),
            }),
        }
    }

    pub(super) fn source_expression(&mut self, node: Node<'_>) -> b::SourceExpression {
        let (line, column) = self.at(node);
        let text = self.expression_text(node);
        b::SourceExpression { line, column, text, ..b::SourceExpression::default() }
    }

    /// The text of an expression. It is formatted, so that it does not depend on the indentation in the file.
    pub fn expression_text(&mut self, node: Node<'_>) -> String {
        // The lines of a heredoc are outside of the node, and would be lost (Decision 15).
        if node.in_line().any(|part| part.kind() == NodeKind::Heredoc) {
            let help = "write the text in quotes, or assign it to a variable";
            self.error(node, "a heredoc cannot be kept in the bindings model", help);
        }
        let text = node.text();
        language::format_expression(text, 0).unwrap_or_else(|| text.to_owned())
    }

    /// A lambda. Reports any other expression, and keeps its text.
    pub(super) fn lambda(&mut self, node: Node<'_>) -> b::Lambda {
        if node.kind() != NodeKind::Lambda {
            self.error(node, "this must be a lambda", "write `|$x| { … }`");
        }
        let (line, column) = self.at(node);
        let text = self.expression_text(node);
        b::Lambda { line, column, text, ..b::Lambda::default() }
    }

    /// A type or a reference as text, on one line.
    pub(super) fn type_expression(&mut self, node: Node<'_>) -> b::TypeExpression {
        let (line, column) = self.at(node);
        b::TypeExpression { line, column, text: type_text(node), ..b::TypeExpression::default() }
    }
}

/// The text of a type. It is joined into one line unless it contains strings, patterns or comments.
pub(super) fn type_text(node: Node<'_>) -> String {
    let text = node.text();
    // Blanks in strings and patterns have a meaning, and a comment would hide what is joined to its line.
    if text.contains(['\'', '"', '#', '/']) {
        return text.to_owned();
    }
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace("[ ", "[").replace(" ]", "]")
}

/// The value of a literal; `None` for all other expressions.
fn literal(node: Node<'_>, line: i64, column: i64) -> Option<b::Value> {
    Some(match node.kind() {
        NodeKind::String(_) | NodeKind::Name => {
            let value = node.string()?;
            b::StringValue { line, column, value, ..b::StringValue::default() }.into()
        }
        NodeKind::Boolean(value) => {
            b::BooleanValue { line, column, value: Some(value), ..b::BooleanValue::default() }.into()
        }
        NodeKind::Undef => b::UndefValue { line, column, ..b::UndefValue::default() }.into(),
        NodeKind::Number => number(node.number()?, line, column),
        // For the parser, a minus is an operator; in the model, it is part of the number.
        NodeKind::Unary(language::expression::Unary::Minus) => {
            let operand = expressions(node).next().filter(|operand| operand.kind() == NodeKind::Number)?;
            match operand.number()? {
                Number::Integer(value) => number(Number::Integer(-value), line, column),
                Number::Float(value) => number(Number::Float(-value), line, column),
            }
        }
        _ => return None,
    })
}

/// A number as a value of the model.
fn number(value: Number, line: i64, column: i64) -> b::Value {
    match value {
        Number::Integer(value) => {
            b::IntegerValue { line, column, value: Some(value), ..b::IntegerValue::default() }.into()
        }
        Number::Float(value) => {
            b::FloatValue { line, column, value: Some(value), ..b::FloatValue::default() }.into()
        }
    }
}
