//! `SemVer`: a version with three numbers, as defined by semver.org.

use super::semver_range::SemVerRange;
use super::version::{Identifier, SemVer, is_qualifier};
use super::version_interval::unite;
use super::{Family, Rich, RichValue, by_name};
use crate::evaluate::Value;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

pub(super) static SEMVER: Family = Family {
    is_scalar: true,
    is_data: true,
    parameters,
    holds: |parameters, value| {
        let Some(version) = value.downcast::<SemVer>() else { return false };
        parameters.iter().filter_map(Value::rich::<SemVerRange>).any(|range| range.includes(version))
    },
    covers: |outer, inner| {
        let ranges_of = |parameters: &[Value]| {
            parameters.iter().filter_map(Value::rich::<SemVerRange>).cloned().collect::<Vec<_>>()
        };
        let (outer, inner) = (ranges_of(outer), ranges_of(inner));
        // Without ranges, the inner type contains all versions.
        !inner.is_empty() && inner.iter().all(|inner| outer.iter().any(|outer| inner.is_within(outer)))
    },
    general: <[Value]>::to_vec,
    create: Some(create),
    ..Family::named("SemVer")
};

/// The maximum number of ranges; each is compared with all others.
const MAX_RANGES: usize = 200;

/// The parameters of `SemVer`, from those in brackets: ranges of versions, united where they overlap.
fn parameters(arguments: &[Value]) -> Result<Vec<Value>, String> {
    if arguments.len() > MAX_RANGES {
        return Err(format!("`SemVer` may have at most {MAX_RANGES} ranges"));
    }
    let mut ranges = arguments.iter().map(range_of).collect::<Result<Vec<_>, _>>()?;
    if ranges.len() > 1 {
        ranges = unite(ranges, SemVerRange::union);
    }
    Ok(ranges.into_iter().map(Rich::value).collect())
}

/// The range that a parameter is or describes.
fn range_of(value: &Value) -> Result<SemVerRange, String> {
    match value {
        Value::String(text) => SemVerRange::parse(text),
        value => value
            .rich::<SemVerRange>()
            .cloned()
            .ok_or_else(|| "the parameters of `SemVer` must be ranges of versions or strings".to_owned()),
    }
}

/// `SemVer.new`: from a text, from numbers with a prerelease and a build, or from a hash of these.
fn create(arguments: &[Value]) -> Result<Value, String> {
    let version = match arguments {
        [Value::String(text)] => SemVer::parse(text)?,
        [Value::Hash(hash)] => {
            let fields = by_name("SemVer", hash, &["major", "minor", "patch", "prerelease", "build"])?;
            from_fields(&fields)?
        }
        fields if (3..=5).contains(&fields.len()) => {
            from_fields(&fields.iter().map(Some).collect::<Vec<_>>())?
        }
        _ => return Err(usage()),
    };
    Ok(Rich::value(version))
}

/// The message for arguments that `SemVer.new` does not accept.
fn usage() -> String {
    "`SemVer` must be created from a string, three numbers with optional prerelease and build, or a hash"
        .to_owned()
}

/// The version with these fields: major, minor, patch, prerelease and build.
fn from_fields(fields: &[Option<&Value>]) -> Result<SemVer, String> {
    let number = |index: usize| match fields.get(index) {
        Some(Some(Value::Integer(n))) => {
            u64::try_from(*n).map_err(|_| "the numbers of a version must not be negative".to_owned())
        }
        _ => Err("a version must have the numbers major, minor and patch".to_owned()),
    };
    let qualifier = |index: usize| match fields.get(index).copied().flatten() {
        None => Ok(None),
        Some(Value::String(text)) if is_qualifier(text) => Ok(Some(text.to_string())),
        Some(_) => {
            Err("a prerelease or build must be letters, digits and hyphens, separated by dots".to_owned())
        }
    };
    Ok(SemVer {
        major: number(0)?,
        minor: number(1)?,
        patch: number(2)?,
        // As in Puppet, a prerelease or build that is passed separately is a single identifier.
        prerelease: qualifier(3)?.map(|text| vec![Identifier::Text(text)]),
        build: qualifier(4)?.map(|text| vec![text]),
    })
}

impl RichValue for SemVer {
    fn family(&self) -> &'static Family {
        &SEMVER
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn program_text(&self) -> String {
        self.to_string()
    }

    fn parameters(&self, is_exact: bool) -> Vec<Value> {
        let excludes_max = false;
        if is_exact { vec![Rich::value(SemVerRange::between(self, self, excludes_max))] } else { Vec::new() }
    }

    fn equals(&self, other: &Value) -> bool {
        other.rich::<SemVer>().is_some_and(|other| self == other)
    }

    fn order(&self, other: &Value) -> Option<Ordering> {
        other.rich::<SemVer>().map(|other| self.compare(other))
    }

    fn digest(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn weight(&self) -> u32 {
        let build = count_parts(self.build.as_ref().map(Vec::len));
        1 + count_parts(self.prerelease.as_ref().map(Vec::len)).saturating_add(build)
    }

    fn matches(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => Self::parse(text).is_ok_and(|version| version == *self),
            _ => self.equals(value),
        }
    }
}

/// The number of parts as 32 bits; 0 if there are none.
fn count_parts(count: Option<usize>) -> u32 {
    u32::try_from(count.unwrap_or(0)).unwrap_or(u32::MAX)
}
