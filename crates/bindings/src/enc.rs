//! The output of an external node classifier (ENC): classes, variables and an environment, in YAML or JSON, read like
//! Ruby.
//!
//! The output determines the environment of the node, and provides bindings for layers. Invariants: every problem has a
//! position in the output; values are data and are never evaluated. This module does not run the ENC.

use super::values;
use crate::generated::bindings as b;
use crate::hiera::read_data;
use crate::store::{Data, DataValue, Hash, NodeIndex, Value};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, Source, codes, nearest};
use std::ops::Range;
use std::sync::Arc;

/// The members of the output.
const MEMBERS: [&str; 3] = ["classes", "parameters", "environment"];
/// The maximum size of the values in bytes after the expansion of aliases.
const MAX_SIZE: usize = 256 << 20;

/// The output of an ENC for a node.
#[derive(Debug, Clone)]
pub struct EncOutput {
    /// The environment, if the output specifies one.
    pub environment: Option<String>,
    /// The classes in the order of the output.
    pub classes: Vec<String>,
    /// The variables of the top scope.
    pub parameters: Hash,
    /// The bindings `classes`, `parameters` and `variables`, without those that are empty.
    pub bindings: Vec<b::NamedBindings>,
    /// The text of the output.
    pub source: Arc<Source>,
    /// The range of the key `environment`.
    environment_range: Range<usize>,
}

impl EncOutput {
    /// Reads the output. Unknown members are warnings.
    ///
    /// # Errors
    /// If the text is invalid or empty, or a member has the wrong form.
    pub fn read(source: &Arc<Source>) -> Result<(Self, Diagnostics), Diagnostics> {
        if source.text().trim().is_empty() {
            let problem = Diagnostic::error(codes::BINDINGS_ENC, "the output of the ENC is empty");
            let help = "write `classes`, `parameters` and `environment`, or {} if there is none of them";
            return Err(problem.at(source, 0..0).help(help).into());
        }
        let mut problems = Diagnostics::new();
        let data = read_data(source, &mut problems).filter(|_| !problems.has_errors());
        let Some(data) = data else {
            // The message of the reader is about Hiera data files, so it is replaced.
            if problems.iter().any(|problem| problem.code == codes::HIERA_DATA) {
                let message = "the output of the ENC must be a hash";
                let problem = Diagnostic::error(codes::BINDINGS_ENC, message).at(source, 0..0);
                return Err(problem
                    .help(format!("write a hash with the keys {}", MEMBERS.join(", ")))
                    .into());
            }
            return Err(problems);
        };
        let mut reader = Reader { source, data: &data, problems };
        // The size is checked first, because nested aliases may expand a short text to a huge value.
        if data.size(data.root()) > MAX_SIZE {
            let message = format!("the values of the output have more than {MAX_SIZE} bytes");
            reader.report(codes::LIMIT, data.root(), &message, "write fewer aliases of aliases");
            return Err(reader.problems);
        }
        let output = reader.output();
        if reader.problems.has_errors() { Err(reader.problems) } else { Ok((output, reader.problems)) }
    }

    /// The position of the environment in the output.
    pub(crate) fn place(&self) -> Option<(Arc<Source>, Range<usize>)> {
        self.environment.as_ref().map(|_| (Arc::clone(&self.source), self.environment_range.clone()))
    }

    /// The names of the classes as a value.
    pub(crate) fn class_names(&self) -> Value {
        Value::Array(self.classes.iter().map(|name| Value::text(name.as_str())).collect())
    }
}

/// The bindings that the output provides under one name.
type Bindings = Vec<b::AbstractBinding>;

/// The named bindings of one part of an output.
fn named_bindings(part: &str, bindings: Bindings) -> b::NamedBindings {
    b::NamedBindings { line: 1, column: 1, name: part.to_owned(), bindings, ..b::NamedBindings::default() }
}

/// Reads the values of an output.
struct Reader<'r> {
    source: &'r Arc<Source>,
    data: &'r Data,
    problems: Diagnostics,
}

