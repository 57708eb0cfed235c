//! `assert_private`: for classes and defined types that only their own module may use.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};

/// Fails if another module declared the class or defined type whose code is evaluated.
pub(super) fn assert_private(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let Some((kind, name)) = builder.use_by_other_module() else { return Ok(Value::Undef) };
    let message = call.arguments.first().and_then(Value::text);
    Err(HostError::new(message.map_or_else(|| format!("{kind} {name} is private"), str::to_owned)))
}
