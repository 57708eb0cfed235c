//! Objects of examples as ordinary JSON, from the forms of features.
//!
//! Invariants: objects are nested and counted up to a limit; two values of an identifier differ. This module does not
//! know whether the result is valid.

use super::needs::Needs;
use super::pattern;
use crate::json::Json;
use crate::languages::facets::Facets;
use crate::languages::shapes::{Count, Member, Shapes, Value};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{AnyKind, ClassId, FeatureId};
use rustc_hash::FxHashMap;

/// The greatest number of objects in an example.
const MAX_OBJECTS: usize = 40;

/// The greatest nesting of objects in an example.
const MAX_DEPTH: usize = 12;

/// The greatest number of characters to which a text is lengthened.
const MAX_PADDING: usize = 1_000;

/// A part that an object shall have.
#[derive(Debug, Clone)]
pub(super) struct PlannedPart {
    pub(super) class: ClassId,
    /// The feature of its container; `None` if it has no container yet.
    pub(super) feature: Option<FeatureId>,
    /// The parts that it shall have itself.
    pub(super) parts: Vec<PlannedPart>,
}

/// Makes one object with its parts.
pub(super) struct ObjectMaker<'e, 's, 'm> {
    scope: &'e Scope<'m>,
    shapes: &'e mut Shapes<'s, 'm>,
    needs: &'e Needs,
    /// Whether the root has everything that it can have.
    is_full: bool,
    /// The class of each object so far and of each planned part, and its address in the document.
    objects: Vec<(ClassId, String)>,
    /// The class of the first target that a required reference lacks.
    missing: Option<ClassId>,
    /// The number of values of identifiers so far.
    ids: usize,
}

impl<'e, 's, 'm> ObjectMaker<'e, 's, 'm> {
    /// A maker of one object. If `is_full` is true, the object has everything that it can have, not only what it must
    /// have.
    pub(super) fn new(
        scope: &'e Scope<'m>,
        shapes: &'e mut Shapes<'s, 'm>,
        needs: &'e Needs,
        is_full: bool,
    ) -> Self {
        Self { scope, shapes, needs, is_full, objects: Vec::new(), missing: None, ids: 0 }
    }

    /// An object of a class with planned parts. The error is the class of the target that a required reference
    /// lacks, or `None` if the object would be too large.
    pub(super) fn object(mut self, class: ClassId, parts: &[PlannedPart]) -> Result<Json, Option<ClassId>> {
        self.objects.push((class, "/".to_owned()));
        self.register(parts, "/");
        self.object_at(class, class, "/", 0, parts).ok_or(self.missing)
    }

    /// Adds the planned parts of the object with the address `container` to the known objects, so that references find
    /// them before they are built.
    fn register(&mut self, parts: &[PlannedPart], container: &str) {
        let mut counts: FxHashMap<FeatureId, usize> = FxHashMap::default();
        for part in parts {
            let Some(feature) = part.feature else { continue };
            let count = counts.entry(feature).or_default();
            let at = self.scope.metamodel[feature].many().then_some(*count);
            *count += 1;
            let part_address = address(container, self.scope.metamodel[feature].name(), at);
            self.objects.push((part.class, part_address.clone()));
            self.register(&part.parts, &part_address);
        }
    }

    /// An object at an address, for a feature whose type is `expected`. `None` if it would be too large, or if an
    /// example cannot have one of its required values.
    fn object_at(
        &mut self,
        class: ClassId,
        expected: ClassId,
        address: &str,
        depth: usize,
        plan: &[PlannedPart],
    ) -> Option<Json> {
        if self.objects.len() >= MAX_OBJECTS || depth > MAX_DEPTH {
            return None;
        }
        // A planned part is already known.
        if !self.objects.iter().any(|(_, known)| known == address) {
            self.objects.push((class, address.to_owned()));
        }
        let mut entries = Vec::new();
        if class != expected {
            entries.push(("$type".into(), Json::string(self.scope.qualified_name(class))));
        }
        let metamodel = self.scope.metamodel;
        for feature in self.scope.features(class) {
            let data = &metamodel[feature];
            if metamodel.is_container(feature) || metamodel.is_feature_map(feature) || data.derived {
                continue;
            }
            let member = self.shapes.member(feature);
            let planned: Vec<&PlannedPart> =
                plan.iter().filter(|part| part.feature == Some(feature)).collect();
            let is_necessary = member.is_required || !planned.is_empty();
            if !is_necessary && !self.is_optional_shown(&member, depth) {
                continue;
            }
            let known_count = self.objects.len();
            let value = match planned.as_slice() {
                [] => self.member_value(&member, address, depth),
                planned => self.planned_parts(&member, planned, address, depth),
            };
            if let Some(value) = value {
                entries.push((data.name().to_owned().into(), value));
                continue;
            }
            // Parts of the value are not in the document, so no reference may refer to them.
            self.objects.truncate(known_count);
            if is_necessary {
                // The object is too large, or a target is missing.
                return None;
            }
        }
        Some(Json::map_of(entries))
    }

