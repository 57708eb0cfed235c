//! `SemVerRange`: the versions between two bounds, or in one of several ranges, in the notation of node-semver.
//!
//! A range keeps the text from which it was read. A prerelease is in a range only if a bound of the range is a
//! prerelease of the same version.

use super::range_notation::{self, InvalidRange};
use super::version::{GREATEST, MIN, SemVer};
use super::version_interval::{Interval, merge_all};
use super::{Family, Rich, RichValue, by_name};
use crate::evaluate::quote::excerpt;
use crate::evaluate::{BYTES_PER_STEP, Value};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A range of versions.
#[derive(Debug, Clone)]
pub(super) struct SemVerRange {
    /// A version is in the range if it is in one of the intervals.
    intervals: Vec<Interval>,
    text: String,
}

pub(super) static SEMVER_RANGE: Family =
    Family { is_scalar: true, is_data: true, create: Some(create), ..Family::named("SemVerRange") };

/// The maximum number of alternatives.
const MAX_ALTERNATIVES: usize = 200;

/// `SemVerRange.new`: from a text, from two versions, or from a hash.
fn create(arguments: &[Value]) -> Result<Value, String> {
    let range = match arguments {
        [Value::String(text)] if !text.is_empty() => SemVerRange::parse(text)?,
        [Value::Hash(hash)] => {
            let [min, max, exclude_max] = by_name("SemVerRange", hash, &["min", "max", "exclude_max"])?;
            // In a hash, a missing `max` means no upper bound.
            from_bounds(min, max.or(Some(&Value::Default)), exclude_max)?
        }
        [min, max] => from_bounds(Some(min), Some(max), None)?,
        [min, max, exclude_max] => from_bounds(Some(min), Some(max), Some(exclude_max))?,
        _ => return Err("`SemVerRange` must be created from a string, two versions, or a hash".to_owned()),
    };
    Ok(Rich::value(range))
}

/// The range between two bounds; `exclude_max` is true if the upper bound is not part of the range.
fn from_bounds(
    min: Option<&Value>,
    max: Option<&Value>,
    exclude_max: Option<&Value>,
) -> Result<SemVerRange, String> {
    let excludes_max = match exclude_max {
        None => false,
        Some(Value::Boolean(excludes_max)) => *excludes_max,
        Some(_) => return Err("`exclude_max` must be true or false".to_owned()),
    };
    let (min, max) = (bound_of(min, MIN.clone())?, bound_of(max, GREATEST.clone())?);
    Ok(SemVerRange::between(&min, &max, excludes_max))
}

/// The bound that a value is; `unlimited` for `default`.
fn bound_of(value: Option<&Value>, unlimited: SemVer) -> Result<SemVer, String> {
    match value {
        Some(Value::Default) => Ok(unlimited),
        value => value
            .and_then(Value::rich::<SemVer>)
            .cloned()
            .ok_or_else(|| "the bounds of a range must be values of `SemVer` or default".to_owned()),
    }
}

impl SemVerRange {
    /// The range from one version to another.
    pub(super) fn between(min: &SemVer, max: &SemVer, excludes_max: bool) -> Self {
        let (upper, text) = if excludes_max {
            // As in Puppet, the text contains the bounds in the opposite order.
            (Interval::Below(max.clone()), format!(">={max} <{min}"))
        } else {
            (Interval::UpTo(max.clone()), format!("{max} - {min}"))
        };
        Self::new(Interval::From(min.clone()).intersection(&upper).into_iter().collect(), text)
    }

    /// A range of intervals, which are merged where they overlap, with its text.
    fn new(intervals: Vec<Interval>, text: String) -> Self {
        let mut intervals = merge_all(intervals);
        if intervals.is_empty() {
            // An empty range still contains an interval, so that its bounds and its text are defined.
            intervals.push(Interval::Below(MIN.clone()));
        }
        Self { intervals, text }
    }

