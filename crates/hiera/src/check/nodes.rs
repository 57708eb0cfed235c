//! The nodes of a check with their classes. If no nodes are given, a made-up node represents each file.

use super::manifests::Manifests;
use super::site::{Site, SiteFile};
use crate::lookup::{Hierarchy, OPTIONS_KEY, Query, Resolution};
use crate::store::{DataValue, Hash, Value};
use crate::survey::Grouping;
use modelwright_evaluation::evaluate::Regex;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// All nodes.
pub(super) struct Nodes<'s> {
    pub(super) scopes: &'s [(String, Value)],
    /// The distinct sets of classes.
    class_sets: Vec<FxHashSet<String>>,
    /// For each node, the index of its set of classes.
    set_numbers: Vec<usize>,
}

impl<'s> Nodes<'s> {
    pub(super) fn new(
        hierarchy: &Hierarchy,
        grouping: &mut Grouping<'_>,
        manifests: &Manifests,
        scopes: &'s [(String, Value)],
    ) -> Self {
        let inclusion = &manifests.inclusion;
        let groups_by_key: Vec<Rc<[u32]>> =
            inclusion.class_list_keys().map(|key| grouping.group_numbers(key)).collect();
        let (mut class_sets, mut known_numbers) = (Vec::new(), FxHashMap::default());
        let set_numbers = scopes.iter().enumerate().map(|(index, (name, scope))| {
            // Puppet selects the node definition by the name in the node's certificate.
            let certname = hierarchy.variable("trusted.certname", scope).and_then(Value::as_text);
            let definition = inclusion.definition(certname.unwrap_or(name));
            // The classes of a node depend only on its definition and on the values of the keys that list classes.
            // Nodes that have both in common share one set, which is computed once.
            let groups: Vec<u32> = groups_by_key.iter().map(|groups| groups[index]).collect();
            *known_numbers.entry((definition, groups)).or_insert_with(|| {
                class_sets.push(inclusion.classes_of(definition, |key| classes_in(hierarchy, key, scope)));
                class_sets.len() - 1
            })
        });
        let set_numbers = set_numbers.collect();
        Self { scopes, class_sets, set_numbers }
    }

    /// Selects the nodes that may have a class, according to the manifests.
    pub(super) fn with_class(&self, class: &str, nodes: &[usize]) -> Vec<usize> {
        // Many nodes share a set, so each set is searched once.
        let contains_class: Vec<bool> =
            self.class_sets.iter().map(|classes| classes.contains(class)).collect();
        let may_have_class =
            |node: &usize| self.set_numbers.get(*node).is_some_and(|set| contains_class[*set]);
        nodes.iter().copied().filter(may_have_class).collect()
    }

    /// Whether the classes of at least one node are known.
    pub(super) fn has_known_classes(&self) -> bool {
        self.class_sets.iter().any(|classes| !classes.is_empty())
    }

    /// The names of nodes for a message, which shows at most `max_shown` of them.
    pub(super) fn list(&self, nodes: &[usize], max_shown: usize) -> String {
        let names = nodes.iter().map(|node| self.scopes.get(*node).map_or("", |(name, _)| name.as_str()));
        list_nodes(&names.collect::<Vec<_>>(), self.scopes.len(), max_shown)
    }
}

/// Some names of nodes for a sentence, at most `max_shown`; `count` is the number of all nodes.
pub fn list_nodes(names: &[&str], count: usize, max_shown: usize) -> String {
    match names {
        [name] => format!("the node {name}"),
        names if names.len() == count => "any node".to_owned(),
        names if names.len() <= max_shown => format!("the nodes {}", names.join(", ")),
        names => format!("{} nodes ({}, …)", names.len(), names[..max_shown].join(", ")),
    }
}

/// The names of classes in all values of a key for a node.
fn classes_in(hierarchy: &Hierarchy, key: &str, scope: &Value) -> Vec<String> {
    // The values of all levels are collected, even if the code uses only the first: a class counts if the node may have
    // it.
    let query = Query { resolution: &Resolution::Array, ..Query::new(key, scope) };
    let Ok(Some(answer)) = hierarchy.lookup(&query) else { return Vec::new() };
    match answer.to_value() {
        Value::Array(items) => items.iter().filter_map(class_name).collect(),
        value => class_name(&value).into_iter().collect(),
    }
}

fn class_name(value: &Value) -> Option<String> {
    value.as_text().map(|name| name.trim_start_matches("::").to_owned())
}

/// The variables of a made-up node that reads a file, if they determine the answer of this node for a key. `None` if
/// values of other files, which depend on other variables, may be merged.
pub(super) fn representative_scope(site: &Site<'_>, file: &SiteFile<'_>, key: &str) -> Option<Value> {
    let level = file.level_matches.first()?;
    // Options may merge the values of other files. Which values these are is known only if every node reads all files
    // with the options or the key.
    let is_read_by_all = |key: &str| {
        let entries = site.keys.get(key).map_or(&[][..], Vec::as_slice);
        let mut files = entries.iter().map(|(file, _)| &site.files[*file]);
        files.all(|file| file.level_matches.iter().any(|found| found.variables.is_empty()))
    };
    if has_options(site, key) && !(is_read_by_all(key) && is_read_by_all(OPTIONS_KEY)) {
        return None;
    }
    let mut scope = Value::Hash(Hash::default());
    for (name, value) in &level.variables {
        // In Puppet, `::name` is the variable `name`, and a dot separates the keys of nested hashes.
        let is_puppet = site.hierarchy.has_layers();
        let name = if is_puppet { name.strip_prefix("::").unwrap_or(name) } else { name };
        let path: Vec<&str> = if is_puppet { name.split('.').collect() } else { vec![name] };
        set_at_path(&mut scope, &path, value);
    }
    Some(scope)
}

/// Whether some file has `lookup_options` for a key.
fn has_options(site: &Site<'_>, key: &str) -> bool {
    // Before version 5 there are no options.
    if !site.hierarchy.has_layers() {
        return false;
    }
    for (file, entry) in site.keys.get(OPTIONS_KEY).into_iter().flatten() {
        let data = site.files[*file].data;
        let DataValue::Hash(options) = data.value(entry.value) else { continue };
        let mut names = options.iter().filter_map(|(name, _)| data.text(name));
        if names.any(|name| is_name_for(name, key)) {
            return true;
        }
    }
    false
}

/// Whether a name in `lookup_options`, a key or a pattern such as `^ntp::`, applies to a key.
fn is_name_for(name: &str, key: &str) -> bool {
    if !name.starts_with('^') {
        return name == key;
    }
    // Lookups fail because of an invalid pattern, so it counts as a match.
    Regex::new(name).map_or(true, |pattern| pattern.is_match(key))
}

/// Sets the value at a path of a hash of hashes.
fn set_at_path(scope: &mut Value, path: &[&str], value: &str) {
    let (Value::Hash(hash), Some((first, inner_path))) = (scope, path.split_first()) else { return };
    match inner_path {
        [] => drop(hash.insert(Value::text(*first), Value::text(value))),
        inner_path => {
            set_at_path(
                hash.entry(Value::text(*first)).or_insert_with(|| Value::Hash(Hash::default())),
                inner_path,
                value,
            );
        }
    }
}
