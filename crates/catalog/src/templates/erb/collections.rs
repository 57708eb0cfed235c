//! Ruby's methods of arrays and hashes in templates.

use super::methods::Call;
use super::operators::{order, unique};
use super::run::{Outcome, Run, Stop, problem};
use super::tree::Block;
use super::value::{RubyValue, Shared};
use std::cmp::Ordering;
use std::rc::Rc;

/// The pairs of a hash as arrays.
pub(super) fn pairs(pairs: &[(RubyValue, RubyValue)]) -> Vec<RubyValue> {
    pairs.iter().map(|(key, value)| RubyValue::array(vec![key.clone(), value.clone()])).collect()
}

/// Calls a method of an array.
pub(super) fn array(run: &mut Run<'_>, array: &Rc<Shared<RubyValue>>, call: &Call<'_>) -> Outcome {
    let items = &*array.items();
    run.charge(items.len() + 1, items.len() * size_of::<RubyValue>(), call.at)?;
    let on = || RubyValue::Array(Rc::clone(array));
    if let "flatten" | "include?" | "index" | "join" | "max" | "member?" | "min" | "sort" | "uniq" = call.name
    {
        run.walk(&on(), call.at)?;
    }
    match (call.name, call.arguments, call.block) {
        ("empty?", [], None) => Ok(RubyValue::Boolean(items.is_empty())),
        ("length" | "size" | "count", [], None) => Ok(RubyValue::count(items.len())),
        ("first", [], None) => Ok(items.first().cloned().unwrap_or(RubyValue::Nil)),
        ("last", [], None) => Ok(items.last().cloned().unwrap_or(RubyValue::Nil)),
        ("to_a", [], None) => Ok(on()),
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
            run.charge(items.len() * items.len(), 0, call.at)?;
            Ok(RubyValue::array(unique(items.iter())))
        }
        ("flatten", [], None) => {
            let mut all = Vec::new();
            flatten_into(items, &mut all);
            Ok(RubyValue::array(all))
        }
        ("sort", [], None) => sorted(run, items, items, call.at),
        ("max" | "min", [], None) => {
            let RubyValue::Array(sorted) = sorted(run, items, items, call.at)? else {
                return Ok(RubyValue::Nil);
            };
            let sorted = sorted.items();
            let found = if call.name == "min" { sorted.first() } else { sorted.last() };
            Ok(found.cloned().unwrap_or(RubyValue::Nil))
        }
        ("[]" | "slice", keys, None) => super::operators::index(&on(), keys, call.at),
        ("zip", [RubyValue::Array(others)], None) => {
            let others = others.items();
            let other = |at: usize| others.get(at).cloned().unwrap_or(RubyValue::Nil);
            let pair = |(at, item): (usize, &RubyValue)| RubyValue::array(vec![item.clone(), other(at)]);
            Ok(RubyValue::array(items.iter().enumerate().map(pair).collect()))
        }
        ("each_index", [], Some(block)) => each(run, (0..items.len()).map(RubyValue::count), block, &on()),
        ("any?", [], None) => Ok(RubyValue::Boolean(items.iter().any(RubyValue::is_true))),
        ("all?", [], None) => Ok(RubyValue::Boolean(items.iter().all(RubyValue::is_true))),
        (_, [], Some(block)) => iterate(run, items, &on(), call, block),
        _ => Err(call.unsupported(&on())),
    }
}

