//! Functions that iterate: `each`, `map`, `filter`, `reduce` and others.

use super::super::call::{Lambda, array_of};
use super::super::failure::{Stop, failure, failure_with};
use super::super::rich::Iterator;
use super::super::run::{Outcome, Run};
use super::super::types::Type;
use super::super::value::{Array, Hash};
use super::super::{Value, compare};
use super::{control::required, wrong};
use std::sync::Arc;

/// The elements of an iterable value.
pub(super) enum Elements {
    Array(Arc<Array>),
    Hash(Arc<Hash>),
    // The first integer and their number: a long range must not be stored before its steps are charged.
    Numbers(i64, u64),
    Texts(Vec<Value>),
}

impl Elements {
    /// The elements of a value: those of a collection, the characters of a string, or the integers from 0 to before a
    /// number.
    pub(super) fn from_value(run: &mut Run<'_>, function: &str, value: &Value) -> Result<Self, Stop> {
        Ok(match value {
            Value::Array(items) => Self::Array(items.clone()),
            Value::Hash(hash) => Self::Hash(hash.clone()),
            Value::Integer(n) if *n >= 0 => Self::Numbers(0, n.unsigned_abs()),
            Value::String(text) => {
                run.budget.step(text.len() as u64)?;
                // Each character becomes a separate string.
                run.budget.allocate(text.len() * 40)?;
                let mut buffer = [0; 4];
                Self::Texts(text.chars().map(|c| Value::string(c.encode_utf8(&mut buffer))).collect())
            }
            Value::Type(ty) => {
                // The values of an `Enum` are copied to a list for each iteration.
                let words = ty.enumerated().map_or(0, <[_]>::len);
                run.budget.step(words as u64)?;
                run.budget.allocate(words * size_of::<Value>())?;
                Self::of_type(ty).ok_or_else(|| wrong(function, "something iterable", value))?
            }
            Value::Rich(rich) => match rich.downcast::<Iterator>().map(|iterator| &iterator.elements) {
                Some(Value::Array(items)) => Self::Array(items.clone()),
                _ => return Err(wrong(function, "something iterable", value)),
            },
            other => return Err(wrong(function, "something iterable", other)),
        })
    }

