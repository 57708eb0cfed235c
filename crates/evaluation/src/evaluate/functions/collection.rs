//! Functions on arrays and hashes.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::rich::{Binary, Sensitive};
use super::super::run::{Outcome, Run};
use super::super::value::{Hash, Key, flatten_into};
use super::super::{Value, number::Number, operators::kind_of, text};
use super::iterate::Elements;
use super::{control::call_required_lambda, wrong_argument};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// `length` and `size`: the number of elements, characters or bytes.
pub(super) fn length(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let length = match &arguments[0] {
        Value::Array(items) => items.len(),
        Value::Hash(hash) => hash.len(),
        Value::String(text) => {
            run.charge_walk(&arguments[0])?;
            text.chars().count()
        }
        other => match other.rich::<Binary>() {
            Some(binary) => binary.0.len(),
            None => return Err(wrong_argument("length", "a collection, a string or a Binary", other)),
        },
    };
    Ok(Value::Integer(i64::try_from(length).unwrap_or(i64::MAX)))
}

/// `empty`: whether a collection, a string or a `Binary` is empty.
pub(super) fn empty(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    Ok(Value::Boolean(match &arguments[0] {
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::String(text) => text.is_empty(),
        // As in Puppet, numbers are accepted, and are never empty.
        Value::Integer(_) | Value::Float(_) => false,
        Value::Undef => true,
        other => match (other.rich::<Binary>(), other.rich::<Sensitive>()) {
            (Some(binary), _) => binary.0.is_empty(),
            (_, Some(Sensitive(Value::String(text)))) => text.is_empty(),
            _ => return Err(wrong_argument("empty", "a collection, a string or a Binary", other)),
        },
    }))
}

/// `keys`: the keys of a hash.
pub(super) fn keys(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::Hash(hash) => run.array(hash.pairs().iter().map(|(key, _)| key.clone()).collect()),
        other => Err(wrong_argument("keys", "a hash", other)),
    }
}

/// `values`: the values of a hash.
pub(super) fn values(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::Hash(hash) => run.array(hash.pairs().iter().map(|(_, value)| value.clone()).collect()),
        other => Err(wrong_argument("values", "a hash", other)),
    }
}

/// `merge`: a hash with the entries of all arguments; those of later arguments take precedence.
pub(super) fn merge(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let mut merged = Hash::default();
    for argument in arguments {
        run.charge_walk(argument)?;
        match argument {
            Value::Hash(hash) => {
                for (key, value) in hash.pairs() {
                    merged.insert(key.clone(), value.clone());
                }
            }
            Value::Undef => {}
            // As in the module `stdlib`, an empty string counts as undef.
            Value::String(text) if text.is_empty() => {}
            other => return Err(wrong_argument("merge", "hashes", other)),
        }
    }
    run.hash(merged)
}

/// `flatten`: an array of the arguments, in which nested arrays are replaced by their elements.
pub(super) fn flatten(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    for argument in arguments {
        run.charge_walk(argument)?;
        // The elements are charged before the flat array is created, because an array that is shared is copied for each
        // of its occurrences.
        run.budget.allocate(argument.weight() as usize * size_of::<Value>())?;
    }
    let mut flat = Vec::new();
    flatten_into(arguments, &mut flat);
    run.array(flat)
}

/// `join`: the texts of the elements of an array, with a separator between them.
pub(super) fn join(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::Array(items) = &arguments[0] else {
        return Err(wrong_argument("join", "an array", &arguments[0]));
    };
    let separator = match arguments.get(1) {
        None => "",
        Some(Value::String(text)) => text,
        Some(other) => return Err(wrong_argument("join", "a string as separator", other)),
    };
    run.charge_walk(&arguments[0])?;
    let mut out = String::new();
    join_into(run, items, separator, &mut out)?;
    run.string(out)
}

