//! Reads the facets of data types: those in a type's own annotation, and those of its base types.
//!
//! Invariants: the facets of each data type are read once, and each pattern once for all types that use it; the
//! patterns of a metamodel have a common limit. This module does not know values.

use super::{Bound, Facets};
use crate::number::ComparableValue;
use crate::pattern::{Pattern, Work};
use modelwright_metamodel::ecore::{
    Annotation, Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, Lexical, Metamodel, PackageId,
    ValueRules, annotation, facet_items,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::sync::Arc;

/// The maximum length of a chain of base types.
const LONGEST_CHAIN: usize = 1_000;

/// The maximum number of states of the patterns of all data types.
const MAX_STATES: usize = 2_000_000;

/// The facets of data types; each is read on first use.
#[derive(Default)]
pub(crate) struct Cache {
    facets: FxHashMap<DataTypeId, Result<Arc<Facets>, String>>,
    patterns: FxHashMap<String, Result<Arc<(Pattern, Work)>, String>>,
    /// The total number of states of the patterns.
    states: usize,
    /// Data types by the names that annotations use.
    names: Option<FxHashMap<(PackageId, String), DataTypeId>>,
}

impl Cache {
    /// The facets of a data type.
    ///
    /// # Errors
    /// Why the facets cannot be checked.
    pub(super) fn facets(&mut self, metamodel: &Metamodel, id: DataTypeId) -> Result<Arc<Facets>, String> {
        if let Some(known) = self.facets.get(&id) {
            return known.clone();
        }
        let read = self.read(metamodel, id).map(Arc::new);
        self.facets.insert(id, read.clone());
        read
    }

    fn pattern(&mut self, text: &str) -> Result<Arc<(Pattern, Work)>, String> {
        if let Some(known) = self.patterns.get(text) {
            return known.clone();
        }
        // Patterns are kept for the complete check, so the states of all patterns count.
        let full = self.states > MAX_STATES;
        let read = if full { Err("the patterns are too complex".to_owned()) } else { Pattern::new(text) };
        let read = read.map(|pattern| Arc::new((pattern, Work::default())));
        let read = read.map_err(|why| format!("the pattern `{text}` cannot be read: {why}"));
        self.states += read.as_ref().map_or(0, |pattern| pattern.0.len());
        self.patterns.insert(text.to_owned(), read.clone());
        read
    }

    /// Starts another document: each has the complete budget for matching patterns.
    pub(crate) fn start_document(&mut self) {
        for pattern in self.patterns.values().flatten() {
            pattern.1.refill();
        }
    }

    /// The data type to which an annotation refers: in the same package, or as `URI#name` in another one.
    fn named(&mut self, metamodel: &Metamodel, from: DataTypeId, name: &str) -> Option<DataTypeId> {
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (metamodel.package_by_uri(uri)?, name),
            None => (metamodel[from].package, name),
        };
        let names = self.names.get_or_insert_with(|| names(metamodel));
        names.get(&(package, name.to_owned())).copied()
    }

    /// Collects the facets along the chain of base types.
    fn read(&mut self, metamodel: &Metamodel, start: DataTypeId) -> Result<Facets, String> {
        let mut facets = Facets::default();
        let mut at = start;
        let mut seen = FxHashSet::default();
        loop {
            // A type that was already visited is on a cycle.
            if !seen.insert(at) {
                return Err("its base types form a circle".to_owned());
            }
            if seen.len() > LONGEST_CHAIN {
                return Err(format!("it has more than {LONGEST_CHAIN} base types"));
            }
            // The date and time types of XML Schema have no base type, so the last type of the chain decides.
            facets.calendar = calendar(metamodel, at);
            let declared = annotation(&metamodel[at].annotations, EXTENDED_META_DATA);
            if let Some(declared) = declared {
                facets.add(metamodel[at].kind, declared)?;
                self.patterns(declared, &mut facets)?;
            }
            // The chain ends at an unknown name; such a base adds no facets.
            let base = declared.and_then(|d| self.named(metamodel, at, d.detail("baseType")?));
            match base {
                Some(base) => at = base,
                None => {
                    if let Some(declared) = declared {
                        let item = declared.detail("itemType");
                        facets.item = item.and_then(|name| self.named(metamodel, at, name));
                        let members = declared.detail("memberTypes").unwrap_or_default().split(' ');
                        facets.members = members.filter_map(|name| self.named(metamodel, at, name)).collect();
                    }
                    break;
                }
            }
        }
        facets.digits(metamodel[at].kind);
        facets.is_declared = metamodel[metamodel[start].package].value_rules == ValueRules::Declared;
        facets.spells_base64 = metamodel[start].lexical.as_deref().is_some_and(Lexical::is_base64);
        Ok(facets)
    }

    fn patterns(&mut self, declared: &Annotation, facets: &mut Facets) -> Result<(), String> {
        let mut patterns = Vec::new();
        for text in words(declared.detail("pattern").unwrap_or_default()) {
            let pattern = self.pattern(&text)?;
            patterns.push((text, pattern));
        }
        if !patterns.is_empty() {
            facets.patterns.push(patterns.into());
        }
        Ok(())
    }
}

