//! The functions of manifests that render templates: `epp`, `inline_epp`, `template`, `inline_template`.

use super::epp::{Template as Epp, VisibleScope};
use super::erb::{Objects, Template as Erb, TemplateScope, holders};
use crate::builder::Builder;
use crate::environment::INLINE_EPP;
use crate::functions::value_of_call;
use modelwright_evaluation::evaluate::{
    Budget, Evaluation, Hash, Host as _, HostCall, HostError, Unknown, Value,
};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use std::rc::Rc;
use std::sync::Arc;

/// The scope of an ERB template: the variables that are visible at the call, also those of lambdas, and all functions.
struct CallerScope<'c, 'e> {
    builder: &'c Builder<'e>,
    call: HostCall<'c>,
    run: &'c mut dyn Evaluation,
    /// The first value that is not known and that the template needs.
    unknown: Option<Arc<Unknown>>,
}

impl TemplateScope for CallerScope<'_, '_> {
    fn budget(&mut self) -> &mut Budget {
        self.run.budget()
    }

    /// The value of a variable that is visible at the call of the template; a legacy fact that is missing is warned of.
    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        let value = self.run.variable(&self.call, name)?;
        if value.is_none() {
            self.builder.warn_of_legacy_fact(name, Some(&Builder::place(self.run, self.call.at)));
        }
        Ok(value)
    }

    fn warn_of_missing(&mut self, name: &str) -> Result<(), HostError> {
        self.builder.warn_of_missing(&[name.to_owned()])
    }

    fn leave_out(&mut self, unknown: &Arc<Unknown>) {
        self.unknown.get_or_insert_with(|| Arc::clone(unknown));
    }

    fn objects(&self) -> Rc<Objects> {
        Rc::clone(&self.builder.objects)
    }

    /// Sets a variable of the scope of the call.
    fn set_variable(&mut self, name: &str, value: &Value) -> Result<(), HostError> {
        if self.run.is_in_lambda(&self.call) {
            let message = format!("the variable `{name}` cannot be set by a template in a lambda");
            return Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED));
        }
        self.builder.set(self.builder.environment.number(name), value)
    }

    /// Replaces the value of a variable that the template changed; `false` if the former value is also used elsewhere.
    fn replace_variable(&mut self, name: &str, value: &Value) -> bool {
        match self.run.variable_mut(&self.call, name) {
            // Only the variable itself may hold the value that is replaced.
            Some(variable) if holders(variable) > 1 => false,
            Some(variable) => {
                *variable = value.clone();
                true
            }
            None => self.builder.replace_variable(name, value),
        }
    }

    /// Calls a function of manifests from a template.
    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, HostError> {
        if let ("versioncmp", [a, b]) = (name, arguments) {
            // Of the functions of the evaluator itself, templates of modules call only this one.
            let (Some(a), Some(b)) = (a.text(), b.text()) else {
                return Err(HostError::new("`versioncmp` requires strings"));
            };
            let order = modelwright_evaluation::evaluate::compare_versions(a, b);
            return Ok(Value::Integer(order as i64));
        }
        match self.builder.resolve_function(name)? {
            Some(number) => {
                let call = HostCall { arguments, lambda: None, ..self.call };
                self.builder.call_function_at(number, &call, self.run)
            }
            None => {
                let message = format!("the function `{name}` is not supported in ERB templates");
                Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED))
            }
        }
    }
}

/// The text of an argument that must be a string.
fn text<'v>(name: &str, value: &'v Value) -> Result<&'v str, HostError> {
    value.known()?.text().ok_or_else(|| HostError::new(format!("`{name}` requires strings")))
}

/// The texts of ERB templates, one after the other, as the value of a call of the function `name`. If a template needs
/// a value that is not known, the result is not known either. If it needs a form of Ruby that is not supported, the
/// result is the answer of the caller's source of values.
fn render(
    builder: &Builder<'_>,
    name: &str,
    templates: impl Iterator<Item = Result<Arc<Erb>, HostError>>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let (mut out, mut unsupported) = (String::new(), None);
    for template in templates {
        let mut scope = CallerScope { builder, call: *call, run: &mut *run, unknown: None };
        let rendered = template.and_then(|template| template.render(&mut scope));
        match rendered.map_err(Diagnostic::from) {
            Ok(text) => out.push_str(&text),
            Err(problem) if problem.code == codes::CATALOG_UNSUPPORTED => {
                if let Some(unknown) = scope.unknown {
                    return Ok(Value::Unknown(unknown));
                }
                // The other templates are still rendered, because they may need an unknown value or be invalid.
                unsupported = unsupported.or(Some(problem));
            }
            Err(problem) => return Err(HostError::caused_by(Box::new(problem))),
        }
    }
    match unsupported {
        Some(problem) => value_of_call(builder, name, &reason(&problem), call, run),
        None => Ok(Value::string(&out)),
    }
}

/// Why a template was not rendered, with the file and the line.
fn reason(problem: &Diagnostic) -> String {
    let Some(label) = problem.primary_label() else { return problem.message.clone() };
    let line = label.source.position(label.range.start).line;
    let path = label.source.name();
    // Only the module and the file, because several environments may contain the same template.
    let name = match path.rsplit_once("/templates/") {
        Some((module_path, file)) => {
            let module = module_path.rsplit_once('/').map_or(module_path, |(_, name)| name);
            format!("{module}/{file}")
        }
        None => path.to_owned(),
    };
    format!("the template {name}:{line}: {}", problem.message)
}

/// The texts of ERB templates in files of modules.
pub(crate) fn template(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let files = call.arguments.iter().map(|name| {
        let name = text("template", name)?;
        builder.log("debug", format!("Retrieving template {name}"));
        builder.environment.erb(name)
    });
    render(builder, "template", files, call, run)
}

/// The texts of ERB templates in the arguments.
pub(crate) fn inline_template(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let templates = call.arguments.iter().map(|argument| {
        let source = Source::new("inline template", text("inline_template", argument)?);
        Erb::read(&source).map(Arc::new).map_err(HostError::caused_by)
    });
    render(builder, "inline_template", templates, call, run)
}

/// The values of the parameters of an EPP template: the second argument of a call.
fn template_arguments<'c>(name: &str, call: &HostCall<'c>) -> Result<Option<&'c Hash>, HostError> {
    match call.arguments.get(1) {
        None => Ok(None),
        Some(Value::Hash(hash)) => Ok(Some(hash)),
        Some(Value::Unknown(unknown)) => Err(unknown.undecided()),
        Some(_) => Err(HostError::new(format!("`{name}` requires a hash of parameters"))),
    }
}

/// The text of an EPP template in a file of a module.
pub(crate) fn epp(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let mut name = text("epp", &call.arguments[0])?.to_owned();
    if !name.ends_with(".epp") {
        name.push_str(".epp");
    }
    builder.log("debug", format!("Retrieving epp template {name}"));
    let template = builder.environment.epp(&name)?;
    let arguments = template_arguments("epp", call)?;
    builder.in_global_scope(|| template.render(builder, VisibleScope::Global, arguments, call, run))
}

/// The text of an EPP template in the first argument.
pub(crate) fn inline_epp(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let source = Source::new(INLINE_EPP, text("inline_epp", &call.arguments[0])?);
    let template = Epp::read(&source).map_err(HostError::caused_by)?;
    template.render(builder, VisibleScope::Caller, template_arguments("inline_epp", call)?, call, run)
}