/// Appends the joined elements to `out`. Nested arrays are joined recursively, so that an empty array gives an empty
/// string.
fn join_into(run: &mut Run<'_>, items: &[Value], separator: &str, out: &mut String) -> Result<(), Stop> {
    for (index, item) in items.iter().enumerate() {
        run.budget.allocate(separator.len())?;
        out.push_str(if index == 0 { "" } else { separator });
        if let Value::Array(inner) = item {
            join_into(run, inner, separator, out)?;
            continue;
        }
        let length_before = out.len();
        // Puppet's `join` passes its elements to Ruby, which writes hashes in Ruby's notation.
        text::ruby(item, out);
        run.budget.allocate(out.len() - length_before)?;
    }
    Ok(())
}

/// `unique`: the elements of a collection or the characters of a string, each of them once. With a lambda, its results
/// are compared instead of the elements.
#[expect(clippy::mutable_key_type, reason = "values never change; only their reference counts do")]
pub(super) fn unique(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let value = &arguments[0];
    run.charge_walk(value)?;
    if let Value::Hash(hash) = value {
        return unique_hash(run, hash, lambda);
    }
    let items = Elements::from_value(run, "unique", value)?;
    let mut seen_keys = FxHashSet::default();
    let mut unique_items = Vec::new();
    for index in 0..items.len() {
        run.budget.step(1)?;
        let item = items.get(index);
        let key = match lambda {
            Some(lambda) => run.call_lambda(lambda, std::slice::from_ref(&item))?,
            None => item.clone(),
        };
        // Keys are compared exactly, not as by `==`: both `'a'` and `'A'` are kept.
        if seen_keys.insert(Key(key)) {
            run.budget.allocate(2 * size_of::<Value>())?;
            unique_items.push(item);
        }
    }
    match value {
        Value::String(_) => {
            let mut out = String::new();
            unique_items.iter().for_each(|item| text::display(item, &mut out));
            run.string(out)
        }
        _ => run.array(unique_items),
    }
}

/// `unique` of a hash: groups the entries with equal values, or equal results of the lambda. Each group is an entry of
/// the result: the list of its keys, with the list of its values.
#[expect(clippy::mutable_key_type, reason = "values never change; only their reference counts do")]
fn unique_hash(run: &mut Run<'_>, hash: &Hash, lambda: Option<Lambda>) -> Outcome {
    let mut group_positions: FxHashMap<Key, usize> = FxHashMap::default();
    let mut groups: Vec<(Vec<Value>, Vec<Value>)> = Vec::new();
    for (key, value) in hash.pairs() {
        run.budget.step(1)?;
        let group_key = match lambda {
            Some(lambda) => run.call_lambda(lambda, std::slice::from_ref(value))?,
            None => value.clone(),
        };
        let position = *group_positions.entry(Key(group_key)).or_insert(groups.len());
        if position == groups.len() {
            groups.push((Vec::new(), Vec::new()));
        }
        let (keys, values) = &mut groups[position];
        keys.push(key.clone());
        values.push(value.clone());
    }
    let mut inverted = Hash::default();
    for (keys, values) in groups {
        let mut seen_values = FxHashSet::default();
        // As in Puppet, equal values of a group are listed once, but all keys of the group are listed.
        let values = values.into_iter().filter(|value| seen_values.insert(Key(value.clone()))).collect();
        inverted.insert(run.array(keys)?, run.array(values)?);
    }
    run.hash(inverted)
}

