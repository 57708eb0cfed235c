//! Reads scalars with a tag like `Psych::Visitors::ToRuby`.
//!
//! This module does not load classes: it knows the names of those that every Ruby has, and rejects others.

use super::number::strict_float;
use super::plain::tokenize;
use super::{ReadResult, Rejection};
use crate::yaml::scalar::{Bounds, Regexp, Scalar, Time};
use crate::yaml::syntax::Style;

/// The value of a scalar.
pub(in crate::yaml) fn scalar(text: &str, style: Style, tag: Option<&str>) -> ReadResult<Scalar> {
    match tag {
        None if style == Style::Plain => tokenize(text),
        None => Ok(Scalar::string(text)),
        Some("!binary" | "tag:yaml.org,2002:binary") => Ok(Scalar::Bytes(unpack(text).into())),
        Some("tag:yaml.org,2002:str") => Ok(Scalar::string(text)),
        Some("tag:yaml.org,2002:float" | "!float") => float(text),
        Some("!ruby/regexp") => regexp(text),
        Some("!ruby/range") => range(text),
        Some("!ruby/class" | "!ruby/module") => class(text),
        // Psych's pattern accepts more than `!ruby/sym` and `!ruby/symbol`.
        Some(tag) if tag.starts_with("!ruby/sym") => Ok(Scalar::Symbol(text.into())),
        Some(tag) if is_unsupported(tag) => {
            Err(Rejection::Tag(format!("expected a value without Ruby's classes, found the tag `{tag}`")))
        }
        Some(tag) => match string_class(tag) {
            Some("" | "String") => Ok(Scalar::string(text)),
            Some(class) => {
                let message =
                    format!("expected a string of Ruby's class String, found one of the class `{class}`");
                Err(Rejection::Tag(message))
            }
            // Psych ignores tags that it does not know.
            None => tokenize(text),
        },
    }
}

/// The class after `!str:` or `!ruby/string:`; empty if there is none.
pub(super) fn string_class(tag: &str) -> Option<&str> {
    let after_name = tag.strip_prefix("!str").or_else(|| tag.strip_prefix("!ruby/string"))?;
    if after_name.is_empty() { Some("") } else { after_name.strip_prefix(':') }
}

/// Whether a tag requires a class that cannot be represented.
fn is_unsupported(tag: &str) -> bool {
    matches!(tag, "!ruby/encoding")
        || tag
            .strip_prefix("!ruby/object:")
            .is_some_and(|class| matches!(class, "BigDecimal" | "DateTime" | "Complex" | "Rational"))
}

/// Ruby's `unpack('m')`: base64 that skips invalid characters and stops at padding.
fn unpack(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut group: Vec<u32> = Vec::with_capacity(4);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' => group.push(u32::from(byte - b'A')),
            b'a'..=b'z' => group.push(u32::from(byte - b'a') + 26),
            b'0'..=b'9' => group.push(u32::from(byte - b'0') + 52),
            b'+' => group.push(62),
            b'/' => group.push(63),
            // At least two characters make a byte. An earlier `=` is skipped, as other invalid characters.
            b'=' if group.len() >= 2 => break,
            _ => {}
        }
        if group.len() == 4 {
            decode_group(&mut group, &mut out);
        }
    }
    // Groups at the end may be incomplete, with or without padding.
    decode_group(&mut group, &mut out);
    out
}

/// Appends the bytes of a group of up to four digits, of six bits each, and empties the group. Bits that do not fill a
/// byte are dropped.
fn decode_group(group: &mut Vec<u32>, out: &mut Vec<u8>) {
    let mut bits = 0_u32;
    for digit in group.iter() {
        bits = (bits << 6) | *digit;
    }
    // An incomplete group is filled with zeros to four digits, which have 24 bits.
    let missing_digits = 4 - group.len().min(4);
    bits <<= 6 * missing_digits;
    // The highest of the four bytes is beyond these 24 bits.
    let [_, bytes @ ..] = bits.to_be_bytes();
    out.extend(bytes.iter().take(group.len() * 6 / 8));
    group.clear();
}

/// The float that a text with the tag of floats represents.
fn float(text: &str) -> ReadResult<Scalar> {
    let value = tokenize(text)?;
    let float = match &value {
        Scalar::Int(value) => Some(*value as f64),
        Scalar::BigInt(digits) => digits.parse().ok(),
        Scalar::Float(value) => Some(*value),
        Scalar::String(text) => strict_float(text),
        Scalar::Time(time) => Some(seconds(*time)),
        _ => None,
    };
    float
        .map(Scalar::Float)
        .ok_or_else(|| Rejection::Tag(format!("expected a float, found {} `{text}`", value.kind())))
}

