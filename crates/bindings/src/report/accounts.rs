//! The accounts of keys, each written once for all nodes that share it, and the bindings of each environment.

use super::SCRIPT_OBJECT;
use crate::compose::{Composition, PredicateIndex};
use crate::diff::is_fixed;
use crate::explain::{
    Account, BindingAccount, Change, DeclaredBinding, Verdict, declared_bindings, is_shared, named_predicates,
};
use crate::inject::Injector;
use crate::pages::{Parts, ReportFile, list, text};
use crate::values::write_json;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::Hash;
use std::sync::Arc;

/// Identifies nodes that have the same account of a key, except for values that depend on facts: the composition; the
/// predicates of the key's conditions that hold (the conditions are not enough, because they may fail for different
/// reasons); and whether the node has a name, which the suggested change contains.
type GroupKey = (*const Composition, Vec<PredicateIndex>, bool);

/// Writes for each key its bindings in each environment and its different accounts. If there are several accounts, the
/// number of each node's account follows. An account is three numbers: of its outline (the explanation without values),
/// its values and its environment. So nodes share an outline if the same bindings decide for them, even if the values
/// differ.
pub(super) fn write(
    site: usize,
    environments: &[&Composition],
    injectors: &[Injector],
    keys: &BTreeSet<String>,
) -> Vec<ReportFile> {
    let predicates: Vec<Vec<PredicateIndex>> = injectors.iter().map(Injector::predicates).collect();
    let environment_of: Vec<usize> =
        injectors.iter().map(|injector| environment(environments, injector)).collect();
    let mut parts = Parts::new(SCRIPT_OBJECT, site, "accounts");
    for (number, key) in keys.iter().enumerate() {
        let bindings_of_environments: Vec<_> =
            environments.iter().map(|composition| declared_bindings(composition, key)).collect();
        let indexes: Vec<Index<'_>> =
            bindings_of_environments.iter().map(|bindings| Index::new(bindings)).collect();
        let mut accounts = Accounts::default();
        let accounts_of_nodes = accounts.of_nodes(injectors, &predicates, key, |node| {
            let environment = environment_of[node];
            (environment, indexes.get(environment))
        });
        parts.add(number, |out| {
            out.push_str("{\"written\":");
            list(bindings_of_environments.iter(), out, |bindings, out| {
                list(bindings.iter(), out, write_declared_binding);
            });
            accounts.write(out);
            if accounts.parts.list.len() > 1 {
                out.push_str(",\"nodes\":");
                list(accounts_of_nodes.iter(), out, |account, out| {
                    let _ = write!(out, "{account}");
                });
            }
            out.push('}');
        });
    }
    parts.finish()
}

/// The number of the environment of a node.
fn environment(environments: &[&Composition], injector: &Injector) -> usize {
    let composition = Arc::as_ptr(injector.composition());
    // An environment that is not in the list receives the number after the last one, which has no declared bindings.
    environments.iter().position(|other| std::ptr::eq(*other, composition)).unwrap_or(environments.len())
}

/// Finds the number of a declared binding of a key in an environment by its layer, condition and position.
struct Index<'w> {
    bindings: &'w [DeclaredBinding],
    /// The number of each binding by the position of its layer, its condition and its position in a file.
    numbers: FxHashMap<(usize, &'w str, &'w str), usize>,
}

impl<'w> Index<'w> {
    /// An index of the declared bindings of a key in one environment; their order determines their numbers.
    fn new(bindings: &'w [DeclaredBinding]) -> Self {
        // The order is reversed, so that the first of equal bindings is inserted last and replaces the others.
        let numbers = bindings.iter().enumerate().rev();
        let numbers = numbers
            .map(|(number, binding)| ((binding.position, &*binding.condition, &*binding.place), number))
            .collect();
        Self { bindings, numbers }
    }

    /// The declared binding that a binding of an account comes from, and its number.
    fn find(&self, binding: &BindingAccount) -> Option<(usize, &'w DeclaredBinding)> {
        let number = *self.numbers.get(&(binding.position, &*binding.condition, &*binding.place))?;
        Some((number, &self.bindings[number]))
    }
}

