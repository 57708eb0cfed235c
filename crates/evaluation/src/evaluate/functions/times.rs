//! `strftime`: formats points in time and time spans.

use super::super::Value;
use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::rich::{Timespan, Timestamp};
use super::super::run::{Outcome, Run};
use super::wrong_argument;
use std::sync::Arc;

/// `strftime`: a point in time or a time span as text, in a format and optionally in a time zone.
pub(super) fn strftime(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    if let Value::String(_) = &arguments[0] {
        return Err(failure("the present time is not available to logic; format a Timestamp or a Timespan"));
    }
    let format = text_of(&arguments[1])?;
    let zone = arguments.get(2).map(text_of).transpose()?;
    run.budget.step(format.len() as u64)?;
    // An estimate: a field may produce a thousand characters.
    run.budget.allocate(format.len() * 16 + format.matches('%').count() * 1024)?;
    let time = &arguments[0];
    let text = match (time.rich::<Timestamp>(), time.rich::<Timespan>(), zone) {
        (Some(stamp), _, zone) => stamp.format(&format, zone.as_deref()),
        (_, Some(span), None) => span.format(&format),
        (_, Some(_), Some(_)) => {
            return Err(failure(
                "`strftime` requires a Timestamp if a time zone is given, but got a Timespan",
            ));
        }
        _ => return Err(wrong_argument("strftime", "a Timestamp or a Timespan", time)),
    };
    run.string(text.map_err(failure)?)
}

/// The text of an argument that must be a string.
fn text_of(value: &Value) -> Result<Arc<str>, Stop> {
    match value {
        Value::String(text) => Ok(text.clone()),
        other => Err(wrong_argument("strftime", "a string as format and as time zone", other)),
    }
}
