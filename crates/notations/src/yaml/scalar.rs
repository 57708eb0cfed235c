//! The values of scalars.
//!
//! Invariant: two scalars are [`Scalar::same`] if they are equal as keys of a map. This module does not
//! know the syntax of scalars.

use crate::calendar::civil_from_days;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The value of a scalar. The kinds marked `Ruby` occur only in Ruby's YAML.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// An integer beyond 64 bits, as decimal digits with an optional `-`.
    BigInt(Box<str>),
    /// A float, including infinity and NaN.
    Float(f64),
    /// A text.
    String(Box<str>),
    /// Ruby: the bytes of a `!!binary`.
    Bytes(Box<[u8]>),
    /// Ruby: a symbol, without its colon.
    Symbol(Box<str>),
    /// Ruby: a day.
    Date(Date),
    /// Ruby: a point in time.
    Time(Time),
    /// Ruby: a regular expression; its source is not checked.
    Regexp(Regexp),
    /// Ruby: a range between two scalars.
    Range(Box<Bounds>),
    /// Ruby: a class or module, by name.
    Class(Box<str>),
}

/// The number of bytes that one interpolation in a text counts as.
const BYTES_OF_PART: u64 = 64;

impl Scalar {
    /// The size of the text in bytes. With `with_parts`, each interpolation counts as [`BYTES_OF_PART`] further bytes.
    pub(super) fn text_bytes(&self, with_parts: bool) -> u64 {
        match self {
            Scalar::String(text) | Scalar::BigInt(text) | Scalar::Symbol(text) | Scalar::Class(text) => {
                let parts = if with_parts { text.matches("%{").count() as u64 } else { 0 };
                text.len() as u64 + BYTES_OF_PART * parts
            }
            // Each byte becomes two hexadecimal digits.
            Scalar::Bytes(bytes) => 2 * bytes.len() as u64,
            Scalar::Regexp(regexp) => regexp.source.len() as u64,
            Scalar::Range(bounds) => {
                let with_parts = false;
                bounds.begin.text_bytes(with_parts) + bounds.end.text_bytes(with_parts)
            }
            Scalar::Null
            | Scalar::Bool(_)
            | Scalar::Int(_)
            | Scalar::Float(_)
            | Scalar::Date(_)
            | Scalar::Time(_) => 0,
        }
    }
}

/// A calendar day: Julian up to 4 October 1582, Gregorian from 15 October 1582.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    /// Year.
    pub year: i32,
    /// Month, from 1.
    pub month: u8,
    /// Day, from 1.
    pub day: u8,
}

/// A point in time with its UTC offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    /// Nanoseconds within the second.
    pub nanos: u32,
    /// The zone as written.
    pub zone: Zone,
}

/// The relation of a point in time to UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// Written with `Z`.
    Utc,
    /// Written with an offset, in seconds east.
    Offset(i32),
    /// Written without a zone: UTC, displayed in the local time of the reader, which is assumed to be UTC.
    Local,
}

/// A regular expression in Ruby's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Regexp {
    /// The text between the slashes.
    pub source: Box<str>,
    /// `x`.
    pub extended: bool,
    /// `i`.
    pub ignore_case: bool,
    /// `m`.
    pub multiline: bool,
}

/// The ends of a range.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// The first value.
    pub begin: Scalar,
    /// The last value.
    pub end: Scalar,
    /// Whether the range excludes its end.
    pub exclusive: bool,
}

impl Scalar {
    /// A string as a scalar.
    pub fn string(text: impl Into<Box<str>>) -> Self {
        Scalar::String(text.into())
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Scalar::String(text) = self { Some(text) } else { None }
    }