/// A list of distinct items, with the number of each item.
struct Numbered<T> {
    list: Vec<T>,
    numbers: FxHashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { list: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// The number of an item, which is added if it is new.
    fn number(&mut self, item: T) -> usize {
        let list = &mut self.list;
        // The item is stored twice: as the key of the table, and in the list.
        *self.numbers.entry(item).or_insert_with_key(|item| {
            list.push(item.clone());
            list.len() - 1
        })
    }
}

/// The distinct accounts of a key.
#[derive(Default)]
struct Accounts {
    /// The texts that [`write_account`] writes as outlines.
    outlines: Numbered<String>,
    /// The texts that [`write_account`] writes as values.
    values: Numbered<String>,
    /// The numbers of the outline, the values and the environment of each account.
    parts: Numbered<[usize; 3]>,
}

impl Accounts {
    /// The number of the account of each node. `environment_of_node` returns the number of a node's environment, and
    /// the declared bindings of the key in this environment.
    fn of_nodes<'w>(
        &mut self,
        injectors: &[Injector],
        predicates: &[Vec<PredicateIndex>],
        key: &str,
        environment_of_node: impl Fn(usize) -> (usize, Option<&'w Index<'w>>),
    ) -> Vec<usize> {
        let mut named_predicates_of: FxHashMap<*const Composition, FxHashSet<PredicateIndex>> =
            FxHashMap::default();
        // The accounts of groups whose nodes all share one account.
        let mut accounts_of_groups: FxHashMap<GroupKey, usize> = FxHashMap::default();
        let mut accounts_of_nodes = Vec::with_capacity(injectors.len());
        for (node, (injector, predicates)) in injectors.iter().zip(predicates).enumerate() {
            let composition = Arc::as_ptr(injector.composition());
            let predicates_of_key = named_predicates_of
                .entry(composition)
                .or_insert_with(|| named_predicates(injector.composition(), key));
            let predicates = predicates
                .iter()
                .copied()
                .filter(|predicate| predicates_of_key.contains(predicate))
                .collect();
            let has_name = injector.category("node").is_some();
            let group = (composition, predicates, has_name);
            let shared_account = accounts_of_groups.get(&group).copied();
            let account = shared_account.unwrap_or_else(|| {
                let (mut outline, mut values) = (String::new(), String::new());
                let (environment, declared) = environment_of_node(node);
                write_account(&injector.explain(key), declared, &mut outline, &mut values);
                // This node is needed again only after all other nodes, for the next key, so its values are freed.
                injector.forget_values();
                self.parts.number([self.outlines.number(outline), self.values.number(values), environment])
            });
            // Any other account may depend on facts, which differ between the nodes of a group.
            if shared_account.is_none() && is_fixed(injector, key) && is_shared(injector, key) {
                accounts_of_groups.insert(group, account);
            }
            accounts_of_nodes.push(account);
        }
        accounts_of_nodes
    }

    /// Writes the outlines, the values, and the accounts that refer to both by number.
    fn write(&self, out: &mut String) {
        for (name, texts) in [("outlines", &self.outlines), ("values", &self.values)] {
            let _ = write!(out, ",\"{name}\":");
            list(texts.list.iter(), out, |text, out| out.push_str(text));
        }
        out.push_str(",\"accounts\":");
        list(self.parts.list.iter(), out, |[outline, values, environment], out| {
            let _ = write!(out, "[{outline},{values},{environment}]");
        });
    }
}

