//! Writes bindings as lines of a data file.
//!
//! Invariants: a construct that the lines cannot express is an error that names the binding; before the text is
//! returned, it is read back without errors.

use super::DataFile;
use crate::generated::bindings as b;
use crate::text::{self, Writer, key_text, place};
use b::AbstractBinding as A;
use b::ProducerDescriptor as P;
use modelwright_language::language::{self, Node, NodeKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_typed as typed;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// The text of a document of the bindings model.
///
/// # Errors
/// If the document contains anything that a data file cannot express.
pub fn write(model: &Model, document: DocumentId) -> Result<String, Diagnostics> {
    if !text::is_in(model, document) {
        let message = "only bindings can be written as a file of data, but this is another model";
        let problem = Diagnostic::error(codes::CANNOT_EXPRESS, message);
        return Err(problem.help("write it as xmi, json or yaml").into());
    }
    let roots = typed::Document::<b::DocumentedElement>::from_model(model, document)?.roots;
    let mut lines =
        Lines { out: String::new(), writer: Writer::new("a file of data"), seen: FxHashSet::default() };
    for (nth, root) in roots.iter().enumerate() {
        match root {
            b::DocumentedElement::NamedBindings(bindings) => {
                lines.writer.place = format!("bindings `{}`", bindings.name);
                if nth > 0 {
                    lines.writer.report_loss("a second declaration");
                }
                if bindings.doc.is_some() {
                    lines.writer.report_loss("documentation of all bindings");
                }
                bindings.bindings.iter().for_each(|binding| lines.binding(binding));
            }
            b::DocumentedElement::Site(_) => {
                "the site".clone_into(&mut lines.writer.place);
                lines.writer.report_loss("a declaration of the site");
            }
            _ => {
                "an object".clone_into(&mut lines.writer.place);
                lines.writer.report_loss("an object outside of bindings");
            }
        }
    }
    if lines.writer.problems.has_errors() {
        return Err(lines.writer.problems);
    }
    check(&lines.out)?;
    Ok(lines.out)
}

/// Reads the written text again, and reports an expression of the model that makes it invalid.
fn check(text: &str) -> Result<(), Diagnostics> {
    let source = Source::new("the written text", text);
    let (_, problems) = super::read(&source, &DataFile::of_site("x"));
    let Some(first) = problems.first_error() else {
        return Ok(());
    };
    let message = format!("the text of an expression cannot be on a line of its own: {}", first.message);
    let mut problem = Diagnostic::error(codes::CANNOT_EXPRESS, message);
    problem.labels.clone_from(&first.labels);
    Err(problem.help("correct the expression in the model so that it is valid on a line of its own").into())
}

struct Lines {
    out: String,
    writer: Writer,
    /// The names whose lines are already written.
    seen: FxHashSet<String>,
}

impl Lines {
    /// Writes a binding. Reports a kind of binding that a data file cannot express.
    fn binding(&mut self, binding: &A) {
        match binding {
            A::Binding(binding) => self.single_binding(binding),
            A::ParameterBindings(binding) => self.parameters(binding),
            other => {
                let (what, line) = description(other);
                what.clone_into(&mut self.writer.place);
                if line > 0 {
                    let _ = write!(self.writer.place, " (line {line})");
                }
                self.writer.report_loss("a binding other than of a name or a parameter to a value");
            }
        }
    }

    /// Writes a binding of one key. Reports what lines cannot express.
    fn single_binding(&mut self, binding: &b::Binding) {
        let b::Binding { r#type, name, file, line, .. } = binding;
        let key = key_text(r#type.as_ref(), name.as_deref());
        self.writer.place = place("the binding", Some(&key), file.as_deref(), *line);
        let flags = [binding.r#abstract, binding.r#override, binding.r#final];
        self.report_flags(flags);
        if r#type.is_some() {
            self.writer.report_loss("a type");
        }
        if binding.multibind_id.is_some() || !binding.producer_args.is_empty() {
            self.writer.report_loss("a contribution to a multibinding, or an argument,");
        }
        let Some(name) = name.as_deref().filter(|name| is_word(name)) else {
            self.writer.report_loss("a name with `::`, or one that no variable can have,");
            return;
        };
        match &binding.producer {
            Some(P::ConstantProducer(constant)) if constant.transformer.is_none() => {
                self.lines(name, &constant.value, binding.optional, binding.doc.as_deref());
            }
            // An expression is written as a value, as in the hash of a parameter binding.
            Some(P::EvaluatingProducer(evaluating)) if evaluating.transformer.is_none() => {
                let producer = Box::new(P::EvaluatingProducer(evaluating.clone()));
                let value = b::ProducedValue { file: None, line: 0, column: 0, producer };
                self.lines(name, &value.into(), binding.optional, binding.doc.as_deref());
            }
            Some(_) => self.writer.report_loss("a producer that is neither a constant nor an expression"),
            None => {}
        }
    }

    /// Reports the flags `abstract`, `override` and `final`, in this order, which data files cannot express.
    fn report_flags(&mut self, flags: [bool; 3]) {
        for (is_set, word) in flags.into_iter().zip(["abstract", "override", "final"]) {
            if is_set {
                self.writer.report_loss(format_args!("the flag `{word}`"));
            }
        }
    }

    /// Writes each parameter of a class as a variable. Reports what lines cannot express.
    fn parameters(&mut self, binding: &b::ParameterBindings) {
        let target = &binding.target;
        self.writer.place = place("the parameters of", Some(target), binding.file.as_deref(), binding.line);
        self.report_flags([binding.r#abstract, binding.r#override, binding.r#final]);
        if !target.split("::").all(is_word) {
            self.writer.report_loss("a target that is not the name of a class");
            return;
        }
        if !binding.map.is_empty() || !binding.producer_args.is_empty() {
            self.writer.report_loss("a map of parameters, or an argument,");
        }
        let hash = match &binding.producer {
            Some(P::ConstantProducer(constant)) if constant.transformer.is_none() => match &*constant.value {
                b::Value::HashValue(hash) => hash,
                _ => return self.writer.report_loss("parameters that are not a hash of values"),
            },
            _ => return self.writer.report_loss("parameters that are not a hash of values"),
        };
        for entry in &hash.entries {
            match &entry.key {
                b::Value::StringValue(name) if is_word(&name.value) => {
                    let name = format!("{target}::{}", name.value);
                    self.lines(&name, &entry.value, binding.optional, binding.doc.as_deref());
                }
                _ => self.writer.report_loss("a parameter that is not the name of a variable"),
            }
        }
    }

    /// Writes the lines of a name: one line per branch of an `if … elsif` chain, or a single line.
    fn lines(&mut self, name: &str, value: &b::Value, optional: bool, doc: Option<&str>) {
        // All lines of a name are read as one binding, so a second binding would become part of the first.
        if !self.seen.insert(name.to_owned()) {
            self.writer.report_loss(format_args!("a second binding of `{name}`"));
            return;
        }
        let text = self.writer.value(value);
        // The value of an `if` may be missing even if its last branch has one. So after the form with one line for each
        // branch, the form with a single line is tried.
        let forms = [branches(&text), vec![(None, text.clone())]];
        let forms = forms.map(|branches| line_texts(name, &branches));
        // The reader determines whether a form is optional, so that reading and writing agree. A form that cannot be
        // read is accepted here, because `check` reports its errors.
        let mut forms = forms.iter();
        let Some(lines) = forms
            .find(|lines| is_optional(lines).is_none_or(|reads_as_optional| reads_as_optional == optional))
        else {
            return self.writer.report_loss(if optional {
                "an optional binding that always has a value"
            } else {
                "a binding without `optional` that may have no value"
            });
        };
        for line in doc.unwrap_or_default().lines() {
            let _ = writeln!(self.out, "{}", format!("# {line}").trim_end());
        }
        self.out.push_str(lines);
    }
}

/// The text of the lines of a name, one line per condition and value.
fn line_texts(name: &str, branches: &[(Option<String>, String)]) -> String {
    let mut lines = String::new();
    for (condition, value) in branches {
        let _ = match condition {
            Some(condition) => writeln!(lines, "${name} = {value} where {condition}"),
            None => writeln!(lines, "${name} = {value}"),
        };
    }
    lines
}

/// Whether the lines are read as an optional binding; `None` if they cannot be read as one binding.
fn is_optional(lines: &str) -> Option<bool> {
    let (roots, _) = super::read(&Source::new("", lines), &DataFile::of_site("x"));
    let [b::DocumentedElement::NamedBindings(bindings)] = roots.as_slice() else { return None };
    match bindings.bindings.as_slice() {
        [A::Binding(binding)] => Some(binding.optional),
        [A::ParameterBindings(binding)] => Some(binding.optional),
        _ => None,
    }
}

/// The conditions and values of an `if … elsif` chain; any other expression is one value without a condition.
fn branches(text: &str) -> Vec<(Option<String>, String)> {
    let without_condition = || vec![(None, text.to_owned())];
    // Most values do not start with `if`, and need not be parsed.
    if !text.starts_with("if ") {
        return without_condition();
    }
    let source = Source::new("", text);
    let (tree, problems) = language::syntax_tree(&source);
    let statement = tree.root().and_then(|root| root.children().next());
    let Some(mut node) = statement.and_then(|node| node.children().next()) else {
        return without_condition();
    };
    // If the `if` is only an operand of a larger expression, its branches are not the values.
    if problems.has_errors() || node.kind() != NodeKind::If || node.range() != (0..text.len()) {
        return without_condition();
    }
    let mut list = Vec::new();
    loop {
        let parts: Vec<Node<'_>> = node.children().collect();
        let (Some(condition), Some(value)) = (parts.first(), parts.get(1)) else {
            return without_condition();
        };
        if !is_value(*value) {
            return without_condition();
        }
        list.push((Some(condition.text().to_owned()), value.text().to_owned()));
        match parts.get(2) {
            None => return list,
            Some(next) if next.kind() == NodeKind::If => node = *next,
            Some(last) if is_value(*last) => {
                list.push((None, last.text().to_owned()));
                return list;
            }
            Some(_) => return without_condition(),
        }
    }
}

/// Whether the body of a branch is a single expression, which can be the value of a line.
fn is_value(node: Node<'_>) -> bool {
    // A line contains one expression, so a block of several statements cannot be written.
    !matches!(node.kind(), NodeKind::Block | NodeKind::Missing | NodeKind::Assign(_))
}

/// Whether a text is a name without `::`, which can be the name of a variable.
fn is_word(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The description of a binding for messages, and the line of the binding, which is 0 if it is not known.
fn description(binding: &A) -> (String, i64) {
    match binding {
        A::Multibinding(b) => {
            (format!("the multibinding `{}`", key_text(b.r#type.as_ref(), b.name.as_deref())), b.line)
        }
        A::CategorizedBindings(b) => {
            let names: Vec<&str> =
                b.predicates.iter().map(|predicate| predicate.categorization.as_str()).collect();
            (format!("bindings for the category {}", names.join(" and ")), b.line)
        }
        A::ParameterMap(b) => (format!("the map of `{}`", b.from), b.line),
        A::VariableBindings(b) => ("a binding of variables".to_owned(), b.line),
        A::Rebinding(b) => {
            (format!("the rebinding of `{}`", key_text(b.r#type.as_ref(), b.name.as_deref())), b.line)
        }
        A::DependencyBinding(b) => (format!("the dependency on `{}`", b.sources.join(", ")), b.line),
        A::ClassInclusion(b) => (format!("the inclusion of `{}`", b.classes.join(", ")), b.line),
        A::ClassExclusion(b) => (format!("the exclusion of `{}`", b.classes.join(", ")), b.line),
        _ => ("a binding".to_owned(), 0),
    }
}
