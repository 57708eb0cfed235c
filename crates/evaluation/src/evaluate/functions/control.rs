//! Functions of control flow: `fail`, `with`, `then`, `lest`, `next`, `break`, `return`.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::run::{Outcome, Run};
use super::super::{Value, text};

/// Calls the lambda of a function that requires one.
pub(super) fn required(run: &mut Run<'_>, lambda: Option<Lambda>, arguments: &[Value]) -> Outcome {
    match lambda {
        Some(lambda) => run.call_lambda(lambda, arguments),
        None => Err(failure("a lambda is missing")),
    }
}

pub(super) fn fail(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let mut message = String::new();
    for (at, argument) in arguments.iter().enumerate() {
        run.charge_walk(argument)?;
        message.push_str(if at == 0 { "" } else { " " });
        text::display(argument, &mut message);
    }
    Err(failure(message))
}

pub(super) fn with(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    required(run, lambda, arguments)
}

pub(super) fn then(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::Undef => Ok(Value::Undef),
        _ => required(run, lambda, arguments),
    }
}

pub(super) fn lest(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::Undef => required(run, lambda, &[]),
        value => Ok(value.clone()),
    }
}

pub(super) fn next(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Next(arguments.first().cloned().unwrap_or(Value::Undef)))
}

pub(super) fn break_off(_: &mut Run<'_>, _: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Break)
}

pub(super) fn leave(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Return(arguments.first().cloned().unwrap_or(Value::Undef)))
}
