//! Values without effect, because another level has the key: never used, or equal to it.

use super::site::{Site, SiteFile};
use crate::hiera::lookup::LevelMatch;
use crate::store::{DataValue, Entry};
use modelwright_language::evaluate::Regex;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

/// The key of the options of version 5.
const OPTIONS: &str = "lookup_options";

pub(super) fn check(site: &Site<'_>, problems: &mut Diagnostics) {
    if site.hierarchy.has_computed_levels() {
        return;
    }
    let merged = MergedKeys::new(site);
    let mut keys: Vec<_> = site.keys.iter().filter(|(_, entries)| entries.len() > 1).collect();
    keys.sort_unstable_by_key(|(key, _)| **key);
    for (key, entries) in keys {
        if merged.contains(key) {
            continue;
        }
        let entries: Vec<Occurrence<'_, '_>> = entries
            .iter()
            .map(|(file, entry)| Occurrence { file: &site.files[*file], entry: *entry })
            .collect();
        for occurrence in &entries {
            check_entry(occurrence, &entries, problems);
        }
    }
}

/// The keys that `lookup_options` of some file may merge, so that lower values count.
#[derive(Default)]
struct MergedKeys<'h> {
    names: FxHashSet<&'h str>,
    patterns: Vec<Regex>,
}

impl<'h> MergedKeys<'h> {
    fn new(site: &Site<'h>) -> Self {
        let mut merged = Self::default();
        if !site.hierarchy.has_layers() {
            return merged;
        }
        for (file, entry) in site.keys.get(OPTIONS).into_iter().flatten() {
            let data = site.files[*file].data;
            let DataValue::Hash(options) = data.value(entry.value) else { continue };
            for name in options.iter().filter_map(|(key, _)| data.text(key)) {
                match Regex::new(name) {
                    Ok(pattern) if name.starts_with('^') => merged.patterns.push(pattern),
                    _ => drop(merged.names.insert(name)),
                }
            }
        }
        merged.names.insert(OPTIONS);
        merged
    }

    fn contains(&self, key: &str) -> bool {
        self.names.contains(key) || self.patterns.iter().any(|pattern| pattern.is_match(key))
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

    /// The position in the search order at which every node reads the file.
    fn fixed_position(&self) -> Option<usize> {
        let fixed = |found: &&LevelMatch| found.variables.is_empty();
        self.file.level_matches.iter().filter(fixed).map(|found| found.position).min()
    }
}

fn check_entry(occurrence: &Occurrence<'_, '_>, all: &[Occurrence<'_, '_>], problems: &mut Diagnostics) {
    let (Some(first), Some(last)) = (occurrence.positions().min(), occurrence.positions().max()) else {
        return;
    };
    let is_other = |other: &&Occurrence<'_, '_>| other.file.index != occurrence.file.index;
    let others = || all.iter().filter(is_other);
    let data = occurrence.file.data;
    // Merged values are used on every level.
    let is_collection =
        matches!(data.value(occurrence.entry.value), DataValue::Array(_) | DataValue::Hash(_));
    let higher = others().find(|other| other.fixed_position().is_some_and(|fixed| fixed < first));
    if let Some(higher) = higher.filter(|_| !is_collection) {
        let message = "the value is never used, because a level above it always has the key";
        let problem = Diagnostic::warning(codes::HIERA_SHADOWED, message)
            .help(format!("remove it here, or at {}", higher.file.place(higher.entry)));
        let problem = occurrence.file.at_key(problem, occurrence.entry);
        problems.push(problem.label(
            &higher.file.source,
            higher.file.key_span(higher.entry),
            "this one is used",
        ));
        return;
    }
    let lower = others().filter(|other| other.fixed_position().is_some_and(|fixed| fixed > last));
    let Some(lower) = lower.min_by_key(|other| other.fixed_position()) else { return };
    let fixed = lower.fixed_position().unwrap_or(usize::MAX);
    let is_between = |other: &Occurrence<'_, '_>| other.positions().any(|at| at > first && at < fixed);
    if others().any(is_between) {
        return;
    }
    if data.to_value(occurrence.entry.value) == lower.file.data.to_value(lower.entry.value) {
        let message = "the value is the same as that of a lower level, which would be used without it";
        let problem = Diagnostic::warning(codes::HIERA_SHADOWED, message).help("remove it here");
        let problem = occurrence.file.at_key(problem, occurrence.entry);
        problems.push(problem.label(&lower.file.source, lower.file.key_span(lower.entry), "the same value"));
    }
}
