//! The accounts of keys, each once for all nodes that share it.

use super::RECEIVER;
use crate::bindings::compose::{ActiveConditions, Composition};
use crate::bindings::diff::is_fixed;
use crate::bindings::explain::{Account, BindingAccount, Verdict};
use crate::bindings::inject::Injector;
use crate::bindings::values::write_json;
use crate::pages::{Parts, ReportFile, list, text};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// Nodes for which the same conditions hold.
type GroupKey = (*const Composition, ActiveConditions);

/// Writes, for each key in order, its accounts and the number of the account of each node.
pub(super) fn write(site: usize, injectors: &[Injector], keys: &BTreeSet<String>) -> Vec<ReportFile> {
    let mut groups: FxHashMap<GroupKey, usize> = FxHashMap::default();
    let group_of = injectors.iter().map(|injector| {
        let group = (Arc::as_ptr(injector.composition()), injector.active().clone());
        let next = groups.len();
        *groups.entry(group).or_insert(next)
    });
    let group_of: Vec<usize> = group_of.collect();
    let mut parts = Parts::new(RECEIVER, site, "accounts");
    for (number, key) in keys.iter().enumerate() {
        let (mut accounts, mut numbers): (Vec<String>, FxHashMap<String, usize>) = Default::default();
        // The accounts of groups whose nodes all have the same value.
        let mut of_group: FxHashMap<usize, usize> = FxHashMap::default();
        let mut of_node = Vec::with_capacity(injectors.len());
        for (injector, group) in injectors.iter().zip(&group_of) {
            let known = of_group.get(group).copied();
            let account = known.unwrap_or_else(|| {
                let mut account = String::new();
                write_account(&injector.explain(key), &mut account);
                let next = accounts.len();
                *numbers.entry(account).or_insert_with_key(|account| {
                    accounts.push(account.clone());
                    next
                })
            });
            if known.is_none() && is_fixed(injector, key) {
                of_group.insert(*group, account);
            }
            of_node.push(account);
        }
        parts.add(number, |out| {
            out.push_str("{accounts:");
            list(accounts.iter(), out, |account, out| out.push_str(account));
            out.push_str(",nodes:");
            list(of_node.iter(), out, |account, out| {
                let _ = write!(out, "{account}");
            });
            out.push('}');
        });
    }
    parts.finish()
}

/// Writes the account of a key, without what differs between nodes that have it.
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
    if let Some(plain) = &account.plain {
        out.push_str(",plain:");
        text(&plain.key, out);
    }
    out.push('}');
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
