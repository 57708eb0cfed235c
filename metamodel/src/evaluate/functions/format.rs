//! Formats: `sprintf`, and `String.new` with a format.

use super::super::budget::{Stop, failure};
use super::super::call::Lambda;
use super::super::number::{self, Number};
use super::super::run::{Outcome, Run};
use super::super::types;
use super::super::{Value, text};
use super::{strings, wrong};

/// The widest field, and the most digits.
const WIDEST: usize = 10_000;

/// One `%…` of a format.
#[derive(Debug, Default, Clone, Copy)]
struct Directive {
    plus: bool,
    space: bool,
    left: bool,
    zero: bool,
    alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
    letter: char,
}

pub(super) fn sprintf(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::String(format) = &arguments[0] else {
        return Err(wrong("sprintf", "a format first", &arguments[0]));
    };
    let mut given = arguments[1..].iter();
    let names = arguments.get(1);
    let mut out = String::new();
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        run.budget.step(1)?;
        let before = out.len();
        directive(&mut rest, &mut given, names, &mut out)?;
        run.budget.produce(out.len() - before)?;
    }
    run.string(out)
}

fn directive<'v>(
    rest: &mut std::str::Chars<'_>,
    given: &mut impl Iterator<Item = &'v Value>,
    names: Option<&'v Value>,
    out: &mut String,
) -> Result<(), Stop> {
    let mut it = Directive::default();
    let mut value = None;
    let missing = || failure("`sprintf` is given fewer values than its format wants");
    loop {
        let Some(c) = rest.next() else {
            return Err(failure("the format ends in the middle of a directive"));
        };
        match c {
            '+' => it.plus = true,
            ' ' => it.space = true,
            '-' => it.left = true,
            '0' => it.zero = true,
            '#' => it.alternate = true,
            '*' => match given.next().ok_or_else(missing)? {
                Value::Integer(n) => {
                    it.left |= *n < 0;
                    it.width = Some(bounded(n.unsigned_abs())?);
                }
                other => return Err(wrong("sprintf", "a whole number as width", other)),
            },
            '1'..='9' => it.width = Some(digits(rest, c)?),
            '.' => {
                it.precision = Some(match rest.clone().next() {
                    Some(c) if c.is_ascii_digit() => {
                        rest.next();
                        digits(rest, c)?
                    }
                    _ => 0,
                });
            }
            '<' | '{' => {
                let close = if c == '<' { '>' } else { '}' };
                let name: String = rest.by_ref().take_while(|c| *c != close).collect();
                let Some(Value::Hash(hash)) = names else {
                    return Err(failure("named values come from one hash"));
                };
                let unknown = || failure(format!("the hash has no key '{name}'"));
                let found = hash.get_text(&name).ok_or_else(unknown)?;
                if c == '{' {
                    let mut plain = String::new();
                    text::ruby(found, &mut plain);
                    pad(&plain, it, out);
                    return Ok(());
                }
                value = Some(found);
            }
            '%' => {
                out.push('%');
                return Ok(());
            }
            letter => {
                it.letter = letter;
                let value = match value {
                    Some(value) => value,
                    None => given.next().ok_or_else(missing)?,
                };
                return write(it, value, out);
            }
        }
    }
}

fn bounded(n: u64) -> Result<usize, Stop> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    if n > WIDEST { Err(failure(format!("a field of {n} characters is too wide"))) } else { Ok(n) }
}

fn digits(rest: &mut std::str::Chars<'_>, first: char) -> Result<usize, Stop> {
    let mut value = u64::from(first.to_digit(10).unwrap_or(0));
    while let Some(digit) = rest.clone().next().and_then(|c| c.to_digit(10)) {
        value = value.saturating_mul(10).saturating_add(u64::from(digit));
        rest.next();
    }
    bounded(value)
}

fn pad(text: &str, it: Directive, out: &mut String) {
    let fill = it.width.unwrap_or(0).saturating_sub(text.chars().count());
    if it.left {
        out.push_str(text);
    }
    out.extend(std::iter::repeat_n(' ', fill));
    if !it.left {
        out.push_str(text);
    }
}

