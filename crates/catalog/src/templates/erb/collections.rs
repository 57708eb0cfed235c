//! Ruby's methods of arrays and hashes in templates.

use super::methods::Call;
use super::operators::{order, unique};
use super::run::{Outcome, Run, Stop, problem};
use super::tree::Block;
use super::value::Item;
use std::cmp::Ordering;
use std::rc::Rc;

/// The pairs of a hash as arrays.
pub(super) fn pairs(pairs: &[(Item, Item)]) -> Vec<Item> {
    pairs.iter().map(|(key, value)| Item::array(vec![key.clone(), value.clone()])).collect()
}

pub(super) fn array(run: &mut Run<'_>, items: &Rc<Vec<Item>>, call: &Call<'_>) -> Outcome {
    run.charge(items.len() + 1, items.len() * size_of::<Item>(), call.at)?;
    let on = || Item::Array(Rc::clone(items));
    match (call.name, call.arguments, call.block) {
        ("empty?", [], None) => Ok(Item::Boolean(items.is_empty())),
        ("length" | "size" | "count", [], None) => Ok(Item::count(items.len())),
        ("first", [], None) => Ok(items.first().cloned().unwrap_or(Item::Nil)),
        ("last", [], None) => Ok(items.last().cloned().unwrap_or(Item::Nil)),
        ("to_a", [], None) => Ok(on()),
        ("include?" | "member?", [item], None) => {
            Ok(Item::Boolean(items.iter().any(|other| other.equals(item))))
        }
        ("index", [item], None) => {
            Ok(items.iter().position(|other| other.equals(item)).map_or(Item::Nil, Item::count))
        }
        ("join", [], None) => Ok(Item::string(&joined(items, ""))),
        ("join", [Item::String(separator)], None) => Ok(Item::string(&joined(items, separator))),
        ("reverse", [], None) => Ok(Item::array(items.iter().rev().cloned().collect())),
        ("compact", [], None) => {
            Ok(Item::array(items.iter().filter(|item| !matches!(item, Item::Nil)).cloned().collect()))
        }
        ("uniq", [], None) => {
            run.charge(items.len() * items.len(), 0, call.at)?;
            Ok(Item::array(unique(items.iter())))
        }
        ("flatten", [], None) => {
            let mut all = Vec::new();
            flatten_into(items, &mut all);
            Ok(Item::array(all))
        }
        ("sort", [], None) => sorted(run, items, items, call.at),
        ("max" | "min", [], None) => {
            let Item::Array(sorted) = sorted(run, items, items, call.at)? else { return Ok(Item::Nil) };
            let found = if call.name == "min" { sorted.first() } else { sorted.last() };
            Ok(found.cloned().unwrap_or(Item::Nil))
        }
        ("[]" | "slice", keys, None) => super::operators::index(&on(), keys, call.at),
        ("zip", [Item::Array(others)], None) => {
            let other = |at: usize| others.get(at).cloned().unwrap_or(Item::Nil);
            let pair = |(at, item): (usize, &Item)| Item::array(vec![item.clone(), other(at)]);
            Ok(Item::array(items.iter().enumerate().map(pair).collect()))
        }
        ("each_index", [], Some(block)) => each(run, (0..items.len()).map(Item::count), block, &on()),
        ("any?", [], None) => Ok(Item::Boolean(items.iter().any(Item::is_true))),
        ("all?", [], None) => Ok(Item::Boolean(items.iter().all(Item::is_true))),
        (_, [], Some(block)) => iterate(run, items, &on(), call, block),
        _ => Err(call.unsupported(&on())),
    }
}

