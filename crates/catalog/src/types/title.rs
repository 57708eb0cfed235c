//! The values of attributes that titles give: patterns with a group for each attribute.
//!
//! Invariant: the first pattern that matches decides, as in Puppet. This module does not know the attributes of types.

use modelwright_evaluation::evaluate::Regex;
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// How many matches are remembered; further titles are matched each time.
const REMEMBERED: usize = 1 << 14;

/// The length of the longest title that is remembered, in bytes.
const REMEMBERED_LENGTH: usize = 200;

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

/// The patterns of a type, in their order.
#[derive(Debug, Clone)]
pub(super) struct TitlePatterns {
    patterns: Vec<TitlePattern>,
    // The nodes of a site have mostly the same titles, each of which is matched several times for a catalog. Without
    // this, the matches took a quarter of the time of `catalog check`.
    matches: Arc<RwLock<FxHashMap<Box<str>, Option<TitleMatch>>>>,
}

/// Which pattern matches a title, and the spans of its groups.
#[derive(Debug, Clone)]
struct TitleMatch {
    pattern: usize,
    groups: Arc<[Option<(usize, usize)>]>,
}

/// What titles of a type mean.
#[derive(Debug, Clone)]
pub(super) enum Titles {
    /// The title is the value of the only key.
    Whole,
    /// Patterns.
    Patterns(TitlePatterns),
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
            Self::Patterns(patterns) => patterns.parts(title),
        }
    }
}

impl TitlePatterns {
    pub(super) fn new(pattern: TitlePattern) -> Self {
        Self { patterns: vec![pattern], matches: Arc::default() }
    }

    pub(super) fn push(&mut self, pattern: TitlePattern) {
        self.patterns.push(pattern);
        // Titles that no pattern has matched may match this one.
        self.matches = Arc::default();
    }

    fn parts<'t>(&'t self, title: &'t str) -> TitleParts<'t> {
        let Some(TitleMatch { pattern, groups }) = self.find(title) else { return TitleParts::Mismatch };
        let keys = self.patterns[pattern].keys.iter().map(|key| &**key);
        let groups = groups.iter().map(|span| span.and_then(|(from, to)| title.get(from..to)));
        TitleParts::Known(keys.zip(groups).collect())
    }

    fn find(&self, title: &str) -> Option<TitleMatch> {
        if let Some(known) = self.matches.read().unwrap_or_else(PoisonError::into_inner).get(title) {
            return known.clone();
        }
        let found = self.patterns.iter().enumerate().find_map(|(position, pattern)| {
            let spans = pattern.regex.spans(title)?;
            Some(TitleMatch { pattern: position, groups: spans.into_iter().skip(1).collect() })
        });
        if title.len() <= REMEMBERED_LENGTH {
            let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
            if matches.len() < REMEMBERED {
                matches.insert(title.into(), found.clone());
            }
        }
        found
    }
}
