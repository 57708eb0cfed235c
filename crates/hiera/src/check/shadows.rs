//! Values without effect because another level has the same key: they are never used, or repeat the value of a lower
//! level.

use super::manifests::Manifests;
use super::site::{Site, SiteFile};
use crate::lookup::{FileIndex, OPTIONS_KEY};
use crate::store::{DataValue, Entry};
use modelwright_evaluation::evaluate::Regex;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

/// Reports values that have no effect because of values at other levels.
pub(super) fn check(site: &Site<'_>, manifests: Option<&Manifests>, problems: &mut Diagnostics) {
    // The files that a computed level uses are not known, so no file is certain to be above another.
    if site.hierarchy.has_computed_levels() {
        return;
    }
    let merged = MergedKeys::new(site, manifests);
    let mut keys: Vec<_> = site.keys.iter().filter(|(_, entries)| entries.len() > 1).collect();
    keys.sort_unstable_by_key(|(key, _)| **key);
    for (key, entries) in keys {
        if merged.contains(key) {
            continue;
        }
        let key_occurrences = KeyOccurrences::new(
            entries
                .iter()
                .filter(|(file, _)| site.files[*file].may_answer(key))
                .map(|(file, entry)| Occurrence { file: &site.files[*file], entry: *entry })
                .collect(),
        );
        for occurrence in &key_occurrences.occurrences {
            key_occurrences.check(occurrence, problems);
        }
    }
}

/// The keys whose lower values count, because `lookup_options` of some file, or a lookup of a manifest, may merge their
/// values.
#[derive(Default)]
struct MergedKeys<'h> {
    /// The keys that have options, which may specify a merge.
    names: FxHashSet<&'h str>,
    /// The patterns of keys that have options.
    patterns: Vec<Regex>,
    /// The manifests, whose lookups may merge keys as well.
    manifests: Option<&'h Manifests>,
}

impl<'h> MergedKeys<'h> {
    /// Collects the keys and patterns of all `lookup_options`, even of options that do not specify a merge.
    fn new(site: &Site<'h>, manifests: Option<&'h Manifests>) -> Self {
        let mut merged = Self { manifests, ..Self::default() };
        // In older versions, only the arguments of a lookup determine how values are merged.
        if !site.hierarchy.has_layers() {
            return merged;
        }
        for (file, entry) in site.keys.get(OPTIONS_KEY).into_iter().flatten() {
            let data = site.files[*file].data;
            let DataValue::Hash(options) = data.value(entry.value) else { continue };
            for name in options.iter().filter_map(|(key, _)| data.text(key)) {
                match Regex::new(name) {
                    Ok(pattern) if name.starts_with('^') => merged.patterns.push(pattern),
                    _ => drop(merged.names.insert(name)),
                }
            }
        }
        merged.names.insert(OPTIONS_KEY);
        merged
    }

    /// Whether lookups of a key merge the values of several levels.
    fn contains(&self, key: &str) -> bool {
        self.names.contains(key)
            || self.patterns.iter().any(|pattern| pattern.is_match(key))
            || self.manifests.is_some_and(|manifests| manifests.uses.may_merge(key))
    }
}

/// A key in a file.
struct Occurrence<'s, 'h> {
    file: &'s SiteFile<'h>,
    entry: Entry,
}

impl Occurrence<'_, '_> {
    fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        self.file.level_matches.iter().map(|found| found.position)
    }

    /// The position of the file in the search order, if every node reads the file there.
    fn position_for_all_nodes(&self) -> Option<usize> {
        let matches_for_all_nodes = self.file.level_matches.iter().filter(|found| found.variables.is_empty());
        matches_for_all_nodes.map(|found| found.position).min()
    }
}

/// All occurrences of a key. There may be as many as nodes, so their positions are sorted and searched: to compare each
/// occurrence with all others would take too long.
struct KeyOccurrences<'s, 'h> {
    occurrences: Vec<Occurrence<'s, 'h>>,
    /// The positions of the occurrences that every node reads, in ascending order, each with its index in
    /// `occurrences`.
    read_by_all_nodes: Vec<(usize, usize)>,
    /// The positions of all occurrences with their files, in ascending order.
    positions: Vec<(usize, FileIndex)>,
}

