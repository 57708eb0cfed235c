//! Version intervals: which versions they contain, their intersection and their union.

use super::version::{GREATEST, MIN, SemVer};
use std::cmp::Ordering;
use std::fmt;

/// The versions between two bounds. `From` and `UpTo` include their bound, `Above` and `Below` do not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Interval {
    All,
    Above(SemVer),
    From(SemVer),
    Below(SemVer),
    UpTo(SemVer),
    Only(SemVer),
    Between(Box<Interval>, Box<Interval>),
}

/// Merges intervals until no two of them are adjacent or overlap.
pub(super) fn merge_all(mut intervals: Vec<Interval>) -> Vec<Interval> {
    loop {
        let count = intervals.len();
        intervals = unite(intervals, Interval::merge);
        if intervals.len() == count {
            return intervals;
        }
    }
}

/// Replaces ranges by their union, if they have one, starting at the end. As in Puppet, a union is not compared again
/// with the ranges that it does not contain.
pub(super) fn unite<R>(mut ranges: Vec<R>, union: impl Fn(&R, &R) -> Option<R>) -> Vec<R> {
    let mut result = Vec::new();
    while let Some(mut range) = ranges.pop() {
        let mut separate_ranges = Vec::new();
        for other in ranges {
            match union(&range, &other) {
                Some(united) => range = united,
                None => separate_ranges.push(other),
            }
        }
        result.push(range);
        ranges = separate_ranges;
    }
    result.reverse();
    result
}

impl Interval {
    /// The lower bound.
    pub(super) fn begin(&self) -> &SemVer {
        match self {
            Self::Above(version) | Self::From(version) | Self::Only(version) => version,
            Self::Between(min, _) => min.begin(),
            _ => &MIN,
        }
    }

    /// The upper bound.
    pub(super) fn end(&self) -> &SemVer {
        match self {
            Self::Below(version) | Self::UpTo(version) | Self::Only(version) => version,
            Self::Between(_, max) => max.end(),
            _ => &GREATEST,
        }
    }

    /// Whether the lower bound is not part of the interval.
    pub(super) fn excludes_begin(&self) -> bool {
        match self {
            Self::Between(min, _) => min.excludes_begin(),
            interval => matches!(interval, Self::Above(_)),
        }
    }

    /// Whether the upper bound is not part of the interval.
    pub(super) fn excludes_end(&self) -> bool {
        match self {
            Self::Between(_, max) => max.excludes_end(),
            interval => matches!(interval, Self::Below(_)),
        }
    }

    /// Whether some versions are too small for the interval.
    fn has_lower_bound(&self) -> bool {
        match self {
            Self::Above(_) => true,
            // The smallest version excludes nothing.
            Self::From(version) | Self::Only(version) => *version != MIN,
            Self::Between(min, _) => min.has_lower_bound(),
            _ => false,
        }
    }

    /// Whether some versions are too large for the interval.
    fn has_upper_bound(&self) -> bool {
        match self {
            Self::Below(_) => true,
            Self::UpTo(version) | Self::Only(version) => *version != GREATEST,
            Self::Between(_, max) => max.has_upper_bound(),
            _ => false,
        }
    }

    /// Whether a version is in the interval.
    pub(super) fn includes(&self, version: &SemVer) -> bool {
        match self {
            Self::All => true,
            Self::Above(bound) => version.compare(bound) == Ordering::Greater,
            Self::From(bound) => version.compare(bound) != Ordering::Less,
            Self::Below(bound) => version.compare(bound) == Ordering::Less,
            Self::UpTo(bound) => version.compare(bound) != Ordering::Greater,
            // For a single version, the build must be the same as well, although it does not affect the order.
            Self::Only(bound) => version == bound,
            Self::Between(min, max) => min.includes(version) && max.includes(version),
        }
    }

    /// Whether a bound is a prerelease with the same numbers as a version, so that the interval may include a
    /// prerelease with these numbers. The interval of all versions includes every prerelease.
    pub(super) fn names_prerelease_of(&self, version: &SemVer) -> bool {
        match self {
            Self::All => true,
            Self::Between(min, max) => min.names_prerelease_of(version) || max.names_prerelease_of(version),
            Self::Above(bound)
            | Self::From(bound)
            | Self::Below(bound)
            | Self::UpTo(bound)
            | Self::Only(bound) => {
                // As in node-semver, a prerelease is included only if a bound is a prerelease with the same numbers.
                !bound.is_stable() && bound.numbers() == version.numbers()
            }
        }
    }