/// Writes the account of a key in two parts. `outline` receives what nodes can share: it contains neither the name of a
/// node nor its values. `values` receives the answer, and the producers that differ from those of the declared
/// bindings.
fn write_account(account: &Account, declared: Option<&Index<'_>>, outline: &mut String, values: &mut String) {
    values.push('{');
    match &account.answer {
        Ok(Some(value)) => {
            values.push_str("\"value\":");
            write_json(value, values);
            values.push(',');
        }
        Ok(None) => {}
        Err(problem) => {
            values.push_str("\"problem\":");
            text(&problem.message, values);
            values.push(',');
        }
    }
    let mut producers: Vec<&str> = Vec::new();
    outline.push_str("{\"bindings\":");
    list(account.bindings.iter(), outline, |account_of_binding, out| {
        write_binding(account_of_binding, declared, &mut producers, out);
    });
    outline.push_str(",\"contributions\":");
    list(account.contributions.iter(), outline, |account_of_binding, out| {
        write_binding(account_of_binding, declared, &mut producers, out);
    });
    outline.push_str(",\"layers\":");
    list(account.layers.iter(), outline, |layer, out| text(layer.effect.text(), out));
    if let Some(change) = &account.change {
        outline.push_str(",\"change\":");
        write_change(change, outline);
    }
    outline.push('}');
    values.push_str("\"producers\":");
    list(producers.iter(), values, |producer, out| text(producer, out));
    values.push('}');
}

/// Writes a suggested change: the layer, a file or null, and the texts before and after the name of the node.
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

/// Writes the account of a binding as an array of three parts:
/// 1. The number of the declared binding that it comes from. If there is none: its layer, condition and position.
/// 2. null if the declared binding has the same producer; otherwise the index of the producer in `producers`, to which
///    it is added.
/// 3. The indexes of the categories in the condition that the node is not in; for another verdict, its text.
///
/// Only the number of the declared binding is written if the second part is null and the third part lists all
/// categories of the condition.
fn write_binding<'a>(
    account: &'a BindingAccount,
    declared_bindings: Option<&Index<'_>>,
    producers: &mut Vec<&'a str>,
    out: &mut String,
) {
    let numbered_declaration = declared_bindings.and_then(|index| index.find(account));
    let has_declared_producer = numbered_declaration
        .is_some_and(|(_, declared)| declared.producer.as_deref() == Some(&*account.producer));
    let missing_categories = match (&account.verdict, numbered_declaration) {
        (Verdict::Elsewhere(needs), Some((_, declared))) => needs
            .iter()
            .map(|(category, value, _)| {
                declared.needs.iter().position(|(other, needed)| other == category && needed == value)
            })
            .collect::<Option<Vec<usize>>>(),
        _ => None,
    };
    if let (Some(missing_categories), Some((number, declared))) = (&missing_categories, numbered_declaration)
        && has_declared_producer
        && missing_categories.len() == declared.needs.len()
    {
        let _ = write!(out, "{number}");
        return;
    }
    match numbered_declaration {
        Some((number, _)) => {
            let _ = write!(out, "[{number},");
        }
        None => {
            let _ = write!(out, "[[{},", account.position);
            text(&account.condition, out);
            out.push(',');
            text(&account.place, out);
            out.push_str("],");
        }
    }
    if has_declared_producer {
        out.push_str("null,");
    } else {
        let _ = write!(out, "{},", producers.len());
        producers.push(&account.producer);
    }
    match missing_categories {
        Some(missing_categories) => list(missing_categories.iter(), out, |number, out| {
            let _ = write!(out, "{number}");
        }),
        None => text(account.verdict.reason(), out),
    }
    out.push(']');
}

/// Writes a declared binding: the position of its layer, the condition, the position in a file, the producer or null,
/// and the categories of the condition with their values.
fn write_declared_binding(binding: &DeclaredBinding, out: &mut String) {
    let _ = write!(out, "[{},", binding.position);
    for part in [&binding.condition, &binding.place] {
        text(part, out);
        out.push(',');
    }
    optional(binding.producer.as_deref(), out);
    out.push(',');
    list(binding.needs.iter(), out, |(category, value), out| {
        out.push('[');
        text(category, out);
        out.push(',');
        text(value, out);
        out.push(']');
    });
    out.push(']');
}

/// Writes a text, or null.
pub(super) fn optional(value: Option<&str>, out: &mut String) {
    match value {
        Some(value) => text(value, out),
        None => out.push_str("null"),
    }
}
