//! `Error`: a problem as a value, with a message and optionally a kind, details and a code.

use super::{Family, Rich, RichValue, by_name, digest_value, matches_pattern};
use crate::evaluate::Value;
use crate::evaluate::value::is_same_key;
use std::hash::Hasher;

/// A problem as a value.
#[derive(Debug, Clone)]
pub(super) struct Error {
    /// The attributes that are not undef, by name.
    attributes: Value,
}

/// The attributes, which can be written after a dot, as can `message`, a synonym of `msg`.
pub(super) const ATTRIBUTES: [&str; 4] = ["msg", "kind", "details", "issue_code"];

pub(super) static ERROR: Family = Family {
    is_data: true,
    parameters: |arguments| match arguments {
        [_] | [_, _] if arguments.iter().all(may_describe_error) => Ok(arguments.to_vec()),
        _ => Err("the parameters of `Error` are a kind and a code: strings, regular expressions or types"
            .to_owned()),
    },
    holds: |patterns, value| {
        let is_exact = true;
        value.downcast::<Error>().is_some_and(|error| covers(patterns, &error.parameters(is_exact)))
    },
    covers,
    create: Some(create),
    ..Family::named("Error")
};

/// Whether a value may be a parameter of `Error`.
fn may_describe_error(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Regexp(_) | Value::Type(_) | Value::Undef | Value::Default)
}

/// Whether there is a parameter for each pattern, except `default`, that matches it at the same position.
fn covers(patterns: &[Value], parameters: &[Value]) -> bool {
    patterns.iter().enumerate().all(|(index, pattern)| {
        matches!(pattern, Value::Default)
            || parameters.get(index).is_some_and(|value| matches_pattern(value, pattern))
    })
}

/// `Error.new`: from a hash of attributes, or from attributes by position.
fn create(arguments: &[Value]) -> Result<Value, String> {
    let values = match arguments {
        [Value::Hash(hash)] => by_name("Error", hash, &ATTRIBUTES)?.to_vec(),
        // By position, the arguments are in the order of `ATTRIBUTES`.
        [_] | [_, _] | [_, _, _] | [_, _, _, _] => arguments.iter().map(Some).collect(),
        _ => {
            return Err(
                "`Error` must be created from a message and up to three more values, or a hash".to_owned()
            );
        }
    };
    let mut pairs = Vec::new();
    for (index, name) in ATTRIBUTES.iter().enumerate() {
        let Some(value) = values.get(index).copied().flatten() else { continue };
        let is_valid = match value {
            Value::String(text) => !text.is_empty() && *name != "details",
            Value::Hash(_) => *name == "details",
            // Only the message is required.
            Value::Undef => index > 0,
            _ => false,
        };
        if !is_valid {
            return Err(format!(
                "the attribute `{name}` of an error is not valid; `details` must be a hash, and all other \
                 attributes strings that are not empty"
            ));
        }
        // An undefined attribute is omitted, so that errors are equal whether an attribute is undef or missing.
        if !matches!(value, Value::Undef) {
            pairs.push((Value::string(name), value.clone()));
        }
    }
    match pairs.first() {
        Some((name, _)) if name.text() == Some("msg") => {
            Ok(Rich::value(Error { attributes: Value::hash(pairs) }))
        }
        _ => Err("`Error` must have a message".to_owned()),
    }
}

impl Error {
    /// The value of an attribute; undef if it is not set.
    fn attribute(&self, name: &str) -> Value {
        match &self.attributes {
            Value::Hash(hash) => hash.get_text(name).cloned().unwrap_or(Value::Undef),
            _ => Value::Undef,
        }
    }
}

impl RichValue for Error {
    fn family(&self) -> &'static Family {
        &ERROR
    }

    fn text(&self) -> String {
        format!("Error({})", self.attributes.to_program_text())
    }

    fn program_text(&self) -> String {
        self.text()
    }

    fn literal(&self) -> String {
        format!("Error({})", self.attributes.to_literal())
    }

    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        vec![self.attribute("kind"), self.attribute("issue_code")]
    }

    fn equals(&self, other: &Value) -> bool {
        other.rich::<Error>().is_some_and(|other| is_same_key(&self.attributes, &other.attributes))
    }

    fn digest(&self, state: &mut dyn Hasher) {
        digest_value(&self.attributes, state);
    }

    fn weight(&self) -> u32 {
        self.attributes.weight().saturating_add(1)
    }

    fn depth(&self) -> u16 {
        self.attributes.depth().saturating_add(1)
    }

    fn member(&self, name: &str) -> Option<Value> {
        match name {
            "message" => Some(self.attribute("msg")),
            _ => ATTRIBUTES.contains(&name).then(|| self.attribute(name)),
        }
    }
}
