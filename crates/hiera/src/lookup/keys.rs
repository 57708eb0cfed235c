//! Where keys occur in the data files, whether or not lookups find them there.

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

/// A value that a data file has for a key.
#[derive(Debug, Clone)]
pub struct Occurrence<'h> {
    /// The position of the value.
    pub origin: Origin,
    /// The value as it is written, without interpolation.
    pub value: Answer<'h>,
}

/// The `lookup_options` that apply to a key.
#[derive(Debug, Clone, Default)]
pub struct AppliedOptions {
    /// How values are merged.
    pub merge: Option<Value>,
    /// The type to which the answer is converted.
    pub convert_to: Option<Value>,
    /// The positions of the options that apply, in search order, each with the key or pattern under which the options
    /// are written.
    pub origins: Vec<(Origin, String)>,
}

impl Hierarchy {
    /// All text keys of all data files that can be read, without duplicates, in alphabetical order.
    #[must_use]
    pub fn keys(&self) -> BTreeSet<&str> {
        let data = self.files().filter_map(|file| self.data(file).ok());
        data.flat_map(|data| data.entries().filter_map(|entry| data.text(entry.key))).collect()
    }

    /// The values of a key in all data files, whether or not some level uses the files.
    #[must_use]
    pub fn occurrences(&self, key: &str) -> Vec<Occurrence<'_>> {
        let hash = hash_key(key);
        self.files()
            .filter_map(|file| {
                let data = self.data(file).ok()?;
                let entry = data.entry(hash, key)?;
                let value = Answer::DataValue { data, node: entry.value };
                Some(Occurrence { origin: Origin { file, place: data.place(entry.key) }, value })
            })
            .collect()
    }

    /// The value of a key in one data file, without interpolation. Dots in the key do not separate segments.
    ///
    /// # Errors
    /// If the file cannot be read, or does not contain a hash.
    pub fn occurrence_in(&self, file: FileIndex, key: &str) -> Result<Option<Occurrence<'_>>, LookupError> {
        let data = self.data(file)?;
        // Ruby's Hiera converts an empty name to nil.
        let is_nil = key.is_empty() && !self.has_layers();
        let entry = if is_nil { data.nil_entry() } else { data.entry(hash_key(key), key) };
        Ok(entry.map(|entry| Occurrence {
            origin: Origin { file, place: data.place(entry.key) },
            value: Answer::DataValue { data, node: entry.value },
        }))
    }

    /// The result of interpolating a variable, or the reason for which this fails, as a text for comparisons.
    pub(crate) fn variable_text(&self, name: &str, scope: &Value) -> String {
        // The variable is not in a text that messages could show.
        let text_around = "";
        let value = match &self.engine {
            Engine::Ruby(backends) => Evaluator::new(&self.data, backends, scope).variable(name, text_around),
            Engine::Puppet(layers) => Search::new(&self.data, layers, scope).variable(name, text_around),
        };
        let mut text = String::new();
        match value {
            Ok(value) => value_json(&value, &mut text),
            Err(error) => text.push_str(error.message()),
        }
        text
    }

    /// The `lookup_options` of version 5 that apply to a key, or the reason for which they are invalid, as a text for
    /// comparisons.
    pub(crate) fn options_text(&self, key: &str, scope: &Value) -> String {
        let Some(layers) = self.layers() else { return String::new() };
        let options = Search::new(&self.data, layers, scope).options_text(key);
        options.unwrap_or_else(|error| error.to_string())
    }

    /// The `lookup_options` of version 5 that apply to a key; always empty in older versions.
    ///
    /// # Errors
    /// If the options are invalid, so that every lookup of the key fails.
    pub fn lookup_options(&self, query: &Query<'_>) -> Result<AppliedOptions, LookupError> {
        let Some(layers) = self.layers() else { return Ok(AppliedOptions::default()) };
        let root = self.root_key(query.key);
        // The merged options do not contain their positions, so these are searched in the files.
        let (merge, convert_to) = Search::new(&self.data, layers, query.scope).options_of(query.key)?;
        let searched_layers = layers.searched_layers(&root);
        let mut applied = AppliedOptions { merge, convert_to, origins: Vec::new() };
        for reached in
            self.reached_levels(query).iter().filter(|reached| searched_layers.contains(&reached.backend))
        {
            let Some(file) = reached.file else { continue };
            let Ok(data) = self.data(file) else { continue };
            let Some(entry) = data.entry(hash_key(OPTIONS_KEY), OPTIONS_KEY) else { continue };
            let DataValue::Hash(options) = data.value(entry.value) else { continue };
            for (key, _) in options.iter() {
                let Some(name) = data
                    .text(key)
                    .filter(|name| OptionsName::parse(name).is_ok_and(|parsed| parsed.applies_to(&root)))
                else {
                    continue;
                };
                applied.origins.push((Origin { file, place: data.place(key) }, name.to_owned()));
            }
        }
        Ok(applied)
    }

    /// The first segment of a key with dots, which is the name under which data files have the value.
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

    /// The values of a key in all data files, whether or not some level uses the files. As in a
    /// [`Query`](super::Query), dots in the key separate segments. Empty for a key that Hiera rejects.
    #[must_use]
    pub fn occurrences_at<'h>(&'h self, key: &str) -> Vec<Occurrence<'h>> {
        self.occurrences(&self.root_key(key))
            .into_iter()
            .filter_map(|found| {
                let value = self.part_of(key, found.value)?;
                Some(Occurrence { value, ..found })
            })
            .collect()
    }

    /// The part that the segments of a key, after the first one, select in a value.
    fn part_of<'h>(&self, key: &str, value: Answer<'h>) -> Option<Answer<'h>> {
        if self.has_layers() {
            return key::part_at(key, value);
        }
        let segments = split_key(key).ok()?;
        // If the value has another type, it does not contain the part; this is not an error here.
        dig_answer(segments.get(1..).unwrap_or_default(), value, key).ok().flatten()
    }

    /// The part that the segments of a key, after the first one, select in a value. The part of a sensitive value is
    /// sensitive as well.
    pub(super) fn part_at(&self, key: &str, value: Value) -> Option<Value> {
        let (value, is_sensitive) = match value {
            Value::Sensitive(value) => (*value, true),
            value => (value, false),
        };
        let part = self.part_of(key, Answer::Owned(value))?.to_value();
        Some(if is_sensitive { part.into_sensitive() } else { part })
    }

    /// The values of all text keys in all data files, for callers that need many of them: to search each key in every
    /// file would take longer.
    #[must_use]
    pub fn all_occurrences(&self) -> BTreeMap<&str, Vec<Occurrence<'_>>> {
        let mut keys: BTreeMap<&str, Vec<Occurrence<'_>>> = BTreeMap::new();
        for file in self.files() {
            let Ok(data) = self.data(file) else { continue };
            for entry in data.entries() {
                // If a file has equal keys, only the entry that lookups find is included.
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

    /// Whether lookups of a key return sensitive values for some node. In the key, dots do not separate segments.
    #[must_use]
    pub fn is_sensitive(&self, key: &str) -> bool {
        self.sensitive_keys().contains(key)
    }

    /// The value of a key, which becomes sensitive if the answers of the key are.
    #[must_use]
    pub fn without_secrets<'h>(&self, key: &str, occurrence: Occurrence<'h>) -> Occurrence<'h> {
        if self.is_sensitive(key) {
            Occurrence { value: Answer::Owned(occurrence.value.to_value().into_sensitive()), ..occurrence }
        } else {
            occurrence
        }
    }

    /// The diagnostic of a lookup of a key that failed.
    #[must_use]
    pub fn failure(&self, key: &str, error: LookupError) -> Diagnostic {
        error.into_diagnostic(key, |origin| self.span(origin))
    }

    /// The source of the file that contains a value, and the span of the key of the value.
    pub(crate) fn span(&self, origin: Origin) -> Option<(Arc<Source>, Range<usize>)> {
        let source = self.source(origin.file)?;
        let start = origin.place.offset(&source);
        let text = &source.text()[start..];
        // The data stores only where a key begins. For the label of a message, it is sufficient to end the key at the
        // next colon that is not part of a name such as `web::users`.
        let is_end = |(offset, c): &(usize, char)| {
            *c == '\n' || *c == ':' && !text[..*offset].ends_with(':') && !text[offset + 1..].starts_with(':')
        };
        let length = text.char_indices().find(is_end).map_or(text.len(), |(offset, _)| offset);
        Some((source, start..start + length))
    }
}