/// Calls a method of a hash.
pub(super) fn hash(run: &mut Run<'_>, hash: &Rc<Shared<(RubyValue, RubyValue)>>, call: &Call<'_>) -> Outcome {
    let entries = &*hash.items();
    run.charge(entries.len() + 1, entries.len() * size_of::<RubyValue>(), call.at)?;
    let on = RubyValue::Hash(Rc::clone(hash));
    if let "has_value?" | "max" | "min" | "sort" | "value?" = call.name {
        run.walk(&on, call.at)?;
    }
    match (call.name, call.arguments, call.block) {
        ("empty?", [], None) => Ok(RubyValue::Boolean(entries.is_empty())),
        ("length" | "size" | "count", [], None) => Ok(RubyValue::count(entries.len())),
        ("keys", [], None) => Ok(RubyValue::array(entries.iter().map(|(key, _)| key.clone()).collect())),
        ("values", [], None) => {
            Ok(RubyValue::array(entries.iter().map(|(_, value)| value.clone()).collect()))
        }
        ("key?" | "has_key?" | "include?" | "member?", [key], None) => {
            Ok(RubyValue::Boolean(on.under(key).is_some()))
        }
        ("value?" | "has_value?", [value], None) => {
            Ok(RubyValue::Boolean(entries.iter().any(|(_, other)| other.equals(value))))
        }
        ("[]", [key], None) => Ok(on.under(key).unwrap_or(RubyValue::Nil)),
        ("fetch", [key, default], None) => Ok(on.under(key).unwrap_or_else(|| default.clone())),
        ("fetch", [key], None) => {
            on.under(key).ok_or_else(|| problem(format!("there is no key {}", key.inspected()), call.at))
        }
        ("any?", [], None) => Ok(RubyValue::Boolean(!entries.is_empty())),
        ("to_a", [], None) => Ok(RubyValue::array(pairs(entries))),
        ("to_h" | "to_hash", [], None) => Ok(on),
        ("merge", [RubyValue::Hash(others)], None) => {
            let others = others.items();
            run.charge(entries.len().saturating_mul(others.len()) / 8, others.len() * 32, call.at)?;
            let mut all = entries.to_vec();
            for (key, value) in others.iter() {
                match all.iter_mut().find(|(known, _)| known.is_key(key)) {
                    Some((_, old)) => *old = value.clone(),
                    None => all.push((key.clone(), value.clone())),
                }
            }
            Ok(RubyValue::hash(all))
        }
        ("sort" | "first" | "max" | "min", ..) => {
            let RubyValue::Array(pairs) = RubyValue::array(pairs(entries)) else { return Ok(RubyValue::Nil) };
            array(run, &pairs, call)
        }
        ("each_pair", [], Some(block)) => each(run, pairs(entries).into_iter(), block, &on),
        ("each_key", [], Some(block)) => each(run, entries.iter().map(|(key, _)| key.clone()), block, &on),
        ("each_value", [], Some(block)) => {
            each(run, entries.iter().map(|(_, value)| value.clone()), block, &on)
        }
        ("select" | "filter" | "reject", [], Some(block)) => {
            let mut kept = Vec::new();
            for (key, value) in entries.iter() {
                let is_true = run.yield_to(block, &[key.clone(), value.clone()])?.is_true();
                if is_true == (call.name != "reject") {
                    kept.push((key.clone(), value.clone()));
                }
            }
            Ok(RubyValue::hash(kept))
        }
        (_, [], Some(block)) => iterate(run, &pairs(entries), &on, call, block),
        _ => Err(call.unsupported(&on)),
    }
}

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

fn flatten_into(items: &[RubyValue], all: &mut Vec<RubyValue>) {
    for item in items {
        match item {
            RubyValue::Array(inner) => flatten_into(&inner.items(), all),
            other => all.push(other.clone()),
        }
    }
}

/// The items in the order of their keys.
fn sorted(run: &mut Run<'_>, items: &[RubyValue], keys: &[RubyValue], at: usize) -> Outcome {
    let mut all: Vec<(&RubyValue, &RubyValue)> = keys.iter().zip(items).collect();
    let length = items.len();
    for key in keys {
        run.walk(key, at)?;
    }
    run.charge(length * length.max(1).ilog2() as usize, 0, at)?;
    let mut is_mixed = false;
    all.sort_by(|(a, _), (b, _)| {
        order(a, b).unwrap_or_else(|| {
            is_mixed = true;
            Ordering::Equal
        })
    });
    if is_mixed {
        return Err(problem("these values cannot be sorted", at));
    }
    // Ruby's order of equal keys is not stable; it is visible only if the items differ.
    let is_ambiguous = all
        .windows(2)
        .any(|two| matches!(order(two[0].0, two[1].0), Some(Ordering::Equal)) && !two[0].1.equals(two[1].1));
    if is_ambiguous {
        return Err(problem("the order of values with equal keys is not known in templates", at));
    }
    Ok(RubyValue::array(all.into_iter().map(|(_, item)| item.clone()).collect()))
}

