//! Conditions of Ruby on the value of an attribute, as logic of the type language.
//!
//! Invariant: [`Condition::holds`] is only true of values for which the condition is true in Ruby, and
//! [`Condition::fails`] only of those for which it is false, so that no value is excluded that Puppet accepts. Where
//! Ruby itself fails, Puppet rejects the value, so both may be true.

use super::checks::{
    Subject, affix, elements, instance, is_absolute_path, is_value, is_value_or_text, match_of,
};
use super::resolved;
use super::values::escaped;
use crate::declarations::{Type, type_text};
use crate::ruby::{Call, Kind, Node};

/// The texts of integers that Ruby and the type language read in the same way.
const DECIMAL_PATTERN: &str = r"'\\A(0|-?[1-9]\\d{0,17})\\z'";

/// A condition in both directions.
pub(super) struct Condition {
    pub(super) holds: String,
    pub(super) fails: String,
}

impl Condition {
    pub(super) fn negated(self) -> Self {
        Self { holds: self.fails, fails: self.holds }
    }

    pub(super) fn and(self, other: &Self) -> Self {
        Self { holds: both(&self.holds, &other.holds), fails: either(&self.fails, &other.fails) }
    }

    /// The condition that the value has a type. `guard` is the type of the values that Ruby can test; without it, Ruby
    /// can test all values.
    fn of_type(guard: Option<&str>, value_type: &str) -> Self {
        let fails = format!("$it !~ {value_type}");
        let guarded = |logic: &str| match guard {
            Some(guard) => format!("$it =~ {guard} and {logic}"),
            None => logic.to_owned(),
        };
        Self { holds: format!("$it =~ {value_type}"), fails: guarded(&fails) }
    }

    /// The condition that the value, converted to a text, has a type. Only scalars have the same text in Ruby, so for any
    /// other value neither `holds` nor `fails` is true.
    fn of_text(value_type: &str) -> Self {
        let guard = "$it =~ ScalarData";
        Self {
            holds: format!("{guard} and \"${{it}}\" =~ {value_type}"),
            fails: format!("{guard} and \"${{it}}\" !~ {value_type}"),
        }
    }

    /// The condition that the value as an integer is in a range.
    fn of_number(min: Option<i128>, max: Option<i128>) -> Self {
        let range = type_text(&Type::Integer { min, max });
        let logic_with = |sign: &str| {
            format!(
                "$it =~ Integer and $it {sign} {range} or $it =~ Pattern[{DECIMAL_PATTERN}] and Integer($it) {sign} {range}"
            )
        };
        Self { holds: logic_with("=~"), fails: logic_with("!~") }
    }
}

/// A condition that is the same for all values.
pub(super) fn constant_condition(value: bool) -> Condition {
    Condition { holds: value.to_string(), fails: (!value).to_string() }
}

/// The logic that both are true. Brackets are necessary, because `and` binds stronger than `or`.
pub(super) fn both(one: &str, other: &str) -> String {
    match (one, other) {
        ("true", logic) | (logic, "true") => logic.to_owned(),
        ("false", _) | (_, "false") => "false".to_owned(),
        _ => format!("{} and {}", bracketed(one), bracketed(other)),
    }
}

/// Logic in brackets if it is an alternative.
fn bracketed(logic: &str) -> String {
    if logic.contains(" or ") { format!("({logic})") } else { logic.to_owned() }
}

/// The logic that at least one is true.
fn either(one: &str, other: &str) -> String {
    match (one, other) {
        ("false", logic) | (logic, "false") => logic.to_owned(),
        ("true", _) | (_, "true") => "true".to_owned(),
        _ => format!("{one} or {other}"),
    }
}

/// The logic of a condition; `None` if its meaning is not certain.
pub(super) fn of(node: &Node, subject: &Subject<'_>) -> Option<Condition> {
    // In Ruby, each value is true except `nil`, which no attribute has, and `false`.
    if is_value(node, subject.parameter) {
        return Some(Condition::of_type(None, "Boolean[false]").negated());
    }
    match &node.kind {
        Kind::Not(inner) => of(inner, subject).map(Condition::negated),
        Kind::Binary(sign, left, right) => match sign.as_str() {
            "&&" | "and" => Some(of(left, subject)?.and(&of(right, subject)?)),
            "||" | "or" => Some(of(left, subject)?.negated().and(&of(right, subject)?.negated()).negated()),
            "=~" | "!~" => match_condition(node, subject),
            _ => comparison(sign, left, right, subject),
        },
        Kind::Call(call) => {
            match_condition(node, subject).or_else(|| predicate_condition(node, call, subject))
        }
        _ => None,
    }
}

