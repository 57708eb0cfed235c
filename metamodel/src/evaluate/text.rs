//! Values as text: as interpolation writes them, as a literal, and as Ruby writes them inside a join.

use super::number::float_text;
use super::value::Value;
use std::fmt::Write;

/// What a value is inside a string: `${value}`.
pub(super) fn display(value: &Value, out: &mut String) {
    match value {
        Value::Undef => {}
        Value::Default => out.push_str("default"),
        Value::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Integer(n) => {
            let _ = write!(out, "{n}");
        }
        Value::Float(n) => out.push_str(&float_text(*n)),
        Value::String(text) => out.push_str(text),
        Value::Regexp(regex) => out.push_str(&regex_text(regex.source())),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                display(item, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (at, (key, value)) in hash.pairs().iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                display(key, out);
                out.push_str(" => ");
                display(value, out);
            }
            out.push('}');
        }
        Value::Type(ty) => {
            let _ = write!(out, "{ty}");
        }
        Value::Object(object) => {
            let _ = write!(out, "{}", object.class.name);
        }
    }
}

/// A value as the literal that it can be written as.
pub(super) fn literal(value: &Value, out: &mut String) {
    match value {
        Value::Undef => out.push_str("undef"),
        Value::String(text) => out.push_str(&quoted(text)),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                literal(item, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (at, (key, value)) in hash.pairs().iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                literal(key, out);
                out.push_str(" => ");
                literal(value, out);
            }
            out.push('}');
        }
        _ => display(value, out),
    }
}

/// A string in quotes: single ones, unless it holds characters that only double ones can say.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    if text.chars().any(|c| c < ' ') {
        return double_quoted(text);
    }
    out.push('\'');
    let mut escaped = false;
    for c in text.chars() {
        if escaped {
            out.push('\\');
            out.push(c);
            escaped = false;
        } else if c == '\'' {
            out.push_str("\\'");
        } else if c == '\\' {
            escaped = true;
        } else {
            out.push(c);
        }
    }
    if escaped {
        out.push('\\');
    }
    out.push('\'');
    out
}

/// A string in double quotes.
pub(super) fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A regular expression between slashes.
pub(super) fn regex_text(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    out.push('/');
    let mut escaped = false;
    for c in source.chars() {
        if c == '/' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out.push('/');
    out
}

/// A value as Ruby writes it, which shows where Puppet hands values to Ruby's functions.
pub(super) fn ruby(value: &Value, out: &mut String) {
    match value {
        Value::Array(_) | Value::Hash(_) => inspect(value, out),
        Value::Regexp(regex) => {
            let _ = write!(out, "(?-mix:{})", regex.source());
        }
        _ => display(value, out),
    }
}

/// A value as Ruby shows it to programmers.
pub(super) fn inspect(value: &Value, out: &mut String) {
    match value {
        Value::Undef => out.push_str("nil"),
        Value::Default => out.push_str(":default"),
        Value::String(text) => {
            let plain = double_quoted(text).replace("\\$", "$");
            out.push_str(&plain);
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                inspect(item, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (at, (key, value)) in hash.pairs().iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                inspect(key, out);
                out.push_str("=>");
                inspect(value, out);
            }
            out.push('}');
        }
        _ => display(value, out),
    }
}