    /// The interval with the same lower bound and no upper one, unless this is a single version.
    fn lower(&self) -> &Self {
        if let Self::Between(min, _) = self { min } else { self }
    }

    /// The interval with the same upper bound and no lower one, unless this is a single version.
    fn upper(&self) -> &Self {
        if let Self::Between(_, max) = self { max } else { self }
    }

    /// The versions that are in both; `None` if there are none.
    pub(super) fn intersection(&self, other: &Self) -> Option<Self> {
        if let Self::All = self {
            return Some(other.clone());
        }
        for (a, b) in [(self, other), (other, self)] {
            match a.begin().compare(b.end()) {
                Ordering::Greater => return None,
                Ordering::Equal if a.excludes_begin() || b.excludes_end() => return None,
                // Two closed bounds that are equal leave a single version.
                Ordering::Equal => return Some(Self::Only(a.begin().clone())),
                Ordering::Less => {}
            }
        }
        // The narrower bound at each end: the greater lower bound, and the smaller upper bound. If both are equal, a
        // bound that excludes its version is narrower.
        let min = match self.begin().compare(other.begin()) {
            Ordering::Less => other,
            Ordering::Equal if !self.excludes_begin() => other,
            _ => self,
        };
        let max = match self.end().compare(other.end()) {
            Ordering::Greater => other,
            Ordering::Equal if !self.excludes_end() => other,
            _ => self,
        };
        Some(if !max.has_upper_bound() {
            min.clone()
        } else if !min.has_lower_bound() {
            max.clone()
        } else {
            Self::Between(Box::new(min.lower().clone()), Box::new(max.upper().clone()))
        })
    }

    /// One interval that contains the versions of both; `None` if there is a gap between them.
    fn merge(&self, other: &Self) -> Option<Self> {
        if matches!(self, Self::All) || matches!(other, Self::All) {
            return Some(Self::All);
        }
        if self.includes(other.begin()) || other.includes(self.begin()) {
            // The wider bound at each end. If both are equal, a bound that includes its version is wider.
            let min = match self.begin().compare(other.begin()) {
                Ordering::Less => self,
                Ordering::Equal if !self.excludes_begin() => self,
                _ => other,
            };
            let max = match self.end().compare(other.end()) {
                Ordering::Greater => self,
                Ordering::Equal if !self.excludes_end() => self,
                _ => other,
            };
            return between(min, max);
        }
        // There is no stable version between `<=1.2.3` and `>=1.2.4`, so these are adjacent.
        let next =
            |version: &SemVer| SemVer::plain(version.major, version.minor, version.patch.saturating_add(1));
        for (a, b) in [(self, other), (other, self)] {
            let is_adjacent =
                if a.excludes_end() { a.end() == b.begin() } else { next(a.end()) == *b.begin() };
            if is_adjacent && !b.excludes_begin() {
                return between(a, b);
            }
        }
        None
    }
}

/// The interval from the lower bound of `min` to the upper bound of `max`; `None` if it contains no version.
fn between(min: &Interval, max: &Interval) -> Option<Interval> {
    let (begin, end) = (min.begin().clone(), max.end().clone());
    let low = if min.excludes_begin() { Interval::Above(begin) } else { Interval::From(begin) };
    let high = if max.excludes_end() { Interval::Below(end) } else { Interval::UpTo(end) };
    low.intersection(&high)
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("*"),
            Self::Above(version) => write!(f, ">{version}"),
            Self::From(version) => write!(f, ">={version}"),
            Self::Below(version) if *version == MIN => f.write_str("<0.0.0"),
            Self::Below(version) => write!(f, "<{version}"),
            Self::UpTo(version) => write!(f, "<={version}"),
            Self::Only(version) => write!(f, "{version}"),
            Self::Between(min, max) => write!(f, "{min} {max}"),
        }
    }
}
