//! The notation of version ranges, as in node-semver.

use super::version::{self, MIN, SemVer};
use super::version_interval::Interval;

/// The text without blanks or a `v` after operators.
pub(super) fn without_blanks_after_operators(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut remaining = text;
    while let Some(c) = remaining.chars().next() {
        out.push(c);
        remaining = &remaining[c.len_utf8()..];
        if matches!(c, '>' | '<' | '=' | '~' | '^') {
            let after_blanks = remaining.trim_start_matches(|c: char| c.is_ascii_whitespace());
            // Either blanks or a `v` are removed, but not a `v` after blanks.
            remaining = if after_blanks.len() < remaining.len() {
                after_blanks
            } else {
                remaining.strip_prefix('v').unwrap_or(remaining)
            };
        }
    }
    out
}

/// The problem that a text is not a version range.
pub(super) struct InvalidRange;

/// The versions of one alternative, such as `1.0.0 - 1.5.0` or `>=1.2 <2`; `None` if it contains none.
pub(super) fn alternative(text: &str) -> Result<Option<Interval>, InvalidRange> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if let [low, "-", high] = &*words {
        let (low, high) = (version_of(low).ok_or(InvalidRange)?, version_of(high).ok_or(InvalidRange)?);
        return Ok(Interval::From(low).intersection(&Interval::UpTo(high)));
    }
    // Blanks alone contain no versions; before a comparison, they are invalid.
    if text.starts_with(|c: char| c.is_ascii_whitespace()) && !words.is_empty() {
        return Err(InvalidRange);
    }
    // All comparisons are read first, because an invalid one is a problem even if the others contain no version.
    let mut intervals = Vec::with_capacity(words.len());
    for word in words {
        intervals.push(comparison(word).ok_or(InvalidRange)?);
    }
    let mut intervals = intervals.into_iter();
    let Some(mut common) = intervals.next() else { return Ok(None) };
    for interval in intervals {
        match common.intersection(&interval) {
            Some(intersection) => common = intersection,
            None => return Ok(None),
        }
    }
    Ok(Some(common))
}

/// The version that a text denotes, with 0 for each missing number; `None` if the text is invalid.
fn version_of(text: &str) -> Option<SemVer> {
    PartialVersion::parse(text)?.version()
}

/// Whether a complete version includes its later patches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LaterPatches {
    Included,
    Excluded,
}

/// The versions of one comparison, such as `>=1.2`; `None` if the text is invalid.
fn comparison(text: &str) -> Option<Interval> {
    // Longer operators first, because `<` is a prefix of `<=`.
    const OPERATORS: [&str; 9] = ["~>", "~=", "<=", ">=", "<", ">", "=", "~", "^"];
    let operator = OPERATORS.iter().find(|operator| text.starts_with(**operator));
    let operator = operator.copied().unwrap_or("");
    let partial = PartialVersion::parse(&text[operator.len()..])?;
    match operator {
        ">=" => Some(Interval::From(partial.version()?)),
        "<" => Some(Interval::Below(partial.version()?)),
        ">" => partial.above(),
        "<=" => partial.up_to(),
        "^" => partial.compatible(),
        "~" | "~>" | "~=" => partial.with_same_numbers(LaterPatches::Included),
        _ => partial.with_same_numbers(LaterPatches::Excluded),
    }
}

/// A version in which numbers may be missing.
struct PartialVersion<'t> {
    numbers: [Option<u64>; 3],
    prerelease: Option<&'t str>,
    build: Option<&'t str>,
}

