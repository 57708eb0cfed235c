//! The differences between the configurations of two trees: levels and other settings, by their positions.

use super::data_changes::FileLine;
use super::tree::Tree;
use crate::data::{Data, DataTree};
use crate::files::read_file;
use crate::generated::bindings::RubyKind;
use crate::lookup::to_json;
use crate::yaml_data;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::decode_text;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum length of lists whose elements are compared; for longer lists, only the fact that they differ is
/// reported.
const MAX_ELEMENTS: usize = 1_000;

/// A difference between the configurations of two trees.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SettingChange {
    /// The path of the setting, such as `hierarchy` or `defaults.datadir`; empty for an entire file.
    pub setting: String,
    /// What changed, such as "`common` is new".
    pub text: String,
    /// The position of the value that changed, before the change; `None` if the value is new.
    pub before: Option<FileLine>,
    /// The position of the value that changed, after the change; `None` if the value was removed.
    pub after: Option<FileLine>,
}

/// A configuration file and its content.
struct Settings<'t> {
    tree: &'t Tree,
    name: String,
    source: Arc<Source>,
    value: Option<DataTree>,
}

impl<'t> Settings<'t> {
    /// Reads the configuration at a path relative to the directory of a tree; `None` if it cannot be read.
    fn read(tree: &'t Tree, relative_path: &Path) -> Option<Self> {
        let path = tree.path(relative_path);
        let access = tree.access();
        let limits = &access.limits;
        let bytes = read_file(&*access.files, &path, limits).ok()?;
        let source = decode_text(&crate::files::display_path(&path), bytes, limits).ok()?;
        // All configurations are YAML, except `environment.conf`.
        let is_yaml = relative_path.extension().is_some_and(|extension| extension != "conf");
        let value = if is_yaml { yaml_data::read(&source, &mut Diagnostics::new()) } else { None };
        Some(Self { tree, name: source.name().to_owned(), value, source })
    }

    /// The line of an offset, with the name of the file for users.
    fn position(&self, offset: usize) -> FileLine {
        let line = u32::try_from(self.source.position(offset).line).unwrap_or(u32::MAX);
        FileLine { file: self.tree.prefixed_name(&self.name), line }
    }
}

/// All differences between the configurations of two trees, in the order of files and settings.
pub(super) fn setting_changes(before: &Tree, after: &Tree) -> Vec<SettingChange> {
    // The two main configurations are compared even if their names differ.
    let mut pairs = vec![(before.own_configuration(), after.own_configuration())];
    let main: BTreeSet<PathBuf> = [before.own_configuration(), after.own_configuration()].into();
    let all: BTreeSet<PathBuf> = before.configurations().into_iter().chain(after.configurations()).collect();
    pairs.extend(all.into_iter().filter(|path| !main.contains(path)).map(|path| (path.clone(), path)));
    let mut changes = Vec::new();
    for (old_path, new_path) in pairs {
        let (old, new) = (Settings::read(before, &old_path), Settings::read(after, &new_path));
        let change_of_file = |text: &str| SettingChange {
            setting: String::new(),
            text: text.to_owned(),
            before: old.as_ref().map(|settings| settings.position(0)),
            after: new.as_ref().map(|settings| settings.position(0)),
        };
        match (&old, &new) {
            (None, None) => {}
            (None, Some(_)) => changes.push(change_of_file("the file is new")),
            (Some(_), None) => changes.push(change_of_file("the file is removed")),
            (Some(old), Some(new)) if old.source.text() == new.source.text() => {}
            (Some(old), Some(new)) => match (&old.value, &new.value) {
                (Some(old_value), Some(new_value)) => {
                    let root_setting = "";
                    Comparison { old, new, changes: &mut changes }.compare_values(
                        root_setting,
                        old_value,
                        new_value,
                    );
                }
                _ => changes.push(change_of_file("the text is different")),
            },
        }
    }
    changes
}

struct Comparison<'c> {
    old: &'c Settings<'c>,
    new: &'c Settings<'c>,
    changes: &'c mut Vec<SettingChange>,
}