fn write(it: Directive, value: &Value, out: &mut String) -> Result<(), Stop> {
    let mut plain = String::new();
    match it.letter {
        's' => text::ruby(value, &mut plain),
        'p' => text::inspect(value, &mut plain),
        'c' => match value {
            Value::Integer(n) => plain.extend(u32::try_from(*n).ok().and_then(char::from_u32)),
            Value::String(text) if text.chars().nth(1).is_none() && !text.is_empty() => plain.push_str(text),
            other => return Err(wrong("sprintf", "a character", other)),
        },
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            whole(it, to_whole(value)?, out);
            return Ok(());
        }
        'f' | 'e' | 'E' | 'g' | 'G' => {
            floating(it, to_float(value)?, out);
            return Ok(());
        }
        other => return Err(failure(format!("`%{other}` is no directive of a format"))),
    }
    if let Some(most) = it.precision {
        plain = plain.chars().take(most).collect();
    }
    pad(&plain, it, out);
    Ok(())
}

fn to_whole(value: &Value) -> Result<i64, Stop> {
    let found = match value {
        Value::Integer(n) => Some(*n),
        Value::Float(n) => number::truncated(*n),
        Value::String(text) => match number::from_text(text) {
            Some(Number::Integer(n)) => Some(n),
            _ => None,
        },
        _ => None,
    };
    found.ok_or_else(|| wrong("sprintf", "a whole number", value))
}

fn to_float(value: &Value) -> Result<f64, Stop> {
    let found = match value {
        Value::String(text) => number::from_text(text),
        other => Number::of(other),
    };
    found.map(Number::float).ok_or_else(|| wrong("sprintf", "a number", value))
}

