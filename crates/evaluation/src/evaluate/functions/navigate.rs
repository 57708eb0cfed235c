//! `get` and `getvar`: follow a path of names and numbers through collections.

use super::super::Value;
use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::run::{Outcome, Run};
use super::super::value::BYTES_PER_STEP;
use super::{collection::dig, wrong_argument};

/// `get`: the value at a path in collections, or else the default.
pub(super) fn get(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let (value, path) = (&arguments[0], &arguments[1]);
    let default = arguments.get(2).cloned().unwrap_or(Value::Undef);
    let Value::String(path) = path else {
        return Err(wrong_argument("get", "a path of names and numbers", path));
    };
    // As in Puppet, the result for undef is the default, whatever the path is.
    if matches!(value, Value::Undef) {
        return Ok(default);
    }
    if path.is_empty() {
        return Ok(value.clone());
    }
    run.budget.step((path.len() / BYTES_PER_STEP + 1) as u64)?;
    run.budget.allocate(path.len() * 2 * size_of::<Value>())?;
    let keys =
        segments(path).ok_or_else(|| failure(format!("'{path}' is not a path of names and numbers")))?;
    let mut dig_arguments = vec![value.clone()];
    dig_arguments.extend(keys);
    let no_lambda = None;
    match (dig(run, &dig_arguments, no_lambda), lambda) {
        (Ok(Value::Undef), _) => Ok(default),
        // A problem can be handled by a lambda, except for an exceeded limit, which ends the evaluation.
        (Err(Stop::Failure(problem)), Some(lambda)) if !problem.is_limit => {
            run.call_lambda(lambda, &[Value::string(&problem.message)])
        }
        (result, _) => result,
    }
}

/// `getvar`: like `get`, starting at the value of a variable. The caller has replaced the path, which starts with the
/// name of the variable, by the variable's value and the rest of the path.
pub(super) fn getvar(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    match arguments {
        [_, Value::String(_), ..] => get(run, arguments, lambda),
        [other, ..] => Err(wrong_argument("getvar", "the name of a variable", other)),
        [] => Err(failure("`getvar` requires the name of a variable")),
    }
}

/// The segments of a path, separated by points; a quoted segment may contain points. `None` if the path is invalid.
fn segments(path: &str) -> Option<Vec<Value>> {
    let mut segments = Vec::new();
    let mut remaining = path;
    loop {
        let (segment, after_segment) = segment(remaining)?;
        segments.push(segment);
        if after_segment.is_empty() {
            return Some(segments);
        }
        // Only a point can separate segments. After a point at the end, the next segment is empty, and thus invalid.
        remaining = after_segment.strip_prefix('.')?;
    }
}

/// The first segment of a path, and the text after it; `None` if the segment is empty or its quote is not closed.
/// `"name.0"` gives `name` and `".0"`.
fn segment(text: &str) -> Option<(Value, &str)> {
    let start = text.trim_start();
    if let Some(quote @ ('\'' | '"')) = start.chars().next() {
        let (inner, after) = start[1..].split_once(quote)?;
        if inner.is_empty() {
            return None;
        }
        return Some((Value::string(inner), after.trim_start()));
    }
    let end = text.find(['.', '\'', '"']).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    if word.is_empty() {
        return None;
    }
    let word = word.trim();
    let key = match word.parse() {
        Ok(number) => Value::Integer(number),
        // A name, or a number of more than 64 bits.
        Err(_) => Value::string(word),
    };
    Some((key, after))
}
