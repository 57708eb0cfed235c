//! Functions that decide what runs: `fail`, `with`, `then`, `lest`, `lookup`, `next`, `break`, `return`.

use super::super::budget::{Stop, failure};
use super::super::call::{Lambda, mismatch};
use super::super::run::{Outcome, Run};
use super::super::{Value, text};
use super::wrong;

/// Calls the lambda, which the registry makes sure is there.
pub(super) fn required(run: &mut Run<'_>, lambda: Option<Lambda>, arguments: &[Value]) -> Outcome {
    match lambda {
        Some(lambda) => run.yields(lambda, arguments),
        None => Err(failure("a lambda is missing")),
    }
}

pub(super) fn fail(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let mut message = String::new();
    for (at, argument) in arguments.iter().enumerate() {
        run.walk(argument)?;
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

/// `lookup(name, type, merge, default)`, where there may be several names. How values are merged is the host's.
pub(super) fn lookup(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    run.walk(&arguments[0])?;
    let names = match &arguments[0] {
        Value::Array(names) => names.iter().cloned().collect(),
        name => vec![name.clone()],
    };
    let ty = match arguments.get(1) {
        None | Some(Value::Undef) => None,
        Some(Value::Type(ty)) => Some(ty),
        Some(other) => return Err(wrong("lookup", "the type of the value behind the name", other)),
    };
    for name in &names {
        let Value::String(name) = name else { return Err(wrong("lookup", "a name as a string", name)) };
        if let Some(value) = run.host.bound(name) {
            run.walk(&value)?;
            return match ty {
                Some(ty) if !run.belongs(ty, &value)? => {
                    Err(failure(mismatch(&format!("the value of `{name}`"), ty, &value)))
                }
                _ => Ok(value),
            };
        }
    }
    match (lambda, arguments.get(3)) {
        (Some(lambda), _) => run.yields(lambda, &arguments[..1]),
        (None, Some(default)) => Ok(default.clone()),
        (None, None) => {
            let mut name = String::new();
            text::display(&arguments[0], &mut name);
            Err(failure(format!("nothing is bound to `{name}`")))
        }
    }
}

pub(super) fn next(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Next(arguments.first().cloned().unwrap_or(Value::Undef)))
}

pub(super) fn break_off(_: &mut Run<'_>, _: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Break)
}

pub(super) fn leave(_: &mut Run<'_>, _: &[Value], _: Option<Lambda>) -> Outcome {
    Err(Stop::Return)
}
