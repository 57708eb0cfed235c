//! The merge strategies of version 5, which combine the values of several places into one.
//!
//! Source: `puppet/pops/merge_strategy.rb`. This module does not know where values come from.

use super::super::error::LookupError;
use super::super::merge::{Behavior, Merge};
use super::super::ruby::flatten;
use crate::store::{Hash, RubyKind, Value};
use rustc_hash::FxHashSet;

/// A merge strategy.
#[derive(Debug)]
pub enum Strategy {
    /// The first value.
    First,
    /// The elements of all values, without duplicates.
    Unique,
    /// The hashes of all values. For each key, the value of the first hash that has it.
    Hash,
    /// All values, merged recursively.
    Deep(DeepMerge),
}

/// A recursive merge.
#[derive(Debug)]
pub struct DeepMerge {
    /// The merge, or the reason for which its options are invalid.
    merge: Result<Merge, LookupError>,
    /// Whether later values take precedence over earlier ones.
    is_reversed: bool,
}

impl DeepMerge {
    /// The merge, or the error because of its options.
    pub(in crate::lookup) fn merge(&self) -> Result<&Merge, &LookupError> {
        self.merge.as_ref()
    }

    /// Merges two values; `first` is that of the higher level.
    fn merge_values(&self, first: Value, second: Value) -> Result<Value, LookupError> {
        let (source, target) = if self.is_reversed { (second, first) } else { (first, second) };
        self.merge.as_ref().map_err(Clone::clone)?.merge_values(source, target)
    }
}

/// The options that the strategy `deep` accepts.
const DEEP_OPTIONS: [&str; 4] = ["knockout_prefix", "merge_debug", "merge_hash_arrays", "sort_merged_arrays"];

impl Strategy {
    /// The prefix of texts that remove elements of lower levels, if there is a prefix.
    pub(in crate::lookup) fn knockout_prefix(&self) -> Option<&str> {
        match self {
            Strategy::Deep(deep) => deep.merge.as_ref().ok()?.knockout_prefix(),
            _ => None,
        }
    }

    /// The strategy with a name.
    pub(in crate::lookup) fn from_name(name: &str) -> Option<Self> {
        match name {
            "first" | "default" => Some(Strategy::First),
            "unique" => Some(Strategy::Unique),
            "hash" => Some(Strategy::Hash),
            // Only options can make the creation of these strategies fail, and there are none.
            "deep" | "unconstrained_deep" | "reverse_deep" => deep_strategy(name, &Hash::default()).ok(),
            _ => None,
        }
    }

    /// The strategy for a value, which is a name or a hash with `strategy` and options; `None` if the value requests
    /// Puppet's default.
    ///
    /// # Errors
    /// If Puppet rejects the strategy or its options.
    pub(crate) fn from_value(value: &Value) -> Result<Option<Self>, LookupError> {
        let strategy_named = |name: &str| {
            Self::from_name(name).ok_or_else(|| invalid_strategy(format!("Unknown merge strategy: '{name}'")))
        };
        let options = match value {
            Value::Nil | Value::Bool(false) => return Ok(None),
            Value::Text(name) => return strategy_named(name).map(Some),
            Value::Hash(options) => options,
            other => return Err(invalid_strategy(format!("Unknown merge strategy: '{}'", other.class()))),
        };
        let Some(Value::Text(name)) = value.get("strategy") else {
            return Err(invalid_strategy(
                "The hash given as 'merge' must contain the name of a strategy in string form for the key 'strategy'",
            ));
        };
        let strategy = strategy_named(name)?;
        if options.len() == 1 {
            return Ok(Some(strategy));
        }
        let allowed: &[&str] = match &**name {
            // Puppet validates only the options of `deep`. The options of the other two go to the library unchecked.
            "deep" => &DEEP_OPTIONS,
            "unconstrained_deep" | "reverse_deep" => return deep_strategy(name, options).map(Some),
            _ => &[],
        };
        for (option, value) in options {
            check_option(option, value, allowed)?;
        }
        // Of the remaining strategies, only `deep` has options.
        if allowed.is_empty() { Ok(Some(strategy)) } else { deep_strategy(name, options).map(Some) }
    }