pub(super) fn hash(run: &mut Run<'_>, entries: &Rc<Vec<(Item, Item)>>, call: &Call<'_>) -> Outcome {
    run.charge(entries.len() + 1, entries.len() * size_of::<Item>(), call.at)?;
    let on = Item::Hash(Rc::clone(entries));
    match (call.name, call.arguments, call.block) {
        ("empty?", [], None) => Ok(Item::Boolean(entries.is_empty())),
        ("length" | "size" | "count", [], None) => Ok(Item::count(entries.len())),
        ("keys", [], None) => Ok(Item::array(entries.iter().map(|(key, _)| key.clone()).collect())),
        ("values", [], None) => Ok(Item::array(entries.iter().map(|(_, value)| value.clone()).collect())),
        ("key?" | "has_key?" | "include?" | "member?", [key], None) => {
            Ok(Item::Boolean(on.under(key).is_some()))
        }
        ("value?" | "has_value?", [value], None) => {
            Ok(Item::Boolean(entries.iter().any(|(_, other)| other.equals(value))))
        }
        ("[]", [key], None) => Ok(on.under(key).cloned().unwrap_or(Item::Nil)),
        ("fetch", [key, default], None) => Ok(on.under(key).unwrap_or(default).clone()),
        ("fetch", [key], None) => on
            .under(key)
            .cloned()
            .ok_or_else(|| problem(format!("there is no key {}", key.inspected()), call.at)),
        ("any?", [], None) => Ok(Item::Boolean(!entries.is_empty())),
        ("to_a", [], None) => Ok(Item::array(pairs(entries))),
        ("to_h" | "to_hash", [], None) => Ok(on),
        ("merge", [Item::Hash(others)], None) => {
            let mut all = entries.to_vec();
            for (key, value) in others.iter() {
                match all.iter_mut().find(|(known, _)| known.equals(key)) {
                    Some((_, old)) => *old = value.clone(),
                    None => all.push((key.clone(), value.clone())),
                }
            }
            Ok(Item::hash(all))
        }
        ("sort" | "first" | "max" | "min", ..) => array(run, &Rc::new(pairs(entries)), call),
        ("each_pair", [], Some(block)) => each(run, pairs(entries).into_iter(), block, &on),
        ("each_key", [], Some(block)) => each(run, entries.iter().map(|(key, _)| key.clone()), block, &on),
        ("each_value", [], Some(block)) => {
            each(run, entries.iter().map(|(_, value)| value.clone()), block, &on)
        }
        ("select" | "filter" | "reject", [], Some(block)) => {
            let mut kept = Vec::new();
            for (key, value) in entries.iter() {
                let found = run.yield_to(block, &[key.clone(), value.clone()])?.is_true();
                if found == (call.name != "reject") {
                    kept.push((key.clone(), value.clone()));
                }
            }
            Ok(Item::hash(kept))
        }
        (_, [], Some(block)) => iterate(run, &pairs(entries), &on, call, block),
        _ => Err(call.unsupported(&on)),
    }
}

fn joined(items: &[Item], separator: &str) -> String {
    let texts: Vec<String> = items
        .iter()
        .map(|item| match item {
            Item::Array(inner) => joined(inner, separator),
            other => other.text(),
        })
        .collect();
    texts.join(separator)
}

fn flatten_into(items: &[Item], all: &mut Vec<Item>) {
    for item in items {
        match item {
            Item::Array(inner) => flatten_into(inner, all),
            other => all.push(other.clone()),
        }
    }
}

/// The items in the order of their keys.
fn sorted(run: &mut Run<'_>, items: &[Item], keys: &[Item], at: usize) -> Outcome {
    let mut all: Vec<(&Item, &Item)> = keys.iter().zip(items).collect();
    let length = items.len();
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
    Ok(Item::array(all.into_iter().map(|(_, item)| item.clone()).collect()))
}

/// Calls a block with each value; `break` ends that.
fn each(run: &mut Run<'_>, items: impl Iterator<Item = Item>, block: &Block, on: &Item) -> Outcome {
    for item in items {
        match run.yield_to(block, &[item]) {
            Err(Stop::Break) => return Ok(Item::Nil),
            other => other?,
        };
    }
    Ok(on.clone())
}

/// The methods of all collections that take a block.
fn iterate(run: &mut Run<'_>, items: &[Item], on: &Item, call: &Call<'_>, block: &Block) -> Outcome {
    let at = call.at;
    let answers = |run: &mut Run<'_>| {
        let answer = |item: &Item| run.yield_to(block, std::slice::from_ref(item));
        items.iter().map(answer).collect::<Result<Vec<_>, _>>()
    };
    let kept = |answers: &[Item], wanted: bool| {
        let kept = items.iter().zip(answers).filter(|(_, answer)| answer.is_true() == wanted);
        Item::array(kept.map(|(item, _)| item.clone()).collect())
    };
    match call.name {
        "each" => each(run, items.iter().cloned(), block, on),
        "each_with_index" => {
            for (at, item) in items.iter().enumerate() {
                match run.yield_to(block, &[item.clone(), Item::count(at)]) {
                    Err(Stop::Break) => return Ok(Item::Nil),
                    other => other?,
                };
            }
            Ok(on.clone())
        }
        "map" | "collect" => Ok(Item::array(answers(run)?)),
        "select" | "filter" => Ok(kept(&answers(run)?, true)),
        "reject" => Ok(kept(&answers(run)?, false)),
        "any?" => Ok(Item::Boolean(answers(run)?.iter().any(Item::is_true))),
        "all?" => Ok(Item::Boolean(answers(run)?.iter().all(Item::is_true))),
        "count" => Ok(Item::count(answers(run)?.iter().filter(|answer| answer.is_true()).count())),
        "find" | "detect" => {
            let found = answers(run)?.iter().position(Item::is_true);
            Ok(found.and_then(|at| items.get(at)).cloned().unwrap_or(Item::Nil))
        }
        "sort_by" => {
            let keys = answers(run)?;
            sorted(run, items, &keys, at)
        }
        _ => Err(call.unsupported(on)),
    }
}
