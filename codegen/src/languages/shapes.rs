//! The form that features have in ordinary JSON: the kind of each value, and the number of values.
//!
//! Invariant: facets, defaults and natural forms are those of the metamodel and the JSON Schema. This module does not know
//! how a language writes types.

use super::facets::Facets;
use crate::json_schema::{Checker, ValueSchemas};
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{
    AnyKind, ClassId, DataKind, DataTypeId, EntryFeatures, FeatureId, Lexical,
};

/// A feature in ordinary JSON, under a key with its name.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) feature: FeatureId,
    /// Each of its values.
    pub(crate) value: Value,
    pub(crate) count: Count,
    /// Whether an object must have the key.
    pub(crate) is_required: bool,
    /// Whether null is a value, of the feature or among its values.
    pub(crate) is_nullable: bool,
}

/// The number of values.
#[derive(Debug, Clone)]
pub(crate) enum Count {
    /// One value.
    One,
    /// A list of values.
    List { min: u32, max: Option<u32>, is_unique: bool },
    /// A map of keys and values.
    Map { entries: EntryFeatures, min: u32, max: Option<u32> },
}

/// The kind of one value.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// `true` or `false`.
    Boolean(Facets),
    /// A number without a fraction, between bounds.
    Integer(Facets),
    /// A number of 32 or 64 bits, or one of the texts `NaN`, `Infinity` and `-Infinity`.
    Number { is_single: bool, facets: Facets },
    /// A number of any size with a fraction; a text if it has more digits than other programs can read.
    Decimal(Facets),
    /// A text of one character, or the number of one that is not printable.
    Character,
    /// A text.
    Text(Facets),
    /// The text of a moment in UTC.
    Moment,
    /// The text of bytes in hexadecimal digits.
    Hexadecimal,
    /// The text of bytes in Base64.
    Base64,
    /// The text of a literal.
    Enum(DataTypeId),
    /// A value of any kind.
    Any { kind: AnyKind, accepts_null: bool },
    /// The text of an address or an identifier.
    Reference,
    /// An object of a class or one of its subclasses, which `$type` names unless it is of the class itself.
    Object(ClassId),
    /// The value of one alternative.
    Choice(ClassId),
    /// A list with a place for each feature.
    Tuple(ClassId),
}

/// Finds the form of features, and collects reports of facets that are not checked.
pub(crate) struct Shapes<'s, 'm> {
    scope: &'s Scope<'m>,
    schemas: ValueSchemas<'s, 'm>,
}

impl<'s, 'm> Shapes<'s, 'm> {
    /// Finds the forms of the features in a scope, whose facets the checker checks.
    pub(crate) fn new(scope: &'s Scope<'m>, checker: Checker) -> Self {
        Self { scope, schemas: ValueSchemas::new(scope, checker) }
    }

    /// The problems of all features so far.
    pub(crate) fn into_problems(self) -> Diagnostics {
        self.schemas.into_problems()
    }

    /// The form of a feature.
    pub(crate) fn member(&mut self, feature: FeatureId) -> Member {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[feature];
        let value =
            if data.is_reference() { self.reference_value(feature) } else { self.attribute_value(feature) };
        let min = u32::try_from(data.typed.lower).unwrap_or(0);
        let max = u32::try_from(data.typed.upper).ok().filter(|max| *max > 0);
        let count = match metamodel.natural_map(feature) {
            Some(entries) => Count::Map { entries, min, max },
            None if data.many() => Count::List { min, max, is_unique: self.scope.holds_distinct(feature) },
            None => Count::One,
        };
        let is_nullable = match count {
            Count::One => self.scope.accepts_null(feature),
            _ => self.scope.holds_null(feature),
        };
        let is_required = self.scope.is_required(feature);
        Member { feature, value, count, is_required, is_nullable }
    }

    /// The kind of the values of a reference.
    fn reference_value(&self, feature: FeatureId) -> Value {
        let metamodel = self.scope.metamodel;
        if !metamodel[feature].is_containment() {
            return Value::Reference;
        }
        if let Some(choice) = metamodel.natural_choice(feature) {
            return Value::Choice(choice.class);
        }
        match metamodel.natural_tuple(feature) {
            Some(tuple) => Value::Tuple(tuple.class),
            None => Value::Object(metamodel.target(feature)),
        }
    }

    /// The kind of the values of an attribute.
    fn attribute_value(&mut self, feature: FeatureId) -> Value {
        let metamodel = self.scope.metamodel;
        let id = metamodel.data_type(feature);
        let data_type = &metamodel[id];
        if let Some(kind) = metamodel.any_kind(feature) {
            // If a feature has at most one value, null means that it has none.
            let is_null_value = metamodel[feature].many() || !metamodel[feature].typed.required();
            return Value::Any { kind, accepts_null: kind.accepts_null() && is_null_value };
        }
        let schema = self.schemas.schema_of(feature);
        let facets = Facets::of(&schema);
        let is_base64 = data_type.lexical.as_deref().is_some_and(Lexical::is_base64);
        match data_type.kind {
            DataKind::Boolean { .. } => Value::Boolean(facets),
            DataKind::Integer { .. } | DataKind::BigInteger => Value::Integer(facets),
            DataKind::Float { .. } => Value::Number { is_single: true, facets },
            DataKind::Double { .. } => Value::Number { is_single: false, facets },
            DataKind::BigDecimal => Value::Decimal(facets),
            DataKind::Char { .. } => Value::Character,
            DataKind::Date => Value::Moment,
            DataKind::Bytes if is_base64 => Value::Base64,
            DataKind::Bytes => Value::Hexadecimal,
            DataKind::Enum if data_type.literals.is_some() => Value::Enum(id),
            _ => Value::Text(facets),
        }
    }
}
