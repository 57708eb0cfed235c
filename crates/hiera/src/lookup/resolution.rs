//! How the values of several levels are combined into an answer.

use super::error::LookupError;
use super::json::read_value;
use super::merge::{Behavior, Merge};
use super::v5::strategy::Strategy;
use crate::generated::bindings::MergeBehavior;
use crate::store::{Hash, RubyKind, Value};
use modelwright_metamodel::diagnostic::Source;

/// How the values of several levels are combined into an answer.
#[derive(Debug)]
pub enum Resolution {
    /// The value of the highest level.
    Priority,
    /// The elements of all levels, without duplicates.
    Array,
    /// The hashes of all levels, merged as the configuration requires.
    Hash,
    /// The hashes of all levels, merged with the options of the query.
    Merge(MergeOptions),
    /// A merge strategy of version 5. Older versions use the most similar one of their own.
    Strategy(Strategy),
}

/// How hashes are merged. If the options exclude each other, lookups that merge fail, as in Ruby.
#[derive(Debug)]
pub struct MergeOptions(pub(super) Result<Merge, LookupError>);

impl Resolution {
    /// The resolution with a name: `priority`, `array` or `hash`, or a strategy of version 5.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "priority" => Some(Resolution::Priority),
            "array" => Some(Resolution::Array),
            // For an environment, `Resolution::Hash` means the strategy `hash` of version 5.
            "hash" => Some(Resolution::Hash),
            "first" | "unique" | "deep" | "unconstrained_deep" | "reverse_deep" => {
                Strategy::from_name(name).map(Resolution::Strategy)
            }
            _ => None,
        }
    }

    /// The resolution for a text, which is a name or a hash of options in JSON.
    ///
    /// # Errors
    /// If the text is neither, or if the options exclude each other.
    pub fn from_text(text: &str) -> Result<Self, String> {
        if let Some(resolution) = Self::from_name(text) {
            return Ok(resolution);
        }
        // If the text is not JSON, this is nil. The error for nil lists the names that are allowed.
        let value = read_value(&Source::new("resolution", text)).unwrap_or_default();
        match Self::from_value(&value)? {
            // In a query, options that exclude each other make the lookup fail, as in Ruby. On the command line they
            // are reported at once.
            Resolution::Merge(MergeOptions(Err(error))) => Err(error.to_string()),
            resolution => Ok(resolution),
        }
    }

    /// The resolution for a value, which is a name or a hash of options. With the key `strategy`, the options are those
    /// of version 5, otherwise those of `deep_merge`.
    ///
    /// # Errors
    /// If the value is neither, or if the strategy does not have these options.
    pub fn from_value(value: &Value) -> Result<Self, String> {
        match value {
            Value::Hash(_) if value.get("strategy").is_some() => {
                let strategy = Strategy::from_value(value).map_err(|error| error.to_string())?;
                Ok(strategy.map_or(Resolution::Priority, Resolution::Strategy))
            }
            Value::Hash(options) => Ok(Self::from_options(options)),
            value => value.as_text().and_then(Self::from_name).ok_or_else(|| {
                let names = "priority, array, hash, first, unique, deep";
                format!("expected {names}, or a hash of options in JSON")
            }),
        }
    }

    /// The resolution for a hash with `behavior` and the options of `deep_merge`, such as `knockout_prefix`.
    #[must_use]
    pub fn from_options(options: &Hash) -> Self {
        let mut behavior = Behavior::Native;
        let mut options_by_symbol = Hash::default();
        for (key, value) in options {
            match key.as_text() {
                Some("behavior") => behavior = Behavior::from_name(value.as_text().unwrap_or_default()),
                Some(name) => {
                    // `deep_merge` reads only options whose names are symbols.
                    options_by_symbol.insert(Value::Ruby(RubyKind::Symbol, name.into()), value.clone());
                }
                None => {}
            }
        }
        Resolution::Merge(MergeOptions(Merge::new(behavior, &options_by_symbol)))
    }

    /// The name of the resolution, such as `priority`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Resolution::Strategy(strategy) => strategy.name(),
            Resolution::Priority => "priority",
            Resolution::Array => "array",
            Resolution::Hash | Resolution::Merge(_) => "hash",
        }
    }
}

/// How hashes must be merged in version 5 to be merged as a configuration of version 3 does: the name of a strategy, or
/// a hash of options.
pub(super) fn hash_strategy(behavior: MergeBehavior, options: &Value) -> Value {
    if behavior == MergeBehavior::Native {
        return Value::text("hash");
    }
    let mut strategy = Hash::default();
    strategy.insert(Value::text("strategy"), Value::text("deep"));
    if behavior == MergeBehavior::Deep {
        strategy.insert(Value::text("preserve_unmergeables"), Value::Bool(true));
    }
    if let Value::Hash(options) = options {
        // In version 3, options whose names are strings have no effect.
        let effective_options = options.iter().filter_map(|(name, value)| match name {
            Value::Ruby(RubyKind::Symbol, name) => Some((Value::Text(name.clone()), value.clone())),
            _ => None,
        });
        strategy.extend(effective_options);
    }
    let is_usual = |name: &Value| {
        ["strategy", "knockout_prefix", "merge_hash_arrays", "sort_merged_arrays"]
            .map(Value::text)
            .contains(name)
    };
    // `deep` rejects unusual options, whereas `unconstrained_deep` passes all options to the library.
    if !strategy.keys().all(is_usual) {
        strategy.insert(Value::text("strategy"), Value::text("unconstrained_deep"));
    }
    if strategy.len() == 1 { Value::text("deep") } else { Value::Hash(strategy) }
}
