//! Choices, `Variant[A, B]`: the plain value of one alternative, or an object with its name.
//!
//! Invariant: whether a map is the object of an alternative, or has an alternative's name, is decided before its other
//! keys are checked. This module does not depend on the values of alternatives.

use super::{Schema, with_key};
use crate::json::{Json, JsonOf};
use modelwright_metamodel::ecore::{Choice, PlainValues};

impl Schema<'_, '_> {
    /// The schema of a choice; `named` is the schema of values with the name of an alternative. `None` if an
    /// alternative has no schema.
    pub(super) fn choice<'t>(&mut self, choice: &Choice, named: JsonOf<'t>) -> Option<JsonOf<'t>> {
        // The schemas of the values without the name of their alternative: those that are not maps, and maps.
        let mut plain_values = Vec::new();
        let mut plain_object = None;
        let mut unnamed_objects = Vec::new();
        for alternative in &choice.alternatives {
            let schema = self.feature_value(choice.class, alternative.feature)?;
            match alternative.plain {
                // Only one alternative has plain objects: several could not be distinguished.
                Some(PlainValues::Objects(_)) => plain_object = Some(schema),
                Some(_) => plain_values.push(schema),
                // Readers that know the class of the root distinguish several alternatives for objects by their keys.
                None if self.is_untyped() && self.scope.metamodel[alternative.feature].is_containment() => {
                    unnamed_objects.push(schema);
                }
                None => {}
            }
        }
        if !unnamed_objects.is_empty() && plain_object.is_none() {
            plain_object = Some(Json::map([("oneOf", Json::List(unnamed_objects))]));
        }
        // A condition instead of `oneOf`, which would check every alternative and report the problems of
        // each.
        let maps = match plain_object {
            Some(object) => {
                let object_type = Json::string("object");
                let is_named = self.has_name(choice);
                JsonOf::map([("type", object_type), ("if", is_named), ("then", named), ("else", object)])
            }
            None => named,
        };
        let other_values = if plain_values.is_empty() {
            // `not` with an empty schema accepts nothing.
            Json::map([("not", Json::Map(Vec::new()))])
        } else {
            Json::map([("anyOf", Json::List(plain_values))])
        };
        let is_map = Json::map([("type", Json::string("object"))]);
        Some(JsonOf::map([("if", is_map), ("then", maps), ("else", other_values)]))
    }

    /// The condition that a map has a key with the name of an alternative, or is a reference to another document.
    fn has_name(&self, choice: &Choice) -> Json {
        Json::map([("anyOf", Json::List(self.names(choice).chain(["$ref"]).map(with_key).collect()))])
    }

    /// A condition for each alternative: that an object has a key with its name. Exactly one must hold; `None` if this
    /// is not checked.
    pub(super) fn exactly_one(&self, choice: &Choice) -> Option<Json> {
        // Values of Rust enums always have exactly one alternative.
        let is_checked =
            self.scope.metamodel.is_checked_choice(choice.class) || self.dialect.is_for_single_objects();
        is_checked.then(|| Json::List(self.names(choice).map(with_key).collect()))
    }

    /// The names of the alternatives.
    fn names<'s>(&'s self, choice: &'s Choice) -> impl Iterator<Item = &'s str> {
        choice.alternatives.iter().map(|alternative| self.scope.metamodel[alternative.feature].name())
    }
}