    /// The kind of value, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Scalar::Null => "null",
            Scalar::Bool(_) => "a truth value",
            Scalar::Int(_) | Scalar::BigInt(_) => "an integer",
            Scalar::Float(_) => "a float",
            Scalar::String(_) => "a string",
            Scalar::Bytes(_) => "binary data",
            Scalar::Symbol(_) => "a symbol",
            Scalar::Date(_) => "a date",
            Scalar::Time(_) => "a time",
            Scalar::Regexp(_) => "a regular expression",
            Scalar::Range(_) => "a range",
            Scalar::Class(_) => "a class",
        }
    }

    /// Whether both are equal as keys: the same kind and value. All NaN are equal, and binary data equals a
    /// string with the same bytes if these are ASCII.
    #[must_use]
    pub fn same(&self, other: &Scalar) -> bool {
        match (self, other) {
            // Ruby represents every NaN by the same object, and a `Hash` compares the identity of keys first.
            (Scalar::Float(a), Scalar::Float(b)) => a == b || (a.is_nan() && b.is_nan()),
            (Scalar::Bytes(bytes), Scalar::String(text)) | (Scalar::String(text), Scalar::Bytes(bytes)) => {
                // Ruby compares texts of different encodings only if both are ASCII.
                text.is_ascii() && text.as_bytes() == &**bytes
            }
            // The zone does not matter: Ruby compares points in time.
            (Scalar::Time(a), Scalar::Time(b)) => (a.seconds, a.nanos) == (b.seconds, b.nanos),
            (Scalar::Range(a), Scalar::Range(b)) => {
                a.exclusive == b.exclusive && a.begin.same(&b.begin) && a.end.same(&b.end)
            }
            _ => self == other,
        }
    }

    /// Adds the value to a hash, which is equal for scalars that are the [`same`](Scalar::same).
    pub(super) fn hash_into(&self, state: &mut impl Hasher) {
        match self {
            Scalar::Null => state.write_u8(0),
            Scalar::Bool(value) => state.write_u8(1 + u8::from(*value)),
            Scalar::Int(value) => state.write_i64(*value),
            Scalar::BigInt(text) | Scalar::Symbol(text) | Scalar::Class(text) => text.hash(state),
            Scalar::Float(value) if value.is_nan() => state.write_u8(3),
            // Turns -0.0 into 0.0, which `same` treats as equal.
            Scalar::Float(value) => state.write_u64((value + 0.0).to_bits()),
            // The text is hashed as bytes, without the terminator of `str`, so that binary data with the same bytes has
            // the same hash.
            Scalar::String(text) => state.write(text.as_bytes()),
            Scalar::Bytes(bytes) => state.write(bytes),
            Scalar::Date(date) => date.hash(state),
            Scalar::Time(time) => (time.seconds, time.nanos).hash(state),
            Scalar::Regexp(regexp) => regexp.hash(state),
            // Bounds may be equal without having equal hashes, and ranges are rare as keys.
            Scalar::Range(_) => state.write_u8(4),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// ISO 8601 with nanoseconds.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = if let Zone::Offset(seconds) = self.zone { seconds } else { 0 };
        let local = self.seconds.saturating_add(i64::from(offset));
        let (days, second_of_day) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        // Proleptic Gregorian, unlike dates: Ruby's `Time` has no reform of the calendar.
        let (year, month, day) = civil_from_days(days);
        let sign = if year < 0 { "-" } else { "" };
        let (hour, minute, second) = (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
        write!(f, "{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs())?;
        write!(f, "T{hour:02}:{minute:02}:{second:02}.{:09}", self.nanos)?;
        match self.zone {
            Zone::Utc => f.write_str("Z"),
            _ => {
                let sign = if offset < 0 { '-' } else { '+' };
                let minutes = offset.unsigned_abs() / 60;
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// As Ruby displays it, e.g. `(?i-mx:a)`.
impl fmt::Display for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = [(self.multiline, 'm'), (self.ignore_case, 'i'), (self.extended, 'x')];
        let set_flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, flag)| *flag).collect();
        let unset_flags: String = flags.iter().filter(|(set, _)| !*set).map(|(_, flag)| *flag).collect();
        let dash = if unset_flags.is_empty() { "" } else { "-" };
        write!(f, "(?{set_flags}{dash}{unset_flags}:{})", self.source)
    }
}
