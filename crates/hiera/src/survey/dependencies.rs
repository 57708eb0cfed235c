//! What the lookups of each key depend on: the files that contain the key, or a key to which its values refer, and the
//! variables that these values interpolate.
//!
//! Invariant: no dependency is missing, because the references in all files count. Dependencies that are not necessary
//! only make groups smaller.

use crate::interpolation::{Reference, references};
use crate::lookup::{Hierarchy, OPTIONS_KEY};
use crate::store::{Data, DataValue, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The dependencies of all keys.
#[derive(Debug)]
pub(super) struct Dependencies<'h> {
    hierarchy: &'h Hierarchy,
    keys: FxHashMap<&'h str, DirectDependencies<'h>>,
    /// The variables that are interpolated in values.
    pub(super) variables: Vec<&'h str>,
    /// The files that affect every lookup that reaches them, such as files that cannot be read.
    pub(super) special_files: Vec<u32>,
    /// The number of files, including those that cannot be read.
    pub(super) file_count: usize,
}

/// What a key depends on, without the keys to which its values refer.
#[derive(Debug, Default)]
struct DirectDependencies<'h> {
    files: Vec<u32>,
    /// The keys to which values refer, as they are in data files.
    keys: BTreeSet<String>,
    /// The numbers of variables.
    variables: BTreeSet<u32>,
    /// The names of the variables, from which their numbers are determined.
    names: BTreeSet<&'h str>,
}

/// What a key depends on, including all keys to which its values refer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct KeyDependencies {
    /// The numbers of the files, in order.
    pub(super) files: Vec<u32>,
    /// The numbers of the variables, in order.
    pub(super) variables: Vec<u32>,
}

impl<'h> Dependencies<'h> {
    /// Reads all data files, and collects what their keys depend on.
    pub(super) fn new(hierarchy: &'h Hierarchy) -> Self {
        let mut keys: FxHashMap<&str, DirectDependencies<'h>> = FxHashMap::default();
        let (mut special_files, mut file_count) = (Vec::new(), 0);
        for file in hierarchy.files() {
            let number = u32::try_from(file.number()).unwrap_or(u32::MAX);
            file_count = file_count.max(file.number() + 1);
            let Ok(data) = hierarchy.data(file) else {
                // A lookup that reaches this file fails, whatever its key is.
                special_files.push(number);
                continue;
            };
            // In the data of a module, a key that is not a string makes the entire file invalid.
            if !data.has_only_text_keys() {
                special_files.push(number);
            }
            for entry in data.entries() {
                // Ruby looks up nil for an empty name, so a key that is not a string counts as this name.
                let dependencies = keys.entry(data.text(entry.key).unwrap_or_default()).or_default();
                if dependencies.files.last() != Some(&number) {
                    dependencies.files.push(number);
                }
                if data.may_change(entry.value) {
                    dependencies.add_references(hierarchy, data, entry.value);
                }
            }
        }
        let names: BTreeSet<&str> = keys.values().flat_map(|key| key.names.iter().copied()).collect();
        let variables: Vec<&str> = names.into_iter().collect();
        for key in keys.values_mut() {
            let numbers = key.names.iter().filter_map(|name| variables.binary_search(name).ok());
            key.variables = numbers.filter_map(|number| u32::try_from(number).ok()).collect();
        }
        Self { hierarchy, keys, variables, special_files, file_count }
    }

    /// A key and all keys that its lookups may look up in turn.
    pub(super) fn keys<'k>(&'k self, key: &'k str) -> FxHashSet<&'k str> {
        let mut reachable: FxHashSet<&str> = FxHashSet::default();
        let mut pending = vec![key];
        // Each lookup reads its options first, and these may look up keys.
        if self.hierarchy.has_layers() {
            pending.push(OPTIONS_KEY);
        }
        while let Some(key) = pending.pop() {
            if reachable.insert(key) {
                pending.extend(
                    self.keys
                        .get(key)
                        .into_iter()
                        .flat_map(|dependencies| &dependencies.keys)
                        .map(String::as_str),
                );
            }
        }
        reachable
    }

    /// What a key depends on, including all keys to which its values refer.
    pub(super) fn key_dependencies(&self, key: &str) -> KeyDependencies {
        let (mut files, mut variables) = (BTreeSet::new(), BTreeSet::new());
        for direct in self.keys(key).into_iter().filter_map(|key| self.keys.get(key)) {
            files.extend(direct.files.iter().copied());
            variables.extend(direct.variables.iter().copied());
        }
        KeyDependencies { files: files.into_iter().collect(), variables: variables.into_iter().collect() }
    }
}

/// The variables that levels and values refer to, in alphabetical order.
#[must_use]
pub fn named_variables(hierarchy: &Hierarchy) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut add_variables = |text: &str| {
        let references = references(text, hierarchy.rules()).into_iter();
        names.extend(references.filter_map(|reference| match reference {
            Reference::Variable(name) => Some(name.to_owned()),
            Reference::Key(_) => None,
        }));
    };
    hierarchy.level_texts().iter().for_each(|text| add_variables(text));
    let data = hierarchy.files().filter_map(|file| hierarchy.data(file).ok());
    data.flat_map(Data::texts).for_each(add_variables);
    names
}

impl<'h> DirectDependencies<'h> {
    /// Adds what the texts of a value refer to.
    fn add_references(&mut self, hierarchy: &Hierarchy, data: &'h Data, node: NodeIndex) {
        let mut seen = FxHashSet::default();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            // A value with several aliases is visited once.
            if !data.may_change(node) || !seen.insert(node) {
                continue;
            }
            match data.value(node) {
                DataValue::Text(text) => {
                    for reference in references(text, hierarchy.rules()) {
                        match reference {
                            Reference::Key(key) => drop(self.keys.insert(hierarchy.root_key(key))),
                            Reference::Variable(name) => drop(self.names.insert(name)),
                        }
                    }
                }
                DataValue::Array(items) => pending.extend(items),
                DataValue::Hash(pairs) => {
                    for (key, value) in pairs.iter() {
                        pending.extend([key, value]);
                    }
                }
                _ => {}
            }
        }
    }
}
