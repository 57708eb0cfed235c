//! Answers and scopes in JSON, as Ruby's `JSON.generate` writes them.
//!
//! Values that JSON does not have are written as objects, such as `{"float":"nan"}` and `{"bytes":"6869"}`. A key that
//! is not a string is written as its class and its text, such as `Integer:5`. The content of a sensitive value is never
//! written.

use super::answer::Answer;
use super::ruby;
use crate::json_data;
use crate::store::{Data, DataValue, NodeIndex, REDACTED, RubyKind, Value};
use modelwright_evaluation::evaluate::float_text;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use std::fmt::Write as _;
use std::sync::Arc;

/// Writes an answer.
pub fn answer_json(answer: &Answer<'_>, out: &mut String) {
    match answer {
        Answer::DataValue { data, node } => write_data_value(data, *node, out),
        Answer::Owned(value) => value_json(value, out),
    }
}

/// The JSON of a value.
#[must_use]
pub fn to_json(value: &Value) -> String {
    let mut text = String::new();
    value_json(value, &mut text);
    text
}

/// Writes a value.
pub fn value_json(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                separate(index, out);
                value_json(item, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => {
            out.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                separate(index, out);
                write_key(key, out);
                value_json(value, out);
            }
            out.push('}');
        }
        Value::Nil => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => {
            let _ = write!(out, "{value}");
        }
        Value::BigInteger(digits) => out.push_str(digits),
        Value::Float(value) => write_float(*value, out),
        Value::Text(text) => write_text(text, out),
        Value::Ruby(kind, text) => write_ruby(*kind, text, out),
        Value::Sensitive(_) => write_text(REDACTED, out),
    }
}

/// Writes a value of a file.
fn write_data_value(data: &Data, node: NodeIndex, out: &mut String) {
    // The JSON is written directly from the data of the file, so that large answers need not be copied.
    match data.value(node) {
        DataValue::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                separate(index, out);
                write_data_value(data, *item, out);
            }
            out.push(']');
        }
        DataValue::Hash(pairs) => {
            out.push('{');
            for (index, (key, value)) in pairs.iter().enumerate() {
                separate(index, out);
                match data.value(key) {
                    DataValue::Text(text) => {
                        write_text(text, out);
                        out.push(':');
                    }
                    _ => write_key(&data.to_value(key), out),
                }
                write_data_value(data, value, out);
            }
            out.push('}');
        }
        DataValue::Text(text) => write_text(text, out),
        _ => value_json(&data.to_value(node), out),
    }
}

/// Writes a comma before all elements except the first.
fn separate(index: usize, out: &mut String) {
    if index > 0 {
        out.push(',');
    }
}

/// Writes the key of a hash, with its colon.
fn write_key(key: &Value, out: &mut String) {
    match key {
        Value::Text(text) => write_text(text, out),
        Value::Ruby(RubyKind::Bytes, _) => write_text(&ruby::to_s(key), out),
        // The class distinguishes the integer 5 from the string "5", which may be keys of one hash.
        key => write_text(&format!("{}:{}", key.class(), ruby::to_s(key)), out),
    }
    out.push(':');
}

/// Writes a float. JSON has no infinity and no NaN, so these are written as an object with a name.
fn write_float(value: f64, out: &mut String) {
    if value.is_finite() {
        out.push_str(&float_text(value));
        return;
    }
    let name = if value.is_nan() {
        "nan"
    } else if value > 0.0 {
        "inf"
    } else {
        "-inf"
    };
    let _ = write!(out, "{{\"float\":\"{name}\"}}");
}

/// Writes a value of another Ruby class as an object with the class and the text; bytes are written as hexadecimal
/// digits.
fn write_ruby(kind: RubyKind, text: &str, out: &mut String) {
    if kind == RubyKind::Bytes {
        let _ = write!(out, "{{\"bytes\":\"{}\"}}", text.to_ascii_lowercase());
        return;
    }
    let _ = write!(out, "{{\"ruby\":\"{}\",\"text\":", Value::Ruby(kind, "".into()).class());
    write_text(text, out);
    out.push('}');
}

/// Writes a text as a JSON string, and escapes only the characters for which JSON requires it.
pub fn write_text(text: &str, out: &mut String) {
    out.push('"');
    let mut copied_end = 0;
    for (offset, byte) in text.bytes().enumerate() {
        // Only ASCII characters are escaped; the bytes of all other characters are at least 0x80, and so are copied.
        if byte >= b' ' && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[copied_end..offset]);
        copied_end = offset + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x8 => out.push_str("\\b"),
            0xC => out.push_str("\\f"),
            byte => {
                let _ = write!(out, "\\u{byte:04x}");
            }
        }
    }
    out.push_str(&text[copied_end..]);
    out.push('"');
}

/// Reads a value from a text in JSON; of equal keys of a hash, the last one is used.
///
/// # Errors
/// If it is not JSON, or too deeply nested.
pub fn read_value(source: &Arc<Source>) -> Result<Value, Box<Diagnostic>> {
    json_data::parse(source, &mut Diagnostics::new()).map(|tree| tree.to_value())
}
