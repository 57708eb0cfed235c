//! The schemas of single values, for generated code that checks the same.
//!
//! Invariant: a schema has the facets of the value's type itself, and refers to no definition.

use super::{Checker, Schema, dialect_schema, pointer};
use crate::json::Json;
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{DataTypeId, FeatureId};
use modelwright_notations::tree::Dialect;
use rustc_hash::FxHashMap;

/// Schemas of single values.
pub(crate) struct ValueSchemas<'s, 'm> {
    schema: Schema<'s, 'm>,
    /// The schemas of types with facets.
    types: FxHashMap<DataTypeId, Json>,
}

impl<'s, 'm> ValueSchemas<'s, 'm> {
    /// The schemas of values in ordinary JSON, for a checker.
    pub(crate) fn new(scope: &'s Scope<'m>, checker: Checker) -> Self {
        let schema = Schema { checker, ..Schema::new(scope, dialect_schema(Dialect::Plain)) };
        Self { schema, types: FxHashMap::default() }
    }

    /// The schema of one value of an attribute.
    pub(crate) fn schema_of(&mut self, feature: FeatureId) -> Json {
        // Languages describe some features twice: for the class that has them, and for the value that it is.
        self.schema.is_quiet = !self.schema.reported.insert(feature);
        let value = self.schema.attribute_value(feature);
        let id = self.schema.scope.metamodel.data_type(feature);
        // If the value is described by a reference to the definition of its type, its schema is that definition.
        let is_defined =
            reference_in(&value).is_some_and(|reference| reference == pointer(&self.schema.types[&id]));
        if !is_defined {
            return value;
        }
        if !self.types.contains_key(&id) {
            let definition = self.schema.type_definition(id);
            self.types.insert(id, definition);
        }
        self.types.get(&id).cloned().unwrap_or(value)
    }

    /// The reports so far of what is not checked.
    pub(crate) fn into_problems(self) -> Diagnostics {
        self.schema.diagnostics
    }
}

/// The text of the reference that a schema has; `None` if it has none.
fn reference_in(schema: &Json) -> Option<&str> {
    let Json::Map(entries) = schema else { return None };
    match entries.iter().find(|(key, _)| key == "$ref")? {
        (_, Json::String(reference)) => Some(reference),
        _ => None,
    }
}
