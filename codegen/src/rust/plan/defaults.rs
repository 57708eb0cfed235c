//! Finds the classes whose structs have no `Default`: no value of theirs could be made from the fields' own defaults, or
//! it would be invalid.
//!
//! This module does not know how a struct without `Default` is constructed.

use super::{Base, Count, Field, FieldDefault, Plan};
use modelwright_metamodel::ecore::{ClassId, ValueRules};
use modelwright_metamodel::validate::FacetChecks;
use rustc_hash::FxHashSet;

impl Plan<'_> {
    /// Finds the fields whose natural default is invalid, and the classes that have such a field or are a choice.
    pub(super) fn find_defaults(&mut self) {
        let mut facets = FacetChecks::default();
        let mut classes: FxHashSet<ClassId> = self.choices.keys().copied().collect();
        let mut features = FxHashSet::default();
        for (class, fields) in &self.fields {
            for field in fields.iter().filter(|field| self.is_default_invalid(field, &mut facets)) {
                classes.insert(*class);
                features.insert(field.feature);
            }
        }
        self.without_default = classes;
        self.invalid_defaults = features;
    }

    fn is_default_invalid(&self, field: &Field, facets: &mut FacetChecks) -> bool {
        let metamodel = self.scope.metamodel;
        let typed = &metamodel[field.feature].typed;
        match (field.count, field.base) {
            (Count::Option, _) | (Count::One, Base::Map(..) | Base::UserType(_)) => false,
            (Count::Many, _) => typed.required(),
            (Count::One, Base::Part(..) | Base::Reference(_)) => true,
            // The natural default is null.
            (Count::One, Base::Any) => field.default == FieldDefault::Required,
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
fn natural_text(base: Base) -> Option<&'static str> {
    match base {
        Base::Integer(_) | Base::Number => Some("0"),
        Base::Float | Base::Double => Some("0.0"),
        Base::String | Base::Lexical => Some(""),
        _ => None,
    }
}
