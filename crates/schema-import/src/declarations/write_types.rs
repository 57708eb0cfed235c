//! Writes types as text of the type language.

use super::text::{push_displayed, push_joined, push_list};
use super::types::{Bound, Type};
use modelwright_language::types::spelling::{push_key, push_name, push_string, push_type_name};
use std::fmt::Display;

/// A type as it is written.
pub(crate) fn type_text(written: &Type) -> String {
    let mut out = String::new();
    push_type(written, &mut out);
    out
}

/// Appends a type. Its nesting is that of the schema, whose depth its reader limits.
pub(super) fn push_type(written: &Type, out: &mut String) {
    match written {
        Type::Named(name) => push_path(name, out),
        Type::Generic(name, arguments) => push_generic(name, arguments, out),
        Type::Wildcard(bound) => push_wildcard(bound.as_ref(), out),
        Type::Ecore(name) => {
            out.push_str("::");
            out.push_str(name);
        }
        Type::Word(word) => out.push_str(word),
        Type::Integer { min, max } => push_bounded("Integer", min.as_ref(), max.as_ref(), out),
        Type::Float { min, max } => {
            push_bounded("Float", min.map(float).as_ref(), max.map(float).as_ref(), out);
        }
        Type::String { min, max } => push_bounded("String", min.as_ref(), max.as_ref(), out),
        // As strings, since a `/` in a literal would end it.
        Type::Pattern(patterns) => {
            push_list("Pattern[", patterns, "]", out, |text, out| push_string(text, out));
        }
        Type::Enum(texts) => push_list("Enum[", texts, "]", out, |text, out| push_string(text, out)),
        Type::Boolean(value) => out.push_str(if *value { "Boolean[true]" } else { "Boolean[false]" }),
        Type::Optional(inner) => push_list("Optional[", [&**inner], "]", out, push_type),
        Type::Variant(types) => push_list("Variant[", types, "]", out, push_type),
        Type::Array { item, min, max } => {
            out.push_str("Array[");
            push_type(item, out);
            if !matches!((min, max), (None | Some(0), None)) {
                push_range(*min, *max, out);
            }
            out.push(']');
        }
        Type::Tuple { items, min, max } => {
            out.push_str("Tuple[");
            push_joined(items, ", ", out, push_type);
            if !matches!((min, max), (None, None)) {
                push_range(*min, max.flatten(), out);
            }
            out.push(']');
        }
        Type::Hash { key, value } => push_list("Hash[", [&**key, &**value], "]", out, push_type),
        Type::Struct(members) => push_list("Struct[{ ", members, " }]", out, push_member),
    }
}

/// Appends a type with type arguments.
pub(super) fn push_generic(name: &str, arguments: &[Type], out: &mut String) {
    push_path(name, out);
    if !arguments.is_empty() {
        push_list("<", arguments, ">", out, push_type);
    }
}

/// Appends a name with `::` between its parts, each quoted if the language requires that.
fn push_path(qualified: &str, out: &mut String) {
    let mut path = qualified;
    while let Some(path_from_root) = path.strip_prefix("::") {
        out.push_str("::");
        path = path_from_root;
    }
    // Most names have no package, which is found out sooner by a search for a single character.
    while path.contains(':')
        && let Some((package, rest)) = path.split_once("::")
    {
        push_name(package, out);
        out.push_str("::");
        path = rest;
    }
    push_type_name(path, out);
}

fn push_wildcard(bound: Option<&(Bound, Box<Type>)>, out: &mut String) {
    out.push('?');
    let Some((kind, bound)) = bound else { return };
    out.push_str(match kind {
        Bound::Upper => " extends ",
        Bound::Lower => " super ",
    });
    push_type(bound, out);
}

/// Appends a member of a `Struct`: its name, whether it is optional, and the type of its value.
fn push_member((name, is_optional, value): &(String, bool, Type), out: &mut String) {
    if *is_optional {
        out.push_str("Optional[");
        push_key(name, out);
        out.push(']');
    } else {
        push_key(name, out);
    }
    out.push_str(" => ");
    push_type(value, out);
}

/// Appends a word with bounds in brackets; the word alone if there are none.
fn push_bounded(word: &str, min: Option<&impl Display>, max: Option<&impl Display>, out: &mut String) {
    out.push_str(word);
    match (min, max) {
        (None, None) => {}
        (Some(min), None) => push_displayed(format_args!("[{min}]"), out),
        (None, Some(max)) => push_displayed(format_args!("[default, {max}]"), out),
        (Some(min), Some(max)) => push_displayed(format_args!("[{min}, {max}]"), out),
    }
}

/// Appends two bounds of a number of items, as the last arguments of a type.
fn push_range(min: Option<u64>, max: Option<u64>, out: &mut String) {
    let min = min.unwrap_or_default();
    match max {
        Some(max) => push_displayed(format_args!(", {min}, {max}"), out),
        None => push_displayed(format_args!(", {min}, default"), out),
    }
}

/// A finite number with a point, so that it is read as a `Float`.
fn float(number: f64) -> String {
    format!("{number:?}")
}
