//! The Python types of values, and their default values.
//!
//! Invariant: a type has only names that the plan chose. This module does not know how values are read.

use super::Flavour;
use super::layout::{Expression, quoted};
use super::plan::Plan;
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};
use crate::text_types::has_only_digits;
use modelwright_metamodel::ecore::{AnyValue, DataKind, Literal, PlainValues, Tuple};
use modelwright_metamodel::ecore::{ClassId, FeatureId, builtin};
use std::borrow::Cow;

/// Finds the types of values in a module.
pub(super) trait Types {
    /// The plan of all modules.
    fn plan(&self) -> &Plan<'_>;

    /// The index of the module that contains the types.
    fn module(&self) -> usize;

    /// The type of one value.
    fn value(&self, value: &Value) -> Expression;

    /// A list of items.
    fn list(&self, item: Expression, min: u32, max: Option<u32>, is_unique: bool) -> Expression;

    /// A map.
    fn map(&self, key: Expression, value: Expression, min: u32, max: Option<u32>) -> Expression;

    /// The type of a tuple of values.
    fn tuple(&self, tuple: &Tuple) -> Expression;

    /// The type of a field, without null unless null is one of the values. `depth` is the number of maps around it.
    fn member(&self, member: &Member, depth: usize) -> Expression {
        let or_null = |ty: Expression| if member.is_nullable { or_none(ty) } else { ty };
        match &member.count {
            Count::One => or_null(self.value(&member.value)),
            Count::List { min, max, is_unique } => {
                self.list(or_null(self.value(&member.value)), *min, *max, *is_unique)
            }
            Count::Map { entries, min, max } => {
                let [Some(key), Some(value)] =
                    [entries.key, entries.value].map(|id| self.plan().part_members.get(&id))
                else {
                    return Expression::atom("Any");
                };
                let key_type = self.value(&key.value);
                let mut value_type =
                    if depth >= MAX_MAPS { Expression::atom("Any") } else { self.member(value, depth + 1) };
                if is_empty_allowed(value) {
                    value_type = or_none(value_type);
                }
                self.map(key_type, value_type, *min, *max)
            }
        }
    }

    /// The type of a feature of a choice, a tuple or an entry.
    fn part(&self, feature: FeatureId) -> Expression {
        match self.plan().part_members.get(&feature) {
            Some(member) => self.member(member, 0),
            None => Expression::atom("Any"),
        }
    }

    /// The type of the values of a choice or a tuple.
    fn alias(&self, class: ClassId) -> Expression {
        let plan = self.plan();
        if let Some(tuple) = plan.metamodel.tuple(class) {
            return self.tuple(&tuple);
        }
        let mut items: Vec<Expression> = Vec::new();
        for feature in plain_alternatives(plan, class) {
            match self.part(feature) {
                Expression::Union(types) => items.extend(types),
                ty => items.push(ty),
            }
        }
        if plan.has_objects(class) {
            items.push(Expression::atom(plan.class(class, self.module())));
        }
        // Each type once: several alternatives may have the same one.
        let mut known_texts = Vec::new();
        items.retain(|item| {
            let text = item.flat();
            let is_new = !known_texts.contains(&text);
            if is_new {
                known_texts.push(text);
            }
            is_new
        });
        match items.len() {
            0 => Expression::atom("Any"),
            1 => items.remove(0),
            _ => Expression::Union(items),
        }
    }
}

/// Whether an entry of a map or an item of a tuple may have no value.
pub(super) fn is_empty_allowed(value: &Member) -> bool {
    matches!(value.count, Count::One) && !value.is_required
}

/// A type that also accepts `None`. `Any` accepts it already.
pub(super) fn or_none(ty: Expression) -> Expression {
    if matches!(&ty, Expression::Atom(text) if text == "Any") { ty } else { ty.or_none() }
}

/// The alternatives of a choice that have plain values; integers come before other numbers, which would accept them.
pub(super) fn plain_alternatives(plan: &Plan<'_>, class: ClassId) -> Vec<FeatureId> {
    let Some(choice) = plan.metamodel.choice(class) else { return Vec::new() };
    let mut plain: Vec<_> =
        choice.alternatives.into_iter().filter(|alternative| alternative.plain.is_some()).collect();
    plain.sort_by_key(|alternative| matches!(alternative.plain, Some(PlainValues::Numbers(..))));
    plain.into_iter().map(|alternative| alternative.feature).collect()
}

