//! Functions of the module `openstacklib`, which the modules of OpenStack call in most of their classes.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, Value};

/// The value of parameters that leave the decision to the service.
const SERVICE_DEFAULT: &str = "<SERVICE DEFAULT>";

/// Whether a value leaves the decision to the service.
pub(super) fn is_service_default(_: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    Ok(Value::Boolean(call.arguments[0].text() == Some(SERVICE_DEFAULT)))
}
