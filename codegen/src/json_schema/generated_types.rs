//! The schemas of values of generated types in serde's formats: the plain dialect, for objects alone.
//!
//! Invariants: a definition has the name of its Rust type, and refers to no other definitions but those of types and
//! [`REFERENCE`]. This module does not know the names or the fields of Rust types.

use super::dialect_schema::DialectSchema;
use super::{Definition, Schema, pointer, refer, values};
use crate::json::{Entries, Json, JsonOf, Text};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{ClassId, DataKind, DataTypeId, FeatureId};
use modelwright_notations::tree::Dialect;
use rustc_hash::FxHashMap;

/// The definition of references, which belongs to a type of the run time.
const REFERENCE: &str = "$reference";

/// The plain dialect, for the values of generated types.
struct RustTypes;

impl DialectSchema for RustTypes {
    fn tree_dialect(&self) -> Dialect {
        Dialect::Plain
    }

    fn is_for_single_objects(&self) -> bool {
        true
    }

    fn class_name(&self, scope: &Scope<'_>, class: ClassId) -> String {
        scope.type_name(class)
    }

    fn document<'m>(&self, _: &Schema<'_, 'm>, _: &[Definition<'m>]) -> (Entries<'m>, Vec<Definition<'m>>) {
        (Vec::new(), Vec::new())
    }

    fn reference(&self, _: &mut Schema<'_, '_>, _: ClassId) -> Json {
        refer(REFERENCE)
    }

    /// The schema of a map, which can also be read from a list of its entries; for other features, the schema `list`.
    fn entries(&self, schema: &mut Schema<'_, '_>, feature: FeatureId, list: Json) -> Json {
        let Some(entries) = schema.scope.metamodel.natural_map(feature) else { return list };
        let Some(key) = schema.map_key(&entries) else { return list };
        let feature_schema = schema.feature(entries.value);
        let value_schema = schema.map_value(&entries, feature_schema);
        schema.map_or_list(feature, key, value_schema, list)
    }

    fn container(&self, _: &mut Schema<'_, '_>, _: ClassId) -> Json {
        refer(REFERENCE)
    }

    /// Whether values are always JSON numbers. Numbers with more digits than a double may also be strings.
    fn is_always_number(&self, kind: DataKind) -> bool {
        !matches!(kind, DataKind::BigInteger | DataKind::BigDecimal)
    }

    fn value(&self, kind: DataKind) -> Json {
        let number = values::schema_of_kind(kind);
        if self.is_always_number(kind) {
            return number;
        }
        // Decision 28: the serde implementations of the runtime write a number that a double cannot represent as a
        // string of digits.
        Json::map([("type", Json::List(vec![Json::string("number"), Json::string("string")]))])
    }
}

/// The Rust types of a class.
pub(crate) struct Class<'n> {
    pub(crate) class: ClassId,
    /// The struct and its fields.
    pub(crate) object: Option<(&'n str, Vec<Field<'n>>)>,
    /// Whether the type is an enum of alternatives, whose plain values documents contain.
    pub(crate) is_choice: bool,
    /// Whether the objects of the class are tuples: documents contain lists of their values.
    pub(crate) is_tuple: bool,
    /// The enum of its objects and the objects of its subclasses.
    pub(crate) union: Option<&'n str>,
}

/// A field of a struct.
pub(crate) struct Field<'n> {
    /// The name in documents.
    pub(crate) name: &'n str,
    /// Whether documents must contain the field.
    pub(crate) is_required: bool,
    /// Whether the type is defined by the user, so that its values are unknown.
    pub(crate) has_custom_type: bool,
}

