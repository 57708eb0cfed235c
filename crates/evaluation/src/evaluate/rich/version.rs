//! Versions with three numbers, as defined by semver.org. The module does not know values of logic.

use crate::evaluate::quote::excerpt;
use std::cmp::Ordering;
use std::fmt;

/// A version.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SemVer {
    /// `u64::MAX` is greater than every version that can be read.
    pub(super) major: u64,
    pub(super) minor: u64,
    pub(super) patch: u64,
    /// A version with a prerelease precedes the version without one. The empty list precedes every other prerelease.
    pub(super) prerelease: Option<Vec<Identifier>>,
    pub(super) build: Option<Vec<String>>,
}

/// An identifier of a prerelease; numbers precede texts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Identifier {
    Number(u64),
    Text(String),
}

/// Whether a text can be a prerelease or a build: letters, digits and hyphens, separated by dots.
pub(super) fn is_qualifier(text: &str) -> bool {
    text.split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
}

/// The numbers of versions are below this limit, so that a regular expression can describe them.
const LIMIT: u64 = 10_u64.pow(19);

/// A number of a version; `None` if the text is not a number, or has leading zeros.
pub(super) fn number(text: &str) -> Option<u64> {
    let has_leading_zeros = text.starts_with('0') && text != "0";
    if has_leading_zeros || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|n| *n < LIMIT)
}

/// Splits a version into its numbers, its prerelease and its build: `1.2.3-rc1+build` into `1.2.3`, `rc1` and `build`.
pub(super) fn split_qualifiers(text: &str) -> (&str, Option<&str>, Option<&str>) {
    // The build is split off first, because it may contain hyphens.
    let (before_build, build) = match text.split_once('+') {
        Some((before_build, build)) => (before_build, Some(build)),
        None => (text, None),
    };
    match before_build.split_once('-') {
        Some((numbers, prerelease)) => (numbers, Some(prerelease), build),
        None => (before_build, None, build),
    }
}

/// The identifiers in the text of a prerelease.
pub(super) fn prerelease(text: &str) -> Result<Vec<Identifier>, String> {
    text.split('.')
        .map(|part| {
            if !part.bytes().all(|b| b.is_ascii_digit()) {
                return Ok(Identifier::Text(part.to_owned()));
            }
            number(part)
                .map(Identifier::Number)
                .ok_or_else(|| "the numbers of a prerelease must not have leading zeros".to_owned())
        })
        .collect()
}

/// A version that precedes all others.
pub(super) static MIN: SemVer =
    SemVer { major: 0, minor: 0, patch: 0, prerelease: Some(Vec::new()), build: None };
/// A version that follows all others.
pub(super) static GREATEST: SemVer = SemVer::plain(u64::MAX, 0, 0);

impl SemVer {
    /// A version without a prerelease and a build.
    pub(super) const fn plain(major: u64, minor: u64, patch: u64) -> Self {
        Self { major, minor, patch, prerelease: None, build: None }
    }

    /// Parses a version.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let invalid = || {
            format!(
                "'{}' is not a version; a version has the form 1.2.3, 1.2.3-rc1 or 1.2.3+build",
                excerpt(text)
            )
        };
        // As in Puppet, a line break at the end is accepted.
        let (numbers, prerelease_text, build) = split_qualifiers(text.strip_suffix('\n').unwrap_or(text));
        let are_qualifiers_valid = [prerelease_text, build].into_iter().flatten().all(is_qualifier);
        if !are_qualifiers_valid {
            return Err(invalid());
        }
        let numbers: Option<Vec<u64>> = numbers.split('.').map(number).collect();
        let Some([major, minor, patch]) = numbers.as_deref() else { return Err(invalid()) };
        Ok(Self {
            prerelease: prerelease_text.map(prerelease).transpose()?,
            build: build.map(|build| build.split('.').map(str::to_owned).collect()),
            ..Self::plain(*major, *minor, *patch)
        })
    }

    /// Whether the version is not a prerelease.
    pub(super) fn is_stable(&self) -> bool {
        self.prerelease.as_ref().is_none_or(Vec::is_empty)
    }

    /// The numbers major, minor and patch.
    pub(super) fn numbers(&self) -> (u64, u64, u64) {
        (self.major, self.minor, self.patch)
    }

    /// The order of versions; builds are ignored.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.numbers().cmp(&other.numbers()).then_with(|| match (&self.prerelease, &other.prerelease) {
            (None, None) => Ordering::Equal,
            // semver.org, 11: a version follows all its prereleases.
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            // semver.org, 11: numbers precede texts, and a longer list follows its own prefix.
            (Some(a), Some(b)) => a.cmp(b),
        })
    }
}

impl fmt::Display for SemVer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.major {
            // In Ruby, the first number of the greatest version is the float `Infinity`.
            u64::MAX => f.write_str("Infinity")?,
            major => write!(f, "{major}")?,
        }
        write!(f, ".{}.{}", self.minor, self.patch)?;
        if let Some(parts) = &self.prerelease {
            for (index, part) in parts.iter().enumerate() {
                f.write_str(if index == 0 { "-" } else { "." })?;
                match part {
                    Identifier::Number(n) => write!(f, "{n}")?,
                    Identifier::Text(text) => f.write_str(text)?,
                }
            }
            // The prerelease of `MIN` has no identifiers.
            if parts.is_empty() {
                f.write_str("-")?;
            }
        }
        match &self.build {
            Some(build) => write!(f, "+{}", build.join(".")),
            None => Ok(()),
        }
    }
}
