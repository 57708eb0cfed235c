//! Reads the lines of a data file as bindings: one binding per name, in the order of each name's first line.

use super::DataFile;
use crate::generated::bindings as b;
use crate::text::{Reader, Writer};
use modelwright_language::language::{self, Node, NodeKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// A line: a value, and the condition under which the value is used.
struct Line<'t> {
    node: Node<'t>,
    value: Node<'t>,
    condition: Option<Node<'t>>,
}

/// Reads a text as bindings, as far as it is valid. Returns them with all problems of the text.
#[must_use]
pub fn read(source: &Arc<Source>, file: &DataFile) -> (Vec<b::DocumentedElement>, Diagnostics) {
    let (tree, mut problems) = language::data_tree(source);
    let mut lines_by_name: Vec<(&str, Vec<Line<'_>>)> = Vec::new();
    // The position of each name in `lines_by_name`.
    let mut indexes: FxHashMap<&str, usize> = FxHashMap::default();
    let nodes = tree.root().into_iter().flat_map(Node::children);
    for node in nodes.filter(|node| node.kind() == NodeKind::DataValue) {
        let mut parts = node.children().filter(|part| part.kind().is_expression());
        let (Some(variable), Some(value)) = (parts.next(), parts.next()) else { continue };
        let name = variable.text().trim_start_matches('$').trim_start_matches("::");
        let index = *indexes.entry(name).or_insert_with(|| {
            lines_by_name.push((name, Vec::new()));
            lines_by_name.len() - 1
        });
        let (_, lines) = &mut lines_by_name[index];
        lines.push(Line { node, value, condition: parts.next() });
    }
    let mut reader = Reader::new(source);
    let bindings =
        lines_by_name.iter().map(|(name, lines)| binding(&mut reader, source, name, lines, file)).collect();
    problems.append(reader.problems);
    let bindings = b::NamedBindings {
        line: 1,
        column: 1,
        bindings,
        name: file.name.clone(),
        ..b::NamedBindings::default()
    };
    (vec![b::DocumentedElement::NamedBindings(bindings)], problems)
}

/// The binding of a name: a binding of a class parameter if there is a class, otherwise a binding of the plain name.
fn binding(
    reader: &mut Reader<'_>,
    source: &Arc<Source>,
    name: &str,
    lines: &[Line<'_>],
    file: &DataFile,
) -> b::AbstractBinding {
    let used_lines = used_lines(reader, source, lines);
    let (line, column) = reader.at(lines[0].node);
    // The binding is made of all lines of the name, so it gets the comments of all lines.
    let docs: Vec<&str> = lines.iter().filter_map(|line| line.node.doc()).collect();
    let doc = (!docs.is_empty()).then(|| docs.join("\n"));
    let value = value_of_lines(reader, used_lines, (line, column));
    let optional = !used_lines.last().is_some_and(|last| always_has_value(source, last));
    let (class, name) = match (name.rsplit_once("::"), &file.class) {
        (Some((class, name)), _) => (Some(class), name),
        (None, class) => (class.as_deref(), name),
    };
    let Some(class) = class else {
        let producer = Some(value.into_producer((line, column)));
        let name = Some(name.to_owned());
        return b::Binding { line, column, doc, optional, name, producer, ..b::Binding::default() }.into();
    };
    let key = b::StringValue { file: None, line, column, value: name.to_owned() }.into();
    let entry = b::HashEntry { file: None, line, column, key, value: value.into_value((line, column)) };
    let hash = b::HashValue { file: None, line, column, entries: vec![entry] };
    let producer =
        b::ConstantProducer { file: None, line, column, transformer: None, value: Box::new(hash.into()) };
    b::ParameterBindings {
        line,
        column,
        doc,
        optional,
        target: class.to_owned(),
        producer: Some(producer.into()),
        ..b::ParameterBindings::default()
    }
    .into()
}

/// The lines that can give the value. The lines after an unconditional one are never used, and are reported.
fn used_lines<'l, 't>(
    reader: &mut Reader<'_>,
    source: &Arc<Source>,
    lines: &'l [Line<'t>],
) -> &'l [Line<'t>] {
    let Some(unconditional) = lines.iter().position(|line| line.condition.is_none()) else { return lines };
    for unused in &lines[unconditional + 1..] {
        let message = "this value is never used, because a line above it has no condition";
        let problem = Diagnostic::warning(codes::BINDINGS_FORM, message)
            .at(source, unused.node.range())
            .label(source, lines[unconditional].node.range(), "this line always gives the value")
            .help("remove it, or move it above that line");
        reader.problems.push(problem);
    }
    &lines[..=unconditional]
}

