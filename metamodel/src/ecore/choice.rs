//! The natural form of `Variant[A, B]`: the plain value, without the name of the alternative that it belongs
//! to.
//!
//! Invariants: the metamodel and the value alone determine the alternative of a value, so that readers, writers and
//! schemas agree; a value that several alternatives accept belongs to the first of them. An alternative that the plain
//! value does not reveal, such as `Pattern[…]` beside `String`, has no plain form: its values are always written with
//! the name of the alternative. This module does not know documents.

use super::data::is_exact_date;
use super::{
    ClassId, Classifier, CompositeForm, DataKind, DataTypeId, EXTENDED_META_DATA, FeatureId, Metamodel,
    TYPE_TEXT, ValueRules, annotation, composite_form, facet_items,
};
use crate::json_text::is_non_finite;

/// From this number on, doubles cannot represent all integers.
pub const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// The alternatives of a type `Variant[…]`, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The class of the values.
    pub class: ClassId,
    /// The alternatives.
    pub alternatives: Vec<Alternative>,
}

/// One alternative.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// The feature that stores the value of the alternative.
    pub feature: FeatureId,
    /// The plain values; `None` if the alternative has only the form with its name.
    pub plain: Option<PlainValues>,
}

/// The plain values of an alternative.
#[derive(Debug, Clone, PartialEq)]
pub enum PlainValues {
    /// Truth values.
    Booleans,
    /// Integers from the first number to the second.
    Integers(i128, i128),
    /// Numbers from the first to the second, except integers that belong to another alternative.
    Numbers(f64, f64),
    /// Texts with a number of characters from the first to the second.
    Texts(usize, usize),
    /// The listed texts.
    Literals(Vec<String>),
    /// Dates.
    Dates,
    /// Lists.
    Lists,
    /// Objects of a class.
    Objects(ClassId),
}

impl Choice {
    /// The alternative of a boolean.
    #[must_use]
    pub fn of_boolean(&self) -> Option<FeatureId> {
        self.first_accepted(|plain| *plain == PlainValues::Booleans)
    }

    /// The alternative of a number in the syntax of JSON. A number with a point or an exponent is treated as an integer
    /// only if no alternative for other numbers accepts it.
    #[must_use]
    pub fn of_number(&self, digits: &str) -> Option<FeatureId> {
        let value: f64 = digits.parse().ok()?;
        let number_alternative = self.first_accepted(
            |plain| matches!(plain, PlainValues::Numbers(low, high) if *low <= value && value <= *high),
        );
        // From `EXACT_INTEGERS` on, several integers have the same double, so the integer is unknown.
        let is_exact_integer = value.fract() == 0.0 && value.abs() < EXACT_INTEGERS;
        let integer = match digits.parse::<i128>() {
            Ok(integer) => Some(integer),
            Err(_) if number_alternative.is_none() && is_exact_integer => Some(value as i128),
            Err(_) => None,
        };
        let Some(integer) = integer else { return number_alternative };
        let integer_alternative = self.first_accepted(
            |plain| matches!(plain, PlainValues::Integers(low, high) if (*low..=*high).contains(&integer)),
        );
        integer_alternative.or(number_alternative)
    }

    /// The alternative of a text.
    #[must_use]
    pub fn of_text(&self, text: &str) -> Option<FeatureId> {
        self.first_accepted(|plain| match plain {
            // Without bounds, the characters need not be counted.
            PlainValues::Texts(0, usize::MAX) => true,
            PlainValues::Texts(min, max) => (*min..=*max).contains(&text.chars().count()),
            PlainValues::Literals(literals) => literals.iter().any(|literal| literal == text),
            PlainValues::Dates => is_exact_date(text),
            // Infinity and NaN are written as strings, because JSON has no numbers for them. A type with bounds does
            // not include them.
            PlainValues::Numbers(f64::NEG_INFINITY, f64::INFINITY) => is_non_finite(text),
            _ => false,
        })
    }

    /// The alternative of a list.
    #[must_use]
    pub fn of_list(&self) -> Option<FeatureId> {
        self.first_accepted(|plain| *plain == PlainValues::Lists)
    }