/// A definition for each type.
pub(crate) fn definitions<'m>(
    scope: &Scope<'m>,
    classes: &[Class<'_>],
    enums: &[(DataTypeId, &str)],
) -> Entries<'m> {
    let mut schema = Schema::new(scope, &RustTypes);
    let mut definitions: Entries<'m> = Vec::new();
    let mut names = FxHashMap::default();
    for Class { class, object, is_choice, is_tuple, union } in classes {
        if let Some((name, fields)) = object {
            let key = scope.metamodel.discriminator(*class).unwrap_or(Dialect::Plain.class_key());
            let object = with_fields(schema.object(*class), fields, key);
            let choice = scope.metamodel.choice(*class).filter(|_| *is_choice);
            let tuple = scope.metamodel.tuple(*class).filter(|_| *is_tuple);
            let definition = match (choice, tuple) {
                (Some(choice), _) => schema.choice(&choice, object),
                (_, Some(tuple)) => schema.tuple_or_object(&tuple, object),
                _ => Some(object),
            };
            let definition = definition.unwrap_or_else(|| JsonOf::Map(Vec::new()));
            definitions.push((Text::Owned((*name).to_owned()), definition));
            // References use the names of the metamodel, and are rewritten to the names of the Rust types
            // afterwards.
            if let Some(definition_name) = schema.closed_names.get(class) {
                names.insert(pointer(definition_name), (*name).to_owned());
            }
        }
        if let Some(name) = union {
            definitions.push((Text::Owned((*name).to_owned()), schema.any_of_class(*class)));
            if let Some(definition_name) = schema.open_names.get(class) {
                names.insert(pointer(definition_name), (*name).to_owned());
            }
        }
    }
    for (data_type, name) in enums {
        definitions.push((Text::Owned((*name).to_owned()), schema.type_definition(*data_type)));
        names.insert(pointer(&schema.types[data_type]), (*name).to_owned());
    }
    let mut definition_types = DefinitionTypes { names, inline: FxHashMap::default() };
    while let Some((name, data_type)) = schema.used_types.pop_first() {
        let reference = pointer(&name);
        if !definition_types.names.contains_key(&reference) {
            // Types with facets have no Rust type, so each reference to such a type is replaced with a copy of its
            // schema.
            definition_types.inline.insert(reference, schema.type_definition(data_type));
        }
    }
    definitions
        .into_iter()
        .map(|(name, definition)| (name, definition_types.rewrite_references(definition)))
        .collect()
}

/// An object with exactly these fields, and the key that names its class.
fn with_fields<'m>(object: JsonOf<'m>, fields: &[Field<'_>], class_key: &str) -> JsonOf<'m> {
    let JsonOf::Map(entries) = object else { return object };
    let mut narrowed = JsonOf::Map(Vec::new());
    for (key, value) in entries {
        match (&*key, value) {
            // `fields` determines what is required, and `not` is about ids, which values do not have.
            ("required" | "not", _) => {}
            ("properties", JsonOf::Map(object_properties)) => {
                narrowed = narrowed.with("properties", properties(object_properties, fields, class_key));
            }
            (_, value) => narrowed = narrowed.with(key, value),
        }
    }
    let required = fields.iter().filter(|field| field.is_required);
    let required: Vec<Json> = required.map(|field| Json::copy(field.name)).collect();
    narrowed.with_some("required", (!required.is_empty()).then_some(Json::List(required)))
}

/// The properties of an object that have a field, and the key that names its class.
fn properties<'m>(object_properties: Entries<'m>, fields: &[Field<'_>], class_key: &str) -> JsonOf<'m> {
    let fields: FxHashMap<&str, &Field<'_>> = fields.iter().map(|field| (field.name, field)).collect();
    let field_properties =
        object_properties.into_iter().filter_map(|(key, schema)| match fields.get(&*key) {
            Some(field) if field.has_custom_type => Some((key, JsonOf::Map(Vec::new()))),
            Some(_) => Some((key, schema)),
            // Ids and features without a field are left out: they belong to documents, not to values.
            None => (key == class_key).then_some((key, schema)),
        });
    JsonOf::Map(field_properties.collect())
}

/// How references to definitions are rewritten, by the text of the reference.
struct DefinitionTypes {
    /// The names of Rust types.
    names: FxHashMap<String, String>,
    /// The definitions without a Rust type, which are copied to where they are referred to.
    inline: FxHashMap<String, Json>,
}

impl DefinitionTypes {
    /// The schema with references to definitions of types only; other definitions are copied into it.
    fn rewrite_references<'m>(&self, schema: JsonOf<'m>) -> JsonOf<'m> {
        match schema {
            JsonOf::List(items) => {
                JsonOf::List(items.into_iter().map(|item| self.rewrite_references(item)).collect())
            }
            JsonOf::Map(entries) => self.rewrite_entries(entries),
            other => other,
        }
    }

    /// As [`Self::rewrite_references`], for the entries of a map.
    fn rewrite_entries<'m>(&self, entries: Entries<'m>) -> JsonOf<'m> {
        let mut rewritten: Entries<'m> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let reference = match &value {
                JsonOf::String(reference) if key == "$ref" => reference.clone(),
                _ => {
                    rewritten.push((key, self.rewrite_references(value)));
                    continue;
                }
            };
            if let Some(Json::Map(definition)) = self.inline.get(&*reference).cloned() {
                rewritten.extend(definition);
                continue;
            }
            // A class without a Rust type, such as the class of the entries of a map, is not described.
            if let Some(name) = self.names.get(&*reference) {
                rewritten.push((Text::Borrowed("$ref"), Json::copy(name)));
            } else if reference == pointer(REFERENCE) {
                rewritten.push((Text::Borrowed("$ref"), Json::copy(REFERENCE)));
            }
        }
        JsonOf::map_of(rewritten)
    }
}
