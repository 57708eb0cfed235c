//! Templates of ERB: the part of Ruby that templates of modules use, evaluated without running Ruby.
//!
//! Supported are variables (`@x`, `scope['x']`), conditions, loops, local variables, changes of arrays and hashes, and
//! methods that only compute values. Invariants: everything else is a problem with its place in the template, never a
//! wrong text; work is charged to the budget; nothing outside of the [`TemplateScope`] is read or changed.

mod changes;
mod collections;
mod expressions;
mod lexer;
mod methods;
mod objects;
mod operators;
mod parser;
mod run;
mod scanner;
mod stop;
mod texts;
mod tree;
mod value;
mod walk;

use modelwright_evaluation::evaluate::{Budget, HostError, Unknown, Value};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Source, codes};
use run::{Run, Stop};
use std::rc::Rc;
use std::sync::Arc;

pub use objects::Objects;
pub(crate) use objects::holders;

/// What a template reads and changes.
pub trait TemplateScope {
    /// The objects of the templates of this scope and of those that they evaluate; new ones in a scope without others.
    fn objects(&self) -> Rc<Objects> {
        Rc::default()
    }

    /// The remaining budget.
    fn budget(&mut self) -> &mut Budget;

    /// The value of a variable by its name without a sign; `None` if it is unknown.
    ///
    /// # Errors
    /// If its value cannot be computed.
    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError>;

    /// Sets a variable that has no value yet.
    ///
    /// # Errors
    /// If it cannot be set.
    fn set_variable(&mut self, name: &str, _value: &Value) -> Result<(), HostError> {
        let message = format!("the variable `{name}` of the scope cannot be set here");
        Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED))
    }

    /// Replaces the value of a variable that was changed; `false` if others than the variable have the former value.
    fn replace_variable(&mut self, _name: &str, _value: &Value) -> bool {
        false
    }

    /// Hears that the template is not evaluated, because that depends on a value that is not known.
    fn leave_out(&mut self, _unknown: &Arc<Unknown>) {}

    /// The value of a function of manifests.
    ///
    /// # Errors
    /// If there is no such function, or it fails.
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, HostError>;
}

/// A problem in a template.
struct Problem {
    message: String,
    at: usize,
    code: Code,
    /// The problem of the scope, instead of a message.
    cause: Option<HostError>,
}

/// The statements of a template, which can be evaluated many times.
#[derive(Debug, Clone)]
pub struct Template {
    source: Arc<Source>,
    statements: Vec<tree::Node>,
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// If it uses a form of Ruby that is not supported, or is incomplete, at its place.
    pub fn read(source: &Arc<Source>) -> Result<Self, Box<Diagnostic>> {
        let pieces = scanner::pieces(source.text()).map_err(|fault| (fault, false));
        let read = pieces.and_then(parser::parse);
        let statements = read.map_err(|((message, at), is_incomplete)| {
            let code = if is_incomplete { codes::LOGIC_FAILED } else { codes::CATALOG_UNSUPPORTED };
            Box::new(diagnostic(source, code, message, at))
        })?;
        Ok(Self { source: Arc::clone(source), statements })
    }

    /// The text of the template.
    ///
    /// # Errors
    /// If a value cannot be computed, at its place.
    pub fn render(&self, scope: &mut dyn TemplateScope) -> Result<String, HostError> {
        let mut run = Run::new(scope);
        if !run.objects.enter() {
            let message = "templates are nested too deeply".to_owned();
            return Err(HostError::caused_by(Box::new(diagnostic(&self.source, codes::LIMIT, message, 0))));
        }
        let result = match run.statements(&self.statements) {
            // As in Ruby, the text is this value, whatever was written before.
            Err(Stop::Return(value)) => run.text(&value, 0).map(|text| run.out = text),
            other => other.map(drop),
        };
        let result = result.and_then(|()| run.publish());
        run.objects.leave(result.is_ok());
        let problem = match result {
            Ok(()) => return Ok(run.out),
            Err(Stop::Problem(problem)) => problem,
            Err(Stop::Next | Stop::Break | Stop::Return(_)) => {
                let message = "`next`, `break` and `return` can only be used in a block".to_owned();
                Problem { message, at: 0, code: codes::LOGIC_FAILED, cause: None }
            }
        };
        let found = match problem.cause {
            Some(cause) => {
                let found = Diagnostic::from(cause);
                // A problem with a place keeps it.
                if found.labels.is_empty() {
                    found.at(&self.source, place(&self.source, problem.at))
                } else {
                    found
                }
            }
            None => diagnostic(&self.source, problem.code, problem.message, problem.at),
        };
        Err(HostError::caused_by(Box::new(found)))
    }
}

fn diagnostic(source: &Arc<Source>, code: Code, message: String, at: usize) -> Diagnostic {
    Diagnostic::error(code, message).at(source, place(source, at))
}

/// The line from a position on.
fn place(source: &Source, at: usize) -> std::ops::Range<usize> {
    let rest = source.text().get(at..).unwrap_or("");
    let length = rest.find('\n').unwrap_or(rest.len());
    at.min(source.text().len())..at.min(source.text().len()) + rest[..length].trim_end().len()
}