impl<'t> PartialVersion<'t> {
    /// Parses a version; `None` if the text is invalid.
    fn parse(text: &'t str) -> Option<Self> {
        let (numbers_text, prerelease, build) = version::split_qualifiers(text);
        let fields: Vec<&str> = numbers_text.split('.').collect();
        let are_qualifiers_valid = [prerelease, build].into_iter().flatten().all(version::is_qualifier);
        if fields.len() > 3 || !are_qualifiers_valid {
            return None;
        }
        // Only a complete version can have a prerelease or a build.
        let is_qualified = prerelease.is_some() || build.is_some();
        if is_qualified && fields.len() < 3 {
            return None;
        }
        let mut numbers = [None; 3];
        for (number, field) in numbers.iter_mut().zip(fields) {
            *number = match field {
                "x" | "X" | "*" => None,
                // The limit ensures that the next number exists, too.
                digits => Some(version::number(digits).filter(|n| *n < u64::MAX - 1)?),
            };
        }
        Some(Self { numbers, prerelease, build })
    }

    /// The version with 0 for each missing number; `None` if its prerelease is invalid.
    fn version(&self) -> Option<SemVer> {
        let [major, minor, patch] = self.numbers.map(|number| number.unwrap_or(0));
        let prerelease = self.prerelease.map(version::prerelease).transpose().ok()?;
        let build = self.build.map(|build| build.split('.').map(str::to_owned).collect());
        Some(SemVer { prerelease, build, ..SemVer::plain(major, minor, patch) })
    }

    /// The versions of `>1.2`; `None` if the version is invalid.
    fn above(&self) -> Option<Interval> {
        Some(match self.numbers {
            // No version is above all versions, so the interval is empty.
            [None, ..] => Interval::Below(MIN.clone()),
            [Some(major), None, _] => Interval::From(SemVer::plain(major + 1, 0, 0)),
            [Some(major), Some(minor), None] => Interval::From(SemVer::plain(major, minor + 1, 0)),
            _ => Interval::Above(self.version()?),
        })
    }

    /// The versions of `<=1.2`; `None` if the version is invalid.
    fn up_to(&self) -> Option<Interval> {
        Some(match self.numbers {
            [None, ..] => Interval::All,
            [Some(major), None, _] => Interval::Below(SemVer::plain(major + 1, 0, 0)),
            [Some(major), Some(minor), None] => Interval::Below(SemVer::plain(major, minor + 1, 0)),
            _ => Interval::UpTo(self.version()?),
        })
    }

    /// The versions of `^1.2`: up to the next major version; for major version 0, up to the next minor version.
    /// `None` if the version is invalid.
    fn compatible(&self) -> Option<Interval> {
        let [Some(major), minor, patch] = self.numbers else { return Some(Interval::All) };
        // Before 1.0, a minor version may be incompatible with the previous one, so only patches are compatible.
        if major == 0 {
            return self.with_same_numbers(LaterPatches::Included);
        }
        let low = match (minor, patch) {
            (None, _) => SemVer::plain(major, 0, 0),
            (Some(minor), None) => SemVer::plain(major, minor, 0),
            (Some(minor), Some(patch)) if self.prerelease.is_none() => SemVer::plain(major, minor, patch),
            _ => self.version()?,
        };
        Some(from_below(low, SemVer::plain(major + 1, 0, 0)))
    }

    /// The versions of `1.2`: those that start with these numbers. For a complete version, only this version; with
    /// later patches, as in `~1.2.3`, those up to the next minor version. `None` if the version is invalid.
    fn with_same_numbers(&self, later_patches: LaterPatches) -> Option<Interval> {
        Some(match self.numbers {
            [None, ..] => Interval::All,
            [Some(major), None, _] => from_below(SemVer::plain(major, 0, 0), SemVer::plain(major + 1, 0, 0)),
            [Some(major), Some(minor), None] => {
                from_below(SemVer::plain(major, minor, 0), SemVer::plain(major, minor + 1, 0))
            }
            [Some(major), Some(minor), Some(_)] if later_patches == LaterPatches::Included => {
                from_below(self.version()?, SemVer::plain(major, minor + 1, 0))
            }
            _ => Interval::Only(self.version()?),
        })
    }
}

/// From one version to before another.
fn from_below(low: SemVer, high: SemVer) -> Interval {
    Interval::Between(Box::new(Interval::From(low)), Box::new(Interval::Below(high)))
}
