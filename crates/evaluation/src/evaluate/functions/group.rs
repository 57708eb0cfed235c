//! Functions that group, divide, reverse or thin out a collection: `group_by`, `partition`, `reverse_each`, `step`.

use super::super::Value;
use super::super::call::{Lambda, array_of};
use super::super::failure::{Stop, failure};
use super::super::rich::Iterator;
use super::super::run::{Outcome, Run};
use super::super::types::{self, Type};
use super::super::value::{Hash, Key};
use super::iterate::{Elements, size_argument};
use super::{control::call_required_lambda, wrong_argument};
use rustc_hash::FxHashMap;

/// Calls the lambda with each element of a collection; returns the result for each element, followed by the element.
fn classify(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    lambda: Option<Lambda>,
) -> Result<Vec<(Value, Value)>, Stop> {
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        return Err(wrong_argument(name, "an array or a hash", value));
    }
    let Some(lambda) = lambda.filter(|lambda| lambda.accepts(1) || lambda.accepts(2)) else {
        return Err(failure(format!("the lambda of `{name}` must have one or two parameters")));
    };
    let items = Elements::from_value(run, name, value)?;
    let mut results_and_items = Vec::new();
    for index in 0..items.len() {
        run.budget.step(1)?;
        run.budget.allocate(2 * size_of::<Value>())?;
        let item = items.get(index);
        let result = match (&item, value) {
            // Unlike `each`, a lambda that accepts one or two arguments is called with one.
            _ if lambda.accepts(1) => run.call_lambda(lambda, std::slice::from_ref(&item))?,
            // The key and the value of an entry.
            (Value::Array(pair), Value::Hash(_)) => run.call_lambda(lambda, pair)?,
            // The index and the element of an array.
            _ => {
                let index = Value::Integer(i64::try_from(index).unwrap_or(i64::MAX));
                run.call_lambda(lambda, &[index, item.clone()])?
            }
        };
        result.known()?;
        results_and_items.push((result, item));
    }
    Ok(results_and_items)
}

/// `group_by`: a hash from each result of the lambda to the elements with this result.
#[expect(clippy::mutable_key_type, reason = "values never change; only their reference counts do")]
pub(super) fn group_by(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut group_positions: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for (key, item) in classify(run, "group_by", &arguments[0], lambda)? {
        run.charge_walk(&key)?;
        // Groups are in the order in which their first elements occur.
        let position = *group_positions.entry(Key(key.clone())).or_insert(groups.len());
        if position == groups.len() {
            groups.push((key, Vec::new()));
        }
        let (_, items) = &mut groups[position];
        items.push(item);
    }
    let mut result = Hash::default();
    for (key, items) in groups {
        result.insert(key, run.array(items)?);
    }
    run.hash(result)
}

/// `partition`: two arrays, of the elements for which the lambda's result is true, and of the others.
pub(super) fn partition(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let results = classify(run, "partition", &arguments[0], lambda)?;
    let (matching, others): (Vec<_>, Vec<_>) = results.into_iter().partition(|(result, _)| result.is_true());
    let (matching, others) = (run.array(items_of(matching))?, run.array(items_of(others))?);
    Ok(array_of(vec![matching, others]))
}

/// The elements of pairs of a result and an element.
fn items_of(pairs: Vec<(Value, Value)>) -> Vec<Value> {
    pairs.into_iter().map(|(_, item)| item).collect()
}

/// `reverse_each`: iterates over the elements from the last to the first.
pub(super) fn reverse_each(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let items = Elements::from_value(run, "reverse_each", &arguments[0])?;
    let step = 1;
    let element_type = element_type(run, &arguments[0], step)?;
    visit(run, &items, (0..items.len()).rev(), element_type, lambda)
}

/// `step`: iterates over every n-th element, from the first one.
pub(super) fn step(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let size = size_argument("step", &arguments[1])?;
    let items = Elements::from_value(run, "step", &arguments[0])?;
    let element = element_type(run, &arguments[0], size)?;
    visit(run, &items, (0..items.len()).step_by(size), element, lambda)
}

/// The type of the elements of an iterator that visits every `step`-th element of a value.
fn element_type(run: &mut Run<'_>, value: &Value, step: usize) -> Result<Type, Stop> {
    super::typing::charge_inference(run, value)?;
    Ok(types::element_of(value, i64::try_from(step).unwrap_or(i64::MAX)))
}

/// Without a lambda, an iterator over the elements at these positions; otherwise calls the lambda with each of them and
/// returns undef.
fn visit(
    run: &mut Run<'_>,
    items: &Elements,
    positions: impl ExactSizeIterator<Item = usize>,
    element_type: Type,
    lambda: Option<Lambda>,
) -> Outcome {
    if lambda.is_none() {
        run.budget.step(positions.len() as u64)?;
        run.budget.allocate(positions.len().saturating_mul(size_of::<Value>()))?;
        // The elements are computed immediately, so that an iterator is an ordinary value with a known cost.
        let elements = run.array(positions.map(|index| items.get(index)).collect())?;
        return run.checked(Iterator::value(elements, element_type));
    }
    for index in positions {
        run.budget.step(1)?;
        match call_required_lambda(run, lambda, &[items.get(index)]) {
            Ok(_) => {}
            Err(Stop::Break) => break,
            Err(stop) => return Err(stop),
        }
    }
    // As in Puppet, `reverse_each` and `step` with a lambda return undef.
    Ok(Value::Undef)
}
