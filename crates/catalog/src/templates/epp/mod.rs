//! EPP templates: texts with expressions of Puppet, which the evaluator of manifests evaluates.
//!
//! Invariants: problems have their positions in the template; the same variables are visible in a template as in
//! Puppet, and its own variables are local.

mod host;
mod scanner;

use super::epp::host::TemplateHost;
use crate::builder::Builder;
use crate::reserved_variables::check_is_not_reserved;
use modelwright_evaluation::evaluate::{Evaluation, Hash, HostCall, HostError, Match, Program, Value};
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use modelwright_language::language::{self, Manifest};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use rustc_hash::FxHashMap;
use scanner::{Translation, translate};
use std::sync::Arc;

/// A template, which can be evaluated many times.
#[derive(Debug)]
pub(crate) struct Template {
    source: Arc<Source>,
    translation: Translation,
    body: Code,
    parameters: Option<Parameters>,
}

/// Statements, and their expressions.
#[derive(Debug)]
struct Code {
    expressions: Arc<Expressions>,
    statements: Vec<ExprId>,
}

/// The parameters of a template.
#[derive(Debug)]
struct Parameters {
    code: Code,
    list: Vec<Parameter>,
}

#[derive(Debug)]
struct Parameter {
    name: Box<str>,
    ty: Option<ExprId>,
    default: Option<ExprId>,
}

/// Which variables are visible in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VisibleScope {
    /// The variables of the node and of the top scope, and the arguments of the template.
    Global,
    /// Also the variables of the scope of the call.
    Caller,
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// If it is invalid. The problem has the position in the template.
    pub(crate) fn read(source: &Arc<Source>) -> Result<Self, Box<Diagnostic>> {
        // The problem points to a delimiter, which has two characters.
        let translation = translate(source.text()).map_err(|(message, offset)| {
            let end = (offset + 2).min(source.text().len());
            Box::new(Diagnostic::error(codes::LOGIC_FAILED, message).at(source, offset..end))
        })?;
        let statements = Source::new(source.name(), translation.statements.as_str());
        let additional_bytes = 0;
        let body = Code::new(language::template(&statements, translation.has_text_at_end))
            .map_err(|problem| moved(problem, &statements, source, additional_bytes))?;
        let parameters = match translation.parameters {
            Some(span) => Some(read_parameters(source, span)?),
            None => None,
        };
        Ok(Self { source: Arc::clone(source), translation, body, parameters })
    }

    /// The text of the template.
    ///
    /// # Errors
    /// If a parameter is missing, unknown or of another type, or a value cannot be computed.
    pub(crate) fn render(
        &self,
        builder: &Builder<'_>,
        visible_scope: VisibleScope,
        arguments: Option<&Hash>,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        let host = TemplateHost::new(builder, &self.translation);
        let mut last_match = None;
        if visible_scope == VisibleScope::Caller {
            self.read_caller(&host, call, run)?;
            // The groups of the last match, such as `$1`, are visible in the template.
            last_match = run.last_match();
        }
        self.bind(&host, arguments, last_match.as_ref(), run)?;
        let program = self.body.program(&host);
        let mut returned = None;
        let mut body = |run: &mut dyn Evaluation| {
            run.set_last_match(last_match.clone());
            for statement in &self.body.statements {
                if let Err(stop) = run.evaluate(*statement) {
                    // A `return` ends the template with a value. Other stops are errors.
                    returned = Some(stop.into_return()?);
                    break;
                }
            }
            Ok(Value::Undef)
        };
        let result = program.enter(&host, run.budget(), &mut body);
        if let Err(problem) = result {
            let additional_bytes = 0;
            let translated = self.body.expressions.source();
            return Err(HostError::caused_by(moved(problem, translated, &self.source, additional_bytes)));
        }
        // As in Puppet, the value of `return` replaces the text that was written before.
        if let Some(returned) = returned {
            return Ok(returned);
        }
        let text = host.finish(&self.translation.first, &self.translation.last);
        run.budget().charge(1, text.to_text().len())?;
        Ok(text)
    }

    /// Copies the variables of lambdas around the call to the host: only the calling program can read them, and the
    /// template is a program of its own.
    fn read_caller(
        &self,
        host: &TemplateHost<'_, '_>,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        let parameter_code = self.parameters.as_ref().map(|parameters| &parameters.code);
        for code in std::iter::once(&self.body).chain(parameter_code) {
            for (_, expr) in code.expressions.iter() {
                let Expr::Variable(name) = expr else { continue };
                let name = code.expressions.text(name);
                // Numbers are groups of the last match, which the program of the template receives as well.
                if name.parse::<u32>().is_ok() {
                    continue;
                }
                if let Some(value) = run.variable(call, name)? {
                    host.set(name, value);
                }
            }
        }
        Ok(())
    }

    /// Sets the parameters to the arguments or their defaults.
    fn bind(
        &self,
        host: &TemplateHost<'_, '_>,
        arguments: Option<&Hash>,
        last_match: Option<&Arc<Match>>,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        let values = arguments.map(values_by_name).transpose()?.unwrap_or_default();
        let Some(parameters) = &self.parameters else {
            // As in Puppet, all arguments are variables of a template that declares no parameters.
            for (name, value) in values {
                check_is_not_reserved(name)?;
                host.set(name, value.clone());
            }
            return Ok(());
        };
        parameters.check_names(&values)?;
        let program = parameters.code.program(host);
        let mut body = |run: &mut dyn Evaluation| {
            run.set_last_match(last_match.cloned());
            for parameter in &parameters.list {
                let value = match (values.get(&*parameter.name), parameter.default) {
                    // As in Puppet, `undef` requests the default.
                    (None | Some(Value::Undef), Some(default)) => run.evaluate(default)?,
                    (Some(value), _) => (*value).clone(),
                    (None, None) => {
                        let message =
                            format!("the template expects a value for parameter '{}'", parameter.name);
                        return Err(HostError::new(message));
                    }
                };
                let ty = parameter.ty.map(|ty| run.evaluate(ty)).transpose()?;
                if let Some(Value::Type(ty)) = ty
                    && !ty.holds(&value)
                {
                    let subject = format!("the parameter '{}' of the template", parameter.name);
                    return Err(HostError::new(ty.mismatch(&subject, &value)));
                }
                check_is_not_reserved(&parameter.name)?;
                // Each parameter is set at once, because the defaults of later ones may use it.
                host.set(&parameter.name, value);
            }
            Ok(Value::Undef)
        };
        let result = program.enter(host, run.budget(), &mut body);
        let parameter_source = parameters.code.expressions.source();
        result.map(drop).map_err(|problem| {
            HostError::caused_by(moved(problem, parameter_source, &self.source, CALL.len()))
        })
    }
}