/// The name of the date or time type of XML Schema to which values belong; `None` if they are neither.
fn calendar(metamodel: &Metamodel, id: DataTypeId) -> Option<String> {
    let data = &metamodel[id];
    let is_schema =
        metamodel.is_built_in(data.package) && data.lexical.as_deref().is_some_and(Lexical::is_calendar);
    annotation(&data.annotations, EXTENDED_META_DATA).filter(|_| is_schema)?.detail("name").map(str::to_owned)
}

/// The words of a list, each of which may contain spaces.
fn words(list: &str) -> impl Iterator<Item = String> + '_ {
    facet_items(list).filter(|item| !item.is_empty())
}

fn names(metamodel: &Metamodel) -> FxHashMap<(PackageId, String), DataTypeId> {
    let mut names = FxHashMap::default();
    for (package, data) in metamodel.packages() {
        for classifier in &data.classifiers {
            let Classifier::DataType(id) = classifier else { continue };
            let data = &metamodel[*id];
            let given = annotation(&data.annotations, EXTENDED_META_DATA).and_then(|a| a.detail("name"));
            // ExtendedMetaData refers to types by their names in XML Schema; if two have the same name, the first one
            // counts.
            names.entry((package, given.unwrap_or(&data.name).to_owned())).or_insert(*id);
        }
    }
    names
}

impl Facets {
    /// Adds the facets of a data type in the chain, except those that a nearer type has already set. Fails with the
    /// reason if a facet is invalid.
    fn add(&mut self, kind: DataKind, declared: &Annotation) -> Result<(), String> {
        let size = |key: &str| match declared.detail(key) {
            None => Ok(None),
            Some(text) => text
                .parse::<usize>()
                .map(Some)
                .map_err(|_| format!("`{key}` must be a number, found `{text}`")),
        };
        let length = size("length")?;
        // The nearest type is read first, so a facet that is already set is kept.
        self.min_length = self.min_length.or(length).or(size("minLength")?);
        self.max_length = self.max_length.or(length).or(size("maxLength")?);
        self.total_digits = self.total_digits.or(size("totalDigits")?);
        let fraction = size("fractionDigits")?.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        self.fraction_digits = self.fraction_digits.or(fraction);
        if let (None, Some(list)) = (&self.enumeration, declared.detail("enumeration")) {
            self.enumeration =
                Some(words(list).map(|word| (ComparableValue::parse(kind, &word), word)).collect());
        }
        let bound = |exclusive: &str, inclusive: &str| -> Result<Option<Bound>, String> {
            let (text, is_inclusive) = match (declared.detail(exclusive), declared.detail(inclusive)) {
                (Some(text), _) => (text, false),
                (None, Some(text)) => (text, true),
                (None, None) => return Ok(None),
            };
            let value = ComparableValue::parse(kind, text)
                .ok_or_else(|| format!("the bound `{text}` cannot be read"))?;
            Ok(Some(Bound { value, text: text.to_owned(), inclusive: is_inclusive, digits: None }))
        };
        if self.min.is_none() {
            self.min = bound("minExclusive", "minInclusive")?;
        }
        if self.max.is_none() {
            self.max = bound("maxExclusive", "maxInclusive")?;
        }
        Ok(())
    }

    /// For all numbers except decimals, a number of digits is equivalent to a bound at each end.
    fn digits(&mut self, kind: DataKind) {
        if kind == DataKind::BigDecimal {
            return;
        }
        self.fraction_digits = None;
        let Some(digits) = self.total_digits.take() else { return };
        // Limited, so that the text stays short, whatever number the facet contains.
        let text = format!("1{}", "0".repeat(digits.min(1000)));
        let bound = |text: &str| {
            let value = ComparableValue::parse(kind, text)?;
            Some(Bound { value, text: text.to_owned(), inclusive: false, digits: Some(digits) })
        };
        // A bound outside of the range of the type has no effect.
        if let Some(new) = bound(&format!("-{text}")).filter(|b| is_tighter(&self.min, b, Ordering::Less)) {
            self.min = Some(new);
        }
        if let Some(new) = bound(&text).filter(|b| is_tighter(&self.max, b, Ordering::Greater)) {
            self.max = Some(new);
        }
    }
}

/// Whether a bound is the first one, or tighter than the old one.
fn is_tighter(old: &Option<Bound>, new: &Bound, wanted: Ordering) -> bool {
    old.as_ref().is_none_or(|old| {
        let order = old.value.compare(&new.value);
        order == Some(wanted) || (old.inclusive && order == Some(Ordering::Equal))
    })
}
