//! Regular expressions: Ruby's notation, matched in linear time.
//!
//! The notation is translated to that of an engine whose time is linear in the text. Features that such an engine
//! does not support (look-around, back-references, atomic groups, possessive repetition) are rejected by name.

use super::translate::{Translation, translate};
use regex::{Captures, RegexBuilder};
use std::sync::Arc;

/// The size limits for compiled expressions, in ascending order. The first that suffices determines the cost.
const SIZES: [u32; 7] = [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];

/// The minimum size of the engine's cache, in bytes.
const MIN_CACHE: usize = 1 << 15;

/// The flags of a regular expression that has none.
pub(super) const NO_FLAGS: &str = "";

/// A regular expression.
#[derive(Debug)]
pub struct Regex {
    source: Arc<str>,
    engine: regex::Regex,
    /// The numbers of the groups that implement `\Z`; they are hidden.
    ends: Vec<usize>,
    /// The size limit, in bytes, that sufficed for the compiled expression.
    size: u32,
    /// Whether a match can be arbitrarily long.
    is_unbounded: bool,
    /// Whether some groups have names.
    has_names: bool,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        // Regular expressions that are values have no flags, so comparing the sources suffices.
        self.source == other.source
    }
}

/// The spans of a match and its groups.
pub(super) type GroupSpans = Vec<Option<(usize, usize)>>;

/// A string that matched, with the spans of its groups.
#[derive(Debug)]
pub struct Match {
    pub(super) text: Arc<str>,
    pub(super) groups: GroupSpans,
}

impl Regex {
    /// Compiles an expression in Ruby's notation.
    ///
    /// # Errors
    /// Why it is invalid, or cannot be matched in linear time.
    pub fn new(source: &str) -> Result<Self, String> {
        Self::with_flags(source, NO_FLAGS)
    }

    /// Compiles an expression with Ruby's flags `i`, `m` and `x`.
    ///
    /// # Errors
    /// Why it is invalid, or cannot be matched in linear time.
    pub fn with_flags(source: &str, flags: &str) -> Result<Self, String> {
        Self::compile(source, flags, usize::MAX)
    }

    /// Compiles an expression from a document, at a cost proportional to its length, or returns why it is invalid.
    pub(super) fn from_document(source: &str) -> Result<Self, String> {
        const BYTES_PER_CHARACTER: usize = 1 << 12;
        // 64 characters more, because a short expression may denote large classes, such as all letters, several times.
        let max_size = source.len().saturating_add(64).saturating_mul(BYTES_PER_CHARACTER);
        Self::compile(source, NO_FLAGS, max_size)
    }

    /// Compiles an expression; an error if it is invalid, or its compiled form needs more than `max_size` bytes.
    fn compile(source: &str, flags: &str, max_size: usize) -> Result<Self, String> {
        let Translation { text, ends, is_unbounded, has_names } = translate(source, flags.contains('x'))?;
        let build = |size: u32| {
            RegexBuilder::new(&text)
                // In Ruby, `^` and `$` always match at each line; the flag `m` makes `.` match line breaks.
                .multi_line(true)
                .case_insensitive(flags.contains('i'))
                .dot_matches_new_line(flags.contains('m'))
                .size_limit(size as usize)
                .dfa_size_limit(MIN_CACHE.max(size as usize * 2))
                .nest_limit(100)
                .build()
        };
        // Each limit is four times the previous one, so all failed attempts together cost less than the last one.
        for size in SIZES.into_iter().filter(|size| *size as usize <= max_size) {
            match build(size) {
                Ok(engine) => {
                    return Ok(Self {
                        source: Arc::from(source),
                        engine,
                        ends,
                        size,
                        is_unbounded,
                        has_names,
                    });
                }
                Err(regex::Error::CompiledTooBig(_)) => {}
                Err(error) => return Err(explain(&error)),
            }
        }
        Err("it is too large".to_owned())
    }

    /// The size in bytes, including the caches of the engine.
    pub(super) fn bytes(&self) -> usize {
        // An estimate.
        (1 << 13) + self.size as usize * 8
    }

    /// The cost of compiling the expression, without parsing it.
    pub(super) fn compile_cost(&self) -> u64 {
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

    /// The maximum number of bytes that the engine may have read after a match.
    pub(super) fn reach(&self) -> usize {
        // Without repetition, each matching character is a separate state of the compiled expression.
        if self.is_unbounded { usize::MAX } else { self.size as usize / 16 }
    }

    /// The source of the expression.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the expression matches somewhere in a text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.engine.is_match(text)
    }

    /// The texts of the first match and its groups, by their numbers; `None` if nothing matches.
    #[must_use]
    pub fn groups<'t>(&self, text: &'t str) -> Option<Vec<Option<&'t str>>> {
        let spans = self.spans(text)?;
        Some(spans.into_iter().map(|span| span.and_then(|(from, to)| text.get(from..to))).collect())
    }

    /// The spans of the first match and its groups, in bytes, by their numbers; `None` if nothing matches.
    #[must_use]
    pub fn spans(&self, text: &str) -> Option<Vec<Option<(usize, usize)>>> {
        let start = 0;
        self.find_at(text, start)
    }

    /// The spans of the first match at or after a position, and of its groups; `None` if nothing matches.
    pub(super) fn find_at(&self, text: &str, start: usize) -> Option<GroupSpans> {
        self.engine.captures_at(text, start).map(|captures| self.visible_spans(&captures))
    }

    /// Whether some groups have names.
    pub(super) fn is_named(&self) -> bool {
        self.has_names
    }

    /// The spans of a match and of its groups that are not hidden.
    fn visible_spans(&self, captures: &Captures<'_>) -> GroupSpans {
        let span = |group: usize| captures.get(group).map(|capture| (capture.start(), capture.end()));
        // A hidden group has matched the line break before the end of the text; no visible group may contain it.
        let text_end = self.ends.iter().find_map(|group| span(*group)).map(|(start, _)| start);
        let visible_groups = (0..captures.len()).filter(|group| !self.ends.contains(group));
        visible_groups
            .map(|group| {
                let (from, to) = span(group)?;
                let visible_to = match text_end {
                    // A group that starts after the end of the text becomes empty.
                    Some(text_end) => to.min(text_end).max(from),
                    None => to,
                };
                Some((from, visible_to))
            })
            .collect()
    }

    /// The number of the group with a name; `None` if there is no such group.
    pub(super) fn group(&self, name: &str) -> Option<usize> {
        let number = self.engine.capture_names().position(|group_name| group_name == Some(name))?;
        let hidden_groups_before = self.ends.iter().filter(|hidden| **hidden < number).count();
        Some(number - hidden_groups_before)
    }
}

/// Why the engine rejects an expression.
fn explain(error: &regex::Error) -> String {
    let text = error.to_string();
    // The lines before the last one show the translated expression, which the author did not write.
    let last_line = text.lines().last().unwrap_or("").trim();
    last_line.strip_prefix("error: ").unwrap_or(last_line).to_owned()
}
