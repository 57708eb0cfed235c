//! The output of an external node classifier: classes, variables and an environment, in YAML or JSON.
//!
//! Invariant: whatever the output is, its problems have a position in it. This module runs no programs.

use crate::hiera::lookup::read_any;
use crate::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes, nearest};
use std::ops::Range;
use std::sync::Arc;

/// The members of the output.
const MEMBERS: [&str; 3] = ["classes", "parameters", "environment"];

/// The output of an ENC for a node.
#[derive(Debug, Clone, Default)]
pub struct EncOutput {
    /// The environment, if it names one.
    pub environment: Option<String>,
    /// The classes in the order of the output, each with its parameters.
    pub classes: Vec<(String, Hash)>,
    /// The variables of the top scope.
    pub parameters: Hash,
    /// Where the environment is.
    environment_at: Option<(Arc<Source>, Range<usize>)>,
}

impl EncOutput {
    /// Reads the output. Unknown members are warnings.
    ///
    /// # Errors
    /// If the text is invalid or empty, or a member has the wrong form.
    pub fn read(source: &Arc<Source>) -> Result<(Self, Diagnostics), Diagnostics> {
        if source.text().trim().is_empty() {
            let problem = Diagnostic::error(codes::BINDINGS_ENC, "the output of the ENC is empty");
            let help = "an ENC answers with `classes`, `parameters` and `environment`; {} for none of them";
            return Err(problem.at(source, 0..0).help(help).into());
        }
        let Value::Hash(members) = read_any(source)? else {
            let message = "the output of the ENC must be a hash";
            let problem = Diagnostic::error(codes::BINDINGS_ENC, message).at(source, 0..0);
            return Err(problem.help(format!("its members are {}", MEMBERS.join(", "))).into());
        };
        let (mut output, mut problems) = (Self::default(), Diagnostics::new());
        for (name, value) in &members {
            let name = name.as_text().unwrap_or_default();
            let at = offset_of(source, name);
            let mut wrong = |expected: &str, help: &str| {
                let message =
                    format!("`{name}` must be {expected}, found a value of class {}", value.class());
                let problem = Diagnostic::error(codes::BINDINGS_ENC, message);
                problems.push(problem.at(source, at..source.word_end(at)).help(help));
            };
            match (name, value) {
                (_, Value::Nil) => {}
                ("environment", value) => match value.as_text() {
                    Some(text) if !text.is_empty() => {
                        output.environment = Some(text.to_owned());
                        output.environment_at = Some((Arc::clone(source), at..source.word_end(at)));
                    }
                    _ => wrong("the name of an environment", "write `environment: NAME`, or leave it out"),
                },
                ("parameters", Value::Hash(hash)) => output.parameters.clone_from(hash),
                ("parameters", _) => wrong("a hash of variables", "write `name: value` for each variable"),
                ("classes", value) => match classes(value) {
                    Some(classes) => output.classes = classes,
                    None => wrong(
                        "a list of classes, or a hash from classes to their parameters",
                        "write `- name` for each class, or `name: { parameter: value }`",
                    ),
                },
                (other, _) => {
                    let message = format!("the output of the ENC has an unknown member `{other}`");
                    let help = match nearest(other, MEMBERS) {
                        Some(known) => format!("did you mean `{known}`?"),
                        None => format!("its members are {}", MEMBERS.join(", ")),
                    };
                    let problem = Diagnostic::new(codes::BINDINGS_ENC, Severity::Warning, message);
                    problems.push(problem.at(source, at..source.word_end(at)).help(help));
                }
            }
        }
        if problems.has_errors() { Err(problems) } else { Ok((output, problems)) }
    }

    /// Where the output names the environment.
    pub(crate) fn place(&self) -> Option<(Arc<Source>, Range<usize>)> {
        self.environment_at.clone()
    }

    /// The names of the classes as a value.
    pub(crate) fn class_names(&self) -> Value {
        Value::Array(self.classes.iter().map(|(name, _)| Value::text(name.as_str())).collect())
    }
}

/// The classes of a list, or of a hash whose values are their parameters.
fn classes(value: &Value) -> Option<Vec<(String, Hash)>> {
    match value {
        Value::Array(list) => {
            list.iter().map(|name| Some((name.as_text()?.to_owned(), Hash::default()))).collect()
        }
        Value::Hash(hash) => hash
            .iter()
            .map(|(name, parameters)| {
                let parameters = match parameters {
                    Value::Nil => Hash::default(),
                    Value::Hash(parameters) => parameters.clone(),
                    _ => return None,
                };
                Some((name.as_text()?.to_owned(), parameters))
            })
            .collect(),
        _ => None,
    }
}

/// Where a member begins: the first line that starts with its name.
fn offset_of(source: &Source, name: &str) -> usize {
    let mut offset = 0;
    for line in source.text().split_inclusive('\n') {
        let start = line.trim_start_matches([' ', '{', '"', '\'']);
        if !name.is_empty() && start.starts_with(name) {
            return offset + (line.len() - start.len());
        }
        offset += line.len();
    }
    0
}
