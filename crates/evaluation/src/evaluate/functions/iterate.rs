//! Functions that iterate: `each`, `map`, `filter`, `reduce` and others.

use super::super::budget::SLOTS_PER_STEP;
use super::super::call::{Lambda, array_of};
use super::super::failure::{Stop, failure, failure_with};
use super::super::rich::Iterator;
use super::super::run::{Outcome, Run};
use super::super::types::Type;
use super::super::value::{Array, Hash};
use super::super::{Value, compare};
use super::{control::call_required_lambda, wrong_argument};
use std::sync::Arc;

/// The elements of an iterable value.
pub(super) enum Elements {
    Array(Arc<Array>),
    /// The entries of a hash, as arrays of a key and a value.
    Hash(Arc<Hash>),
    /// Consecutive integers. They are not stored, because a range can be long and its steps are not charged yet.
    Numbers {
        first: i64,
        count: u64,
    },
    /// The characters of a string, or the values of an `Enum`.
    Texts(Vec<Value>),
}

impl Elements {
    /// The elements of a value: those of a collection, the characters of a string, or the integers from 0 to before a
    /// number.
    pub(super) fn from_value(run: &mut Run<'_>, function: &str, value: &Value) -> Result<Self, Stop> {
        Ok(match value {
            Value::Array(items) => Self::Array(items.clone()),
            Value::Hash(hash) => Self::Hash(hash.clone()),
            Value::Integer(n) if *n >= 0 => Self::Numbers { first: 0, count: n.unsigned_abs() },
            Value::String(text) => {
                run.budget.step(text.len() as u64)?;
                // Each character becomes a separate string, for which 40 bytes are an estimate.
                run.budget.allocate(text.len() * 40)?;
                let mut buffer = [0; 4];
                Self::Texts(text.chars().map(|c| Value::string(c.encode_utf8(&mut buffer))).collect())
            }
            Value::Type(ty) => {
                // The values of an `Enum` are copied to a list for each iteration.
                let words = ty.enumerated().map_or(0, <[_]>::len);
                run.budget.step(words as u64)?;
                run.budget.allocate(words * size_of::<Value>())?;
                Self::of_type(ty).ok_or_else(|| wrong_argument(function, "something iterable", value))?
            }
            Value::Rich(rich) => match rich.downcast::<Iterator>().map(|iterator| &iterator.elements) {
                Some(Value::Array(items)) => Self::Array(items.clone()),
                _ => return Err(wrong_argument(function, "something iterable", value)),
            },
            other => return Err(wrong_argument(function, "something iterable", other)),
        })
    }

    /// The integers of an integer type, or the values of an `Enum`; `None` for other types.
    fn of_type(ty: &Type) -> Option<Self> {
        if let Some((from, to)) = ty.integers() {
            // Only the range of all 64-bit integers has one more than a `u64` can count.
            let count = if to < from { 0 } else { to.abs_diff(from).saturating_add(1) };
            return Some(Self::Numbers { first: from, count });
        }
        Some(Self::Texts(ty.enumerated()?.iter().map(|text| Value::String(text.clone())).collect()))
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Array(items) => items.len(),
            Self::Hash(hash) => hash.len(),
            Self::Numbers { count, .. } => usize::try_from(*count).unwrap_or(usize::MAX),
            Self::Texts(texts) => texts.len(),
        }
    }

    /// The element at a position; for a hash, the pair as an array.
    pub(super) fn get(&self, index: usize) -> Value {
        match self {
            Self::Array(items) => items[index].clone(),
            Self::Texts(texts) => texts[index].clone(),
            Self::Numbers { first, .. } => Value::Integer(first.saturating_add_unsigned(index as u64)),
            Self::Hash(hash) => {
                let (key, value) = &hash.pairs()[index];
                array_of(vec![key.clone(), value.clone()])
            }
        }
    }

    /// Calls a lambda with the element at an index. If the lambda accepts two arguments, they are key and value, or
    /// index and element.
    fn call_lambda(&self, run: &mut Run<'_>, lambda: Lambda, index: usize) -> Outcome {
        run.budget.step(1)?;
        // A lambda that accepts one or two arguments is called with two.
        if !lambda.accepts(2) {
            return run.call_lambda(lambda, &[self.get(index)]);
        }
        match self {
            Self::Hash(hash) => {
                let (key, value) = &hash.pairs()[index];
                run.call_lambda(lambda, &[key.clone(), value.clone()])
            }
            _ => {
                let index_value = Value::Integer(i64::try_from(index).unwrap_or(i64::MAX));
                run.call_lambda(lambda, &[index_value, self.get(index)])
            }
        }
    }
}

/// The argument of a function that must be an integer above 0.
pub(super) fn size_argument(function: &str, value: &Value) -> Result<usize, Stop> {
    if let Value::Integer(n) = value
        && *n > 0
        && let Ok(size) = usize::try_from(*n)
    {
        return Ok(size);
    }
    Err(wrong_argument(function, "a number above 0", value))
}

