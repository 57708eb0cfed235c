//! Does every value keep the facets that its data type declares (`ExtendedMetaData`)?
//!
//! A data type has its own facets and those of the types that it is based on; of each kind the nearest one
//! counts, but the patterns of every type in the chain have to match. Facets are read once a data type.

use super::number::{Decimal, Ordered};
use super::pattern::Pattern;
use super::{Context, Rule, Subject};
use crate::diagnostic::{Code, codes};
use crate::ecore::{
    Annotation, ClassId, Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, Lexical, Metamodel, annotation,
};
use crate::model::{ObjectId, Value};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;

pub(super) const RULE: Rule = Rule { concerns, check };

/// The facets of the data types that were asked for.
pub(super) type Cache = FxHashMap<DataTypeId, Result<Rc<Facets>, String>>;

/// Everything that a data type asks of its values.
#[derive(Debug, Default)]
pub(super) struct Facets {
    enumeration: Option<Vec<String>>,
    patterns: Vec<Vec<(String, Pattern)>>,
    least: Option<Bound>,
    greatest: Option<Bound>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    total_digits: Option<usize>,
    fraction_digits: Option<i64>,
    item: Option<DataTypeId>,
    members: Vec<DataTypeId>,
    /// Whether bytes are spelled in base 64.
    spells_base64: bool,
}

#[derive(Debug)]
struct Bound {
    value: Ordered,
    text: String,
    inclusive: bool,
    /// The number of digits that the bound stands for.
    digits: Option<usize>,
}

/// What a value does not keep.
pub(super) struct Violation {
    pub(super) code: Code,
    pub(super) expected: String,
}

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    let features = metamodel.table(class).all_features().iter().enumerate();
    let faceted = features.filter(|(_, feature)| match metamodel[**feature].typed.classifier() {
        Some(Classifier::DataType(id)) => declares(metamodel, id),
        _ => false,
    });
    let slots: Vec<usize> = faceted.map(|(at, _)| at).collect();
    (!slots.is_empty()).then_some(slots)
}

/// Whether a data type says anything of its values. Ecore's own do not.
pub(super) fn declares(metamodel: &Metamodel, id: DataTypeId) -> bool {
    let data = &metamodel[id];
    !metamodel.is_ecore_package(data.package) && annotation(&data.annotations, EXTENDED_META_DATA).is_some()
}

fn check(context: &mut Context<'_>, subject: Subject, slots: &[usize]) {
    let Some(object) = subject.object() else { return };
    let (model, metamodel) = (context.model, context.metamodel);
    let features = metamodel.table(model.class(object)).all_features();
    for feature in slots.iter().map(|slot| features[*slot]) {
        let Some(Classifier::DataType(data_type)) = metamodel[feature].typed.classifier() else { continue };
        if !model.is_set(object, feature) || metamodel[feature].is_reference() {
            continue;
        }
        for value in model.list(object, feature).iter().filter(|value| *value != Value::Null) {
            let mut spelled = String::new();
            model.spell(feature, value, &mut spelled);
            match violations(metamodel, &mut context.facets, data_type, &spelled) {
                Ok(violations) => tell(context, object, metamodel[feature].name(), &spelled, violations),
                Err(why) => {
                    let name = &metamodel[data_type].name;
                    let message = format!("the facets of `{name}` cannot be checked: {why}");
                    return context.fail(object, message, "correct the facets in the metamodel");
                }
            }
        }
    }
}

fn tell(context: &mut Context<'_>, object: ObjectId, feature: &str, value: &str, violations: Vec<Violation>) {
    let shown: String = value.chars().take(60).collect();
    for violation in violations {
        let message = format!("the value `{shown}` of `{feature}` must be {}", violation.expected);
        context.report(violation.code, object, message, "correct the value, or the data type's facets");
    }
}

/// What a value does not keep of what its data type asks for; or why that cannot be said.
pub(super) fn violations(
    metamodel: &Metamodel,
    cache: &mut Cache,
    data_type: DataTypeId,
    value: &str,
) -> Result<Vec<Violation>, String> {
    if !declares(metamodel, data_type) {
        return Ok(Vec::new());
    }
    let facets =
        cache.entry(data_type).or_insert_with(|| Facets::of(metamodel, data_type).map(Rc::new)).clone()?;
    let kind = metamodel[data_type].kind;
    let mut found = Vec::new();
    facets.compare(kind, value, &mut found)?;
    if let Some(item) = facets.item {
        for part in value.split_ascii_whitespace() {
            found.extend(violations(metamodel, cache, item, part)?);
        }
    } else if !facets.members.is_empty() {
        let fits = |member: &DataTypeId, cache: &mut Cache| {
            let readable = Ordered::parse(metamodel[*member].kind, value).is_some();
            readable && violations(metamodel, cache, *member, value).is_ok_and(|found| found.is_empty())
        };
        if facets.members.iter().any(|member| fits(member, cache)) {
            return Ok(Vec::new());
        }
        let names: Vec<&str> = facets.members.iter().map(|m| metamodel[*m].name.as_str()).collect();
        let expected = format!("a value of {}", names.join(" or "));
        found = vec![Violation { code: codes::NO_MEMBER_TYPE, expected }];
    }
    Ok(found)
}