/// Whether a line gives a value to every node, because it has a constant and no condition.
fn always_has_value(source: &Arc<Source>, line: &Line<'_>) -> bool {
    if line.condition.is_some() {
        return false;
    }
    // The value is read again for the binding, which reports its problems, so the problems of this separate reader are
    // dropped.
    let value = Reader::new(source).value(line.value);
    !matches!(value, b::Value::ProducedValue(_) | b::Value::UndefValue(_))
}

/// The value of a name: a constant, or an expression that is evaluated at each lookup.
enum NameValue {
    Constant(b::Value),
    Expression(b::EvaluatingProducer),
}

impl NameValue {
    /// The value as the producer of a binding.
    fn into_producer(self, (line, column): (i64, i64)) -> b::ProducerDescriptor {
        match self {
            NameValue::Constant(value) => {
                let value = Box::new(value);
                b::ConstantProducer { file: None, line, column, transformer: None, value }.into()
            }
            NameValue::Expression(producer) => producer.into(),
        }
    }

    /// The value as that of a parameter in a hash.
    fn into_value(self, (line, column): (i64, i64)) -> b::Value {
        match self {
            NameValue::Constant(value) => value,
            NameValue::Expression(producer) => {
                let producer = Box::new(producer.into());
                b::Value::ProducedValue(b::ProducedValue { file: None, line, column, producer })
            }
        }
    }
}

/// The value of a name: the value of its only line, or an `if … elsif` chain of all its lines.
fn value_of_lines(reader: &mut Reader<'_>, lines: &[Line<'_>], (line, column): (i64, i64)) -> NameValue {
    if let [Line { value, condition: None, .. }] = lines {
        return match reader.value(*value) {
            b::Value::ProducedValue(produced) => match *produced.producer {
                b::ProducerDescriptor::EvaluatingProducer(producer) => NameValue::Expression(producer),
                // Other producers do not occur here: the reader of values creates none.
                _ => NameValue::Constant(b::UndefValue { file: None, line, column }.into()),
            },
            value => NameValue::Constant(value),
        };
    }
    let mut text = String::new();
    for (nth, line) in lines.iter().enumerate() {
        let value = value_text(reader, line.value);
        let word = if nth == 0 { "if" } else { "elsif" };
        // Writing to a string cannot fail.
        let _ = match line.condition {
            Some(condition) => {
                let condition = value_text(reader, condition);
                let separator = if nth == 0 { "" } else { " " };
                write!(text, "{separator}{word} {condition} {{ {value} }}")
            }
            None => write!(text, " else {{ {value} }}"),
        };
    }
    // The text is formatted, so that a file that is written from this binding is read back as the same expression.
    let text = language::format_expression(&text, 0).unwrap_or(text);
    let expression = b::SourceExpression { line, column, text, ..b::SourceExpression::default() }.into();
    NameValue::Expression(b::EvaluatingProducer { file: None, line, column, transformer: None, expression })
}

/// The text of an expression in the language; hashes are written with `=>`.
fn value_text(reader: &mut Reader<'_>, node: Node<'_>) -> String {
    let value = reader.value(node);
    let mut writer = Writer::new("the language");
    writer.value(&value)
}