/// Calls a block with each value; `break` ends that.
fn each(run: &mut Run<'_>, items: impl Iterator<Item = RubyValue>, block: &Block, on: &RubyValue) -> Outcome {
    for item in items {
        match run.yield_to(block, &[item]) {
            Err(Stop::Break) => return Ok(RubyValue::Nil),
            other => other?,
        };
    }
    Ok(on.clone())
}

/// Calls a block with each element and its position; the result has the answers, if they are wanted.
pub(super) fn with_index(
    run: &mut Run<'_>,
    on: &RubyValue,
    has_answers: bool,
    block: &Block,
    at: usize,
) -> Outcome {
    let items = match on {
        RubyValue::Array(items) => items.items().to_vec(),
        RubyValue::Hash(entries) => pairs(&entries.items()),
        _ => return Err(problem("only an array or a hash can be iterated over like this", at)),
    };
    run.charge(items.len() + 1, items.len() * size_of::<RubyValue>(), at)?;
    let mut answers = Vec::new();
    for (position, item) in items.iter().enumerate() {
        match run.yield_to(block, &[item.clone(), RubyValue::count(position)]) {
            Err(Stop::Break) => return Ok(RubyValue::Nil),
            answer => answers.push(answer?),
        }
    }
    Ok(if has_answers { RubyValue::array(answers) } else { on.clone() })
}

/// The methods of all collections that take a block.
fn iterate(
    run: &mut Run<'_>,
    items: &[RubyValue],
    on: &RubyValue,
    call: &Call<'_>,
    block: &Block,
) -> Outcome {
    let at = call.at;
    let answers = |run: &mut Run<'_>| {
        let answer = |item: &RubyValue| run.yield_to(block, std::slice::from_ref(item));
        items.iter().map(answer).collect::<Result<Vec<_>, _>>()
    };
    let kept = |answers: &[RubyValue], wanted: bool| {
        let kept = items.iter().zip(answers).filter(|(_, answer)| answer.is_true() == wanted);
        RubyValue::array(kept.map(|(item, _)| item.clone()).collect())
    };
    match call.name {
        "each" => each(run, items.iter().cloned(), block, on),
        "each_with_index" => {
            for (at, item) in items.iter().enumerate() {
                match run.yield_to(block, &[item.clone(), RubyValue::count(at)]) {
                    Err(Stop::Break) => return Ok(RubyValue::Nil),
                    other => other?,
                };
            }
            Ok(on.clone())
        }
        "map" | "collect" => Ok(RubyValue::array(answers(run)?)),
        "select" | "filter" => Ok(kept(&answers(run)?, true)),
        "reject" => Ok(kept(&answers(run)?, false)),
        "any?" => Ok(RubyValue::Boolean(answers(run)?.iter().any(RubyValue::is_true))),
        "all?" => Ok(RubyValue::Boolean(answers(run)?.iter().all(RubyValue::is_true))),
        "count" => Ok(RubyValue::count(answers(run)?.iter().filter(|answer| answer.is_true()).count())),
        "find" | "detect" => {
            let found = answers(run)?.iter().position(RubyValue::is_true);
            Ok(found.and_then(|at| items.get(at)).cloned().unwrap_or(RubyValue::Nil))
        }
        "sort_by" => {
            let keys = answers(run)?;
            sorted(run, items, &keys, at)
        }
        _ => Err(call.unsupported(on)),
    }
}
