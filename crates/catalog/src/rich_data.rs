//! Values as catalogs store them: references are texts, and values of rich types are hashes with the key `__ptype`.

use crate::environment::capitalized;
use modelwright_evaluation::evaluate::{CatalogReference, Hash, Regex, Value};
use modelwright_metamodel::ecore::AnyValue;
use std::sync::Arc;

/// Why a value is not stored.
pub(crate) enum Obstacle {
    /// Puppet stores the value in a form that is not written here. The catalog then has an unknown value with this
    /// reason.
    Unsupported(String),
    /// No catalog can store the value. The text is the end of a sentence that starts with the name of the parameter.
    Invalid(String),
}

/// The data that a catalog stores for the value of a parameter.
pub(crate) fn stored(name: &str, value: &Value, is_secret: bool) -> Result<AnyValue, Obstacle> {
    if is_secret && mentions_reference(value) {
        // In a secret value, Puppet stores references as types.
        let reason = "references to resources in secret values are not supported in catalogs";
        return Err(Obstacle::Unsupported(reason.to_owned()));
    }
    if !matches!(value, Value::Array(_)) {
        return any(value);
    }
    let mut flat_values = Vec::new();
    flatten(value, &mut flat_values);
    let is_relationship = matches!(name, "require" | "before" | "notify" | "subscribe");
    if is_relationship {
        // An `undef` names no resource, and is left out.
        return list(flat_values.iter().filter(|value| !matches!(value, Value::Undef)));
    }
    // As Puppet does when it copies resources, an array with references is flattened.
    let has_reference = flat_values.iter().any(is_reference);
    if has_reference { list(flat_values.iter()) } else { any(value) }
}

/// Whether a value is a reference to a single resource.
fn is_reference(value: &Value) -> bool {
    let reference = if let Value::Type(ty) = value { ty.catalog_reference() } else { None };
    matches!(reference, Some(CatalogReference::Class(Some(_)) | CatalogReference::Resource(Some(_), Some(_))))
}

/// Whether a value is or contains a reference to a single resource.
fn mentions_reference(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(mentions_reference),
        Value::Hash(hash) => hash.pairs().iter().any(|(_, value)| mentions_reference(value)),
        value => is_reference(value),
    }
}

/// The list of values as data. Fails if data cannot represent one of them.
fn list<'v>(values: impl Iterator<Item = &'v Value>) -> Result<AnyValue, Obstacle> {
    Ok(AnyValue::List(values.map(any).collect::<Result<_, _>>()?))
}

/// The data that a catalog stores for a value.
pub(crate) fn any(value: &Value) -> Result<AnyValue, Obstacle> {
    Ok(match value {
        Value::Undef => AnyValue::Null,
        Value::Boolean(truth) => AnyValue::Boolean(*truth),
        Value::Integer(number) => AnyValue::Integer(*number),
        Value::BigInteger(digits) => AnyValue::Number(digits.to_string()),
        Value::Float(number) => AnyValue::Float(*number),
        Value::String(text) => AnyValue::Text(text.to_string()),
        Value::Array(items) => list(items.iter())?,
        Value::Hash(hash) => map(hash)?,
        Value::Default => rich("Default", None),
        Value::Regexp(regex) => rich("Regexp", Some(AnyValue::Text(regex.source().to_owned()))),
        Value::Type(ty) => match ty.catalog_reference() {
            Some(CatalogReference::Class(Some(name))) => {
                AnyValue::Text(format!("Class[{}]", capitalized(name)))
            }
            Some(CatalogReference::Resource(Some(ty), Some(title))) => {
                AnyValue::Text(format!("{ty}[{title}]"))
            }
            _ => {
                let reason = format!("the type {ty} as a value is not supported in catalogs");
                return Err(Obstacle::Unsupported(reason));
            }
        },
        Value::Rich(content) => {
            if let Some((function, arguments)) = value.as_deferred() {
                deferred(function, arguments.map(|arguments| &arguments[..]))?
            } else if let Some(secret) = value.as_sensitive() {
                rich("Sensitive", Some(any(secret)?))
            } else {
                rich(content.type_name(), Some(AnyValue::Text(content.text())))
            }
        }
        Value::Object(_) => {
            let problem = "has a collector as its value, which no catalog stores";
            return Err(Obstacle::Invalid(problem.to_owned()));
        }
        Value::Unknown(unknown) => crate::unknown::stored(unknown),
    })
}

