//! Ruby's methods of arrays and hashes in templates.

use super::methods::Call;
use super::operators::{order, unique};
use super::run::{Outcome, Run, Stop, problem};
use super::tree::Block;
use super::value::{KEYS_PER_STEP, RubyValue, SharedItems};
use std::cmp::Ordering;
use std::rc::Rc;

/// The pairs of a hash as arrays.
pub(super) fn pairs(pairs: &[(RubyValue, RubyValue)]) -> Vec<RubyValue> {
    pairs.iter().map(|(key, value)| RubyValue::array(vec![key.clone(), value.clone()])).collect()
}

/// The bytes that a pair of a merged hash costs.
const PAIR_BYTES: usize = 32;

/// Calls a method of an array.
pub(super) fn array(run: &mut Run<'_>, array: &Rc<SharedItems<RubyValue>>, call: &Call<'_>) -> Outcome {
    let items = &*array.items();
    run.charge(items.len() + 1, items.len() * size_of::<RubyValue>(), call.offset)?;
    let receiver = || RubyValue::Array(Rc::clone(array));
    // Methods that compare, write or flatten elements visit all of the value.
    if let "flatten" | "include?" | "index" | "join" | "max" | "member?" | "min" | "sort" | "uniq" = call.name
    {
        run.walk(&receiver(), call.offset)?;
    }
    match (call.name, call.arguments, call.block) {
        ("empty?", [], None) => Ok(RubyValue::Boolean(items.is_empty())),
        ("length" | "size" | "count", [], None) => Ok(RubyValue::count(items.len())),
        ("first", [], None) => Ok(items.first().cloned().unwrap_or(RubyValue::Nil)),
        ("last", [], None) => Ok(items.last().cloned().unwrap_or(RubyValue::Nil)),
        ("to_a", [], None) => Ok(receiver()),
        ("include?" | "member?", [item], None) => {
            Ok(RubyValue::Boolean(items.iter().any(|other| other.equals(item))))
        }
        ("index", [item], None) => {
            Ok(items.iter().position(|other| other.equals(item)).map_or(RubyValue::Nil, RubyValue::count))
        }
        ("join", [], None) => Ok(RubyValue::string(&joined(items, ""))),
        ("join", [RubyValue::String(separator)], None) => Ok(RubyValue::string(&joined(items, separator))),
        ("reverse", [], None) => Ok(RubyValue::array(items.iter().rev().cloned().collect())),
        ("compact", [], None) => Ok(RubyValue::array(
            items.iter().filter(|item| !matches!(item, RubyValue::Nil)).cloned().collect(),
        )),
        ("uniq", [], None) => {
            run.charge(items.len() * items.len(), 0, call.offset)?;
            Ok(RubyValue::array(unique(items.iter())))
        }
        ("flatten", [], None) => {
            let mut flat_items = Vec::new();
            flatten_into(items, &mut flat_items);
            Ok(RubyValue::array(flat_items))
        }
        ("sort", [], None) => sorted(run, items, items, call.offset),
        ("max" | "min", [], None) => {
            // `sorted` always returns an array.
            let RubyValue::Array(sorted) = sorted(run, items, items, call.offset)? else {
                return Ok(RubyValue::Nil);
            };
            let sorted = sorted.items();
            let extreme = if call.name == "min" { sorted.first() } else { sorted.last() };
            Ok(extreme.cloned().unwrap_or(RubyValue::Nil))
        }
        ("[]" | "slice", keys, None) => super::operators::index(&receiver(), keys, call.offset),
        ("zip", [RubyValue::Array(others)], None) => {
            let others = others.items();
            let pair = |(position, item): (usize, &RubyValue)| {
                RubyValue::array(vec![item.clone(), others.get(position).cloned().unwrap_or(RubyValue::Nil)])
            };
            Ok(RubyValue::array(items.iter().enumerate().map(pair).collect()))
        }
        ("each_index", [], Some(block)) => {
            each(run, (0..items.len()).map(RubyValue::count), block, &receiver())
        }
        ("any?", [], None) => Ok(RubyValue::Boolean(items.iter().any(RubyValue::is_true))),
        ("all?", [], None) => Ok(RubyValue::Boolean(items.iter().all(RubyValue::is_true))),
        (_, [], Some(block)) => iterate(run, items, &receiver(), call, block),
        _ => Err(call.unsupported(&receiver())),
    }
}

