//! The statements of compact constructors: checks of facets and numbers of values, copies and defaults.
//!
//! Invariant: the facets are those of the JSON Schema; a bound that the Java type implies is not checked. This module
//! does not know how values are read.

use super::layout::{Expression, quoted};
use super::plan::Plan;
use super::types::{Default, Imports, bits, is_empty_allowed};
use crate::json::Json;
use crate::languages::expressions::portable;
use crate::languages::facets::Facets;
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};

/// A statement: the text before its expression, and the expression.
pub(super) type Statement = (String, Expression);

/// A component whose value a constructor checks.
pub(super) struct CheckedComponent<'c> {
    pub(super) name: &'c str,
    /// The place of its value in messages.
    pub(super) place: &'c str,
    pub(super) member: &'c Member,
    pub(super) default: Option<&'c Default>,
    /// Whether a list or a map that is null remains null.
    pub(super) keeps_null: bool,
}

/// The statements that check a component, set its default, and copy a value that could be changed later.
pub(super) fn statements(
    plan: &Plan<'_>,
    checked: &CheckedComponent<'_>,
    imports: &mut Imports,
) -> Vec<Statement> {
    let CheckedComponent { name, place, member, .. } = *checked;
    let value = || vec![Expression::atom(name.to_owned())];
    let place_and_value = || vec![Expression::atom(quoted(place)), Expression::atom(name.to_owned())];
    let assigned = || [name, " = "].concat();
    let mut statements: Vec<Statement> = Vec::new();
    match &member.count {
        Count::One => {
            if let Some(default) = checked.default.filter(|_| !member.is_nullable) {
                let condition = [name, " == null"].concat();
                let choice = Expression::Conditional(condition, default.code.clone(), name.to_owned());
                statements.push((assigned(), choice));
            } else if member.is_required && !member.is_nullable {
                statements.push((String::new(), Expression::call("Checks.required", place_and_value())));
            }
            if matches!(member.value, Value::Hexadecimal | Value::Base64) {
                statements.push((assigned(), Expression::call("Checks.bytes", value())));
            }
        }
        Count::List { .. } | Count::Map { .. } => {
            let is_map = matches!(member.count, Count::Map { .. });
            let copy = match (is_map, has_null_items(plan, member)) {
                (false, false) => Expression::call("Checks.list", place_and_value()),
                (false, true) => Expression::call("Checks.listWithNulls", value()),
                (true, false) => Expression::call("Checks.map", place_and_value()),
                (true, true) => Expression::call("Checks.mapWithNulls", value()),
            };
            let head = match checked.keeps_null {
                true => format!("{name} = {name} == null ? null : "),
                false => assigned(),
            };
            statements.push((head, copy));
        }
    }
    let rules = member_rules(plan, member, 0);
    if !rules.is_empty() {
        let mut arguments = place_and_value();
        arguments.extend(rules);
        statements.push((String::new(), Expression::call("Checks.check", arguments)));
    }
    // All statements call a helper, except the choice of a default.
    if statements.iter().any(|(_, code)| !matches!(code, Expression::Conditional(..))) {
        imports.helper("Checks");
    }
    statements
}

/// Whether the items of a list or the values of a map may be null. Values of a map whose feature is unknown may.
fn has_null_items(plan: &Plan<'_>, member: &Member) -> bool {
    let is_any = |member: &Member| matches!(member.value, Value::Any { accepts_null: true, .. });
    match &member.count {
        Count::Map { entries, .. } => match plan.members.get(&entries.value) {
            Some(value) => is_empty_allowed(value) || value.is_nullable || is_any(value),
            None => true,
        },
        _ => member.is_nullable || is_any(member),
    }
}

/// The call of a helper that checks a rule.
fn rule(name: &'static str, arguments: Vec<Expression>) -> Expression {
    Expression::call(name, arguments)
}

/// The call of a helper that checks a rule with one argument.
fn rule_with(name: &'static str, argument: impl std::fmt::Display) -> Expression {
    rule(name, vec![Expression::atom(argument.to_string())])
}

/// The rules of all values of a feature: of their number, and of each of them. They are inside of `depth` maps.
fn member_rules(plan: &Plan<'_>, member: &Member, depth: usize) -> Vec<Expression> {
    match &member.count {
        Count::One => value_rules(plan, member),
        Count::List { min, max, is_unique } => {
            let mut rules = size_rules(*min, *max);
            if *is_unique {
                rules.push(rule("Checks.distinct", Vec::new()));
            }
            let rules_of_items = value_rules(plan, member);
            if !rules_of_items.is_empty() {
                rules.push(rule("Checks.each", rules_of_items));
            }
            rules
        }
        Count::Map { entries, min, max } => {
            let mut rules = size_rules(*min, *max);
            if let Some(key) = plan.members.get(&entries.key) {
                let rules_of_keys = value_rules(plan, key);
                if !rules_of_keys.is_empty() {
                    rules.push(rule("Checks.keys", rules_of_keys));
                }
            }
            // The values of deeper maps have the type `Object`, so nothing is known of them.
            if depth < MAX_MAPS
                && let Some(value) = plan.members.get(&entries.value)
            {
                let rules_of_values = member_rules(plan, value, depth + 1);
                if !rules_of_values.is_empty() {
                    rules.push(rule("Checks.values", rules_of_values));
                }
            }
            rules
        }
    }
}

