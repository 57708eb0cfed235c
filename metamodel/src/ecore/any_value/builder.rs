//! Builds values of any kind from parts in the order of a text.
//!
//! Invariant: no recursion; a value is nested at most [`MAX_LEVELS`] deep, and no map has a key twice. This module does not
//! know syntaxes.

use super::{AnyValue, MAX_LEVELS};
use indexmap::IndexMap;
use std::fmt;

/// The reason why a text is not a value of any kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyValueError {
    /// The text is not in the syntax of JSON.
    Syntax(String),
    /// A map has this key twice.
    DuplicateKey(String),
    /// Lists and maps are nested too deep.
    TooDeep,
}

impl fmt::Display for AnyValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyValueError::Syntax(reason) => write!(f, "it is not valid JSON: {reason}"),
            AnyValueError::DuplicateKey(key) => write!(f, "a map has the key `{key}` twice"),
            AnyValueError::TooDeep => {
                write!(f, "its lists and maps are nested more than {MAX_LEVELS} levels deep")
            }
        }
    }
}

impl std::error::Error for AnyValueError {}

/// A value that is being built.
#[derive(Debug, Default)]
pub struct AnyValueBuilder {
    /// The collections that are not closed yet, the innermost last.
    open_collections: Vec<OpenCollection>,
    /// The outermost value, once it is complete.
    result: Option<AnyValue>,
}

#[derive(Debug)]
enum OpenCollection {
    List(Vec<AnyValue>),
    /// The entries so far, and the key of the next one.
    Map(IndexMap<String, AnyValue>, String),
}

impl AnyValueBuilder {
    /// Opens a list.
    ///
    /// # Errors
    /// If collections are nested too deep.
    pub fn begin_list(&mut self) -> Result<(), AnyValueError> {
        self.begin(OpenCollection::List(Vec::new()))
    }

    /// Opens a map.
    ///
    /// # Errors
    /// If collections are nested too deep.
    pub fn begin_map(&mut self) -> Result<(), AnyValueError> {
        self.begin(OpenCollection::Map(IndexMap::new(), String::new()))
    }

    /// Opens a collection.
    fn begin(&mut self, collection: OpenCollection) -> Result<(), AnyValueError> {
        // The depth is checked here, so that no input creates a deeper value.
        if self.open_collections.len() == MAX_LEVELS {
            return Err(AnyValueError::TooDeep);
        }
        self.open_collections.push(collection);
        Ok(())
    }

    /// Sets the key of the next value in a map.
    ///
    /// # Errors
    /// If the map has the key already.
    pub fn key(&mut self, key: &str) -> Result<(), AnyValueError> {
        if let Some(OpenCollection::Map(entries, next_key)) = self.open_collections.last_mut() {
            if entries.contains_key(key) {
                return Err(AnyValueError::DuplicateKey(key.to_owned()));
            }
            key.clone_into(next_key);
        }
        Ok(())
    }

    /// Closes the innermost list or map.
    pub fn end(&mut self) {
        match self.open_collections.pop() {
            Some(OpenCollection::List(items)) => self.value(AnyValue::List(items)),
            Some(OpenCollection::Map(entries, _)) => self.value(AnyValue::Map(entries)),
            None => {}
        }
    }

    /// Adds a value to the innermost open collection. If no collection is open, the value is the result.
    pub fn value(&mut self, value: AnyValue) {
        match self.open_collections.last_mut() {
            Some(OpenCollection::List(items)) => items.push(value),
            Some(OpenCollection::Map(entries, key)) => {
                entries.insert(std::mem::take(key), value);
            }
            None => self.result = Some(value),
        }
    }

    /// Whether the innermost open collection is a map; `None` if nothing is open.
    #[must_use]
    pub fn is_in_map(&self) -> Option<bool> {
        self.open_collections.last().map(|open| matches!(open, OpenCollection::Map(..)))
    }

    /// The value, once everything that was opened is closed.
    #[must_use]
    pub fn finish(self) -> Option<AnyValue> {
        self.result.filter(|_| self.open_collections.is_empty())
    }
}