    /// The alternative of an object of a class; without a class, the first alternative for objects.
    #[must_use]
    pub fn of_object(&self, metamodel: &Metamodel, class: Option<ClassId>) -> Option<FeatureId> {
        self.first_accepted(|plain| match (plain, class) {
            (PlainValues::Objects(expected), Some(class)) => metamodel.conforms(class, *expected),
            (PlainValues::Objects(_), None) => true,
            _ => false,
        })
    }

    /// The first alternative whose plain values are accepted.
    fn first_accepted(&self, accepts: impl Fn(&PlainValues) -> bool) -> Option<FeatureId> {
        self.alternatives
            .iter()
            .find(|alternative| alternative.plain.as_ref().is_some_and(&accepts))
            .map(|alternative| alternative.feature)
    }
}

impl Metamodel {
    /// The alternatives of a class, if it was created for a type `Variant[…]`.
    #[must_use]
    pub fn choice(&self, class: ClassId) -> Option<Choice> {
        // If the class has subclasses, every object needs `$type` (Decision 3), which a plain value cannot express.
        if composite_form(&self[class]) != Some(CompositeForm::Choice) || !self.is_only_concrete_class(class)
        {
            return None;
        }
        let features = self.table(class).all_features();
        if features.is_empty() || !features.iter().all(|id| self.is_stored(*id) && !self.is_feature_map(*id))
        {
            return None;
        }
        let values = features.iter().map(|feature| self.plain_values(*feature)).collect();
        Some(Choice { class, alternatives: self.alternatives(features, values) })
    }

    /// Whether each object of a class must have exactly one alternative. EMF has no such types, so only
    /// metamodels of the type language have this rule.
    #[must_use]
    pub fn is_checked_choice(&self, class: ClassId) -> bool {
        self[self[class].package].value_rules == ValueRules::Declared
            && composite_form(&self[class]) == Some(CompositeForm::Choice)
    }

    /// The choice that a feature contains, as a single value or in a list.
    #[must_use]
    pub fn natural_choice(&self, feature: FeatureId) -> Option<Choice> {
        self.natural_class(feature).and_then(|class| self.choice(class))
    }

    /// The alternatives that features store, given the values of each feature. An alternative has plain values only if
    /// these can be distinguished from the plain values of all others.
    fn alternatives(&self, features: &[FeatureId], all_values: Vec<Values>) -> Vec<Alternative> {
        let count =
            |is_counted: fn(&Values) -> bool| all_values.iter().filter(|values| is_counted(values)).count();
        let is_only_boolean = count(Values::are_booleans) == 1;
        let is_only_text = count(Values::are_texts) == 1;
        let is_only_number = count(Values::are_numbers) == 1;
        let is_only_list = count(Values::are_lists) == 1;
        let is_only_object = count(|values| matches!(values, Values::Known(PlainValues::Objects(_)))) == 1;
        let names: Vec<&str> = features.iter().map(|feature| self[*feature].name()).collect();
        let distinguishable_values = |values: Values| match values {
            Values::Known(PlainValues::Lists) => is_only_list.then_some(PlainValues::Lists),
            // A map whose only key is the name of an alternative would be read as the form with that name.
            Values::Known(PlainValues::Objects(class)) => {
                let is_distinguishable = is_only_object && !self.has_feature_named(class, &names);
                is_distinguishable.then_some(PlainValues::Objects(class))
            }
            Values::Known(known) => Some(known),
            // The valid values are unknown, so the alternative must be the only one with values of this kind.
            Values::RestrictedBooleans => is_only_boolean.then_some(PlainValues::Booleans),
            Values::UnboundedTexts => is_only_text.then_some(PlainValues::Texts(0, usize::MAX)),
            Values::UnboundedIntegers => {
                is_only_number.then_some(PlainValues::Integers(i128::MIN, i128::MAX))
            }
            Values::UnboundedNumbers => {
                is_only_number.then_some(PlainValues::Numbers(f64::NEG_INFINITY, f64::INFINITY))
            }
            Values::Other => None,
        };
        let alternatives = features.iter().zip(all_values);
        alternatives
            .map(|(feature, values)| Alternative { feature: *feature, plain: distinguishable_values(values) })
            .collect()
    }

