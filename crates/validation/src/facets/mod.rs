//! Checks single values against the facets that their data types declare (`ExtendedMetaData`).
//!
//! The facets of a data type are its own and those of its base types. For each kind of facet, that of the nearest type
//! takes precedence, except that the patterns of every type in the chain must match. The facets of each data type are
//! read once. This module does not know where values come from.

mod declared_facets;

use super::number::{ComparableValue, Decimal};
use crate::diagnostic::{Code, codes};
use modelwright_metamodel::ecore::{
    DataKind, DataTypeId, EXTENDED_META_DATA, Lexical, Metamodel, annotation,
};
use std::cmp::Ordering;
use std::sync::Arc;

use declared_facets::BudgetedPattern;
pub(super) use declared_facets::Cache;

/// The patterns of one type, with their texts. A value must match at least one of them.
type PatternChoice = Arc<[(String, Arc<BudgetedPattern>)]>;

/// All facets of a data type.
#[derive(Debug, Default)]
struct Facets {
    /// The allowed values.
    enumeration: Option<Vec<AllowedValue>>,
    /// For each type in the chain with patterns, its patterns.
    patterns: Vec<PatternChoice>,
    /// The lower bound of values.
    min: Option<Bound>,
    /// The upper bound of values.
    max: Option<Bound>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    total_digits: Option<usize>,
    fraction_digits: Option<i64>,
    /// The type of the items, if the type is a list.
    item: Option<DataTypeId>,
    /// The member types, if the type is a union: a value must be a value of at least one of them.
    members: Vec<DataTypeId>,
    /// The name of the XML Schema type, if values are dates, times or parts of them.
    calendar: Option<String>,
    /// Whether bytes are written in Base64.
    spells_base64: bool,
    /// Whether values are compared by declared rules (Decision 19): lengths are counted in characters, and the sign of
    /// zero is ignored. By the rules of Java, lengths are counted in 16-bit units, and the negative zero is less than
    /// zero.
    is_declared: bool,
}

/// A value that an enumeration facet allows.
#[derive(Debug)]
struct AllowedValue {
    /// The parsed value; `None` if values of the type cannot be compared.
    value: Option<ComparableValue>,
    /// The text of the value.
    text: String,
}

/// The lower or the upper bound of values.
#[derive(Debug)]
struct Bound {
    value: ComparableValue,
    text: String,
    is_inclusive: bool,
    /// The number of digits to which the bound is equivalent, if it is derived from one.
    digits: Option<usize>,
}

/// A facet that a value violates.
pub(super) struct Violation {
    pub(super) code: Code,
    /// What the facet expects of values, such as "at least 18".
    pub(super) expected: String,
    /// Whether the value is shorter than the minimum length.
    pub(super) is_too_short: bool,
}

impl Violation {
    /// The violation of a facet, except that a value is too short.
    fn new(code: Code, expected: String) -> Self {
        Self { code, expected, is_too_short: false }
    }

    /// Whether EMF reports the violation once for a feature, and only if no other value of the feature has a problem.
    pub(super) fn is_of_feature(&self) -> bool {
        self.code == codes::OTHER_CALENDAR
    }
}

/// Whether a data type declares facets; Ecore's own data types do not.
pub(super) fn declares(metamodel: &Metamodel, id: DataTypeId) -> bool {
    let data = &metamodel[id];
    !metamodel.is_ecore_package(data.package) && annotation(&data.annotations, EXTENDED_META_DATA).is_some()
}

/// The violations of a value. The error is the reason why the facets cannot be checked.
pub(super) fn violations(
    metamodel: &Metamodel,
    cache: &mut Cache,
    data_type: DataTypeId,
    value: &str,
) -> Result<Vec<Violation>, String> {
    // The number of checks is limited, because types may be lists and unions of themselves.
    let budget = MAX_TYPES + value.len();
    FacetChecker { metamodel, cache, budget, depth: 0 }.violations(data_type, value)
}

/// Checks single values, independently of a model, against the facets of their data types. The facets of each data type
/// are read once.
#[derive(Default)]
pub struct FacetChecks {
    cache: Cache,
}

