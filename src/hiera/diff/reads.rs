//! What a lookup read: for each place that it visited, the key and the file, from the steps of the lookup.

use super::tree::Tree;
use crate::hiera::lookup::{Event, FileIndex, Step};
use rustc_hash::FxHashSet;

/// A place that a lookup, or one nested in it, visited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Visit {
    /// The first segment of the key that is looked up there.
    pub(super) key: String,
    /// The backend or layer, and the level; in version 5 also the path.
    pub(super) place: [String; 3],
    /// The file, if there is one.
    pub(super) file: Option<FileIndex>,
}

/// The lookup that steps are of.
#[derive(Default)]
struct Current {
    key: String,
    source: String,
}

/// The places that a lookup in a tree visited, in order.
pub(super) fn visits(tree: &Tree, steps: &[Step]) -> Vec<Visit> {
    let hierarchy = tree.hierarchy();
    let mut visits = Vec::new();
    // The lookups that are nested in each other.
    let mut lookups: Vec<Current> = Vec::new();
    for step in steps {
        let (level, path, file) = match &step.event {
            Event::Key(key) => {
                lookups.truncate(step.depth);
                lookups.push(Current { key: hierarchy.root_key(key), source: String::new() });
                continue;
            }
            Event::Backend(name) | Event::Layer { name, .. } => {
                if let Some(current) = lookups.get_mut(step.depth) {
                    current.source.clone_from(name);
                }
                continue;
            }
            Event::Found { level, file, .. } | Event::Failed { level, file, .. } => {
                (level, hierarchy.file_name(*file), Some(*file))
            }
            Event::NoKey { level, file } => (level, hierarchy.file_name(*file), Some(*file)),
            Event::NoFile { level, path } => (level, path.as_str(), None),
            Event::Entry(_) | Event::Options { .. } | Event::Skipped { .. } | Event::Interpolated { .. } => {
                continue;
            }
        };
        // In older versions, a level and a node determine the path.
        let path = if hierarchy.has_layers() { tree.below_name(path).to_owned() } else { String::new() };
        if let Some(current) = lookups.get(step.depth) {
            let place = [current.source.clone(), level.clone(), path];
            visits.push(Visit { key: current.key.clone(), place, file });
        }
    }
    visits
}

/// The options of version 5 that applied.
pub(super) fn options(steps: &[Step]) -> Vec<(usize, &'static str, &str)> {
    steps
        .iter()
        .filter_map(|step| match &step.event {
            Event::Options { name, value } => Some((step.depth, *name, value.as_str())),
            _ => None,
        })
        .collect()
}

/// The words in the expressions that a lookup interpolated, in values and in levels.
pub(super) fn words<'s>(steps: &'s [Step], levels: impl Iterator<Item = &'s str>) -> FxHashSet<&'s str> {
    let expressions = steps.iter().filter_map(|step| match &step.event {
        Event::Interpolated { expression, .. } => Some(expression.as_str()),
        _ => None,
    });
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    expressions.chain(levels).flat_map(|text| text.split(move |c| !is_part(c))).collect()
}
