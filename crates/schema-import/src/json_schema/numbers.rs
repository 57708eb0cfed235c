//! The types of numbers: bounds, and formats that imply them.

use super::meaning::{ItemMeaning, Meaning};
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{DataType, Declaration, Type, Value};
use std::fmt::Display;

/// A bound of numbers.
#[derive(Clone, Copy)]
struct Bound {
    value: f64,
    is_exclusive: bool,
}

impl Bound {
    /// The value, if numbers may be equal to it.
    fn inclusive(self) -> Option<f64> {
        if self.is_exclusive { None } else { Some(self.value) }
    }
}

impl SchemaReader<'_> {
    /// The type of integers.
    pub(super) fn integer(&mut self, own_schemas: &[SchemaNode]) -> Meaning {
        let mut min = own_schemas.iter().filter_map(|place| self.min_integer(*place)).max();
        let mut max = own_schemas.iter().filter_map(|place| self.max_integer(*place)).min();
        let format = own_schemas.iter().find_map(|place| self.files.text(*place, "format"));
        let (format_min, format_max) = match format {
            Some("int8") => (i128::from(i8::MIN), i128::from(i8::MAX)),
            Some("int16") => (i128::from(i16::MIN), i128::from(i16::MAX)),
            Some("int32") => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Some("uint8") => (0, i128::from(u8::MAX)),
            Some("uint16") => (0, i128::from(u16::MAX)),
            Some("uint32") => (0, i128::from(u32::MAX)),
            // The integers of the type language have a sign and 64 bits.
            Some("uint64") => (0, i128::from(i64::MAX)),
            _ => (i128::from(i64::MIN), i128::from(i64::MAX)),
        };
        // A bound that every integer of the type language satisfies is left out.
        min = Some(min.unwrap_or(format_min).max(format_min)).filter(|min| *min > i128::from(i64::MIN));
        max = Some(max.unwrap_or(format_max).min(format_max)).filter(|max| *max < i128::from(i64::MAX));
        Meaning::of(Type::Integer { min, max })
    }

    /// The smallest integer that is allowed. `exclusiveMinimum` is a bound of its own, or in draft 4 a boolean that makes
    /// `minimum` exclusive.
    fn min_integer(&self, place: SchemaNode) -> Option<i128> {
        let minimum = self.digits(place, "minimum");
        let (inclusive, exclusive) = if self.is_true(place, "exclusiveMinimum") {
            (None, minimum)
        } else {
            (minimum, self.digits(place, "exclusiveMinimum"))
        };
        let inclusive = inclusive.and_then(|digits| whole_number(digits, f64::ceil));
        // Rounded down before 1 is added: above 5.5, the smallest integer is 6.
        let exclusive = exclusive.and_then(|digits| whole_number(digits, f64::floor));
        inclusive.into_iter().chain(exclusive.map(|below| below.saturating_add(1))).max()
    }

    /// The largest integer that is allowed. `exclusiveMaximum` is a bound of its own, or in draft 4 a boolean that
    /// makes `maximum` exclusive.
    fn max_integer(&self, place: SchemaNode) -> Option<i128> {
        let maximum = self.digits(place, "maximum");
        let (inclusive, exclusive) = if self.is_true(place, "exclusiveMaximum") {
            (None, maximum)
        } else {
            (maximum, self.digits(place, "exclusiveMaximum"))
        };
        let inclusive = inclusive.and_then(|digits| whole_number(digits, f64::floor));
        // Rounded up before 1 is subtracted: below 5.5, the largest integer is 5.
        let exclusive = exclusive.and_then(|digits| whole_number(digits, f64::ceil));
        inclusive.into_iter().chain(exclusive.map(|above| above.saturating_sub(1))).min()
    }

    /// The type of numbers with a fraction.
    pub(super) fn number(&mut self, own_schemas: &[SchemaNode], name: &dyn Display) -> Meaning {
        let (mut min, mut max): (Option<Bound>, Option<Bound>) = (None, None);
        for place in own_schemas {
            // In draft 4, `exclusiveMinimum` is a boolean, which makes `minimum` exclusive.
            let is_minimum_exclusive = self.is_true(*place, "exclusiveMinimum");
            for (key, is_exclusive) in [("minimum", is_minimum_exclusive), ("exclusiveMinimum", true)] {
                // Of two equal bounds, the exclusive one excludes more.
                if let Some(value) = self.float(*place, key)
                    && min.is_none_or(|known| value > known.value || (is_exclusive && value >= known.value))
                {
                    min = Some(Bound { value, is_exclusive });
                }
            }
            let is_maximum_exclusive = self.is_true(*place, "exclusiveMaximum");
            for (key, is_exclusive) in [("maximum", is_maximum_exclusive), ("exclusiveMaximum", true)] {
                if let Some(value) = self.float(*place, key)
                    && max.is_none_or(|known| value < known.value || (is_exclusive && value <= known.value))
                {
                    max = Some(Bound { value, is_exclusive });
                }
            }
        }
        let base = Type::Float { min: min.and_then(Bound::inclusive), max: max.and_then(Bound::inclusive) };
        // The bounds of a type are inclusive, so an exclusive one is a facet of a data type.
        let mut facets: Vec<(String, Value)> = Vec::new();
        for (facet, bound) in [("minExclusive", min), ("maxExclusive", max)] {
            if let Some(Bound { value, is_exclusive: true }) = bound {
                facets.push((facet.to_owned(), Value::Number(format!("{value:?}"))));
            }
        }
        if facets.is_empty() {
            return Meaning::of(base);
        }
        let Some(place) = own_schemas.first().copied() else { return Meaning::of(base) };
        let name = self.name_type(&name.to_string(), place);
        let data_type = DataType {
            name: name.clone(),
            base: Some(base),
            facets,
            span: self.files.origin(place),
            ..DataType::default()
        };
        self.other_declarations.push((self.classes.len(), Declaration::DataType(data_type)));
        Meaning { item: ItemMeaning::Type(Type::Named(name)), ..Meaning::any() }
    }

    /// The digits of the number under a key.
    fn digits(&self, place: SchemaNode, key: &str) -> Option<&str> {
        match self.files.content(self.files.get(place, key)?) {
            Content::Number(digits) => Some(digits),
            _ => None,
        }
    }

    fn float(&self, place: SchemaNode, key: &str) -> Option<f64> {
        self.digits(place, key)?.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Whether the value of a key is `true`.
    pub(super) fn is_true(&self, place: SchemaNode, key: &str) -> bool {
        self.files
            .get(place, key)
            .is_some_and(|value| matches!(self.files.content(value), Content::Boolean(true)))
    }
}

/// A whole number, rounded by `round` if it has a fraction.
fn whole_number(digits: &str, round: fn(f64) -> f64) -> Option<i128> {
    digits.parse().ok().or_else(|| {
        let value: f64 = digits.parse().ok()?;
        // A bound beyond this limit excludes no more integers of 64 bits than the limit itself.
        let limit = 1e30;
        value.is_finite().then(|| round(value.clamp(-limit, limit)) as i128)
    })
}