    fn of_type(ty: &Type) -> Option<Self> {
        if let Some((from, to)) = ty.integers() {
            // Only the range of all 64-bit integers has more than `u64` counts.
            let count = if to < from { 0 } else { to.abs_diff(from).saturating_add(1) };
            return Some(Self::Numbers(from, count));
        }
        Some(Self::Texts(ty.enumerated()?.iter().map(|text| Value::String(text.clone())).collect()))
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Array(items) => items.len(),
            Self::Hash(hash) => hash.len(),
            Self::Numbers(_, count) => usize::try_from(*count).unwrap_or(usize::MAX),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// The element at a position; for a hash, the pair as an array.
    pub(super) fn get(&self, at: usize) -> Value {
        match self {
            Self::Array(items) => items[at].clone(),
            Self::Texts(texts) => texts[at].clone(),
            Self::Numbers(from, _) => Value::Integer(from.saturating_add_unsigned(at as u64)),
            Self::Hash(hash) => {
                let (key, value) = &hash.pairs()[at];
                array_of(vec![key.clone(), value.clone()])
            }
        }
    }

    /// Calls a lambda with an element; if it accepts two arguments, with key and value, or index and element.
    fn call_lambda(&self, run: &mut Run<'_>, lambda: Lambda, at: usize) -> Outcome {
        run.budget.step(1)?;
        // A lambda that accepts one or two arguments is called with two.
        if !lambda.takes(2) {
            return run.call_lambda(lambda, &[self.get(at)]);
        }
        match self {
            Self::Hash(hash) => {
                let (key, value) = &hash.pairs()[at];
                run.call_lambda(lambda, &[key.clone(), value.clone()])
            }
            _ => run
                .call_lambda(lambda, &[Value::Integer(i64::try_from(at).unwrap_or(i64::MAX)), self.get(at)]),
        }
    }
}

/// Calls the lambda with each element, until the function returns `false`.
fn iterate(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    lambda: Option<Lambda>,
    mut each: impl FnMut(&Elements, usize, Value) -> bool,
) -> Result<(), Stop> {
    let Some(lambda) = lambda.filter(|lambda| lambda.takes(1) || lambda.takes(2)) else {
        return Err(failure_with(
            format!("the lambda of `{name}` must have one or two parameters"),
            "name them between `|` and `|`, as in `|$x| { $x }`; a shell replaces `$x` unless the expression is in \
             single quotes",
        ));
    };
    let items = Elements::from_value(run, name, value)?;
    for at in 0..items.len() {
        let result = items.call_lambda(run, lambda, at)?;
        if matches!(name, "filter" | "any" | "all" | "index") {
            run.decide(&result)?;
        }
        if !each(&items, at, result) {
            break;
        }
    }
    Ok(())
}

/// Makes `break` end the iteration only.
fn until_break(result: Result<(), Stop>) -> Result<(), Stop> {
    match result {
        Err(Stop::Break) => Ok(()),
        other => other,
    }
}

pub(super) fn each(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    until_break(iterate(run, "each", &arguments[0], lambda, |_, _, _| true))?;
    Ok(arguments[0].clone())
}

pub(super) fn map(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut results = Vec::new();
    until_break(iterate(run, "map", &arguments[0], lambda, |_, _, result| {
        results.push(result);
        true
    }))?;
    run.array(results)
}

/// The elements for which the lambda's result is true, or, unless `wanted`, those for which it is not.
fn chosen(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>, wanted: bool) -> Outcome {
    let value = &arguments[0];
    let mut kept = Vec::new();
    let result = iterate(run, "filter", value, lambda, |_, at, result| {
        if result.is_true() == wanted {
            // Stores the position instead of the element, because the lambda may have received the element as two
            // arguments.
            kept.push(at);
        }
        true
    });
    if let Value::Hash(hash) = value {
        // As in Puppet, `break` ends only the filtering of arrays; for a hash, it is passed on.
        result?;
        let pairs = kept.into_iter().map(|at| hash.pairs()[at].clone());
        return run.hash(Hash::new(pairs));
    }
    until_break(result)?;
    let items = Elements::from_value(run, "filter", value)?;
    run.array(kept.into_iter().map(|at| items.get(at)).collect())
}

pub(super) fn filter(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    chosen(run, arguments, lambda, true)
}

pub(super) fn reject(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    chosen(run, arguments, lambda, false)
}

pub(super) fn any(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut is_found = false;
    iterate(run, "any", &arguments[0], lambda, |_, _, result| {
        // The first true result ends the iteration; `break` is passed on.
        is_found = result.is_true();
        !is_found
    })?;
    Ok(Value::Boolean(is_found))
}

pub(super) fn all(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut is_true_for_all = true;
    iterate(run, "all", &arguments[0], lambda, |_, _, result| {
        is_true_for_all = result.is_true();
        is_true_for_all
    })?;
    Ok(Value::Boolean(is_true_for_all))
}

pub(super) fn reduce(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    if !lambda.is_some_and(|lambda| lambda.takes(2)) {
        return Err(failure("the lambda of `reduce` must have two parameters"));
    }
    let items = Elements::from_value(run, "reduce", &arguments[0])?;
    let (mut memo, start) = match arguments.get(1) {
        Some(memo) => (memo.clone(), 0),
        // As in Puppet, the result is undef if there are no elements and no initial value.
        None if items.len() == 0 => return Ok(Value::Undef),
        None => (items.get(0), 1),
    };
    for at in start..items.len() {
        run.budget.step(1)?;
        match required(run, lambda, &[memo.clone(), items.get(at)]) {
            Ok(value) => memo = value,
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(memo)
}

/// Divides a value into arrays of a size, which are the result or the arguments of the lambda.
pub(super) fn slice(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let Some(size) = (match &arguments[1] {
        Value::Integer(n) if *n > 0 => usize::try_from(*n).ok(),
        _ => None,
    }) else {
        return Err(wrong("slice", "a number above 0", &arguments[1]));
    };
    let items = Elements::from_value(run, "slice", &arguments[0])?;
    run.budget.step(items.len() as u64)?;
    let slice = |run: &mut Run<'_>, at: usize| {
        let stretch = (at..items.len().min(at.saturating_add(size))).map(|at| items.get(at)).collect();
        run.array(stretch)
    };
    let starts = (0..items.len()).step_by(size);
    let Some(lambda) = lambda else {
        let slices = starts.map(|at| slice(run, at)).collect::<Result<Vec<_>, _>>()?;
        return run.array(slices);
    };
    // If it has several parameters, the lambda receives the elements of a slice as separate arguments; otherwise as an
    // array.
    let takes_several = lambda.max == usize::MAX || lambda.min < lambda.max || lambda.max > 1;
    if lambda.max == 0 || (takes_several && size != 1 && !lambda.takes(size)) {
        return Err(failure(format!("the lambda of `slice` must have one parameter, or {size}")));
    }
    // As in Puppet, the last slice is padded to the size: for a hash with empty arrays, otherwise with undef.
    let filler = if matches!(arguments[0], Value::Hash(_)) { array_of(Vec::new()) } else { Value::Undef };
    for at in starts {
        let Value::Array(stretch) = slice(run, at)? else { continue };
        let result = if takes_several && size > 1 {
            let wanted = size.min(lambda.max);
            // The size may be much larger than the number of elements, and a rest parameter accepts all of the padding.
            run.budget.allocate(wanted.saturating_mul(size_of::<Value>()))?;
            run.budget.step(wanted as u64 / 16)?;
            let mut values = stretch.to_vec();
            values.resize(wanted, filler.clone());
            run.call_lambda(lambda, &values)
        } else {
            run.call_lambda(lambda, &[Value::Array(stretch)])
        };
        match result {
            Ok(_) => {}
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(arguments[0].clone())
}

/// A position in a text, which is given in bytes, in characters; undef if there is none.
fn position_in_text(text: &str, at: Option<usize>) -> Value {
    let position = at.map(|at| text[..at].chars().count());
    position.map_or(Value::Undef, |at| Value::Integer(i64::try_from(at).unwrap_or(i64::MAX)))
}

/// The key or position of the first element that equals a value, or for which the lambda is true.
pub(super) fn index(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let value = &arguments[0];
    match (arguments.get(1), lambda) {
        (None, Some(lambda)) => {
            let mut found = Value::Undef;
            // Unlike in `each`, a lambda with one parameter receives the value of a pair instead of the pair.
            if let (Value::Hash(hash), false) = (value, lambda.takes(2)) {
                for (key, value) in hash.pairs() {
                    let result = run.call_lambda(lambda, std::slice::from_ref(value))?;
                    if run.decide(&result)? {
                        return Ok(key.clone());
                    }
                }
                return Ok(found);
            }
            iterate(run, "index", value, Some(lambda), |items, at, result| {
                if result.is_true() {
                    found = place_of(items, at);
                }
                !result.is_true()
            })?;
            Ok(found)
        }
        (Some(wanted), None) => {
            if let (Value::String(text), Value::String(part)) = (value, wanted) {
                run.charge_walk(value)?;
                return Ok(position_in_text(text, text.find(&**part)));
            }
            if let (Value::String(text), Value::Regexp(regex)) = (value, wanted) {
                run.budget.step(regex.search_cost(text.len()))?;
                let groups = regex.find_at(text, 0);
                let found = groups.and_then(|groups| groups.first().copied().flatten());
                return Ok(position_in_text(text, found.map(|(start, _)| start)));
            }
            run.charge_walk(value)?;
            let items = Elements::from_value(run, "index", value)?;
            run.budget.step(items.len() as u64)?;
            let found = (0..items.len()).find(|at| match &items {
                Elements::Hash(hash) => compare::same(&hash.pairs()[*at].1, wanted),
                _ => compare::same(&items.get(*at), wanted),
            });
            Ok(found.map_or(Value::Undef, |at| place_of(&items, at)))
        }
        _ => Err(failure("`index` requires a value to find, or a lambda")),
    }
}

fn place_of(items: &Elements, at: usize) -> Value {
    match items {
        Elements::Hash(hash) => hash.pairs()[at].0.clone(),
        _ => Value::Integer(i64::try_from(at).unwrap_or(i64::MAX)),
    }
}
