//! The accounts of keys, each once for all nodes that share it, and the bindings of each environment as they are written.

use super::RECEIVER;
use crate::bindings::compose::{Composition, PredicateIndex};
use crate::bindings::diff::is_fixed;
use crate::bindings::explain::{
    Account, BindingAccount, Change, Verdict, WrittenBinding, is_shared, named_predicates, written_bindings,
};
use crate::bindings::inject::Injector;
use crate::bindings::values::write_json;
use crate::pages::{Parts, ReportFile, list, text};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// Nodes that the bindings of a key cannot distinguish: those with the same values of categories, as far as conditions of
/// the key name them. Nodes for which the same conditions hold may still fail others for different reasons. What to write
/// for one node depends on whether the node has a name.
type GroupKey = (*const Composition, Vec<PredicateIndex>, bool);

/// Writes, for each key in order, its bindings in each environment, its accounts, and the number of the account of each
/// node, unless all have the first.
pub(super) fn write(
    site: usize,
    environments: &[&Composition],
    injectors: &[Injector],
    keys: &BTreeSet<String>,
) -> Vec<ReportFile> {
    let predicates: Vec<Vec<PredicateIndex>> = injectors.iter().map(Injector::predicates).collect();
    let mut parts = Parts::new(RECEIVER, site, "accounts");
    for (number, key) in keys.iter().enumerate() {
        let (accounts, of_node) = accounts(injectors, &predicates, key);
        parts.add(number, |out| {
            out.push_str("{written:");
            list(environments.iter(), out, |composition, out| {
                list(written_bindings(composition, key).iter(), out, write_written);
            });
            out.push_str(",accounts:");
            list(accounts.iter(), out, |account, out| out.push_str(account));
            if accounts.len() > 1 {
                out.push_str(",nodes:");
                list(of_node.iter(), out, |account, out| {
                    let _ = write!(out, "{account}");
                });
            }
            out.push('}');
        });
    }
    parts.finish()
}

/// The different accounts of a key, and the number of the account of each node.
fn accounts(
    injectors: &[Injector],
    predicates: &[Vec<PredicateIndex>],
    key: &str,
) -> (Vec<String>, Vec<usize>) {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut named: FxHashMap<*const Composition, FxHashSet<PredicateIndex>> = FxHashMap::default();
    // The accounts of groups whose nodes all have the same one.
    let mut of_group: FxHashMap<GroupKey, usize> = FxHashMap::default();
    let mut of_node = Vec::with_capacity(injectors.len());
    for (injector, predicates) in injectors.iter().zip(predicates) {
        let composition = Arc::as_ptr(injector.composition());
        let named = named.entry(composition).or_insert_with(|| named_predicates(injector.composition(), key));
        let predicates = predicates.iter().copied().filter(|predicate| named.contains(predicate)).collect();
        let group = (composition, predicates, injector.category("node").is_some());
        let known = of_group.get(&group).copied();
        let account = known.unwrap_or_else(|| {
            let mut account = String::new();
            write_account(&injector.explain(key), &mut account);
            let next = numbers.len();
            *numbers.entry(account).or_insert(next)
        });
        if known.is_none() && is_fixed(injector, key) && is_shared(injector, key) {
            of_group.insert(group, account);
        }
        of_node.push(account);
    }
    let mut accounts: Vec<(String, usize)> = numbers.into_iter().collect();
    accounts.sort_unstable_by_key(|(_, number)| *number);
    (accounts.into_iter().map(|(account, _)| account).collect(), of_node)
}

/// Writes the account of a key, without what differs between nodes that have it: their names and their values of categories.
fn write_account(account: &Account, out: &mut String) {
    out.push('{');
    match &account.answer {
        Ok(Some(value)) => {
            out.push_str("value:");
            write_json(value, out);
            out.push(',');
        }
        Ok(None) => {}
        Err(problem) => {
            out.push_str("problem:");
            text(&problem.message, out);
            out.push(',');
        }
    }
    out.push_str("bindings:");
    list(account.bindings.iter(), out, write_binding);
    out.push_str(",contributions:");
    list(account.contributions.iter(), out, write_binding);
    out.push_str(",layers:");
    list(account.layers.iter(), out, |layer, out| text(layer.effect.text(), out));
    if let Some(change) = &account.change {
        out.push_str(",change:");
        write_change(change, out);
    }
    out.push('}');
}

/// Writes what to write for one node: the layer, a file or null, and the texts before and after the name of the node.
fn write_change(change: &Change, out: &mut String) {
    out.push('[');
    text(&change.layer, out);
    out.push(',');
    optional(change.file.as_deref(), out);
    for part in [&change.text[..change.node.start], &change.text[change.node.end..]] {
        out.push(',');
        text(part, out);
    }
    out.push(']');
}

/// Writes a binding: the position of its layer, the condition, the place, the producer, the verdict, and the categories
/// with the values that are needed.
fn write_binding(binding: &BindingAccount, out: &mut String) {
    let _ = write!(out, "[{},", binding.position);
    for part in [&binding.condition, &binding.place, &binding.producer] {
        text(part, out);
        out.push(',');
    }
    text(binding.verdict.reason(), out);
    out.push(',');
    let needs: &[_] = match &binding.verdict {
        Verdict::Elsewhere(needs) => needs,
        _ => &[],
    };
    list(needs.iter(), out, |(category, value, _), out| {
        out.push('[');
        text(category, out);
        out.push(',');
        text(value, out);
        out.push(']');
    });
    out.push(']');
}

/// Writes a binding as it is written: the position of its layer, the condition, the place, and the producer or null.
fn write_written(binding: &WrittenBinding, out: &mut String) {
    let _ = write!(out, "[{},", binding.position);
    for part in [&binding.condition, &binding.place] {
        text(part, out);
        out.push(',');
    }
    optional(binding.producer.as_deref(), out);
    out.push(']');
}

/// Writes a text, or null.
pub(super) fn optional(value: Option<&str>, out: &mut String) {
    match value {
        Some(value) => text(value, out),
        None => out.push_str("null"),
    }
}
