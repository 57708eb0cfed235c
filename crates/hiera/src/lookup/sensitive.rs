//! The keys whose answers are sensitive for some node, because `lookup_options` convert them to `Sensitive`.
//!
//! Invariant: a key counts as sensitive if the options of any file convert it to `Sensitive`, even if the options of
//! another level take precedence.

use super::files::DataFiles;
use super::v5::lookup_options::{KEY, OptionsName, converts_to_sensitive};
use crate::store::{Value, hash_key};
use modelwright_evaluation::evaluate::Regex;
use rustc_hash::FxHashSet;

/// Keys with sensitive answers.
#[derive(Debug, Default)]
pub(super) struct SensitiveKeys {
    names: FxHashSet<String>,
    patterns: Vec<Regex>,
}

impl SensitiveKeys {
    /// The keys that options in some data file convert to `Sensitive`.
    pub(super) fn read(files: &DataFiles) -> Self {
        let mut keys = Self::default();
        for data in files.indices().filter_map(|file| files.data(file).ok()) {
            let Some(entry) = data.entry(hash_key(KEY), KEY) else { continue };
            let Value::Hash(options) = data.to_value(entry.value) else { continue };
            for (name, options_of_name) in &options {
                let Some(name) = name.as_text() else { continue };
                if options_of_name.get("convert_to").is_some_and(converts_to_sensitive) {
                    keys.add(name);
                }
            }
        }
        keys
    }

    /// Adds a key or a pattern of `lookup_options`.
    fn add(&mut self, name: &str) {
        match OptionsName::parse(name) {
            Ok(OptionsName::Pattern(pattern)) => self.patterns.push(pattern),
            Ok(OptionsName::Key(name)) => drop(self.names.insert(name.to_owned())),
            // Every lookup to which an invalid pattern may apply fails, so there is no answer to hide.
            Err(_) => {}
        }
    }

    /// Whether lookups of a key return sensitive values. In the key, dots do not separate segments.
    pub(super) fn contains(&self, key: &str) -> bool {
        self.names.contains(key) || self.patterns.iter().any(|pattern| pattern.is_match(key))
    }
}
