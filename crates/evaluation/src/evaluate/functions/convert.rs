//! `new`: converts values to other types, and creates objects.

use super::super::Value;
use super::super::call::{Lambda, mismatch};
use super::super::failure::{Stop, failure};
use super::super::number::{self, Number};
use super::super::operators::{alternating_pairs, kind_of, pairs_of};
use super::super::quote::excerpt;
use super::super::rich::{self, Binary};
use super::super::run::{Outcome, Run};
use super::super::types::{self, Target, Type};
use super::super::value::Hash;
use super::iterate::Elements;
use super::typing::type_from_text;
use super::{format, wrong_argument};
use std::sync::Arc;

/// `convert_to`: like `new`, but the value precedes the type.
pub(super) fn convert_to(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let mut swapped = arguments.to_vec();
    swapped.swap(0, 1);
    new(run, &swapped, lambda)
}

/// `new`: converts the arguments after the type to a value of the type. The lambda is called with this value.
pub(super) fn new(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let Value::Type(ty) = &arguments[0] else {
        return Err(wrong_argument("new", "a type as first argument", &arguments[0]));
    };
    let inputs = &arguments[1..];
    for value in inputs {
        run.charge_walk(value)?;
    }
    if let Some(class) = ty.as_class() {
        return object(run, &class, inputs, lambda);
    }
    if let [value] = inputs
        && !ty.is_init()
        && run.belongs(ty, value)?
    {
        // As in Puppet, the lambda is not called if the value already has the type.
        return Ok(value.clone());
    }
    let value = convert(run, ty, inputs)?;
    if !run.belongs(ty, &value)? {
        return Err(failure(mismatch("the converted value", ty, &value)));
    }
    match lambda {
        Some(lambda) => run.call_lambda(lambda, &[value]),
        None => Ok(value),
    }
}

/// Creates an object of a class of the host from a hash of values; a lambda may set further values.
fn object(
    run: &mut Run<'_>,
    class: &super::super::Class,
    inputs: &[Value],
    lambda: Option<Lambda>,
) -> Outcome {
    let values = match inputs {
        [] => None,
        [Value::Hash(values)] => Some(&**values),
        [other] => return Err(wrong_argument("new", "a hash of features", other)),
        _ => return Err(failure(format!("`{}` must be created from one hash", class.name))),
    };
    let object = run.host.create_object(class, values, run.budget)?;
    if let Some(lambda) = lambda {
        run.call_lambda(lambda, &[Value::Object(object.clone())])?;
    }
    // As in ARM-7, invariants are checked last, after the lambda has set its values.
    run.host.complete_object(&object, run.budget)?;
    Ok(Value::Object(object))
}

/// The value that `new` creates from its arguments after the type, `inputs`. The caller checks that the value belongs
/// to the type.
fn convert(run: &mut Run<'_>, ty: &Type, inputs: &[Value]) -> Outcome {
    match ty.target() {
        Target::Integer => integer(inputs),
        Target::Float => numeric("Float", inputs).map(|n| Value::Float(n.float())),
        Target::Numeric => numeric("Numeric", inputs).map(Number::value),
        Target::Boolean => boolean(inputs),
        Target::String => string(run, inputs),
        Target::Array => array(run, inputs),
        Target::Hash => hash(run, inputs),
        Target::Regexp => match inputs {
            [Value::String(source)] => run.compile(source).map(Value::Regexp),
            [Value::String(source), Value::Boolean(escape)] => {
                let source = if *escape { escape_regex(source) } else { source.to_string() };
                run.compile(&source).map(Value::Regexp)
            }
            _ => Err(failure("`Regexp` must be created from a string")),
        },
        Target::Type => match inputs {
            [Value::String(text)] => type_from_text(run, text).map(Value::Type),
            _ => Err(failure("`Type` must be created from the name of a type")),
        },
        Target::Family(family) => {
            let Some(create) = family.create else {
                return Err(failure(format!("values cannot be converted to {ty}")));
            };
            let weights = inputs.iter().map(|value| u64::from(value.weight()));
            // Each value is walked once. In addition, each of several formats is tried on the complete text.
            let walks = weights.clone().fold(0, u64::saturating_add);
            let attempts = weights.fold(1, u64::saturating_mul);
            run.budget.step(walks.saturating_add(attempts))?;
            let value = create(inputs).map_err(failure)?;
            // An estimate of the size of the value.
            run.budget.allocate(value.weight() as usize * 32)?;
            run.checked(value)
        }
        Target::Init(target, arguments) => {
            let (target, arguments) = (target.clone(), arguments.to_vec());
            from_init(run, &target, &arguments, inputs)
        }
        Target::Inner(inner) => {
            let inner = inner.clone();
            convert(run, &inner, inputs)
        }
        Target::None => Err(failure(format!("values cannot be converted to {ty}"))),
    }
}

