//! The filters of templates in addition to the library's: conversion of names, and text for other languages.

use super::escapes;
use super::view::{ElementValue, keys};
use crate::json::Json;
use heck::{
    ToKebabCase as _, ToLowerCamelCase as _, ToShoutySnakeCase as _, ToSnakeCase as _, ToTitleCase as _,
    ToUpperCamelCase as _,
};
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind};
use modelwright_metamodel::ecore::annotation;

/// The names of the filters that this target adds to the library's.
pub const NAMES: &[&str] = &[
    "camel",
    "code",
    "detail",
    "kebab",
    "markdown",
    "pascal",
    "prefix",
    "screaming",
    "snake",
    "titled",
    "tojson",
    "urlencode",
];

/// Adds the filters of this module.
pub(super) fn add(environment: &mut Environment<'_>) {
    environment.add_filter("camel", |text: &Value| name(text).map(|name| name.to_lower_camel_case()));
    environment.add_filter("kebab", |text: &Value| name(text).map(|name| name.to_kebab_case()));
    environment.add_filter("pascal", |text: &Value| name(text).map(|name| name.to_upper_camel_case()));
    environment.add_filter("screaming", |text: &Value| name(text).map(|name| name.to_shouty_snake_case()));
    environment.add_filter("snake", |text: &Value| name(text).map(|name| name.to_snake_case()));
    environment.add_filter("titled", |text: &Value| name(text).map(|name| name.to_title_case()));
    environment.add_filter("code", |text: &Value| display_text(text).map(|text| escapes::code(&text)));
    environment
        .add_filter("markdown", |text: &Value| display_text(text).map(|text| escapes::markdown(&text)));
    environment
        .add_filter("urlencode", |text: &Value| display_text(text).map(|text| escapes::urlencode(&text)));
    environment.add_filter("prefix", prefix);
    environment.add_filter("tojson", |value: &Value| json(value, 0).map(|json| json.line()));
    environment.add_filter("detail", detail);
}

/// A string, or the name of an element.
fn name(value: &Value) -> Result<String, Error> {
    let is_element = value.downcast_object_ref::<ElementValue>().is_some();
    if is_element || value.kind() == ValueKind::String {
        Ok(value.to_string())
    } else {
        Err(type_error("expected a string or an element", value))
    }
}

/// A string, the name of an element, or the digits of a number.
fn display_text(value: &Value) -> Result<String, Error> {
    if value.kind() == ValueKind::Number { Ok(value.to_string()) } else { name(value) }
}

/// Puts a prefix before each line of a text, and removes spaces at the ends of lines.
fn prefix(text: &str, prefix: &str) -> String {
    let lines = escapes::lines(text).map(|line| format!("{prefix}{line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// The first value under a key of an element's annotation.
fn detail(value: &Value, source: &str, key: &str) -> Result<Option<String>, Error> {
    let Some(ElementValue { model, element }) = value.downcast_object_ref::<ElementValue>() else {
        return Err(type_error("expected an element", value));
    };
    let annotation = annotation(keys::annotations(&model.metamodel, *element), source);
    Ok(annotation.and_then(|annotation| annotation.detail(key)).map(str::to_owned))
}

/// The greatest depth of lists and maps in JSON. Templates can nest them without end, and the stack is limited.
const MAX_DEPTH: usize = 100;

/// A value as JSON; an element becomes its name only, because it refers to all other elements.
fn json(value: &Value, depth: usize) -> Result<Json, Error> {
    match value.kind() {
        ValueKind::None => Ok(Json::Null),
        ValueKind::Bool => Ok(Json::Bool(value.is_true())),
        // JSON has neither NaN nor infinite numbers.
        ValueKind::Number if f64::try_from(value.clone()).is_ok_and(f64::is_finite) => {
            Ok(Json::number(value))
        }
        ValueKind::String => Ok(Json::string(value.to_string())),
        ValueKind::Map if value.downcast_object_ref::<ElementValue>().is_some() => {
            Ok(Json::string(value.to_string()))
        }
        ValueKind::Seq | ValueKind::Iterable if depth < MAX_DEPTH => {
            let items = value.try_iter()?.map(|item| json(&item, depth + 1));
            Ok(Json::List(items.collect::<Result<_, _>>()?))
        }
        ValueKind::Map if depth < MAX_DEPTH => {
            let entries = value.try_iter()?.map(|key| {
                let item = value.get_item(&key)?;
                Ok((key.to_string().into(), json(&item, depth + 1)?))
            });
            Ok(Json::Map(entries.collect::<Result<_, Error>>()?))
        }
        _ => Err(type_error("expected a value that JSON can express", value)),
    }
}

/// The error that a value has another type than expected.
fn type_error(expected: &str, found: &Value) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("{expected}, found a value of type {}", found.kind()))
}
