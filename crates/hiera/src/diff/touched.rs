//! The keys whose values differ in some file of two trees. Lookups that depend on none of these keys need not be
//! compared.
//!
//! Invariant: if anything other than the values of keys may differ, every key counts as touched.

use super::tree::Tree;
use crate::lookup::{FileIndex, to_json};
use crate::store::hash_key;
use crate::survey::Survey;
use rustc_hash::FxHashSet;

/// The keys whose values differ; `None` if any lookup may be affected.
pub(super) struct TouchedKeys<'t>(Option<FxHashSet<&'t str>>);

impl<'t> TouchedKeys<'t> {
    /// Compares the files of two trees, whose configurations are equal if `has_equal_settings`.
    pub(super) fn new(before: &'t Tree, after: &'t Tree, has_equal_settings: bool) -> Self {
        let (old, new) = (before.hierarchy(), after.hierarchy());
        if !has_equal_settings || old.has_computed_levels() || new.has_computed_levels() {
            return Self(None);
        }
        let depend_on_files = old.depends_on_existence_of_files() || new.depends_on_existence_of_files();
        if depend_on_files && !has_same_files(before, after) {
            return Self(None);
        }
        let mut keys = FxHashSet::default();
        // The comparison is made in both directions, because each tree may have keys that the other one lacks.
        for (tree, other) in [(before, after), (after, before)] {
            for file in tree.hierarchy().files() {
                if add_keys((tree, file), other, &mut keys).is_none() {
                    return Self(None);
                }
            }
        }
        Self(Some(keys))
    }

    /// Whether the answer of a key may differ for nodes whose facts do not change.
    pub(super) fn may_change_answer(&self, key: &str, surveys: [&Survey<'_>; 2]) -> bool {
        match &self.0 {
            None => true,
            Some(keys) if keys.is_empty() => false,
            Some(keys) => {
                let is_touched = |key: &str| keys.contains(key);
                // The key itself is tested first, because the search for its dependencies goes through the data.
                is_touched(key) || surveys.iter().any(|survey| survey.depends_on(key, is_touched))
            }
        }
    }
}

/// Whether the two trees have the same data files, regardless of their contents.
fn has_same_files(before: &Tree, after: &Tree) -> bool {
    [(before, after), (after, before)].into_iter().all(|(tree, other)| {
        let mut files = tree.hierarchy().files();
        files.all(|file| {
            tree.relative_path(file).is_some_and(|relative_path| other.file(relative_path).is_some())
        })
    })
}

/// Adds the keys of a file that the other tree does not have with the same value at the same path; `None` if the file
/// cannot be compared.
fn add_keys<'t>(
    (tree, file): (&'t Tree, FileIndex),
    other: &Tree,
    keys: &mut FxHashSet<&'t str>,
) -> Option<()> {
    let data = tree.hierarchy().data(file).ok()?;
    let other_data = match other.file(tree.relative_path(file)?) {
        Some(file) => Some(other.hierarchy().data(file).ok()?),
        None => None,
    };
    // The result cannot contain a key that is not a string, so such a file is not compared.
    if !data.has_only_text_keys() {
        return None;
    }
    for entry in data.entries() {
        let key = data.text(entry.key)?;
        let other_value =
            other_data.and_then(|data| Some(data.to_value(data.entry(hash_key(key), key)?.value)));
        // The JSON is compared, because it keeps the order of keys, which answers show.
        if other_value.map(|value| to_json(&value)) != Some(to_json(&data.to_value(entry.value))) {
            keys.insert(key);
        }
    }
    Some(())
}