impl FacetChecks {
    /// What the first violated facet expects of a value, such as "at least 18". Facets that cannot be checked are
    /// ignored, because they are problems of the metamodel.
    pub fn expected(
        &mut self,
        metamodel: &Metamodel,
        data_type: DataTypeId,
        spelled: &str,
    ) -> Option<String> {
        let violations = violations(metamodel, &mut self.cache, data_type, spelled).unwrap_or_default();
        violations.into_iter().next().map(|violation| violation.expected)
    }
}

/// The facets of a data type that is neither a list nor a union.
#[derive(Debug, Clone)]
pub struct CompiledFacets {
    facets: Arc<Facets>,
    kind: DataKind,
}

impl CompiledFacets {
    /// The code of the first facet that a value violates, and what the facet expects, such as "at least 18". Facets
    /// that cannot be checked are ignored, because they are problems of the metamodel.
    #[must_use]
    pub fn violation(&self, spelled: &str) -> Option<(Code, String)> {
        let mut violations = Vec::new();
        self.facets.check_value(self.kind, spelled, &mut violations).ok()?;
        violations.into_iter().next().map(|violation| (violation.code, violation.expected))
    }
}

impl FacetChecks {
    /// The facets of a data type, for checking many values; `None` if it is a list or a union, or if the facets cannot
    /// be checked.
    pub fn compiled(&mut self, metamodel: &Metamodel, data_type: DataTypeId) -> Option<CompiledFacets> {
        let facets = self.cache.facets(metamodel, data_type).ok()?;
        // Values of lists and unions are checked against other types, which requires the metamodel.
        let is_single = facets.item.is_none() && facets.members.is_empty();
        is_single.then(|| CompiledFacets { facets, kind: metamodel[data_type].kind })
    }
}

impl std::fmt::Debug for FacetChecks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FacetChecks").finish_non_exhaustive()
    }
}

/// The maximum number of item and member types against which a value is checked, in addition to one for each of its
/// bytes.
const MAX_TYPES: usize = 1_000;

/// The maximum nesting of lists and unions.
const MAX_DEPTH: usize = 50;

/// The check of one value against its data type, and against the item and member types of the data type.
struct FacetChecker<'j> {
    metamodel: &'j Metamodel,
    cache: &'j mut Cache,
    /// The number of types against which the value may still be checked.
    budget: usize,
    /// The number of nested lists and unions.
    depth: usize,
}

impl FacetChecker<'_> {
    /// The violations of a value, including those of the items of a list and of the members of a union.
    fn violations(&mut self, data_type: DataTypeId, value: &str) -> Result<Vec<Violation>, String> {
        if !declares(self.metamodel, data_type) {
            return Ok(Vec::new());
        }
        if self.budget == 0 || self.depth == MAX_DEPTH {
            return Err("it contains itself, or too many other types".to_owned());
        }
        // The budget is never restored, because a list of unions, for example, multiplies the number of checks.
        self.budget -= 1;
        let facets = self.cache.facets(self.metamodel, data_type)?;
        let mut violations = Vec::new();
        facets.check_value(self.metamodel[data_type].kind, value, &mut violations)?;
        self.depth += 1;
        if let Some(item) = facets.item {
            for item_text in value.split_ascii_whitespace() {
                violations.extend(self.violations(item, item_text)?);
            }
        } else if !facets.members.is_empty() {
            violations = self.check_union(&facets.members, value)?;
        }
        self.depth -= 1;
        Ok(violations)
    }

    /// The violations of a value that no member of a union accepts; none if a member accepts it.
    fn check_union(&mut self, members: &[DataTypeId], value: &str) -> Result<Vec<Violation>, String> {
        let (mut failure, mut first_violations) = (None, None);
        for member in members {
            let data_type = &self.metamodel[*member];
            // A member that cannot parse the text is skipped.
            if data_type.literal_index(value).is_none() && data_type.parse(value).is_none() {
                continue;
            }
            match self.violations(*member, value) {
                Ok(violations) if violations.is_empty() => return Ok(violations),
                Ok(violations) => first_violations = first_violations.or(Some(violations)),
                Err(reason) => failure = Some(reason),
            }
        }
        if let Some(reason) = failure {
            return Err(reason);
        }
        // EMF reports the violation of the first member that can parse the value.
        if let Some(violations) = first_violations {
            return Ok(violations);
        }
        let names = members.iter().map(|member| self.metamodel[*member].name.as_str());
        let expected = format!("a value of {}", join_first(names, " or "));
        Ok(vec![Violation::new(codes::VALUE_TYPE, expected)])
    }
}

