//! The Java types of values, and their default values.
//!
//! Invariant: a type has only names that the plan chose, and each name of another package is imported. This module does
//! not know what is checked.

use super::layout::{character, quoted};
use super::names::TypeName;
use super::plan::{Plan, is_unknown};
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};
use modelwright_metamodel::ecore::{
    AnyValue, ClassId, DataKind, DataTypeId, FeatureId, Literal, PackageId, builtin,
};
use modelwright_notations::json;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The names that a file imports.
#[derive(Debug, Default)]
pub(super) struct Imports {
    /// The package of the file.
    package: Option<PackageId>,
    /// The package of the helpers.
    helpers: String,
    /// The helpers among the names.
    used_helpers: Vec<&'static str>,
    pub(super) names: BTreeSet<Cow<'static, str>>,
}

/// An annotation of Jackson, which is imported.
macro_rules! jackson {
    ($imports:expr, $name:literal) => {
        $imports.java(concat!("com.fasterxml.jackson.annotation.", $name))
    };
}
pub(super) use jackson;

impl Imports {
    pub(super) fn of(package: PackageId, helpers: String) -> Self {
        Self { package: Some(package), helpers, ..Self::default() }
    }

    /// Imports a type of Java or Jackson by its full name, and returns its short name.
    pub(super) fn java(&mut self, name: &'static str) -> &'static str {
        self.names.insert(Cow::Borrowed(name));
        name.rsplit('.').next().unwrap_or(name)
    }

    /// Imports a generated type if it is in another package, and returns its short name.
    pub(super) fn generated<'p>(&mut self, plan: &Plan<'_>, type_name: &'p TypeName) -> &'p str {
        if self.package != Some(type_name.package) {
            self.names.insert(plan.names.full_name(type_name).into());
        }
        &type_name.name
    }

    /// Imports a helper, and returns its name.
    pub(super) fn helper(&mut self, name: &'static str) -> &'static str {
        if !self.used_helpers.contains(&name) {
            self.used_helpers.push(name);
            self.names.insert(format!("{}.{name}", self.helpers).into());
        }
        name
    }

    /// The annotation of types whose values may be null.
    fn nullable(&mut self) -> &'static str {
        self.helper("OrdinaryJson");
        "@OrdinaryJson.Nullable "
    }
}

/// The type of the objects of a class and its subclasses.
pub(super) fn object<'p>(plan: &'p Plan<'_>, class: ClassId, imports: &mut Imports) -> &'p str {
    let name = match class {
        builtin::EOBJECT => plan.names.any_object.as_ref(),
        _ => plan.names.classes.get(&class),
    };
    name.map_or("Object", |name| imports.generated(plan, name))
}

/// The type of one value.
pub(super) fn value_type<'p>(plan: &'p Plan<'_>, member: &Member, imports: &mut Imports) -> Cow<'p, str> {
    let name = match &member.value {
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) => integer(plan, member.feature, imports),
        Value::Number { is_single: true, .. } => "Float",
        Value::Number { .. } => "Double",
        Value::Decimal(_) => imports.java("java.math.BigDecimal"),
        Value::Character => "Character",
        Value::Text(_) | Value::Reference => "String",
        Value::Moment => imports.java("java.time.Instant"),
        Value::Hexadecimal => "byte[]",
        Value::Base64 => return format!("@{}.Base64 byte[]", imports.helper("OrdinaryJson")).into(),
        Value::Enum(id) => enumeration(plan, *id, imports),
        Value::Any { .. } => "Object",
        Value::Object(class) => object(plan, *class, imports),
        Value::Choice(class) | Value::Tuple(class) => match plan.names.aliases.get(class) {
            Some(name) => imports.generated(plan, name),
            None => "Object",
        },
    };
    Cow::Borrowed(name)
}

