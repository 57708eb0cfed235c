//! The values of attributes that follow from titles: patterns with a group for each attribute.
//!
//! Invariant: as in Puppet, the first pattern that matches is used. This module does not know the attributes of types.

use modelwright_evaluation::evaluate::Regex;
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The maximum number of matches that are cached; further titles are matched each time.
const MAX_CACHED: usize = 1 << 14;

/// The length of the longest title whose match is cached, in bytes.
const MAX_CACHED_LENGTH: usize = 200;

/// A pattern of titles.
#[derive(Debug, Clone)]
pub struct TitlePattern {
    regex: Arc<Regex>,
    /// The attributes whose values are in the groups.
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

/// The patterns of a type, in their order.
#[derive(Debug, Clone)]
pub(super) struct TitlePatterns {
    patterns: Vec<TitlePattern>,
    // A cache, because most titles occur in the catalogs of many nodes, and each is matched several times for a
    // catalog. Without it, the matches took a quarter of the time of `catalog check`.
    matches: Arc<RwLock<FxHashMap<Box<str>, Option<TitleMatch>>>>,
}

/// The pattern that matches a title, and the spans of its groups.
#[derive(Debug, Clone)]
struct TitleMatch {
    pattern: usize,
    groups: Arc<[Option<(usize, usize)>]>,
}

/// How the titles of a type determine the values of attributes.
#[derive(Debug, Clone)]
pub(super) enum Titles {
    /// The title is the value of the only key.
    Whole,
    /// The first pattern that matches determines the values.
    Patterns(TitlePatterns),
    /// Code that is not run computes the values.
    Computed,
}

/// The values of attributes that follow from a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TitleParts<'t> {
    /// The names of attributes with their values; `None` for a group that is not in the match.
    Known(Vec<(&'t str, Option<&'t str>)>),
    /// Puppet rejects the title, because no pattern matches it.
    Mismatch,
    /// Ruby code computes the values.
    Unknown,
}

impl Titles {
    /// The values that follow from a title; `key` is the only key of the type, if it has one key.
    pub(super) fn parts<'t>(&'t self, key: Option<&'t str>, title: &'t str) -> TitleParts<'t> {
        match self {
            Self::Whole => TitleParts::Known(key.map(|key| (key, Some(title))).into_iter().collect()),
            Self::Computed => TitleParts::Unknown,
            Self::Patterns(patterns) => patterns.parts(title),
        }
    }
}

impl TitlePatterns {
    /// The patterns of a type with one pattern.
    pub(super) fn new(pattern: TitlePattern) -> Self {
        Self { patterns: vec![pattern], matches: Arc::default() }
    }

    /// Adds a pattern, which is tried after the others.
    pub(super) fn push(&mut self, pattern: TitlePattern) {
        self.patterns.push(pattern);
        // Titles that no earlier pattern matches may match the new one.
        self.matches = Arc::default();
    }

    /// The keys of the first pattern that matches a title, each with its part of the title.
    fn parts<'t>(&'t self, title: &'t str) -> TitleParts<'t> {
        let Some(TitleMatch { pattern, groups }) = self.find(title) else { return TitleParts::Mismatch };
        let keys = self.patterns[pattern].keys.iter().map(|key| &**key);
        let groups = groups.iter().map(|span| span.and_then(|(from, to)| title.get(from..to)));
        TitleParts::Known(keys.zip(groups).collect())
    }

    /// The first match of a title, from the cache if possible.
    fn find(&self, title: &str) -> Option<TitleMatch> {
        if let Some(cached) = self.matches.read().unwrap_or_else(PoisonError::into_inner).get(title) {
            return cached.clone();
        }
        let title_match = self.patterns.iter().enumerate().find_map(|(position, pattern)| {
            let spans = pattern.regex.spans(title)?;
            // The first span is that of the complete match.
            Some(TitleMatch { pattern: position, groups: spans.into_iter().skip(1).collect() })
        });
        if title.len() <= MAX_CACHED_LENGTH {
            let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
            if matches.len() < MAX_CACHED {
                matches.insert(title.into(), title_match.clone());
            }
        }
        title_match
    }
}
