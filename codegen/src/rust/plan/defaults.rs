//! Finds the fields whose natural default is invalid, so that their structs have no `Default`.
//!
//! This module does not know how a struct without `Default` is constructed.

use super::{Base, Count, Field, FieldDefault, Plan};
use modelwright_metamodel::ecore::ValueRules;
use modelwright_validation::FacetChecks;

impl Plan<'_> {
    /// Finds the fields whose natural default is invalid.
    pub(super) fn find_defaults(&mut self) {
        let mut facets = FacetChecks::default();
        let fields = self.fields.values().flatten();
        let invalid_fields = fields.filter(|field| self.is_default_invalid(field, &mut facets));
        self.invalid_defaults = invalid_fields.map(|field| field.feature).collect();
    }

    /// Whether the natural default of a field, such as 0 or an empty list, is invalid or does not exist.
    fn is_default_invalid(&self, field: &Field, facets: &mut FacetChecks) -> bool {
        let metamodel = self.scope.metamodel;
        let typed = &metamodel[field.feature].typed;
        match (field.count, field.base) {
            (Count::Option, _) | (Count::One, Base::Map(..) | Base::UserType(_)) => false,
            // The natural default of a list is empty, which its lower bound excludes.
            (Count::Many, _) => typed.required() && !self.options.incomplete,
            (Count::One, Base::Part(..) | Base::Reference(_) | Base::Moment | Base::Day) => true,
            // The natural default is null.
            (Count::One, Base::Any) => field.default == FieldDefault::Required,
            (Count::One, Base::Checked(id)) => {
                field.default == FieldDefault::Required && !self.has_content_default(id)
            }
            (Count::One, base) => {
                let Some(value) = natural_text(base) else { return false };
                let owner = &metamodel[metamodel[metamodel[field.feature].owner].package];
                let is_checked = match field.default {
                    FieldDefault::Required => true,
                    // EMF does not check a value that equals the default of its Java type.
                    FieldDefault::Natural => owner.value_rules == ValueRules::Declared,
                    FieldDefault::Value(_) => false,
                };
                let data_type = metamodel.data_type(field.feature);
                let is_value = metamodel[data_type].parse(value).is_some();
                is_checked && (!is_value || facets.expected(metamodel, data_type, value).is_some())
            }
        }
    }
}

/// The natural default of a type, as documents spell it; `None` if it is always valid.
pub(super) fn natural_text(base: Base) -> Option<&'static str> {
    match base {
        Base::Integer(_) | Base::Unsigned | Base::Number | Base::Decimal => Some("0"),
        Base::Float | Base::Double => Some("0.0"),
        Base::String | Base::Lexical | Base::Bytes | Base::Base64 => Some(""),
        Base::Boolean => Some("false"),
        _ => None,
    }
}