    /// The planned parts of the object with the address `container` in one of its features, and as many more as it must
    /// have. `None` if an example cannot have one of them.
    fn planned_parts(
        &mut self,
        member: &Member,
        planned: &[&PlannedPart],
        container: &str,
        depth: usize,
    ) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        let (name, is_many) = (metamodel[member.feature].name(), metamodel[member.feature].many());
        let expected_class = metamodel.target(member.feature);
        let place = |at: usize| address(container, name, is_many.then_some(at));
        let mut items = Vec::new();
        for (at, part) in planned.iter().enumerate() {
            items.push(self.object_at(part.class, expected_class, &place(at), depth + 1, &part.parts)?);
        }
        if let Count::List { min, .. } = &member.count {
            for at in items.len()..usize::try_from(*min).ok()? {
                items.push(self.feature_value(member.feature, &member.value, &place(at), depth)?);
            }
        }
        if is_many { Some(Json::List(items)) } else { items.pop() }
    }

    /// Whether an example shows an optional feature: at the root any one, in a part of the root only simple values.
    fn is_optional_shown(&self, member: &Member, depth: usize) -> bool {
        let is_part = matches!(member.value, Value::Object(_) | Value::Choice(_) | Value::Tuple(_));
        // A value that equals the default is not written.
        let has_default = self.scope.metamodel[member.feature].default_literal.is_some();
        self.is_full && !has_default && (depth == 0 || !is_part && depth == 1)
    }

    /// The values of a member in an object with the address `container`; `None` if an example cannot have such values.
    fn member_value(&mut self, member: &Member, container: &str, depth: usize) -> Option<Json> {
        let feature = member.feature;
        match &member.count {
            Count::One => {
                let value_address = address(container, self.scope.metamodel[feature].name(), None);
                self.feature_value(feature, &member.value, &value_address, depth)
            }
            Count::List { min, is_unique, .. } => {
                let count = usize::try_from(*min).ok()?.max(1);
                let mut items = Vec::new();
                for at in 0..count {
                    let value_address = address(container, self.scope.metamodel[feature].name(), Some(at));
                    let item = match member.value {
                        // Only a list of distinct values needs several targets.
                        Value::Reference => self.target(feature, if *is_unique { at } else { 0 })?,
                        _ => self.feature_value(feature, &member.value, &value_address, depth)?,
                    };
                    let is_data = !self.scope.metamodel[feature].is_reference();
                    items.push(if *is_unique && is_data { distinct(item, at) } else { item });
                }
                Some(Json::List(items))
            }
            Count::Map { entries, min, .. } => {
                let (key, value) = (self.shapes.member(entries.key), self.shapes.member(entries.value));
                let count = usize::try_from(*min).ok()?.max(1);
                let mut pairs = Vec::new();
                for at in 0..count {
                    let key = match distinct(self.member_value(&key, container, depth)?, at) {
                        Json::String(text) => text,
                        other => other.line().into(),
                    };
                    pairs.push((key, self.member_value(&value, container, depth)?));
                }
                Some(Json::map_of(pairs))
            }
        }
    }

    /// One value of a feature at an address; `None` if an example cannot have such a value.
    fn feature_value(
        &mut self,
        feature: FeatureId,
        value: &Value,
        address: &str,
        depth: usize,
    ) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        let name = metamodel[feature].name();
        Some(match value {
            Value::Boolean(facets) => one_of(facets).unwrap_or(Json::Bool(true)),
            Value::Integer(facets) => integer(facets),
            Value::Number { facets, .. } | Value::Decimal(facets) => number(facets),
            Value::Character => Json::string("a"),
            Value::Text(facets) if metamodel[feature].is_id() => {
                self.ids += 1;
                text(facets, &format!("{name}-{}", self.ids))
            }
            Value::Text(facets) => text(facets, name),
            Value::Moment => Json::string("2024-02-29T12:30:00Z"),
            Value::Hexadecimal => Json::string("cafe"),
            Value::Base64 => Json::string("yv4="),
            Value::Enum(id) => {
                let literal = metamodel[*id].enum_literals().first()?;
                Json::copy(literal.literal.as_deref().unwrap_or(&literal.name))
            }
            Value::Any { kind, .. } => any_value(*kind, name),
            Value::Reference => self.target(feature, 0)?,
            Value::Object(expected) => {
                let class = self.class_for(*expected)?;
                self.object_at(class, *expected, address, depth + 1, &[])?
            }
            Value::Choice(class) => self.choice_value(*class, address, depth)?,
            Value::Tuple(class) => {
                let tuple = metamodel.tuple(*class)?;
                let mut items = Vec::new();
                for feature in tuple.features {
                    let member = self.shapes.member(feature);
                    items.push(self.member_value(&member, address, depth + 1)?);
                }
                Json::List(items)
            }
        })
    }

    /// The value of the first alternative of a choice, with its name if its values do not show it.
    fn choice_value(&mut self, class: ClassId, address: &str, depth: usize) -> Option<Json> {
        let choice = self.scope.metamodel.choice(class)?;
        let first_alternative = choice.alternatives.first()?;
        let member = self.shapes.member(first_alternative.feature);
        let value = self.member_value(&member, address, depth + 1)?;
        if first_alternative.plain.is_some() {
            return Some(value);
        }
        let name = self.scope.metamodel[first_alternative.feature].name().to_owned();
        Some(Json::map_of(vec![(name.into(), value)]))
    }

    /// The class whose objects need least, among `expected` and its subclasses.
    fn class_for(&self, expected: ClassId) -> Option<ClassId> {
        self.needs.simplest(self.scope, expected)
    }

    /// The address of a target for a reference: of the objects so far that it may refer to, the one with the given
    /// number. If there is no such object and the reference is required, `missing` becomes the class of the lacking
    /// target.
    fn target(&mut self, feature: FeatureId, number: usize) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        let target_class = metamodel.target(feature);
        let mut candidates =
            self.objects.iter().filter(|(class, _)| metamodel.conforms(*class, target_class));
        let target = candidates.nth(number);
        if target.is_none() && self.missing.is_none() && self.scope.is_required(feature) {
            self.missing = self.class_for(target_class);
        }
        target.map(|(_, address)| Json::string(address.clone()))
    }
}