/// Creates a value of the type inside an `Init`, from the one value in `inputs` or, if that is an array, from all its
/// elements. `arguments` are the further arguments of the `Init`, which follow the value.
fn from_init(run: &mut Run<'_>, target: &Type, arguments: &[Value], inputs: &[Value]) -> Outcome {
    if !rich::is_creatable(target) {
        return Err(failure(format!("values of {target} cannot be created")));
    }
    let [value] = inputs else { return Err(failure("`Init` must be created from one value")) };
    run.budget.step(types::instance_cost(target, value))?;
    let mut new_arguments = vec![Value::Type(target.clone())];
    match value {
        Value::Array(items) if arguments.is_empty() && !rich::is_one_argument(target, value) => {
            new_arguments.extend(items.iter().cloned());
        }
        _ => {
            new_arguments.push(value.clone());
            new_arguments.extend_from_slice(arguments);
        }
    }
    // `new` calls this function again if the target is itself an `Init`, so the nesting is limited.
    run.budget.enter()?;
    let no_lambda = None;
    let converted = new(run, &new_arguments, no_lambda);
    run.budget.leave();
    converted
}

/// A regular expression that matches exactly this text.
fn escape_regex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // The characters escaped by Ruby's `Regexp.escape`.
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

/// The problem that a value cannot be converted to a type.
fn conversion_failure(value: &Value, target: &str) -> Stop {
    match value {
        Value::String(text) => {
            failure(format!("the string '{}' cannot be converted to {target}", excerpt(text)))
        }
        other => failure(format!("a value of type {} cannot be converted to {target}", kind_of(other))),
    }
}

/// The arguments with these names, if a hash is passed; otherwise the arguments in their order.
fn named_arguments<'a, const N: usize>(
    inputs: &'a [Value],
    names: [&str; N],
) -> Result<[Option<&'a Value>; N], Stop> {
    if let [Value::Hash(hash)] = inputs {
        for (key, _) in hash.pairs() {
            let is_known = key.text().is_some_and(|text| names.contains(&text));
            if !is_known {
                return Err(failure(format!("the argument {} is unknown", key.to_literal())));
            }
        }
        return Ok(names.map(|name| hash.get_text(name)));
    }
    if inputs.len() > names.len() {
        return Err(failure(format!("expected at most {} arguments, but got {}", names.len(), inputs.len())));
    }
    Ok(std::array::from_fn(|index| inputs.get(index)))
}

/// The value of an optional argument that must be true or false; false if it is missing.
fn optional_flag(value: Option<&Value>) -> Result<bool, Stop> {
    match value {
        None => Ok(false),
        Some(Value::Boolean(b)) => Ok(*b),
        Some(other) => Err(wrong_argument("new", "true or false", other)),
    }
}

/// `Integer.new`: a whole number from a number, a boolean or a text.
fn integer(inputs: &[Value]) -> Outcome {
    let [from, radix, abs] = named_arguments(inputs, ["from", "radix", "abs"])?;
    let radix = match radix {
        None | Some(Value::Default) => None,
        Some(Value::Integer(n @ (2 | 8 | 10 | 16))) => u32::try_from(*n).ok(),
        Some(_) => return Err(failure("the radix must be 2, 8, 10, 16 or default")),
    };
    let from = from.ok_or_else(|| failure("`Integer` must be created from a value"))?;
    let value = match from {
        Value::Integer(n) => Some(*n),
        Value::Float(n) => number::truncated(*n),
        Value::Boolean(b) => Some(i64::from(*b)),
        Value::Rich(rich) => rich.get().numbers().and_then(|(whole, _)| i64::try_from(whole).ok()),
        Value::String(text) => integer_text(text, radix),
        _ => None,
    };
    let value = value.ok_or_else(|| conversion_failure(from, "Integer"))?;
    if !optional_flag(abs)? {
        return Ok(Value::Integer(value));
    }
    // The smallest integer has no absolute value of 64 bits.
    value.checked_abs().map(Value::Integer).ok_or_else(|| conversion_failure(from, "Integer"))
}

