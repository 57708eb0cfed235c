//! Applies operators to values.

use super::failure::{Stop, failure, failure_with};
use super::number::{self, Number};
use super::regex::{NO_FLAGS, Regex};
use super::rich::{self, Timespan, Timestamp};
use super::run::{Outcome, Run};
use super::value::{Hash, Unknown};
use super::{BYTES_PER_STEP, Value, compare, types};
use crate::language::expression::{Binary, ExprId, Unary};
use std::cmp::Ordering;
use std::sync::Arc;

/// The text of an operator.
fn symbol(operator: Binary) -> &'static str {
    match operator {
        Binary::Or => "or",
        Binary::And => "and",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterOrEqual => ">=",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::LeftShift => "<<",
        Binary::RightShift => ">>",
        Binary::Plus => "+",
        Binary::Minus => "-",
        Binary::Times => "*",
        Binary::Divide => "/",
        Binary::Modulo => "%",
        Binary::Match => "=~",
        Binary::NoMatch => "!~",
        Binary::In => "in",
    }
}

/// The general type of a value, for messages.
pub(super) fn kind_of(value: &Value) -> String {
    types::general(value).to_string()
}

/// The number that a value is, or that a string contains; a problem if there is none.
pub(super) fn to_number(value: &Value) -> Result<Number, Stop> {
    let number = match value {
        Value::String(text) => number::from_text(text),
        _ => Number::from_value(value),
    };
    number.ok_or_else(|| {
        if let Value::Unknown(unknown) = value {
            return unknown.undecided().into();
        }
        let message = format!("a value of type {} is not a number", kind_of(value));
        match value {
            Value::String(_) => failure_with(message, "to join strings, write `\"${a}${b}\"`"),
            Value::Undef => failure_with(message, "the value is not set; test it first: `$x != undef and …`"),
            _ => failure(message),
        }
    })
}

/// Whether a number next to this value is a number of seconds.
pub(super) fn is_time(value: &Value) -> bool {
    value.rich::<Timespan>().is_some() || value.rich::<Timestamp>().is_some()
}

/// Whether `in` compares this value with the elements of a collection like with the options of a `case`.
fn matches_elements(sought: &Value) -> bool {
    match sought {
        Value::String(_) => true,
        Value::Rich(rich) => rich.type_name() == "SemVer",
        _ => false,
    }
}

/// The unknown operand that makes the result of an operator unknown; `None` if the result can be computed.
fn unknown_of(operator: Binary, left: &Value, right: &Value) -> Option<Arc<Unknown>> {
    let unknown = match (operator, left, right) {
        (_, Value::Unknown(unknown), _) => Some(unknown),
        // The right operand becomes an element, even if it is unknown.
        (Binary::LeftShift, Value::Array(_), _) => None,
        (_, _, Value::Unknown(unknown)) => Some(unknown),
        // The elements of the array must be pairs, so none of them may be unknown, but their keys and values may be.
        (Binary::Plus, Value::Hash(_), Value::Array(items)) => items.iter().find_map(|item| match item {
            Value::Unknown(unknown) => Some(unknown),
            _ => None,
        }),
        // The elements become elements of the result, even if they are unknown.
        (Binary::Plus, Value::Array(_) | Value::Hash(_), _) => None,
        _ => left.unknown().or_else(|| right.unknown()),
    };
    unknown.cloned()
}

