//! Single values in a format: the valid letters depend on the type of the value.

use super::super::strings;
use super::directive::{Directive, floating, format_decimal, format_integer, pad};
use crate::evaluate::failure::{Stop, failure};
use crate::evaluate::number::{self, Number};
use crate::evaluate::rich::Binary;
use crate::evaluate::{Value, quote, text};

/// The name of a value's type, and the letters of the formats that are valid for values of this type.
fn letters(value: &Value) -> (&'static str, &'static str) {
    match value {
        // The letters are those of Puppet's `StringConverter`, in the order of its messages.
        Value::Integer(_) => ("Integer", "dxXobBeEfgGaAspc"),
        // All other formats of integers require that the number fits into 64 bits.
        Value::BigInteger(_) => ("Integer", "dsp"),
        Value::Float(_) => ("Float", "dxXobBeEfgGaAsp"),
        Value::Boolean(_) => ("Boolean", "tTyYdxXobBeEfgGaAsp"),
        Value::Undef => ("Undef", "nudxXobBeEfgGaAvVsp"),
        Value::Default => ("Default", "dDsp"),
        Value::String(_) => ("String", "cCudspt"),
        Value::Regexp(_) => ("Regexp", "sp"),
        Value::Array(_) => ("Array", "asp"),
        Value::Hash(_) => ("Hash", "hasp"),
        Value::Type(_) | Value::Object(_) => ("Type", "sp"),
        Value::Rich(rich) => match rich.type_name() {
            "Binary" => ("Binary", "bButTsp"),
            "URI" => ("URI", "sp"),
            name => (name, "dxXobBeEfgGaAiucsp"),
        },
        // No function is called with an unknown value.
        Value::Unknown(_) => ("Unknown", ""),
    }
}

/// Whether the flags of delimiters, such as `[`, are accepted in the format of a value, although they have no effect.
fn ignores_delimiters(directive: Directive, value: &Value) -> bool {
    match value {
        Value::Undef | Value::Default => true,
        Value::Boolean(_) => matches!(directive.letter, 't' | 'T' | 'y' | 'Y' | 's' | 'p'),
        Value::String(_) => match directive.letter {
            'p' => true,
            's' => false,
            _ => directive.is_alternate,
        },
        Value::Rich(rich) => rich.type_name() == "URI" && directive.letter == 'p',
        _ => false,
    }
}

/// Writes a text, truncated to the precision and padded to the width.
fn write_limited(directive: Directive, text: &str, out: &mut String) {
    let truncated: String = text.chars().take(directive.precision.unwrap_or(usize::MAX)).collect();
    pad(&truncated, directive, out);
}

/// Writes a value in the format of a directive; a problem if the letter or the flags are not valid for its type.
pub(super) fn with_format(directive: Directive, value: &Value, out: &mut String) -> Result<(), Stop> {
    let (kind, valid_letters) = letters(value);
    let letter = directive.letter;
    if directive.is_delimited && !ignores_delimiters(directive, value) {
        return Err(failure(format!("the flags of delimiters are not valid for a value of type {kind}")));
    }
    if !valid_letters.contains(letter) {
        return Err(invalid_letter(letter, kind, valid_letters));
    }
    match value {
        Value::Integer(n) => match letter {
            's' | 'c' => write_limited(directive, &integer(directive, *n), out),
            'p' => pad(&n.to_string(), directive, out),
            _ => numeric(directive, Number::Integer(*n), out)?,
        },
        Value::BigInteger(digits) if letter == 'd' => format_decimal(directive, digits, out),
        Value::BigInteger(digits) => write_limited(directive, digits, out),
        Value::Float(n) => match (letter, directive.is_alternate) {
            ('s', true) => write_limited(directive, &format!("\"{}\"", number::float_text(*n)), out),
            ('p' | 's', _) => write_limited(directive, &number::float_text(*n), out),
            _ => numeric(directive, Number::Float(*n), out)?,
        },
        Value::Boolean(b) => boolean(directive, *b, out)?,
        Value::Undef => write_limited(directive, undef(directive), out),
        Value::Default => {
            let word = if letter == 'D' { "Default" } else { "default" };
            write_limited(
                directive,
                &if directive.is_alternate { format!("\"{word}\"") } else { word.to_owned() },
                out,
            );
        }
        Value::String(text) => write_limited(directive, &string(directive, text), out),
        Value::Regexp(regex) if letter == 'p' => {
            write_limited(directive, &quote::regex_text(regex.source()), out);
        }
        Value::Regexp(regex) => write_limited(directive, regex.source(), out),
        Value::Rich(rich) => match rich.downcast::<Binary>() {
            Some(binary) => bytes(directive, binary, out)?,
            None if rich.type_name() == "URI" && letter == 'p' => out.push_str(&rich.get().program_text()),
            None if rich.type_name() == "URI" && directive.is_alternate => {
                write_limited(directive, &quote::quoted(&rich.text()), out);
            }
            None => super::sprintf::write(directive, value, out)?,
        },
        Value::Array(_) | Value::Hash(_) => text::program_text(value, out),
        Value::Type(_) | Value::Object(_) => {
            let mut type_text = String::new();
            text::display(value, &mut type_text);
            let is_quoted = directive.is_alternate && letter == 's';
            write_limited(directive, &if is_quoted { format!("\"{type_text}\"") } else { type_text }, out);
        }
        Value::Unknown(unknown) => return Err(unknown.undecided().into()),
    }
    Ok(())
}