/// Calls a method of a hash.
pub(super) fn hash(
    run: &mut Run<'_>,
    hash: &Rc<SharedItems<(RubyValue, RubyValue)>>,
    call: &Call<'_>,
) -> Outcome {
    let entries = &*hash.items();
    run.charge(entries.len() + 1, entries.len() * size_of::<RubyValue>(), call.offset)?;
    let receiver = RubyValue::Hash(Rc::clone(hash));
    if let "has_value?" | "max" | "min" | "sort" | "value?" = call.name {
        run.walk(&receiver, call.offset)?;
    }
    match (call.name, call.arguments, call.block) {
        ("empty?", [], None) => Ok(RubyValue::Boolean(entries.is_empty())),
        ("length" | "size" | "count", [], None) => Ok(RubyValue::count(entries.len())),
        ("keys", [], None) => Ok(RubyValue::array(entries.iter().map(|(key, _)| key.clone()).collect())),
        ("values", [], None) => {
            Ok(RubyValue::array(entries.iter().map(|(_, value)| value.clone()).collect()))
        }
        ("key?" | "has_key?" | "include?" | "member?", [key], None) => {
            Ok(RubyValue::Boolean(receiver.value_of_key(key).is_some()))
        }
        ("value?" | "has_value?", [value], None) => {
            Ok(RubyValue::Boolean(entries.iter().any(|(_, other)| other.equals(value))))
        }
        ("[]", [key], None) => Ok(receiver.value_of_key(key).unwrap_or(RubyValue::Nil)),
        ("fetch", [key, default], None) => Ok(receiver.value_of_key(key).unwrap_or_else(|| default.clone())),
        ("fetch", [key], None) => receiver
            .value_of_key(key)
            .ok_or_else(|| problem(format!("there is no key {}", key.inspected()), call.offset)),
        ("any?", [], None) => Ok(RubyValue::Boolean(!entries.is_empty())),
        ("to_a", [], None) => Ok(RubyValue::array(pairs(entries))),
        ("to_h" | "to_hash", [], None) => Ok(receiver),
        ("merge", [RubyValue::Hash(others)], None) => {
            let others = others.items();
            let comparisons = entries.len().saturating_mul(others.len());
            run.charge(comparisons / KEYS_PER_STEP, others.len() * PAIR_BYTES, call.offset)?;
            let mut merged_pairs = entries.to_vec();
            for (key, value) in others.iter() {
                match merged_pairs.iter_mut().find(|(earlier, _)| earlier.is_key(key)) {
                    Some((_, old)) => *old = value.clone(),
                    None => merged_pairs.push((key.clone(), value.clone())),
                }
            }
            Ok(RubyValue::hash(merged_pairs))
        }
        ("sort" | "first" | "max" | "min", ..) => {
            // `RubyValue::array` always returns an array.
            let RubyValue::Array(pairs) = RubyValue::array(pairs(entries)) else { return Ok(RubyValue::Nil) };
            array(run, &pairs, call)
        }
        ("each_pair", [], Some(block)) => each(run, pairs(entries).into_iter(), block, &receiver),
        ("each_key", [], Some(block)) => {
            each(run, entries.iter().map(|(key, _)| key.clone()), block, &receiver)
        }
        ("each_value", [], Some(block)) => {
            each(run, entries.iter().map(|(_, value)| value.clone()), block, &receiver)
        }
        ("select" | "filter" | "reject", [], Some(block)) => {
            let mut selected = Vec::new();
            let is_reject = call.name == "reject";
            for (key, value) in entries.iter() {
                let is_true = run.yield_to(block, &[key.clone(), value.clone()])?.is_true();
                let is_selected = if is_reject { !is_true } else { is_true };
                if is_selected {
                    selected.push((key.clone(), value.clone()));
                }
            }
            Ok(RubyValue::hash(selected))
        }
        (_, [], Some(block)) => iterate(run, &pairs(entries), &receiver, call, block),
        _ => Err(call.unsupported(&receiver)),
    }
}

/// Ruby's `join`: the texts of all elements, also of those in nested arrays, with a separator.
fn joined(items: &[RubyValue], separator: &str) -> String {
    let texts: Vec<String> = items
        .iter()
        .map(|item| match item {
            RubyValue::Array(inner) => joined(&inner.items(), separator),
            other => other.text(),
        })
        .collect();
    texts.join(separator)
}

/// Adds the elements of an array and of all arrays in it.
fn flatten_into(items: &[RubyValue], flat: &mut Vec<RubyValue>) {
    for item in items {
        match item {
            RubyValue::Array(inner) => flatten_into(&inner.items(), flat),
            other => flat.push(other.clone()),
        }
    }
}

