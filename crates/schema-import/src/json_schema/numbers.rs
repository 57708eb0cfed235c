//! The types of numbers: bounds, and formats that imply them.

use super::meaning::{ItemMeaning, Meaning};
use super::reader::SchemaReader;
use super::schema_node::SchemaNode;
use super::tree::Content;
use crate::declarations::{DataType, Declaration, Type, Value};

/// A bound, and whether it is excluded.
type Bound = Option<(f64, bool)>;

impl SchemaReader<'_> {
    /// The type of integers.
    pub(super) fn integer(&mut self, own: &[SchemaNode]) -> Meaning {
        let mut min = own.iter().filter_map(|place| self.least(*place)).max();
        let mut max = own.iter().filter_map(|place| self.greatest(*place)).min();
        let format = own.iter().find_map(|place| self.files.text(*place, "format"));
        let (least, greatest) = match format {
            Some("int8") => (i128::from(i8::MIN), i128::from(i8::MAX)),
            Some("int16") => (i128::from(i16::MIN), i128::from(i16::MAX)),
            Some("int32") => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Some("uint8") => (0, i128::from(u8::MAX)),
            Some("uint16") => (0, i128::from(u16::MAX)),
            Some("uint32") => (0, i128::from(u32::MAX)),
            // Integers of the types have a sign and 64 bits.
            Some("uint64") => (0, i128::from(i64::MAX)),
            _ => (i128::from(i64::MIN), i128::from(i64::MAX)),
        };
        min = Some(min.unwrap_or(least).max(least)).filter(|min| *min > i128::from(i64::MIN));
        max = Some(max.unwrap_or(greatest).min(greatest)).filter(|max| *max < i128::from(i64::MAX));
        Meaning::of(Type::Integer { min, max })
    }

    /// The least integer. In draft 4, `exclusiveMinimum` is a boolean, which makes `minimum` exclusive.
    fn least(&self, place: SchemaNode) -> Option<i128> {
        let own = self.digits(place, "minimum").and_then(|digits| whole(digits, f64::ceil));
        let is_excluded = self.is_true(place, "exclusiveMinimum");
        let excluded = self.digits(place, "exclusiveMinimum").and_then(|digits| whole(digits, f64::floor));
        let own = own.map(|min| if is_excluded { min.saturating_add(1) } else { min });
        own.into_iter().chain(excluded.map(|min| min.saturating_add(1))).max()
    }

    /// The greatest integer. In draft 4, `exclusiveMaximum` is a boolean, which makes `maximum` exclusive.
    fn greatest(&self, place: SchemaNode) -> Option<i128> {
        let own = self.digits(place, "maximum").and_then(|digits| whole(digits, f64::floor));
        let is_excluded = self.is_true(place, "exclusiveMaximum");
        let excluded = self.digits(place, "exclusiveMaximum").and_then(|digits| whole(digits, f64::ceil));
        let own = own.map(|max| if is_excluded { max.saturating_sub(1) } else { max });
        own.into_iter().chain(excluded.map(|max| max.saturating_sub(1))).min()
    }

    /// The type of numbers with a fraction.
    pub(super) fn number(&mut self, own: &[SchemaNode], name: &str) -> Meaning {
        let (mut min, mut max): (Bound, Bound) = (None, None);
        for place in own {
            let is_excluded = self.is_true(*place, "exclusiveMinimum");
            for (key, is_excluded) in [("minimum", is_excluded), ("exclusiveMinimum", true)] {
                if let Some(value) = self.float(*place, key)
                    && min.is_none_or(|(known, _)| value > known || (is_excluded && value >= known))
                {
                    min = Some((value, is_excluded));
                }
            }
            let is_excluded = self.is_true(*place, "exclusiveMaximum");
            for (key, is_excluded) in [("maximum", is_excluded), ("exclusiveMaximum", true)] {
                if let Some(value) = self.float(*place, key)
                    && max.is_none_or(|(known, _)| value < known || (is_excluded && value <= known))
                {
                    max = Some((value, is_excluded));
                }
            }
        }
        let included = |bound: Bound| bound.filter(|(_, is_excluded)| !is_excluded).map(|(value, _)| value);
        let base = Type::Float { min: included(min), max: included(max) };
        let facets: Vec<(String, Value)> = [("minExclusive", min), ("maxExclusive", max)]
            .into_iter()
            .filter_map(|(facet, bound)| {
                let (value, is_excluded) = bound?;
                is_excluded.then(|| (facet.to_owned(), Value::Number(format!("{value:?}"))))
            })
            .collect();
        let Some(place) = own.first().copied().filter(|_| !facets.is_empty()) else {
            return Meaning::of(base);
        };
        let name = self.name_type(name, place);
        let data_type = DataType {
            name: name.clone(),
            base: Some(base),
            facets,
            span: self.files.origin(place),
            ..DataType::default()
        };
        self.others.push((self.classes.len(), Declaration::DataType(data_type)));
        Meaning { item: ItemMeaning::Type(Type::Named(name)), ..Meaning::any() }
    }

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

/// A whole number, rounded if it has a fraction.
fn whole(digits: &str, round: fn(f64) -> f64) -> Option<i128> {
    digits.parse().ok().or_else(|| {
        let value: f64 = digits.parse().ok()?;
        // Beyond these bounds no integer of 64 bits is excluded.
        let limit = 1e30;
        value.is_finite().then(|| round(value.clamp(-limit, limit)) as i128)
    })
}
