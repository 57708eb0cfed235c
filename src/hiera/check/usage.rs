//! Keys that no manifest uses, and values that do not have the type of their parameter.

use super::manifests::{Manifests, Parameter};
use super::options;
use super::site::{Site, SiteFile};
use crate::hiera::interpolation::{Reference, references};
use crate::store::{DataValue, Entry, NodeIndex};
use modelwright_language::evaluate::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Suggestions, codes};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

pub(super) fn check(site: &Site<'_>, manifests: &Manifests, problems: &mut Diagnostics) {
    let referenced = referenced_keys(site);
    let suggestions = Suggestions::default();
    let mut keys: Vec<_> = site.keys.iter().collect();
    keys.sort_unstable_by_key(|(key, _)| **key);
    for (key, entries) in keys {
        if let Some(parameter) = manifests.parameters.get(*key) {
            for (file, entry) in entries {
                check_type(&site.files[*file], *entry, key, parameter, problems);
            }
            continue;
        }
        if manifests.keys.contains(*key) || referenced.contains(*key) || *key == options::KEY {
            continue;
        }
        let (file, entry) = entries[0];
        let file = &site.files[file];
        problems.push(file.at_key(unused(key, manifests, entries.len(), &suggestions), entry));
    }
}

/// The keys that values, levels and keys inside values refer to.
fn referenced_keys<'h>(site: &Site<'h>) -> FxHashSet<&'h str> {
    let mut keys = FxHashSet::default();
    let mut add = |text: &'h str| {
        for reference in references(text, site.hierarchy.rules()) {
            if let Reference::Key(name) = reference {
                keys.insert(name.split('.').next().unwrap_or(name).trim_matches(['"', '\'']));
            }
        }
    };
    site.hierarchy.levels().for_each(&mut add);
    for file in &site.files {
        file.data.texts().for_each(&mut add);
    }
    keys
}

fn unused(key: &str, manifests: &Manifests, count: usize, suggestions: &Suggestions) -> Diagnostic {
    let class = key.rsplit_once("::").map(|(class, _)| class);
    let message = match class {
        Some(class) if manifests.classes.contains(class) => {
            let name = &key[class.len() + 2..];
            format!("the class {class} has no parameter `{name}`, and no manifest looks the key up")
        }
        _ => "no manifest uses this key".to_owned(),
    };
    let known =
        manifests.parameters.keys().map(String::as_str).chain(manifests.keys.iter().map(String::as_str));
    let mut help = match suggestions.nearest(key, known) {
        Some(known) => format!("did you mean `{known}`?"),
        None => "remove it".to_owned(),
    };
    if count > 1 {
        let _ = write!(help, " ({count} files have this key)");
    }
    match manifests.computed {
        0 => {}
        1 => help.push_str(" (one lookup computes its key, which may be this one)"),
        computed => {
            let _ = write!(help, " ({computed} lookups compute their keys, which may be this one)");
        }
    }
    Diagnostic::warning(codes::HIERA_UNUSED_KEY, message).help(help)
}

fn check_type(
    file: &SiteFile<'_>,
    entry: Entry,
    key: &str,
    parameter: &Parameter,
    problems: &mut Diagnostics,
) {
    let Some(expected) = &parameter.expected else { return };
    // Interpolated values are known only for a node.
    if file.data.changes(entry.value) || file.data.is_encrypted(entry.value) {
        return;
    }
    let Some(value) = converted(file, entry.value) else { return };
    if matches!(value, Value::Undef) || expected.holds(&value) {
        return;
    }
    let message = format!("`{key}` must be {expected}, but the value is {}", value.type_of());
    let help = format!("write a value of {expected}, or change the type of the parameter");
    let problem = file.at(Diagnostic::error(codes::HIERA_TYPE, message).help(help), entry.value);
    problems.push(problem.label(&parameter.source, parameter.span.clone(), "the parameter"));
}

/// A value of a file as a value of Puppet; `None` if Puppet has no such value.
fn converted(file: &SiteFile<'_>, node: NodeIndex) -> Option<Value> {
    match file.data.value(node) {
        DataValue::Nil => Some(Value::Undef),
        DataValue::Bool(value) => Some(Value::Boolean(value)),
        DataValue::Integer(value) => Some(Value::Integer(value)),
        DataValue::Float(value) => Some(Value::Float(value)),
        DataValue::Text(text) => Some(Value::string(text)),
        DataValue::BigInteger(_) | DataValue::Ruby(..) => None,
        DataValue::Array(items) => {
            Some(Value::array(items.iter().map(|item| converted(file, *item)).collect::<Option<_>>()?))
        }
        DataValue::Hash(pairs) => {
            let pairs =
                pairs.iter().map(|(key, value)| Some((converted(file, key)?, converted(file, value)?)));
            Some(Value::hash(pairs.collect::<Option<Vec<_>>>()?))
        }
    }
}
