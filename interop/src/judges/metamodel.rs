//! Random metamodels as text of the type language, with attributes of all kinds, parts, references and inheritance.
//!
//! The relations of classes are those of [`CLASSES`]; their features are random. Invariant: the text has no
//! problems, and objects of every concrete class can be created.

use super::composites::Composite;
use super::samples::{Literal, RISKS, are_equal, puppet};
use super::types::{self, ValueType};
use crate::random::Random;
use std::fmt::Write as _;

/// A metamodel.
#[derive(Debug)]
pub(super) struct Metamodel {
    /// The name of its package, which is also part of its namespace.
    pub(super) package: String,
    pub(super) classes: Vec<Class>,
}

#[derive(Debug)]
pub(super) struct Class {
    pub(super) name: &'static str,
    pub(super) is_abstract: bool,
    pub(super) parents: &'static [usize],
    pub(super) features: Vec<Feature>,
}

#[derive(Debug, Clone)]
pub(super) struct Feature {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) min: usize,
    /// The maximum number of values; `None` if it is unbounded.
    pub(super) max: Option<usize>,
    pub(super) default: Option<Literal>,
    pub(super) is_unsettable: bool,
    /// Whether a list may contain a value twice.
    pub(super) allows_twice: bool,
    /// Whether the text declares the number of values in the type: `Array[…]`.
    is_array: bool,
}

/// The kind of a feature's values.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Value(ValueType),
    /// Contained objects of a class.
    Part(usize),
    /// Addresses of objects of a class.
    Reference(usize),
    /// Values of a composite type.
    Composite(Composite),
}

/// The names of the classes, whether they are abstract, and their supertypes.
const CLASSES: [(&str, bool, &[usize]); 7] = [
    ("Root", false, &[]),
    ("Base", true, &[]),
    ("Mixin", true, &[]),
    ("Left", false, &[1]),
    ("Right", false, &[1, 2]),
    ("Leaf", false, &[]),
    ("Twig", false, &[5]),
];
/// The positions of classes in [`CLASSES`].
pub(super) const ROOT: usize = 0;
const BASE: usize = 1;
const LEFT: usize = 3;
const RIGHT: usize = 4;
const LEAF: usize = 5;

impl Feature {
    pub(super) fn is_list(&self) -> bool {
        self.max != Some(1)
    }

    /// Whether an object must set a value.
    pub(super) fn is_required(&self) -> bool {
        // An unsettable feature has its default only if it is set.
        self.min > 0 && (self.default.is_none() || self.is_unsettable)
    }

    pub(super) fn new(name: String, kind: Kind, (min, max): (usize, Option<usize>)) -> Self {
        let (default, is_unsettable, allows_twice, is_array) = (None, false, false, false);
        Self { name, kind, min, max, default, is_unsettable, allows_twice, is_array }
    }
}

/// A random number of values.
fn random_bounds(random: &mut Random) -> (usize, Option<usize>) {
    match random.below(10) {
        0..=3 => (0, Some(1)),
        4..=6 => (1, Some(1)),
        7 => (0, None),
        8 => (1, Some(2)),
        _ => {
            let min = random.below(3);
            (min, random.pick(&[None, Some(min + 1), Some(min + 2)]))
        }
    }
}

impl Metamodel {
    /// The metamodel with a number.
    pub(super) fn random(number: usize, random: &mut Random) -> Self {
        let classes = CLASSES.iter().map(|(name, is_abstract, parents)| Class {
            name,
            is_abstract: *is_abstract,
            parents,
            features: Vec::new(),
        });
        let mut new = Self { package: format!("judged{number}"), classes: classes.collect() };
        let mut next = 0;
        for at in 0..CLASSES.len() {
            for _ in 0..2 + random.below(4) {
                let feature = attribute(next, random);
                new.classes[at].features.push(feature);
                next += 1;
            }
        }
        new.add_references(random);
        new.classes[ROOT].features.extend(composite_features(random));
        new
    }

    fn add_references(&mut self, random: &mut Random) {
        let mut add = |class: usize, name: &str, kind: Kind, bounds| {
            self.classes[class].features.push(Feature::new(name.to_owned(), kind, bounds));
        };
        let few = |random: &mut Random| {
            let min = random.below(3);
            (min, random.pick(&[None, Some(min.max(1) + 1), Some(3)]))
        };
        add(ROOT, "parts", Kind::Part(BASE), few(random));
        add(ROOT, "leaves", Kind::Part(LEAF), few(random));
        add(ROOT, "first", Kind::Part(LEAF), (random.below(2), Some(1)));
        add(BASE, "children", Kind::Part(LEFT), (0, Some(2)));
        add(LEFT, "leaf", Kind::Reference(LEAF), (random.below(2), Some(1)));
        add(RIGHT, "others", Kind::Reference(BASE), few(random));
    }

    /// The features of a class in the order of Ecore: those of its supertypes, then its own.
    pub(super) fn features(&self, class: usize) -> Vec<&Feature> {
        let class = &self.classes[class];
        let inherited = class.parents.iter().flat_map(|parent| self.features(*parent));
        inherited.chain(&class.features).collect()
    }

    /// Whether objects of a class are objects of another one.
    pub(super) fn conforms(&self, class: usize, to: usize) -> bool {
        class == to || self.classes[class].parents.iter().any(|parent| self.conforms(*parent, to))
    }

