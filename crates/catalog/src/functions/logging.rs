//! Functions that log: one for each level.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, Value};

/// The bytes that an entry of the log costs besides those of its message.
const ENTRY_BYTES: usize = 64;

/// Logs the texts of the arguments of a call, joined by blanks.
fn log(builder: &Builder<'_>, level: &'static str, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let texts: Vec<String> = call.arguments.iter().map(Value::to_text).collect();
    let message = texts.join(" ");
    run.budget().charge(1, message.len() + ENTRY_BYTES)?;
    builder.log(level, message);
    Ok(Value::Undef)
}

/// Defines the function that logs with a level.
macro_rules! level {
    ($name:ident, $text:literal) => {
        pub(super) fn $name(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
            log(builder, $text, call, run)
        }
    };
}

level!(debug, "debug");
level!(info, "info");
level!(notice, "notice");
level!(warning, "warning");
level!(err, "err");
level!(alert, "alert");
level!(emerg, "emerg");
level!(crit, "crit");
