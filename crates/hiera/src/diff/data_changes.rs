//! Finds the changed values of data files because of which two lookups with the same configuration and facts differ.
//!
//! The later lookup is determined by the places that it visits. So each value at these places that differs from the
//! earlier data, or that is gone, is a reason. What the steps of a lookup do not contain, such as the options of
//! version 5, is compared if it can matter.

use super::reads::{Visit, has_options, is_pattern, visited_places};
use super::tree::Tree;
use crate::answers::failure_message;
use crate::lookup::{OPTIONS_KEY, Query, Resolution, Step, answer_json, quoted_key};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A change of a data file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DataChange {
    /// The file and the line of the key before the change; `None` if the file did not have the key. The line is 0 if
    /// the change concerns the entire file.
    pub before: Option<FileLine>,
    /// The file and the line of the key after the change; `None` if the file or the key is gone.
    pub after: Option<FileLine>,
    /// The key in the file; empty if the change concerns the entire file.
    pub key: String,
    /// What changed.
    pub kind: DataChangeKind,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileLine {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if the change concerns the entire file.
    pub line: u32,
}

/// What changed in a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DataChangeKind {
    /// The key has another value.
    Value,
    /// The key is new in the file.
    KeyAdded,
    /// The key is no longer in the file.
    KeyRemoved,
    /// The file is new.
    FileAdded,
    /// The file is gone.
    FileRemoved,
    /// The file can no longer be read, or cannot be read for another reason than before.
    Unreadable,
    /// The file can be read again.
    Readable,
}

/// A lookup with its steps.
pub(super) struct TracedLookup<'t> {
    pub(super) tree: &'t Tree,
    pub(super) steps: Cow<'t, [Step]>,
    /// The name of the file because of which the lookup failed.
    pub(super) unreadable: Option<String>,
}

/// The trees whose names of files are shown in the positions of changes.
#[derive(Clone, Copy)]
pub(super) struct ShownTrees<'t> {
    pub(super) before: &'t Tree,
    pub(super) after: &'t Tree,
}

/// What the file of a tree at a path contains for a key.
#[derive(PartialEq, Eq)]
enum Content {
    NoFile,
    Unreadable { message: String, line: u32 },
    NoKey,
    Value { json: String, line: u32 },
}

/// The changes of data because of which the later lookup differs from the earlier one.
pub(super) fn data_changes(
    earlier: &TracedLookup<'_>,
    later: &TracedLookup<'_>,
    query: &Query<'_>,
    shown_trees: ShownTrees<'_>,
) -> BTreeSet<DataChange> {
    let earlier_visits = visited_places(earlier.tree, &earlier.steps);
    let later_visits = visited_places(later.tree, &later.steps);
    let options = option_changes(earlier.tree, later.tree, query, shown_trees);
    let change_at = |visit: &Visit| {
        let difference = key_change(earlier.tree, later.tree, &visit.relative_path, &visit.key, shown_trees);
        difference.or_else(|| {
            if visit.is_pattern && merges(query, &later.steps) {
                file_change(earlier.tree, later.tree, &visit.relative_path, shown_trees)
            } else {
                None
            }
        })
    };
    let mut changes: BTreeSet<DataChange> = later_visits.iter().filter_map(change_at).collect();
    // Files that no longer exist are added, because the later lookup does not visit them.
    let removed_files = files_of_patterns(earlier.tree, later.tree, query);
    let root_key = earlier.tree.hierarchy().root_key(query.key);
    let visited = earlier_visits.iter().chain(&later_visits).map(|visit| visit.key.as_str());
    // The root key is added, because a lookup whose options cannot be collected visits nothing.
    let keys: BTreeSet<&str> = visited.chain([root_key.as_str()]).collect();
    for key in &keys {
        let visits = removed_files.iter().map(|relative_path| Visit {
            key: (*key).to_owned(),
            relative_path: relative_path.clone(),
            is_pattern: true,
        });
        changes.extend(visits.filter_map(|visit| change_at(&visit)));
    }
    let change_of_unreadable = |lookup: &TracedLookup<'_>| {
        let file = lookup.tree.file_with_name(lookup.unreadable.as_deref()?)?;
        key_change(earlier.tree, later.tree, lookup.tree.relative_path(file)?, &root_key, shown_trees)
    };
    changes.extend(change_of_unreadable(later));
    let options_text = |tree: &Tree, key: &str| tree.hierarchy().options_text(&query_key(key), query.scope);
    // Not all changed options matter: the options of the keys that were visited must differ.
    if !options.is_empty()
        && keys.iter().any(|key| options_text(earlier.tree, key) != options_text(later.tree, key))
    {
        changes.extend(options.iter().cloned());
    }
    // Each of the following searches gives less certain reasons, and is made only if the ones before it found nothing.
    if changes.is_empty() {
        changes.extend(change_of_unreadable(earlier));
    }
    if changes.is_empty() {
        changes.extend(options);
    }
    if changes.is_empty() {
        changes.extend(earlier_visits.iter().filter_map(change_at));
    }
    changes
}

/// Whether a lookup combines the values of several places.
fn merges(query: &Query<'_>, steps: &[Step]) -> bool {
    !matches!(query.resolution, Resolution::Priority) || has_options(steps)
}