impl Reader<'_> {
    /// Reads the members of the output.
    fn output(&mut self) -> EncOutput {
        let mut output = EncOutput {
            environment: None,
            classes: Vec::new(),
            parameters: Hash::default(),
            bindings: Vec::new(),
            source: Arc::clone(self.source),
            environment_range: 0..0,
        };
        let (mut classes, mut parameters, mut variables) =
            (Bindings::new(), Bindings::new(), Bindings::new());
        for entry in self.data.entries() {
            let (key, value) = (entry.key, entry.value);
            let data_value = self.data.value(value);
            match (self.data.text(key).unwrap_or_default(), data_value) {
                // A key without a value, as in `classes:`, is valid.
                ("environment" | "parameters" | "classes", DataValue::Nil) => {}
                ("environment", DataValue::Text(text)) if !text.is_empty() => {
                    output.environment = Some(text.to_owned());
                    output.environment_range = self.range(key);
                }
                ("environment", _) => self.report_unexpected(
                    value,
                    "the name of an environment",
                    "write `environment: NAME`, or leave it out",
                ),
                ("parameters", DataValue::Hash(_)) => {
                    if let Value::Hash(parameters) = self.data.to_value(value) {
                        output.parameters = parameters;
                    }
                    variables.extend(self.variables(value));
                }
                ("parameters", _) => {
                    self.report_unexpected(
                        value,
                        "a hash of variables",
                        "write `name: value` for each variable",
                    );
                }
                ("classes", _) => {
                    output.classes = self.classes(value, &mut parameters);
                    if !output.classes.is_empty() {
                        let (line, column) = self.position(value);
                        let names = output.classes.clone();
                        let included =
                            b::ClassInclusion { file: None, line, column, doc: None, classes: names };
                        classes.push(included.into());
                    }
                }
                _ => self.report_unknown(key),
            }
        }
        let parts = [("classes", classes), ("parameters", parameters), ("variables", variables)];
        let parts = parts.into_iter().filter(|(_, bindings)| !bindings.is_empty());
        output.bindings = parts.map(|(name, bindings)| named_bindings(name, bindings)).collect();
        output
    }

    /// Reads a list of classes, or a hash of classes and their parameters; returns the names of the classes.
    fn classes(&mut self, node: NodeIndex, parameters: &mut Bindings) -> Vec<String> {
        let mut names = Vec::new();
        match self.data.value(node) {
            DataValue::Array(items) => names.extend(items.iter().filter_map(|item| self.class_name(*item))),
            DataValue::Hash(pairs) => {
                for (key, value) in pairs.iter() {
                    let Some(name) = self.class_name(key) else { continue };
                    parameters.extend(self.parameters_of_class(&name, key, value));
                    names.push(name);
                }
            }
            _ => self.report_unexpected(
                node,
                "a list of classes, or a hash from classes to their parameters",
                "write `- name` for each class, or `name: { parameter: value }`",
            ),
        }
        names
    }

    /// The name of a class in the output; reports a value that is not a text.
    fn class_name(&mut self, node: NodeIndex) -> Option<String> {
        let name = self.data.text(node).map(str::to_owned);
        if name.is_none() {
            self.report_unexpected(node, "the name of a class", "write the name in quotes");
        }
        name
    }

    /// The bindings of the parameters of a class; `None` if it has none.
    fn parameters_of_class(
        &mut self,
        class: &str,
        key: NodeIndex,
        node: NodeIndex,
    ) -> Option<b::AbstractBinding> {
        match self.data.value(node) {
            DataValue::Nil => return None,
            DataValue::Hash(pairs) if pairs.iter().len() == 0 => return None,
            DataValue::Hash(_) => {}
            _ => {
                let expected = format!("a hash of the parameters of the class `{class}`");
                self.report_unexpected(node, &expected, "write `name: value` for each parameter");
                return None;
            }
        }
        let (line, column) = self.position(key);
        let producer = Some(self.constant(node));
        let target = class.to_owned();
        Some(
            b::ParameterBindings { line, column, target, producer, ..b::ParameterBindings::default() }.into(),
        )
    }

    /// The binding of the variables in a hash; `None` if there are none.
    fn variables(&mut self, node: NodeIndex) -> Option<b::AbstractBinding> {
        let DataValue::Hash(pairs) = self.data.value(node) else { return None };
        let mut variables = Vec::new();
        for (key, value) in pairs.iter() {
            let Some(name) = self.data.text(key).map(str::to_owned) else {
                self.report_unexpected(key, "the name of a variable", "write the name in quotes");
                continue;
            };
            let (line, column) = self.position(key);
            let producer = Some(self.constant(value));
            variables.push(b::VariableBinding { file: None, line, column, name, producer });
        }
        let (line, column) = self.position(node);
        let binding = b::VariableBindings { line, column, ..b::VariableBindings::new(variables) };
        (!binding.variables.is_empty()).then(|| binding.into())
    }

    /// The producer of a constant.
    fn constant(&self, node: NodeIndex) -> b::ProducerDescriptor {
        let (line, column) = self.position(node);
        let depth = 0;
        let value = Box::new(self.value(node, depth));
        b::ConstantProducer { file: None, line, column, transformer: None, value }.into()
    }

    /// The value in the model. Values that are nested too deeply become `undef`, and the composition reports them.
    fn value(&self, node: NodeIndex, depth: usize) -> b::Value {
        let (line, column) = self.position(node);
        match self.data.value(node) {
            // One more level is converted than the composition accepts, so that the composition reports a value that is
            // too deep.
            _ if depth > values::MAX_DEPTH + 1 => b::UndefValue { file: None, line, column }.into(),
            DataValue::Nil => b::UndefValue { file: None, line, column }.into(),
            DataValue::Bool(truth) => b::BooleanValue { file: None, line, column, value: Some(truth) }.into(),
            DataValue::Integer(number) => {
                b::IntegerValue { file: None, line, column, value: Some(number) }.into()
            }
            DataValue::Float(number) => {
                b::FloatValue { file: None, line, column, value: Some(number) }.into()
            }
            DataValue::BigInteger(digits) => {
                b::BigIntegerValue { file: None, line, column, value: digits.to_owned() }.into()
            }
            DataValue::Text(text) | DataValue::Ruby(_, text) => {
                b::StringValue { file: None, line, column, value: text.to_owned() }.into()
            }
            DataValue::Array(items) => {
                let elements = items.iter().map(|item| self.value(*item, depth + 1)).collect();
                b::ArrayValue { file: None, line, column, elements }.into()
            }
            DataValue::Hash(pairs) => {
                let entries = pairs.iter().map(|(key, value)| {
                    let (line, column) = self.position(key);
                    let (key, value) = (self.value(key, depth + 1), self.value(value, depth + 1));
                    b::HashEntry { file: None, line, column, key, value }
                });
                b::HashValue { file: None, line, column, entries: entries.collect() }.into()
            }
        }
    }

    /// The line and the column of a node.
    fn position(&self, node: NodeIndex) -> (i64, i64) {
        let place = self.data.place(node);
        (place.line.into(), place.column.into())
    }

    /// The range of the first word of a node.
    fn range(&self, node: NodeIndex) -> Range<usize> {
        let start = self.data.place(node).offset(self.source);
        start..self.source.word_end(start)
    }

    /// Reports an error at a node.
    fn report(&mut self, code: Code, node: NodeIndex, message: &str, help: &str) {
        let problem = Diagnostic::error(code, message).at(self.source, self.range(node));
        self.problems.push(problem.help(help));
    }

    /// Reports a value of the wrong class.
    fn report_unexpected(&mut self, node: NodeIndex, expected: &str, help: &str) {
        let message =
            format!("expected {expected}, found a value of class {}", self.data.to_value(node).class());
        self.report(codes::BINDINGS_ENC, node, &message, help);
    }

    /// Warns about an unknown member.
    fn report_unknown(&mut self, key: NodeIndex) {
        let name = self.data.text(key).unwrap_or_default();
        let message = format!("the output of the ENC has an unknown member `{name}`");
        let help = match nearest(name, MEMBERS) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("its members are {}", MEMBERS.join(", ")),
        };
        let problem = Diagnostic::new(codes::BINDINGS_ENC, Severity::Warning, message);
        self.problems.push(problem.at(self.source, self.range(key)).help(help));
    }
}