    /// Whether an object of a class may have one of these names as a key.
    fn has_feature_named(&self, class: ClassId, names: &[&str]) -> bool {
        self.concrete_subclasses(class).any(|class| {
            self.table(class).all_features().iter().any(|feature| names.contains(&self[*feature].name()))
        })
    }

    /// The plain values of the alternative that a feature stores, regardless of the other alternatives.
    fn plain_values(&self, feature: FeatureId) -> Values {
        let data = &self[feature];
        match data.typed.classifier() {
            Some(Classifier::Class(_)) if self.holds_entries(feature) => Values::Other,
            // A choice inside a choice is always written with its name.
            Some(Classifier::Class(class)) if composite_form(&self[class]) == Some(CompositeForm::Choice) => {
                Values::Other
            }
            _ if data.many() => Values::Known(PlainValues::Lists),
            Some(Classifier::Class(class)) if self.tuple(class).is_some() => {
                Values::Known(PlainValues::Lists)
            }
            Some(Classifier::Class(class)) if data.is_containment() => {
                Values::Known(PlainValues::Objects(class))
            }
            Some(Classifier::DataType(data_type)) => self.plain_data(data_type),
            _ => Values::Other,
        }
    }

    /// The values that a data type allows, if it declares them completely, and all of them can be listed or have
    /// bounds.
    #[must_use]
    pub fn known_values(&self, id: DataTypeId) -> Option<PlainValues> {
        match self.plain_data(id) {
            Values::Known(values) => Some(values),
            _ => None,
        }
    }

    /// The plain values of a data type.
    fn plain_data(&self, id: DataTypeId) -> Values {
        let data_type = &self[id];
        if data_type.any.is_some() {
            return Values::Other;
        }
        let facets = self.simple_facets(id);
        match data_type.kind {
            // A type with an enumeration may allow only one of the booleans.
            DataKind::Boolean { .. } => match facets {
                Some(SimpleFacets { enumeration: None, .. }) => Values::Known(PlainValues::Booleans),
                _ => Values::RestrictedBooleans,
            },
            DataKind::Enum => {
                let literals = data_type.enum_literals().iter().map(|literal| literal.spelling().to_owned());
                Values::Known(PlainValues::Literals(literals.collect()))
            }
            DataKind::Date if facets.is_some() => Values::Known(PlainValues::Dates),
            DataKind::Integer { .. } | DataKind::BigInteger => integers(data_type.kind, facets.as_ref()),
            DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => {
                numbers(facets.as_ref())
            }
            DataKind::String => texts(facets.as_ref()),
            _ => Values::Other,
        }
    }

    /// The facets of a data type, if they alone determine its values; `None` if there are other restrictions, or facets
    /// that are not compared here.
    fn simple_facets(&self, id: DataTypeId) -> Option<SimpleFacets<'_>> {
        const XML_TYPE: &str = "http://www.w3.org/2001/XMLSchema#";
        let annotations = &self[id].annotations;
        let text =
            annotation(annotations, TYPE_TEXT).and_then(|text| text.detail("type")).unwrap_or_default();
        let type_name = text.strip_prefix("Optional[").unwrap_or(text).split('[').next();
        // Other types, such as patterns, restrict their values by more than facets.
        let has_only_facets =
            matches!(type_name, Some("" | "Integer" | "Float" | "String" | "Enum" | "Boolean"));
        if !has_only_facets || self[id].lexical.is_some() {
            return None;
        }
        let mut facets = SimpleFacets::default();
        let details = annotation(annotations, EXTENDED_META_DATA).map_or(&[][..], |facets| &facets.details);
        for (name, value) in details {
            let (name, value) = (name.as_deref()?, value.as_deref()?);
            match name {
                // The name in documents is not a restriction.
                "name" => {}
                "baseType" if value.starts_with(XML_TYPE) || self.is_ecore_package(self[id].package) => {}
                "minInclusive" => facets.low = Some(value),
                "maxInclusive" => facets.high = Some(value),
                "minLength" => facets.shortest = Some(value),
                "maxLength" => facets.longest = Some(value),
                "enumeration" => facets.enumeration = Some(value),
                // Another facet may exclude further values.
                _ => return None,
            }
        }
        Some(facets)
    }
}

