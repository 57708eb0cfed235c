//! Values that are not known, in the form in which catalogs store them: hashes of rich data with the type `Unknown`.
//!
//! Invariant: such a hash cannot be a hash of a manifest, because a hash with the key `__ptype` is stored in another
//! form.

use crate::model::{Catalog, Parameter};
use modelwright_evaluation::evaluate::Unknown;
use modelwright_hiera::store;
use modelwright_metamodel::ecore::AnyValue;

/// The key that names the type of a value in rich data.
const TYPE: &str = "__ptype";
/// The type of values that are not known.
const UNKNOWN: &str = "Unknown";

/// The data that a catalog stores for a value that is not known.
pub(crate) fn stored(unknown: &Unknown) -> AnyValue {
    let text = |text: &str| AnyValue::Text(text.to_owned());
    let mut pairs = vec![(TYPE.to_owned(), text(UNKNOWN)), ("reason".to_owned(), text(&unknown.reason))];
    if let Some((file, line)) = &unknown.place {
        pairs.push(("file".to_owned(), text(file)));
        pairs.push(("line".to_owned(), AnyValue::Integer(i64::try_from(*line).unwrap_or(i64::MAX))));
    }
    AnyValue::Map(pairs.into_iter().collect())
}

/// The unknown value that a stored value represents; `None` for other values.
pub(crate) fn unknown_of(value: &AnyValue) -> Option<Unknown> {
    let reason = reason_of(value)?.to_owned();
    let AnyValue::Map(entries) = value else { return None };
    let place = match (entries.get("file"), entries.get("line")) {
        (Some(AnyValue::Text(file)), Some(AnyValue::Integer(line))) => {
            Some((file.to_string(), usize::try_from(*line).unwrap_or(usize::MAX)))
        }
        _ => None,
    };
    Some(Unknown { reason, place })
}

/// Why a stored value is not known; `None` for other values.
#[must_use]
pub fn reason_of(value: &AnyValue) -> Option<&str> {
    let AnyValue::Map(entries) = value else { return None };
    match (entries.get(TYPE), entries.get("reason")) {
        (Some(AnyValue::Text(name)), Some(AnyValue::Text(reason))) if name == UNKNOWN => Some(reason),
        _ => None,
    }
}

/// Why a value that was read from the JSON of a catalog is not known; `None` for other values.
pub(crate) fn reason_in(value: &store::Value) -> Option<String> {
    let is_unknown = value.get(TYPE) == Some(&store::Value::text(UNKNOWN));
    match value.get("reason") {
        Some(store::Value::Text(reason)) if is_unknown => Some(reason.to_string()),
        _ => None,
    }
}

/// The text that people see instead of a value that is not known.
#[must_use]
pub fn shown_reason(reason: &str) -> String {
    format!("unknown ({reason})")
}

/// Calls `report` with the reason of each part of a value that is not known.
fn visit<'v>(value: &'v AnyValue, report: &mut dyn FnMut(&'v str)) {
    if let Some(reason) = reason_of(value) {
        return report(reason);
    }
    match value {
        AnyValue::List(items) => items.iter().for_each(|item| visit(item, report)),
        AnyValue::Map(entries) => entries.values().for_each(|value| visit(value, report)),
        _ => {}
    }
}

/// The reasons why parts of the value of a parameter are not known, in order.
#[must_use]
pub fn reasons_of(parameter: &Parameter) -> Vec<&str> {
    let mut reasons = Vec::new();
    if let Some(value) = &parameter.value {
        visit(value, &mut |reason| reasons.push(reason));
    }
    reasons
}

/// A parameter with a value that is not known.
#[derive(Debug, Clone, Copy)]
pub struct UnknownParameter<'c> {
    /// The position of the resource in the catalog.
    pub resource: usize,
    /// The parameter.
    pub parameter: &'c Parameter,
    /// The reason of the first part that is not known.
    pub reason: &'c str,
}

/// The parameters of a catalog with values that are not known, in order.
pub fn unknown_parameters(catalog: &Catalog) -> impl Iterator<Item = UnknownParameter<'_>> {
    catalog.resources.iter().enumerate().flat_map(|(position, resource)| {
        resource.parameters.iter().filter_map(move |parameter| {
            let reason = *reasons_of(parameter).first()?;
            Some(UnknownParameter { resource: position, parameter, reason })
        })
    })
}
