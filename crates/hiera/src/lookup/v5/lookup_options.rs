//! `lookup_options`: how keys are merged and converted, from the data itself.
//!
//! Source: `puppet/pops/lookup/lookup_adapter.rb`. The options of all levels and layers are merged like a hash; those
//! of a Puppet module may only be about its own keys. This file does not know how options are found.

use super::super::error::LookupError;
use super::super::origin::FileIndex;
use super::strategy::Strategy;
use crate::store::{Hash, TextKey, Value};
use modelwright_evaluation::evaluate::Regex;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The key of the options, which no lookup returns.
pub(crate) const KEY: &str = "lookup_options";
/// The maximum number of compiled options in the cache.
const OPTIONS: usize = 1_000;

/// What options are for: a key, or all keys that match a pattern.
pub(in crate::lookup) enum OptionsName<'n> {
    Key(&'n str),
    Pattern(Regex),
}

impl<'n> OptionsName<'n> {
    /// Parses a key of `lookup_options`: a pattern begins with `^`.
    ///
    /// # Errors
    /// If the pattern is invalid, so that lookups fail.
    pub(in crate::lookup) fn parse(name: &'n str) -> Result<Self, LookupError> {
        if !name.starts_with('^') {
            return Ok(OptionsName::Key(name));
        }
        Regex::new(name).map(OptionsName::Pattern).map_err(|fault| {
            LookupError::mismatch(format!("the pattern `{name}` of lookup_options is invalid: {fault}"))
        })
    }

    /// Whether the options are for a key, which has no dots between segments.
    pub(in crate::lookup) fn applies_to(&self, key: &str) -> bool {
        match self {
            OptionsName::Key(name) => *name == key,
            OptionsName::Pattern(pattern) => pattern.is_match(key),
        }
    }
}

/// Options by key and by pattern.
#[derive(Debug)]
pub(in crate::lookup) struct LookupOptions {
    keys: Hash,
    patterns: Vec<(Regex, Value)>,
}

pub(super) type OptionsResult = Result<Option<Arc<LookupOptions>>, LookupError>;

/// The files that options are from, each with the number of its layer.
pub(super) type Origins = Vec<(usize, FileIndex)>;

/// Options by the files that they are from.
#[derive(Debug, Default)]
pub(in crate::lookup) struct Cache(Mutex<FxHashMap<Origins, OptionsResult>>);

impl Cache {
    /// The options of some files, if they are known.
    pub(super) fn get(&self, files: &Origins) -> Option<OptionsResult> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(files).cloned()
    }

    pub(super) fn insert(&self, files: Origins, options: OptionsResult) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < OPTIONS {
            known.insert(files, options);
        }
    }
}

impl LookupOptions {
    pub(super) fn compile(options: Option<Hash>) -> OptionsResult {
        let Some(options) = options else { return Ok(None) };
        let (mut keys, mut patterns) = (Hash::default(), Vec::new());
        for (key, value) in options {
            let Some(name) = key.as_text() else {
                return Err(LookupError::mismatch("all lookup_options keys must be strings"));
            };
            let pattern = match OptionsName::parse(name)? {
                OptionsName::Pattern(pattern) => Some(pattern),
                OptionsName::Key(_) => None,
            };
            match pattern {
                Some(pattern) => patterns.push((pattern, value)),
                None => drop(keys.insert(key, value)),
            }
        }
        Ok(Some(Arc::new(Self { keys, patterns })))
    }

    /// The options of a key.
    fn find(&self, root: &str) -> Option<&Value> {
        // If the options of the key itself are nil, the patterns are searched, as in Ruby.
        let literal = self.keys.get(&TextKey(root)).filter(|value| !matches!(value, Value::Nil));
        let pattern = || self.patterns.iter().find(|(regex, _)| regex.is_match(root)).map(|(_, value)| value);
        literal.or_else(pattern)
    }
}

/// Whether a value of `convert_to` makes answers sensitive.
pub(in crate::lookup) fn converts_to_sensitive(conversion: &Value) -> bool {
    let name = match conversion {
        Value::Array(arguments) => arguments.first(),
        name => Some(name),
    };
    let name = name.and_then(Value::as_text).unwrap_or_default().trim_start();
    // `Sensitive[String]` as well, but not the type of another name that begins like this.
    name.strip_prefix("Sensitive")
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == ':'))
}

/// The options of one key.
#[derive(Debug, Default)]
pub(super) struct KeyOptions {
    pub(super) merge: Option<Value>,
    pub(super) convert_to: Option<Value>,
}

impl KeyOptions {
    /// The options of a key among those that apply.
    pub(super) fn find(options: Option<&LookupOptions>, root: &str) -> Result<Self, LookupError> {
        let Some(value) = options.and_then(|options| options.find(root)) else { return Ok(Self::default()) };
        match value {
            Value::Bool(false) => Ok(Self::default()),
            Value::Hash(_) => Ok(Self {
                merge: value.get("merge").cloned(),
                convert_to: value.get("convert_to").filter(|value| !matches!(value, Value::Nil)).cloned(),
            }),
            // In Ruby, indexing a string with the name of an option finds the name inside the string.
            Value::Text(text) => {
                let option = |name: &str| text.contains(name).then(|| Value::text(name));
                Ok(Self { merge: option("merge"), convert_to: option("convert_to") })
            }
            other => Err(LookupError::mismatch(format!(
                "the lookup_options of `{root}` must be a hash, got {}",
                other.class()
            ))),
        }
    }

    /// Whether the answer becomes a sensitive value.
    pub(super) fn is_sensitive(&self) -> bool {
        self.convert_to.as_ref().is_some_and(converts_to_sensitive)
    }

    /// The strategy in the options.
    pub(super) fn strategy(&self) -> Result<Option<Strategy>, LookupError> {
        self.merge.as_ref().map_or(Ok(None), Strategy::from_value)
    }
}
