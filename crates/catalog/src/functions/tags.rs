//! `tag` and `tagged`.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, Value};

/// Adds tags to the resource whose code is evaluated.
pub(super) fn tag(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    builder.tag_current(call.arguments)?;
    Ok(Value::Undef)
}

/// Whether the catalog or the resource whose code is evaluated, or one that contains it, has all tags.
pub(super) fn tagged(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    Ok(Value::Boolean(call.arguments.iter().all(|tag| builder.is_current_tagged(&tag.to_text()))))
}