/// The arguments of a template by their names.
///
/// # Errors
/// If a key cannot be the name of a parameter.
fn values_by_name(arguments: &Hash) -> Result<FxHashMap<&str, &Value>, HostError> {
    let mut values = FxHashMap::default();
    for (key, value) in arguments.pairs() {
        // In Puppet, a name with `::` assigns a variable of the calling scope, but the host has only variables of the
        // template.
        let Some(name) = key.text().filter(|name| is_name(name)) else {
            return Err(HostError::new(format!("`{}` is not the name of a parameter", key.to_text())));
        };
        values.insert(name, value);
    }
    Ok(values)
}

impl Parameters {
    /// Checks that each argument belongs to a parameter.
    fn check_names(&self, arguments: &FxHashMap<&str, &Value>) -> Result<(), HostError> {
        let is_known = |name: &str| self.list.iter().any(|parameter| *parameter.name == *name);
        // The order of the map differs between runs, but the message must always name the same argument.
        match arguments.keys().filter(|name| !is_known(name)).min() {
            Some(name) => Err(HostError::new(format!("the template has no parameter named '{name}'"))),
            None => Ok(()),
        }
    }
}

impl Code {
    /// The statements that were read, or the first error if there is one.
    fn new((manifest, problems): (Manifest, Diagnostics)) -> Result<Self, Box<Diagnostic>> {
        match problems.first_error() {
            Some(problem) => Err(Box::new(problem.clone())),
            None => Ok(Self { expressions: manifest.expressions, statements: manifest.statements }),
        }
    }

    /// Prepares the statements for evaluation by a host.
    fn program(&self, host: &TemplateHost<'_, '_>) -> Program {
        Program::new(&self.expressions, &self.statements, host)
    }
}

/// Whether a text can be the name of a parameter. Numbers are the groups of a match.
fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && text.bytes().any(|byte| !byte.is_ascii_digit())
}

/// The text before the parameters when they are parsed: `| $a, $b |` becomes the lambda in `with() | $a, $b | { }`.
const CALL: &str = "with() ";

/// Reads the parameters between two offsets as those of a lambda.
fn read_parameters(source: &Arc<Source>, (from, to): (usize, usize)) -> Result<Parameters, Box<Diagnostic>> {
    // As many blanks replace the text before the parameters, so that the positions of problems in them are right.
    let blanks: String = source.text()[..from]
        .chars()
        .map(|c| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) })
        .collect();
    let text = format!("{CALL}{blanks}{} {{ }}", &source.text()[from..to]);
    let text = Source::new(source.name(), text);
    let code = Code::new(language::expressions(&text))
        .map_err(|problem| moved(problem, &text, source, CALL.len()))?;
    let mut list = Vec::new();
    for (_, expr) in code.expressions.iter() {
        let Expr::Lambda { parameters, .. } = expr else { continue };
        for id in code.expressions.list(parameters) {
            let Expr::Parameter { name, ty, default, rest } = code.expressions[*id] else { continue };
            if rest {
                let message = "a template cannot have a parameter with `*`";
                return Err(Box::new(Diagnostic::error(codes::LOGIC_FAILED, message).at(source, from..to)));
            }
            list.push(Parameter { name: Box::from(code.expressions.text(name)), ty, default });
        }
    }
    Ok(Parameters { code, list })
}

/// A problem of a translated text as a problem of the template. The translation has `additional_bytes` before the text
/// of the template.
fn moved(
    mut problem: Box<Diagnostic>,
    translated: &Arc<Source>,
    template: &Arc<Source>,
    additional_bytes: usize,
) -> Box<Diagnostic> {
    for label in &mut problem.labels {
        if Arc::ptr_eq(&label.source, translated) {
            label.source = Arc::clone(template);
            // If `translated` is the list of parameters, `{ }` follows them, so an offset may be after the end of the
            // template.
            let length = template.text().len();
            let to_template = |offset: usize| offset.saturating_sub(additional_bytes).min(length);
            label.range = to_template(label.range.start)..to_template(label.range.end);
        }
    }
    problem
}