/// Calls the lambda with each element, and `visit` with the elements, the index and the result of the lambda, until
/// `visit` returns `false`.
fn iterate(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    lambda: Option<Lambda>,
    mut visit: impl FnMut(&Elements, usize, Value) -> bool,
) -> Result<(), Stop> {
    let Some(lambda) = lambda.filter(|lambda| lambda.accepts(1) || lambda.accepts(2)) else {
        return Err(failure_with(
            format!("the lambda of `{name}` must have one or two parameters"),
            "name them between `|` and `|`, as in `|$x| { $x }`; a shell replaces `$x` unless the expression is in \
             single quotes",
        ));
    };
    let items = Elements::from_value(run, name, value)?;
    for index in 0..items.len() {
        let result = items.call_lambda(run, lambda, index)?;
        // These functions decide by the result, so it must not be unknown.
        if matches!(name, "filter" | "any" | "all" | "index") {
            run.decide(&result)?;
        }
        if !visit(&items, index, result) {
            break;
        }
    }
    Ok(())
}

/// Turns a `break` into success: it ends only the iteration.
fn until_break(result: Result<(), Stop>) -> Result<(), Stop> {
    match result {
        Err(Stop::Break) => Ok(()),
        other => other,
    }
}

/// `each`: calls the lambda with each element, and returns the value itself.
pub(super) fn each(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    until_break(iterate(run, "each", &arguments[0], lambda, |_, _, _| true))?;
    Ok(arguments[0].clone())
}

/// `map`: an array of the lambda's results for the elements.
pub(super) fn map(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut results = Vec::new();
    until_break(iterate(run, "map", &arguments[0], lambda, |_, _, result| {
        results.push(result);
        true
    }))?;
    run.array(results)
}

/// The elements for which the lambda's result is `selected_result`.
fn select(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>, selected_result: bool) -> Outcome {
    let value = &arguments[0];
    let mut selected_indexes = Vec::new();
    let result = iterate(run, "filter", value, lambda, |_, index, result| {
        if result.is_true() == selected_result {
            // Stores the position instead of the element, because the lambda may have received the element as two
            // arguments.
            selected_indexes.push(index);
        }
        true
    });
    if let Value::Hash(hash) = value {
        // As in Puppet, `break` ends only the filtering of arrays; for a hash, it is passed on.
        result?;
        let pairs = selected_indexes.into_iter().map(|index| hash.pairs()[index].clone());
        return run.hash(Hash::new(pairs));
    }
    until_break(result)?;
    let items = Elements::from_value(run, "filter", value)?;
    run.array(selected_indexes.into_iter().map(|index| items.get(index)).collect())
}

/// `filter`: the elements for which the lambda's result is true.
pub(super) fn filter(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let selected_result = true;
    select(run, arguments, lambda, selected_result)
}

/// `reject`: the elements for which the lambda's result is not true.
pub(super) fn reject(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let selected_result = false;
    select(run, arguments, lambda, selected_result)
}

/// `any`: whether the lambda's result is true for an element.
pub(super) fn any(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut is_found = false;
    iterate(run, "any", &arguments[0], lambda, |_, _, result| {
        // The first true result ends the iteration; `break` is passed on.
        is_found = result.is_true();
        !is_found
    })?;
    Ok(Value::Boolean(is_found))
}

/// `all`: whether the lambda's result is true for all elements.
pub(super) fn all(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut is_true_for_all = true;
    iterate(run, "all", &arguments[0], lambda, |_, _, result| {
        is_true_for_all = result.is_true();
        is_true_for_all
    })?;
    Ok(Value::Boolean(is_true_for_all))
}

