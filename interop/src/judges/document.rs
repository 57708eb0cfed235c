//! Random documents of a metamodel: valid values at the limits, with at most two hazards.
//!
//! Invariant: each hazard is recorded with the verdict of the declaration, so that the verdict on a document
//! is known before any judge runs. Hazards are independent: none of them hides another.

use super::composites::Notations;
use super::metamodel::{Feature, Kind, Metamodel, ROOT};
use super::samples::{Literal, NULL, PLAIN, RISKS, Sample, Trial, are_equal};
use super::types::ValueType;
use crate::random::Random;

/// An object of a document.
#[derive(Debug)]
pub(super) struct Object {
    class: usize,
    pub(super) class_name: &'static str,
    pub(super) slots: Vec<(Feature, Content)>,
    /// Values with names that are not features.
    pub(super) unknown: Vec<(String, Literal)>,
}

/// The content of a feature.
#[derive(Debug)]
pub(super) enum Content {
    Value(Literal),
    Parts(Vec<Object>),
    Addresses(Vec<String>),
    Composite(Notations),
}

/// A document with its hazards.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) root: Object,
    pub(super) trials: Vec<Trial>,
}

impl Document {
    pub(super) fn random(metamodel: &Metamodel, random: &mut Random) -> Self {
        let hazards = random.below(3);
        let mut maker = Maker { metamodel, random, trials: Vec::new(), hazards, depth: 0 };
        let mut root = maker.object(ROOT);
        let mut objects = Vec::new();
        addresses(&root, "/", &mut objects);
        maker.refer(&mut root, &objects);
        maker.add_composites(&mut root);
        let trials = maker.trials;
        Self { root, trials }
    }

    /// Whether the declarations allow all hazards of the document.
    pub(super) fn is_legal(&self) -> bool {
        self.trials.iter().all(|trial| trial.legal)
    }

    pub(super) fn is_in_xmi(&self) -> bool {
        self.trials.iter().all(|trial| trial.in_xmi)
    }
}

/// The addresses of an object and its contents, with their classes.
fn addresses(object: &Object, address: &str, found: &mut Vec<(usize, String)>) {
    found.push((object.class, address.to_owned()));
    for (feature, content) in &object.slots {
        let Content::Parts(parts) = content else { continue };
        for (at, part) in parts.iter().enumerate() {
            let position = if feature.is_list() { format!(".{at}") } else { String::new() };
            addresses(part, &format!("{address}/@{}{position}", feature.name), found);
        }
    }
}

struct Maker<'m, 'r> {
    metamodel: &'m Metamodel,
    random: &'r mut Random,
    trials: Vec<Trial>,
    /// The number of hazards that may still be added.
    hazards: usize,
    depth: usize,
}

impl Maker<'_, '_> {
    /// Whether to add a hazard here, which is rare.
    fn tries(&mut self, rarity: usize) -> bool {
        self.hazards > 0 && self.random.one_in(rarity)
    }

    fn note(&mut self, hazard: &'static str, legal: bool, in_xmi: bool) {
        self.hazards = self.hazards.saturating_sub(1);
        self.trials.push(Trial { hazard, legal, in_xmi });
    }

    fn object(&mut self, class: usize) -> Object {
        let class_name = self.metamodel.classes[class].name;
        let mut object = Object { class, class_name, slots: Vec::new(), unknown: Vec::new() };
        for feature in self.metamodel.features(class) {
            let content = match &feature.kind {
                Kind::Value(ty) => self.values(feature, ty),
                Kind::Part(class) => self.parts(feature, *class),
                Kind::Reference(_) => Some(Content::Addresses(Vec::new())),
                Kind::Composite(_) => None,
            };
            object.slots.extend(content.map(|content| (feature.clone(), content)));
        }
        if self.tries(60) {
            object.unknown.push(("unknown".to_owned(), Literal::Number("0".to_owned())));
            self.note("a key that is not a feature", false, true);
        }
        object
    }

