//! The core schema of YAML 1.2: what plain scalars and tags mean in models.
//!
//! It does not know the grammar, nor what a model is.

use super::build::{Child, Made};
use super::integer;
use super::keys::Keys;
use super::scalar::Scalar;
use super::syntax::Style;
use super::tree::{Arena, NodeId};
use rustc_hash::FxHashMap;

/// Why a scalar cannot be read.
pub(super) enum Refusal {
    Tag(String),
    Limit(String),
}

const PREFIX: &str = "tag:yaml.org,2002:";

/// The value of a scalar.
pub(super) fn scalar(text: &str, style: Style, tag: Option<&str>) -> Result<Scalar, Refusal> {
    let Some(tag) = tag else {
        return if style == Style::Plain { resolve(text) } else { Ok(Scalar::string(text)) };
    };
    let misfit =
        |what: &str| Refusal::Tag(format!("expected {what} after its tag, found `{}`", excerpt(text)));
    let is_empty_mark = tag == "!" && text.is_empty() && style == Style::Plain;
    match tag.strip_prefix(PREFIX) {
        Some("str") => Ok(Scalar::string(text)),
        Some("null") => match resolve(text)? {
            Scalar::Null => Ok(Scalar::Null),
            _ => Err(misfit("null")),
        },
        Some("bool") => match resolve(text)? {
            value @ Scalar::Bool(_) => Ok(value),
            _ => Err(misfit("true or false")),
        },
        Some("int") => match resolve(text)? {
            value @ (Scalar::Int(_) | Scalar::BigInt(_)) => Ok(value),
            _ => Err(misfit("an integer")),
        },
        Some("float") => match resolve(text)? {
            Scalar::Int(value) => Ok(Scalar::Float(value as f64)),
            Scalar::BigInt(digits) => digits.parse().map(Scalar::Float).map_err(|_| misfit("a float")),
            value @ Scalar::Float(_) => Ok(value),
            _ => Err(misfit("a float")),
        },
        None if is_empty_mark => Ok(Scalar::Null),
        None if tag == "!" => Ok(Scalar::string(text)),
        _ => Err(unknown_tag(tag)),
    }
}

fn unknown_tag(tag: &str) -> Refusal {
    Refusal::Tag(format!("expected a tag of YAML's core schema, found `{tag}`"))
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The value of a plain scalar.
pub(super) fn resolve(text: &str) -> Result<Scalar, Refusal> {
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
        _ => number(text)?,
    })
}

fn number(text: &str) -> Result<Scalar, Refusal> {
    let (negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let digits = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let convert = |digits: &str, radix| {
        let message =
            || format!("expected an integer of at most {} digits, found a longer one", integer::MOST_DIGITS);
        integer::from_digits(negative, digits, radix).ok_or_else(|| Refusal::Limit(message()))
    };
    if digits(unsigned, 10) {
        return convert(unsigned, 10);
    }
    if let Some(octal) = text.strip_prefix("0o").filter(|octal| digits(octal, 8)) {
        return convert(octal, 8);
    }
    if let Some(hexadecimal) = text.strip_prefix("0x").filter(|hexadecimal| digits(hexadecimal, 16)) {
        return convert(hexadecimal, 16);
    }
    // Rust's floats are the schema's, but for the names of what is not finite.
    let is_float = unsigned.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let value = if is_float { text.parse().ok() } else { None };
    Ok(value.map_or_else(|| Scalar::string(text), Scalar::Float))
}

/// Two keys of a map that are the same.
pub(super) struct Duplicate {
    pub(super) first: NodeId,
    pub(super) second: NodeId,
}

/// What a list under this tag is.
pub(super) fn close_sequence(tag: Option<&str>, children: &[Child]) -> Result<Made, Refusal> {
    check_tag(tag, "seq")?;
    Ok(Made::List(children.iter().map(|child| child.id).collect()))
}

/// What a map under this tag is; its duplicate keys are reported and left out.
pub(super) fn close_map(
    arena: &Arena,
    keys: &mut Keys,
    tag: Option<&str>,
    children: &[Child],
) -> Result<(Made, Vec<Duplicate>), Refusal> {
    check_tag(tag, "map")?;
    let mut duplicates = Vec::new();
    let mut links = Vec::with_capacity(children.len());
    let mut seen: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    for pair in children.as_chunks::<2>().0 {
        let representative = keys.representative(arena, pair[0].id);
        if let Some(first) = seen.get(&representative) {
            duplicates.push(Duplicate { first: *first, second: pair[0].id });
        } else {
            seen.insert(representative, pair[0].id);
            links.extend([pair[0].id, pair[1].id]);
        }
    }
    Ok((Made::Map(links), duplicates))
}

fn check_tag(tag: Option<&str>, name: &str) -> Result<(), Refusal> {
    match tag {
        Some(tag) if tag != "!" && tag.strip_prefix(PREFIX) != Some(name) => Err(unknown_tag(tag)),
        _ => Ok(()),
    }
}
