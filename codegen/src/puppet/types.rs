//! The types of values in Puppet.
//!
//! Invariant: a type accepts the values that documents in ordinary JSON have; what it accepts beyond those is reported.
//! This module does not know files.

use super::plan::Plan;
use super::text::{Entry, Expression, quoted};
use crate::json::Json;
use crate::json_schema::tuples;
use crate::languages::classes::has_names;
use crate::languages::facets::Facets;
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};
use modelwright_metamodel::ecore::{AnyKind, Choice, ClassId, FeatureId, Tuple, ValueRules};

/// The texts that documents contain for numbers that JSON lacks.
const WORDS: [&str; 3] = ["NaN", "Infinity", "-Infinity"];

impl<'m> Plan<'m> {
    /// The type of the values of a feature, which are inside of `depth` maps.
    pub(super) fn member(&mut self, member: &Member, depth: usize) -> Expression<'m> {
        let or_null = |ty: Expression<'m>| if member.is_nullable { ty.optional() } else { ty };
        match &member.count {
            Count::One => or_null(self.value(member)),
            Count::List { min, max, is_unique } => {
                // The generated functions check the lists of objects, but not those in tuples, choices and entries.
                if *is_unique && self.is_part_of_value(self.metamodel[member.feature].owner) {
                    self.report_unchecked(member.feature, "contains each value once");
                }
                let item = or_null(self.value(member));
                with_bounds("Array", vec![item], u64::from(*min), max.map(u64::from))
            }
            Count::Map { .. } if depth >= MAX_MAPS => {
                self.report_unchecked(member.feature, "has the keys and values of its type");
                Expression::atom("Hash[String, Data]")
            }
            Count::Map { entries, min, max } => {
                let (key, value) = (self.shape(entries.key), self.shape(entries.value));
                let key = self.key(&key);
                let is_empty_allowed = matches!(value.count, Count::One) && !value.is_required;
                let value = self.member(&value, depth + 1);
                let value = if is_empty_allowed { value.optional() } else { value };
                with_bounds("Hash", vec![key, value], u64::from(*min), max.map(u64::from))
            }
        }
    }

    /// The type of a key of a map, which is a text.
    fn key(&mut self, member: &Member) -> Expression<'m> {
        match &member.value {
            Value::Boolean(facets) => {
                let allowed = |value: bool| {
                    facets.values.as_ref().is_none_or(|values| values.contains(&Json::Bool(value)))
                };
                let texts =
                    [("false", false), ("true", true)].into_iter().filter(|(_, value)| allowed(*value));
                Expression::texts(texts.map(|(text, _)| text))
            }
            Value::Integer(facets) => {
                if facets.integers() != (None, None) {
                    self.report_unchecked(member.feature, "is within its bounds");
                }
                Expression::pattern(&["^(?:0|-?[1-9][0-9]*)$".to_owned()])
            }
            _ => self.value(member),
        }
    }

    /// The type of one value.
    fn value(&mut self, member: &Member) -> Expression<'m> {
        match &member.value {
            Value::Boolean(facets) => match facets.values.as_deref() {
                Some([Json::Bool(value)]) => Expression::atom(format!("Boolean[{value}]")),
                _ => Expression::atom("Boolean"),
            },
            Value::Integer(facets) => self.integer(member.feature, facets),
            Value::Number { facets, .. } => {
                let mut types = numbers(facets);
                // Without bounds, both types are plain names. Then infinite numbers and `NaN` are valid, too, which are
                // texts in documents.
                if types.iter().all(|ty| matches!(ty, Expression::Atom(_))) {
                    types = vec![Expression::atom("Numeric"), Expression::texts(WORDS)];
                }
                Expression::variant(types)
            }
            Value::Decimal(facets) => {
                let digits = "^-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?$".to_owned();
                let mut types = numbers(facets);
                types.push(Expression::pattern(&[digits]));
                Expression::variant(types)
            }
            Value::Character => Expression::variant(vec![
                Expression::atom("String[1, 1]"),
                Expression::atom("Integer[0, 65535]"),
            ]),
            Value::Text(facets) => self.text(member.feature, facets),
            Value::Moment => match self.metamodel.value_rules(member.feature) {
                ValueRules::Declared => {
                    self.has_dates = true;
                    Expression::atom(self.qualified(&self.date))
                }
                ValueRules::Java => Expression::atom("String[1]"),
            },
            Value::Hexadecimal => Expression::pattern(&["^(?:[0-9A-Fa-f]{2})*$".to_owned()]),
            Value::Base64 => Expression::pattern(&["^[A-Za-z0-9+/=\\s]*$".to_owned()]),
            Value::Enum(id) => self.alias_of_enum(*id),
            Value::Any { kind, accepts_null } => any(*kind, *accepts_null),
            Value::Reference => Expression::atom("String[1]"),
            Value::Object(class) => self.object(*class),
            Value::Choice(class) | Value::Tuple(class) => self.alias_of_values(*class),
        }
    }

    /// The type of integers with these facets. Integers that Puppet cannot have are reported.
    fn integer(&mut self, feature: FeatureId, facets: &Facets) -> Expression<'m> {
        let (low, high) = facets.integers();
        let (min, max) = (i128::from(i64::MIN), i128::from(i64::MAX));
        if high.is_none_or(|high| high > max) || low.is_none_or(|low| low < min) {
            let label = self.metamodel.feature_label(feature);
            self.report_left_out(
                &format!("numbers of more than 64 bits in {label}"),
                "its integers have 64 bits",
            );
        }
        let text = |bound: Option<i128>| bound.map(|bound| bound.to_string());
        Expression::between(
            "Integer",
            text(low.filter(|low| *low > min)),
            text(high.filter(|high| *high < max)),
        )
    }

    /// The type of texts with these facets. If the texts are listed, those with a wrong length are left out, and
    /// patterns are reported as unchecked.
    fn text(&mut self, feature: FeatureId, facets: &Facets) -> Expression<'m> {
        let has_lengths = facets.min_length.is_some_and(|min| min > 0) || facets.max_length.is_some();
        if let Some(values) = &facets.values {
            let texts = values.iter().filter_map(|value| match value {
                Json::String(text) => Some(&**text),
                _ => None,
            });
            if !facets.patterns.is_empty() {
                self.report_unchecked(feature, "matches the pattern of its type");
            }
            return Expression::texts(texts.filter(|text| {
                let length = text.chars().count() as u64;
                facets.min_length.is_none_or(|min| length >= min)
                    && facets.max_length.is_none_or(|max| length <= max)
            }));
        }
        let mut patterns = facets.patterns.clone();
        if patterns.is_empty() {
            let text = |length: Option<u64>| length.map(|length| length.to_string());
            let low = facets.min_length.filter(|min| *min > 0);
            // The maximum is the second argument, so there must be a first one.
            let low = if facets.max_length.is_some() { low.or(Some(0)) } else { low };
            return Expression::between("String", text(low), text(facets.max_length));
        }
        if has_lengths {
            let max = facets.max_length.map(|max| max.to_string()).unwrap_or_default();
            patterns.push(format!("^[\\s\\S]{{{},{max}}}$", facets.min_length.unwrap_or_default()));
        }
        Expression::pattern(&patterns)
    }

    /// The type of a tuple.
    pub(super) fn tuple(&mut self, tuple: &Tuple) -> Expression<'m> {
        let (min, max) = tuples::sizes(self.metamodel, tuple);
        let count = tuple.features.len();
        let mut types = Vec::with_capacity(count + 2);
        for (position, feature) in tuple.features.iter().enumerate() {
            let member = self.shape(*feature);
            let is_last = position + 1 == count;
            let is_repeated = tuple.repeats && is_last;
            let ty = match is_repeated {
                true => self.value(&member),
                false => self.member(&member, 0),
            };
            let is_empty_allowed = matches!(member.count, Count::One) && !member.is_required;
            types.push(if is_empty_allowed && !is_repeated { ty.optional() } else { ty });
        }
        let number = |count: usize| Expression::atom(count.to_string());
        // A tuple of one repeated value is a list.
        if tuple.repeats && count == 1 {
            return with_bounds("Array", types, min as u64, max.map(|max| max as u64));
        }
        if tuple.repeats {
            types.push(number(min));
            types.push(max.map_or_else(|| Expression::atom("default"), number));
        } else if min < count {
            types.extend([number(min), number(count)]);
        }
        Expression::Apply("Tuple", types)
    }

    /// The values of a choice: plain ones, and objects with the name of an alternative.
    pub(super) fn choice(&mut self, class: ClassId, choice: &Choice) -> Expression<'m> {
        let mut types = Vec::new();
        for alternative in choice.alternatives.iter().filter(|alternative| alternative.plain.is_some()) {
            let member = self.shape(alternative.feature);
            types.push(self.member(&member, 0));
        }
        if has_names(choice) {
            for alternative in &choice.alternatives {
                let member = self.shape(alternative.feature);
                let ty = self.member(&member, 0);
                let key = quoted(self.metamodel[alternative.feature].name());
                let names = Entry::new("Optional['$type']", self.type_names(class));
                types.push(Expression::Struct(vec![names, Entry::new(key, ty)]));
            }
        }
        Expression::variant(types)
    }
}

