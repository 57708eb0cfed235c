//! Regular expressions: Ruby's notation, matched in linear time.
//!
//! The notation is translated to that of an engine whose time is linear in the text. Features that such an engine
//! does not support (look-around, back-references, atomic groups, possessive repetition) are rejected by name.

use super::translate::{Translation, translate};
use regex::{Captures, RegexBuilder};
use std::sync::Arc;

/// The size limits of compiled expressions, in ascending order: the first sufficient one determines the cost.
const SIZES: [u32; 7] = [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];

/// The smallest cache of the engine.
const MIN_CACHE: usize = 1 << 15;

/// A regular expression.
#[derive(Debug)]
pub struct Regex {
    source: Arc<str>,
    engine: regex::Regex,
    /// The groups that implement `\Z`, which are hidden from the author.
    ends: Vec<usize>,
    /// The sufficient size limit.
    size: u32,
    /// Whether a match can be arbitrarily long.
    endless: bool,
    /// Whether some groups have names.
    named: bool,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        // Expressions that are values have no flags, so their sources decide.
        self.source == other.source
    }
}

/// The spans of a match and its groups.
pub(super) type GroupSpans = Vec<Option<(usize, usize)>>;

impl Regex {
    /// Compiles an expression in Ruby's notation.
    ///
    /// # Errors
    /// Why it is invalid, or cannot be matched in linear time.
    pub fn new(source: &str) -> Result<Self, String> {
        Self::with_flags(source, "")
    }

    /// Compiles an expression with Ruby's flags `i`, `m`, `x`; or reports why it is invalid.
    pub(super) fn with_flags(source: &str, flags: &str) -> Result<Self, String> {
        Self::within(source, flags, usize::MAX)
    }

    /// Compiles an expression from a document, at a cost that is proportional to its length; or reports why it is
    /// invalid.
    pub(super) fn from_document(source: &str) -> Result<Self, String> {
        // Few characters may denote all letters several times.
        Self::within(source, "", source.len().saturating_add(64).saturating_mul(1 << 12))
    }

    fn within(source: &str, flags: &str, max: usize) -> Result<Self, String> {
        let Translation { text, ends, endless, named } = translate(source, flags.contains('x'))?;
        let build = |size: u32| {
            RegexBuilder::new(&text)
                // In Ruby, `^` and `$` match at each line, and `m` makes `.` match line breaks.
                .multi_line(true)
                .case_insensitive(flags.contains('i'))
                .dot_matches_new_line(flags.contains('m'))
                .size_limit(size as usize)
                .dfa_size_limit(MIN_CACHE.max(size as usize * 2))
                .nest_limit(100)
                .build()
        };
        let mut too_large = String::new();
        // The limits grow by the factor four, so the failed attempts together cost less than the last one.
        for size in SIZES.into_iter().filter(|size| *size as usize <= max) {
            match build(size) {
                Ok(engine) => {
                    return Ok(Self { source: Arc::from(source), engine, ends, size, endless, named });
                }
                Err(regex::Error::CompiledTooBig(_)) => "it is too large".clone_into(&mut too_large),
                Err(error) => return Err(explain(&error)),
            }
        }
        Err(too_large)
    }

    /// Its size in bytes, with the caches of the engine.
    pub(super) fn bytes(&self) -> usize {
        (1 << 13) + self.size as usize * 8
    }

    /// The cost of compiling it, beyond parsing.
    pub(super) fn making(&self) -> u64 {
        u64::from(self.size / 64)
    }

    /// The cost of searching a text of this length: the engine may try the complete expression at each character.
    pub(super) fn search_cost(&self, length: usize) -> u64 {
        1 + (length as u64).saturating_mul(u64::from(self.size)) / (1 << 14)
    }

    /// The cost of searching 16 bytes.
    pub(super) fn cost(&self) -> u32 {
        (self.size >> 10).max(1)
    }

    /// How far beyond a match the engine may have read.
    pub(super) fn reach(&self) -> usize {
        // Without repetition, each matching character has its own state in the compiled expression.
        if self.endless { usize::MAX } else { self.size as usize / 16 }
    }

    /// The source of the expression.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it matches somewhere in a text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.engine.is_match(text)
    }

    /// The first match at or behind a position.
    pub(super) fn find_at(&self, text: &str, at: usize) -> Option<GroupSpans> {
        self.engine.captures_at(text, at).map(|found| self.places(&found))
    }

    /// Whether some groups have names.
    pub(super) fn is_named(&self) -> bool {
        self.named
    }

    fn places(&self, found: &Captures<'_>) -> GroupSpans {
        let spans = |at: usize| found.get(at).map(|group| (group.start(), group.end()));
        // A hidden group has matched the line break before the end, which no visible group may contain.
        let end = self.ends.iter().find_map(|at| spans(*at)).map(|(start, _)| start);
        let kept = (0..found.len()).filter(|at| !self.ends.contains(at));
        kept.map(|at| spans(at).map(|(from, to)| (from, end.map_or(to, |end| to.min(end).max(from)))))
            .collect()
    }

    /// The numbers of named groups.
    pub(super) fn group(&self, name: &str) -> Option<usize> {
        let at = self.engine.capture_names().position(|known| known == Some(name))?;
        // The groups before it that implement `\Z` have no numbers in `places`.
        Some(at - self.ends.iter().filter(|end| **end < at).count())
    }
}

fn explain(error: &regex::Error) -> String {
    let text = error.to_string();
    // The lines before show the translated expression, which the author has not written.
    let last = text.lines().last().unwrap_or("").trim();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}
