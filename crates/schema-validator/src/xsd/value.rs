//! Values of XML Schema's primitive types: parsing and comparison.
//!
//! Invariant: the white space in texts is already normalised. This module does not know derived types.

use super::moment::{Duration, Moment};
use modelwright_notations::xmi::is_nc_name;
use modelwright_schema_import::xsd::grammar::is_address;
use modelwright_validation::Decimal;
use std::cmp::Ordering;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Primitive {
    /// Any text.
    Text,
    Boolean,
    Decimal,
    Float,
    Double,
    Duration,
    /// A date, a time, or a part of one; contains the pattern of its lexical form.
    Moment(&'static str),
    Hexadecimal,
    Base64,
    // An `anyURI` is compared as text, so URIs that differ only in their escapes are different values.
    Address,
    /// A name with an optional prefix.
    Name,
}

/// The primitive types by name.
pub(super) const PRIMITIVES: [(&str, Primitive); 19] = [
    ("string", Primitive::Text),
    ("boolean", Primitive::Boolean),
    ("decimal", Primitive::Decimal),
    ("float", Primitive::Float),
    ("double", Primitive::Double),
    ("duration", Primitive::Duration),
    ("dateTime", Primitive::Moment("Y-M-DTt")),
    ("time", Primitive::Moment("t")),
    ("date", Primitive::Moment("Y-M-D")),
    ("gYearMonth", Primitive::Moment("Y-M")),
    ("gYear", Primitive::Moment("Y")),
    ("gMonthDay", Primitive::Moment("--M-D")),
    ("gDay", Primitive::Moment("---D")),
    ("gMonth", Primitive::Moment("--M")),
    ("hexBinary", Primitive::Hexadecimal),
    ("base64Binary", Primitive::Base64),
    ("anyURI", Primitive::Address),
    ("QName", Primitive::Name),
    // A notation is read like a `QName`; whether the schema declares the notation is not checked.
    ("NOTATION", Primitive::Name),
];

impl Primitive {
    /// Whether the type's values have a length.
    pub(super) fn has_length(self) -> bool {
        use Primitive::{Address, Base64, Hexadecimal, Name, Text};
        matches!(self, Text | Hexadecimal | Base64 | Address | Name)
    }

    /// Whether the type's values can be ordered.
    pub(super) fn has_order(self) -> bool {
        use Primitive::{Decimal, Double, Duration, Float, Moment};
        matches!(self, Decimal | Float | Double | Duration | Moment(_))
    }
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    Boolean(bool),
    Decimal(Decimal),
    Double(f64),
    Duration(Duration),
    Moment(Moment),
    /// The number of bytes, and their canonical text.
    Bytes(usize, String),
    Name(String, String),
    List(Vec<Value>),
}

/// Looks up the namespace of a prefix in the scope of a value.
pub(super) type Prefixes<'p> = &'p dyn Fn(&str) -> Option<String>;

impl Value {
    /// Parses a text as a value of a primitive type.
    pub(super) fn parse(primitive: Primitive, text: &str, prefixes: Prefixes<'_>) -> Option<Self> {
        Some(match primitive {
            Primitive::Text => Value::Text(text.to_owned()),
            Primitive::Boolean => match text {
                "true" | "1" => Value::Boolean(true),
                "false" | "0" => Value::Boolean(false),
                _ => return None,
            },
            Primitive::Decimal => Value::Decimal(decimal(text)?),
            Primitive::Double => Value::Double(float(text)?),
            #[expect(clippy::cast_possible_truncation, reason = "a float is the nearest number")]
            Primitive::Float => Value::Double(f64::from(float(text)? as f32)),
            Primitive::Duration => Value::Duration(Duration::parse(text)?),
            Primitive::Moment(pattern) => Value::Moment(Moment::parse(pattern, text)?),
            Primitive::Hexadecimal => {
                let is_hex = text.len().is_multiple_of(2) && text.bytes().all(|b| b.is_ascii_hexdigit());
                is_hex.then(|| Value::Bytes(text.len() / 2, text.to_ascii_uppercase()))?
            }
            Primitive::Base64 => base64(text)?,
            Primitive::Address => is_address(text).then(|| Value::Text(text.to_owned()))?,
            Primitive::Name => {
                let (prefix, local) = match text.split_once(':') {
                    Some((prefix, local)) if is_nc_name(prefix) => (prefix, local),
                    Some(_) => return None,
                    // Without a prefix, the default namespace applies (XML Schema Part 2, 3.2.18).
                    None => ("", text),
                };
                if !is_nc_name(local) {
                    return None;
                }
                Value::Name(prefixes(prefix)?, local.to_owned())
            }
        })
    }

    /// A canonical text: two values of a type are equal if and only if their canonical texts are.
    pub(super) fn key(&self) -> String {
        match self {
            Value::Text(text) | Value::Bytes(_, text) => text.clone(),
            Value::Boolean(value) => value.to_string(),
            Value::Decimal(value) => value.canonical(),
            // 0.0 and -0.0 are equal, so they are normalised.
            Value::Double(value) => (value + 0.0).to_string(),
            Value::Duration(value) => value.key(),
            Value::Moment(value) => value.key(),
            Value::Name(namespace, local) => format!("{{{namespace}}}{local}"),
            // The separator cannot occur in XML.
            Value::List(items) => items.iter().map(Value::key).collect::<Vec<_>>().join("\u{0}"),
        }
    }

    /// The order of two values of the same type; `None` if they cannot be ordered.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Value::Decimal(a), Value::Decimal(b)) => Some(a.compare(b)),
            (Value::Double(a), Value::Double(b)) => a.partial_cmp(b),
            (Value::Duration(a), Value::Duration(b)) => a.compare(b),
            (Value::Moment(a), Value::Moment(b)) => a.compare(b),
            _ => None,
        }
    }

    /// The length and its unit; `None` for values without a length.
    pub(super) fn length(&self) -> Option<(usize, &'static str)> {
        match self {
            Value::Text(text) => Some((text.chars().count(), "characters")),
            Value::Bytes(length, _) => Some((*length, "bytes")),
            Value::List(items) => Some((items.len(), "items")),
            _ => None,
        }
    }
}

