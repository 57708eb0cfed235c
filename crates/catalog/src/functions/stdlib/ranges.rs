//! `range`: the numbers or texts from one to another, as Ruby's ranges list them.

use super::arguments::string;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// The maximum number of values, as in `stdlib`.
const MAX: usize = 1_000_000;

/// The ends of a range, its step, and whether the last value is excluded.
struct Bounds {
    first: Value,
    last: Value,
    step: usize,
    excludes_last: bool,
}

pub(super) fn range(values: &[Value], budget: &mut Budget) -> Answer {
    let bounds = bounds(values)?;
    let first = bounds.first.to_ruby_text();
    if ruby::has_digit_line(&first) {
        let number = |value: &Value| ruby::small("range", ruby::to_i(value)?);
        return numbers(number(&bounds.first)?, number(&bounds.last)?, &bounds, budget);
    }
    texts(&first, &bounds.last.to_ruby_text(), &bounds, budget)
}

/// The arguments of `range`: two ends and a step, or a text with both ends.
fn bounds(values: &[Value]) -> Result<Bounds, HostError> {
    if let [first, last, rest @ ..] = values {
        let step = match rest.first() {
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
        for (mark, excludes_last) in [("...", true), ("..", false), ("-", false)] {
            let Some((first, last)) = line.split_once(mark) else { continue };
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

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn numbers(first: i64, last: i64, bounds: &Bounds, budget: &mut Budget) -> Answer {
    let last = if bounds.excludes_last { last.saturating_sub(1) } else { last };
    if first > last {
        return Ok(Value::array(Vec::new()));
    }
    let count = usize::try_from(first.abs_diff(last)).unwrap_or(usize::MAX) / bounds.step;
    let count = count.saturating_add(1).min(MAX);
    budget.charge(count, count * size_of::<Value>())?;
    let step = i64::try_from(bounds.step).unwrap_or(i64::MAX);
    let at = |position: usize| i64::try_from(position).unwrap_or(i64::MAX).saturating_mul(step);
    Ok(Value::array((0..count).map(|position| Value::Integer(first.saturating_add(at(position)))).collect()))
}

/// Texts, each of which Ruby's `succ` follows with the next.
fn texts(first: &str, last: &str, bounds: &Bounds, budget: &mut Budget) -> Answer {
    let mut all = Vec::new();
    let mut add = |text: &str, position: usize| {
        budget.charge(1 + text.len(), 16)?;
        if position.is_multiple_of(bounds.step) {
            budget.charge(0, size_of::<Value>() + text.len())?;
            all.push(Value::string(text));
        }
        Ok::<bool, HostError>(all.len() < MAX)
    };
    if let ([low], [high]) = (first.as_bytes(), last.as_bytes()) {
        let high = if bounds.excludes_last { high.saturating_sub(1) } else { *high };
        for (position, byte) in (*low..=high).enumerate() {
            add(&char::from(byte).to_string(), position)?;
        }
        return Ok(Value::array(all));
    }
    if first > last || (bounds.excludes_last && first == last) {
        return Ok(Value::array(all));
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
    Ok(Value::array(all))
}

/// Ruby's `succ` of a text of ASCII: its last letter or digit is increased, and carries to those before it.
fn successor(text: &str) -> Result<String, HostError> {
    if text.is_empty() {
        return Ok(String::new());
    }
    let mut bytes = text.as_bytes().to_vec();
    if !text.is_ascii() || !bytes.iter().any(u8::is_ascii_alphanumeric) {
        return Err(HostError::new("`range` supports only texts with letters and digits of ASCII here"));
    }
    let mut carried: Option<usize> = None;
    for at in (0..bytes.len()).rev() {
        let byte = bytes[at];
        if !byte.is_ascii_alphanumeric() {
            continue;
        }
        if let Some(right) = carried
            && right > at + 1
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
        bytes[at] = next;
        carried = Some(at);
        if !carries {
            return Ok(bytes.into_iter().map(char::from).collect());
        }
    }
    if let Some(at) = carried {
        let first = match bytes[at] {
            b'0' => b'1',
            other => other,
        };
        bytes.insert(at, first);
    }
    Ok(bytes.into_iter().map(char::from).collect())
}

/// Whether one is a digit and the other one a letter.
fn is_other_kind(a: u8, b: u8) -> bool {
    a.is_ascii_digit() != b.is_ascii_digit()
}