/// The data for a hash. A hash with keys that are not texts, or that mark rich data, becomes a list of keys and values.
fn map(hash: &Hash) -> Result<AnyValue, Obstacle> {
    let has_plain_keys = hash
        .pairs()
        .iter()
        .all(|(key, _)| key.text().is_some_and(|key| key != "__ptype" && key != "__pvalue"));
    if !has_plain_keys {
        let parts = hash.pairs().iter().flat_map(|(key, value)| [key, value]);
        return Ok(rich("Hash", Some(list(parts)?)));
    }
    let pairs = hash.pairs().iter().map(|(key, value)| Ok((key.to_text(), any(value)?)));
    Ok(AnyValue::Map(pairs.collect::<Result<_, Obstacle>>()?))
}

/// The data for a deferred call of a function, which Puppet makes when it applies the catalog.
fn deferred(function: &str, arguments: Option<&[Value]>) -> Result<AnyValue, Obstacle> {
    let text = |text: &str| AnyValue::Text(text.to_owned());
    let mut pairs = vec![("__ptype".to_owned(), text("Deferred")), ("name".to_owned(), text(function))];
    if let Some(arguments) = arguments {
        pairs.push(("arguments".to_owned(), list(arguments.iter())?));
    }
    Ok(AnyValue::Map(pairs.into_iter().collect()))
}

/// The data for a value of a rich type: the name of the type, and the content of the value, if it has one.
fn rich(name: &str, content: Option<AnyValue>) -> AnyValue {
    let mut pairs = vec![("__ptype".to_owned(), AnyValue::Text(name.to_owned()))];
    if let Some(content) = content {
        pairs.push(("__pvalue".to_owned(), content));
    }
    AnyValue::Map(pairs.into_iter().collect())
}

/// The value that data represents; or why it represents none, as the end of a sentence.
pub(crate) fn value_of(data: &AnyValue) -> Result<Value, String> {
    Ok(match data {
        AnyValue::Null => Value::Undef,
        AnyValue::Boolean(truth) => Value::Boolean(*truth),
        AnyValue::Integer(number) => Value::Integer(*number),
        AnyValue::Number(digits) => Value::BigInteger(Arc::from(digits.as_str())),
        AnyValue::Float(number) => Value::Float(*number),
        AnyValue::Text(text) => Value::string(text),
        AnyValue::List(items) => Value::array(items.iter().map(value_of).collect::<Result<_, _>>()?),
        AnyValue::Map(entries) => match entries.get("__ptype") {
            None => {
                let pairs = entries.iter().map(|(key, value)| Ok((Value::string(key), value_of(value)?)));
                Value::hash(pairs.collect::<Result<Vec<_>, String>>()?)
            }
            Some(name) => rich_value(name, entries.get("__pvalue"))?,
        },
    })
}

/// The value of a rich type with a name and a content.
fn rich_value(name: &AnyValue, content: Option<&AnyValue>) -> Result<Value, String> {
    let AnyValue::Text(name) = name else { return Err("has a type whose name is not a text".to_owned()) };
    match (name.as_str(), content) {
        ("Default", None) => Ok(Value::Default),
        ("Sensitive", Some(content)) => Ok(Value::sensitive(value_of(content)?)),
        ("Regexp", Some(AnyValue::Text(source))) => {
            let regex = Regex::new(source);
            let regex = regex.map_err(|reason| format!("has an invalid regular expression: {reason}"))?;
            Ok(Value::Regexp(Arc::new(regex)))
        }
        ("Hash", Some(AnyValue::List(parts))) => {
            let pairs = parts.chunks(2).map(|pair| match pair {
                [key, value] => Ok((value_of(key)?, value_of(value)?)),
                _ => Err("has a hash with a key without a value".to_owned()),
            });
            Ok(Value::hash(pairs.collect::<Result<Vec<_>, String>>()?))
        }
        _ => Err(format!("has a value of the type {name}, which is not supported there")),
    }
}

/// Adds a value, or the values in an array.
pub(crate) fn flatten(value: &Value, flat: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| flatten(item, flat)),
        value => flat.push(value.clone()),
    }
}