/// The integers that a data type with these facets allows.
fn integers(kind: DataKind, facets: Option<&SimpleFacets<'_>>) -> Values {
    let (min, max) = match kind {
        // In 128 bits, because the limits of 64 bits would overflow while they are computed in 64 bits.
        DataKind::Integer { bits, .. } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (i128::MIN, i128::MAX),
    };
    let Some(facets) = facets else { return Values::UnboundedIntegers };
    match (facets.bound(facets.low, min), facets.bound(facets.high, max)) {
        (Some(low), Some(high)) => Values::Known(PlainValues::Integers(low, high)),
        _ => Values::UnboundedIntegers,
    }
}

/// The numbers that a data type with these facets allows.
fn numbers(facets: Option<&SimpleFacets<'_>>) -> Values {
    let Some(facets) = facets else { return Values::UnboundedNumbers };
    match (facets.bound(facets.low, f64::NEG_INFINITY), facets.bound(facets.high, f64::INFINITY)) {
        (Some(low), Some(high)) => Values::Known(PlainValues::Numbers(low, high)),
        _ => Values::UnboundedNumbers,
    }
}

/// The texts that a data type with these facets allows.
fn texts(facets: Option<&SimpleFacets<'_>>) -> Values {
    let Some(facets) = facets else { return Values::UnboundedTexts };
    if let Some(list) = facets.enumeration {
        return Values::Known(PlainValues::Literals(facet_items(list).collect()));
    }
    match (facets.bound(facets.shortest, 0), facets.bound(facets.longest, usize::MAX)) {
        (Some(min), Some(max)) => Values::Known(PlainValues::Texts(min, max)),
        _ => Values::UnboundedTexts,
    }
}

/// The values of an alternative, before they are compared with the values of the others.
#[derive(Debug, Clone, PartialEq)]
enum Values {
    /// Values that are known completely.
    Known(PlainValues),
    /// Booleans of which not all are valid.
    RestrictedBooleans,
    /// Texts of which the valid ones are unknown.
    UnboundedTexts,
    /// Integers of which the valid ones are unknown.
    UnboundedIntegers,
    /// Numbers of which the valid ones are unknown.
    UnboundedNumbers,
    /// Values that have no plain form.
    Other,
}

impl Values {
    fn are_booleans(&self) -> bool {
        matches!(self, Self::RestrictedBooleans | Self::Known(PlainValues::Booleans))
    }

    /// Whether all values are texts in JSON.
    fn are_texts(&self) -> bool {
        matches!(
            self,
            Self::UnboundedTexts
                | Self::Known(PlainValues::Texts(..) | PlainValues::Literals(_) | PlainValues::Dates)
        )
    }

    /// Whether all values are numbers in JSON.
    fn are_numbers(&self) -> bool {
        matches!(
            self,
            Self::UnboundedIntegers
                | Self::UnboundedNumbers
                | Self::Known(PlainValues::Integers(..) | PlainValues::Numbers(..))
        )
    }

    fn are_lists(&self) -> bool {
        *self == Self::Known(PlainValues::Lists)
    }
}

/// The facets as they are declared.
#[derive(Default)]
struct SimpleFacets<'m> {
    low: Option<&'m str>,
    high: Option<&'m str>,
    shortest: Option<&'m str>,
    longest: Option<&'m str>,
    enumeration: Option<&'m str>,
}

impl SimpleFacets<'_> {
    /// The number that a facet declares, or `otherwise` if the facet is missing; `None` if the text is not a
    /// number.
    fn bound<T: std::str::FromStr>(&self, facet: Option<&str>, otherwise: T) -> Option<T> {
        facet.map_or(Some(otherwise), |text| text.parse().ok())
    }
}
