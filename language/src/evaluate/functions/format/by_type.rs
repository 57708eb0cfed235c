//! `String.new` with a format: the valid letters depend on the type of the value.

use super::super::{strings, wrong};
use super::directive::{Directive, digits, floating, format_integer, pad};
use crate::evaluate::failure::{Stop, failure};
use crate::evaluate::number::{self, Number};
use crate::evaluate::run::Run;
use crate::evaluate::{Value, text};

/// Parses a format directive such as `%#5.2x`.
fn parse(format: &str) -> Result<Directive, Stop> {
    let wrong = || failure(format!("'{format}' does not have the form %<flags><width>.<precision><letter>"));
    let mut rest = format.strip_prefix('%').ok_or_else(wrong)?.chars();
    let mut it = Directive::default();
    loop {
        match rest.next().ok_or_else(wrong)? {
            '+' => it.plus = true,
            ' ' => it.space = true,
            '-' => it.left = true,
            '0' => it.zero = true,
            '#' => it.alternate = true,
            c @ '1'..='9' => it.width = Some(digits(&mut rest, c)?),
            '.' => match rest.next() {
                Some(c) if c.is_ascii_digit() => it.precision = Some(digits(&mut rest, c)?),
                _ => return Err(wrong()),
            },
            c if c.is_ascii_alphabetic() && rest.as_str().is_empty() => {
                it.letter = c;
                return Ok(it);
            }
            _ => return Err(wrong()),
        }
    }
}

/// `String.new(value, formats)`: one format, or one for each of several types; `None` if none of them matches the
/// value.
pub(in super::super) fn formatted(
    run: &mut Run<'_>,
    value: &Value,
    formats: &Value,
) -> Result<Option<Value>, Stop> {
    let format = match formats {
        Value::String(format) => Some(format.clone()),
        Value::Hash(map) => {
            let mut found = None;
            for (key, format) in map.pairs() {
                let (Value::Type(ty), Value::String(format)) = (key, format) else {
                    return Err(failure(
                        "formats must be strings by type; formats of collections are not supported",
                    ));
                };
                if found.is_none() && run.belongs(ty, value)? {
                    found = Some(format.clone());
                }
            }
            found
        }
        other => return Err(wrong("String.new", "a format or a hash of formats", other)),
    };
    let Some(format) = format else { return Ok(None) };
    let it = parse(&format)?;
    let mut out = String::new();
    with_format(it, value, &mut out)?;
    run.string(out).map(Some)
}

/// The name of a type of values, and the letters that are valid for it.
fn letters(value: &Value) -> (&'static str, &'static str) {
    match value {
        Value::Integer(_) => ("Integer", "dxXobBeEfgGspc"),
        Value::Float(_) => ("Float", "dxXobBeEfgGsp"),
        Value::Boolean(_) => ("Boolean", "tTyYdxXobBeEfgGsp"),
        Value::Undef => ("Undef", "nudxXobBeEfgGaAvVsp"),
        Value::Default => ("Default", "dDsp"),
        Value::String(_) => ("String", "cCudspt"),
        Value::Regexp(_) => ("Regexp", "sp"),
        Value::Array(_) => ("Array", "asp"),
        Value::Hash(_) => ("Hash", "hsp"),
        Value::Type(_) | Value::Object(_) => ("Type", "sp"),
    }
}

/// Writes a text, truncated to the precision.
fn limited(it: Directive, plain: &str, out: &mut String) {
    let cut: String = plain.chars().take(it.precision.unwrap_or(usize::MAX)).collect();
    pad(&cut, it, out);
}

