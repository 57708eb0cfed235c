//! `Deferred`: a call of a function that is made when a catalog is applied. Only manifests use this type.

use super::{Family, Rich, RichValue, by_name, digest_value};
use crate::evaluate::types::{Type, TypeKind};
use crate::evaluate::value::is_same_key;
use crate::evaluate::{Array, Value};
use std::hash::Hasher;
use std::sync::Arc;

/// A call that is made later.
#[derive(Debug, Clone)]
pub(super) struct Deferred {
    name: Arc<str>,
    /// The arguments, an array; undef if there are none.
    arguments: Value,
}

pub(super) static DEFERRED: Family =
    Family { is_data: true, create: Some(create), ..Family::named("Deferred") };

/// The attributes, in order.
const ATTRIBUTES: [&str; 2] = ["name", "arguments"];

/// `Deferred.new`: from the name of a function and its arguments, or from a hash of both.
fn create(arguments: &[Value]) -> Result<Value, String> {
    let [name, arguments] = match arguments {
        [Value::Hash(hash)] => by_name("Deferred", hash, &ATTRIBUTES)?,
        [name] => [Some(name), None],
        [name, arguments] => [Some(name), Some(arguments)],
        _ => return Err("`Deferred` must be created from the name of a function and an array".to_owned()),
    };
    let arguments = arguments.cloned().unwrap_or(Value::Undef);
    match (name, &arguments) {
        (Some(Value::String(name)), Value::Array(_) | Value::Undef) if is_name(name) => {
            Ok(Rich::value(Deferred { name: Arc::clone(name), arguments }))
        }
        _ => {
            Err("`Deferred` must have the name of a function or variable, and an array of arguments"
                .to_owned())
        }
    }
}

/// Whether a text is the name of a function, or that of a variable with `$`.
fn is_name(text: &str) -> bool {
    let name = text.strip_prefix('$').unwrap_or(text);
    name.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_')
    })
}

impl Type {
    /// The type of calls that are made when a catalog is applied.
    #[must_use]
    pub fn deferred() -> Self {
        Self::new(TypeKind::Family(&DEFERRED, super::Parameters::none()))
    }
}

impl Value {
    /// The name of the function and the arguments of a value of the type `Deferred`; `None` for other values.
    #[must_use]
    pub fn as_deferred(&self) -> Option<(&str, Option<&Array>)> {
        let deferred = self.rich::<Deferred>()?;
        let arguments = if let Value::Array(items) = &deferred.arguments { Some(&**items) } else { None };
        Some((&deferred.name, arguments))
    }
}

impl RichValue for Deferred {
    fn family(&self) -> &'static Family {
        &DEFERRED
    }

    fn text(&self) -> String {
        let mut pairs = vec![(Value::string("name"), Value::String(Arc::clone(&self.name)))];
        if !matches!(self.arguments, Value::Undef) {
            pairs.push((Value::string("arguments"), self.arguments.clone()));
        }
        format!("Deferred({})", Value::hash(pairs).to_program_text())
    }

    fn program_text(&self) -> String {
        self.text()
    }

    fn literal(&self) -> String {
        self.text()
    }

    fn equals(&self, other: &Value) -> bool {
        other
            .rich::<Deferred>()
            .is_some_and(|other| self.name == other.name && is_same_key(&self.arguments, &other.arguments))
    }

    fn digest(&self, state: &mut dyn Hasher) {
        state.write(self.name.as_bytes());
        digest_value(&self.arguments, state);
    }

    fn weight(&self) -> u32 {
        self.arguments.weight().saturating_add(1)
    }

    fn depth(&self) -> u16 {
        self.arguments.depth().saturating_add(1)
    }

    fn member(&self, name: &str) -> Option<Value> {
        match name {
            "name" => Some(Value::String(Arc::clone(&self.name))),
            "arguments" => Some(self.arguments.clone()),
            _ => None,
        }
    }
}
