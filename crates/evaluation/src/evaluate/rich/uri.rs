//! `URI`: the name of a resource by RFC 3986.

use super::uri_text::UriParts;
use super::{Family, Rich, RichValue, by_name, matches_pattern};
use crate::evaluate::quote::excerpt;
use crate::evaluate::value::Hash;
use crate::evaluate::{BYTES_PER_STEP, Type, Value};
use crate::language::expression::Binary as Operator;
use std::hash::{Hash as _, Hasher};

/// A URI.
#[derive(Debug, Clone)]
pub(super) struct Uri(UriParts);

/// The parts of a URI, which can be written after a dot.
pub(super) const MEMBERS: [&str; 8] =
    ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

pub(super) static URI: Family = Family {
    is_data: true,
    parameters,
    holds: |parameters, value| {
        let ([Value::Hash(patterns)], Some(uri)) = (parameters, value.downcast::<Uri>()) else {
            return false;
        };
        patterns.pairs().iter().all(|(name, pattern)| {
            let part = name.text().and_then(|name| uri.member(name)).unwrap_or(Value::Undef);
            matches_pattern(&part, pattern)
        })
    },
    covers: |outer, inner| {
        let ([Value::Hash(patterns)], [Value::Hash(parts)]) = (outer, inner) else { return outer.is_empty() };
        patterns.pairs().iter().all(|(name, pattern)| {
            parts.get(name).is_some_and(|part| {
                // A part is a value. A parameter of the inner type may also be a type, which the outer type must
                // contain.
                matches_pattern(part, pattern)
                    || matches!((part, pattern), (Value::Type(a), Value::Type(b)) if b.covers(a))
            })
        })
    },
    create: Some(create),
    ..Family::named("URI")
};

/// The parts of a text, which must be a URI.
fn parse(text: &str) -> Result<UriParts, String> {
    UriParts::parse(text).ok_or_else(|| format!("'{}' is not a URI", excerpt(text)))
}

/// `URI.new`: from a text, or from a hash of parts.
fn create(arguments: &[Value]) -> Result<Value, String> {
    let parts = match arguments {
        [Value::Hash(hash)] => from_hash(hash)?.build()?,
        [Value::String(text)] if !text.is_empty() => parse(text)?,
        _ => return Err("`URI` must be created from a string that is not empty".to_owned()),
    };
    Ok(Rich::value(Uri(parts)))
}

/// The parts in a hash.
fn from_hash(hash: &Hash) -> Result<UriParts, String> {
    let [scheme, userinfo, host, port, path, query, fragment, opaque] = by_name("URI", hash, &MEMBERS)?;
    let port = match port {
        None => None,
        Some(Value::Integer(n)) if *n >= 0 => Some(*n),
        Some(_) => return Err("the port of a URI must be a number from 0".to_owned()),
    };
    Ok(UriParts {
        scheme: part_text("scheme", scheme)?,
        userinfo: part_text("userinfo", userinfo)?,
        host: part_text("host", host)?,
        port,
        path: part_text("path", path)?,
        query: part_text("query", query)?,
        fragment: part_text("fragment", fragment)?,
        opaque: part_text("opaque", opaque)?,
    })
}

/// The text of a part of a URI, if it is given.
fn part_text(part_name: &str, value: Option<&Value>) -> Result<Option<String>, String> {
    match value {
        None => Ok(None),
        Some(Value::String(text)) if !text.is_empty() => Ok(Some(text.to_string())),
        Some(_) => Err(format!("the {part_name} of a URI must be a string that is not empty")),
    }
}

/// The parameters as one hash: the parts of a URI, or patterns for parts.
fn parameters(arguments: &[Value]) -> Result<Vec<Value>, String> {
    match arguments {
        [Value::String(text)] if !text.is_empty() => {
            let is_exact = true;
            Ok(Uri(parse(text)?).parameters(is_exact))
        }
        [Value::Hash(hash)] => {
            by_name("URI", hash, &MEMBERS)?;
            match hash.pairs().iter().find(|(name, value)| !is_parameter(name, value)) {
                Some((name, _)) => Err(format!(
                    "the parameter {} of `URI` must be a string, a regular expression or a type",
                    name.to_literal()
                )),
                // `URI[{}]` is `URI`.
                None if hash.is_empty() => Ok(Vec::new()),
                None => Ok(arguments.to_vec()),
            }
        }
        _ => Err("`URI` must have one string, or a hash of parts".to_owned()),
    }
}