/// The class of the integers of a feature: the one with their number of bits, or `BigInteger`.
fn integer(plan: &Plan<'_>, feature: FeatureId, imports: &mut Imports) -> &'static str {
    match bits(plan, feature) {
        Some(8) => "Byte",
        Some(16) => "Short",
        Some(32) => "Integer",
        Some(64) => "Long",
        _ => imports.java("java.math.BigInteger"),
    }
}

/// The number of bits of integers; `None` if they may have any number.
pub(super) fn bits(plan: &Plan<'_>, feature: FeatureId) -> Option<u8> {
    match plan.metamodel[plan.metamodel.data_type(feature)].kind {
        DataKind::Integer { bits, .. } => Some(bits),
        _ => None,
    }
}

/// The type of an enumeration, or `String` if none is generated.
fn enumeration<'p>(plan: &'p Plan<'_>, id: DataTypeId, imports: &mut Imports) -> &'p str {
    plan.names.enums.get(&id).map_or("String", |name| imports.generated(plan, name))
}

/// Whether a list or a map may be unset, which is not the same as having no values.
pub(super) fn is_unset_list(plan: &Plan<'_>, member: &Member) -> bool {
    let is_list = !matches!(member.count, Count::One);
    is_list && !member.is_required && plan.metamodel[member.feature].unsettable
}

/// The type of a component of a class.
pub(super) fn component_type<'p>(plan: &'p Plan<'_>, member: &Member, imports: &mut Imports) -> Cow<'p, str> {
    let java_type = member_type(plan, member, 0, imports);
    if is_unset_list(plan, member) { [imports.nullable(), &java_type].concat().into() } else { java_type }
}

/// The type of the values of a feature. `depth` is the number of maps around it.
pub(super) fn member_type<'p>(
    plan: &'p Plan<'_>,
    member: &Member,
    depth: usize,
    imports: &mut Imports,
) -> Cow<'p, str> {
    let accepts_null = member.is_nullable || accepts_null(plan, member);
    let mut item = value_type(plan, member, imports);
    let is_map = matches!(member.count, Count::Map { .. });
    if accepts_null && !is_map {
        item = [imports.nullable(), &item].concat().into();
    }
    match &member.count {
        Count::One => item,
        Count::List { .. } => [imports.java("java.util.List"), "<", &item, ">"].concat().into(),
        Count::Map { entries, .. } => {
            let map = imports.java("java.util.Map");
            let [Some(key), Some(value)] = [entries.key, entries.value].map(|id| plan.members.get(&id))
            else {
                return format!("{map}<String, Object>").into();
            };
            let key = value_type(plan, key, imports);
            let of_values = match depth >= MAX_MAPS {
                true => [imports.nullable(), "Object"].concat().into(),
                false => part_type(plan, value, depth + 1, imports),
            };
            format!("{map}<{key}, {of_values}>").into()
        }
    }
}

/// The type of the value of an entry or of an item of a tuple, which may be null if it is not required.
pub(super) fn part_type<'p>(
    plan: &'p Plan<'_>,
    member: &Member,
    depth: usize,
    imports: &mut Imports,
) -> Cow<'p, str> {
    let java_type = member_type(plan, member, depth, imports);
    // `member_type` has already added the annotation.
    let is_marked = member.is_nullable || accepts_null(plan, member);
    match is_empty_allowed(member) && !is_marked {
        true => [imports.nullable(), &java_type].concat().into(),
        false => java_type,
    }
}

/// Whether the values of a feature may be of any kind, including null.
fn accepts_null(plan: &Plan<'_>, member: &Member) -> bool {
    is_unknown(plan, &member.value) || matches!(member.value, Value::Any { accepts_null: true, .. })
}

/// Whether an entry or an item may have no value. Values of any kind are left out, because their kind determines
/// whether they may be null.
pub(super) fn is_empty_allowed(member: &Member) -> bool {
    matches!(member.count, Count::One) && !member.is_required && !matches!(member.value, Value::Any { .. })
}

/// The default of a component.
#[derive(Debug, PartialEq)]
pub(super) struct Default {
    /// As an expression of Java.
    pub(super) code: String,
    /// As JSON.
    pub(super) json: String,
}

/// The value of a component if documents leave it out; `None` if that is null.
pub(super) fn default(plan: &Plan<'_>, member: &Member, imports: &mut Imports) -> Option<Default> {
    let metamodel = plan.metamodel;
    let data = &metamodel[member.feature];
    // A feature that can be unset starts without a value, which differs from having its default.
    if member.is_required || data.unsettable || !matches!(member.count, Count::One) {
        return None;
    }
    match &data.default {
        Literal::Null => None,
        Literal::Bool(value) => new_default(value.to_string(), value.to_string()),
        Literal::Int(value) => {
            let code = match bits(plan, member.feature) {
                Some(8) => format!("(byte) {value}"),
                Some(16) => format!("(short) {value}"),
                Some(32) => value.to_string(),
                _ => format!("{value}L"),
            };
            new_default(code, value.to_string())
        }
        Literal::Float(value) if value.is_finite() => {
            new_default(format!("{value:?}f"), format!("{value:?}"))
        }
        Literal::Float(value) => infinite("Float", f64::from(*value)),
        Literal::Double(value) if value.is_finite() => {
            new_default(format!("{value:?}"), format!("{value:?}"))
        }
        Literal::Double(value) => infinite("Double", *value),
        Literal::Char(code) => {
            // As in documents: a character that JSON cannot express as a text is a number.
            let text = char::from_u32(u32::from(*code)).filter(|c| !c.is_control());
            let json = text.map_or_else(|| code.to_string(), |c| json_text(&c.to_string()));
            new_default(character(*code), json)
        }
        Literal::Enum(at) => {
            let id = metamodel.data_type(member.feature);
            let literal = metamodel[id].enum_literals().get(*at as usize)?;
            let constant = plan.names.constants.get(&id)?.get(*at as usize)?;
            new_default(
                format!("{}.{constant}", enumeration(plan, id, imports)),
                json_text(literal.spelling()),
            )
        }
        Literal::String(value) if matches!(member.value, Value::Any { .. }) => {
            let json = any(&AnyValue::default_of(value));
            new_default(format!("{}.value({})", imports.helper("OrdinaryJson"), quoted(&json)), json)
        }
        Literal::String(value) => new_default(quoted(value), json_text(value)),
        Literal::Lexical(value) => lexical(plan, member, value, imports),
    }
}