fn with_format(it: Directive, value: &Value, out: &mut String) -> Result<(), Stop> {
    let (kind, known) = letters(value);
    let letter = it.letter;
    if !known.contains(letter) {
        return Err(failure(format!(
            "`%{letter}` is not a format for a value of type {kind}; use one of `{known}`"
        )));
    }
    match value {
        Value::Integer(n) => match letter {
            's' | 'c' => limited(it, &integer(it, *n), out),
            'p' => pad(&n.to_string(), it, out),
            _ => numeric(it, Number::Integer(*n), out)?,
        },
        Value::Float(n) => match (letter, it.alternate) {
            ('s', true) => limited(it, &format!("\"{}\"", number::float_text(*n)), out),
            ('p' | 's', _) => limited(it, &number::float_text(*n), out),
            _ => numeric(it, Number::Float(*n), out)?,
        },
        Value::Boolean(b) => boolean(it, *b, out)?,
        Value::Undef => limited(it, undef(it), out),
        Value::Default => {
            let word = if letter == 'D' { "Default" } else { "default" };
            limited(it, &if it.alternate { format!("\"{word}\"") } else { word.to_owned() }, out);
        }
        Value::String(text) => limited(it, &string(it, text), out),
        Value::Regexp(regex) if letter == 'p' => limited(it, &text::regex_text(regex.source()), out),
        Value::Regexp(regex) => limited(it, regex.source(), out),
        Value::Array(_) | Value::Hash(_) if it.alternate => {
            return Err(failure(format!("`#` is not a valid flag for a value of type {kind}")));
        }
        Value::Array(_) | Value::Hash(_) => text::program_text(value, out),
        Value::Type(_) | Value::Object(_) => {
            let mut plain = String::new();
            text::display(value, &mut plain);
            let quoted = it.alternate && letter == 's';
            limited(it, &if quoted { format!("\"{plain}\"") } else { plain }, out);
        }
    }
    Ok(())
}

fn integer(it: Directive, n: i64) -> String {
    match (it.letter, it.alternate) {
        ('c', _) => u32::try_from(n).ok().and_then(char::from_u32).map(String::from).unwrap_or_default(),
        (_, true) => format!("\"{n}\""),
        _ => n.to_string(),
    }
}

fn numeric(it: Directive, number: Number, out: &mut String) -> Result<(), Stop> {
    if matches!(it.letter, 'e' | 'E' | 'f' | 'g' | 'G') {
        floating(it, number.float(), out);
        return Ok(());
    }
    let n = match number {
        Number::Integer(n) => Some(n),
        Number::Float(n) => number::truncated(n),
    };
    format_integer(it, n.ok_or_else(|| failure("the number is too large for this format"))?, out);
    Ok(())
}

fn boolean(it: Directive, b: bool, out: &mut String) -> Result<(), Stop> {
    let words = match it.letter {
        't' | 's' | 'p' => ["false", "true"],
        'T' => ["False", "True"],
        'y' => ["no", "yes"],
        'Y' => ["No", "Yes"],
        _ => return numeric(it, Number::Integer(i64::from(b)), out),
    };
    let word = words[usize::from(b)];
    let short = it.alternate && !matches!(it.letter, 's' | 'p');
    limited(it, if short { &word[..1] } else { word }, out);
    Ok(())
}

fn undef(it: Directive) -> &'static str {
    match (it.letter, it.alternate) {
        ('n', false) => "nil",
        ('n', true) => "null",
        ('u' | 'p', false) => "undef",
        ('u', true) => "undefined",
        ('v', _) => "n/a",
        ('V', _) => "N/A",
        ('s', false) => "",
        ('s', true) => "\"\"",
        ('p', true) => "\"undef\"",
        _ => "NaN",
    }
}

fn string(it: Directive, text: &str) -> String {
    let changed = match it.letter {
        'p' if it.alternate => return text::double_quoted(text),
        'p' => return text::quoted(text),
        's' => return text.to_owned(),
        'c' => strings::capitalized(text),
        'C' => text.split("::").map(strings::capitalized).collect::<Vec<_>>().join("::"),
        'u' => text.to_uppercase(),
        'd' => strings::lowered(text),
        _ => strings::stripped(text).to_owned(),
    };
    if it.alternate { text::quoted(&changed) } else { changed }
}
