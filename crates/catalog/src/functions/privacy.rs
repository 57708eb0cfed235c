//! `assert_private`: the code of a class or defined type that only its own module may use.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};

/// Fails if the code that is evaluated was not declared by its own module.
pub(super) fn assert_private(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let Some((what, name)) = builder.use_by_other_module() else { return Ok(Value::Undef) };
    let message = call.arguments.first().and_then(Value::text);
    Err(HostError::new(message.map_or_else(|| format!("{what} {name} is private"), str::to_owned)))
}