impl Facets {
    /// Collects the facets along the chain of base types.
    fn of(metamodel: &Metamodel, start: DataTypeId) -> Result<Self, String> {
        let mut facets = Self::default();
        let mut at = start;
        let mut seen = Vec::new();
        loop {
            // A chain that leads back to itself says nothing new.
            if seen.contains(&at) {
                return Err("its base types go around in a circle".to_owned());
            }
            seen.push(at);
            let declared = annotation(&metamodel[at].annotations, EXTENDED_META_DATA);
            if let Some(declared) = declared {
                facets.add(metamodel, at, declared)?;
            }
            let base = declared.and_then(|d| type_named(metamodel, at, d.detail("baseType")?));
            match base {
                Some(base) => at = base,
                None => {
                    if let Some(declared) = declared {
                        facets.item = declared.detail("itemType").and_then(|n| type_named(metamodel, at, n));
                        let members = declared.detail("memberTypes").unwrap_or_default().split(' ');
                        facets.members = members.filter_map(|n| type_named(metamodel, at, n)).collect();
                    }
                    break;
                }
            }
        }
        facets.digits(metamodel[at].kind);
        facets.spells_base64 = metamodel[start].lexical.as_deref().is_some_and(Lexical::is_base64);
        Ok(facets)
    }

    /// Adds what one data type of the chain declares, where nothing nearer did.
    fn add(&mut self, metamodel: &Metamodel, at: DataTypeId, declared: &Annotation) -> Result<(), String> {
        let kind = metamodel[at].kind;
        let size = |key: &str| match declared.detail(key) {
            None => Ok(None),
            Some(text) => {
                text.parse::<usize>().map(Some).map_err(|_| format!("`{key}` is `{text}`, no number"))
            }
        };
        let length = size("length")?;
        self.min_length = self.min_length.or(length).or(size("minLength")?);
        self.max_length = self.max_length.or(length).or(size("maxLength")?);
        self.total_digits = self.total_digits.or(size("totalDigits")?);
        let fraction = size("fractionDigits")?.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        self.fraction_digits = self.fraction_digits.or(fraction);
        if let (None, Some(list)) = (&self.enumeration, declared.detail("enumeration")) {
            let items = list.split(' ').filter(|item| !item.is_empty());
            self.enumeration = Some(items.map(|item| item.replace("%20", " ").replace("%25", "%")).collect());
        }
        if let Some(list) = declared.detail("pattern") {
            let mut patterns = Vec::new();
            for item in list.split(' ').filter(|item| !item.is_empty()) {
                let text = item.replace("%20", " ").replace("%25", "%");
                let pattern = Pattern::new(&text)
                    .map_err(|why| format!("the pattern `{text}` cannot be read: {why}"))?;
                patterns.push((text, pattern));
            }
            if !patterns.is_empty() {
                self.patterns.push(patterns);
            }
        }
        let bound = |exclusive: &str, inclusive: &str| -> Result<Option<Bound>, String> {
            let (text, is_inclusive) = match (declared.detail(exclusive), declared.detail(inclusive)) {
                (Some(text), _) => (text, false),
                (None, Some(text)) => (text, true),
                (None, None) => return Ok(None),
            };
            let value =
                Ordered::parse(kind, text).ok_or_else(|| format!("the bound `{text}` cannot be read"))?;
            Ok(Some(Bound { value, text: text.to_owned(), inclusive: is_inclusive, digits: None }))
        };
        if self.least.is_none() {
            self.least = bound("minExclusive", "minInclusive")?;
        }
        if self.greatest.is_none() {
            self.greatest = bound("maxExclusive", "maxInclusive")?;
        }
        Ok(())
    }

    /// For all numbers but decimal ones, a number of digits is a bound at either end.
    fn digits(&mut self, kind: DataKind) {
        if kind == DataKind::BigDecimal {
            return;
        }
        self.fraction_digits = None;
        let Some(digits) = self.total_digits.take() else { return };
        let text = format!("1{}", "0".repeat(digits.min(1000)));
        let bound = |text: &str| {
            let value = Ordered::parse(kind, text)?;
            Some(Bound { value, text: text.to_owned(), inclusive: false, digits: Some(digits) })
        };
        // What does not fit into the type is no bound.
        let tighter = |old: &Option<Bound>, new: &Bound, wanted: Ordering| {
            old.as_ref().is_none_or(|old| {
                let order = old.value.compare(&new.value);
                order == Some(wanted) || (old.inclusive && order == Some(Ordering::Equal))
            })
        };
        if let Some(new) = bound(&format!("-{text}")).filter(|b| tighter(&self.least, b, Ordering::Less)) {
            self.least = Some(new);
        }
        if let Some(new) = bound(&text).filter(|b| tighter(&self.greatest, b, Ordering::Greater)) {
            self.greatest = Some(new);
        }
    }