/// The maximum number of names that a message shows.
const MAX_NAMES: usize = 20;

/// Joins the first names to a text, and adds the number of the others.
fn join_first<'n>(names: impl ExactSizeIterator<Item = &'n str>, separator: &str) -> String {
    let remaining_count = names.len().saturating_sub(MAX_NAMES);
    let first_names: Vec<&str> = names.take(MAX_NAMES).collect();
    let text = first_names.join(separator);
    if remaining_count > 0 { format!("{text}{separator}{remaining_count} more") } else { text }
}

/// A number without the sign of a negative zero; any other text is unchanged.
fn without_sign_of_zero(value: &str) -> &str {
    match value.strip_prefix('-') {
        Some(unsigned) if unsigned.parse::<f64>().is_ok_and(|number| number == 0.0) => unsigned,
        _ => value,
    }
}

impl Facets {
    /// Adds the violations of this type's own facets, without those of its items and members.
    ///
    /// # Errors
    /// The reason why a facet cannot be checked.
    fn check_value(
        &self,
        kind: DataKind,
        value: &str,
        violations: &mut Vec<Violation>,
    ) -> Result<(), String> {
        // EMF checks the patterns last, and their result replaces that of the enumeration.
        let mut is_allowed = self.check_enumeration(kind, value, violations);
        if !self.patterns.is_empty() {
            is_allowed = self.check_patterns(value, violations)?;
        }
        let count_before_other_facets = violations.len();
        if self.calendar.is_some() && (self.min.is_some() || self.max.is_some()) {
            return Err("its bounds cannot be compared with dates and times".to_owned());
        }
        // Under declared rules, the negative zero equals zero (Decision 19).
        let value = if self.is_declared { without_sign_of_zero(value) } else { value };
        self.check_bounds(kind, value, violations)?;
        self.check_lengths(kind, value, violations)?;
        self.check_digits(kind, value, violations);
        self.check_calendar(value, violations);
        // A matching pattern also discards a violation of the enumeration, unless a later facet is violated.
        if is_allowed && violations.len() == count_before_other_facets {
            violations.clear();
        }
        Ok(())
    }

    /// Checks a value against the lower and the upper bound. The error is the reason why they cannot be compared.
    fn check_bounds(
        &self,
        kind: DataKind,
        value: &str,
        violations: &mut Vec<Violation>,
    ) -> Result<(), String> {
        if self.min.is_none() && self.max.is_none() {
            return Ok(());
        }
        let value = ComparableValue::parse(kind, value);
        for (bound, violating_order) in [(&self.min, Ordering::Greater), (&self.max, Ordering::Less)] {
            if let Some(bound) = bound {
                bound.check(value.as_ref(), violating_order, violations)?;
            }
        }
        Ok(())
    }

    /// Checks a value against the enumeration; returns whether it allows the value.
    fn check_enumeration(&self, kind: DataKind, value: &str, violations: &mut Vec<Violation>) -> bool {
        let Some(allowed_values) = &self.enumeration else { return true };
        let parsed = ComparableValue::parse(kind, value);
        // Equal texts are equal values, even if values of the type cannot be parsed and compared.
        let equals_value = |allowed: &AllowedValue| {
            allowed.text == value || (allowed.value.is_some() && allowed.value == parsed)
        };
        if allowed_values.iter().any(equals_value) {
            return true;
        }
        let texts = allowed_values.iter().map(|allowed| allowed.text.as_str());
        let expected = format!("one of {}", join_first(texts, ", "));
        violations.push(Violation::new(codes::FACET_ENUMERATION, expected));
        false
    }

    /// Checks a value against the patterns; returns whether they all allow the value.
    fn check_patterns(&self, value: &str, violations: &mut Vec<Violation>) -> Result<bool, String> {
        let Some(failed) = self.failed_patterns(value)? else { return Ok(true) };
        let texts: Vec<String> = failed.iter().map(|(text, _)| format!("`{text}`")).collect();
        let expected =
            format!("matched by the pattern {}", join_first(texts.iter().map(String::as_str), " or "));
        violations.push(Violation::new(codes::FACET_PATTERN, expected));
        Ok(false)
    }

