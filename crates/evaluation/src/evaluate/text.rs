//! Values as text: interpolated, as literals, and as Ruby writes them.

use super::number::{float_literal, float_text};
use super::quote::{inspected, quoted, regex_text};
use super::value::Value;
use crate::language::string_literal;
use std::fmt::Write;

/// The text of a value that is interpolated into a string: `${value}`.
pub(super) fn display(value: &Value, out: &mut String) {
    write(value, Style::Plain, out);
}

/// A value as a literal, which is parsed as the same value.
pub(super) fn literal(value: &Value, out: &mut String) {
    write(value, Style::Literal, out);
}

/// A value in Puppet's format `%p`: like a literal, but not all of its strings are parsed as the same string.
pub(super) fn program_text(value: &Value, out: &mut String) {
    write(value, Style::Shown, out);
}

/// A value as Ruby writes it. This is visible where Puppet passes values to Ruby's functions.
pub(super) fn ruby(value: &Value, out: &mut String) {
    match value {
        Value::Array(_) | Value::Hash(_) => inspect(value, out),
        Value::Regexp(regex) => {
            let _ = write!(out, "(?-mix:{})", regex.source());
        }
        _ => display(value, out),
    }
}

/// A value as Puppet passes it to Ruby's functions: values of rich types are converted to strings.
pub(super) fn for_ruby(value: &Value) -> Value {
    match value {
        Value::Rich(rich) => Value::string(&rich.text()),
        Value::Array(items) if items.iter().any(may_contain_rich) => {
            Value::array(items.iter().map(for_ruby).collect())
        }
        Value::Hash(hash)
            if hash.pairs().iter().any(|(key, value)| may_contain_rich(key) || may_contain_rich(value)) =>
        {
            Value::hash(hash.pairs().iter().map(|(key, value)| (for_ruby(key), for_ruby(value))))
        }
        other => other.clone(),
    }
}

/// Whether a value is of a rich type, or a collection that may contain such a value.
fn may_contain_rich(value: &Value) -> bool {
    matches!(value, Value::Rich(_) | Value::Array(_) | Value::Hash(_))
}

/// A value as Ruby's `inspect` writes it.
pub(super) fn inspect(value: &Value, out: &mut String) {
    write(value, Style::Inspected, out);
}

/// How values are written.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// As interpolated into a string.
    Plain,
    /// As a literal.
    Literal,
    /// As in Puppet's format `%p`.
    Shown,
    /// As Ruby's `inspect` writes values.
    Inspected,
}

/// Writes a value in a style.
fn write(value: &Value, style: Style, out: &mut String) {
    match value {
        Value::Undef => out.push_str(match style {
            Style::Plain => "",
            Style::Inspected => "nil",
            Style::Literal | Style::Shown => "undef",
        }),
        Value::Default => out.push_str(if style == Style::Inspected { ":default" } else { "default" }),
        Value::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Integer(n) => {
            let _ = write!(out, "{n}");
        }
        Value::BigInteger(digits) => out.push_str(digits),
        Value::Float(n) if style == Style::Literal => out.push_str(&float_literal(*n)),
        Value::Float(n) => out.push_str(&float_text(*n)),
        Value::String(text) => match style {
            Style::Plain => out.push_str(text),
            Style::Literal => out.push_str(&string_literal(text)),
            Style::Shown => out.push_str(&quoted(text)),
            Style::Inspected => out.push_str(&inspected(text)),
        },
        Value::Regexp(regex) => out.push_str(&regex_text(regex.source())),
        Value::Array(items) => write_list(items.iter(), ["[", "]"], out, |item, out| write(item, style, out)),
        Value::Hash(hash) => write_list(hash.pairs().iter(), ["{", "}"], out, |(key, value), out| {
            write(key, style, out);
            out.push_str(if style == Style::Inspected { "=>" } else { " => " });
            write(value, style, out);
        }),
        Value::Type(ty) => {
            if let Some(text) = ty.declared_text() {
                out.push_str(&text);
                return;
            }
            // As in Puppet, the type of all objects is written with an empty definition, unless it is part of another
            // type.
            let definition = if ty.is_object() { "[{}]" } else { "" };
            let _ = if style == Style::Literal { write!(out, "{ty:#}") } else { write!(out, "{ty}") };
            out.push_str(definition);
        }
        // The features of the object belong to the host, and are unknown here.
        Value::Object(object) => out.push_str(&object.class.name),
        Value::Rich(rich) => out.push_str(&match style {
            Style::Plain => rich.get().text(),
            Style::Literal => rich.get().literal(),
            Style::Shown | Style::Inspected => rich.get().program_text(),
        }),
        // Only logs and messages contain such a value.
        Value::Unknown(unknown) => {
            let _ = write!(out, "{unknown}");
        }
    }
}

/// Writes items between two delimiters, with commas between them.
fn write_list<T>(
    items: impl Iterator<Item = T>,
    [open, close]: [&str; 2],
    out: &mut String,
    write_item: impl Fn(T, &mut String),
) {
    out.push_str(open);
    for (index, item) in items.enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        write_item(item, out);
    }
    out.push_str(close);
}
