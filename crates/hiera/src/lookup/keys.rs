//! Where keys occur in data files, independent of what lookups return.

use super::answer::Answer;
use super::error::LookupError;
use super::hierarchy::{Engine, Hierarchy};
use super::json::value_json;
use super::origin::{FileIndex, Origin};
use super::query::Query;
use super::v3::dig::dig_answer;
use super::v3::evaluator::Evaluator;
use super::v5::key;
use super::v5::lookup_options::{KEY as OPTIONS_KEY, OptionsName};
use super::v5::search::Search;
use crate::key_segments::split_key;
use crate::store::{DataValue, Value, hash_key};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// A value of a key in a data file.
#[derive(Debug, Clone)]
pub struct Occurrence<'h> {
    /// Its position.
    pub origin: Origin,
    /// The value as it is written, not interpolated.
    pub value: Answer<'h>,
}

/// The `lookup_options` that apply to a key.
#[derive(Debug, Clone, Default)]
pub struct AppliedOptions {
    /// How values are merged.
    pub merge: Option<Value>,
    /// What the answer is converted to.
    pub convert_to: Option<Value>,
    /// Where options for the key are, in search order, each with the key or the pattern that they are for.
    pub origins: Vec<(Origin, String)>,
}

impl Hierarchy {
    /// All text keys of all data files that can be read, without duplicates, in alphabetical order.
    #[must_use]
    pub fn keys(&self) -> BTreeSet<&str> {
        let data = self.files().filter_map(|file| self.data(file).ok());
        data.flat_map(|data| data.entries().filter_map(|entry| data.text(entry.key))).collect()
    }

