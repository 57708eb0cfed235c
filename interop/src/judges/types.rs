//! Types of attributes, each with values at its limits and just beyond them.
//!
//! Invariant: the validity of a value follows from the declaration alone, as the documentation of the
//! language defines it, not from the verdict of any judge. This module does not know features or documents.

use super::rich;
use super::samples::{self, Literal, Sample};
use crate::random::Random;

/// The type of an attribute.
#[derive(Debug, Clone)]
pub(super) struct ValueType {
    /// Its text in the declaration of an attribute.
    pub(super) text: String,
    /// Additional declarations that the text refers to.
    pub(super) declaration: Option<String>,
    pub(super) samples: Vec<Sample>,
}

impl ValueType {
    fn of(text: impl Into<String>, samples: Vec<Sample>) -> Self {
        Self { text: text.into(), declaration: None, samples }
    }

    /// A type that has a name of its own.
    fn named(name: &str, declaration: String, samples: Vec<Sample>) -> Self {
        Self { text: name.to_owned(), declaration: Some(declaration), samples }
    }

    /// The valid values.
    pub(super) fn legal(&self) -> Vec<&Sample> {
        self.samples.iter().filter(|sample| sample.legal).collect()
    }

    /// Whether values are of any kind.
    pub(super) fn is_any(&self) -> bool {
        self.samples.iter().any(|sample| matches!(sample.value, Literal::Any(_)))
    }

    /// Whether null is one of the values, as in a list.
    pub(super) fn has_null(&self) -> bool {
        let text = self.declaration.as_deref().unwrap_or(&self.text);
        let word = text.split_whitespace().last().unwrap_or_default();
        self.is_any() && ["Data", "RichData", "Any"].contains(&word)
    }

    /// Whether the feature can be null in a model: numbers, booleans and literals cannot be null.
    pub(super) fn holds_null(&self) -> bool {
        let is_text = |sample: &&Sample| matches!(sample.value, Literal::Text(_) | Literal::Any(_));
        self.text.starts_with("Optional")
            || ["Number", "EBigInteger"].contains(&self.text.as_str())
            || self.legal().first().is_some_and(is_text)
    }

    /// Whether values are numbers or booleans, or null.
    pub(super) fn is_optional_number(&self) -> bool {
        let is_text = |sample: &&Sample| matches!(sample.value, Literal::Text(_) | Literal::Any(_));
        self.text.starts_with("Optional") && !self.legal().first().is_some_and(is_text)
    }

    /// The invalid values.
    pub(super) fn illegal(&self) -> Vec<&Sample> {
        self.samples.iter().filter(|sample| !sample.legal).collect()
    }
}

/// A random type; `name` can be used for a declaration that the type needs.
pub(super) fn any(name: &str, random: &mut Random) -> ValueType {
    match random.below(32) {
        22..=28 => {
            let form = random.choose(&rich::FORMS);
            ValueType::of(form.ty, rich::of_form(form))
        }
        29 => {
            let value = random.one_in(2);
            ValueType::of(format!("Boolean[{value}]"), rich::one_boolean(value))
        }
        30 => {
            let (text, has_maps) = random.pick(&[("Array", false), ("Tuple", false), ("Hash", true)]);
            ValueType::of(text, rich::collections(has_maps))
        }
        31 => match random.below(4) {
            0 => ValueType::of("EBigInteger", rich::big_integers()),
            1 => ValueType::of("Optional[Boolean]", samples::booleans()),
            2 => ValueType::of("Optional[Timestamp]", samples::timestamps()),
            _ => ValueType::of("Numeric", samples::numbers()),
        },
        0 => ValueType::of("Integer", samples::integers(None, None)),
        1..=3 => integer_range(random),
        4 => ValueType::of("Float", samples::floats(None, None)),
        5 | 6 => float_range(random),
        7 => ValueType::of("Number", samples::numbers()),
        8 => ValueType::of("String", samples::texts(0, None)),
        9 | 10 => string_range(random),
        11 => strings(random),
        12 => pattern(random),
        13 => ValueType::of("Boolean", samples::booleans()),
        14 => ValueType::of("Timestamp", samples::timestamps()),
        15 => enumeration(name, random),
        16 => ValueType::of("enum[zero, one]", samples::literals(&[("zero", "zero"), ("one", "one")])),
        17 => alias(name, random),
        18 => small(random),
        19 | 20 => any_kind(name, random),
        _ => facets(name, random),
    }
}

/// Two bounds around zero or away from zero; either may be missing.
fn bounds(random: &mut Random) -> (Option<i64>, Option<i64>) {
    let low = random.pick(&[-5, -1, 0, 1, 5]);
    let high = low + random.pick(&[0, 1, 5]);
    match random.below(4) {
        0 => (Some(low), None),
        1 => (None, Some(high)),
        _ => (Some(low), Some(high)),
    }
}

fn bound_text<T: ToString>(bound: Option<T>) -> String {
    bound.map_or_else(|| "default".to_owned(), |bound| bound.to_string())
}

fn integer_text((low, high): (Option<i64>, Option<i64>)) -> String {
    match high {
        None => format!("Integer[{}]", bound_text(low)),
        Some(high) => format!("Integer[{}, {high}]", bound_text(low)),
    }
}

