//! Functions of control flow: `fail`, `with`, `then`, `lest`, `next`, `break`, `return`.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::run::{Outcome, Run};
use super::super::{Value, text};

/// Calls the lambda of a function that requires one.
pub(super) fn call_required_lambda(
    run: &mut Run<'_>,
    lambda: Option<Lambda>,
    arguments: &[Value],
) -> Outcome {
    match lambda {
        Some(lambda) => run.call_lambda(lambda, arguments),
        None => Err(failure("a lambda is missing")),
    }
}

/// `fail`: ends the evaluation with a problem, whose message is the arguments.
pub(super) fn fail(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let mut message = String::new();
    for (index, argument) in arguments.iter().enumerate() {
        run.charge_walk(argument)?;
        message.push_str(if index == 0 { "" } else { " " });
        text::display(argument, &mut message);
    }
    Err(failure(message))
}

/// `with`: calls the lambda with the arguments.
pub(super) fn with(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    call_required_lambda(run, lambda, arguments)
}

/// `then`: calls the lambda with the argument, unless it is undef.
pub(super) fn then(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::Undef => Ok(Value::Undef),
        _ => call_required_lambda(run, lambda, arguments),
    }
}

/// `lest`: the argument; if it is undef, the result of the lambda.
pub(super) fn lest(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::Undef => call_required_lambda(run, lambda, &[]),
        value => Ok(value.clone()),
    }
}

/// `next`: ends the call of a lambda, with the argument as its result.
pub(super) fn next(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Next(arguments.first().cloned().unwrap_or(Value::Undef)))
}

/// `break`: ends the iteration that calls the lambda.
pub(super) fn break_off(_: &mut Run<'_>, _: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Break)
}

/// `return`: ends the function, class or resource, with the argument as its value.
pub(super) fn leave(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Return(arguments.first().cloned().unwrap_or(Value::Undef)))
}
