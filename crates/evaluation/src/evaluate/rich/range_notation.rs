//! The notation of version ranges, as in node-semver.

use super::version::{self, MIN, SemVer};
use super::version_interval::Interval;

/// The text without blanks, and without a `v` after an operator.
pub(super) fn without_blanks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        out.push(c);
        rest = &rest[c.len_utf8()..];
        if matches!(c, '>' | '<' | '=' | '~' | '^') {
            let after = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            rest = match (after.strip_prefix('v'), after.len() < rest.len()) {
                // After blanks, a `v` is looked for in the next step.
                (_, true) => after,
                (Some(after), false) => after,
                (None, false) => rest,
            };
        }
    }
    out
}

/// The versions of one alternative; `Some(None)` if it contains none, `None` if the text is invalid.
#[expect(clippy::option_option, reason = "invalid, empty, or an interval")]
pub(super) fn alternative(text: &str) -> Option<Option<Interval>> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if let [low, "-", high] = &*words {
        let (low, high) = (PartialVersion::parse(low)?.version()?, PartialVersion::parse(high)?.version()?);
        return Some(Interval::From(low).intersection(&Interval::UpTo(high)));
    }
    if text.starts_with(|c: char| c.is_ascii_whitespace()) && !words.is_empty() {
        return None;
    }
    let mut all = words.into_iter().map(simple);
    let Some(first) = all.next() else { return Some(None) };
    let mut interval = Some(first?);
    for other in all {
        let other = other?;
        interval = interval.and_then(|interval| interval.intersection(&other));
    }
    Some(interval)
}

/// One comparison, such as `>=1.2`.
fn simple(text: &str) -> Option<Interval> {
    // Longer operators first, because `<` is a prefix of `<=`.
    const OPERATORS: [&str; 8] = ["~>", "~=", "<=", ">=", "<", ">", "=", "~"];
    let operator = OPERATORS.iter().chain(&["^"]).find(|operator| text.starts_with(**operator));
    let operator = operator.copied().unwrap_or("");
    let partial = PartialVersion::parse(&text[operator.len()..])?;
    match operator {
        ">=" => Some(Interval::From(partial.version()?)),
        "<" => Some(Interval::Below(partial.version()?)),
        ">" => partial.above(),
        "<=" => partial.up_to(),
        "^" => partial.compatible(),
        "~" | "~>" | "~=" => partial.patches(true),
        _ => partial.patches(false),
    }
}

/// A version in which numbers may be missing.
struct PartialVersion<'t> {
    numbers: [Option<u64>; 3],
    prerelease: Option<&'t str>,
    build: Option<&'t str>,
}

impl<'t> PartialVersion<'t> {
    fn parse(text: &'t str) -> Option<Self> {
        let (numbers, prerelease, build) = version::qualifiers(text);
        let fields: Vec<&str> = numbers.split('.').collect();
        // Only a complete version can have a prerelease or a build.
        let is_qualified = prerelease.is_some() || build.is_some();
        let is_valid = fields.len() <= 3
            && (!is_qualified || fields.len() == 3)
            && [prerelease, build].into_iter().flatten().all(version::is_qualifier);
        if !is_valid {
            return None;
        }
        let mut numbers = [None; 3];
        for (number, field) in numbers.iter_mut().zip(fields) {
            *number = match field {
                "x" | "X" | "*" => None,
                digits => Some(version::number(digits).filter(|n| *n < u64::MAX - 1)?),
            };
        }
        Some(Self { numbers, prerelease, build })
    }

    /// The version with 0 for each missing number.
    fn version(&self) -> Option<SemVer> {
        let [major, minor, patch] = self.numbers.map(|number| number.unwrap_or(0));
        let prerelease = self.prerelease.map(version::prerelease).transpose().ok()?;
        let build = self.build.map(|build| build.split('.').map(str::to_owned).collect());
        Some(SemVer { prerelease, build, ..SemVer::plain(major, minor, patch) })
    }

    fn above(&self) -> Option<Interval> {
        Some(match self.numbers {
            // No version is above all versions, so the interval is empty.
            [None, ..] => Interval::Below(MIN.clone()),
            [Some(major), None, _] => Interval::From(SemVer::plain(major + 1, 0, 0)),
            [Some(major), Some(minor), None] => Interval::From(SemVer::plain(major, minor + 1, 0)),
            _ => Interval::Above(self.version()?),
        })
    }

    fn up_to(&self) -> Option<Interval> {
        Some(match self.numbers {
            [None, ..] => Interval::All,
            [Some(major), None, _] => Interval::Below(SemVer::plain(major + 1, 0, 0)),
            [Some(major), Some(minor), None] => Interval::Below(SemVer::plain(major, minor + 1, 0)),
            _ => Interval::UpTo(self.version()?),
        })
    }

    /// `^1.2`: up to the next major version; for major version 0, up to the next minor version.
    fn compatible(&self) -> Option<Interval> {
        let [Some(major), minor, patch] = self.numbers else { return Some(Interval::All) };
        // Before 1.0, a minor version may be incompatible with the previous one, so only patches are compatible.
        if major == 0 {
            return self.patches(true);
        }
        let low = match (minor, patch) {
            (None, _) => SemVer::plain(major, 0, 0),
            (Some(minor), None) => SemVer::plain(major, minor, 0),
            (Some(minor), Some(patch)) if self.prerelease.is_none() => SemVer::plain(major, minor, patch),
            _ => self.version()?,
        };
        Some(from_below(low, SemVer::plain(major + 1, 0, 0)))
    }

    /// `~1.2.3`: up to the next minor version; without an operator, exactly this version.
    fn patches(&self, up_to_next: bool) -> Option<Interval> {
        Some(match self.numbers {
            [None, ..] => Interval::All,
            [Some(major), None, _] => from_below(SemVer::plain(major, 0, 0), SemVer::plain(major + 1, 0, 0)),
            [Some(major), Some(minor), None] => {
                from_below(SemVer::plain(major, minor, 0), SemVer::plain(major, minor + 1, 0))
            }
            [Some(major), Some(minor), Some(_)] if up_to_next => {
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