/// Whether a text starts with a minus sign, and the text after the sign and blanks: `"- 5"` gives `(true, "5")`.
fn split_sign(text: &str) -> (bool, &str) {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    (text.starts_with('-'), digits.trim_start_matches([' ', '\t', '\n', '\r', '\x0B', '\x0C']))
}

/// The digits after a prefix such as `0x` or `0X`; `None` if the text has another prefix.
fn strip_radix_prefix<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (start, digits) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(digits)
}

/// The number that a text consists of: digits with an optional sign, blanks after the sign, and an optional prefix for
/// the radix. `None` if the text has another form, or the prefix does not match the radix.
fn integer_text(text: &str, radix: Option<u32>) -> Option<i64> {
    let (is_negative, digits) = split_sign(text);
    let (base, digits) = if let Some(hexadecimal_digits) = strip_radix_prefix(digits, "0x") {
        (16, hexadecimal_digits)
    } else if let Some(binary_digits) = strip_radix_prefix(digits, "0b") {
        if radix == Some(16) {
            // Puppet checks that `0b1` is a binary number. Ruby then reads it in the radix 16, in which `0b1` are three
            // digits.
            let is_binary =
                !binary_digits.is_empty() && binary_digits.bytes().all(|b| matches!(b, b'0' | b'1'));
            if !is_binary {
                return None;
            }
            return number::parse_digits(digits, 16, is_negative);
        }
        (2, binary_digits)
    } else if digits.len() > 1 && digits.starts_with('0') && matches!(radix, None | Some(8)) {
        // As in Ruby, a leading zero is the prefix of octal numbers.
        (8, digits)
    } else {
        (radix.unwrap_or(10), digits)
    };
    // A prefix must match the radix.
    if radix.is_some_and(|radix| radix != base) || digits.is_empty() {
        return None;
    }
    // As in Puppet, hexadecimal digits are accepted only with the prefix `0x`, whatever the radix is.
    let has_hexadecimal_prefix = text.to_ascii_lowercase().contains("0x");
    let is_digit: fn(&u8) -> bool =
        if has_hexadecimal_prefix { u8::is_ascii_hexdigit } else { u8::is_ascii_digit };
    if !digits.bytes().all(|b| is_digit(&b)) {
        return None;
    }
    number::parse_digits(digits, base, is_negative)
}

/// `Float.new` or `Numeric.new`, depending on `name`: a number from a number, a boolean or a text.
fn numeric(name: &str, inputs: &[Value]) -> Result<Number, Stop> {
    let [from, abs] = named_arguments(inputs, ["from", "abs"])?;
    let from = from.ok_or_else(|| failure(format!("`{name}` must be created from a value")))?;
    let value = match from {
        Value::Boolean(b) if name == "Float" => Some(Number::Float(f64::from(u8::from(*b)))),
        Value::Boolean(b) => Some(Number::Integer(i64::from(*b))),
        Value::String(text) => numeric_text(name, text),
        Value::BigInteger(digits) => digits.parse().ok().map(Number::Float),
        Value::Rich(rich) => rich.get().numbers().map(|(_, number)| Number::Float(number)),
        other => Number::from_value(other),
    };
    let value = value.ok_or_else(|| conversion_failure(from, name))?;
    if !optional_flag(abs)? {
        return Ok(value);
    }
    match value {
        Number::Float(n) => Ok(Number::Float(n.abs())),
        Number::Integer(n) => {
            n.checked_abs().map(Number::Integer).ok_or_else(|| conversion_failure(from, name))
        }
    }
}