    /// The name of the strategy.
    pub(in crate::lookup) fn name(&self) -> &'static str {
        match self {
            Strategy::First => "first",
            Strategy::Unique => "unique",
            Strategy::Hash => "hash",
            Strategy::Deep(_) => "deep",
        }
    }

    /// The result if there is only one place with a value.
    pub(super) fn result_of_single(&self, value: Value) -> Value {
        match (self, value) {
            (Strategy::Unique, Value::Array(items)) => Value::Array(unique(items)),
            (_, value) => value,
        }
    }

    /// The result for the first value, if there may be further ones.
    pub(super) fn result_of_first(&self, value: Value) -> Value {
        match self {
            Strategy::Unique => Value::Array(elements(value)),
            _ => value,
        }
    }

    /// Merges the result so far, `first`, with a value of lower precedence.
    ///
    /// # Errors
    /// If a value has the wrong type, or if options exclude each other.
    pub(super) fn merge(&self, first: Value, second: Value) -> Result<Value, LookupError> {
        match self {
            Strategy::First => Ok(first),
            Strategy::Unique => {
                check_type(&first, "first", is_scalar_or_array, "a value of type Scalar or Array")?;
                check_type(&second, "second", is_scalar_or_array, "a value of type Scalar or Array")?;
                let mut items = elements(first);
                items.extend(elements(second));
                Ok(Value::Array(unique(items)))
            }
            Strategy::Hash => {
                check_type(&first, "first", is_data_hash, "a Hash value")?;
                check_type(&second, "second", is_data_hash, "a Hash value")?;
                let (Value::Hash(first), Value::Hash(mut second)) = (first, second) else {
                    return Ok(Value::Nil);
                };
                // `e2.merge(e1)`: the keys of the lower hash come first, but with the values of the higher one.
                second.extend(first);
                Ok(Value::Hash(second))
            }
            Strategy::Deep(deep) => deep.merge_values(first, second),
        }
    }
}

/// The strategy for a recursive merge with this name and these options.
fn deep_strategy(name: &str, options: &Hash) -> Result<Strategy, LookupError> {
    let mut options_by_symbol = Hash::default();
    // Puppet sets this option, unless the given options contain it.
    options_by_symbol.insert(symbol("preserve_unmergeables"), Value::Bool(false));
    for (key, value) in options {
        match key.as_text() {
            Some("strategy") => {}
            Some(key) if !key.is_empty() => drop(options_by_symbol.insert(symbol(key), value.clone())),
            _ => return Err(invalid_strategy("the options of a merge must have names")),
        }
    }
    // Puppet invokes `deep_merge!`, which is the behavior named `deeper` in Hiera 3.
    let merge = Merge::new(Behavior::Deeper, &options_by_symbol);
    Ok(Strategy::Deep(DeepMerge { merge, is_reversed: name == "reverse_deep" }))
}

fn symbol(name: &str) -> Value {
    Value::Ruby(RubyKind::Symbol, name.into())
}

/// Fails if Puppet rejects an option of a merge strategy.
fn check_option(option: &Value, value: &Value, allowed: &[&str]) -> Result<(), LookupError> {
    let name = option.as_text().unwrap_or_default();
    if name == "strategy" {
        return Ok(());
    }
    if !allowed.contains(&name) {
        return Err(invalid_strategy(format!("The merge options has wrong type, unrecognized key '{name}'")));
    }
    let has_type = match (name, value) {
        (_, Value::Nil) => true,
        ("knockout_prefix", value) => value.is_string(),
        (_, value) => matches!(value, Value::Bool(_)),
    };
    has_type.then_some(()).ok_or_else(|| {
        invalid_strategy(format!("The merge options has wrong type, entry '{name}' got {}", value.class()))
    })
}

/// The error of an invalid strategy or option.
fn invalid_strategy(message: impl Into<String>) -> LookupError {
    LookupError::of_ruby("ArgumentError", message)
}

/// Fails with Puppet's message if a value does not have the type that a merge expects. `position` is "first" or
/// "second".
fn check_type(
    value: &Value,
    position: &str,
    has_type: fn(&Value) -> bool,
    expected: &str,
) -> Result<(), LookupError> {
    has_type(value).then_some(()).ok_or_else(|| {
        LookupError::mismatch(format!(
            "The {position} element of the merge has wrong type, expects {expected}, got {}",
            value.class()
        ))
    })
}

/// Whether a value is of Puppet's type `Variant[Scalar, Array[Data]]`, which the strategy `unique` merges.
fn is_scalar_or_array(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(is_data),
        Value::Nil | Value::Hash(_) | Value::Sensitive(_) => false,
        // Bytes are a String in Ruby. Values of other Ruby classes are not a Scalar.
        Value::Ruby(kind, _) => *kind == RubyKind::Bytes,
        _ => true,
    }
}

/// Whether a value is of Puppet's type `Hash[String, Data]`.
fn is_data_hash(value: &Value) -> bool {
    matches!(value, Value::Hash(_)) && is_data(value)
}

/// Whether a value is of Puppet's type `Data`.
fn is_data(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(is_data),
        Value::Hash(hash) => hash.iter().all(|(key, value)| key.is_string() && is_data(value)),
        Value::Ruby(kind, _) => *kind == RubyKind::Bytes,
        Value::Sensitive(_) => false,
        _ => true,
    }
}

/// The elements of a value; nested arrays are flattened.
fn elements(value: Value) -> Vec<Value> {
    let mut out = Vec::new();
    flatten(value, &mut out);
    out
}

/// Removes repeated items, and keeps the first of each.
fn unique(mut items: Vec<Value>) -> Vec<Value> {
    let mut seen = FxHashSet::default();
    items.retain(|item| seen.insert(item.clone()));
    items
}
