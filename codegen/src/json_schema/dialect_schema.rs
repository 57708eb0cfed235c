//! The part of a schema that depends on the dialect: the content of documents that is not a feature, and the spelling
//! of values.
//!
//! Everything else is the same in all dialects. To add a dialect, implement
//! [`DialectSchema`] and add it to [`super::dialect_schema`].

use super::{Definition, Schema, values};
use crate::json::{Entries, Json};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{ClassId, DataKind, EnumLiteral, FeatureId};
use modelwright_notations::tree::Dialect;

/// Describes how one dialect is expressed in JSON Schema.
pub(super) trait DialectSchema {
    /// The dialect of readers and writers that the schema describes.
    fn tree_dialect(&self) -> Dialect;

    /// Whether the schema describes single objects, not documents: such an object cannot be a proxy.
    fn is_for_single_objects(&self) -> bool {
        false
    }

    /// The name of a class in documents.
    fn class_name(&self, scope: &Scope<'_>, class: ClassId) -> String;

    /// The keywords for a document around its objects, whose definitions are given, and the definitions that these
    /// keywords need.
    fn document<'m>(
        &self,
        schema: &Schema<'_, 'm>,
        objects: &[Definition<'m>],
    ) -> (Entries<'m>, Vec<Definition<'m>>);

    /// A reference to an object of a class or of one of its subclasses.
    fn reference(&self, schema: &mut Schema<'_, '_>, target: ClassId) -> Json;

    /// The reference of a root to its container in another document.
    fn container(&self, schema: &mut Schema<'_, '_>, target: ClassId) -> Json;

    /// The schema of a feature whose values may be the entries of a map. `list` is the schema of a list of them, like
    /// that of other objects, which is also the default.
    fn entries(&self, _schema: &mut Schema<'_, '_>, _feature: FeatureId, list: Json) -> Json {
        list
    }

    /// Whether choices have plain values.
    fn has_plain_choices(&self) -> bool {
        false
    }

    /// Whether values of a numeric kind are always JSON numbers.
    fn is_always_number(&self, _kind: DataKind) -> bool {
        true
    }

    /// The schema of the values of a kind, without facets.
    fn value(&self, kind: DataKind) -> Json {
        values::schema_of_kind(kind)
    }

    /// The spellings of literals; duplicates have no effect.
    fn literals<'l>(&self, literals: &'l [EnumLiteral]) -> Vec<&'l str> {
        literals.iter().map(EnumLiteral::spelling).collect()
    }
}
