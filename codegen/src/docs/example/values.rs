//! Objects of examples as ordinary JSON, from the forms of features.
//!
//! Invariants: objects are nested and counted up to a limit; two values of an identifier differ. This module does not
//! know whether the result is valid.

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
const MAX_DEPTH: usize = 8;

/// Makes one object with its parts.
pub(super) struct ObjectMaker<'e, 's, 'm> {
    scope: &'e Scope<'m>,
    shapes: &'e mut Shapes<'s, 'm>,
    /// Whether the root has everything that it can have.
    is_full: bool,
    /// The class of each object so far and of each planned part of the root, and its address in the document.
    objects: Vec<(ClassId, String)>,
    /// The classes of the parts of the root in some of its features.
    plan: FxHashMap<FeatureId, Vec<ClassId>>,
    /// The class of the first target that a required reference lacks.
    missing: Option<ClassId>,
    /// The number of values of identifiers so far.
    ids: usize,
}

impl<'e, 's, 'm> ObjectMaker<'e, 's, 'm> {
    pub(super) fn new(scope: &'e Scope<'m>, shapes: &'e mut Shapes<'s, 'm>, is_full: bool) -> Self {
        Self {
            scope,
            shapes,
            is_full,
            objects: Vec::new(),
            plan: FxHashMap::default(),
            missing: None,
            ids: 0,
        }
    }

    /// An object of a class with parts of other classes. The error is the class of the target that a required reference
    /// lacks, or `None` if the object would be too large.
    pub(super) fn object(mut self, class: ClassId, parts: &[ClassId]) -> Result<Json, Option<ClassId>> {
        parts.iter().for_each(|part| self.add_to_plan(class, *part));
        self.part(class, class, "/", 0).ok_or(self.missing)
    }

    /// Plans a part of the root, in its first feature that has a place for it.
    fn add_to_plan(&mut self, root: ClassId, part: ClassId) {
        let metamodel = self.scope.metamodel;
        let place = self.scope.features(root).into_iter().find(|id| {
            let is_free = metamodel[*id].many() || !self.plan.contains_key(id);
            metamodel[*id].is_containment() && is_free && metamodel.conforms(part, metamodel.target(*id))
        });
        let Some(feature) = place else { return };
        let planned = self.plan.entry(feature).or_default();
        let at = metamodel[feature].many().then_some(planned.len());
        planned.push(part);
        self.objects.push((part, address("/", metamodel[feature].name(), at)));
    }

    /// An object at an address, for a feature whose type is `expected`.
    fn part(&mut self, class: ClassId, expected: ClassId, address: &str, depth: usize) -> Option<Json> {
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
            let planned = self.plan.get(&feature).filter(|_| depth == 0).cloned();
            if planned.is_none() && !member.is_required && !self.is_shown(&member, depth) {
                continue;
            }
            let is_necessary = member.is_required || planned.is_some();
            let known = self.objects.len();
            let value = match planned {
                Some(classes) => self.planned(feature, &classes, address),
                None => self.member(&member, address, depth),
            };
            if value.is_none() {
                // What was made of the value is not in the document, so nothing may refer to it.
                self.objects.truncate(known);
            }
            match value {
                Some(value) => entries.push((data.name().to_owned().into(), value)),
                // The object is too large, or a target is missing.
                None if is_necessary => return None,
                None => {}
            }
        }
        Some(Json::map_of(entries))
    }

    /// The planned parts of the root in one of its features.
    fn planned(&mut self, feature: FeatureId, classes: &[ClassId], root: &str) -> Option<Json> {
        let (name, is_many) = (self.scope.metamodel[feature].name(), self.scope.metamodel[feature].many());
        let expected = self.scope.metamodel.target(feature);
        let mut items = Vec::new();
        for (at, class) in classes.iter().enumerate() {
            items.push(self.part(*class, expected, &address(root, name, is_many.then_some(at)), 1)?);
        }
        if is_many { Some(Json::List(items)) } else { items.pop() }
    }

    /// Whether an object has a feature that it need not have.
    fn is_shown(&self, member: &Member, depth: usize) -> bool {
        let is_part = matches!(member.value, Value::Object(_) | Value::Choice(_) | Value::Tuple(_));
        // A value that equals the default is not written.
        let has_default = self.scope.metamodel[member.feature].default_literal.is_some();
        self.is_full && !has_default && (depth == 0 || !is_part && depth == 1)
    }

    /// The values of a member in an object with the address `container`; `None` if an example cannot have such values.
    fn member(&mut self, member: &Member, container: &str, depth: usize) -> Option<Json> {
        let feature = member.feature;
        match &member.count {
            Count::One => {
                let place = address(container, self.scope.metamodel[feature].name(), None);
                self.value(feature, &member.value, &place, depth)
            }
            Count::List { min, is_unique, .. } => {
                let count = usize::try_from(*min).ok()?.max(1);
                let mut items = Vec::new();
                for at in 0..count {
                    let place = address(container, self.scope.metamodel[feature].name(), Some(at));
                    let item = self.value(feature, &member.value, &place, depth)?;
                    items.push(if *is_unique { distinct(item, at) } else { item });
                }
                Some(Json::List(items))
            }
            Count::Map { entries, min, .. } => {
                let (key, value) = (self.shapes.member(entries.key), self.shapes.member(entries.value));
                let count = usize::try_from(*min).ok()?.max(1);
                let mut pairs = Vec::new();
                for at in 0..count {
                    let key = match distinct(self.member(&key, container, depth)?, at) {
                        Json::String(text) => text,
                        other => other.line().into(),
                    };
                    pairs.push((key, self.member(&value, container, depth)?));
                }
                Some(Json::map_of(pairs))
            }
        }
    }

    /// One value of a feature at the address `place`; `None` if an example cannot have such a value.
    fn value(&mut self, feature: FeatureId, value: &Value, place: &str, depth: usize) -> Option<Json> {
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
            Value::Any { kind, .. } => any(*kind, name),
            Value::Reference => self.target(feature)?,
            Value::Object(expected) => {
                let class = self.class_for(*expected)?;
                self.part(class, *expected, place, depth + 1)?
            }
            Value::Choice(class) => self.choice(*class, place, depth)?,
            Value::Tuple(class) => {
                let tuple = metamodel.tuple(*class)?;
                let mut items = Vec::new();
                for feature in tuple.features {
                    let member = self.shapes.member(feature);
                    items.push(self.member(&member, place, depth + 1)?);
                }
                Json::List(items)
            }
        })
    }

    /// The value of the first alternative of a choice, with its name if its values do not show it.
    fn choice(&mut self, class: ClassId, address: &str, depth: usize) -> Option<Json> {
        let choice = self.scope.metamodel.choice(class)?;
        let first = choice.alternatives.first()?;
        let member = self.shapes.member(first.feature);
        let value = self.member(&member, address, depth + 1)?;
        if first.plain.is_some() {
            return Some(value);
        }
        let name = self.scope.metamodel[first.feature].name().to_owned();
        Some(Json::map_of(vec![(name.into(), value)]))
    }

    /// The class itself if it has objects, else its first subclass that has.
    pub(super) fn class_for(&self, expected: ClassId) -> Option<ClassId> {
        if !self.scope.is_abstract(expected) {
            return Some(expected);
        }
        self.scope.concrete(expected).first().copied()
    }

    /// The address of an object so far to which a reference may lead.
    fn target(&mut self, feature: FeatureId) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        let expected = metamodel.target(feature);
        let found = self.objects.iter().find(|(class, _)| metamodel.conforms(*class, expected));
        if found.is_none() && self.missing.is_none() && self.scope.is_required(feature) {
            self.missing = self.class_for(expected);
        }
        found.map(|(_, address)| Json::string(address.clone()))
    }
}

