//! Simple types and their facets.
//!
//! Invariant: the time for a check is proportional to the size of the value. This module refers to other types only by
//! their ids.

use super::ids::TypeId;
use super::value::{Primitive, Value};
use modelwright_validation::Pattern;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The maximum number of allowed values or patterns that a message lists.
pub(super) const MAX_SHOWN: usize = 12;

#[derive(Debug, Default)]
pub(super) struct SimpleType {
    /// The variety; `None` if it is inherited from the base.
    pub(super) variety: Option<Variety>,
    pub(super) white_space: Option<WhiteSpace>,
    /// The facets, in addition to those of the base.
    pub(super) facets: Facets,
}

impl SimpleType {
    /// The member types of a union.
    pub(super) fn members(&self) -> &[TypeId] {
        match &self.variety {
            Some(Variety::Union(members)) => members,
            _ => &[],
        }
    }
}

#[derive(Debug)]
pub(super) enum Variety {
    Atomic(Primitive),
    List(TypeId),
    Union(Vec<TypeId>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WhiteSpace {
    Preserve,
    Replace,
    Collapse,
}

#[derive(Debug, Default)]
pub(super) struct Facets {
    /// Alternative patterns, one of which must match.
    pub(super) patterns: Vec<(String, Pattern)>,
    pub(super) enumeration: Option<AllowedValues>,
    pub(super) min_length: Option<usize>,
    pub(super) max_length: Option<usize>,
    pub(super) bounds: Vec<Bound>,
    pub(super) total_digits: Option<usize>,
    pub(super) fraction_digits: Option<i64>,
    /// Whether these are the facets of a built-in type.
    pub(super) is_built_in: bool,
}

/// The values of an enumeration facet.
#[derive(Debug, Default)]
pub(super) struct AllowedValues {
    /// The canonical and the original texts of the values.
    keys: FxHashSet<String>,
    /// The first original texts, for messages.
    examples: Vec<String>,
    count: usize,
}

#[derive(Debug)]
pub(super) struct Bound {
    pub(super) value: Value,
    pub(super) text: String,
    /// The order of a value and the bound in which the value violates the bound.
    pub(super) violating_order: Ordering,
    pub(super) is_inclusive: bool,
}

impl AllowedValues {
    /// Adds an allowed value; `text` is how the schema writes it.
    pub(super) fn add(&mut self, key: String, text: &str) {
        self.keys.insert(key);
        // The text is added as well: values of facets are read without checking facets, so the text may have been read
        // as another member of a union.
        self.keys.insert(text.to_owned());
        self.count += 1;
        if self.examples.len() < MAX_SHOWN {
            self.examples.push(format!("`{text}`"));
        }
    }

    /// The allowed values for messages; only the first ones are listed.
    fn describe(&self) -> String {
        let mut text = self.examples.join(", ");
        if self.count > self.examples.len() {
            text += &format!(" and {} more", self.count - self.examples.len());
        }
        if self.count == 1 { text } else { format!("one of {text}") }
    }
}

impl WhiteSpace {
    /// A text whose white space is replaced or collapsed.
    pub(super) fn apply(self, text: &str) -> Cow<'_, str> {
        // The white space of XML, which has fewer characters than that of Unicode.
        const WHITE: [char; 4] = [' ', '\t', '\n', '\r'];
        let with_spaces = match self {
            WhiteSpace::Preserve => return Cow::Borrowed(text),
            _ if !text.contains(WHITE) => return Cow::Borrowed(text),
            WhiteSpace::Replace => return Cow::Owned(text.replace(['\t', '\n', '\r'], " ")),
            WhiteSpace::Collapse => text.split(WHITE).filter(|word| !word.is_empty()),
        };
        Cow::Owned(with_spaces.collect::<Vec<_>>().join(" "))
    }
}

impl Facets {
    /// Checks a value against these facets.
    ///
    /// # Errors
    /// A description of the expected value.
    pub(super) fn check(&self, value: &Value) -> Result<(), String> {
        if let Some(allowed) = &self.enumeration
            && !allowed.keys.contains(&value.key())
        {
            return Err(allowed.describe());
        }
        for bound in &self.bounds {
            bound.check(value)?;
        }
        if let Some((length, unit)) = value.length() {
            if let Some(min) = self.min_length.filter(|min| length < *min) {
                return Err(format!("at least {min} {unit} long"));
            }
            if let Some(max) = self.max_length.filter(|max| length > *max) {
                return Err(format!("at most {max} {unit} long"));
            }
        }
        let Value::Decimal(number) = value else { return Ok(()) };
        let scale = usize::try_from(number.scale()).unwrap_or_default();
        // Zeros after the point count, as in 0.001 (XML Schema Part 2, 4.3.11).
        if let Some(max) = self.total_digits.filter(|max| number.precision().max(scale) > *max) {
            return Err(format!("of at most {max} digits"));
        }
        if let Some(max) = self.fraction_digits.filter(|max| number.scale() > *max) {
            return Err(format!("of at most {max} digits after the point"));
        }
        Ok(())
    }
}

impl Bound {
    /// Fails if a value is outside of this bound.
    fn check(&self, value: &Value) -> Result<(), String> {
        match value.compare(&self.value) {
            Some(order) if order == self.violating_order => {}
            Some(Ordering::Equal) if !self.is_inclusive => {}
            Some(_) => return Ok(()),
            // A value that cannot be compared, such as NaN, is outside of every bound.
            None => {}
        }
        let relation = match (self.violating_order, self.is_inclusive) {
            (Ordering::Less, true) => "at least",
            (Ordering::Less, false) => "greater than",
            (_, true) => "at most",
            (_, false) => "less than",
        };
        Err(format!("{relation} {}", self.text))
    }
}
