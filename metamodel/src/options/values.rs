//! The values that a user set, under the names of their options.

use super::{OptionKind, OptionSpec};
use std::collections::BTreeMap;
use std::fmt;

/// One value of an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(usize),
    /// A text, or the name of a choice.
    Text(String),
    /// A key and a text.
    Pair(String, String),
}

impl fmt::Display for OptionValue {
    /// In the user's spelling.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(on) => on.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Pair(key, text) => write!(f, "{key}={text}"),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(is_on: bool) -> Self {
        Self::Flag(is_on)
    }
}

impl From<usize> for OptionValue {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for OptionValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for OptionValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<(&str, &str)> for OptionValue {
    fn from((key, text): (&str, &str)) -> Self {
        Self::Pair(key.to_owned(), text.to_owned())
    }
}

/// The options that a user set, in order of their names. Options that were not set are absent.
///
/// The getters return `None`, `false` or an empty list for an option that is absent or of another kind:
/// [`super::check`] reports the latter beforehand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct OptionValues {
    // The options are sorted, so that results do not depend on the order in which options were given.
    values: BTreeMap<String, Vec<OptionValue>>,
}

impl OptionValues {
    /// No options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value to an option, after the values that the option already has.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<OptionValue>) -> Self {
        self.push(name, value);
        self
    }

    /// Adds a value of an option, after those that it already has.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<OptionValue>) {
        self.values.entry(name.into()).or_default().push(value.into());
    }

    /// Whether no option is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether an option is set.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// All options that have values, in order of their names; each has at least one value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[OptionValue])> {
        self.values.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// The values of an option, in the order in which they were given.
    #[must_use]
    pub fn all(&self, name: &str) -> &[OptionValue] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a flag is on.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.switch(name).unwrap_or(false)
    }

    /// Whether a switch is on or off; `None` if it is not set.
    #[must_use]
    pub fn switch(&self, name: &str) -> Option<bool> {
        // The last value counts, as on command lines.
        match self.all(name).last() {
            Some(OptionValue::Flag(on)) => Some(*on),
            _ => None,
        }
    }

    /// The number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        match self.all(name).last() {
            Some(OptionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The text, or the name of the choice.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        // Of several values, the last one takes precedence.
        self.texts(name).next_back()
    }

    /// All texts of an option that may be repeated.
    pub fn texts(&self, name: &str) -> impl DoubleEndedIterator<Item = &str> {
        self.all(name).iter().filter_map(|value| match value {
            OptionValue::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// All pairs of an option that may be repeated.
    pub fn pairs(&self, name: &str) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        self.all(name).iter().filter_map(|value| match value {
            OptionValue::Pair(key, text) => Some((key.as_str(), text.as_str())),
            _ => None,
        })
    }
}

/// The values of options that are not set.
#[must_use]
pub fn defaults(specs: &[OptionSpec]) -> OptionValues {
    let mut values = OptionValues::new();
    for spec in specs {
        // Declared defaults are valid, so parsing never fails here.
        if let Some(Ok(value)) = spec.default.map(|text| spec.parse(text)) {
            values.push(spec.name, value);
        }
    }
    values
}

impl OptionSpec {
    /// Whether a value is of the option's kind, and passes its check.
    ///
    /// # Errors
    /// What was expected instead, as `expected …`.
    pub fn accepts(&self, value: &OptionValue) -> Result<(), String> {
        let is_of_kind = match self.kind {
            OptionKind::Flag | OptionKind::Switch { .. } => matches!(value, OptionValue::Flag(_)),
            OptionKind::Number => matches!(value, OptionValue::Number(_)),
            OptionKind::Text(_) | OptionKind::Choice(_) | OptionKind::Metamodel => {
                matches!(value, OptionValue::Text(_))
            }
            OptionKind::Pair { .. } => matches!(value, OptionValue::Pair(..)),
        };
        match (is_of_kind, self.kind) {
            // The value may have been created by a program, so its text is checked like that of a user.
            (true, _) => self.parse(&value.to_string()).map(|_| ()),
            (false, OptionKind::Text(_)) => Err("expected a string".to_owned()),
            // The value is of the wrong kind; parsing an empty text returns the description of the expected one.
            (false, _) => self.parse("").map(|_| ()),
        }
    }
}
