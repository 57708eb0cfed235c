//! The keys whose answers are sensitive values, because `lookup_options` convert them, whatever the node.
//!
//! Invariant: a key counts as sensitive if the options of any file convert it so, even if those of another level
//! replace them.

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
    /// The keys that options in some data files convert.
    pub(super) fn read(files: &DataFiles) -> Self {
        let mut keys = Self::default();
        for data in files.indices().filter_map(|file| files.data(file).ok()) {
            let Some(entry) = data.entry(hash_key(KEY), KEY) else { continue };
            let Value::Hash(options) = data.to_value(entry.value) else { continue };
            for (name, options) in &options {
                let Some(name) = name.as_text() else { continue };
                if options.get("convert_to").is_some_and(converts_to_sensitive) {
                    keys.add(name);
                }
            }
        }
        keys
    }

    /// Adds a name or a pattern of `lookup_options`.
    fn add(&mut self, name: &str) {
        match OptionsName::parse(name) {
            Ok(OptionsName::Pattern(pattern)) => self.patterns.push(pattern),
            Ok(OptionsName::Key(name)) => drop(self.names.insert(name.to_owned())),
            // An invalid pattern fails every lookup that it may apply to, so no answer is shown.
            Err(_) => {}
        }
    }

    /// Whether lookups of a key give sensitive values. The key has no dots between segments.
    pub(super) fn contain(&self, key: &str) -> bool {
        self.names.contains(key) || self.patterns.iter().any(|pattern| pattern.is_match(key))
    }
}
