//! `translate` of the module of the same name: a message in which values replace their names.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
use modelwright_metamodel::diagnostic::codes;

/// The message with its values, but not translated: a server translates messages only if the translations of the module
/// are installed.
pub(super) fn translate(_: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let Some(message) = call.arguments[0].text() else {
        return Err(HostError::new("`translate` requires a string"));
    };
    let Some(values) = call.arguments.get(1) else { return Ok(call.arguments[0].clone()) };
    let Value::Hash(values) = values else {
        return Err(HostError::new("the values of `translate` must be a hash"));
    };
    let mut out = String::new();
    let mut remaining = message;
    while let Some((before, after)) = remaining.split_once('%') {
        out.push_str(before);
        remaining = match after.strip_prefix('%') {
            Some(after) => {
                out.push('%');
                after
            }
            None => {
                let name_and_rest = after.strip_prefix('{').and_then(|after| after.split_once('}'));
                let Some((name, after)) = name_and_rest else {
                    let problem = "`translate` supports only `%{name}` as a format";
                    return Err(HostError::new(problem).with_code(codes::CATALOG_UNSUPPORTED));
                };
                let Some(value) = values.get_text(name) else {
                    return Err(HostError::new(format!("`translate` has no value for `%{{{name}}}`")));
                };
                out.push_str(&value.to_ruby_text());
                after
            }
        };
    }
    out.push_str(remaining);
    run.budget().charge(1, out.len())?;
    Ok(Value::string(&out))
}