/// The address of a part from that of its container, in the form of EMF.
fn address(container: &str, feature: &str, at: Option<usize>) -> String {
    // The root is `/`, and its parts begin with `//`.
    let position = at.map(|at| format!(".{at}")).unwrap_or_default();
    format!("{container}/@{feature}{position}")
}

/// The first value, if the values are listed.
fn one_of(facets: &Facets) -> Option<Json> {
    facets.values.as_ref()?.first().cloned()
}

fn integer(facets: &Facets) -> Json {
    one_of(facets).unwrap_or_else(|| {
        let (low, high) = facets.integers();
        Json::number(
            1.clamp(low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX).max(low.unwrap_or(i128::MIN))),
        )
    })
}

fn number(facets: &Facets) -> Json {
    let bounds = [&facets.minimum, &facets.maximum, &facets.above, &facets.below];
    let [minimum, maximum, above, below] =
        bounds.map(|bound| bound.as_deref().and_then(|digits| digits.parse().ok()));
    let low = minimum.into_iter().chain(above.map(|bound: f64| bound + 0.5)).fold(f64::MIN, f64::max);
    let high = maximum.into_iter().chain(below.map(|bound: f64| bound - 0.5)).fold(f64::MAX, f64::min);
    one_of(facets).unwrap_or_else(|| Json::number(format_args!("{:?}", 1.5_f64.min(high).max(low))))
}

/// A text: a listed one, one that matches the first pattern, or the name of the feature with a valid length.
fn text(facets: &Facets, name: &str) -> Json {
    if let Some(value) = one_of(facets) {
        return value;
    }
    if let Some(sample) = facets.patterns.first().and_then(|pattern| pattern::sample(pattern)) {
        return Json::string(sample);
    }
    let limit =
        |length: Option<u64>, other| length.and_then(|length| usize::try_from(length).ok()).unwrap_or(other);
    let (min, max) = (limit(facets.min_length, 0).min(1_000), limit(facets.max_length, usize::MAX));
    let mut text: String = name.chars().take(max).collect();
    text.extend(std::iter::repeat_n('x', min.saturating_sub(text.chars().count())));
    Json::string(text)
}

fn any(kind: AnyKind, name: &str) -> Json {
    match kind {
        AnyKind::Collection | AnyKind::Array | AnyKind::Tuple => Json::List(vec![Json::copy(name)]),
        AnyKind::Hash => Json::map([("key", Json::copy(name))]),
        _ => Json::copy(name),
    }
}

/// A value that differs from those at other positions, as far as its kind allows that.
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
