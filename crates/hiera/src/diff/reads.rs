//! What a lookup read: the key and the file of each place that it visited, from its steps.

use super::tree::{Tree, is_part_of_word};
use crate::lookup::{Event, Step};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// A place that a lookup or one of its nested lookups visited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Visit {
    /// The first segment of the key that is looked up there.
    pub(super) key: String,
    /// The path of the file below the directory of the configuration, whether or not it exists.
    pub(super) relative_path: PathBuf,
    /// Whether the level is a pattern. If so, the answer can depend on whether the file exists, even if the file does
    /// not have the key.
    pub(super) is_pattern: bool,
}

/// Whether a level of version 5 is a pattern of paths.
pub(super) fn is_pattern(level: &str) -> bool {
    // After `%`, a brace begins an interpolation; any other brace begins alternatives.
    level.contains(['*', '?', '['])
        || level.match_indices('{').any(|(brace, _)| !level[..brace].ends_with('%'))
}

/// The places that a lookup in a tree visited, each once, in order.
pub(super) fn visited_places(tree: &Tree, steps: &[Step]) -> Vec<Visit> {
    let mut visits = Vec::new();
    let mut seen: FxHashSet<(String, &Path)> = FxHashSet::default();
    // The first segments of the keys of the lookups that contain the current step, from the outermost lookup.
    let mut keys: Vec<String> = Vec::new();
    for step in steps {
        let (location_text, relative_path) = match &step.event {
            Event::Key(key) => {
                // Lookups at this depth or deeper have ended.
                keys.truncate(step.depth);
                keys.push(tree.hierarchy().root_key(key));
                continue;
            }
            Event::Found { location_text, file, .. }
            | Event::Failed { location_text, file, .. }
            | Event::NoKey { location_text, file } => (location_text, tree.relative_path(*file)),
            Event::NoFile { location_text, file, .. } => (location_text, Some(tree.below_path(file))),
            _ => continue,
        };
        if let (Some(key), Some(relative_path)) = (keys.get(step.depth), relative_path) {
            // A value may look up the same key many times.
            if !seen.insert((key.clone(), relative_path)) {
                continue;
            }
            let is_pattern = tree.hierarchy().has_layers() && is_pattern(location_text);
            visits.push(Visit { key: key.clone(), relative_path: relative_path.to_owned(), is_pattern });
        }
    }
    visits
}

/// Whether options of version 5 had an effect on the lookup.
pub(super) fn has_options(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step.event, Event::Options { .. }))
}

/// The words of all expressions that a lookup interpolated, in values and in the paths of levels.
pub(super) fn words<'s>(steps: &'s [Step], levels: impl Iterator<Item = &'s str>) -> FxHashSet<&'s str> {
    let expressions = steps.iter().filter_map(|step| match &step.event {
        Event::Interpolated { expression, .. } => Some(expression.as_str()),
        _ => None,
    });
    expressions.chain(levels).flat_map(|text| text.split(|c| !is_part_of_word(c))).collect()
}
