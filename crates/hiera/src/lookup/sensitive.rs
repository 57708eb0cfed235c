//! The keys whose answers are sensitive values, because `lookup_options` convert them, whatever the node.
//!
//! Invariant: a key counts as sensitive if the options of any file convert it so, even if those of another level replace them.

use super::v5::{OPTIONS_KEY, converts_to_sensitive};
use super::{Answer, Hierarchy, Occurrence};
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
    fn new(hierarchy: &Hierarchy) -> Self {
        let mut keys = Self::default();
        if !hierarchy.has_layers() {
            return keys;
        }
        for data in hierarchy.files().filter_map(|file| hierarchy.data(file).ok()) {
            let Some(entry) = data.entry(hash_key(OPTIONS_KEY), OPTIONS_KEY) else { continue };
            let Value::Hash(options) = data.to_value(entry.value) else { continue };
            let is_sensitive = |options: &Value| options.get("convert_to").is_some_and(converts_to_sensitive);
            let names = options.iter().filter(|(_, options)| is_sensitive(options));
            for name in names.filter_map(|(name, _)| name.as_text()) {
                match name.starts_with('^').then(|| Regex::new(name)) {
                    Some(Ok(pattern)) => keys.patterns.push(pattern),
                    // An invalid pattern fails every lookup that it may apply to, so no answer is shown.
                    _ => drop(keys.names.insert(name.to_owned())),
                }
            }
        }
        keys
    }
}

impl Hierarchy {
    /// Whether lookups of a key give sensitive values, of some node at least. The key has no dots between segments.
    #[must_use]
    pub fn is_sensitive(&self, key: &str) -> bool {
        let keys = self.sensitive_keys.get_or_init(|| SensitiveKeys::new(self));
        keys.names.contains(key) || keys.patterns.iter().any(|pattern| pattern.is_match(key))
    }

    /// An occurrence of a key as it may be shown.
    #[must_use]
    pub fn without_secrets<'h>(&self, key: &str, occurrence: Occurrence<'h>) -> Occurrence<'h> {
        if self.is_sensitive(key) {
            Occurrence { value: Answer::Owned(occurrence.value.to_value().into_sensitive()), ..occurrence }
        } else {
            occurrence
        }
    }
}