/// Writes bytes as Base64, as UTF-8, or as the name of their type.
fn bytes(directive: Directive, binary: &Binary, out: &mut String) -> Result<(), Stop> {
    let text = match directive.letter {
        'b' => binary.in_lines(),
        'u' => binary.url_safe(),
        't' => "Binary".to_owned(),
        'T' => "BINARY".to_owned(),
        's' if directive.is_alternate => {
            write_limited(directive, &quote::inspected_bytes(&binary.0), out);
            return Ok(());
        }
        's' => match std::str::from_utf8(&binary.0) {
            Ok(text) => text.to_owned(),
            // Strings are UTF-8, so other bytes cannot be written as a string.
            Err(_) => return Err(failure("these bytes are not UTF-8; use %B for Base64")),
        },
        _ => binary.standard(),
    };
    if directive.letter == 'p' {
        out.push_str("Binary(\"");
        write_limited(directive, &text, out);
        out.push_str("\")");
    } else if directive.is_alternate {
        write_limited(directive, &quote::inspected_bytes(text.as_bytes()), out);
    } else {
        write_limited(directive, &text, out);
    }
    Ok(())
}

/// An integer in one of the formats for texts: `%s`, or `%c` for the character with this code.
fn integer(directive: Directive, n: i64) -> String {
    match (directive.letter, directive.is_alternate) {
        ('c', _) => u32::try_from(n).ok().and_then(char::from_u32).map(String::from).unwrap_or_default(),
        (_, true) => format!("\"{n}\""),
        _ => n.to_string(),
    }
}

/// Writes a number in a format for integers or floats.
fn numeric(directive: Directive, number: Number, out: &mut String) -> Result<(), Stop> {
    if matches!(directive.letter, 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A') {
        floating(directive, number.float(), out);
        return Ok(());
    }
    let n = match number {
        Number::Integer(n) => Some(n),
        Number::Float(n) => number::truncated(n),
    };
    format_integer(directive, n.ok_or_else(|| failure("the number is too large for this format"))?, out);
    Ok(())
}

/// Writes a boolean as a word, or in a format for numbers as 0 or 1.
fn boolean(directive: Directive, value: bool, out: &mut String) -> Result<(), Stop> {
    let words = match directive.letter {
        't' | 's' | 'p' => ["false", "true"],
        'T' => ["False", "True"],
        'y' => ["no", "yes"],
        'Y' => ["No", "Yes"],
        _ => return numeric(directive, Number::Integer(i64::from(value)), out),
    };
    let word = words[usize::from(value)];
    // As in Puppet, `%#t` is only the first letter of the word.
    let is_short = directive.is_alternate && !matches!(directive.letter, 's' | 'p');
    write_limited(directive, if is_short { &word[..1] } else { word }, out);
    Ok(())
}

/// The word for undef in a format.
fn undef(directive: Directive) -> &'static str {
    match (directive.letter, directive.is_alternate) {
        ('n', false) => "nil",
        ('n', true) => "null",
        ('u' | 'p', false) => "undef",
        ('u', true) => "undefined",
        ('v', _) => "n/a",
        ('V', _) => "N/A",
        ('s', false) => "",
        ('s', true) => "\"\"",
        ('p', true) => "\"undef\"",
        // As in Puppet, undef in a format for numbers is written as `NaN`.
        _ => "NaN",
    }
}

/// A string in a format: quoted, or with the case of its letters or its blanks changed.
fn string(directive: Directive, text: &str) -> String {
    let converted = match directive.letter {
        'p' if directive.is_alternate => return quote::double_quoted(text),
        'p' => return quote::quoted(text),
        's' => return text.to_owned(),
        'c' => strings::capitalised(text),
        'C' => text.split("::").map(strings::capitalised).collect::<Vec<_>>().join("::"),
        'u' => text.to_uppercase(),
        'd' => strings::lowered(text),
        _ => strings::stripped(text).to_owned(),
    };
    if directive.is_alternate { quote::quoted(&converted) } else { converted }
}

/// The problem that a letter is not valid for a type of values.
pub(super) fn invalid_letter(letter: char, kind: &str, valid_letters: &str) -> Stop {
    failure(format!(
        "`%{letter}` is not a format for a value of type {kind}; use one of the letters `{valid_letters}`"
    ))
}