/// A sign in front of a number that has none.
fn sign(it: Directive, negative: bool) -> &'static str {
    match (negative, it.plus, it.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

fn framed(it: Directive, sign: &str, prefix: &str, body: &str, zeros: bool, out: &mut String) {
    let length = sign.len() + prefix.len() + body.len();
    let fill = it.width.unwrap_or(0).saturating_sub(length);
    let zeros = zeros && it.zero && !it.left;
    if !zeros && !it.left {
        out.extend(std::iter::repeat_n(' ', fill));
    }
    out.push_str(sign);
    out.push_str(prefix);
    if zeros {
        out.extend(std::iter::repeat_n('0', fill));
    }
    out.push_str(body);
    if it.left {
        out.extend(std::iter::repeat_n(' ', fill));
    }
}

fn whole(it: Directive, n: i64, out: &mut String) {
    let size = n.unsigned_abs();
    let (prefix, mut body) = match it.letter {
        'x' => ("0x", format!("{size:x}")),
        'X' => ("0X", format!("{size:X}")),
        'o' => ("0", format!("{size:o}")),
        'b' => ("0b", format!("{size:b}")),
        'B' => ("0B", format!("{size:b}")),
        _ => ("", size.to_string()),
    };
    let based = !matches!(it.letter, 'd' | 'i' | 'u');
    if n < 0 && based && !it.plus && !it.space {
        twos_complement(it, n, prefix, out);
        return;
    }
    let missing = it.precision.unwrap_or(0).saturating_sub(body.len());
    body.insert_str(0, &"0".repeat(missing));
    let prefix = if it.alternate && size != 0 { prefix } else { "" };
    framed(it, sign(it, n < 0), prefix, &body, it.precision.is_none(), out);
}

/// A negative number as endless digits in front: `..f5`.
fn twos_complement(it: Directive, n: i64, prefix: &str, out: &mut String) {
    let (text, digit) = match it.letter {
        'x' => (format!("{n:x}"), 'f'),
        'X' => (format!("{n:X}"), 'F'),
        'o' => (format!("{n:o}").split_off(1), '7'),
        _ => (format!("{n:b}"), '1'),
    };
    let body = format!("{digit}{}", text.trim_start_matches(digit));
    let prefix = if it.alternate { prefix } else { "" };
    if it.zero || it.precision.is_some() {
        let wanted = it.precision.unwrap_or_else(|| it.width.unwrap_or(0).saturating_sub(prefix.len()));
        let fill = wanted.saturating_sub(body.len());
        let dots = if fill == 0 { ".." } else { "" };
        let body = format!("{dots}{}{body}", String::from(digit).repeat(fill));
        framed(it, "", prefix, &body, false, out);
        return;
    }
    framed(it, "", prefix, &format!("..{body}"), false, out);
}

fn floating(it: Directive, n: f64, out: &mut String) {
    if !n.is_finite() {
        let word = if n.is_nan() { "NaN" } else { "Inf" };
        framed(it, sign(it, n < 0.0), "", word, false, out);
        return;
    }
    let negative = n.is_sign_negative();
    let size = n.abs();
    let precision = it.precision.unwrap_or(6);
    let mut body = match it.letter {
        'f' => format!("{size:.precision$}"),
        'e' | 'E' => exponent(&format!("{size:.precision$e}")),
        _ => general(size, precision, it.alternate),
    };
    if it.alternate && precision == 0 && !body.contains('.') {
        body.push('.');
    }
    if it.letter.is_ascii_uppercase() {
        body.make_ascii_uppercase();
    }
    framed(it, sign(it, negative), "", &body, true, out);
}

/// An exponent with sign and two digits at least.
fn exponent(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

fn general(size: f64, precision: usize, keep: bool) -> String {
    let precision = precision.max(1);
    let scientific = format!("{size:.*e}", precision - 1);
    let power: i64 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let most = i64::try_from(precision).unwrap_or(i64::MAX);
    let cut = |text: String| match text.contains('.') && !keep {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    if power < -4 || power >= most {
        let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        return exponent(&format!("{}e{power}", cut(mantissa.to_owned())));
    }
    let decimals = usize::try_from(most - 1 - power).unwrap_or(0);
    cut(format!("{size:.decimals$}"))
}

/// The text as a regular expression that matches just it.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            ' ' | '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^'
            | '$' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// Reads one format such as `%#5.2x`.
fn parse(format: &str) -> Result<Directive, Stop> {
    let wrong =
        || failure(format!("'{format}' is no format of the form %<flags><width>.<precision><letter>"));
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

/// `String.new(value, formats)`: one format, or one for each of several types.
pub(super) fn formatted(run: &mut Run<'_>, value: &Value, formats: &Value) -> Outcome {
    let format = match formats {
        Value::String(format) => Some(format.clone()),
        Value::Hash(map) => {
            let mut found = None;
            for (key, format) in map.pairs() {
                let (Value::Type(ty), Value::String(format)) = (key, format) else {
                    return Err(failure(
                        "formats are strings by type; those of collections are not supported",
                    ));
                };
                if found.is_none() && types::instance(ty, value) {
                    found = Some(format.clone());
                }
            }
            found
        }
        other => return Err(wrong("String.new", "a format or a hash of formats", other)),
    };
    let Some(format) = format else {
        return super::convert::new(run, &[string_type()?, value.clone()], None);
    };
    let it = parse(&format)?;
    let mut out = String::new();
    with_format(it, value, &mut out)?;
    run.string(out)
}

fn string_type() -> Result<Value, Stop> {
    types::named("String").map(Value::Type).ok_or_else(|| failure("there is no String"))
}

fn with_format(it: Directive, value: &Value, out: &mut String) -> Result<(), Stop> {
    let letter = it.letter;
    let refuse = |kind: &str, letters: &str| {
        Err(failure(format!("`%{letter}` is no format for a value of type {kind}; one of `{letters}` is")))
    };
    let limited = |plain: &str, out: &mut String| {
        let cut: String = plain.chars().take(it.precision.unwrap_or(usize::MAX)).collect();
        pad(&cut, it, out);
    };
    match value {
        Value::Integer(n) => match letter {
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' => whole(it, *n, out),
            'p' => pad(&n.to_string(), it, out),
            'e' | 'E' | 'f' | 'g' | 'G' => floating(it, Number::Integer(*n).float(), out),
            'c' => limited(
                &u32::try_from(*n).ok().and_then(char::from_u32).map(String::from).unwrap_or_default(),
                out,
            ),
            's' if it.alternate => limited(&format!("\"{n}\""), out),
            's' => limited(&n.to_string(), out),
            _ => return refuse("Integer", "dxXobBeEfgGspc"),
        },
        Value::Float(n) => match letter {
            'd' | 'x' | 'X' | 'o' | 'b' | 'B' => match number::truncated(*n) {
                Some(n) => whole(it, n, out),
                None => return Err(failure("the number is too large for this format")),
            },
            'e' | 'E' | 'f' | 'g' | 'G' => floating(it, *n, out),
            's' if it.alternate => limited(&format!("\"{}\"", number::float_text(*n)), out),
            'p' | 's' => limited(&number::float_text(*n), out),
            _ => return refuse("Float", "dxXobBeEfgGsp"),
        },
        Value::Boolean(b) => {
            let words = match letter {
                't' | 's' | 'p' => ["false", "true"],
                'T' => ["False", "True"],
                'y' => ["no", "yes"],
                'Y' => ["No", "Yes"],
                'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
                    whole(it, i64::from(*b), out);
                    return Ok(());
                }
                'e' | 'E' | 'f' | 'g' | 'G' => {
                    floating(it, f64::from(u8::from(*b)), out);
                    return Ok(());
                }
                _ => return refuse("Boolean", "tTyYdxXobBeEfgGsp"),
            };
            let word = words[usize::from(*b)];
            let short = it.alternate && !matches!(letter, 's' | 'p');
            limited(if short { &word[..1] } else { word }, out);
        }
        Value::Undef => {
            let word = match (letter, it.alternate) {
                ('n', false) => "nil",
                ('n', true) => "null",
                ('u', false) | ('p', false) => "undef",
                ('u', true) => "undefined",
                ('d' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A', _) => "NaN",
                ('v', _) => "n/a",
                ('V', _) => "N/A",
                ('s', false) => "",
                ('s', true) => "\"\"",
                ('p', true) => "\"undef\"",
                _ => return refuse("Undef", "nudxXobBeEfgGaAvVsp"),
            };
            limited(word, out);
        }
        Value::Default => match (letter, it.alternate) {
            ('d' | 's' | 'p', false) => limited("default", out),
            ('d' | 's' | 'p', true) => limited("\"default\"", out),
            ('D', false) => limited("Default", out),
            ('D', true) => limited("\"Default\"", out),
            _ => return refuse("Default", "dDsp"),
        },
        Value::String(text) => {
            let changed = match letter {
                's' => text.to_string(),
                'p' if it.alternate => text::double_quoted(text),
                'p' => text::quoted(text),
                'c' => strings::capitalized(text),
                'C' => text.split("::").map(strings::capitalized).collect::<Vec<_>>().join("::"),
                'u' => text.to_uppercase(),
                'd' => text.to_lowercase(),
                't' => strings::stripped(text).to_owned(),
                _ => return refuse("String", "cCudspt"),
            };
            let quoted = it.alternate && !matches!(letter, 's' | 'p');
            limited(&if quoted { text::quoted(&changed) } else { changed }, out);
        }
        Value::Regexp(regex) => match letter {
            'p' => limited(&text::regex_text(regex.source()), out),
            's' => limited(regex.source(), out),
            _ => return refuse("Regexp", "sp"),
        },
        Value::Array(_) if matches!(letter, 'a' | 's' | 'p') && !it.alternate => text::literal(value, out),
        Value::Hash(_) if matches!(letter, 'h' | 's' | 'p') && !it.alternate => text::literal(value, out),
        Value::Array(_) => return refuse("Array", "asp"),
        Value::Hash(_) => return refuse("Hash", "hsp"),
        Value::Type(_) | Value::Object(_) => {
            let mut plain = String::new();
            text::display(value, &mut plain);
            match (letter, it.alternate) {
                ('s', true) => limited(&format!("\"{plain}\""), out),
                ('s' | 'p', _) => limited(&plain, out),
                _ => return refuse("Type", "sp"),
            }
        }
    }
    Ok(())
}
