//! Values in the form in which Ruby writes them (`to_s` for interpolation and `inspect` for messages), and Ruby's
//! `flatten`.

use crate::store::{Hash, REDACTED, RubyKind, Value};
use modelwright_evaluation::evaluate::float_text;
use modelwright_metamodel::unicode::is_printable;
use std::fmt::Write as _;

/// The text of a value within a string, as Ruby's `to_s` returns it.
pub(super) fn to_s(value: &Value) -> String {
    match value {
        Value::Nil => String::new(),
        Value::Text(text) => text.to_string(),
        Value::Sensitive(_) => REDACTED.to_owned(),
        Value::Ruby(RubyKind::Bytes, digits) => String::from_utf8_lossy(&bytes(digits)).into_owned(),
        Value::Ruby(_, text) => text.to_string(),
        _ => inspect(value),
    }
}

/// The bytes that hexadecimal digits represent.
pub(super) fn bytes(digits: &str) -> Vec<u8> {
    let (pairs, _) = digits.as_bytes().as_chunks::<2>();
    pairs.iter().map(|[high, low]| hex_digit(*high) << 4 | hex_digit(*low)).collect()
}

/// The value of a hexadecimal digit.
fn hex_digit(c: u8) -> u8 {
    char::from(c).to_digit(16).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0)
}

/// The text that Ruby's `inspect` returns for a value.
pub(super) fn inspect(value: &Value) -> String {
    let mut out = String::new();
    write_inspected(value, &mut out);
    out
}

/// Writes a value as Ruby's `inspect` does.
fn write_inspected(value: &Value, out: &mut String) {
    match value {
        Value::Nil => out.push_str("nil"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Integer(value) => {
            let _ = write!(out, "{value}");
        }
        Value::BigInteger(digits) => out.push_str(digits),
        Value::Float(value) => out.push_str(&float_text(*value)),
        Value::Text(text) => write_string(text, out),
        Value::Ruby(RubyKind::Symbol, name) => write_symbol(name, out),
        Value::Ruby(RubyKind::Bytes, digits) => write_bytes(&bytes(digits), out),
        Value::Ruby(RubyKind::Date, text) => match julian_day(text) {
            Some(day) => {
                // Day 2299161 is the default date of the calendar reform in Ruby (`Date::ITALY`).
                let _ = write!(out, "#<Date: {text} (({day}j,0s,0n),+0s,2299161j)>");
            }
            None => out.push_str(text),
        },
        Value::Ruby(_, text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_inspected(item, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => write_hash(hash, out),
        Value::Sensitive(_) => {
            let _ = write!(out, "#<{REDACTED}>");
        }
    }
}

/// Writes a hash as Ruby's `inspect` does.
fn write_hash(hash: &Hash, out: &mut String) {
    out.push('{');
    for (index, (key, value)) in hash.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        write_inspected(key, out);
        out.push_str("=>");
        write_inspected(value, out);
    }
    out.push('}');
}

/// The Julian day number of a date of the Gregorian calendar.
fn julian_day(date: &str) -> Option<i64> {
    let mut parts = date.split('-').map(str::parse::<i64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    // The year begins in March in this calculation, so that a leap day is the last day of its year. Years are counted
    // from -4800, and 32045 is the number of days from the day before their start to day 0.
    // `(153 * month + 2) / 5` is the number of days of such a year before a month.
    let shift = (14 - month) / 12;
    let (year, month) = (year + 4800 - shift, month + 12 * shift - 3);
    Some(day + (153 * month + 2) / 5 + 365 * year + year / 4 - year / 100 + year / 400 - 32045)
}

/// Writes bytes as a string literal, with escapes for all bytes beyond ASCII.
fn write_bytes(bytes: &[u8], out: &mut String) {
    let mut text = String::new();
    for part in bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        if part.is_ascii() {
            let mut ascii = String::new();
            write_string(&String::from_utf8_lossy(part), &mut ascii);
            // The quotes of the part are removed, because the whole text is quoted below.
            // In a binary string, Ruby writes a control character as `\x`; in a text, it writes `\u`.
            text.push_str(&ascii[1..ascii.len() - 1].replace("\\u00", "\\x"));
        } else {
            for byte in part {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
    }
    let _ = write!(out, "\"{text}\"");
}

/// Writes a symbol as Ruby's `inspect` does: in quotes if it is not a plain name.
fn write_symbol(name: &str, out: &mut String) {
    out.push(':');
    let is_plain = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.trim_end_matches(['?', '!', '=']).chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_plain { out.push_str(name) } else { write_string(name, out) }
}

/// Writes a string as Ruby's `inspect` does.
fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Ruby escapes `#` only where it would begin an interpolation.
            '#' if chars.peek().is_some_and(|next| matches!(next, '{' | '$' | '@')) => out.push_str("\\#"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            '\u{8}' => out.push_str("\\b"),
            '\u{7}' => out.push_str("\\a"),
            '\u{1b}' => out.push_str("\\e"),
            // Ruby treats this control character, a line end, as printable.
            '\u{85}' => out.push(c),
            _ if is_printable(c) => out.push(c),
            _ if u32::from(c) > 0xFFFF => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            _ => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
        }
    }
    out.push('"');
}

/// Adds the elements of an array and of the arrays in it; any other value is added itself.
pub(super) fn flatten(value: Value, out: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.into_iter().for_each(|item| flatten(item, out)),
        value => out.push(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_ruby_does() {
        for (value, expected) in [
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (1_234_567_890_123_456.0, "1.234567890123456e+15"),
            (1_234_567_890_123_456.5, "1234567890123456.5"),
            (0.0001, "0.0001"),
            (0.000_12, "0.00012"),
            (0.000_01, "1.0e-05"),
            (1.5e300, "1.5e+300"),
            (-0.0, "-0.0"),
            (100.0, "100.0"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(inspect(&Value::Float(value)), expected);
        }
    }

    #[test]
    fn texts_are_inspected_as_ruby_does() {
        for (text, expected) in [
            ("\u{7f}\0\u{85}\u{ad}\u{200b}", "\"\\u007F\\u0000\u{85}\u{ad}\u{200b}\""),
            ("\u{e000}\u{378}\u{2028}\u{a0}", "\"\u{e000}\\u0378\\u2028\u{a0}\""),
            ("#a #{b} #$c #@", "\"#a \\#{b} \\#$c \\#@\""),
            ("\u{10ffff}\u{1f600}", "\"\\u{10FFFF}\u{1f600}\""),
            ("a\"\\\n\u{1b}", r#""a\"\\\n\e""#),
        ] {
            assert_eq!(inspect(&Value::text(text)), expected);
        }
        let date = Value::Ruby(RubyKind::Date, "2024-01-02".into());
        assert_eq!(inspect(&date), "#<Date: 2024-01-02 ((2460312j,0s,0n),+0s,2299161j)>");
        let bytes = Value::Ruby(RubyKind::Bytes, "61220AFF00".into());
        assert_eq!(inspect(&bytes), r#""a\"\n\xFF\x00""#);
        let symbols = [("a", ":a"), ("a b", ":\"a b\""), ("a?", ":a?")];
        for (name, expected) in symbols {
            assert_eq!(inspect(&Value::Ruby(RubyKind::Symbol, name.into())), expected);
        }
    }
}
