//! Reads the facets of data types: those in a type's own annotation, and those of its base types.
//!
//! Invariants: the facets of each data type are read once, and each pattern once for all types that use it; the
//! patterns of a metamodel have a common limit. This module does not know values.

use super::{AllowedValue, Bound, Facets};
use crate::number::ComparableValue;
use crate::pattern::{Pattern, Work};
use modelwright_metamodel::ecore::{
    Annotation, Classifier, DataKind, DataType, DataTypeId, EXTENDED_META_DATA, Lexical, Metamodel,
    PackageId, ValueRules, annotation, facet_items,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::sync::Arc;

/// The maximum length of a chain of base types.
const MAX_CHAIN_LENGTH: usize = 1_000;

/// The maximum number of digits of a bound. The facet may contain any number, but the bound is stored as a text.
const MAX_BOUND_DIGITS: usize = 1_000;

/// The maximum number of states of the patterns of all data types.
const MAX_STATES: usize = 2_000_000;

/// A pattern with the budget for matching it.
#[derive(Debug)]
pub(super) struct BudgetedPattern {
    pattern: Pattern,
    work: Work,
}

impl BudgetedPattern {
    /// Whether a text matches the pattern; `None` if the budget is exhausted.
    pub(super) fn matches(&self, text: &str) -> Option<bool> {
        self.pattern.matches(text, &self.work)
    }
}

/// The facets of the data types of a metamodel, each read on first use.
#[derive(Default)]
pub(crate) struct Cache {
    facets: FxHashMap<DataTypeId, Result<Arc<Facets>, String>>,
    patterns: FxHashMap<String, Result<Arc<BudgetedPattern>, String>>,
    /// The total number of states of the patterns.
    state_count: usize,
    /// Data types by the names that annotations use.
    data_types_by_name: Option<FxHashMap<(PackageId, String), DataTypeId>>,
}

impl Cache {
    /// The facets of a data type.
    ///
    /// # Errors
    /// Why the facets cannot be checked.
    pub(super) fn facets(&mut self, metamodel: &Metamodel, id: DataTypeId) -> Result<Arc<Facets>, String> {
        if let Some(cached) = self.facets.get(&id) {
            return cached.clone();
        }
        let facets = self.read_facets(metamodel, id).map(Arc::new);
        self.facets.insert(id, facets.clone());
        facets
    }

    /// The compiled pattern with a text.
    ///
    /// # Errors
    ///
    /// The reason why the pattern cannot be used.
    fn compiled_pattern(&mut self, text: &str) -> Result<Arc<BudgetedPattern>, String> {
        if let Some(cached) = self.patterns.get(text) {
            return cached.clone();
        }
        // The limit is for all patterns together, because they all remain in memory.
        let is_full = self.state_count > MAX_STATES;
        let parsed =
            if is_full { Err("the patterns are too complex".to_owned()) } else { Pattern::new(text) };
        let result = match parsed {
            Ok(pattern) => {
                self.state_count += pattern.len();
                Ok(Arc::new(BudgetedPattern { pattern, work: Work::default() }))
            }
            Err(reason) => Err(format!("the pattern `{text}` cannot be read: {reason}")),
        };
        self.patterns.insert(text.to_owned(), result.clone());
        result
    }

    /// Starts another document, with the complete budget for matching patterns.
    pub(crate) fn start_document(&mut self) {
        for pattern in self.patterns.values().flatten() {
            pattern.work.refill();
        }
    }

    /// The data type to which an annotation refers: in the same package, or as `URI#name` in another one.
    fn data_type_named(
        &mut self,
        metamodel: &Metamodel,
        referring: DataTypeId,
        name: &str,
    ) -> Option<DataTypeId> {
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (metamodel.package_by_uri(uri)?, name),
            None => (metamodel[referring].package, name),
        };
        let data_types = self.data_types_by_name.get_or_insert_with(|| data_types_by_name(metamodel));
        data_types.get(&(package, name.to_owned())).copied()
    }

    /// Collects the facets of a data type along the chain of its base types.
    fn read_facets(&mut self, metamodel: &Metamodel, start: DataTypeId) -> Result<Facets, String> {
        let mut facets = Facets::default();
        let mut current = start;
        let mut visited = FxHashSet::default();
        loop {
            // A type that was already visited is on a cycle.
            if !visited.insert(current) {
                return Err("its base types form a cycle".to_owned());
            }
            if visited.len() > MAX_CHAIN_LENGTH {
                return Err(format!("it has more than {MAX_CHAIN_LENGTH} base types"));
            }
            // The last type of the chain determines the kind of date or time, because the date and time types of XML
            // Schema have no base type.
            facets.calendar = calendar(metamodel, current);
            let facet_annotation = annotation(&metamodel[current].annotations, EXTENDED_META_DATA);
            if let Some(annotation) = facet_annotation {
                facets.add(&metamodel[current], annotation)?;
                self.add_patterns(annotation, &mut facets)?;
            }
            // The chain also ends at a name that is unknown, which adds no facets.
            let base = facet_annotation.and_then(|annotation| {
                self.data_type_named(metamodel, current, annotation.detail("baseType")?)
            });
            if let Some(base) = base {
                current = base;
                continue;
            }
            // A type that restricts a list or a union has it as its base type, so the last type of the chain has the
            // types of the items or members.
            if let Some(annotation) = facet_annotation {
                let item_name = annotation.detail("itemType");
                facets.item = item_name.and_then(|name| self.data_type_named(metamodel, current, name));
                let member_names = annotation.detail("memberTypes").unwrap_or_default().split(' ');
                facets.members =
                    member_names.filter_map(|name| self.data_type_named(metamodel, current, name)).collect();
            }
            break;
        }
        facets.convert_digits_to_bounds(&metamodel[current])?;
        facets.is_declared = metamodel[metamodel[start].package].value_rules == ValueRules::Declared;
        facets.spells_base64 = metamodel[start].lexical.as_deref().is_some_and(Lexical::is_base64);
        Ok(facets)
    }

    /// Adds the patterns in the annotation of a type to the facets; a value must match one pattern of each type.
    fn add_patterns(&mut self, annotation: &Annotation, facets: &mut Facets) -> Result<(), String> {
        let mut patterns = Vec::new();
        for text in words(annotation.detail("pattern").unwrap_or_default()) {
            let pattern = self.compiled_pattern(&text)?;
            patterns.push((text, pattern));
        }
        if !patterns.is_empty() {
            facets.patterns.push(patterns.into());
        }
        Ok(())
    }
}