/// The condition of `value =~ /…/` and its other forms; `None` if the node is none of them.
fn match_condition(node: &Node, subject: &Subject<'_>) -> Option<Condition> {
    if let Some((pattern, is_matched)) = match_of(node, is_value, subject) {
        let condition = Condition::of_type(None, &type_text(&Type::Pattern(vec![pattern])));
        return Some(if is_matched { condition } else { condition.negated() });
    }
    // The value itself is not compared, but its text may be.
    let (pattern, is_matched) = match_of(node, is_value_or_text, subject)?;
    let condition = Condition::of_text(&type_text(&Type::Pattern(vec![pattern])));
    Some(if is_matched { condition } else { condition.negated() })
}

/// The condition of a comparison with a literal; `None` if its meaning is not certain.
fn comparison(sign: &str, left: &Node, right: &Node, subject: &Subject<'_>) -> Option<Condition> {
    if matches!(sign, "==" | "!=") && number(right).is_none() {
        let condition = equality(left, right, subject).or_else(|| equality(right, left, subject))?;
        return Some(if sign == "==" { condition } else { condition.negated() });
    }
    let bound = number(right)?;
    let (min, max) = match sign {
        "==" | "!=" => (Some(bound), Some(bound)),
        "<" => (None, Some(bound - 1)),
        "<=" => (None, Some(bound)),
        ">" => (Some(bound + 1), None),
        ">=" => (Some(bound), None),
        _ => return None,
    };
    let condition = if is_number(left, subject) {
        Condition::of_number(min, max)
    } else {
        length(left, min, max, subject)?
    };
    Some(if sign == "!=" { condition.negated() } else { condition })
}

/// The condition that `value.length` is in a range; only texts have a length here.
fn length(node: &Node, min: Option<i128>, max: Option<i128>, subject: &Subject<'_>) -> Option<Condition> {
    let call = node.as_call().filter(|call| matches!(call.name.as_str(), "length" | "size"))?;
    if !is_value(call.receiver.as_ref()?, subject.parameter) || max.is_some_and(|max| max < 0) {
        return None;
    }
    let min_length = u64::try_from(min.unwrap_or_default().max(0)).ok()?;
    let max_length = max.map(u64::try_from).transpose().ok()?;
    let text = type_text(&Type::String { min: Some(min_length), max: max_length });
    Some(Condition::of_type(Some("String"), &text))
}

/// The condition of `value == 'text'`. A value is never equal to a symbol, but `value.to_sym` may be.
fn equality(value: &Node, literal: &Node, subject: &Subject<'_>) -> Option<Condition> {
    let is_bare_value = is_value(value, subject.parameter);
    match &literal.kind {
        Kind::Nil if is_bare_value => Some(constant_condition(false)),
        Kind::Symbol(_) if is_bare_value => Some(constant_condition(false)),
        Kind::Text(text) if is_bare_value => {
            Some(Condition::of_type(None, &type_text(&Type::Enum(vec![text.clone()]))))
        }
        Kind::Boolean(truth) if is_bare_value => {
            Some(Condition::of_type(None, &type_text(&Type::Boolean(*truth))))
        }
        Kind::Symbol(text) if is_value_as_symbol(value, subject) => {
            Some(Condition::of_text(&type_text(&Type::Enum(vec![text.clone()]))))
        }
        Kind::Text(text)
            if is_value_or_text(value, subject.parameter) && !is_value_as_symbol(value, subject) =>
        {
            Some(Condition::of_text(&type_text(&Type::Enum(vec![text.clone()]))))
        }
        _ => None,
    }
}

/// Whether a node is the value as a symbol: `value.intern`, `value.to_s.to_sym`.
fn is_value_as_symbol(node: &Node, subject: &Subject<'_>) -> bool {
    node.as_call().is_some_and(|call| {
        matches!(call.name.as_str(), "intern" | "to_sym")
            && call.receiver.as_ref().is_some_and(|inner| is_value_or_text(inner, subject.parameter))
    })
}