/// `sort`: the sorted elements of an array or characters of a string; a lambda may define the order.
pub(super) fn sort(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let value = &arguments[0];
    run.charge_walk(value)?;
    let mut items = match value {
        Value::Array(items) => items.to_vec(),
        Value::String(text) => text.chars().map(|c| Value::string(&c.to_string())).collect(),
        other => return Err(wrong_argument("sort", "an array or a string", other)),
    };
    let length = items.len() as u64;
    // A merge sort needs at most about n log n comparisons.
    run.budget.step(length * u64::from(length.max(1).ilog2()) * 2)?;
    let mut comparison_failure = None;
    // The sort of the standard library may panic if the lambda defines an inconsistent order.
    merge_sort(&mut items, &mut |a, b| {
        // The sort cannot be stopped, so after a failure all remaining elements compare as equal.
        if comparison_failure.is_some() {
            return Ordering::Equal;
        }
        order(run, lambda, a, b).unwrap_or_else(|stop| {
            comparison_failure = Some(stop);
            Ordering::Equal
        })
    });
    if let Some(stop) = comparison_failure {
        return Err(stop);
    }
    if let Value::String(_) = value {
        let mut out = String::new();
        items.iter().for_each(|item| text::display(item, &mut out));
        return run.string(out);
    }
    run.array(items)
}

/// Sorts by merging, which terminates for any comparison.
fn merge_sort(items: &mut Vec<Value>, order: &mut dyn FnMut(&Value, &Value) -> Ordering) {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        // Each chunk consists of two parts that are already sorted.
        for chunk in items.chunks(2 * width) {
            let (mut left, mut right) = chunk.split_at(width.min(chunk.len()));
            while let (Some((a, rest_a)), Some((b, rest_b))) = (left.split_first(), right.split_first()) {
                // Equal elements keep their order.
                if order(a, b) == Ordering::Greater {
                    merged.push(b.clone());
                    right = rest_b;
                } else {
                    merged.push(a.clone());
                    left = rest_a;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        *items = merged;
        width *= 2;
    }
}

/// The order of two elements for `sort`: that of the lambda, if there is one.
fn order(run: &mut Run<'_>, lambda: Option<Lambda>, a: &Value, b: &Value) -> Result<Ordering, Stop> {
    let incomparable =
        || failure(format!("values of type {} and {} cannot be compared", kind_of(a), kind_of(b)));
    if lambda.is_some() {
        return match call_required_lambda(run, lambda, &[a.clone(), b.clone()])? {
            Value::Integer(n) => Ok(n.cmp(&0)),
            // NaN has no sign, so it is not comparable.
            Value::Float(n) => n.partial_cmp(&0.0).ok_or_else(incomparable),
            other => Err(wrong_argument("sort", "a lambda that returns a number", &other)),
        };
    }
    plain_order(a, b).ok_or_else(incomparable)
}

/// The case-sensitive order of values; `None` if they are not comparable.
fn plain_order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                match plain_order(a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => {
            Number::from_value(a)?.compare(Number::from_value(b)?)
        }
        (Value::Rich(_), _) | (_, Value::Rich(_)) => super::super::compare::order(a, b),
        _ => super::super::compare::is_same_element(a, b).then_some(Ordering::Equal),
    }
}

/// `dig`: the value at the end of a path of keys and indexes through nested collections.
pub(super) fn dig(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let (start, path) = arguments.split_first().ok_or_else(|| failure("`dig` requires a collection"))?;
    if !matches!(start, Value::Undef | Value::Array(_) | Value::Hash(_)) {
        return Err(wrong_argument("dig", "a collection", start));
    }
    let mut value = start.clone();
    for key in path {
        // As in Puppet, a missing value in the path gives undef instead of an error.
        if matches!(value, Value::Undef) || matches!(key, Value::Undef) {
            return Ok(Value::Undef);
        }
        value = match (&value, key) {
            (Value::Hash(hash), _) => {
                run.charge_walk(key)?;
                hash.get(key).cloned().unwrap_or(Value::Undef)
            }
            (Value::Array(_), Value::Integer(_)) => run.access_value(&value, std::slice::from_ref(key))?,
            (Value::Array(_), _) => {
                return Err(wrong_argument("dig", "a whole number as index of an array", key));
            }
            _ => return Err(wrong_argument("dig", "a path through collections", &value)),
        };
    }
    Ok(value)
}