/// The name of the date or time type of XML Schema that a data type is; `None` if it is no such type.
fn calendar(metamodel: &Metamodel, id: DataTypeId) -> Option<String> {
    let data = &metamodel[id];
    let is_date_of_schema =
        metamodel.is_built_in(data.package) && data.lexical.as_deref().is_some_and(Lexical::is_calendar);
    if !is_date_of_schema {
        return None;
    }
    annotation(&data.annotations, EXTENDED_META_DATA)?.detail("name").map(str::to_owned)
}

/// The words of a list, each of which may contain spaces.
fn words(list: &str) -> impl Iterator<Item = String> + '_ {
    facet_items(list).filter(|item| !item.is_empty())
}

/// All data types, by package and by their names in XML Schema.
fn data_types_by_name(metamodel: &Metamodel) -> FxHashMap<(PackageId, String), DataTypeId> {
    let mut names = FxHashMap::default();
    for (package, data) in metamodel.packages() {
        for classifier in &data.classifiers {
            let Classifier::DataType(id) = classifier else { continue };
            let data = &metamodel[*id];
            let annotated_name = annotation(&data.annotations, EXTENDED_META_DATA)
                .and_then(|annotation| annotation.detail("name"));
            // ExtendedMetaData refers to types by their names in XML Schema. If two types have the same name, the first
            // one is meant.
            names.entry((package, annotated_name.unwrap_or(&data.name).to_owned())).or_insert(*id);
        }
    }
    names
}

