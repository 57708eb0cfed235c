//! The facets of values: those of the JSON Schema, as numbers and texts.
//!
//! Invariant: a schema of a value states the facets of its type and of the types that it is based on, so that nothing
//! is computed here a second time. This module does not know data types.

use crate::json::Json;

/// The facets of the values of one type.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Facets {
    /// The inclusive bounds, as digits.
    pub(crate) minimum: Option<String>,
    pub(crate) maximum: Option<String>,
    /// The exclusive bounds, as digits.
    pub(crate) above: Option<String>,
    pub(crate) below: Option<String>,
    /// The number of characters.
    pub(crate) min_length: Option<u64>,
    pub(crate) max_length: Option<u64>,
    /// Expressions of ECMAScript in Unicode mode, all of which match.
    pub(crate) patterns: Vec<String>,
    /// The values, if they are listed.
    pub(crate) values: Option<Vec<Json>>,
}

impl Facets {
    /// The facets that a schema states.
    pub(crate) fn of(schema: &Json) -> Self {
        let mut facets = Self::default();
        facets.add(schema);
        facets
    }

    /// Adds the facets in the keywords of a schema. If there are several bounds, the tightest one remains.
    fn add(&mut self, schema: &Json) {
        let Json::Map(keywords) = schema else { return };
        for (keyword, value) in keywords {
            let is_lower = matches!(&**keyword, "minimum" | "exclusiveMinimum");
            match (&**keyword, value) {
                ("minimum", Json::Number(digits)) => tighten(&mut self.minimum, digits, is_lower),
                ("maximum", Json::Number(digits)) => tighten(&mut self.maximum, digits, is_lower),
                ("exclusiveMinimum", Json::Number(digits)) => tighten(&mut self.above, digits, is_lower),
                ("exclusiveMaximum", Json::Number(digits)) => tighten(&mut self.below, digits, is_lower),
                ("minLength", Json::Number(digits)) => {
                    self.min_length = self.min_length.max(digits.parse().ok());
                }
                ("maxLength", Json::Number(digits)) => {
                    let length = digits.parse().ok();
                    self.max_length = match self.max_length {
                        Some(known) => Some(length.map_or(known, |length: u64| length.min(known))),
                        None => length,
                    };
                }
                ("pattern", Json::String(pattern)) => self.patterns.push(pattern.clone().into_owned()),
                ("enum", Json::List(values)) => self.values = Some(values.clone()),
                // The schemas of all types that a type is based on; these do not contain an `allOf` themselves.
                ("allOf", Json::List(parts)) => parts.iter().for_each(|part| self.add(part)),
                // The first alternative is a number or a character; facets do not apply to the others.
                ("oneOf", Json::List(alternatives)) => {
                    alternatives.iter().take(1).for_each(|first| self.add(first));
                }
                _ => {}
            }
        }
    }

    /// The inclusive bounds of integers.
    pub(crate) fn integers(&self) -> (Option<i128>, Option<i128>) {
        let number = |digits: &Option<String>| digits.as_deref().and_then(integer);
        let above = number(&self.above).map(|bound| bound.saturating_add(1));
        let below = number(&self.below).map(|bound| bound.saturating_sub(1));
        // A missing bound is less than any other one, so it has no effect on the maximum.
        let low = number(&self.minimum).max(above);
        let high = [number(&self.maximum), below].into_iter().flatten().min();
        (low, high)
    }
}

/// The integer that digits represent, perhaps with a fraction of zeros.
fn integer(digits: &str) -> Option<i128> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    whole.parse().ok().filter(|_| fraction.bytes().all(|digit| digit == b'0'))
}

/// Replaces a bound by the number in `digits` if that is tighter: greater than a lower bound, less than an upper bound.
fn tighten(bound: &mut Option<String>, digits: &str, is_lower: bool) {
    let is_tighter = match bound {
        None => true,
        Some(current) => match (integer(current), integer(digits)) {
            (Some(current), Some(new)) => (new > current) == is_lower,
            // Other numbers are compared as the double that readers have.
            _ => match (current.parse::<f64>(), digits.parse::<f64>()) {
                (Ok(current), Ok(new)) => (new > current) == is_lower,
                _ => false,
            },
        },
    };
    if is_tighter {
        *bound = Some(digits.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_bounds_count() {
        let base = Json::map([("minimum", Json::number(1)), ("exclusiveMaximum", Json::number(1024))]);
        let own = Json::map([("minimum", Json::number(-5)), ("allOf", Json::List(vec![base]))]);
        assert_eq!(Facets::of(&own).integers(), (Some(1), Some(1023)));
    }

    #[test]
    fn only_the_first_alternative_has_facets() {
        let text = Json::map([("pattern", Json::string("^-?[0-9]+$"))]);
        let number = Json::map([("maximum", Json::number("1.5"))]);
        let facets = Facets::of(&Json::map([("oneOf", Json::List(vec![number, text]))]));
        assert_eq!((facets.maximum.as_deref(), facets.patterns.len()), (Some("1.5"), 0));
    }
}