impl Run<'_> {
    /// The value of an expression with a prefix operator.
    pub(super) fn unary(&mut self, operator: Unary, operand: ExprId) -> Outcome {
        let value = self.eval(operand)?;
        if let Value::Unknown(_) = value {
            return Ok(value);
        }
        match operator {
            Unary::Not => Ok(Value::Boolean(!value.is_true())),
            Unary::Minus => {
                if let Some(span) = value.rich::<Timespan>() {
                    return Ok(span.negated());
                }
                self.warn_of_conversion(operand, &value)?;
                match self.number(&value)? {
                    Number::Float(n) => Ok(Value::Float(-n)),
                    // The smallest 64-bit integer has no positive counterpart.
                    Number::Integer(n) => n.checked_neg().map(Value::Integer).ok_or_else(|| overflow("-")),
                }
            }
            Unary::Splat => {
                let elements = super::call::splat_elements(&value);
                self.array(elements)
            }
        }
    }

    /// The number in a value, charged by its length because it may have many digits.
    fn number(&mut self, value: &Value) -> Result<Number, Stop> {
        if let Value::String(_) = value {
            self.charge_walk(value)?;
        }
        to_number(value)
    }

    /// The result of an operator on two values.
    pub(super) fn operate(&mut self, operator: Binary, left: &Value, right: &Value) -> Outcome {
        if let Some(unknown) = unknown_of(operator, left, right) {
            return Ok(Value::Unknown(unknown));
        }
        match operator {
            Binary::Equal => self.are_equal(left, right).map(Value::Boolean),
            Binary::NotEqual => self.are_equal(left, right).map(|is_equal| Value::Boolean(!is_equal)),
            Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => {
                self.order(operator, left, right).map(Value::Boolean)
            }
            Binary::Match => self.match_operator(left, right).map(Value::Boolean),
            Binary::NoMatch => self.match_operator(left, right).map(|is_match| Value::Boolean(!is_match)),
            Binary::In => self.is_in(left, right).map(Value::Boolean),
            Binary::And => Ok(Value::Boolean(self.decide(left)? && self.decide(right)?)),
            Binary::Or => Ok(Value::Boolean(self.decide(left)? || self.decide(right)?)),
            _ => self.arithmetic(operator, left, right),
        }
    }

    /// `left == right`
    fn are_equal(&mut self, left: &Value, right: &Value) -> Result<bool, Stop> {
        if let (Value::Type(left), Value::Type(right)) = (left, right) {
            self.charge_comparison_of_types(left, right)?;
            return Ok(types::are_equal(left, right));
        }
        self.charge_walk(left)?;
        self.charge_walk(right)?;
        Ok(compare::equals(left, right))
    }

    /// The result of `<`, `<=`, `>` or `>=`.
    fn order(&mut self, operator: Binary, left: &Value, right: &Value) -> Result<bool, Stop> {
        self.charge_walk(left)?;
        self.charge_walk(right)?;
        if let Value::Type(left) = left {
            // A type is less than another one if all its values belong to the other one. Comparing a type with a value
            // that is not a type gives false instead of an error.
            let Value::Type(right) = right else { return Ok(false) };
            self.charge_comparison_of_types(left, right)?;
            return Ok(match operator {
                Binary::Less => types::is_assignable(right, left) && !types::are_equal(left, right),
                Binary::LessOrEqual => types::is_assignable(right, left),
                Binary::Greater => types::is_assignable(left, right) && !types::are_equal(left, right),
                _ => types::is_assignable(left, right),
            });
        }
        let Some(order) = compare::order(left, right) else {
            let help = match (left, right) {
                (Value::Rich(_), Value::String(_)) | (Value::String(_), Value::Rich(_)) => {
                    "make a value of the type from the text, as in `Timestamp('2026-12-01')`"
                }
                _ => "compare strings with strings, and numbers with numbers",
            };
            let (left_type, right_type, operator) = (kind_of(left), kind_of(right), symbol(operator));
            let message =
                format!("values of type {left_type} and {right_type} cannot be compared with `{operator}`");
            return Err(failure_with(message, help));
        };
        Ok(match operator {
            Binary::Less => order == Ordering::Less,
            Binary::LessOrEqual => order != Ordering::Greater,
            Binary::Greater => order == Ordering::Greater,
            _ => order != Ordering::Less,
        })
    }

    /// `left =~ right`
    fn match_operator(&mut self, left: &Value, right: &Value) -> Result<bool, Stop> {
        let regex = match right {
            Value::Type(ty) => return self.belongs(ty, left),
            Value::Regexp(regex) => regex.clone(),
            Value::Rich(rich) if rich.type_name() == "SemVerRange" => {
                return Ok(rich.get().includes_value(left));
            }
            // As in Puppet, a string on the right side of `=~` is a regular expression.
            Value::String(source) => self.compile(source)?,
            _ => {
                let message = format!("a value of type {} is not a pattern", kind_of(right));
                return Err(failure_with(message, "match with a regular expression, a string or a type"));
            }
        };
        match left {
            Value::String(text) => self.match_text(&regex, text),
            _ => Err(failure(format!(
                "the left side of `=~` must be a string, not a value of type {}",
                kind_of(left)
            ))),
        }
    }

    /// Compiles a regular expression without flags; see [`Self::compile_with`].
    pub(super) fn compile(&mut self, source: &str) -> Result<Arc<Regex>, Stop> {
        self.compile_with(source, NO_FLAGS)
    }

    /// Compiles a regular expression, or returns the one that was compiled from the same source and flags before.
    pub(super) fn compile_with(&mut self, source: &str, flags: &str) -> Result<Arc<Regex>, Stop> {
        self.budget.step((source.len() / BYTES_PER_STEP + 1) as u64)?;
        let key = (Box::from(source), Box::from(flags));
        if let Some(regex) = self.compiled_regexes.get(&key) {
            return Ok(regex.clone());
        }
        // Parsing is charged before it is done, with an estimate; the cost of compiling is known only afterwards.
        self.budget.step(500 + source.len() as u64 * 100)?;
        let regex = Arc::new(
            Regex::with_flags(source, flags)
                .map_err(|problem| failure(format!("this is not a valid regular expression: {problem}")))?,
        );
        self.budget.step(regex.compile_cost())?;
        self.budget.allocate(regex.bytes())?;
        self.compiled_regexes.insert(key, regex.clone());
        Ok(regex)
    }

    /// `left in right`
    fn is_in(&mut self, left: &Value, right: &Value) -> Result<bool, Stop> {
        self.charge_walk(left)?;
        self.charge_walk(right)?;
        match right {
            Value::String(text) => match left {
                // As in Puppet, the case of all letters is ignored here; `==` ignores only that of ASCII letters.
                Value::String(part) => Ok(text.to_lowercase().contains(&part.to_lowercase())),
                Value::Regexp(regex) => self.match_text(regex, text),
                _ => Ok(false),
            },
            Value::Array(items) => self.is_among(left, items.iter()),
            Value::Hash(hash) => self.is_among(left, hash.pairs().iter().map(|(key, _)| key)),
            Value::Rich(rich) => Ok(rich.get().includes_value(left)),
            _ => Ok(false),
        }
    }

    /// Whether an element of a collection equals or matches a value: the operator `in`.
    fn is_among<'v>(
        &mut self,
        sought: &Value,
        mut items: impl Iterator<Item = &'v Value>,
    ) -> Result<bool, Stop> {
        match sought {
            Value::Regexp(regex) => {
                for item in items {
                    if let Value::String(text) = item
                        && self.match_text(regex, text)?
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            // For these values, an element may be a pattern, such as a regular expression.
            Value::String(_) | Value::Rich(_) if matches_elements(sought) => {
                for item in items {
                    if self.matches(sought, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Type(ty) => {
                for item in items {
                    if self.belongs(ty, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(items.any(|item| compare::equals(item, sought))),
        }
    }

    /// The result of an operator that computes a value: `+`, `-`, `*`, `/`, `%`, `<<` or `>>`.
    fn arithmetic(&mut self, operator: Binary, left: &Value, right: &Value) -> Outcome {
        match (left, operator) {
            // As in Puppet, the left operand alone decides whether collections are combined or numbers are added.
            (Value::Array(_) | Value::Hash(_), Binary::Plus) => return self.join(left, right),
            (Value::Array(_) | Value::Hash(_), Binary::Minus) => return self.without(left, right),
            (Value::Array(items), Binary::LeftShift) => {
                let mut items = items.to_vec();
                items.push(right.clone());
                return self.array(items);
            }
            _ => {}
        }
        if matches!(left, Value::Rich(_)) || matches!(right, Value::Rich(_)) {
            return self.rich_arithmetic(operator, left, right);
        }
        match (self.number(left)?, self.number(right)?) {
            (Number::Integer(a), Number::Integer(b)) => integer_operation(operator, a, b),
            (a, b) => float_operation(operator, a, b),
        }
    }

    /// Arithmetic with a rich value, such as a timestamp; a string on the other side is converted to the number in it.
    fn rich_arithmetic(&mut self, operator: Binary, left: &Value, right: &Value) -> Outcome {
        self.charge_walk(left)?;
        self.charge_walk(right)?;
        let (left, right) = (numeric_beside(left, right)?, numeric_beside(right, left)?);
        let Some(result) = rich::operate(operator, &left, &right) else {
            let (left_type, right_type) = (kind_of(&left), kind_of(&right));
            return Err(failure(format!(
                "`{}` does not apply to values of type {left_type} and {right_type}",
                symbol(operator)
            )));
        };
        let value = result.map_err(failure)?;
        // An estimate of the size of the value.
        self.budget.allocate(value.weight() as usize * 16)?;
        self.checked(value)
    }

    /// `left + right` of collections.
    fn join(&mut self, left: &Value, right: &Value) -> Outcome {
        match (left, right) {
            (Value::Array(left), _) => {
                let mut items = left.to_vec();
                match right {
                    Value::Array(right) => items.extend_from_slice(right),
                    // As in Puppet, a hash is appended to an array as its pairs.
                    Value::Hash(_) => items.extend(super::call::splat_elements(right)),
                    other => items.push(other.clone()),
                }
                self.array(items)
            }
            (Value::Hash(left), Value::Hash(right)) => {
                let mut hash = (**left).clone();
                self.charge_walk(&Value::Hash(right.clone()))?;
                for (key, value) in right.pairs() {
                    hash.insert(key.clone(), value.clone());
                }
                self.hash(hash)
            }
            (Value::Hash(left), Value::Array(right)) => {
                let mut hash = (**left).clone();
                for (key, value) in pairs_of(right)? {
                    hash.insert(key, value);
                }
                self.hash(hash)
            }
            _ => Err(failure("only an Array or a Hash can be added to a Hash")),
        }
    }

    /// `left - right` of collections.
    fn without(&mut self, left: &Value, right: &Value) -> Outcome {
        let removed = match (left, right) {
            (_, Value::Array(items)) => items.to_vec(),
            (Value::Hash(_), Value::Hash(hash)) => hash.pairs().iter().map(|(key, _)| key.clone()).collect(),
            (_, Value::Hash(_)) => super::call::splat_elements(right),
            (_, other) => vec![other.clone()],
        };
        // Each element is compared with each element to remove.
        let cost = u64::from(left.weight()).saturating_mul(removed.len() as u64 + 1);
        match left {
            Value::Array(items) => {
                self.budget.step(cost)?;
                let remaining = items
                    .iter()
                    .filter(|item| !removed.iter().any(|other| compare::is_same_element(item, other)));
                let remaining = remaining.cloned().collect();
                self.array(remaining)
            }
            Value::Hash(hash) => {
                self.budget.step(cost)?;
                let remaining = hash
                    .pairs()
                    .iter()
                    .filter(|(key, _)| !removed.iter().any(|other| super::value::is_same_key(other, key)))
                    .cloned();
                let remaining = Hash::new(remaining);
                self.hash(remaining)
            }
            _ => Err(failure("elements can only be removed from an Array or a Hash")),
        }
    }
}

/// An operand as it is combined with the other one. Beside a time, a string that contains a number is a number of
/// seconds, as is a number.
fn numeric_beside(value: &Value, other: &Value) -> Result<Value, Stop> {
    match value {
        Value::String(_) if is_time(other) => to_number(value).map(Number::value),
        _ => Ok(value.clone()),
    }
}

/// The pairs of an array: those of a hash that is its only element; its elements, if all of them are arrays; otherwise
/// each two consecutive elements.
pub(super) fn pairs_of(items: &[Value]) -> Result<Vec<(Value, Value)>, Stop> {
    if let [Value::Hash(hash)] = items {
        return Ok(hash.pairs().to_vec());
    }
    let has_only_arrays = items.iter().all(|item| matches!(item, Value::Array(_)));
    if !has_only_arrays {
        return alternating_pairs(items);
    }
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        if let Value::Array(pair) = item {
            pairs.push(pair_of(pair)?);
        }
    }
    Ok(pairs)
}

/// The key and the value of a pair.
fn pair_of(pair: &Arc<super::value::Array>) -> Result<(Value, Value), Stop> {
    match &pair[..] {
        // As in Ruby's `Hash[]`, the value of a pair may be missing.
        [key] => Ok((key.clone(), Value::Undef)),
        [key, value] => Ok((key.clone(), value.clone())),
        other => {
            let length = other.len();
            Err(failure(format!("a pair of a hash must have 2 elements, but this array has {length}")))
        }
    }
}

/// Combines alternating keys and values to pairs.
pub(super) fn alternating_pairs(items: &[Value]) -> Result<Vec<(Value, Value)>, Stop> {
    let (pairs, unpaired) = items.as_chunks::<2>();
    if !unpaired.is_empty() {
        return Err(failure("an odd number of elements cannot be converted to a hash"));
    }
    Ok(pairs.iter().map(|[key, value]| (key.clone(), value.clone())).collect())
}

/// The problem that the result of an operator needs more than 64 bits.
#[cold]
fn overflow(operator: &str) -> Stop {
    let help = "whole numbers have 64 bits; use a float if more is required";
    failure_with(format!("the result of `{operator}` is too large"), help)
}

/// The result of an operator on integers; a problem if it needs more than 64 bits.
fn integer_operation(operator: Binary, a: i64, b: i64) -> Outcome {
    let result = match operator {
        Binary::Plus => a.checked_add(b),
        Binary::Minus => a.checked_sub(b),
        Binary::Times => a.checked_mul(b),
        Binary::Divide | Binary::Modulo if b == 0 => return Err(failure("this divides by zero")),
        // Ruby rounds quotients down, Rust rounds them towards zero. 128 bits suffice for all intermediate results.
        Binary::Divide | Binary::Modulo => {
            let (quotient, remainder) = number::div_rem_floor(i128::from(a), i128::from(b));
            narrow(if operator == Binary::Divide { quotient } else { remainder })
        }
        Binary::LeftShift => shift(a, b),
        // A shift to the right is a shift to the left by a negative number of places.
        _ => shift(a, b.checked_neg().unwrap_or(i64::MAX)),
    };
    result.map(Value::Integer).ok_or_else(|| overflow(symbol(operator)))
}

/// The number; `None` if it needs more than 64 bits.
fn narrow(n: i128) -> Option<i64> {
    i64::try_from(n).ok()
}

/// Shifts to the left; if the number of places is negative, to the right. `None` if the result needs more than 64 bits.
fn shift(a: i64, places: i64) -> Option<i64> {
    if a == 0 {
        return Some(0);
    }
    if places < 0 {
        // After a shift by 63 places, only the sign is left.
        let places = u32::try_from(places.unsigned_abs().min(63)).unwrap_or(63);
        return Some(a >> places);
    }
    match places {
        0..64 => narrow(i128::from(a) << places),
        // Any integer but 0 needs more than 64 bits then.
        _ => None,
    }
}

/// The result of an operator on numbers of which at least one is a float.
fn float_operation(operator: Binary, a: Number, b: Number) -> Outcome {
    let (x, y) = (a.float(), b.float());
    let result = match operator {
        Binary::Plus => x + y,
        Binary::Minus => x - y,
        Binary::Times => x * y,
        Binary::Divide => x / y,
        Binary::LeftShift | Binary::RightShift => {
            // The number of places may be a float, whose fraction is ignored.
            if let (Number::Integer(a), Number::Float(places)) = (a, b)
                && let Some(places) = number::truncated(places)
            {
                return integer_operation(operator, a, places);
            }
            return Err(failure(format!("`{}` cannot be applied to floats", symbol(operator))));
        }
        _ => return Err(failure(format!("`{}` cannot be applied to floats", symbol(operator)))),
    };
    // As in Puppet, infinity is an error, but NaN is not.
    if result.is_infinite() {
        return Err(failure(format!("the result of `{}` is infinite", symbol(operator))));
    }
    Ok(Value::Float(result))
}
