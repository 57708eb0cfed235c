//! Functions on numbers and truth values: `any2bool`, `bool2num`, `bool2str`, `clamp`, `convert_base`, `num2bool`,
//! `str2bool`, `to_bytes`.

use super::arguments::{check_count, string, wrong_type};
use super::{Answer, decimal, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value, parse_ruby_float};

/// The truth value of anything: of numbers and of texts that are numbers as in `num2bool`, of other texts as in
/// `str2bool`, and otherwise `true`.
pub(super) fn any2bool(values: &[Value], budget: &mut Budget) -> Answer {
    match &values[0] {
        Value::Boolean(_) => Ok(values[0].clone()),
        Value::Undef => Ok(Value::Boolean(false)),
        Value::Integer(_) | Value::Float(_) => num2bool(&values[..1], budget),
        Value::String(text) if parse_ruby_float(text).is_some() => num2bool(&values[..1], budget),
        text @ Value::String(_) => truth(text).map(Value::Boolean),
        _ => Ok(Value::Boolean(true)),
    }
}

/// Whether a number, or a text of one, is above zero.
pub(super) fn num2bool(values: &[Value], _: &mut Budget) -> Answer {
    // Ruby truncates the number, so 0.5 is not above zero.
    let is_above_zero = match &values[0] {
        Value::Integer(number) => *number > 0,
        Value::BigInteger(digits) => !digits.starts_with('-'),
        Value::Float(number) => *number >= 1.0,
        Value::String(text) => match parse_ruby_float(text) {
            Some(number) => number >= 1.0,
            None => return Err(HostError::new("`num2bool` requires a text that looks like a number")),
        },
        // `None` is a number that needs more than 128 bits.
        other => ruby::text_to_i(&other.to_ruby_text()).is_none_or(|number| number > 0),
    };
    Ok(Value::Boolean(is_above_zero))
}

/// The boolean that a value represents, such as `yes` or `0`.
pub(super) fn str2bool(values: &[Value], _: &mut Budget) -> Answer {
    truth(&values[0]).map(Value::Boolean)
}

/// The truth value that a word in a text names. As with Ruby's `^` and `$`, one line with the word suffices.
pub(super) fn truth(value: &Value) -> Result<bool, HostError> {
    let text = match value {
        Value::Boolean(truth) => return Ok(*truth),
        other => string("str2bool", other)?,
    };
    let has_word = |words: &[&str]| {
        ruby::lines(text).any(|line| words.iter().any(|word| word.eq_ignore_ascii_case(line)))
    };
    // Checked first: a text with an empty line is false, even if another line is a word such as `yes`.
    if has_word(&[""]) {
        return Ok(false);
    }
    if has_word(&["1", "t", "y", "true", "yes"]) {
        return Ok(true);
    }
    // Only these two words must be in lower case.
    let is_undefined = ruby::lines(text).any(|line| matches!(line, "undef" | "undefined"));
    if is_undefined || has_word(&["0", "f", "n", "false", "no"]) {
        return Ok(false);
    }
    Err(HostError::new("`str2bool` requires a word for true or false"))
}

/// 1 if a value represents true, otherwise 0.
pub(super) fn bool2num(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::Integer(i64::from(truth(&values[0])?)))
}

/// A Boolean as one of two texts: the second and third argument, or `true` and `false`.
pub(super) fn bool2str(values: &[Value], _: &mut Budget) -> Answer {
    // One text without the other is a wrong number of arguments, reported as fewer than three.
    if values.len() == 2 {
        check_count("bool2str", 2, 3, 3)?;
    }
    let Value::Boolean(truth) = values[0] else {
        return Err(wrong_type("bool2str", "true or false", &values[0]));
    };
    let (true_text, false_text) = (Value::string("true"), Value::string("false"));
    let true_text = values.get(1).filter(|text| text.is_true()).unwrap_or(&true_text);
    let false_text = values.get(2).filter(|text| text.is_true()).unwrap_or(&false_text);
    string("bool2str", true_text)?;
    string("bool2str", false_text)?;
    Ok(if truth { true_text } else { false_text }.clone())
}

/// The middle one of three numbers, which may be texts.
pub(super) fn clamp(values: &[Value], _: &mut Budget) -> Answer {
    let flat_values = ruby::flat(values);
    check_count("clamp", flat_values.len(), 3, 3)?;
    let mut numbers = Vec::with_capacity(3);
    for value in &flat_values {
        let is_number = match value {
            Value::String(text) => ruby::has_digit_line(text),
            _ => true,
        };
        let number = if is_number { ruby::to_i(value)? } else { None };
        numbers.push(number.ok_or_else(|| wrong_type("clamp", "numbers", value))?);
    }
    numbers.sort_unstable();
    ruby::in_64_bits("clamp", Some(numbers[1])).map(Value::Integer)
}

/// The digits of an integer in another base.
pub(super) fn convert_base(values: &[Value], budget: &mut Budget) -> Answer {
    let digits = |value: &Value| match value {
        Value::Integer(number) => Ok(number.to_string()),
        Value::String(text) if ruby::has_digit_line(text) => Ok(ruby::leading_integer(text)),
        other => Err(wrong_type("convert_base", "whole numbers", other)),
    };
    let (number, base) = (digits(&values[0])?, digits(&values[1])?);
    let base = base.parse::<u32>().ok().filter(|base| (2..=36).contains(base));
    let base = base.ok_or_else(|| HostError::new("`convert_base` requires a base from 2 to 36"))?;
    decimal::in_base(&number, base, budget).map(|text| Value::string(&text))
}

/// The number of bytes in a text such as `4 kB`.
pub(super) fn to_bytes(values: &[Value], _: &mut Budget) -> Answer {
    let text = match &values[0] {
        number @ (Value::Integer(_) | Value::Float(_)) => return Ok(number.clone()),
        // In Ruby, `default` is a symbol, which matches like its text.
        Value::Default => "default",
        other => string("to_bytes", other)?,
    };
    let end = text.find(|c: char| !(c.is_ascii_digit() || ".e+-".contains(c))).unwrap_or(text.len());
    let (number, unit_text) = text.split_at(end);
    let prefix =
        unit_text.trim_start_matches(ruby::is_space).chars().next().filter(|c| !matches!(c, 'b' | 'B'));
    let exponent = match prefix {
        None => 0,
        Some('k') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        Some('P') => 50,
        Some('E') => 60,
        Some(other) => {
            let message =
                format!("the unit prefix `{other}` is not one of k, M, G, T, P and E of `to_bytes`");
            return Err(HostError::new(message));
        }
    };
    let bytes = ruby::text_to_f(number) * f64::from(exponent).exp2();
    ruby::in_64_bits("to_bytes", ruby::truncated(bytes)).map(Value::Integer)
}