/// The value of a field that documents may leave out.
#[derive(Debug)]
pub(super) enum DefaultValue {
    /// There is no default: documents must have a value.
    Required,
    /// An expression without mutable parts.
    Value(Cow<'static, str>),
    /// An expression that makes a new value.
    Factory(Cow<'static, str>),
}

/// Whether null is one of the values of a field, not only of its items.
pub(super) fn has_none(member: &Member) -> bool {
    member.is_nullable && matches!(member.count, Count::One)
}

/// Whether a field may be unset, which differs from having its default value or no items.
pub(super) fn is_none_allowed(plan: &Plan<'_>, member: &Member) -> bool {
    let data = &plan.metamodel[member.feature];
    data.unsettable && !member.is_required && plan.metamodel.choice(data.owner).is_none()
}

/// The default of a field.
pub(super) fn default(plan: &Plan<'_>, member: &Member, module: usize, flavour: Flavour) -> DefaultValue {
    let data = &plan.metamodel[member.feature];
    if member.is_required {
        return DefaultValue::Required;
    }
    // A feature that can be unset starts without a value, which differs from its default and from no items.
    if data.unsettable {
        return DefaultValue::Value("None".into());
    }
    let is_list_or_map = !matches!(member.count, Count::One);
    // A choice with an empty list has an alternative; one whose list is absent does not have this alternative.
    if is_list_or_map && plan.metamodel.choice(data.owner).is_some() {
        return DefaultValue::Value("None".into());
    }
    match member.count {
        Count::List { .. } => DefaultValue::Factory("list".into()),
        Count::Map { .. } => DefaultValue::Factory("dict".into()),
        Count::One => literal(plan, member, module, flavour),
    }
}

/// The default value of a member as an expression.
fn literal(plan: &Plan<'_>, member: &Member, module: usize, flavour: Flavour) -> DefaultValue {
    let metamodel = plan.metamodel;
    let float =
        |value: f64, text: String| if value.is_finite() { text } else { format!("float(\"{value}\")") };
    let text = match &metamodel[member.feature].default {
        Literal::Null => None,
        Literal::Bool(true) => return DefaultValue::Value("True".into()),
        Literal::Bool(false) => return DefaultValue::Value("False".into()),
        Literal::Int(value) => Some(value.to_string()),
        Literal::Float(value) => Some(float(f64::from(*value), format!("{value:?}"))),
        Literal::Double(value) => Some(float(*value, format!("{value:?}"))),
        Literal::Char(code) => Some(match char::from_u32(u32::from(*code)) {
            Some(c) => quoted(&c.to_string()),
            None => format!("\"\\u{code:04x}\""),
        }),
        Literal::Enum(at) => {
            let id = metamodel.data_type(member.feature);
            let name = plan.literals.get(&id).and_then(|names| names.get(*at as usize));
            name.map(|name| [plan.enumeration(id, module).as_str(), ".", name].concat())
        }
        Literal::String(value) if matches!(member.value, Value::Any { .. }) => {
            let value = AnyValue::default_of(value);
            let text = any(&value);
            if matches!(value, AnyValue::List(_) | AnyValue::Map(_)) {
                return DefaultValue::Factory(format!("lambda: {text}").into());
            }
            Some(text)
        }
        Literal::String(value) => Some(quoted(value)),
        Literal::Lexical(value) => lexical(plan, member, value, flavour),
    };
    DefaultValue::Value(text.map_or(Cow::Borrowed("None"), Cow::Owned))
}

/// A default that the metamodel stores as text, because its type is an object in Java. `None` if the text is not a
/// value of the type.
fn lexical(plan: &Plan<'_>, member: &Member, text: &str, flavour: Flavour) -> Option<String> {
    match plan.metamodel[plan.metamodel.data_type(member.feature)].kind {
        DataKind::BigInteger | DataKind::Integer { .. } => {
            let number = text.trim_start_matches('+');
            let unsigned = number.trim_start_matches('-');
            if !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            // Python does not accept zeros before other digits.
            let digits = unsigned.trim_start_matches('0');
            match (digits, number.starts_with('-')) {
                ("", _) => Some("0".to_owned()),
                (digits, true) => Some(format!("-{digits}")),
                (digits, false) => Some(digits.to_owned()),
            }
        }
        // A short whole number needs no quotes: `Decimal` accepts an integer too.
        DataKind::BigDecimal if text.len() < 18 && has_only_digits(text) => Some(format!("Decimal({text})")),
        DataKind::BigDecimal => Some(format!("Decimal({})", quoted(text))),
        DataKind::Date => {
            datetime_expression(text, if flavour == Flavour::Pydantic { "_UTC" } else { "oj.UTC" })
        }
        // Models have bytes as they are in documents.
        DataKind::Bytes if flavour == Flavour::Pydantic => Some(quoted(text)),
        DataKind::Bytes => match member.value {
            Value::Base64 => Some(format!("oj.BASE64.read({}, \"\")", quoted(text))),
            _ => Some(format!("bytes.fromhex({})", quoted(text))),
        },
        _ => Some(quoted(text)),
    }
}

/// The expression for a date in the form `yyyy-MM-ddTHH:mm:ss.SSS+0000`; `None` if the text is not one.
fn datetime_expression(text: &str, utc: &str) -> Option<String> {
    let parts: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<u32>>>()?;
    // The last part is the offset from UTC.
    let [year @ 1..=9999, month, day, hour, minute, second, millis, 0] = parts[..] else { return None };
    let mut numbers = vec![year, month, day, hour, minute, second, millis * 1000];
    // Python requires the year, the month and the day; zeros after them may be left out.
    while numbers.len() > 3 && numbers.last() == Some(&0) {
        numbers.pop();
    }
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    Some(format!("datetime({}, tzinfo={utc})", numbers.join(", ")))
}

/// A value of any kind as an expression. Recursion is limited by the depth of values.
fn any(value: &AnyValue) -> String {
    match value {
        AnyValue::Null => "None".to_owned(),
        AnyValue::Boolean(true) => "True".to_owned(),
        AnyValue::Boolean(false) => "False".to_owned(),
        AnyValue::Integer(value) => value.to_string(),
        AnyValue::Float(value) => format!("{value:?}"),
        AnyValue::Number(digits) => digits.clone(),
        AnyValue::Text(text) => quoted(text),
        AnyValue::List(items) => format!("[{}]", items.iter().map(any).collect::<Vec<_>>().join(", ")),
        AnyValue::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", quoted(key), any(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Whether a class is that of any object.
pub(super) fn is_any_object(class: ClassId) -> bool {
    class == builtin::EOBJECT
}