fn integer_range(random: &mut Random) -> ValueType {
    let bounds = bounds(random);
    let text = integer_text(bounds);
    let text = if random.one_in(4) { format!("Optional[{text}]") } else { text };
    ValueType::of(text, samples::integers(bounds.0, bounds.1))
}

fn float_range(random: &mut Random) -> ValueType {
    let low = random.pick(&[-1.5, 0.0, 0.5]);
    let high = low + random.pick(&[0.5, 1.0, 100.0]);
    let (low, high) = match random.below(4) {
        0 => (Some(low), None),
        1 => (None, Some(high)),
        _ => (Some(low), Some(high)),
    };
    let shown = |bound: Option<f64>| bound.map_or_else(|| "default".to_owned(), |bound| format!("{bound:?}"));
    let text = match high {
        None => format!("Float[{}]", shown(low)),
        Some(_) => format!("Float[{}, {}]", shown(low), shown(high)),
    };
    ValueType::of(text, samples::floats(low, high))
}

fn string_range(random: &mut Random) -> ValueType {
    let min = random.below(4);
    let max = min + random.below(4);
    if min > 0 && random.one_in(3) {
        ValueType::of(format!("String[{min}]"), samples::texts(min, None))
    } else {
        let max = max.max(1);
        ValueType::of(format!("String[{min}, {max}]"), samples::texts(min, Some(max)))
    }
}

fn strings(random: &mut Random) -> ValueType {
    let lists: [&[&str]; 4] = [&["a", "b"], &["", "a"], &["0", "two words", "\u{c4}"], &["x"]];
    let words = random.pick(&lists);
    let list: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    ValueType::of(format!("Enum[{}]", list.join(", ")), samples::words(words))
}

/// Regular expressions, with texts that match and texts that do not match.
const PATTERNS: [(&str, &[&str], &[&str]); 6] = [
    (r"/\A[a-z]+\z/", &["a", "abc"], &["", "A", "a b", "a1", "ab\n"]),
    (r"/b/", &["b", "abc", "a\nb"], &["", "B", "ac"]),
    (r"/\A\d{2}\z/", &["00", "42"], &["", "0", "000", "a1", "\u{664}\u{662}"]),
    (r"/\A\w*\z/", &["", "_", "a1"], &["-", "a b", "\u{e4}"]),
    (r"/\A(a|b)?\z/", &["", "a", "b"], &["ab", "c", "a "]),
    (r"/^x$/, /\A[^y]\z/", &["x", "a", "\u{e4}"], &["y", "", "xx"]),
];

fn pattern(random: &mut Random) -> ValueType {
    let (expressions, legal, illegal) = random.pick(&PATTERNS);
    ValueType::of(format!("Pattern[{expressions}]"), samples::matches(legal, illegal))
}

fn enumeration(name: &str, random: &mut Random) -> ValueType {
    let (text, literals): (&str, &[(&str, &str)]) = match random.below(3) {
        0 => (
            "none, some as 'some of it', all = 10",
            &[("none", "none"), ("some of it", "some"), ("all", "all")],
        ),
        1 => ("off = 0, on = 1", &[("off", "off"), ("on", "on")]),
        _ => ("first = 5, second", &[("first", "first"), ("second", "second")]),
    };
    ValueType::named(name, format!("enum {name} {{ {text} }}\n"), samples::literals(literals))
}

fn alias(name: &str, random: &mut Random) -> ValueType {
    let bounds = bounds(random);
    let text = integer_text(bounds);
    ValueType::named(name, format!("type {name} = {text}\n"), samples::integers(bounds.0, bounds.1))
}

/// Ecore's smaller integers.
fn small(random: &mut Random) -> ValueType {
    let (text, low, high) = random.pick(&[
        ("EInt", i64::from(i32::MIN), i64::from(i32::MAX)),
        ("EShort", i64::from(i16::MIN), i64::from(i16::MAX)),
        ("EByte", -128, 127),
    ]);
    ValueType::of(text, samples::integers(Some(low), Some(high)))
}

/// A data type that restricts another one with facets.
fn facets(name: &str, random: &mut Random) -> ValueType {
    let (text, samples) = match random.below(3) {
        0 => (
            "base => Integer[0, 150], facets => { minInclusive => 18 }",
            samples::integers(Some(18), Some(150)),
        ),
        1 => (
            "base => Integer, facets => { minExclusive => 0, maxExclusive => 2 }",
            samples::integers(Some(1), Some(1)),
        ),
        _ => ("base => String, facets => { length => 2 }", samples::texts(2, Some(2))),
    };
    let mut samples = samples;
    samples::beyond_facets(&mut samples);
    ValueType::named(name, format!("datatype {name} {{ {text} }}\n"), samples)
}

/// A type of values of any kind, or an alias of one.
fn any_kind(name: &str, random: &mut Random) -> ValueType {
    let (text, has_scalars, has_collections) = random.pick(&[
        ("Data", true, true),
        ("Any", true, true),
        ("RichData", true, true),
        ("NotUndef", true, true),
        ("Scalar", true, false),
        ("ScalarData", true, false),
        ("Literal", true, false),
        ("Collection", false, true),
    ]);
    let samples = samples::of_any_kind(has_scalars, has_collections);
    if random.one_in(4) {
        return ValueType::named(name, format!("type {name} = {text}\n"), samples);
    }
    ValueType::of(text, samples)
}
