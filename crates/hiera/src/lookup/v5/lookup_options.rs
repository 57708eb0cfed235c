//! `lookup_options`: options in the data that determine how values of keys are merged and converted.
//!
//! Source: `puppet/pops/lookup/lookup_adapter.rb`. The options of all levels and layers are merged like a hash; the
//! data of a module may have options only for the module's own keys. This file does not search for options.

use super::super::error::LookupError;
use super::super::origin::FileIndex;
use super::strategy::Strategy;
use crate::store::{Hash, TextKey, Value};
use modelwright_evaluation::evaluate::Regex;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The key that contains the options; no lookup returns its value.
pub(crate) const KEY: &str = "lookup_options";
/// The maximum number of sets of options in the cache.
const MAX_CACHED: usize = 1_000;

/// What options apply to: one key, or all keys that match a pattern.
pub(in crate::lookup) enum OptionsName<'n> {
    Key(&'n str),
    Pattern(Regex),
}

impl<'n> OptionsName<'n> {
    /// Parses a key in `lookup_options`, which is a pattern if it begins with `^`.
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

    /// Whether the options apply to a key, in which dots do not separate segments.
    pub(in crate::lookup) fn applies_to(&self, key: &str) -> bool {
        match self {
            OptionsName::Key(name) => *name == key,
            OptionsName::Pattern(pattern) => pattern.is_match(key),
        }
    }
}

/// Options by key, and options by pattern.
#[derive(Debug)]
pub(in crate::lookup) struct LookupOptions {
    keys: Hash,
    patterns: Vec<(Regex, Value)>,
}

/// Options, `None` if there are none, or the reason for which they are invalid.
pub(super) type OptionsResult = Result<Option<Arc<LookupOptions>>, LookupError>;

/// The files that contain options, each with the number of its layer.
pub(super) type Origins = Vec<(usize, FileIndex)>;

/// Options by the files that contain them.
#[derive(Debug, Default)]
pub(in crate::lookup) struct Cache(Mutex<FxHashMap<Origins, OptionsResult>>);

impl Cache {
    /// The cached options of these files.
    pub(super) fn get(&self, files: &Origins) -> Option<OptionsResult> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(files).cloned()
    }

    /// Caches the options that these files contain, unless the cache is full.
    pub(super) fn insert(&self, files: Origins, options: OptionsResult) {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() < MAX_CACHED {
            cached.insert(files, options);
        }
    }
}

impl LookupOptions {
    /// Separates options for keys from options for patterns, and compiles the patterns.
    pub(super) fn compile(options: Option<Hash>) -> OptionsResult {
        let Some(options) = options else { return Ok(None) };
        let (mut keys, mut patterns) = (Hash::default(), Vec::new());
        for (key, value) in options {
            let Some(name) = key.as_text() else {
                return Err(LookupError::mismatch("all lookup_options keys must be strings"));
            };
            // The pattern is taken out first, because `name` borrows `key`, which the other case moves.
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

    /// The options that apply to a key, whose first segment is `root`.
    fn find(&self, root: &str) -> Option<&Value> {
        match self.keys.get(&TextKey(root)) {
            // If the options under the key itself are nil, Puppet tries the patterns.
            None | Some(Value::Nil) => {
                let (_, options) = self.patterns.iter().find(|(regex, _)| regex.is_match(root))?;
                Some(options)
            }
            Some(options) => Some(options),
        }
    }
}

/// Whether a value of `convert_to` makes answers sensitive.
pub(in crate::lookup) fn converts_to_sensitive(conversion: &Value) -> bool {
    let name = match conversion {
        Value::Array(arguments) => arguments.first(),
        name => Some(name),
    };
    let name = name.and_then(Value::as_text).unwrap_or_default().trim_start();
    // `Sensitive[String]` counts, but not another type whose name begins with `Sensitive`.
    name.strip_prefix("Sensitive")
        .is_some_and(|following| !following.starts_with(|c: char| c.is_alphanumeric() || c == ':'))
}

/// The options of one key.
#[derive(Debug, Default)]
pub(super) struct KeyOptions {
    pub(super) merge: Option<Value>,
    pub(super) convert_to: Option<Value>,
}

impl KeyOptions {
    /// The options for a key, whose first segment is `root`.
    pub(super) fn find(options: Option<&LookupOptions>, root: &str) -> Result<Self, LookupError> {
        let Some(value) = options.and_then(|options| options.find(root)) else { return Ok(Self::default()) };
        match value {
            Value::Nil | Value::Bool(false) => Ok(Self::default()),
            Value::Hash(_) => Ok(Self {
                merge: value.get("merge").cloned(),
                convert_to: value.get("convert_to").filter(|value| !matches!(value, Value::Nil)).cloned(),
            }),
            // In Ruby, a string indexed with the name of an option returns this name if the string contains it.
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

    /// Whether the answer is converted to a sensitive value.
    pub(super) fn is_sensitive(&self) -> bool {
        self.convert_to.as_ref().is_some_and(converts_to_sensitive)
    }

    /// The merge strategy that the options specify.
    pub(super) fn strategy(&self) -> Result<Option<Strategy>, LookupError> {
        self.merge.as_ref().map_or(Ok(None), Strategy::from_value)
    }
}