    /// The positions of a key in the data files, whether or not a level uses them.
    #[must_use]
    pub fn occurrences(&self, key: &str) -> Vec<Occurrence<'_>> {
        let hash = hash_key(key);
        let occurrence = |file| {
            let data = self.data(file).ok()?;
            let entry = data.entry(hash, key)?;
            let value = Answer::DataValue { data, node: entry.value };
            Some(Occurrence { origin: Origin { file, place: data.place(entry.key) }, value })
        };
        self.files().filter_map(occurrence).collect()
    }

    /// The value of a key in one data file, as it is written; dots in the key do not separate segments.
    ///
    /// # Errors
    /// If the file cannot be read, or does not contain a hash.
    pub fn occurrence_in(&self, file: FileIndex, key: &str) -> Result<Option<Occurrence<'_>>, LookupError> {
        let data = self.data(file)?;
        // In Ruby, the empty name is nil.
        let is_nil = key.is_empty() && !self.has_layers();
        let entry = if is_nil { data.nil_entry() } else { data.entry(hash_key(key), key) };
        Ok(entry.map(|entry| Occurrence {
            origin: Origin { file, place: data.place(entry.key) },
            value: Answer::DataValue { data, node: entry.value },
        }))
    }

    /// The value that an interpolation of a variable results in, or why it fails, as a text for comparisons.
    pub(crate) fn variable_text(&self, name: &str, scope: &Value) -> String {
        let value = match &self.engine {
            Engine::Ruby(backends) => Evaluator::new(&self.data, backends, scope, false).variable(name, ""),
            Engine::Puppet(layers) => Search::new(&self.data, layers, scope, false).variable(name, ""),
        };
        let mut text = String::new();
        match value {
            Ok(value) => value_json(&value, &mut text),
            Err(error) => text.push_str(error.message()),
        }
        text
    }

    /// The `lookup_options` of version 5 that apply to a key, or why they are invalid, as a text for comparisons.
    pub(crate) fn options_text(&self, key: &str, scope: &Value) -> String {
        let Some(layers) = self.layers() else { return String::new() };
        let options = Search::new(&self.data, layers, scope, false).options_text(key);
        options.unwrap_or_else(|error| error.to_string())
    }

    /// The `lookup_options` of version 5 that apply to a key; none in older versions.
    ///
    /// # Errors
    /// If the options are invalid, so that every lookup fails.
    pub fn lookup_options(&self, query: &Query<'_>) -> Result<AppliedOptions, LookupError> {
        let Some(layers) = self.layers() else { return Ok(AppliedOptions::default()) };
        let root = self.root_key(query.key);
        // The merged options do not contain their origins, so the files are searched again.
        let (merge, convert_to) =
            Search::new(&self.data, layers, query.scope, false).options_of(query.key)?;
        let searched = layers.searched_for(&root);
        let mut applied = AppliedOptions { merge, convert_to, origins: Vec::new() };
        for reached in self.reached(query).iter().filter(|reached| searched.contains(&reached.backend)) {
            let Some(file) = reached.file else { continue };
            let Ok(data) = self.data(file) else { continue };
            let Some(entry) = data.entry(hash_key(OPTIONS_KEY), OPTIONS_KEY) else { continue };
            let DataValue::Hash(options) = data.value(entry.value) else { continue };
            for (key, _) in options.iter() {
                let Some(name) = data
                    .text(key)
                    .filter(|name| OptionsName::parse(name).is_ok_and(|options| options.applies_to(&root)))
                else {
                    continue;
                };
                applied.origins.push((Origin { file, place: data.place(key) }, name.to_owned()));
            }
        }
        Ok(applied)
    }

    /// The name in data files that a key with dots begins with.
    #[must_use]
    pub fn root_key(&self, key: &str) -> String {
        let root = match &self.engine {
            Engine::Ruby(_) => {
                split_key(key).ok().and_then(|segments| segments.first().map(ToString::to_string))
            }
            Engine::Puppet(_) => key::root_key(key),
        };
        root.unwrap_or_default()
    }

    /// The values in the data files at a key with dots between the segments of a path, as in a [`Query`](super::Query),
    /// whether or not a level uses the files; empty for a key that Hiera rejects.
    #[must_use]
    pub fn occurrences_at<'h>(&'h self, path: &str) -> Vec<Occurrence<'h>> {
        let part = |found: Occurrence<'h>| {
            let value = self.part_of(path, found.value)?;
            Some(Occurrence { value, ..found })
        };
        self.occurrences(&self.root_key(path)).into_iter().filter_map(part).collect()
    }

    /// The part of a value of a key at the segments after the first one of a path.
    fn part_of<'h>(&self, path: &str, value: Answer<'h>) -> Option<Answer<'h>> {
        if self.has_layers() {
            return key::part_at(path, value);
        }
        let segments = split_key(path).ok()?;
        // A value of another type does not contain the part, which is not an error here.
        dig_answer(segments.get(1..).unwrap_or_default(), value, path).ok().flatten()
    }

    /// As `part_of`, for a value that may be sensitive; its part is then sensitive as well.
    pub(super) fn part_at(&self, path: &str, value: Value) -> Option<Value> {
        let (value, is_sensitive) = match value {
            Value::Sensitive(value) => (*value, true),
            value => (value, false),
        };
        let part = self.part_of(path, Answer::Owned(value))?.to_value();
        Some(if is_sensitive { part.into_sensitive() } else { part })
    }

    /// The occurrences of all text keys, for callers that need many: a search for each would read every file for every
    /// key.
    #[must_use]
    pub fn all_occurrences(&self) -> BTreeMap<&str, Vec<Occurrence<'_>>> {
        let mut keys: BTreeMap<&str, Vec<Occurrence<'_>>> = BTreeMap::new();
        for file in self.files() {
            let Ok(data) = self.data(file) else { continue };
            for entry in data.entries() {
                // Of equal keys, only the entry that lookups find.
                let Some(key) = data.text(entry.key) else { continue };
                if data.entry(hash_key(key), key) != Some(entry) {
                    continue;
                }
                let value = Answer::DataValue { data, node: entry.value };
                let origin = Origin { file, place: data.place(entry.key) };
                keys.entry(key).or_default().push(Occurrence { origin, value });
            }
        }
        keys
    }

    /// Whether lookups of a key return sensitive values for at least one node. The key has no dots between segments.
    #[must_use]
    pub fn is_sensitive(&self, key: &str) -> bool {
        self.sensitive_keys().contain(key)
    }

    /// An occurrence of a key, with a sensitive value if answers of the key are sensitive.
    #[must_use]
    pub fn without_secrets<'h>(&self, key: &str, occurrence: Occurrence<'h>) -> Occurrence<'h> {
        if self.is_sensitive(key) {
            Occurrence { value: Answer::Owned(occurrence.value.to_value().into_sensitive()), ..occurrence }
        } else {
            occurrence
        }
    }

    /// The problem of a lookup of a key that failed.
    #[must_use]
    pub fn failure(&self, key: &str, error: LookupError) -> Diagnostic {
        error.into_diagnostic(key, |origin| self.span(origin))
    }

    /// The source of a value, and the span of its key.
    pub(crate) fn span(&self, origin: Origin) -> Option<(Arc<Source>, Range<usize>)> {
        let source = self.source(origin.file)?;
        let start = origin.place.offset(&source);
        let rest = &source.text()[start..];
        // The data keeps only where a key begins; the end is a guess for the label of a message.
        let end = start + rest.find([':', '\n']).unwrap_or(rest.len());
        Some((source, start..end))
    }
}