/// `reduce`: calls the lambda with its last result and each element; returns the last result.
pub(super) fn reduce(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    if !lambda.is_some_and(|lambda| lambda.accepts(2)) {
        return Err(failure("the lambda of `reduce` must have two parameters"));
    }
    let items = Elements::from_value(run, "reduce", &arguments[0])?;
    let (mut memo, start) = match arguments.get(1) {
        Some(memo) => (memo.clone(), 0),
        // As in Puppet, the result is undef if there are no elements and no initial value.
        None if items.len() == 0 => return Ok(Value::Undef),
        None => (items.get(0), 1),
    };
    for index in start..items.len() {
        run.budget.step(1)?;
        match call_required_lambda(run, lambda, &[memo.clone(), items.get(index)]) {
            Ok(value) => memo = value,
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(memo)
}

/// `slice`: divides a value into arrays of a size. Without a lambda, they are the result; otherwise, the lambda is
/// called with each of them.
pub(super) fn slice(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let size = size_argument("slice", &arguments[1])?;
    let items = Elements::from_value(run, "slice", &arguments[0])?;
    run.budget.step(items.len() as u64)?;
    let slice_from = |run: &mut Run<'_>, start: usize| {
        let end = items.len().min(start.saturating_add(size));
        run.array((start..end).map(|index| items.get(index)).collect())
    };
    let starts = (0..items.len()).step_by(size);
    let Some(lambda) = lambda else {
        let slices = starts.map(|start| slice_from(run, start)).collect::<Result<Vec<_>, _>>()?;
        return run.array(slices);
    };
    // A lambda with several parameters receives the elements of a slice as separate arguments; another one receives the
    // slice as an array. As in Puppet, a parameter with a default and a parameter for all remaining arguments count as
    // several.
    let has_several_parameters = lambda.min < lambda.max || lambda.max > 1;
    let are_elements_separate = has_several_parameters && size > 1;
    if lambda.max == 0 || (are_elements_separate && !lambda.accepts(size)) {
        return Err(failure(format!("the lambda of `slice` must have one parameter or {size} parameters")));
    }
    // As in Puppet, the last slice is padded to the size: for a hash with empty arrays, otherwise with undef.
    let filler = if matches!(arguments[0], Value::Hash(_)) { array_of(Vec::new()) } else { Value::Undef };
    for start in starts {
        let Value::Array(slice) = slice_from(run, start)? else { continue };
        let result = if are_elements_separate {
            let padded_slice = padded(run, &slice, size.min(lambda.max), &filler)?;
            run.call_lambda(lambda, &padded_slice)
        } else {
            run.call_lambda(lambda, &[Value::Array(slice)])
        };
        match result {
            Ok(_) => {}
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(arguments[0].clone())
}

/// The elements of a slice, followed by as many fillers as are missing to the size.
fn padded(run: &mut Run<'_>, slice: &[Value], size: usize, filler: &Value) -> Result<Vec<Value>, Stop> {
    // Charged, because the size may be much larger than the slice.
    run.budget.allocate(size.saturating_mul(size_of::<Value>()))?;
    run.budget.step(size as u64 / SLOTS_PER_STEP)?;
    let mut values = slice.to_vec();
    values.resize(size, filler.clone());
    Ok(values)
}

/// The number of characters of a text before a byte position; undef if there is no position.
fn character_position(text: &str, byte_position: Option<usize>) -> Value {
    let position = byte_position.map(|bytes| text[..bytes].chars().count());
    position.map_or(Value::Undef, |position| Value::Integer(i64::try_from(position).unwrap_or(i64::MAX)))
}

/// `index`: the key or position of the first element that equals a value, or for which the lambda's result is true;
/// undef if there is none.
pub(super) fn index(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let value = &arguments[0];
    match (arguments.get(1), lambda) {
        (None, Some(lambda)) => index_by_lambda(run, value, lambda),
        (Some(wanted), None) => index_of(run, value, wanted),
        _ => Err(failure("`index` requires a value to find, or a lambda")),
    }
}

/// The key or position of the first element of `value` for which the lambda's result is true; undef if there is none.
fn index_by_lambda(run: &mut Run<'_>, value: &Value, lambda: Lambda) -> Outcome {
    // Unlike in `each`, a lambda with one parameter receives the value of a pair instead of the pair.
    if !lambda.accepts(2)
        && let Value::Hash(hash) = value
    {
        for (key, value) in hash.pairs() {
            let result = run.call_lambda(lambda, std::slice::from_ref(value))?;
            if run.decide(&result)? {
                return Ok(key.clone());
            }
        }
        return Ok(Value::Undef);
    }
    let mut position = Value::Undef;
    iterate(run, "index", value, Some(lambda), |items, index, result| {
        if result.is_true() {
            position = key_or_index(items, index);
        }
        !result.is_true()
    })?;
    Ok(position)
}

/// The key or position of the first element of `value` that equals `wanted`, or the position of the first match in a
/// string; undef if there is none.
fn index_of(run: &mut Run<'_>, value: &Value, wanted: &Value) -> Outcome {
    match (value, wanted) {
        (Value::String(text), Value::String(part)) => {
            run.charge_walk(value)?;
            return Ok(character_position(text, text.find(&**part)));
        }
        (Value::String(text), Value::Regexp(regex)) => {
            run.budget.step(regex.search_cost(text.len()))?;
            let groups = regex.spans(text);
            let span = groups.and_then(|groups| groups.first().copied().flatten());
            return Ok(character_position(text, span.map(|(start, _)| start)));
        }
        _ => run.charge_walk(value)?,
    }
    let items = Elements::from_value(run, "index", value)?;
    run.budget.step(items.len() as u64)?;
    let position = (0..items.len()).find(|index| match &items {
        Elements::Hash(hash) => {
            let (_, value) = &hash.pairs()[*index];
            compare::is_same_element(value, wanted)
        }
        _ => compare::is_same_element(&items.get(*index), wanted),
    });
    Ok(position.map_or(Value::Undef, |index| key_or_index(&items, index)))
}

/// The key of an entry of a hash, or the index of another element.
fn key_or_index(items: &Elements, index: usize) -> Value {
    match items {
        Elements::Hash(hash) => {
            let (key, _) = &hash.pairs()[index];
            key.clone()
        }
        _ => Value::Integer(i64::try_from(index).unwrap_or(i64::MAX)),
    }
}
