//! The default values of members, as literals of TypeScript.
//!
//! Invariant: a default is a value that its member's schema accepts and would write in the same form. This module
//! does not know how it is used.

use super::layout::{key, quoted};
use super::plan::{MAX_SAFE, Plan};
use crate::languages::shapes::{Count, Member, Value};
use crate::text_types::has_only_digits;
use modelwright_metamodel::ecore::{AnyValue, DataKind, Literal};

/// The value of a member that documents leave out; `None` if that is null, or a value that JavaScript does not have.
pub(super) fn default(plan: &Plan<'_>, member: &Member) -> Option<String> {
    let data = &plan.metamodel[member.feature];
    match member.count {
        _ if member.is_required => None,
        // An unsettable feature starts unset, which is a different state from its default value or an empty list.
        _ if data.unsettable => None,
        Count::List { .. } => Some("[]".to_owned()),
        Count::Map { .. } => Some("{}".to_owned()),
        Count::One => literal(plan, member),
    }
}

/// The default value of a member; `None` if it has none, or none that TypeScript can express.
fn literal(plan: &Plan<'_>, member: &Member) -> Option<String> {
    let metamodel = plan.metamodel;
    match &metamodel[member.feature].default {
        Literal::Null => None,
        Literal::Bool(value) => Some(value.to_string()),
        Literal::Int(value) => integer(&value.to_string()),
        Literal::Float(value) => Some(float(f64::from(*value), &format!("{value:?}"))),
        Literal::Double(value) => Some(float(*value, &format!("{value:?}"))),
        Literal::Char(code) => {
            let printable = char::from_u32(u32::from(*code)).filter(|c| !c.is_control());
            Some(printable.map_or_else(|| code.to_string(), |c| quoted(&c.to_string())))
        }
        Literal::Enum(at) => {
            let literals = metamodel[metamodel.data_type(member.feature)].enum_literals();
            literals.get(*at as usize).map(|literal| quoted(literal.spelling()))
        }
        Literal::String(value) if matches!(member.value, Value::Any { .. }) => {
            Some(any(&AnyValue::default_of(value)))
        }
        Literal::String(value) => Some(quoted(value)),
        Literal::Lexical(value) => lexical(plan, member, value),
    }
}

/// A default that the metamodel stores as text, because its type is an object in Java. `None` if the text is not a
/// value of the type.
fn lexical(plan: &Plan<'_>, member: &Member, text: &str) -> Option<String> {
    match plan.metamodel[plan.metamodel.data_type(member.feature)].kind {
        DataKind::BigInteger | DataKind::Integer { .. } => integer(text),
        // Numbers of JavaScript represent all whole numbers of up to 15 digits exactly.
        DataKind::BigDecimal if text.len() < 16 && has_only_digits(text) => integer(text),
        DataKind::BigDecimal => {
            let number: f64 = text.parse().ok()?;
            let shortest_text = format!("{number:?}");
            // Zeros at the end of a fraction do not change the number.
            let digits = text.trim_end_matches('0');
            let is_same =
                text == shortest_text || text.contains('.') && digits == shortest_text.trim_end_matches('0');
            Some(if is_same { float(number, &shortest_text) } else { quoted(text) })
        }
        DataKind::Date => date_literal(text),
        DataKind::Bytes => match member.value {
            Value::Hexadecimal => Some(quoted(&text.to_uppercase())),
            _ => Some(quoted(text)),
        },
        _ => Some(quoted(text)),
    }
}

/// An integer as a literal; `None` if JavaScript does not represent it exactly.
fn integer(text: &str) -> Option<String> {
    let number: i128 = text.trim_start_matches('+').parse().ok()?;
    (number.unsigned_abs() <= u128::from(MAX_SAFE)).then(|| number.to_string())
}

/// A number in the form of prettier, which has no fraction of zeros; JSON has texts for those that are not finite.
pub(super) fn float(value: f64, text: &str) -> String {
    if value.is_nan() {
        return "\"NaN\"".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "\"Infinity\"" } else { "\"-Infinity\"" }.to_owned();
    }
    match text.split_once('e') {
        Some((digits, exponent)) => format!("{}e{exponent}", digits.trim_end_matches(".0")),
        None => text.strip_suffix(".0").unwrap_or(text).to_owned(),
    }
}

/// The literal of a date in the form `yyyy-MM-ddTHH:mm:ss.SSS+0000`, spelled as in documents; `None` if the text is not
/// one.
fn date_literal(text: &str) -> Option<String> {
    let start = text.strip_suffix("+0000")?;
    (start.len() == "2020-01-01T00:00:00.000".len() && start.is_ascii()).then_some(())?;
    Some(quoted(&format!("{}Z", start.strip_suffix(".000").unwrap_or(start))))
}

/// A value of any kind as a literal. Recursion is limited by the depth of values.
fn any(value: &AnyValue) -> String {
    match value {
        AnyValue::Null => "null".to_owned(),
        AnyValue::Boolean(value) => value.to_string(),
        AnyValue::Integer(value) => value.to_string(),
        AnyValue::Float(value) => float(*value, &format!("{value:?}")),
        AnyValue::Number(digits) => digits.clone(),
        AnyValue::Text(text) => quoted(text),
        AnyValue::List(items) => format!("[{}]", items.iter().map(any).collect::<Vec<_>>().join(", ")),
        AnyValue::Map(entries) if entries.is_empty() => "{}".to_owned(),
        AnyValue::Map(entries) => {
            let entries = entries.iter().map(|(name, value)| {
                // As a plain key, this name would set the prototype of the object.
                let name = if name == "__proto__" { format!("[{}]", quoted(name)) } else { key(name) };
                format!("{name}: {}", any(value))
            });
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}
