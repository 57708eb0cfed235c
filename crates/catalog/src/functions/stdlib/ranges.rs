//! `range`: the numbers or texts between two ends, as Ruby's ranges list them.

use super::arguments::string;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// The maximum number of values, as in `stdlib`.
const MAX_VALUES: usize = 1_000_000;

/// The ends of a range, its step, and whether the last value is excluded.
struct Bounds {
    first: Value,
    last: Value,
    step: usize,
    excludes_last: bool,
}

/// The numbers, or the texts, from a first one to a last one.
pub(super) fn range(values: &[Value], budget: &mut Budget) -> Answer {
    let bounds = bounds(values)?;
    let first_text = bounds.first.to_ruby_text();
    if ruby::has_digit_line(&first_text) {
        let to_number = |value: &Value| ruby::in_64_bits("range", ruby::to_i(value)?);
        return numbers(to_number(&bounds.first)?, to_number(&bounds.last)?, &bounds, budget);
    }
    texts(&first_text, &bounds.last.to_ruby_text(), &bounds, budget)
}

/// Reads the arguments of `range`: two ends and a step, or a text with both ends.
fn bounds(values: &[Value]) -> Result<Bounds, HostError> {
    if let [first, last, options @ ..] = values {
        let step = match options.first() {
            None | Some(Value::Undef) => 1,
            Some(step) => ruby::to_i(step)?.map_or(0, i128::unsigned_abs),
        };
        if step == 0 {
            return Err(HostError::new("`range` requires a step other than 0"));
        }
        let step = usize::try_from(step).unwrap_or(usize::MAX);
        return Ok(Bounds { first: first.clone(), last: last.clone(), step, excludes_last: false });
    }
    let text = string("range", &values[0])?;
    for line in ruby::lines(text) {
        // `...` is tried before `..`, which it contains.
        for (separator, excludes_last) in [("...", true), ("..", false), ("-", false)] {
            let Some((first, last)) = line.split_once(separator) else { continue };
            if is_word(first) && is_word(last) {
                return Ok(Bounds {
                    first: Value::string(first),
                    last: Value::string(last),
                    step: 1,
                    excludes_last,
                });
            }
        }
    }
    Err(HostError::new(format!("`range` cannot read `{text}` as a range")))
}

/// Whether a text consists of ASCII letters, digits and underscores.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The numbers of a range; at most [`MAX_VALUES`].
fn numbers(first: i64, last_number: i64, bounds: &Bounds, budget: &mut Budget) -> Answer {
    let last_number = if bounds.excludes_last { last_number.saturating_sub(1) } else { last_number };
    if first > last_number {
        return Ok(Value::array(Vec::new()));
    }
    let count = usize::try_from(first.abs_diff(last_number)).unwrap_or(usize::MAX) / bounds.step;
    let count = count.saturating_add(1).min(MAX_VALUES);
    budget.charge(count, count * size_of::<Value>())?;
    let step = i64::try_from(bounds.step).unwrap_or(i64::MAX);
    let numbers = (0..count).map(|position| {
        let offset = i64::try_from(position).unwrap_or(i64::MAX).saturating_mul(step);
        Value::Integer(first.saturating_add(offset))
    });
    Ok(Value::array(numbers.collect()))
}

/// The texts of a range: Ruby's `succ` computes the next text of each.
fn texts(first: &str, last: &str, bounds: &Bounds, budget: &mut Budget) -> Answer {
    let mut listed = Vec::new();
    // Adds the text at a position, unless the step skips it; returns whether more may be added.
    let mut add = |text: &str, position: usize| {
        budget.charge(1 + text.len(), 16)?;
        if position.is_multiple_of(bounds.step) {
            budget.charge(0, size_of::<Value>() + text.len())?;
            listed.push(Value::string(text));
        }
        Ok::<bool, HostError>(listed.len() < MAX_VALUES)
    };
    // Between two single characters, Ruby lists all characters by their codes. They are fewer than the limit.
    if let ([low], [high]) = (first.as_bytes(), last.as_bytes()) {
        let high = if bounds.excludes_last { high.saturating_sub(1) } else { *high };
        for (position, byte) in (*low..=high).enumerate() {
            add(&char::from(byte).to_string(), position)?;
        }
        return Ok(Value::array(listed));
    }
    if first > last || (bounds.excludes_last && first == last) {
        return Ok(Value::array(listed));
    }
    let end = successor(last)?;
    let mut current = first.to_owned();
    let mut position = 0;
    while current != end {
        let is_last = !bounds.excludes_last && current == last;
        if !add(&current, position)? || is_last {
            break;
        }
        position += 1;
        current = successor(&current)?;
        if (bounds.excludes_last && current == last) || current.len() > last.len() || current.is_empty() {
            break;
        }
    }
    Ok(Value::array(listed))
}

/// Ruby's `succ` of an ASCII text: increases the last letter or digit; after `9`, `z` and `Z`, also the one before it.
fn successor(text: &str) -> Result<String, HostError> {
    if text.is_empty() {
        return Ok(String::new());
    }
    let mut bytes = text.as_bytes().to_vec();
    if !text.is_ascii() || !bytes.iter().any(u8::is_ascii_alphanumeric) {
        return Err(HostError::new(
            "the ends of a `range` of texts must be ASCII texts with letters or digits",
        ));
    }
    // The position of the last character that was increased, and carries to the one before it.
    let mut carried: Option<usize> = None;
    for index in (0..bytes.len()).rev() {
        let byte = bytes[index];
        if !byte.is_ascii_alphanumeric() {
            continue;
        }
        if let Some(right) = carried
            && right > index + 1
            && is_other_kind(byte, text.as_bytes()[right])
        {
            // Ruby does not carry from digits to letters, or back, over other characters.
            break;
        }
        let (next, carries) = match byte {
            b'9' => (b'0', true),
            b'z' => (b'a', true),
            b'Z' => (b'A', true),
            other => (other + 1, false),
        };
        bytes[index] = next;
        carried = Some(index);
        if !carries {
            return Ok(bytes.into_iter().map(char::from).collect());
        }
    }
    if let Some(index) = carried {
        let first = match bytes[index] {
            b'0' => b'1',
            other => other,
        };
        bytes.insert(index, first);
    }
    Ok(bytes.into_iter().map(char::from).collect())
}

/// Whether one character is a digit and the other one a letter.
fn is_other_kind(a: u8, b: u8) -> bool {
    a.is_ascii_digit() != b.is_ascii_digit()
}