    /// The concrete classes whose objects a feature may contain.
    pub(super) fn concrete(&self, of: usize) -> Vec<usize> {
        let all = 0..self.classes.len();
        all.filter(|class| !self.classes[*class].is_abstract && self.conforms(*class, of)).collect()
    }

    pub(super) fn uri(&self) -> String {
        format!("urn:example:{}", self.package)
    }

    /// The text of the type language.
    pub(super) fn text(&self) -> String {
        let mut text = format!("package {} {{ uri => '{}', prefix => 'j' }}\n\n", self.package, self.uri());
        for feature in self.classes.iter().flat_map(|class| &class.features) {
            if let Kind::Value(ValueType { declaration: Some(declaration), .. }) = &feature.kind {
                text.push_str(declaration);
            }
        }
        for class in &self.classes {
            let inherits = class.parents.iter().map(|parent| self.classes[*parent].name);
            let inherits = inherits.collect::<Vec<_>>().join(", ");
            let inherits = if inherits.is_empty() { inherits } else { format!(" inherits {inherits}") };
            let word = if class.is_abstract { "abstract type" } else { "type" };
            let _ = writeln!(text, "\n{word} {}{inherits} {{", class.name);
            for feature in &class.features {
                let _ = writeln!(text, "  {}", self.declaration(feature));
            }
            text.push_str("}\n");
        }
        text
    }

    fn declaration(&self, feature: &Feature) -> String {
        let mut settings = Vec::new();
        let bound = |max: Option<usize>| max.map_or_else(|| "unbound".to_owned(), |max| max.to_string());
        let (word, mut ty) = match &feature.kind {
            Kind::Value(ty) => ("attr", ty.text.clone()),
            Kind::Part(class) => ("has", self.classes[*class].name.to_owned()),
            Kind::Composite(ty) if ty.is_map() => return format!("attr {}, {}", feature.name, ty.text()),
            Kind::Composite(ty) => ("attr", ty.text()),
            Kind::Reference(class) => {
                settings.push("containment => false".to_owned());
                ("has", self.classes[*class].name.to_owned())
            }
        };
        if feature.is_array {
            let max = feature.max.map_or_else(|| "default".to_owned(), |max| max.to_string());
            ty = format!("Array[{ty}, {}, {max}]", feature.min);
        } else {
            settings.push(format!("min => {}, max => {}", feature.min, bound(feature.max)));
        }
        settings.extend(feature.default.as_ref().map(|value| match value {
            Literal::Number(digits) => format!("default => {digits}"),
            Literal::Enumerator(spelling, _) => format!("default => '{spelling}'"),
            Literal::Any(value) => format!("default => '{}'", value.text),
            value => format!("default => {}", puppet(value)),
        }));
        settings.extend(feature.is_unsettable.then(|| "unsettable => true".to_owned()));
        settings.extend(feature.allows_twice.then(|| "unique => false".to_owned()));
        format!("{word} {}, {ty} {{ {} }}", feature.name, settings.join(", "))
    }
}

/// How many different values a list can have without a hazard.
fn distinct(feature: &Feature) -> usize {
    let Kind::Value(ty) = &feature.kind else { return 0 };
    let mut values: Vec<&Literal> = Vec::new();
    for sample in ty.legal().into_iter().filter(|sample| !RISKS.contains(&sample.hazard)) {
        if !values.iter().any(|known| are_equal(known, &sample.value)) {
            values.push(&sample.value);
        }
    }
    values.len()
}

fn attribute(number: usize, random: &mut Random) -> Feature {
    let ty = types::any(&format!("Type{number}"), random);
    let legal = ty.legal().into_iter().filter(|sample| sample.hazard != "an integer as a float");
    let legal: Vec<Literal> = legal.map(|sample| sample.value.clone()).collect();
    let mut feature = Feature::new(format!("f{number}"), Kind::Value(ty), random_bounds(random));
    if feature.is_list() {
        // It must be possible to fill a list with different valid values, one more than the maximum of
        // `random_bounds`.
        feature.allows_twice = random.one_in(2) || distinct(&feature) < 5;
        feature.is_array = random.one_in(3);
    } else {
        feature.default = random.one_in(4).then(|| random.choose(&legal).clone());
    }
    feature.is_unsettable = random.one_in(6);
    feature
}

/// Features of the types `Hash`, `Variant`, `Tuple` and `Struct`.
fn composite_features(random: &mut Random) -> Vec<Feature> {
    let mut features: Vec<Feature> = ["map", "table"]
        .iter()
        .map(|name| {
            Feature::new((*name).to_owned(), Kind::Composite(Composite::random_map(random)), (0, None))
        })
        .collect();
    for name in ["choice", "variant"] {
        let kind = Kind::Composite(Composite::random_choice(random));
        features.push(Feature::new(name.to_owned(), kind, (random.below(2), Some(1))));
    }
    let kind = Kind::Composite(Composite::random_row(random));
    features.push(Feature::new("row".to_owned(), kind, (random.below(2), Some(1))));
    let kind = Kind::Composite(Composite::random_record(random));
    features.push(Feature::new("record".to_owned(), kind, (random.below(2), Some(1))));
    features
}
