//! ERB templates: evaluates the part of Ruby that templates of modules use, without running Ruby.
//!
//! Supported are variables (`@x`, `scope['x']`), conditions, loops, local variables, changes of arrays and hashes, and
//! methods that only compute values. Invariants: everything else is a problem with its position in the template, never
//! a wrong text; work is charged to the budget; nothing outside of the [`TemplateScope`] is read or changed.

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
use parser::ParseFault;
use run::{Run, Stop};
use std::rc::Rc;
use std::sync::Arc;

pub use objects::Objects;
pub(crate) use objects::holders;

/// The scope that a template reads and changes.
pub trait TemplateScope {
    /// The objects that represent values in the templates of this scope, and in those that they render. By default, new
    /// ones.
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

    /// Is called if a variable that the template reads from its scope does not exist.
    ///
    /// # Errors
    /// If the class that the variable belongs to is invalid.
    fn warn_of_missing(&mut self, _name: &str) -> Result<(), HostError> {
        Ok(())
    }

    /// Sets a variable that has no value yet.
    ///
    /// # Errors
    /// If it cannot be set.
    fn set_variable(&mut self, name: &str, _value: &Value) -> Result<(), HostError> {
        let message = format!("the variable `{name}` of the scope cannot be set here");
        Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED))
    }

    /// Replaces the value of a variable that was changed; `false` if the former value is also used elsewhere.
    fn replace_variable(&mut self, _name: &str, _value: &Value) -> bool {
        false
    }

    /// Is called if the template is not evaluated, because its text depends on a value that is not known.
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
    offset: usize,
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
    /// If it contains a form of Ruby that is not supported, or is incomplete; the problem has the position.
    pub fn read(source: &Arc<Source>) -> Result<Self, Box<Diagnostic>> {
        let segments = scanner::segments(source.text()).map_err(ParseFault::unsupported);
        let statements = segments.and_then(parser::parse).map_err(|problem| {
            let ParseFault { fault: (message, offset), is_incomplete } = problem;
            let code = if is_incomplete { codes::LOGIC_FAILED } else { codes::CATALOG_UNSUPPORTED };
            Box::new(diagnostic(source, code, message, offset))
        })?;
        Ok(Self { source: Arc::clone(source), statements })
    }

    /// The text of the template.
    ///
    /// # Errors
    /// If a value cannot be computed; the problem has the position.
    pub fn render(&self, scope: &mut dyn TemplateScope) -> Result<String, HostError> {
        let template_start = 0;
        let mut run = Run::new(scope);
        if !run.objects.enter() {
            let message = "templates are nested too deeply".to_owned();
            let problem = diagnostic(&self.source, codes::LIMIT, message, template_start);
            return Err(HostError::caused_by(Box::new(problem)));
        }
        let result = match run.statements(&self.statements) {
            // As in Ruby, the value of `return` replaces the text that was written before.
            Err(Stop::Return(value)) => run.text(&value, template_start).map(|text| run.out = text),
            other => other.map(drop),
        };
        let result = result.and_then(|()| run.publish());
        run.objects.leave(result.is_ok());
        let problem = match result {
            Ok(()) => return Ok(run.out),
            Err(Stop::Problem(problem)) => problem,
            Err(Stop::Next | Stop::Break | Stop::Return(_)) => {
                let message = "`next`, `break` and `return` can only be used in a block".to_owned();
                Problem { message, offset: template_start, code: codes::LOGIC_FAILED, cause: None }
            }
        };
        Err(HostError::caused_by(Box::new(self.diagnostic_of(problem))))
    }

    /// A problem of this template as a diagnostic with a position.
    fn diagnostic_of(&self, problem: Problem) -> Diagnostic {
        let Some(cause) = problem.cause else {
            return diagnostic(&self.source, problem.code, problem.message, problem.offset);
        };
        let diagnostic = Diagnostic::from(cause);
        // A problem that already has a position, such as one in a called function, keeps it.
        if diagnostic.labels.is_empty() {
            diagnostic.at(&self.source, rest_of_line(&self.source, problem.offset))
        } else {
            diagnostic
        }
    }
}

/// An error at the rest of the line that an offset is in.
fn diagnostic(source: &Arc<Source>, code: Code, message: String, offset: usize) -> Diagnostic {
    Diagnostic::error(code, message).at(source, rest_of_line(source, offset))
}

/// The span from an offset to the end of its line, without the blanks there.
fn rest_of_line(source: &Source, offset: usize) -> std::ops::Range<usize> {
    let start = offset.min(source.text().len());
    let following_text = source.text().get(start..).unwrap_or("");
    let line_length = following_text.find('\n').unwrap_or(following_text.len());
    start..start + following_text[..line_length].trim_end().len()
}