/// Whether a value can restrict the part of a URI with a name: a number only the port, a text or a pattern only another
/// part, and `undef` any part.
fn is_parameter(name: &Value, value: &Value) -> bool {
    let is_port = name.text() == Some("port");
    match value {
        Value::Undef => true,
        Value::Type(ty) => is_parameter_type(ty, is_port),
        Value::Integer(n) => is_port && *n >= 0,
        Value::String(text) => !is_port && !text.is_empty(),
        Value::Regexp(_) => !is_port,
        _ => false,
    }
}

/// Whether a type can be the parameter for a part of a URI: it only checks whether the part is present, or it is a type
/// of strings. The port is a number, so its parameter cannot be a type of strings.
fn is_parameter_type(ty: &Type, is_port: bool) -> bool {
    let is_covered_by = |names: &[&str]| {
        names.iter().any(|name| Type::built_in(name).is_some_and(|general| general.covers(ty)))
    };
    is_covered_by(&["NotUndef", "Undef"]) || !is_port && is_covered_by(&["Pattern", "Enum"])
}

impl RichValue for Uri {
    fn family(&self) -> &'static Family {
        &URI
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        let parts = &self.0;
        let host = parts.host.as_deref().filter(|host| !host.is_empty()).map(str::to_lowercase);
        // As in Puppet, only these two ports are omitted here; the text of a URI also omits the default ports of other
        // schemes.
        let is_default_port = matches!(
            (parts.port, parts.scheme.as_deref()),
            (Some(80), Some("http")) | (Some(443), Some("https"))
        );
        let port = parts.port.filter(|_| !is_default_port).map(|port| port.to_string());
        let path = parts.path.clone().filter(|path| !path.is_empty());
        let values = [
            parts.scheme.clone(),
            parts.userinfo.clone(),
            host,
            port,
            path,
            parts.query.clone(),
            parts.fragment.clone(),
            parts.opaque.clone(),
        ];
        let mut pairs = Vec::with_capacity(MEMBERS.len());
        for (name, text) in MEMBERS.iter().zip(values) {
            if let Some(text) = text {
                pairs.push((Value::string(name), Value::string(&text)));
            }
        }
        if pairs.is_empty() { Vec::new() } else { vec![Value::hash(pairs)] }
    }

    fn equals(&self, other: &Value) -> bool {
        other.rich::<Uri>().is_some_and(|other| self.0.normalized() == other.0.normalized())
    }

    fn digest(&self, mut state: &mut dyn Hasher) {
        self.0.normalized().hash(&mut state);
    }

    fn weight(&self) -> u32 {
        // Each of the eight parts counts as a value, even if it is short.
        u32::try_from(self.text().len() / BYTES_PER_STEP + 8).unwrap_or(u32::MAX)
    }

    fn member(&self, name: &str) -> Option<Value> {
        let parts = &self.0;
        Some(match name {
            "scheme" => text_or_undef(&parts.scheme),
            "userinfo" => text_or_undef(&parts.userinfo),
            "host" => text_or_undef(&parts.host),
            "port" => parts.port.map_or(Value::Undef, Value::Integer),
            "path" => text_or_undef(&parts.path),
            "query" => text_or_undef(&parts.query),
            "fragment" => text_or_undef(&parts.fragment),
            "opaque" => text_or_undef(&parts.opaque),
            _ => return None,
        })
    }

    fn operate(&self, operator: Operator, left: &Value, right: &Value) -> Option<Result<Value, String>> {
        let (Operator::Plus, Some(left)) = (operator, left.rich::<Uri>()) else { return None };
        let reference = match right {
            Value::String(text) => parse(text),
            _ => match right.rich::<Uri>() {
                Some(uri) => Ok(uri.0.clone()),
                None => Err("only a `URI` or a string can be added to a `URI`".to_owned()),
            },
        };
        Some(reference.and_then(|reference| left.0.merged(&reference)).map(|parts| Rich::value(Uri(parts))))
    }
}

/// A part as a value; undef if it is missing.
fn text_or_undef(text: &Option<String>) -> Value {
    text.as_deref().map_or(Value::Undef, Value::string)
}