    fn values(&mut self, feature: &Feature, ty: &ValueType) -> Option<Content> {
        if self.tries(8) {
            let tried =
                if feature.is_list() { self.odd_list(feature, ty) } else { self.odd_value(feature, ty) };
            return tried.map(Content::Value);
        }
        if !feature.is_list() {
            let is_absent = !feature.is_required() && self.random.one_in(3);
            return (!is_absent).then(|| Content::Value(self.legal(ty).value));
        }
        let (min, max) = (feature.min, feature.max.unwrap_or(feature.min + 2));
        let count = self.random.pick(&[min, max]);
        if count == 0 && self.random.one_in(2) {
            return None;
        }
        Some(Content::Value(Literal::List(self.legal_values(feature, ty, count))))
    }

    /// A random valid value, which is often zero or at a limit.
    fn legal(&mut self, ty: &ValueType) -> Sample {
        let legal = ty.legal();
        // Risky values are only used as hazards, so that they are counted.
        let plain: Vec<&&Sample> = legal.iter().filter(|sample| !RISKS.contains(&sample.hazard)).collect();
        (**self.random.pick(&plain)).clone()
    }

    /// A number of valid values. No two of them are equal, unless the feature allows that.
    fn legal_values(&mut self, feature: &Feature, ty: &ValueType, count: usize) -> Vec<Literal> {
        let mut values: Vec<Literal> = Vec::new();
        let mut left = 200;
        while values.len() < count && left > 0 {
            left -= 1;
            let value = self.legal(ty).value;
            if feature.allows_twice || !values.iter().any(|known| are_equal(known, &value)) {
                values.push(value);
            }
        }
        values
    }

    fn odd_value(&mut self, feature: &Feature, ty: &ValueType) -> Option<Literal> {
        let has_default = feature.default.is_some();
        match self.random.below(6) {
            0 => {
                let legal = !feature.is_required();
                let hazard = if has_default && !legal { "a default that was not set" } else { "no value" };
                self.note(hazard, legal, true);
                None
            }
            1 => {
                let (hazard, legal) = match (feature.is_unsettable, has_default, ty.holds_null()) {
                    (true, ..) => ("null for an unsettable value", feature.min == 0),
                    (false, true, true) if ty.is_any() || ty.is_optional_number() => (
                        "null beside the default of an optional number or a value of any kind",
                        feature.min == 0,
                    ),
                    (false, true, true) => ("null beside a default", feature.min == 0),
                    // A required number that is null has its default.
                    (false, true, false) if feature.min > 0 => {
                        ("null for a required number with a default", true)
                    }
                    (false, true, false) => ("null for a number with a default", true),
                    (false, false, _) if ty.has_null() => ("null for a value of any kind", feature.min == 0),
                    (false, false, _) => ("null for a value", feature.min == 0),
                };
                // A value that XMI omits has its default.
                self.note(hazard, legal, !has_default);
                Some(Literal::Null)
            }
            // A list may be a value of any kind.
            2 if !ty.is_any() => {
                self.note("a list for a value", false, false);
                Some(Literal::List(vec![self.legal(ty).value]))
            }
            _ => Some(self.sample(ty).value),
        }
    }

    /// A value that is invalid, or valid and risky.
    fn sample(&mut self, ty: &ValueType) -> Sample {
        let risky = ty.legal().into_iter().filter(|sample| sample.hazard != PLAIN);
        let odd: Vec<&Sample> = risky.chain(ty.illegal()).collect();
        let sample = (*self.random.choose(&odd)).clone();
        self.note(sample.hazard, sample.legal, sample.in_xmi);
        sample
    }