/// The number that a text consists of, for the type with this name; for `Float`, decimal digits are always a float.
/// `None` if the text is not a number.
fn numeric_text(type_name: &str, text: &str) -> Option<Number> {
    let (is_negative, digits) = split_sign(text);
    let lower = digits.to_ascii_lowercase();
    if let Some(binary_digits) = lower.strip_prefix("0b") {
        return number::parse_digits(binary_digits, 2, is_negative).map(Number::Integer);
    }
    if let Some(hexadecimal_digits) = lower.strip_prefix("0x") {
        return number::parse_digits(hexadecimal_digits, 16, is_negative).map(Number::Integer);
    }
    // As in Puppet, a leading zero is accepted only before octal digits.
    let is_octal =
        digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| (b'0'..b'8').contains(&b));
    let has_leading_zero = digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit());
    if !number::is_float(digits) || (has_leading_zero && !is_octal) {
        return None;
    }
    if type_name == "Float" {
        let value: f64 = digits.parse().ok()?;
        return Some(Number::Float(if is_negative { -value } else { value }));
    }
    // The sign is added again, without the blanks after it, which `from_text` rejects.
    let sign = if is_negative { "-" } else { "" };
    number::from_text(&format!("{sign}{digits}"))
}

/// `Boolean.new`: a boolean from a number, a boolean or a word such as `yes`.
fn boolean(inputs: &[Value]) -> Outcome {
    let [from] = inputs else { return Err(failure("`Boolean` must be created from one value")) };
    let value = match from {
        Value::Integer(n) => *n != 0,
        // The number needs more than 64 bits, so it is not 0.
        Value::BigInteger(_) => true,
        Value::Float(n) => *n != 0.0,
        Value::Boolean(b) => *b,
        Value::String(text) => match text.to_lowercase().as_str() {
            "true" | "yes" | "y" => true,
            "false" | "no" | "n" => false,
            _ => return Err(conversion_failure(from, "Boolean")),
        },
        _ => return Err(conversion_failure(from, "Boolean")),
    };
    Ok(Value::Boolean(value))
}

/// `String.new`: the text of a value, optionally in formats.
fn string(run: &mut Run<'_>, inputs: &[Value]) -> Outcome {
    match inputs {
        [value] => format::format_value(run, value, &Value::Default),
        [value, formats] => format::format_value(run, value, formats),
        _ => Err(failure("`String` must be created from a value and optional formats")),
    }
}

/// `Array.new`: a collection as an array, or any value in an array.
fn array(run: &mut Run<'_>, inputs: &[Value]) -> Outcome {
    match inputs {
        [Value::Array(items)] | [Value::Array(items), Value::Boolean(_)] => {
            Ok(Value::Array(Arc::clone(items)))
        }
        [value, Value::Boolean(true)] => run.array(vec![value.clone()]),
        [value] | [value, Value::Boolean(false)] => {
            // As in Puppet, values that cannot be iterated become an array only with the flag that wraps them.
            if let Value::Undef | Value::Boolean(_) | Value::Float(_) | Value::Default | Value::Regexp(_) =
                value
            {
                return Err(conversion_failure(value, "Array"));
            }
            if let Some(binary) = value.rich::<Binary>() {
                run.budget.allocate(binary.0.len() * size_of::<Value>())?;
                return run.array(binary.0.iter().map(|byte| Value::Integer(i64::from(*byte))).collect());
            }
            let items = Elements::from_value(run, "Array", value)?;
            run.budget.step(items.len() as u64)?;
            run.budget.allocate(items.len().saturating_mul(size_of::<Value>()))?;
            let items = (0..items.len()).map(|index| items.get(index)).collect();
            run.array(items)
        }
        _ => Err(failure("`Array` must be created from one value, optionally with a flag to wrap it")),
    }
}

/// `Hash.new`: a hash from a hash, an array of pairs, or keys and values that alternate.
fn hash(run: &mut Run<'_>, inputs: &[Value]) -> Outcome {
    let [from] = inputs else { return Err(failure("`Hash` must be created from one value")) };
    let pairs = match from {
        Value::Hash(_) => return Ok(from.clone()),
        Value::Array(items)
            // As in Puppet, the pairs of an array of pairs become entries; in any other array, keys and values
            // alternate.
            if items.iter().all(|item| matches!(item, Value::Array(pair) if pair.len() == 2)) =>
        {
            pairs_of(items)?
        }
        Value::Undef | Value::Boolean(_) | Value::Float(_) | Value::Default | Value::Regexp(_) => {
            return Err(conversion_failure(from, "Hash"));
        }
        other => {
            let items = Elements::from_value(run, "Hash", other)?;
            run.budget.step(items.len() as u64)?;
            run.budget.allocate(items.len().saturating_mul(size_of::<Value>()))?;
            let items: Vec<_> = (0..items.len()).map(|index| items.get(index)).collect();
            alternating_pairs(&items)?
        }
    };
    run.hash(Hash::new(pairs))
}