/// Parses a decimal number; zeros at the end of its fraction are removed because they are insignificant.
fn decimal(text: &str) -> Option<Decimal> {
    // `Decimal::parse` also accepts exponents, which XML Schema does not.
    if text.contains(['e', 'E']) {
        return None;
    }
    let number = Decimal::parse(text)?;
    if !text.contains('.') {
        return Some(number);
    }
    let shortened = text.trim_end_matches('0');
    // If only a point remains, as of `.00`, the number is 0.
    let is_zero = !shortened.bytes().any(|b| b.is_ascii_digit());
    Decimal::parse(if is_zero { "0" } else { shortened })
}

/// Parses a floating-point number.
fn float(text: &str) -> Option<f64> {
    match text {
        // `+INF` is valid only in XML Schema 1.1.
        "INF" => return Some(f64::INFINITY),
        "-INF" => return Some(f64::NEG_INFINITY),
        "NaN" => return Some(f64::NAN),
        _ => {}
    }
    // Rust also accepts words such as `inf`, so other letters are rejected first.
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E'));
    is_plain.then(|| text.parse().ok()).flatten()
}

/// Parses a text in Base64, in which spaces are ignored.
fn base64(text: &str) -> Option<Value> {
    let packed: String = text.chars().filter(|c| *c != ' ').collect();
    let body = packed.trim_end_matches('=');
    let padding = packed.len() - body.len();
    // Four characters represent three bytes; padding fills the last group.
    if !packed.len().is_multiple_of(4) || padding > 2 || !body.bytes().all(is_base64_code) {
        return None;
    }
    let last_byte = body.bytes().last().unwrap_or(b'A');
    let is_canonical = match padding {
        0 => true,
        // The unused bits of the last character must be 0 (XML Schema Part 2, 3.2.16).
        1 => b"AEIMQUYcgkosw048".contains(&last_byte),
        _ => b"AQgw".contains(&last_byte),
    };
    is_canonical.then(|| Value::Bytes(packed.len() / 4 * 3 - padding, packed))
}

fn is_base64_code(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/')
}
