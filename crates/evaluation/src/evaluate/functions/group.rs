//! Functions that group, divide, reverse or thin out a collection: `group_by`, `partition`, `reverse_each`, `step`.

use super::super::Value;
use super::super::call::{Lambda, array_of};
use super::super::failure::{Stop, failure};
use super::super::rich::Iterator;
use super::super::run::{Outcome, Run};
use super::super::types::{self, Type};
use super::super::value::{Hash, Key};
use super::iterate::Elements;
use super::{control::required, wrong};
use rustc_hash::FxHashMap;

/// Calls the lambda with each element of a collection; returns each element with the result for it.
fn classify(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    lambda: Option<Lambda>,
) -> Result<Vec<(Value, Value)>, Stop> {
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        return Err(wrong(name, "an array or a hash", value));
    }
    let Some(lambda) = lambda.filter(|lambda| lambda.takes(1) || lambda.takes(2)) else {
        return Err(failure(format!("the lambda of `{name}` takes one or two arguments")));
    };
    let items = Elements::from_value(run, name, value)?;
    let mut pairs = Vec::new();
    for at in 0..items.len() {
        run.budget.step(1)?;
        run.budget.allocate(2 * size_of::<Value>())?;
        let item = items.get(at);
        let key = match (&item, value) {
            // Unlike `each`, a lambda that accepts one or two arguments is called with one.
            _ if lambda.takes(1) => run.call_lambda(lambda, std::slice::from_ref(&item))?,
            (Value::Array(pair), Value::Hash(_)) => run.call_lambda(lambda, pair)?,
            _ => {
                let index = Value::Integer(i64::try_from(at).unwrap_or(i64::MAX));
                run.call_lambda(lambda, &[index, item.clone()])?
            }
        };
        key.known()?;
        pairs.push((key, item));
    }
    Ok(pairs)
}

#[expect(clippy::mutable_key_type, reason = "values never change; only counts of who shares them do")]
pub(super) fn group_by(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut places: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for (key, item) in classify(run, "group_by", &arguments[0], lambda)? {
        run.charge_walk(&key)?;
        // Groups are in the order in which their first elements occur.
        let at = *places.entry(Key(key.clone())).or_insert(groups.len());
        if at == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[at].1.push(item);
    }
    let mut result = Hash::default();
    for (key, items) in groups {
        result.insert(key, run.array(items)?);
    }
    run.hash(result)
}

pub(super) fn partition(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let all = classify(run, "partition", &arguments[0], lambda)?;
    let (chosen, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|(answer, _)| answer.is_true());
    let (chosen, rest) = (run.array(items_of(chosen))?, run.array(items_of(rest))?);
    Ok(array_of(vec![chosen, rest]))
}

fn items_of(pairs: Vec<(Value, Value)>) -> Vec<Value> {
    pairs.into_iter().map(|(_, item)| item).collect()
}

pub(super) fn reverse_each(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let items = Elements::from_value(run, "reverse_each", &arguments[0])?;
    let element = element_type(run, &arguments[0], 1)?;
    visit(run, &items, (0..items.len()).rev(), element, lambda)
}

pub(super) fn step(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let Some(size) = (match &arguments[1] {
        Value::Integer(n) if *n > 0 => usize::try_from(*n).ok(),
        _ => None,
    }) else {
        return Err(wrong("step", "a number above 0", &arguments[1]));
    };
    let items = Elements::from_value(run, "step", &arguments[0])?;
    let element = element_type(run, &arguments[0], size)?;
    visit(run, &items, (0..items.len()).step_by(size), element, lambda)
}

/// The type of the elements of an iterator that visits every `step`-th element of a value.
fn element_type(run: &mut Run<'_>, value: &Value, step: usize) -> Result<Type, Stop> {
    super::typing::charge(run, value)?;
    Ok(types::element_of(value, i64::try_from(step).unwrap_or(i64::MAX)))
}

/// An iterator over the elements at some positions; with a lambda, calls it with each of them and returns undef.
fn visit(
    run: &mut Run<'_>,
    items: &Elements,
    places: impl ExactSizeIterator<Item = usize>,
    element: Type,
    lambda: Option<Lambda>,
) -> Outcome {
    if lambda.is_none() {
        run.budget.step(places.len() as u64)?;
        run.budget.allocate(places.len().saturating_mul(size_of::<Value>()))?;
        // The elements are computed immediately, so that an iterator is an ordinary value with a known cost.
        let elements = run.array(places.map(|at| items.get(at)).collect())?;
        return run.checked(Iterator::value(elements, element));
    }
    for at in places {
        run.budget.step(1)?;
        match required(run, lambda, &[items.get(at)]) {
            Ok(_) => {}
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    // As in Puppet, `reverse_each` and `step` with a lambda return undef.
    Ok(Value::Undef)
}