/// The files that patterns of levels matched in the earlier tree, and that no longer exist.
fn files_of_patterns(earlier: &Tree, later: &Tree, query: &Query<'_>) -> Vec<PathBuf> {
    // Before version 5, levels are not patterns.
    if !earlier.hierarchy().has_layers() || !earlier.hierarchy().levels().any(is_pattern) {
        return Vec::new();
    }
    let reached = earlier.hierarchy().reached_levels(query).into_iter();
    let files = reached.filter(|reached| is_pattern(&reached.level)).filter_map(|reached| reached.file);
    let paths = files.filter_map(|file| earlier.relative_path(file));
    paths.filter(|relative_path| later.file(relative_path).is_none()).map(Path::to_owned).collect()
}

/// The change of a file that only one of the trees has; `None` if both or neither have the file.
fn file_change(
    earlier: &Tree,
    later: &Tree,
    relative_path: &Path,
    shown_trees: ShownTrees<'_>,
) -> Option<DataChange> {
    let line = |tree: &Tree| Some(FileLine { file: tree.name_below(relative_path), line: 0 });
    let (before, after, kind) = match (earlier.file(relative_path), later.file(relative_path)) {
        (None, Some(_)) => (None, line(shown_trees.after), DataChangeKind::FileAdded),
        (Some(_), None) => (line(shown_trees.before), None, DataChangeKind::FileRemoved),
        _ => return None,
    };
    Some(DataChange { before, after, key: String::new(), kind })
}

/// The changes of `lookup_options` in the files that a node uses.
fn option_changes(
    earlier: &Tree,
    later: &Tree,
    query: &Query<'_>,
    shown_trees: ShownTrees<'_>,
) -> Vec<DataChange> {
    if !later.hierarchy().has_layers() {
        return Vec::new();
    }
    let files = |tree: &'_ Tree| -> Vec<_> {
        let reached = tree.hierarchy().reached_levels(query);
        let files = reached.into_iter().filter_map(|reached| reached.file);
        files.filter_map(|file| tree.relative_path(file).map(Path::to_owned)).collect()
    };
    let paths: BTreeSet<_> = files(earlier).into_iter().chain(files(later)).collect();
    paths
        .iter()
        .filter_map(|relative_path| key_change(earlier, later, relative_path, OPTIONS_KEY, shown_trees))
        .collect()
}

/// The keys that texts mention in quotes.
pub(super) fn quoted_keys<'t>(texts: impl Iterator<Item = &'t str>) -> BTreeSet<&'t str> {
    let mut keys = BTreeSet::new();
    for text in texts.filter(|text| text.contains("%{")) {
        for quote in ['\'', '"'] {
            // Every second part is between a pair of quotes.
            keys.extend(text.split(quote).skip(1).step_by(2));
        }
    }
    keys
}

/// The key of a query for a name: in quotes if the name has dots.
pub(super) fn query_key(name: &str) -> String {
    quoted_key(name).into_owned()
}

/// The change of a key in the file at a path, if it changed.
fn key_change(
    earlier: &Tree,
    later: &Tree,
    relative_path: &Path,
    key: &str,
    shown_trees: ShownTrees<'_>,
) -> Option<DataChange> {
    let (old, new) = (content(earlier, relative_path, key), content(later, relative_path, key));
    let kind = match (&old, &new) {
        (Content::Value { json: old_json, .. }, Content::Value { json: new_json, .. }) => {
            // The JSON is compared, because it keeps the order of a hash, which answers show.
            if old_json == new_json {
                return None;
            }
            DataChangeKind::Value
        }
        (Content::NoFile | Content::NoKey, Content::NoFile | Content::NoKey) => return None,
        (
            Content::Unreadable { message: old_message, .. },
            Content::Unreadable { message: new_message, .. },
        ) if old_message == new_message => {
            return None;
        }
        (_, Content::Unreadable { .. }) => DataChangeKind::Unreadable,
        (Content::NoFile, Content::Value { .. }) => DataChangeKind::FileAdded,
        (Content::NoKey, Content::Value { .. }) => DataChangeKind::KeyAdded,
        (Content::Value { .. } | Content::Unreadable { .. }, Content::NoFile) => DataChangeKind::FileRemoved,
        (Content::Value { .. }, Content::NoKey) => DataChangeKind::KeyRemoved,
        (Content::Unreadable { .. }, Content::Value { .. } | Content::NoKey) => DataChangeKind::Readable,
    };
    let is_about_file =
        !matches!(kind, DataChangeKind::Value | DataChangeKind::KeyAdded | DataChangeKind::KeyRemoved);
    let line = |tree: &Tree, content: &Content| {
        let line = match content {
            Content::NoFile => return None,
            Content::Unreadable { line, .. } => *line,
            // A change of the entire file has no line.
            Content::NoKey | Content::Value { .. } if is_about_file => 0,
            Content::NoKey => return None,
            Content::Value { line, .. } => *line,
        };
        Some(FileLine { file: tree.name_below(relative_path), line })
    };
    let (before, after) = (line(shown_trees.before, &old), line(shown_trees.after, &new));
    let key = if is_about_file { String::new() } else { key.to_owned() };
    Some(DataChange { before, after, key, kind })
}

/// What the file of a tree at a path contains for a key.
fn content(tree: &Tree, relative_path: &Path, key: &str) -> Content {
    let Some(file) = tree.file(relative_path) else { return Content::NoFile };
    match tree.hierarchy().occurrence_in(file, key) {
        Err(error) => {
            let label = error.cause().and_then(Diagnostic::primary_label);
            let line = label.map_or(0, |label| label.position().line);
            let message = failure_message(&error).to_owned();
            Content::Unreadable { message, line: u32::try_from(line).unwrap_or(0) }
        }
        Ok(None) => Content::NoKey,
        Ok(Some(found)) => {
            let mut json = String::new();
            answer_json(&found.value, &mut json);
            Content::Value { json, line: found.origin.place.line }
        }
    }
}
