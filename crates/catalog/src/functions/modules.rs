//! Functions of the widely used modules `openstacklib` and `apache`, which most of their classes call. The modules
//! implement them in Ruby.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
use modelwright_metamodel::diagnostic::codes;

/// The value of parameters that are not configured, so that the service uses its own default.
const SERVICE_DEFAULT: &str = "<SERVICE DEFAULT>";

/// Whether a value is the marker that the service uses its own default.
pub(super) fn is_service_default(_: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    Ok(Value::Boolean(call.arguments[0].text() == Some(SERVICE_DEFAULT)))
}

/// `On` or `Off` for a boolean, or for a text that contains one; the text of other values.
pub(super) fn bool2httpd(_: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let value = &call.arguments[0];
    let text = match value {
        Value::Undef | Value::Boolean(false) => "Off".to_owned(),
        Value::Boolean(true) => "On".to_owned(),
        Value::String(text) => {
            let lower = text.to_lowercase();
            // The regular expressions of the module match anywhere in the text, that of `false` first.
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