/// The address of a part from that of its container, in the form of EMF: for `books` at position 1 in the root `/`, it
/// is `//@books.1`. `at` is `None` if the feature has only one value.
fn address(container: &str, feature: &str, at: Option<usize>) -> String {
    // The root is `/`, and its parts begin with `//`.
    let position = at.map(|at| format!(".{at}")).unwrap_or_default();
    format!("{container}/@{feature}{position}")
}

/// The first value, if the values are listed.
fn one_of(facets: &Facets) -> Option<Json> {
    facets.values.as_ref()?.first().cloned()
}

/// The first listed integer; otherwise 1, or the bound that is nearest to it.
fn integer(facets: &Facets) -> Json {
    one_of(facets).unwrap_or_else(|| {
        let (low, high) = facets.integers();
        let low = low.unwrap_or(i128::MIN);
        // `clamp` panics if the bounds contradict each other.
        let high = high.unwrap_or(i128::MAX).max(low);
        Json::number(1.clamp(low, high))
    })
}

/// The first listed number; otherwise 1.5, or the bound that is nearest to it. An exclusive bound is passed by 0.5.
fn number(facets: &Facets) -> Json {
    if let Some(listed) = one_of(facets) {
        return listed;
    }
    let bounds = [&facets.minimum, &facets.maximum, &facets.above, &facets.below];
    let [minimum, maximum, above, below] =
        bounds.map(|bound| bound.as_deref().and_then(|digits| digits.parse::<f64>().ok()));
    let smallest = minimum.unwrap_or(f64::MIN).max(above.map_or(f64::MIN, |above| above + 0.5));
    let largest = maximum.unwrap_or(f64::MAX).min(below.map_or(f64::MAX, |below| below - 0.5));
    let number = 1.5_f64.min(largest).max(smallest);
    // `{:?}` writes `2.0` rather than `2`.
    Json::number(format_args!("{number:?}"))
}

/// A text: a listed one, one that matches the first pattern, or the name of the feature with a valid length.
fn text(facets: &Facets, name: &str) -> Json {
    if let Some(value) = one_of(facets) {
        return value;
    }
    if let Some(sample) = facets.patterns.first().and_then(|pattern| pattern::sample(pattern)) {
        return Json::string(sample);
    }
    let (min, max) = (
        length_or_default(facets.min_length, 0).min(MAX_PADDING),
        length_or_default(facets.max_length, usize::MAX),
    );
    let mut text: String = name.chars().take(max).collect();
    text.extend(std::iter::repeat_n('x', min.saturating_sub(text.chars().count())));
    Json::string(text)
}

/// A length of a facet, or the default if there is none or it is too large.
fn length_or_default(length: Option<u64>, default: usize) -> usize {
    length.and_then(|length| usize::try_from(length).ok()).unwrap_or(default)
}

/// A value for a feature that accepts values of several types: the name of the feature, inside of a list or a map if
/// the kind does not accept texts.
fn any_value(kind: AnyKind, feature_name: &str) -> Json {
    let text = Json::string(feature_name.to_owned());
    match kind {
        AnyKind::Collection | AnyKind::Array | AnyKind::Tuple => Json::List(vec![text]),
        AnyKind::Hash => Json::map([("key", text)]),
        _ => text,
    }
}

/// A value that differs from those at other positions, as far as its kind allows that: at position 1, `name` becomes
/// `name2`, and 7 becomes 8.
fn distinct(value: Json, at: usize) -> Json {
    match value {
        Json::String(text) if at > 0 => Json::string(format!("{text}{}", at + 1)),
        Json::Number(digits) if at > 0 => match digits.parse::<i128>() {
            Ok(number) => Json::number(number.saturating_add(i128::try_from(at).unwrap_or_default())),
            Err(_) => Json::Number(digits),
        },
        other => other,
    }
}
