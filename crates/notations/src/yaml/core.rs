//! The core schema of YAML 1.2: the meaning of plain scalars and tags in models.
//!
//! This module knows neither the grammar nor models.

use super::children::{Child, Collection};
use super::integer;
use super::keys::Keys;
use super::node_tree::{Arena, NodeId};
use super::scalar::Scalar;
use super::syntax::Style;
use crate::diagnostic::shorten;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Why a scalar cannot be read.
pub(super) enum Rejection {
    /// The tag is unknown, or the scalar is not a value of its type.
    Tag(String),
    /// The scalar exceeds a limit.
    Limit(String),
}

/// The beginning of all tags of YAML itself.
const TAG_PREFIX: &str = "tag:yaml.org,2002:";

/// The value of a scalar.
pub(super) fn scalar(text: &str, style: Style, tag: Option<&str>) -> Result<Scalar, Rejection> {
    let Some(tag) = tag else {
        // Only plain scalars are resolved (YAML 1.2, section 10.3.2).
        return if style == Style::Plain { resolve(text) } else { Ok(Scalar::string(text)) };
    };
    let mismatch = |expected: &str| {
        Rejection::Tag(format!("expected {expected} after its tag, found `{}`", shorten(text)))
    };
    let is_empty_mark = tag == "!" && text.is_empty() && style == Style::Plain;
    match tag.strip_prefix(TAG_PREFIX) {
        Some("str") => Ok(Scalar::string(text)),
        Some("null") => match resolve(text)? {
            Scalar::Null => Ok(Scalar::Null),
            _ => Err(mismatch("null")),
        },
        Some("bool") => match resolve(text)? {
            value @ Scalar::Bool(_) => Ok(value),
            _ => Err(mismatch("true or false")),
        },
        Some("int") => match resolve(text)? {
            value @ (Scalar::Int(_) | Scalar::BigInt(_)) => Ok(value),
            _ => Err(mismatch("an integer")),
        },
        Some("float") => match resolve(text)? {
            // `!!float 3` is the float 3.
            Scalar::Int(value) => Ok(Scalar::Float(value as f64)),
            Scalar::BigInt(digits) => digits.parse().map(Scalar::Float).map_err(|_| mismatch("a float")),
            value @ Scalar::Float(_) => Ok(value),
            _ => Err(mismatch("a float")),
        },
        // The tag `!` alone makes every other scalar a string.
        None if is_empty_mark => Ok(Scalar::Null),
        None if tag == "!" => Ok(Scalar::string(text)),
        _ => Err(unknown_tag(tag)),
    }
}

/// The rejection of a tag that the core schema does not have.
fn unknown_tag(tag: &str) -> Rejection {
    Rejection::Tag(format!("expected a tag of YAML's core schema, found `{tag}`"))
}

/// Whether a plain scalar is certainly a string; numbers are not parsed to find out.
#[inline]
pub(super) fn is_string(text: &str) -> bool {
    // For nearly all strings the first letter is sufficient; words are compared only after one of these letters.
    match text.bytes().next() {
        Some(b't' | b'T' | b'f' | b'F' | b'n' | b'N') => {
            !matches!(text, "null" | "Null" | "NULL" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
        }
        // A text that starts with one of these characters may be a number or `~`, and the empty text is null.
        Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'~') | None => false,
        Some(_) => true,
    }
}

/// The value of a plain scalar.
pub(super) fn resolve(text: &str) -> Result<Scalar, Rejection> {
    Ok(match text {
        // The core schema of YAML 1.2 (section 10.3.2): `yes`, `on` and `y` are strings.
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        _ => number(text)?,
    })
}

/// Reads a number of the core schema, or a string that only resembles one.
fn number(text: &str) -> Result<Scalar, Rejection> {
    let (is_negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let convert = |digits: &str, radix| {
        let message =
            || format!("expected an integer of at most {} digits, found a longer one", integer::MAX_DIGITS);
        integer::from_digits(is_negative, digits, radix).ok_or_else(|| Rejection::Limit(message()))
    };
    // Leading zeros are allowed and mean nothing: `012` is twelve in YAML 1.2.
    if are_digits(unsigned, 10) {
        return convert(unsigned, 10);
    }
    // The prefix is tested in the text with its sign, because the core schema has no signed octal or hexadecimal
    // numbers.
    if let Some(octal) = text.strip_prefix("0o").filter(|octal| are_digits(octal, 8)) {
        return convert(octal, 8);
    }
    if let Some(hexadecimal) = text.strip_prefix("0x").filter(|hexadecimal| are_digits(hexadecimal, 16)) {
        return convert(hexadecimal, 16);
    }
    // Finite floats have the same syntax as in Rust.
    let is_float = unsigned.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let value = if is_float { text.parse().ok() } else { None };
    Ok(value.map_or_else(|| Scalar::string(text), Scalar::Float))
}

/// Whether a text consists of digits in a radix.
fn are_digits(digits: &str, radix: u32) -> bool {
    !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix))
}

/// Two equal keys of a map.
pub(super) struct Duplicate {
    pub(super) first: NodeId,
    pub(super) second: NodeId,
}

/// The value of a list with this tag.
pub(super) fn close_sequence(tag: Option<&str>, children: &[Child]) -> Result<Collection, Rejection> {
    check_tag(tag, "seq")?;
    Ok(Collection::List(children.iter().map(|child| child.id).collect()))
}

/// The value of a map with this tag, and its duplicate keys, which are not part of the value.
pub(super) fn close_map(
    arena: &Arena,
    keys: &mut Keys,
    tag: Option<&str>,
    children: &[Child],
) -> Result<(Collection, Vec<Duplicate>), Rejection> {
    check_tag(tag, "map")?;
    let mut duplicates = Vec::new();
    let mut links = Vec::with_capacity(children.len());
    let mut first_keys: FxHashMap<NodeId, NodeId> =
        FxHashMap::with_capacity_and_hasher(children.len() / 2, FxBuildHasher);
    for [key, value] in children.as_chunks::<2>().0 {
        let representative = keys.representative(arena, key.id);
        // Equal keys need not be spelled alike: `1` and `+1` are one key.
        if let Some(first) = first_keys.get(&representative) {
            duplicates.push(Duplicate { first: *first, second: key.id });
        } else {
            first_keys.insert(representative, key.id);
            links.extend([key.id, value.id]);
        }
    }
    Ok((Collection::Map(links), duplicates))
}

/// Checks that a collection has no tag, or the tag of its type.
fn check_tag(tag: Option<&str>, name: &str) -> Result<(), Rejection> {
    match tag {
        // On a collection, the tag `!` means its usual type.
        Some(tag) if tag != "!" && tag.strip_prefix(TAG_PREFIX) != Some(name) => Err(unknown_tag(tag)),
        _ => Ok(()),
    }
}
