//! `Sensitive`: a value that is never shown as text.

use super::{Family, Rich, RichValue, digest_value};
use crate::evaluate::{Type, Value};
use std::hash::Hasher;

/// A value that is never shown as text.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Sensitive(pub(in crate::evaluate) Value);

pub(super) static SENSITIVE: Family = Family {
    is_data: true,
    parameters: |arguments| match arguments {
        [Value::Type(inner)] => Ok(inner_parameters(inner)),
        _ => Err("`Sensitive` must have one type".to_owned()),
    },
    holds: |parameters, value| match (parameters, value.downcast::<Sensitive>()) {
        ([Value::Type(inner)], Some(sensitive)) => inner.holds(&sensitive.0),
        _ => false,
    },
    covers: super::contained::covers,
    general: super::contained::general,
    create: Some(|arguments| match arguments {
        [value] if value.rich::<Sensitive>().is_some() => Ok(value.clone()),
        [value] => Ok(Rich::value(Sensitive(value.clone()))),
        _ => Err("`Sensitive` must be created from one value".to_owned()),
    }),
    ..Family::named("Sensitive")
};

/// The parameters of `Sensitive` for an inner type. As in Puppet, this is its general type; `Any` is omitted.
fn inner_parameters(inner: &Type) -> Vec<Value> {
    let general = inner.general();
    if general == Type::any() { Vec::new() } else { vec![Value::Type(general)] }
}

impl Value {
    /// A value of the type `Sensitive`.
    #[must_use]
    pub fn sensitive(value: Value) -> Self {
        Rich::value(Sensitive(value))
    }

    /// The content of a value of the type `Sensitive`; `None` for other values.
    #[must_use]
    pub fn as_sensitive(&self) -> Option<&Value> {
        self.rich::<Sensitive>().map(|sensitive| &sensitive.0)
    }
}

impl RichValue for Sensitive {
    fn family(&self) -> &'static Family {
        &SENSITIVE
    }

    fn text(&self) -> String {
        "Sensitive [value redacted]".to_owned()
    }

    fn program_text(&self) -> String {
        "#<Sensitive [value redacted]>".to_owned()
    }

    fn literal(&self) -> String {
        // An expression that creates the value would reveal it.
        self.text()
    }

    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        inner_parameters(&Type::common_to(&self.0))
    }

    fn equals(&self, other: &Value) -> bool {
        other.rich::<Sensitive>().is_some_and(|other| crate::evaluate::value::is_same_key(&self.0, &other.0))
    }

    fn digest(&self, state: &mut dyn Hasher) {
        digest_value(&self.0, state);
    }

    fn weight(&self) -> u32 {
        self.0.weight().saturating_add(1)
    }

    fn depth(&self) -> u16 {
        self.0.depth().saturating_add(1)
    }
}