impl<'s, 'h> KeyOccurrences<'s, 'h> {
    /// Sorts the positions of the occurrences of a key.
    fn new(occurrences: Vec<Occurrence<'s, 'h>>) -> Self {
        let read_by_all_nodes = occurrences
            .iter()
            .enumerate()
            .filter_map(|(index, occurrence)| Some((occurrence.position_for_all_nodes()?, index)));
        let mut read_by_all_nodes: Vec<_> = read_by_all_nodes.collect();
        read_by_all_nodes.sort_unstable();
        let positions = occurrences
            .iter()
            .flat_map(|occurrence| occurrence.positions().map(|position| (position, occurrence.file.index)));
        let mut positions: Vec<_> = positions.collect();
        positions.sort_unstable_by_key(|(position, _)| *position);
        Self { occurrences, read_by_all_nodes, positions }
    }

    /// Reports an occurrence that a higher level hides, or that repeats the value of a lower level.
    fn check(&self, occurrence: &Occurrence<'_, '_>, problems: &mut Diagnostics) {
        // Another check reports a file that no level uses.
        let (Some(first), Some(last)) = (occurrence.positions().min(), occurrence.positions().max()) else {
            return;
        };
        let data = occurrence.file.data;
        if let Some(higher) = self.higher_occurrence(occurrence) {
            return problems.push(problem_of_shadowed(occurrence, higher));
        }
        // The other file must be searched after the last position of this file, so that every node that reads this file
        // would also reach the other file.
        let Some((lower_position, lower)) = self.other_for_all_nodes_from(last + 1, occurrence) else {
            return;
        };
        // Only one of two values is reported: if both were removed, the key would be lost.
        if self.higher_occurrence(lower).is_none()
            && !self.has_other_between(occurrence, first, lower_position)
            && data.to_value(occurrence.entry.value) == lower.file.data.to_value(lower.entry.value)
        {
            problems.push(problem_of_repeated(occurrence, lower));
        }
    }

    /// The occurrence at a higher level because of which another occurrence is never used.
    fn higher_occurrence(&self, occurrence: &Occurrence<'_, '_>) -> Option<&Occurrence<'s, 'h>> {
        let first = occurrence.positions().min()?;
        // An array or a hash may be merged with values of lower levels, which are then used.
        let value = occurrence.file.data.value(occurrence.entry.value);
        let is_collection = matches!(value, DataValue::Array(_) | DataValue::Hash(_));
        let highest_position = 0;
        let (position, higher) = self.other_for_all_nodes_from(highest_position, occurrence)?;
        (position < first && !is_collection).then_some(higher)
    }

    /// The first occurrence in another file that every node reads at or below a position, and its position. `None` if
    /// there is none.
    fn other_for_all_nodes_from(
        &self,
        position: usize,
        occurrence: &Occurrence<'_, '_>,
    ) -> Option<(usize, &Occurrence<'s, 'h>)> {
        let start = self.read_by_all_nodes.partition_point(|(other_position, _)| *other_position < position);
        let mut candidates = self.read_by_all_nodes[start..]
            .iter()
            .map(|(position, index)| (*position, &self.occurrences[*index]));
        candidates.find(|(_, other)| other.file.index != occurrence.file.index)
    }

    /// Whether another file has the key between two positions.
    fn has_other_between(&self, occurrence: &Occurrence<'_, '_>, above: usize, below: usize) -> bool {
        let start = self.positions.partition_point(|(position, _)| *position <= above);
        let mut between = self.positions[start..].iter().take_while(|(position, _)| *position < below);
        between.any(|(_, file)| *file != occurrence.file.index)
    }
}

/// The problem of a value that is never used, because a higher level has the key for every node.
fn problem_of_shadowed(occurrence: &Occurrence<'_, '_>, higher: &Occurrence<'_, '_>) -> Diagnostic {
    let message = "the value is never used, because a level above it always has the key";
    let problem = Diagnostic::warning(codes::HIERA_SHADOWED, message).help("remove the value");
    let problem = occurrence.file.at_key(problem, occurrence.entry);
    problem.label(&higher.file.source, higher.file.key_span(higher.entry), "this one is used")
}

/// The problem of a value that a lower level repeats.
fn problem_of_repeated(occurrence: &Occurrence<'_, '_>, lower: &Occurrence<'_, '_>) -> Diagnostic {
    let message = "this value repeats the value of a lower level, so its removal changes no lookup";
    let problem = Diagnostic::warning(codes::HIERA_SHADOWED, message).help("remove the value");
    let problem = occurrence.file.at_key(problem, occurrence.entry);
    problem.label(&lower.file.source, lower.file.key_span(lower.entry), "the same value")
}
