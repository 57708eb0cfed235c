//! The functions of manifests that evaluate templates: `epp`, `inline_epp`, `template`, `inline_template`.

use super::epp::{Template as Epp, Visible};
use super::erb::{Template as Erb, TemplateScope};
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Budget, Evaluation, Hash, Host as _, HostCall, HostError, Value};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::diagnostic::codes;
use std::sync::Arc;

/// What a template of ERB sees: the variables of the call, also in lambdas, and all functions.
struct CallerScope<'c, 'e> {
    builder: &'c Builder<'e>,
    call: HostCall<'c>,
    run: &'c mut dyn Evaluation,
}

impl TemplateScope for CallerScope<'_, '_> {
    fn budget(&mut self) -> &mut Budget {
        self.run.budget()
    }

    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        self.run.variable(&self.call, name)
    }

    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, HostError> {
        if let ("versioncmp", [a, b]) = (name, arguments) {
            // The only function of the evaluator itself that templates call.
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
                let message = format!("the function `{name}` is not supported in templates of ERB");
                Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED))
            }
        }
    }
}

fn text<'v>(name: &str, value: &'v Value) -> Result<&'v str, HostError> {
    value.text().ok_or_else(|| HostError::new(format!("`{name}` requires strings")))
}

/// The texts of templates of ERB, one after the other.
fn render(
    builder: &Builder<'_>,
    templates: impl Iterator<Item = Result<Arc<Erb>, HostError>>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let mut out = String::new();
    for template in templates {
        let mut scope = CallerScope { builder, call: *call, run: &mut *run };
        out.push_str(&template?.render(&mut scope)?);
    }
    Ok(Value::string(&out))
}

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
    render(builder, files, call, run)
}

pub(crate) fn inline_template(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let templates = call.arguments.iter().map(|given| {
        let source = Source::new("inline template", text("inline_template", given)?);
        Erb::read(&source).map(Arc::new).map_err(HostError::caused_by)
    });
    render(builder, templates, call, run)
}

/// The values that are given to a template of EPP.
fn given<'c>(name: &str, call: &HostCall<'c>) -> Result<Option<&'c Hash>, HostError> {
    match call.arguments.get(1) {
        None => Ok(None),
        Some(Value::Hash(hash)) => Ok(Some(hash)),
        Some(_) => Err(HostError::new(format!("`{name}` requires a hash of parameters"))),
    }
}

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
    let given = given("epp", call)?;
    builder.in_global_scope(|| template.render(builder, Visible::Global, given, call, run))
}

pub(crate) fn inline_epp(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Result<Value, HostError> {
    let source = Source::new("inlined-epp-text", text("inline_epp", &call.arguments[0])?);
    let template = Epp::read(&source).map_err(HostError::caused_by)?;
    template.render(builder, Visible::Caller, given("inline_epp", call)?, call, run)
}