/// A time as Ruby's `Time#to_f` returns it, which rounds nanoseconds before it divides.
fn seconds(time: Time) -> f64 {
    let nanos = i128::from(time.seconds) * 1_000_000_000 + i128::from(time.nanos);
    let is_small = nanos.unsigned_abs() < 1 << 62;
    if is_small && time.nanos == 0 { time.seconds as f64 } else { nanos as f64 / 1e9 }
}

/// The regular expression that a text such as `/a/i` represents.
fn regexp(text: &str) -> ReadResult<Scalar> {
    let parts = text.strip_prefix('/').and_then(|after_slash| {
        // The source may contain slashes.
        let end = after_slash.rfind('/')?;
        Some((after_slash.get(..end)?, after_slash.get(end + 1..)?))
    });
    match parts {
        Some((source, flags)) if flags.bytes().all(|flag| b"mixn".contains(&flag)) => {
            let source = source.into();
            let has_flag = |flag| flags.contains(flag);
            Ok(Scalar::Regexp(Regexp {
                source,
                extended: has_flag('x'),
                ignore_case: has_flag('i'),
                multiline: has_flag('m'),
            }))
        }
        _ => Err(Rejection::Tag(format!("expected a regular expression such as /a/i, found `{text}`"))),
    }
}

/// `begin..end` or `begin...end`; the types of both ends are determined as for plain text.
fn range(text: &str) -> ReadResult<Scalar> {
    let rejection = || Rejection::Tag(format!("expected a range such as 1..2, found `{text}`"));
    let Some((begin, after_dots)) = text.split_once("..") else {
        if text.is_empty() {
            return Err(rejection());
        }
        // Without dots, Ruby uses the only bound as the first one, and "not exclusive" as the second.
        let bounds = Bounds { begin: tokenize(text)?, end: Scalar::Bool(false), exclusive: false };
        return range_of_comparable(bounds).ok_or_else(rejection);
    };
    let (end, exclusive) = match after_dots.strip_prefix('.') {
        Some(end) => (end, true),
        None => (after_dots, false),
    };
    let bounds = Bounds { begin: tokenize(begin)?, end: tokenize(end)?, exclusive };
    range_of_comparable(bounds).ok_or_else(rejection)
}

/// The range, if Ruby can compare its bounds.
pub(super) fn range_of_comparable(bounds: Bounds) -> Option<Scalar> {
    if is_comparable(&bounds.begin, &bounds.end) { Some(Scalar::Range(Box::new(bounds))) } else { None }
}

/// Whether Ruby can compare the bounds of a range.
fn is_comparable(begin: &Scalar, end: &Scalar) -> bool {
    // Ruby's ranges may be open at either end.
    if matches!(begin, Scalar::Null) || matches!(end, Scalar::Null) {
        return true;
    }
    if is_number(begin) && is_number(end) {
        // Ruby represents every NaN by the same object, which is comparable only to itself.
        return is_nan(begin) == is_nan(end);
    }
    match (begin, end) {
        (Scalar::Bool(begin), Scalar::Bool(end)) => begin == end,
        _ => std::mem::discriminant(begin) == std::mem::discriminant(end),
    }
}

/// Whether a scalar is an integer or a float.
fn is_number(value: &Scalar) -> bool {
    matches!(value, Scalar::Int(_) | Scalar::BigInt(_) | Scalar::Float(_))
}

/// Whether a scalar is NaN.
fn is_nan(value: &Scalar) -> bool {
    matches!(value, Scalar::Float(float) if float.is_nan())
}

/// The class that a text names; null for an empty text.
fn class(text: &str) -> ReadResult<Scalar> {
    // Other classes depend on the program that reads the file.
    if is_known_class(text) {
        return Ok(Scalar::Class(text.into()));
    }
    if text.is_empty() {
        return Ok(Scalar::Null);
    }
    Err(Rejection::Tag(format!("expected a class that every Ruby has, found `{text}`")))
}

/// Whether every Ruby has the class or module.
pub(super) fn is_known_class(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "Array",
        "BasicObject",
        "Class",
        "Comparable",
        "Complex",
        "Date",
        "DateTime",
        "Encoding",
        "Enumerable",
        "Exception",
        "FalseClass",
        "File",
        "Float",
        "Hash",
        "IO",
        "Integer",
        "Kernel",
        "Math",
        "Method",
        "Module",
        "NilClass",
        "Numeric",
        "Object",
        "Proc",
        "Psych",
        "Psych::Omap",
        "Psych::Set",
        "Range",
        "Rational",
        "Regexp",
        "StandardError",
        "String",
        "Struct",
        "Symbol",
        "Thread",
        "Time",
        "TrueClass",
    ];
    KNOWN.contains(&name)
}
