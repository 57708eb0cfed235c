//! The values of attributes that titles give: patterns with a group for each attribute.
//!
//! Invariant: the first pattern that matches decides, as in Puppet. This module does not know the attributes of types.

use modelwright_evaluation::evaluate::Regex;
use std::sync::Arc;

/// A pattern of titles.
#[derive(Debug, Clone)]
pub struct TitlePattern {
    regex: Arc<Regex>,
    /// The attributes whose values the groups are.
    keys: Vec<Box<str>>,
}

impl TitlePattern {
    /// A pattern in Ruby's notation with Ruby's flags, whose groups are the values of attributes.
    ///
    /// # Errors
    /// Why the pattern is invalid.
    pub fn new(source: &str, flags: &str, keys: Vec<Box<str>>) -> Result<Self, String> {
        Ok(Self { regex: Arc::new(Regex::with_flags(source, flags)?), keys })
    }
}

/// What titles of a type mean.
#[derive(Debug, Clone)]
pub(super) enum Titles {
    /// The title is the value of the only key.
    Whole,
    /// Patterns in their order.
    Patterns(Vec<TitlePattern>),
    /// Code that is not run.
    Computed,
}

/// What a title means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleParts<'t> {
    /// The values of attributes; a group that is not in the match has none.
    Known(Vec<(&'t str, Option<&'t str>)>),
    /// Puppet rejects the title, because no pattern matches it.
    Mismatch,
    /// The type computes it in Ruby.
    Unknown,
}

impl Titles {
    pub(super) fn parts<'t>(&'t self, key: Option<&'t str>, title: &'t str) -> TitleParts<'t> {
        match self {
            Self::Whole => TitleParts::Known(key.map(|key| (key, Some(title))).into_iter().collect()),
            Self::Computed => TitleParts::Unknown,
            Self::Patterns(patterns) => {
                let found = patterns.iter().find_map(|pattern| Some((pattern, pattern.regex.groups(title)?)));
                let Some((pattern, groups)) = found else { return TitleParts::Mismatch };
                let keys = pattern.keys.iter().map(|key| &**key);
                TitleParts::Known(keys.zip(groups.into_iter().skip(1)).collect())
            }
        }
    }
}