    fn odd_list(&mut self, feature: &Feature, ty: &ValueType) -> Option<Literal> {
        let min = feature.min;
        match self.random.below(8) {
            0 => {
                self.note("no list", min == 0, true);
                None
            }
            1 => {
                self.note("an empty list", min == 0, true);
                Some(Literal::List(Vec::new()))
            }
            2 => {
                let hazard = if min == 0 { "null for a list" } else { "null for a list that needs values" };
                self.note(hazard, false, false);
                Some(Literal::Null)
            }
            3 if feature.max.is_some() => {
                let count = feature.max.unwrap_or(0) + 1;
                self.note("too many values", false, true);
                Some(Literal::List(self.legal_values(feature, ty, count)))
            }
            4 if min > 1 => {
                self.note("too few values", false, true);
                Some(Literal::List(self.legal_values(feature, ty, min - 1)))
            }
            5 if !ty.is_any() => {
                self.note("a value for a list", false, false);
                Some(self.legal(ty).value)
            }
            6 => {
                let mut values = self.legal_values(feature, ty, min.max(1));
                if ty.has_null() {
                    self.note("null in a list of values of any kind", true, true);
                    values[0] = Literal::Any(&NULL);
                    return Some(Literal::List(values));
                }
                values[0] = Literal::Null;
                let is_optional = ty.text.starts_with("Optional");
                let hazard = if is_optional { "null in a list of optional values" } else { "null in a list" };
                self.note(hazard, false, true);
                Some(Literal::List(values))
            }
            _ => Some(Literal::List(self.odd_items(feature, ty))),
        }
    }

    /// A list with the maximum number of values, one of which is unusual or a duplicate.
    fn odd_items(&mut self, feature: &Feature, ty: &ValueType) -> Vec<Literal> {
        let count = feature.min.max(1);
        let mut values = self.legal_values(feature, ty, count);
        let has_room = feature.max.is_none_or(|max| max > count);
        if has_room && self.random.one_in(3) {
            values.push(values[0].clone());
            self.note("a value twice", feature.allows_twice, true);
            return values;
        }
        let sample = self.sample(ty).value;
        if feature.allows_twice || !values[1..].iter().any(|known| are_equal(known, &sample)) {
            values[0] = sample;
        } else {
            // The value that equals the new one is replaced.
            values.retain(|known| !are_equal(known, &sample));
            values.insert(0, sample);
            values.extend(self.replacement(feature, ty, &values, count));
        }
        values
    }

    /// Additional valid values, so that there are `count`.
    fn replacement(
        &mut self,
        feature: &Feature,
        ty: &ValueType,
        have: &[Literal],
        count: usize,
    ) -> Vec<Literal> {
        let more = self.legal_values(feature, ty, count + have.len());
        let more = more.into_iter().filter(|value| !have.iter().any(|known| are_equal(known, value)));
        more.take(count.saturating_sub(have.len())).collect()
    }

    fn parts(&mut self, feature: &Feature, class: usize) -> Option<Content> {
        let max = feature.max.unwrap_or(feature.min + 2);
        if self.tries(8) {
            return self.odd_parts(feature, class, max);
        }
        let count = if self.depth > 1 { feature.min } else { self.random.pick(&[feature.min, max]) };
        if count == 0 {
            return None;
        }
        Some(Content::Parts(self.some_parts(class, count)))
    }

    fn some_parts(&mut self, class: usize, count: usize) -> Vec<Object> {
        self.depth += 1;
        let classes = self.metamodel.concrete(class);
        let parts = (0..count).map(|_| {
            let class = self.random.pick(&classes);
            self.object(class)
        });
        let parts = parts.collect();
        self.depth -= 1;
        parts
    }

    fn odd_parts(&mut self, feature: &Feature, class: usize, max: usize) -> Option<Content> {
        match self.random.below(4) {
            0 => {
                self.note(
                    if feature.is_list() { "no list of objects" } else { "no object" },
                    feature.min == 0,
                    true,
                );
                None
            }
            1 => {
                match feature.is_list() {
                    true if feature.min > 0 => self.note("null for a list that needs values", false, false),
                    true => self.note("null for a list", false, false),
                    false => self.note("null for an object", feature.min == 0, true),
                }
                Some(Content::Value(Literal::Null))
            }
            2 if feature.is_list() => self.miscounted(feature, class, max),
            _ => {
                let others = self.wrong_classes(class);
                let wrong = self.random.pick(&others);
                let hazard = if self.metamodel.classes[wrong].is_abstract {
                    "an object of an abstract class"
                } else {
                    "an object of another class"
                };
                self.note(hazard, false, true);
                let mut parts = self.some_parts(class, feature.min.saturating_sub(1));
                self.depth += 1;
                parts.push(self.object(wrong));
                self.depth -= 1;
                Some(Content::Parts(parts))
            }
        }
    }