/// The type of a collection with bounds on its number of items.
fn with_bounds<'m>(
    name: &'static str,
    mut arguments: Vec<Expression<'m>>,
    min: u64,
    max: Option<u64>,
) -> Expression<'m> {
    if min > 0 || max.is_some() {
        arguments.push(Expression::atom(min.to_string()));
    }
    arguments.extend(max.map(|max| Expression::atom(max.to_string())));
    Expression::Apply(name, arguments)
}

/// 2 to the power of 63, which is greater than all integers of Puppet.
const INTEGER_END: f64 = 9_223_372_036_854_775_808.0;

/// The types of numbers: with and without a fraction.
fn numbers(facets: &Facets) -> Vec<Expression<'static>> {
    let number = |digits: &Option<String>| digits.as_deref().and_then(|digits| digits.parse::<f64>().ok());
    // The bounds of Puppet's types are inclusive.
    let low = [number(&facets.minimum), number(&facets.above).map(f64::next_up)];
    let high = [number(&facets.maximum), number(&facets.below).map(f64::next_down)];
    let low = low.into_iter().flatten().reduce(f64::max);
    let high = high.into_iter().flatten().reduce(f64::min);
    let text = |bound: Option<f64>| bound.map(|bound| format!("{bound:?}"));
    let floats = Expression::between("Float", text(low), text(high));
    let integers = match (low.map(f64::ceil), high.map(f64::floor)) {
        // No integer is within the bounds, because those of Puppet have 64 bits.
        (Some(low), _) if low >= INTEGER_END => return vec![floats],
        (_, Some(high)) if high < -INTEGER_END => return vec![floats],
        // No integer is between them, such as between 0.2 and 0.8.
        (Some(low), Some(high)) if low > high => return vec![floats],
        (low, high) => Expression::between(
            "Integer",
            low.filter(|low| *low > -INTEGER_END).map(digits),
            high.filter(|high| *high < INTEGER_END).map(digits),
        ),
    };
    vec![floats, integers]
}