    /// The patterns of the first type in the chain of which none matches; `None` if there is no such type.
    fn failed_patterns(&self, value: &str) -> Result<Option<&PatternChoice>, String> {
        for choice in &self.patterns {
            let mut is_matched = false;
            for (text, pattern) in choice.iter() {
                let Some(is_match) = pattern.matches(value) else {
                    return Err(format!("the pattern `{text}` is too expensive"));
                };
                if is_match {
                    is_matched = true;
                    break;
                }
            }
            if !is_matched {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    /// Adds the violations of the minimum and maximum lengths. The error is the reason why values have no length.
    fn check_lengths(
        &self,
        kind: DataKind,
        value: &str,
        violations: &mut Vec<Violation>,
    ) -> Result<(), String> {
        if self.min_length.is_none() && self.max_length.is_none() {
            return Ok(());
        }
        let (length, unit) = match kind {
            DataKind::String if self.is_declared => (value.chars().count(), "characters"),
            DataKind::String => (value.encode_utf16().count(), "characters"),
            DataKind::Bytes if self.spells_base64 => (Lexical::base64_length(value), "bytes"),
            // Each byte is written as two hexadecimal digits.
            DataKind::Bytes => (value.len() / 2, "bytes"),
            _ if self.item.is_some() => (value.split_ascii_whitespace().count(), "items"),
            _ => return Err("its values have no length".to_owned()),
        };
        let length_text = |count: usize| match count {
            1 => format!("1 {}", unit.trim_end_matches('s')),
            count => format!("{count} {unit}"),
        };
        if let Some(min) = self.min_length.filter(|min| length < *min) {
            let expected = format!("at least {} long", length_text(min));
            violations
                .push(Violation { is_too_short: true, ..Violation::new(codes::FACET_LENGTH, expected) });
        }
        if let Some(max) = self.max_length.filter(|max| length > *max) {
            violations
                .push(Violation::new(codes::FACET_LENGTH, format!("at most {} long", length_text(max))));
        }
        Ok(())
    }

    /// Checks the kind of a date or time. Java has a single class for all kinds, so no other check distinguishes them.
    fn check_calendar(&self, value: &str, violations: &mut Vec<Violation>) {
        let Some(expected_type) = &self.calendar else { return };
        let actual_type = Lexical::calendar_type(value);
        if actual_type != expected_type {
            let expected = format!("a `{expected_type}` of XML Schema; it is a `{actual_type}`");
            violations.push(Violation::new(codes::OTHER_CALENDAR, expected));
        }
    }

    /// Checks the numbers of digits of a decimal.
    fn check_digits(&self, kind: DataKind, value: &str, violations: &mut Vec<Violation>) {
        let has_facets = self.total_digits.is_some() || self.fraction_digits.is_some();
        if kind != DataKind::BigDecimal || !has_facets {
            return;
        }
        let Some(number) = Decimal::parse(value) else { return };
        if let Some(max) = self.total_digits.filter(|max| number.precision() > *max) {
            violations.push(Violation::new(codes::FACET_DIGITS, format!("of at most {max} digits")));
        }
        if let Some(max) = self.fraction_digits.filter(|max| number.scale() > *max) {
            let expected = format!("of at most {max} digits after the point");
            violations.push(Violation::new(codes::FACET_FRACTION, expected));
        }
    }
}

impl Bound {
    /// Checks a value against the bound. `violating_order` is how the bound compares with values that violate it.
    fn check(
        &self,
        value: Option<&ComparableValue>,
        violating_order: Ordering,
        violations: &mut Vec<Violation>,
    ) -> Result<(), String> {
        // EMF cannot compare values of different Java classes.
        let Some(order) = value.and_then(|value| self.value.compare(value)) else {
            return Err(format!("the bound `{}` and the value are of different kinds", self.text));
        };
        if order != violating_order && (self.is_inclusive || order != Ordering::Equal) {
            return Ok(());
        }
        let text = &self.text;
        let (code, expected) = match (self.digits, violating_order, self.is_inclusive) {
            (Some(digits), ..) => (codes::FACET_DIGITS, format!("of at most {digits} digits")),
            (None, Ordering::Greater, true) => (codes::FACET_RANGE, format!("at least {text}")),
            (None, Ordering::Greater, false) => (codes::FACET_RANGE, format!("greater than {text}")),
            (None, _, true) => (codes::FACET_RANGE, format!("at most {text}")),
            (None, _, false) => (codes::FACET_RANGE, format!("less than {text}")),
        };
        violations.push(Violation::new(code, expected));
        Ok(())
    }
}