    fn compare(&self, kind: DataKind, value: &str, found: &mut Vec<Violation>) -> Result<(), String> {
        let mut sound = true;
        if let Some(allowed) = &self.enumeration {
            let equal = |item: &String| {
                item == value
                    || (Ordered::parse(kind, item).is_some()
                        && Ordered::parse(kind, item) == Ordered::parse(kind, value))
            };
            if !allowed.iter().any(equal) {
                sound = false;
                let expected = format!("one of {}", allowed.join(", "));
                found.push(Violation { code: codes::FACET_ENUMERATION, expected });
            }
        }
        if !self.patterns.is_empty() {
            let fails =
                |any: &&Vec<(String, Pattern)>| !any.iter().any(|(_, pattern)| pattern.matches(value));
            let failed = self.patterns.iter().find(fails);
            // EMF asks for the pattern last, and takes its answer for both.
            sound = failed.is_none();
            if let Some(failed) = failed {
                let texts: Vec<String> = failed.iter().map(|(text, _)| format!("`{text}`")).collect();
                let expected = format!("as the pattern {} says", texts.join(" or "));
                found.push(Violation { code: codes::FACET_PATTERN, expected });
            }
        }
        let at = found.len();
        if let Some(bound) = &self.least {
            bound.check(kind, value, Ordering::Greater, found)?;
        }
        if let Some(bound) = &self.greatest {
            bound.check(kind, value, Ordering::Less, found)?;
        }
        self.lengths(kind, value, found)?;
        self.decimal_digits(kind, value, found);
        if sound && found.len() == at {
            found.clear();
        }
        Ok(())
    }

    fn lengths(&self, kind: DataKind, value: &str, found: &mut Vec<Violation>) -> Result<(), String> {
        if self.min_length.is_none() && self.max_length.is_none() {
            return Ok(());
        }
        let (length, what) = match kind {
            DataKind::String => (value.encode_utf16().count(), "characters"),
            DataKind::Bytes if self.spells_base64 => (Lexical::base64_length(value), "bytes"),
            DataKind::Bytes => (value.len() / 2, "bytes"),
            _ if self.item.is_some() => (value.split_ascii_whitespace().count(), "items"),
            _ => return Err("its values have no length".to_owned()),
        };
        let mut push = |expected: String| found.push(Violation { code: codes::FACET_LENGTH, expected });
        if let Some(least) = self.min_length.filter(|least| length < *least) {
            push(format!("at least {least} {what} long"));
        }
        if let Some(most) = self.max_length.filter(|most| length > *most) {
            push(format!("at most {most} {what} long"));
        }
        Ok(())
    }

    fn decimal_digits(&self, kind: DataKind, value: &str, found: &mut Vec<Violation>) {
        let Some(number) = Decimal::parse(value).filter(|_| kind == DataKind::BigDecimal) else { return };
        if let Some(most) = self.total_digits.filter(|most| number.precision() > *most) {
            found
                .push(Violation { code: codes::FACET_DIGITS, expected: format!("of at most {most} digits") });
        }
        if let Some(most) = self.fraction_digits.filter(|most| number.scale() > *most) {
            let expected = format!("of at most {most} digits after the point");
            found.push(Violation { code: codes::FACET_FRACTION, expected });
        }
    }
}

impl Bound {
    /// `wrong` is how the bound compares with a value that does not keep it.
    fn check(
        &self,
        kind: DataKind,
        value: &str,
        wrong: Ordering,
        found: &mut Vec<Violation>,
    ) -> Result<(), String> {
        let order = Ordered::parse(kind, value).and_then(|value| self.value.compare(&value));
        let order =
            order.ok_or_else(|| format!("the bound `{}` is of another kind than the value", self.text))?;
        if order != wrong && (self.inclusive || order != Ordering::Equal) {
            return Ok(());
        }
        let text = &self.text;
        let (code, expected) = match (self.digits, wrong, self.inclusive) {
            (Some(digits), ..) => (codes::FACET_DIGITS, format!("of at most {digits} digits")),
            (None, Ordering::Greater, true) => (codes::FACET_RANGE, format!("at least {text}")),
            (None, Ordering::Greater, false) => (codes::FACET_RANGE, format!("greater than {text}")),
            (None, _, true) => (codes::FACET_RANGE, format!("at most {text}")),
            (None, _, false) => (codes::FACET_RANGE, format!("less than {text}")),
        };
        found.push(Violation { code, expected });
        Ok(())
    }
}

/// The data type that an annotation names: in the same package, or as `URI#name` in another one.
fn type_named(metamodel: &Metamodel, from: DataTypeId, name: &str) -> Option<DataTypeId> {
    let (package, name) = match name.rsplit_once('#') {
        Some((uri, name)) => (metamodel.package_by_uri(uri)?, name),
        None => (metamodel[from].package, name),
    };
    metamodel[package].classifiers.iter().find_map(|classifier| match classifier {
        Classifier::DataType(id) => {
            let data = &metamodel[*id];
            let given = annotation(&data.annotations, EXTENDED_META_DATA).and_then(|a| a.detail("name"));
            (given.unwrap_or(&data.name) == name).then_some(*id)
        }
        Classifier::Class(_) => None,
    })
}