impl Facets {
    /// Adds the facets of a data type in the chain, except those that a nearer type has already set. The error is the
    /// reason why a facet is invalid.
    fn add(&mut self, data_type: &DataType, annotation: &Annotation) -> Result<(), String> {
        // In EMF, a text that is not a number of 32 bits is no facet.
        let number = |key: &str| usize::try_from(annotation.detail(key)?.parse::<i32>().ok()?).ok();
        let length = number("length");
        // The nearest type is read first, and its facets take precedence.
        self.min_length = self.min_length.or(length).or(number("minLength"));
        self.max_length = self.max_length.or(length).or(number("maxLength"));
        self.total_digits = self.total_digits.or(number("totalDigits"));
        let fraction = number("fractionDigits").map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        self.fraction_digits = self.fraction_digits.or(fraction);
        if let (None, Some(list)) = (&self.enumeration, annotation.detail("enumeration")) {
            let allowed_values: Result<Vec<_>, String> =
                words(list).map(|word| allowed_value(data_type, word)).collect();
            // A list without values is no facet.
            self.enumeration = Some(allowed_values?).filter(|values| !values.is_empty());
        }
        let bound = |exclusive: &str, inclusive: &str| -> Result<Option<Bound>, String> {
            let (text, is_inclusive) = match (annotation.detail(exclusive), annotation.detail(inclusive)) {
                (Some(text), _) => (text, false),
                (None, Some(text)) => (text, true),
                (None, None) => return Ok(None),
            };
            check_order(data_type)?;
            let value = ComparableValue::parse_as(data_type, text)
                .ok_or_else(|| format!("the bound `{text}` cannot be read"))?;
            Ok(Some(Bound { value, text: text.to_owned(), is_inclusive, digits: None }))
        };
        if self.min.is_none() {
            self.min = bound("minExclusive", "minInclusive")?;
        }
        if self.max.is_none() {
            self.max = bound("maxExclusive", "maxInclusive")?;
        }
        Ok(())
    }

    /// Converts the maximum number of digits to bounds at both ends, which are equivalent for all numbers except
    /// decimals.
    fn convert_digits_to_bounds(&mut self, data_type: &DataType) -> Result<(), String> {
        if data_type.kind == DataKind::BigDecimal {
            return Ok(());
        }
        self.fraction_digits = None;
        let Some(digits) = self.total_digits.take() else { return Ok(()) };
        check_order(data_type)?;
        let text = format!("1{}", "0".repeat(digits.min(MAX_BOUND_DIGITS)));
        let bound = |text: &str| {
            let value = ComparableValue::parse_as(data_type, text)?;
            Some(Bound { value, text: text.to_owned(), is_inclusive: false, digits: Some(digits) })
        };
        // A bound outside the range of the type cannot be parsed, and has no effect.
        if let Some(tighter) = bound(&format!("-{text}")).filter(|b| is_tighter(&self.min, b, Ordering::Less))
        {
            self.min = Some(tighter);
        }
        if let Some(tighter) = bound(&text).filter(|b| is_tighter(&self.max, b, Ordering::Greater)) {
            self.max = Some(tighter);
        }
        Ok(())
    }
}

/// A value of an enumeration facet. The error is the reason why it is not a value of the data type.
fn allowed_value(data_type: &DataType, text: String) -> Result<AllowedValue, String> {
    let value = ComparableValue::parse_as(data_type, &text);
    let is_literal = data_type.literal_index(&text).is_some();
    if value.is_none() && !is_literal {
        return Err(format!("the value `{text}` of its enumeration cannot be read"));
    }
    Ok(AllowedValue { value, text })
}

/// Classes of Java whose values can be created from text, but have no order.
const CLASSES_WITHOUT_ORDER: &[&str] = &[
    "java.lang.Class",
    "java.math.MathContext",
    "java.net.URL",
    "java.text.DecimalFormat",
    "java.text.SimpleDateFormat",
    "java.util.Locale",
];

/// The error is the reason why values of a data type cannot be compared with bounds.
fn check_order(data_type: &DataType) -> Result<(), String> {
    match data_type.instance.raw() {
        Some(class) if CLASSES_WITHOUT_ORDER.contains(&class) => {
            Err(format!("the values of `{class}` have no order"))
        }
        _ => Ok(()),
    }
}

/// Whether a new bound, which is exclusive, is the first one, or is tighter than the old one. `order_if_tighter` is the
/// order of the old bound relative to a tighter one: an old minimum is less than a tighter one.
fn is_tighter(old: &Option<Bound>, new: &Bound, order_if_tighter: Ordering) -> bool {
    let Some(old) = old else { return true };
    let order = old.value.compare(&new.value);
    // Of two bounds with the same value, the exclusive one is tighter.
    order == Some(order_if_tighter) || (old.is_inclusive && order == Some(Ordering::Equal))
}