    /// Too many or too few objects.
    fn miscounted(&mut self, feature: &Feature, class: usize, max: usize) -> Option<Content> {
        let (hazard, count) = match feature.min {
            0 | 1 if feature.max.is_none() => ("too few objects", 0),
            min if min > 0 && self.random.one_in(2) => ("too few objects", min - 1),
            _ if feature.max.is_some() => ("too many objects", max + 1),
            min => ("too few objects", min - 1),
        };
        let legal = count >= feature.min && feature.max.is_none_or(|max| count <= max);
        self.note(hazard, legal, true);
        Some(Content::Parts(self.some_parts(class, count)))
    }

    /// Classes whose objects a containment cannot contain. `Root` is not included, because it requires contents.
    fn wrong_classes(&self, class: usize) -> Vec<usize> {
        let all = 1..self.metamodel.classes.len();
        let fits = |other: usize| {
            self.metamodel.conforms(other, class) && !self.metamodel.classes[other].is_abstract
        };
        all.filter(|other| !fits(*other)).collect()
    }

    /// Adds the values of composite types, which come last.
    fn add_composites(&mut self, root: &mut Object) {
        for feature in self.metamodel.features(root.class) {
            let Kind::Composite(ty) = &feature.kind else { continue };
            if !feature.is_required() && self.random.one_in(3) {
                continue;
            }
            let (value, tried) = ty.value(&feature.name, self.random);
            self.trials.extend(tried);
            root.slots.push((feature.clone(), Content::Composite(value)));
        }
    }

    /// Sets the addresses of references, now that all objects exist.
    fn refer(&mut self, object: &mut Object, objects: &[(usize, String)]) {
        for at in 0..object.slots.len() {
            let (feature, content) = &mut object.slots[at];
            match content {
                Content::Parts(parts) => parts.iter_mut().for_each(|part| self.refer(part, objects)),
                Content::Addresses(addresses) => {
                    if let Kind::Reference(class) = feature.kind {
                        *addresses = self.addresses(feature, class, objects);
                    }
                }
                Content::Value(_) | Content::Composite(_) => {}
            }
        }
        object.slots.retain(|(_, content)| !matches!(content, Content::Addresses(list) if list.is_empty()));
    }

    fn addresses(&mut self, feature: &Feature, class: usize, objects: &[(usize, String)]) -> Vec<String> {
        let fitting = objects.iter().filter(|(other, _)| self.metamodel.conforms(*other, class));
        let mut fitting: Vec<String> = fitting.map(|(_, address)| address.clone()).collect();
        let max = feature.max.unwrap_or(feature.min + 2);
        let mut count = self.random.pick(&[feature.min, max]);
        if self.tries(4) {
            match self.random.below(4) {
                0 => {
                    self.note("a reference to nothing", false, true);
                    return [vec!["//@parts.99".to_owned()], fitting]
                        .concat()
                        .into_iter()
                        .take(feature.min.max(1))
                        .collect();
                }
                1 => {
                    self.note("a reference to another class", false, true);
                    return [vec!["/".to_owned()], fitting]
                        .concat()
                        .into_iter()
                        .take(feature.min.max(1))
                        .collect();
                }
                2 if feature.is_list() && feature.max.is_some() => count = max + 1,
                _ => count = feature.min.saturating_sub(1),
            }
        }
        // There may be fewer objects than the minimum.
        let mut chosen = Vec::new();
        while chosen.len() < count && !fitting.is_empty() {
            let at = self.random.below(fitting.len());
            chosen.push(fitting.remove(at));
        }
        if chosen.is_empty() && feature.min > 0 {
            self.note("no reference", false, true);
        } else if chosen.len() < feature.min {
            self.note("too few references", false, true);
        } else if feature.max.is_some_and(|max| chosen.len() > max) {
            self.note("too many references", false, true);
        }
        chosen
    }
}