/// The rules of the number of items of a list, or of entries of a map.
fn size_rules(min: u32, max: Option<u32>) -> Vec<Expression> {
    let mut rules = Vec::new();
    if min > 0 {
        rules.push(rule_with("Checks.minSize", min));
    }
    // Java's lists cannot have more items than the largest `int`, so a greater maximum needs no check.
    if let Some(max) = max
        && i32::try_from(max).is_ok()
    {
        rules.push(rule_with("Checks.maxSize", max));
    }
    rules
}

/// The rules of each value of a feature.
fn value_rules(plan: &Plan<'_>, member: &Member) -> Vec<Expression> {
    match &member.value {
        Value::Boolean(facets) => boolean(facets),
        Value::Integer(facets) => integer(facets, bits(plan, member.feature)),
        Value::Number { facets, .. } | Value::Decimal(facets) => number(facets),
        Value::Text(facets) => text(facets),
        Value::Any { kind, .. } => {
            let kinds = [
                ("Checks.noScalars", kind.accepts_scalars()),
                ("Checks.noLists", kind.accepts_lists()),
                ("Checks.noMaps", kind.accepts_maps()),
            ];
            let rejected = kinds.into_iter().filter(|(_, is_accepted)| !is_accepted);
            rejected.map(|(name, _)| rule(name, Vec::new())).collect()
        }
        _ => Vec::new(),
    }
}

/// The rules of a boolean: one of the listed values.
fn boolean(facets: &Facets) -> Vec<Expression> {
    let Some(values) = &facets.values else { return Vec::new() };
    let values = values.iter().filter_map(|value| match value {
        Json::Bool(value) => Some(Expression::atom(value.to_string())),
        _ => None,
    });
    vec![rule("Checks.oneOf", values.collect())]
}

/// The checks of the bounds of integers, without bounds that all values of a type with this number of bits satisfy.
fn integer(facets: &Facets, bits: Option<u8>) -> Vec<Expression> {
    let (low, high) = facets.integers();
    // The values of the type are at least `-limit` and less than `limit`: for 8 bits, from -128 to 127.
    let limit = bits.map(|bits| 1i128 << (bits - 1));
    let low = low.filter(|low| limit.is_none_or(|limit| *low > -limit));
    let high = high.filter(|high| limit.is_none_or(|limit| *high < limit - 1));
    if let (Some(low), Some(high)) = (low, high)
        && is_long(low)
        && is_long(high)
    {
        return vec![rule(
            "Checks.range",
            vec![Expression::atom(long_literal(low)), Expression::atom(long_literal(high))],
        )];
    }
    let bounds = [("Checks.atLeast", low), ("Checks.atMost", high)];
    let bounds = bounds.into_iter().filter_map(|(name, bound)| Some((name, bound?)));
    bounds.map(|(name, bound)| rule_with(name, long_literal(bound))).collect()
}

/// Whether an integer is a value of Java's `long`.
fn is_long(value: i128) -> bool {
    i64::try_from(value).is_ok()
}

/// An integer as a literal, or its digits as a text if it is too large for one.
fn long_literal(value: i128) -> String {
    match i64::try_from(value) {
        Ok(value) if i32::try_from(value).is_ok() => value.to_string(),
        // This also covers the smallest `long`: Java accepts its literal only with the sign.
        Ok(value) => format!("{value}L"),
        Err(_) => format!("\"{value}\""),
    }
}

/// The rules of a number: its bounds, inclusive or exclusive.
fn number(facets: &Facets) -> Vec<Expression> {
    let bounds = [
        ("Checks.atLeast", &facets.minimum),
        ("Checks.atMost", &facets.maximum),
        ("Checks.above", &facets.above),
        ("Checks.below", &facets.below),
    ];
    let bounds = bounds.into_iter().filter_map(|(name, digits)| Some((name, digits.as_deref()?)));
    bounds.map(|(name, digits)| rule_with(name, quoted(digits))).collect()
}

/// The rules of a text: its length, patterns, and the listed values.
fn text(facets: &Facets) -> Vec<Expression> {
    let mut rules = Vec::new();
    if let Some(min) = facets.min_length
        && min > 0
    {
        // No text of Java is longer than the largest `int`, so a greater minimum is replaced by this number: all texts
        // are too short for both.
        rules.push(rule_with("Checks.minLength", int_length(min).unwrap_or(i32::MAX)));
    }
    // A greater maximum than the largest `int` needs no check.
    if let Some(max) = facets.max_length.and_then(int_length) {
        rules.push(rule_with("Checks.maxLength", max));
    }
    for pattern in &facets.patterns {
        rules.push(rule_with("Checks.pattern", quoted(&expression(pattern))));
    }
    if let Some(values) = &facets.values {
        let values = values.iter().filter_map(|value| match value {
            Json::String(text) => Some(Expression::atom(quoted(text))),
            _ => None,
        });
        rules.push(rule("Checks.oneOf", values.collect()));
    }
    rules
}

/// A length as an `int`; `None` if it is too large.
fn int_length(length: u64) -> Option<i32> {
    i32::try_from(length).ok()
}

/// A regular expression in the syntax of Java. A final `$` becomes `\z`, because Java's `$` also matches before a final
/// line break.
fn expression(pattern: &str) -> String {
    let pattern = portable(pattern);
    match pattern.strip_suffix('$') {
        Some(start) if !start.ends_with('\\') => format!("{start}\\z"),
        _ => pattern,
    }
}