/// A bound without a fraction.
fn digits(bound: f64) -> String {
    // The sum with zero has no sign if it is zero.
    format!("{:.0}", bound + 0.0)
}

/// The type of values of any kind that is accepted.
fn any(kind: AnyKind, accepts_null: bool) -> Expression<'static> {
    let accepts_all = kind.accepts_scalars() && kind.accepts_lists() && kind.accepts_maps();
    if accepts_all {
        let data = Expression::atom("Data");
        return if accepts_null { data } else { Expression::Apply("NotUndef", vec![data]) };
    }
    let mut types = Vec::new();
    types.extend(kind.accepts_scalars().then(|| Expression::atom("ScalarData")));
    types.extend(kind.accepts_lists().then(|| Expression::atom("Array[Data]")));
    types.extend(kind.accepts_maps().then(|| Expression::atom("Hash[String, Data]")));
    types.extend(accepts_null.then(|| Expression::atom("Undef")));
    Expression::variant(types)
}

#[cfg(test)]
mod tests {
    use super::{Facets, numbers};

    #[test]
    fn integers_are_left_out_if_none_is_within_the_bounds() {
        let with_minimum = |digits: &str| Facets { minimum: Some(digits.to_owned()), ..Facets::default() };
        let with_maximum = |digits: &str| Facets { maximum: Some(digits.to_owned()), ..Facets::default() };
        for (facets, count) in [
            (with_minimum("1e19"), 1),
            (with_minimum("-1e19"), 2),
            (with_maximum("1e19"), 2),
            (with_maximum("-1e19"), 1),
            (with_minimum("9223372036854774784"), 2),
            (Facets { minimum: Some("0.2".to_owned()), ..with_maximum("0.8") }, 1),
            (Facets { minimum: Some("0.2".to_owned()), ..with_maximum("1.0") }, 2),
        ] {
            assert_eq!(numbers(&facets).len(), count, "{facets:?}");
        }
    }
}