/// A default in Java and in JSON, as a result of [`default`].
fn new_default(code: String, json: String) -> Option<Default> {
    Some(Default { code, json })
}

/// A default that is infinite or not a number, as a constant of a class of Java.
fn infinite(class: &str, value: f64) -> Option<Default> {
    let (constant, json) = match value {
        value if value.is_nan() => ("NaN", "NaN"),
        value if value > 0.0 => ("POSITIVE_INFINITY", "Infinity"),
        _ => ("NEGATIVE_INFINITY", "-Infinity"),
    };
    Some(Default { code: format!("{class}.{constant}"), json: format!("\"{json}\"") })
}

/// A default that the metamodel stores as text, because its type is an object in Java. `None` if the text is not a
/// value of the type.
fn lexical(plan: &Plan<'_>, member: &Member, text: &str, imports: &mut Imports) -> Option<Default> {
    let (code, json) = match member.value {
        Value::Integer(_) => {
            let digits = number(text).filter(|digits| !digits.contains(['.', 'e', 'E']))?;
            let code = match bits(plan, member.feature) {
                Some(8) => format!("(byte) {digits}"),
                Some(16) => format!("(short) {digits}"),
                Some(32) => digits.clone(),
                Some(_) => format!("{digits}L"),
                None => format!("new {}(\"{digits}\")", imports.java("java.math.BigInteger")),
            };
            (code, digits)
        }
        Value::Decimal(_) => {
            let digits = number(text)?;
            (format!("new {}(\"{digits}\")", imports.java("java.math.BigDecimal")), digits)
        }
        Value::Moment => {
            let local_time = text.strip_suffix("+0000")?;
            let code =
                format!("{}.parse({})", imports.java("java.time.Instant"), quoted(&format!("{local_time}Z")));
            (code, json_text(&format!("{local_time}Z")))
        }
        Value::Hexadecimal => {
            let code = format!("{}.of().parseHex({})", imports.java("java.util.HexFormat"), quoted(text));
            (code, json_text(text))
        }
        Value::Base64 => {
            let code = format!("{}.getDecoder().decode({})", imports.java("java.util.Base64"), quoted(text));
            (code, json_text(text))
        }
        Value::Text(_) => (quoted(text), json_text(text)),
        _ => return None,
    };
    Some(Default { code, json })
}

/// A text as JSON.
fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    json::quote(text, |_| false, &mut out);
    out
}

/// A number in the syntax of JSON: `+007.50e3` becomes `7.50E3`. `None` if the text is not a number.
fn number(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (digits, ""),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let has_digits = !integer.is_empty() || !fraction.is_empty();
    if !has_digits || ![integer, fraction, power].into_iter().all(is_digits) {
        return None;
    }
    let significant_digits = integer.trim_start_matches('0');
    let integer = if significant_digits.is_empty() { "0" } else { significant_digits };
    let fraction = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
    let exponent = if power.is_empty() { String::new() } else { format!("E{exponent}") };
    Some(format!("{sign}{integer}{fraction}{exponent}"))
}

/// Whether a text has only digits, or is empty.
fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A value of any kind as JSON. Recursion is limited by the depth of values.
fn any(value: &AnyValue) -> String {
    match value {
        AnyValue::Null => "null".to_owned(),
        AnyValue::Boolean(value) => value.to_string(),
        AnyValue::Integer(value) => value.to_string(),
        AnyValue::Float(value) => format!("{value:?}"),
        AnyValue::Number(digits) => digits.clone(),
        AnyValue::Text(text) => json_text(text),
        AnyValue::List(items) => format!("[{}]", items.iter().map(any).collect::<Vec<_>>().join(", ")),
        AnyValue::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", json_text(key), any(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

impl Plan<'_> {
    /// Whether two features may be one component: they have the same name, so documents contain one of them, and the
    /// same type.
    pub(super) fn is_same(&self, left: FeatureId, right: FeatureId) -> bool {
        let java_type = |id: FeatureId| {
            let imports = &mut Imports::default();
            self.members.get(&id).map(|member| member_type(self, member, 0, imports))
        };
        self.metamodel[left].name() == self.metamodel[right].name() && java_type(left) == java_type(right)
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_those_of_json() {
        for (text, digits) in [
            ("+007", Some("7")),
            ("-0.50", Some("-0.50")),
            (".5", Some("0.5")),
            ("1e3", Some("1E3")),
            ("1.E+3", Some("1E+3")),
            ("a", None),
            ("", None),
        ] {
            assert_eq!(number(text).as_deref(), digits, "{text}");
        }
    }
}
