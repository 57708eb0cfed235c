//! `defined` and `realize`.

use super::Answer;
use crate::builder::Builder;
use crate::rich_data::flatten;
use modelwright_evaluation::evaluate::{CatalogReference, Evaluation, HostCall, HostError, Value};
use std::sync::Arc;

/// Whether one of the arguments is defined: a variable, a type, a class or a resource.
pub(super) fn defined(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    for argument in call.arguments {
        if let Some(name) = argument.text().and_then(|text| text.strip_prefix('$')) {
            // The variables of lambdas and functions belong to the program, all others to the builder.
            if builder.has_variable(name) || run.has_variable(call, name)? {
                return Ok(Value::Boolean(true));
            }
            continue;
        }
        if is_defined(builder, argument)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

/// Whether a name, a type or a reference is defined at this point of the evaluation.
fn is_defined(builder: &Builder<'_>, value: &Value) -> Result<bool, HostError> {
    match value {
        Value::String(text) if text.is_empty() => Ok(false),
        // The main class always exists.
        Value::String(text) if **text == *"main" => Ok(true),
        Value::String(text) => Ok(builder.has_type(text)? || builder.has_class(text)?),
        Value::Type(ty) => match (ty.catalog_reference(), ty.inner_type()) {
            // `Class[a]` and `File['/a']` are defined if they are in the catalog.
            (Some(CatalogReference::Class(Some(name))), _) => {
                Ok(builder.find_resource("class", name).is_some())
            }
            (Some(CatalogReference::Resource(Some(ty), Some(title))), _) => {
                Ok(builder.find_resource(ty, title).is_some())
            }
            (Some(CatalogReference::Resource(Some(ty), None)), _) => builder.has_type(ty),
            // `Type[Class[a]]` is defined if the class exists, even if it is not in the catalog.
            (None, Some(inner)) => match inner.catalog_reference() {
                Some(CatalogReference::Class(Some(name))) => builder.has_class(name),
                Some(CatalogReference::Resource(..)) => is_defined(builder, &Value::Type(inner)),
                _ => Err(HostError::new(format!("`defined` does not know what {ty} refers to"))),
            },
            _ => Err(HostError::new(format!(
                "`defined` requires a class or resource with its title, or a type of resources, but got {ty}"
            ))),
        },
        other => {
            let found_type = other.type_of();
            Err(HostError::new(format!(
                "`defined` requires a name or a reference, but got a value of type {found_type}"
            )))
        }
    }
}

/// Realizes the virtual resources that the arguments refer to.
pub(super) fn realize(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let mut values = Vec::new();
    call.arguments.iter().for_each(|value| flatten(value, &mut values));
    let mut references = Vec::with_capacity(values.len());
    for value in values {
        let reference = if let Value::Type(ty) = &value { ty.catalog_reference() } else { None };
        let key = match (reference, &value) {
            (Some(CatalogReference::Resource(Some(ty), Some(title))), _) => (Arc::from(ty), Arc::from(title)),
            (Some(CatalogReference::Class(Some(name))), _) => (Arc::from("Class"), Arc::from(name)),
            (_, Value::String(text)) => match crate::builder::split_reference(text) {
                Some((ty, title)) => (Arc::from(ty), Arc::from(title)),
                None => return Err(HostError::new(format!("'{text}' is not a reference to a resource"))),
            },
            _ => return Err(HostError::new(format!("{} is not a single resource", value.to_literal()))),
        };
        references.push((key, value));
    }
    builder.realize(references, Builder::place(run, call.at));
    Ok(Value::Undef)
}
