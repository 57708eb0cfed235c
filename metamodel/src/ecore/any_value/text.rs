//! The texts of values of any kind, as XMI stores them: JSON, except that most strings need no quotes.
//!
//! Invariants: a text that starts with `{`, `[` or `"` is JSON; `null`, `true`, `false` and JSON's numbers mean the
//! same as in JSON; every other text is a string with the same characters. So every value has a text, and ordinary
//! words need no quotes. Recursion is limited by the limit on nesting.

use super::{AnyValue, AnyValueBuilder, AnyValueError};
use crate::json_text::{is_number, non_finite, quote};
use jiter::{Jiter, JiterError, Peek};
use std::fmt::Write as _;

impl AnyValue {
    /// Reads the text of a value.
    ///
    /// # Errors
    /// If the text starts as JSON but is not valid, a map has a key twice, or collections are nested too deep.
    pub fn from_text(text: &str) -> Result<Self, AnyValueError> {
        Ok(match text.as_bytes().first() {
            // The first character decides, so that patterns of XML Schema can distinguish the cases as well (Decision
            // 20).
            Some(b'{' | b'[' | b'"') => return parse(text),
            Some(b'n') if text == "null" => AnyValue::Null,
            Some(b't') if text == "true" => AnyValue::Boolean(true),
            Some(b'f') if text == "false" => AnyValue::Boolean(false),
            Some(b'-' | b'0'..=b'9') if is_number(text) => AnyValue::number(text),
            _ => AnyValue::Text(text.to_owned()),
        })
    }

    /// The canonical text of the value.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            AnyValue::Text(text) if is_bare(text) => text.clone(),
            other => other.to_json(),
        }
    }

    /// The value in JSON, without spaces.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        write(self, &mut out);
        out
    }
}

/// Whether a string can be written without quotes: it is read as the same string, and every notation can contain it.
fn is_bare(text: &str) -> bool {
    if text.chars().any(needs_escape) {
        return false;
    }
    match text.as_bytes().first() {
        Some(b'{' | b'[' | b'"') => false,
        Some(b'n' | b't' | b'f') => !matches!(text, "null" | "true" | "false"),
        Some(b'-' | b'0'..=b'9') => !is_number(text),
        _ => true,
    }
}

/// Whether a character must be escaped: XML cannot contain it, or it controls terminals.
fn needs_escape(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Parses JSON.
fn parse(text: &str) -> Result<AnyValue, AnyValueError> {
    let mut builder = AnyValueBuilder::default();
    let mut json = Jiter::new(text.as_bytes());
    let syntax = |error: JiterError| AnyValueError::Syntax(error.error_type.to_string());
    // The start of the next value; `None` at the end of the innermost open collection.
    let mut next = Some(json.peek().map_err(syntax)?);
    loop {
        match next {
            Some(peek) if peek == Peek::Array => {
                builder.begin_list()?;
                next = json.known_array().map_err(syntax)?;
                continue;
            }
            Some(peek) if peek == Peek::Object => {
                builder.begin_map()?;
                next = match json.known_object().map_err(syntax)? {
                    Some(key) => {
                        builder.key(key)?;
                        Some(json.peek().map_err(syntax)?)
                    }
                    None => None,
                };
                continue;
            }
            Some(peek) => builder.value(scalar(&mut json, peek).map_err(syntax)?),
            None => builder.end(),
        }
        next = match builder.is_in_map() {
            // No list or map is open, so the outermost value is complete.
            None => break,
            Some(false) => json.array_step().map_err(syntax)?,
            Some(true) => match json.next_key().map_err(syntax)? {
                Some(key) => {
                    builder.key(key)?;
                    Some(json.peek().map_err(syntax)?)
                }
                None => None,
            },
        };
    }
    // Only white space may follow the value.
    json.finish().map_err(syntax)?;
    builder.finish().ok_or_else(|| AnyValueError::Syntax("it ends too early".to_owned()))
}

/// Reads a value that is neither a list nor a map.
fn scalar(json: &mut Jiter<'_>, peek: Peek) -> Result<AnyValue, JiterError> {
    Ok(if peek == Peek::String {
        AnyValue::Text(json.known_str()?.to_owned())
    } else if peek == Peek::Null {
        json.known_null()?;
        AnyValue::Null
    } else if peek == Peek::True || peek == Peek::False {
        AnyValue::Boolean(json.known_bool(peek)?)
    } else {
        let digits = json.known_number_bytes(peek)?;
        AnyValue::number(std::str::from_utf8(digits).unwrap_or_default())
    })
}

/// Writes a value. The recursion is limited, because the nesting of values is.
fn write(value: &AnyValue, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match value {
        AnyValue::Null => out.write_str("null"),
        AnyValue::Boolean(value) => write!(out, "{value}"),
        AnyValue::Integer(value) => write!(out, "{value}"),
        // `Debug` writes `1.0` where `Display` writes `1`, which would be read as an integer.
        AnyValue::Float(value) if value.is_finite() => write!(out, "{value:?}"),
        // JSON has no infinity and no NaN.
        AnyValue::Float(value) => write!(out, "\"{}\"", non_finite(*value)),
        AnyValue::Number(digits) => out.write_str(digits),
        AnyValue::Text(text) => {
            quote(text, needs_escape, out);
            Ok(())
        }
        AnyValue::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                write(item, out);
            }
            out.write_str("]")
        }
        AnyValue::Map(entries) => {
            out.push('{');
            for (index, (key, item)) in entries.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                quote(key, needs_escape, out);
                out.push(':');
                write(item, out);
            }
            out.write_str("}")
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_values_and_values_are_texts() {
        for text in [
            "",
            "word",
            "5",
            "-0",
            "1.5",
            "1.50",
            "1e400",
            "123456789012345678901234567890",
            "true",
            "null",
            "[1,true,null,\"a\",{\"b\":[]}]",
            "{}",
            "\"5\"",
            "\"{\"",
            "\"null\"",
            " 5",
            "007",
            "-",
            "nullable",
            "{\"a\\n\\u0001\":\"\\\"\\\\\"}",
            "NaN",
            "1.",
            "+1",
            "{\"\":{}}",
            "\"\\u0001\"",
            "\"\\ufffe\"",
        ] {
            let value = AnyValue::from_text(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(value.to_text(), text);
        }
        assert_eq!(AnyValue::from_text("5"), Ok(AnyValue::Integer(5)));
        assert_eq!(AnyValue::from_text("007"), Ok(AnyValue::Text("007".to_owned())));
        assert_eq!(AnyValue::from_text("\"abc\"").map(|value| value.to_text()), Ok("abc".to_owned()));
        assert_eq!(
            AnyValue::from_text("{ \"a\" : [ 1 ] }").map(|value| value.to_text()),
            Ok("{\"a\":[1]}".to_owned())
        );
    }

    #[test]
    fn invalid_json_is_an_error() {
        for text in [
            "{",
            "[1",
            "\"a",
            "[1,]",
            "{\"a\"}",
            "[]x",
            "{\"a\":1,\"a\":2}",
            "[01]",
            "[NaN]",
            "{a:1}",
            "[\"\\x\"]",
        ] {
            assert!(AnyValue::from_text(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nesting_is_limited() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(AnyValue::from_text(&nested(super::super::MAX_LEVELS)).is_ok());
        assert_eq!(AnyValue::from_text(&nested(1_000_000)), Err(AnyValueError::TooDeep));
    }
}
