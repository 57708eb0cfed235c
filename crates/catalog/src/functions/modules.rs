//! Functions that widely used modules write in Ruby: of `openstacklib` and `apache`, which most of their classes call.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
use modelwright_metamodel::diagnostic::codes;

/// The value of parameters that leave the decision to the service.
const SERVICE_DEFAULT: &str = "<SERVICE DEFAULT>";

/// Whether a value leaves the decision to the service.
pub(super) fn is_service_default(_: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    Ok(Value::Boolean(call.arguments[0].text() == Some(SERVICE_DEFAULT)))
}

/// `On` or `Off` for a boolean, also in a text; other values as texts.
pub(super) fn bool2httpd(_: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let value = &call.arguments[0];
    let text = match value {
        Value::Undef | Value::Boolean(false) => "Off".to_owned(),
        Value::Boolean(true) => "On".to_owned(),
        Value::String(text) => {
            let lower = text.to_lowercase();
            // The expressions of the module match anywhere in the text.
            match (lower.contains("false"), lower.contains("true")) {
                (true, _) => "Off".to_owned(),
                (false, true) => "On".to_owned(),
                (false, false) => text.to_string(),
            }
        }
        Value::Integer(_) | Value::Float(_) => value.to_text(),
        _ => {
            let message = "`apache::bool2httpd` is supported for booleans, numbers and strings";
            return Err(HostError::new(message).with_code(codes::CATALOG_UNSUPPORTED));
        }
    };
    Ok(Value::string(&text))
}