impl Comparison<'_> {
    /// Adds a change of a setting, with the positions of its values.
    fn add(&mut self, setting: &str, text: String, before: Option<&DataTree>, after: Option<&DataTree>) {
        self.changes.push(SettingChange {
            setting: setting.to_owned(),
            text,
            before: before.map(|value| self.old.position(value.range.start)),
            after: after.map(|value| self.new.position(value.range.start)),
        });
    }

    /// Compares two values of a setting; their depth was limited when they were read.
    fn compare_values(&mut self, setting: &str, before: &DataTree, after: &DataTree) {
        match (&before.kind, &after.kind) {
            (Data::Hash(old), Data::Hash(new)) => self.compare_hashes(setting, old, new),
            (Data::Array(old), Data::Array(new)) => self.compare_lists(setting, (before, old), (after, new)),
            // The values may be equal although they are written differently, such as with other quotes.
            _ if before.to_value() == after.to_value() => {}
            _ => {
                let text = format!("is {} instead of {}", json(after), json(before));
                self.add(setting, text, Some(before), Some(after));
            }
        }
    }

    /// Compares two hashes; `setting` is the path of both, which is empty for an entire file.
    fn compare_hashes(&mut self, setting: &str, old: &[(DataTree, DataTree)], new: &[(DataTree, DataTree)]) {
        let path = |name: &str| match setting {
            "" => name.to_owned(),
            setting => format!("{setting}.{name}"),
        };
        let (old_indexes, new_indexes) = (indexes_by_name(old), indexes_by_name(new));
        for (key, value) in old {
            let name = key_name(key);
            match new_indexes.get(&name) {
                Some(index) => {
                    let (_, new_value) = &new[*index];
                    self.compare_values(&path(&name), value, new_value);
                }
                None => self.add(&path(&name), format!("{} is removed", json(value)), Some(key), None),
            }
        }
        for (key, value) in new {
            let name = key_name(key);
            if !old_indexes.contains_key(&name) {
                self.add(&path(&name), format!("{} is new", json(value)), None, Some(key));
            }
        }
    }

    /// Compares two lists: which elements are new, removed or moved, and what differs inside the elements that both
    /// lists have.
    fn compare_lists(
        &mut self,
        setting: &str,
        before: (&DataTree, &[DataTree]),
        after: (&DataTree, &[DataTree]),
    ) {
        let ((before, old), (after, new)) = (before, after);
        // The comparison takes quadratic time.
        if old.len().max(new.len()) > MAX_ELEMENTS {
            if before.to_value() != after.to_value() {
                self.add(setting, "the list is different".to_owned(), Some(before), Some(after));
            }
            return;
        }
        let (old_names, new_names) = (numbered_names(old), numbered_names(new));
        let positions: FxHashMap<_, _> =
            new_names.iter().enumerate().map(|(index, name)| (name, index)).collect();
        let names_before: BTreeSet<_> = old_names.iter().collect();
        // The elements of both lists: for each, its position in either list.
        let common: Vec<(usize, usize)> = old_names
            .iter()
            .enumerate()
            .filter_map(|(index, name)| Some((index, *positions.get(name)?)))
            .collect();
        // The elements of a longest common subsequence count as unmoved, and all others as moved.
        let unmoved = longest_ascending(&common);
        for (index, (element, numbered_name)) in old.iter().zip(&old_names).enumerate() {
            let (name, _) = numbered_name;
            match positions.get(numbered_name) {
                None => self.add(setting, format!("{name} is removed"), Some(element), None),
                Some(new_position) => {
                    let new_element = &new[*new_position];
                    if !unmoved.contains(&index) {
                        self.add(setting, format!("{name} is moved"), Some(element), Some(new_element));
                    }
                    self.compare_values(&format!("{setting} {name}"), element, new_element);
                }
            }
        }
        for (element, numbered_name) in new.iter().zip(&new_names) {
            if !names_before.contains(numbered_name) {
                let (name, _) = numbered_name;
                self.add(setting, format!("{name} is new"), None, Some(element));
            }
        }
    }
}

/// The name of a setting; a colon precedes the name of a symbol.
fn key_name(key: &DataTree) -> String {
    match &key.kind {
        Data::String(text) => text.clone(),
        Data::Ruby(RubyKind::Symbol, text) => format!(":{text}"),
        _ => json(key),
    }
}

/// The names of the entries of a hash, each with its index in the hash.
fn indexes_by_name(entries: &[(DataTree, DataTree)]) -> FxHashMap<String, usize> {
    entries.iter().enumerate().map(|(index, (key, _))| (key_name(key), index)).collect()
}

/// The names of elements, each with a number that distinguishes equal names.
fn numbered_names(elements: &[DataTree]) -> Vec<(String, usize)> {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    let numbered = elements.iter().map(|element| {
        let name = element_name(element);
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        (name, *count)
    });
    numbered.collect()
}

/// The name of an element: the value of `name` if it is a hash, otherwise the value itself.
fn element_name(element: &DataTree) -> String {
    match &element.kind {
        // A level keeps its name when its paths change.
        Data::Hash(entries) => {
            let name =
                entries.iter().find(|(key, _)| matches!(&key.kind, Data::String(text) if text == "name"));
            json(name.map_or(element, |(_, name)| name))
        }
        _ => json(element),
    }
}

/// The first numbers of a longest subsequence of the pairs in which the second numbers ascend. In `pairs`, the first
/// numbers ascend.
fn longest_ascending(pairs: &[(usize, usize)]) -> BTreeSet<usize> {
    // For each pair, the length of the longest ascending subsequence that ends with it, and the pair before it in this
    // subsequence.
    let mut longest: Vec<(usize, Option<usize>)> = Vec::with_capacity(pairs.len());
    for (index, (_, second)) in pairs.iter().enumerate() {
        let smaller = (0..index).filter(|earlier| pairs[*earlier].1 < *second);
        let previous = smaller.max_by_key(|earlier| longest[*earlier].0);
        longest.push((previous.map_or(1, |earlier| longest[earlier].0 + 1), previous));
    }
    // The subsequence is followed from its last pair to its first.
    let mut current = (0..pairs.len()).max_by_key(|index| longest[*index].0);
    let mut first_numbers = BTreeSet::new();
    while let Some(index) = current {
        let (first, _) = pairs[index];
        first_numbers.insert(first);
        (_, current) = longest[index];
    }
    first_numbers
}

fn json(value: &DataTree) -> String {
    to_json(&value.to_value())
}