/// The items in the order of their keys. `keys` contains the key of each item, at the same position: the value that a
/// block returns for the item, or the item itself.
fn sorted(run: &mut Run<'_>, items: &[RubyValue], keys: &[RubyValue], offset: usize) -> Outcome {
    let mut keyed: Vec<(&RubyValue, &RubyValue)> = keys.iter().zip(items).collect();
    let length = items.len();
    for key in keys {
        run.walk(key, offset)?;
    }
    // A step for each comparison of two keys.
    run.charge(length * length.max(1).ilog2() as usize, 0, offset)?;
    let mut is_mixed = false;
    keyed.sort_by(|(left, _), (right, _)| {
        order(left, right).unwrap_or_else(|| {
            is_mixed = true;
            Ordering::Equal
        })
    });
    if is_mixed {
        return Err(problem("these values cannot be sorted", offset));
    }
    // Ruby's order of equal keys is not stable; it is visible only if the items differ.
    let is_ambiguous = keyed.windows(2).any(|neighbours| match neighbours {
        [(key, item), (next_key, next_item)] => {
            order(key, next_key) == Some(Ordering::Equal) && !item.equals(next_item)
        }
        _ => false,
    });
    if is_ambiguous {
        return Err(problem("the order of values with equal keys is not known in templates", offset));
    }
    Ok(RubyValue::array(keyed.into_iter().map(|(_, item)| item.clone()).collect()))
}

/// Calls a block with each value; returns the receiver.
fn each(
    run: &mut Run<'_>,
    items: impl Iterator<Item = RubyValue>,
    block: &Block,
    receiver: &RubyValue,
) -> Outcome {
    for item in items {
        run.yield_to(block, &[item])?;
    }
    Ok(receiver.clone())
}

/// Calls a block with each element and its position; returns the values of the block if `is_map`, else the receiver.
pub(super) fn with_index(
    run: &mut Run<'_>,
    receiver: &RubyValue,
    is_map: bool,
    block: &Block,
    offset: usize,
) -> Outcome {
    let items = match receiver {
        RubyValue::Array(items) => items.items().to_vec(),
        RubyValue::Hash(entries) => pairs(&entries.items()),
        _ => return Err(problem("only an array or a hash can be iterated over like this", offset)),
    };
    run.charge(items.len() + 1, items.len() * size_of::<RubyValue>(), offset)?;
    let mut results = Vec::new();
    for (position, item) in items.iter().enumerate() {
        results.push(run.yield_to(block, &[item.clone(), RubyValue::count(position)])?);
    }
    Ok(if is_map { RubyValue::array(results) } else { receiver.clone() })
}

/// Calls a method with a block that arrays and hashes have in common.
fn iterate(
    run: &mut Run<'_>,
    items: &[RubyValue],
    receiver: &RubyValue,
    call: &Call<'_>,
    block: &Block,
) -> Outcome {
    let offset = call.offset;
    let block_results = |run: &mut Run<'_>| {
        items
            .iter()
            .map(|item| run.yield_to(block, std::slice::from_ref(item)))
            .collect::<Result<Vec<_>, _>>()
    };
    // The first item that passes a test of the block's result; the block is not called with the items after it.
    let first_with = |run: &mut Run<'_>, test: fn(&RubyValue) -> bool| {
        for item in items {
            if test(&run.yield_to(block, std::slice::from_ref(item))?) {
                return Ok(Some(item));
            }
        }
        Ok::<_, Stop>(None)
    };
    // The items that pass a test of the block's result.
    let select = |results: &[RubyValue], test: fn(&RubyValue) -> bool| {
        let selected = items.iter().zip(results).filter(|(_, result)| test(result));
        RubyValue::array(selected.map(|(item, _)| item.clone()).collect())
    };
    let is_false = |result: &RubyValue| !result.is_true();
    match call.name {
        "each" => each(run, items.iter().cloned(), block, receiver),
        "each_with_index" => {
            for (position, item) in items.iter().enumerate() {
                run.yield_to(block, &[item.clone(), RubyValue::count(position)])?;
            }
            Ok(receiver.clone())
        }
        "map" | "collect" => Ok(RubyValue::array(block_results(run)?)),
        "select" | "filter" => Ok(select(&block_results(run)?, RubyValue::is_true)),
        "reject" => Ok(select(&block_results(run)?, is_false)),
        "any?" => Ok(RubyValue::Boolean(first_with(run, RubyValue::is_true)?.is_some())),
        "all?" => Ok(RubyValue::Boolean(first_with(run, is_false)?.is_none())),
        "count" => Ok(RubyValue::count(block_results(run)?.iter().filter(|result| result.is_true()).count())),
        "find" | "detect" => Ok(first_with(run, RubyValue::is_true)?.cloned().unwrap_or(RubyValue::Nil)),
        "sort_by" => {
            let keys = block_results(run)?;
            sorted(run, items, &keys, offset)
        }
        _ => Err(call.unsupported(receiver)),
    }
}