    /// Reads a range of versions: alternatives separated by `||`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let invalid = || {
            format!(
                "'{}' is not a range of versions; ranges are `1.x`, `>=1.0.0 <2.0.0`, `~1.2`, `1.0.0 - 1.5.0`",
                excerpt(text)
            )
        };
        let normalized = range_notation::without_blanks_after_operators(text);
        // Of the other blanks, only those next to `||` are removed: elsewhere they can make the text invalid, or match
        // no version.
        let separator_count = normalized.matches("||").count();
        let mut alternatives = Vec::with_capacity(separator_count + 1);
        for (index, part) in normalized.split("||").enumerate() {
            let (is_first, is_last) = (index == 0, index == separator_count);
            let part = if is_first { part } else { part.trim_start() };
            alternatives.push(if is_last { part } else { part.trim_end() });
        }
        // As in Ruby's `split`, empty parts at the end are ignored.
        while alternatives.last().is_some_and(|text| text.is_empty()) {
            alternatives.pop();
        }
        if alternatives.is_empty() {
            return Ok(Self { intervals: vec![Interval::All], text: "*".to_owned() });
        }
        if alternatives.len() > MAX_ALTERNATIVES {
            return Err(format!("a range of versions may have at most {MAX_ALTERNATIVES} alternatives"));
        }
        let mut intervals: Vec<Interval> = Vec::new();
        for alternative in alternatives {
            let interval = range_notation::alternative(alternative).map_err(|InvalidRange| invalid())?;
            if let Some(interval) = interval
                && !intervals.contains(&interval)
            {
                intervals.push(interval);
            }
        }
        Ok(Self::new(intervals, text.to_owned()))
    }

    /// Whether a version is in the range.
    pub(super) fn includes(&self, version: &SemVer) -> bool {
        self.intervals.iter().any(|interval| {
            interval.includes(version) && (version.is_stable() || interval.names_prerelease_of(version))
        })
    }

    /// The interval of a range without gaps; `None` for other ranges.
    fn single(&self) -> Option<&Interval> {
        if let [interval] = &*self.intervals { Some(interval) } else { None }
    }

    /// Whether another range contains this one.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        // A range with gaps is only within an equal range.
        let (Some(inner), Some(outer)) = (self.single(), other.single()) else { return self == other };
        let contains_begin = outer.begin().compare(inner.begin()) != Ordering::Greater;
        let contains_end = match outer.end().compare(inner.end()) {
            Ordering::Greater => true,
            Ordering::Less => false,
            // If the inner range contains the common end, the outer one must contain it, too.
            Ordering::Equal => inner.excludes_end() || !outer.excludes_end(),
        };
        contains_begin && contains_end
    }

    /// One range that contains the versions of both; `None` if there is a gap between them.
    pub(super) fn union(&self, other: &Self) -> Option<Self> {
        let (a, b) = (self.single()?, other.single()?);
        if self.includes(b.begin()) || other.includes(a.begin()) {
            let (end, excludes_end) = match a.end().compare(b.end()) {
                Ordering::Greater => (a.end(), a.excludes_end()),
                Ordering::Less => (b.end(), b.excludes_end()),
                Ordering::Equal => (a.end(), a.excludes_end() && b.excludes_end()),
            };
            let begin = if a.begin().compare(b.begin()) == Ordering::Greater { b.begin() } else { a.begin() };
            return Some(Self::between(begin, end, excludes_end));
        }
        if is_directly_before(a, b) {
            return Some(Self::between(a.begin(), b.end(), b.excludes_end()));
        }
        if is_directly_before(b, a) {
            return Some(Self::between(b.begin(), a.end(), a.excludes_end()));
        }
        None
    }
}

/// Whether there is no version between two intervals that do not overlap, as in `<1.5` and `>=1.5`.
fn is_directly_before(a: &Interval, b: &Interval) -> bool {
    a.excludes_end() && a.end() == b.begin()
}

impl PartialEq for SemVerRange {
    fn eq(&self, other: &Self) -> bool {
        self.intervals == other.intervals
    }
}

impl RichValue for SemVerRange {
    fn family(&self) -> &'static Family {
        &SEMVER_RANGE
    }

    fn text(&self) -> String {
        self.text.clone()
    }

    fn program_text(&self) -> String {
        let intervals: Vec<_> = self.intervals.iter().map(ToString::to_string).collect();
        intervals.join(" || ")
    }

    fn equals(&self, other: &Value) -> bool {
        other.rich::<SemVerRange>().is_some_and(|other| self == other)
    }

    fn digest(&self, mut state: &mut dyn Hasher) {
        self.intervals.hash(&mut state);
    }

    fn weight(&self) -> u32 {
        let text_weight = self.text.len() / BYTES_PER_STEP;
        u32::try_from(self.intervals.len() + text_weight).unwrap_or(u32::MAX).saturating_add(1)
    }

    fn matches(&self, value: &Value) -> bool {
        self.includes_value(value)
    }

    fn includes_value(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => SemVer::parse(text).is_ok_and(|version| self.includes(&version)),
            value => value.rich::<SemVer>().is_some_and(|version| self.includes(version)),
        }
    }
}