/// The condition of a predicate: a method such as `empty?`, which returns whether the value has a property.
fn predicate_condition(node: &Node, call: &Call, subject: &Subject<'_>) -> Option<Condition> {
    if let Some(pattern) = affix(call, subject) {
        return Some(Condition::of_type(Some("String"), &type_text(&Type::Pattern(vec![pattern]))));
    }
    if is_absolute_path(call, subject) {
        // Whether a path of Unix or of Windows is absolute depends on the system, so no path is certainly absolute.
        let path = type_text(&Type::Pattern(vec![super::values::ABSOLUTE_PATH.to_owned()]));
        return Some(Condition { holds: "false".to_owned(), fails: format!("$it !~ {path}") });
    }
    if let Some((min, max)) = between(call, subject) {
        return Some(Condition::of_number(Some(min), Some(max)));
    }
    if let Some(value_type) = instance(node, subject.parameter) {
        return Some(Condition::of_type(None, &type_text(&value_type)));
    }
    if let Some(condition) = member(call, subject) {
        return Some(condition);
    }
    let receiver = call.receiver.as_ref()?;
    let is_bare_value = is_value(receiver, subject.parameter);
    match (call.name.as_str(), call.arguments.as_slice()) {
        ("nil?", []) if is_bare_value => Some(constant_condition(false)),
        ("empty?", []) if is_bare_value => Some(Condition::of_type(Some("String"), "String[0, 0]")),
        ("empty?", []) => {
            let stripped = receiver.as_call().filter(|call| call.name == "strip")?.receiver.as_ref()?;
            let blank = r"Pattern['\\A\\s*\\z']";
            if is_value(stripped, subject.parameter) {
                return Some(Condition::of_type(Some("String"), blank));
            }
            is_value_or_text(stripped, subject.parameter).then(|| Condition::of_text(blank))
        }
        ("include?", [argument]) => {
            let pattern = type_text(&Type::Pattern(vec![escaped(&argument.text()?)]));
            if is_bare_value {
                return Some(Condition::of_type(Some("String"), &pattern));
            }
            is_value_or_text(receiver, subject.parameter).then(|| Condition::of_text(&pattern))
        }
        _ => None,
    }
}

/// The condition of `['a', 'b'].include?(value)`.
fn member(call: &Call, subject: &Subject<'_>) -> Option<Condition> {
    let [argument] = call.arguments.as_slice() else { return None };
    if !matches!(call.name.as_str(), "include?" | "member?") {
        return None;
    }
    let items = elements(call.receiver.as_ref()?, subject.constants)?;
    let (is_bare_value, is_value_as_symbol) =
        (is_value(argument, subject.parameter), is_value_as_symbol(argument, subject));
    if !is_bare_value && !is_value_or_text(argument, subject.parameter) {
        return None;
    }
    let mut texts = Vec::new();
    for item in items {
        match &item.kind {
            Kind::Text(text) if !is_value_as_symbol => texts.push(text.clone()),
            Kind::Symbol(text) if is_value_as_symbol => texts.push(text.clone()),
            // A text and a symbol are never equal.
            Kind::Text(_) | Kind::Symbol(_) => {}
            _ => return None,
        }
    }
    if texts.is_empty() {
        return Some(constant_condition(false));
    }
    let names = type_text(&Type::Enum(texts));
    Some(if is_bare_value { Condition::of_type(None, &names) } else { Condition::of_text(&names) })
}

/// The bounds of `(1..9).cover?(number)` or `number.between?(1, 9)`.
fn between(call: &Call, subject: &Subject<'_>) -> Option<(i128, i128)> {
    let receiver = call.receiver.as_ref()?;
    match (call.name.as_str(), call.arguments.as_slice()) {
        ("between?", [min, max]) if is_number(receiver, subject) => Some((number(min)?, number(max)?)),
        ("cover?" | "include?" | "member?" | "===", [value]) if is_number(value, subject) => {
            match &resolved(receiver, subject.constants).kind {
                Kind::Range(Some(min), Some(max), excludes_end) => {
                    Some((number(min)?, number(max)? - i128::from(*excludes_end)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// An integer in decimal digits. It has at most 64 bits, so bounds next to it do not overflow.
fn number(node: &Node) -> Option<i128> {
    let Kind::Number(digits) = &node.kind else { return None };
    let digits = digits.replace('_', "");
    let number: i128 = digits.parse::<i64>().ok()?.into();
    // In Ruby, a number with a leading 0 is octal.
    (number.to_string() == digits).then_some(number)
}

/// Whether a node is the value as an integer.
fn is_number(node: &Node, subject: &Subject<'_>) -> bool {
    let Some(call) = node.as_call() else { return false };
    match (&call.receiver, call.name.as_str(), call.arguments.as_slice()) {
        (None, name, []) => subject.number == Some(name),
        (None, "Integer", [value]) => is_value(value, subject.parameter),
        (Some(value), "to_i", []) => is_value(value, subject.parameter),
        _ => false,
    }
}
