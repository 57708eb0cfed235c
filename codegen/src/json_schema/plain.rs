//! The plain dialect: the document's own keys are in the map of its only root, or beside `$roots`.

use super::dialect_schema::DialectSchema;
use super::{Definition, Schema, of_type, pointer, refer, refer_to_property, with_key};
use crate::json::{Entries, Json, JsonOf, Text};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{ClassId, FeatureId};
use modelwright_notations::tree::Dialect;
use rustc_hash::FxHashMap;

/// The plain dialect.
pub(super) struct Plain;

impl DialectSchema for Plain {
    fn tree_dialect(&self) -> Dialect {
        Dialect::Plain
    }

    fn class_name(&self, scope: &Scope<'_>, class: ClassId) -> String {
        scope.type_name(class)
    }

    fn document<'m>(
        &self,
        schema: &Schema<'_, 'm>,
        objects: &[Definition<'m>],
    ) -> (Entries<'m>, Vec<Definition<'m>>) {
        let schemas_by_name: FxHashMap<&str, &JsonOf<'m>> =
            objects.iter().map(|object| (object.name.as_str(), &object.schema)).collect();
        let root_classes = schema.scope.classes.iter().filter(|class| match schema.root {
            Some(root) => schema.scope.metamodel.conforms(**class, root),
            // A root of another package would be in a document with the `$model` of that package.
            None => is_root(schema.scope, **class),
        });
        let must_name_class = !schema.is_untyped();
        let mut root_variants = Vec::new();
        for class in root_classes {
            let Some(name) = schema.closed_names.get(class) else { continue };
            let Some(object) = schemas_by_name.get(name.as_str()) else { continue };
            root_variants.push(schema.variant(*class, single_root(name, object, must_name_class)));
        }
        let is_required = true;
        let root = schema.by_type(root_variants, is_required);
        let mut keywords =
            vec![("type", Json::string("object")), ("properties", document_keys(schema.scope))];
        let mut definitions = vec![("$reference", reference()), ("$proxy", proxy(schema))];
        match schema.root {
            // The metamodel is known, so documents need not name it.
            Some(_) => keywords.push(("allOf", JsonOf::List(vec![root]))),
            None => {
                keywords.push(("required", Json::List(vec![Json::string("$model")])));
                keywords.extend([("if", with_key("$roots")), ("then", refer("$roots")), ("else", root)]);
                definitions.insert(0, ("$roots", several_roots(schema)));
            }
        }
        let definition =
            |(name, schema): (&str, Json)| Definition { name: name.to_owned(), package: None, schema };
        let keywords = keywords.into_iter().map(|(key, value)| (Text::Borrowed(key), value));
        (keywords.collect(), definitions.into_iter().map(definition).collect())
    }

    fn reference(&self, _schema: &mut Schema<'_, '_>, _target: ClassId) -> Json {
        // The text is not built, because most references of the metamodel have it.
        Json::map([("$ref", Json::string("#/$defs/$reference"))])
    }

    fn has_plain_choices(&self) -> bool {
        true
    }

    /// For a map with a natural form, a schema that accepts this form as well as the list of entries; for other
    /// features, the schema `list`.
    fn entries(&self, schema: &mut Schema<'_, '_>, feature: FeatureId, list: Json) -> Json {
        let Some(entries) = schema.scope.metamodel.natural_map(feature) else { return list };
        let Some(key) = schema.map_key(&entries) else { return list };
        let Some(feature_schema) = schema.feature_of(entries.class, entries.value) else { return list };
        let value_schema = schema.map_value(&entries, feature_schema);
        schema.map_or_list(feature, key, value_schema, list)
    }

    fn container(&self, _schema: &mut Schema<'_, '_>, _target: ClassId) -> Json {
        refer("$proxy")
    }
}

/// Whether objects of a class may be roots: the class is in the package of the documents, or in one inside of it.
fn is_root(scope: &Scope<'_>, class: ClassId) -> bool {
    let metamodel = scope.metamodel;
    Some(metamodel.root_of(metamodel[class].package)) == scope.main
}

/// The schemas of the keys that only the outermost map of a document has.
fn document_keys(scope: &Scope<'_>) -> Json {
    let uri = scope.main.map_or("", |main| scope.uri(main)).to_owned();
    let header = Json::map([
        ("type", Json::string("object")),
        ("properties", Json::map([("version", of_type("string")), ("namespace", of_type("string"))])),
        ("additionalProperties", Json::Bool(false)),
    ]);
    let pair = Json::map([
        ("type", Json::string("array")),
        ("items", of_type("string")),
        ("minItems", Json::number(2)),
        ("maxItems", Json::number(2)),
    ]);
    Json::map([
        ("$schema", of_type("string")),
        ("$model", Json::map([("const", Json::string(uri))])),
        ("$encoding", of_type("string")),
        ("$xmi", header),
        ("$schemaLocation", Json::map([("type", Json::string("array")), ("items", pair)])),
        ("$noNamespaceSchemaLocation", of_type("string")),
    ])
}

/// The keys of a document.
const DOCUMENT_KEYS: [&str; 6] =
    ["$schema", "$model", "$encoding", "$xmi", "$schemaLocation", "$noNamespaceSchemaLocation"];

/// The schema of a document with one root: a map with the features of the root and the keys of the document. `object`
/// is the schema of an object of the same class that is not a root; it is in the definition `name`.
fn single_root<'m>(name: &str, object: &JsonOf<'m>, must_name_class: bool) -> JsonOf<'m> {
    // A `$ref` to the definition would reject the keys of the document, because the definition is closed. So its
    // properties are referred to one by one.
    let definition = pointer(name);
    let mut properties: Entries<'m> =
        Vec::from(DOCUMENT_KEYS.map(|key| (Text::Borrowed(key), Json::Bool(true))));
    let mut required: Vec<JsonOf<'m>> = Vec::new();
    if must_name_class {
        required.push(Json::string("$type"));
    }
    let mut one_of = None;
    if let JsonOf::Map(entries) = object {
        for (key, value) in entries {
            match (&**key, value) {
                ("properties", JsonOf::Map(object_properties)) => {
                    // Each feature is described once, in the definition of its class, so the schema remains small.
                    let keys = object_properties.iter().map(|(key, _)| key);
                    properties.extend(keys.map(|key| (key.clone(), refer_to_property(&definition, key))));
                }
                ("required", JsonOf::List(keys)) => required.extend(keys.iter().cloned()),
                ("oneOf", alternatives) => one_of = Some(alternatives.clone()),
                _ => {}
            }
        }
    }
    JsonOf::map_of_some([
        ("type", Some(Json::string("object"))),
        ("properties", Some(JsonOf::map_of(properties))),
        ("required", (!required.is_empty()).then_some(JsonOf::List(required))),
        ("additionalProperties", Some(Json::Bool(false))),
        ("oneOf", one_of),
    ])
}

/// The schema of a document with any number of roots, which are in a list at `$roots`.
fn several_roots(schema: &Schema<'_, '_>) -> Json {
    let is_required = true;
    let objects = schema.by_type(schema.all_objects(), is_required);
    // `true` accepts any value here, because `document_keys` checks the values of these keys.
    let keys = Json::Map(DOCUMENT_KEYS.iter().map(|key| (Text::Borrowed(key), Json::Bool(true))).collect());
    let list = Json::map([("type", Json::string("array")), ("items", objects)]);
    Json::map([
        ("type", Json::string("object")),
        ("properties", keys.with("$roots", list)),
        ("required", Json::List(vec![Json::string("$roots")])),
        ("additionalProperties", Json::Bool(false)),
    ])
}

/// A reference to an object: its address, or its location in another document.
fn reference() -> Json {
    Json::map([("if", of_type("object")), ("then", refer("$proxy")), ("else", of_type("string"))])
}

/// An object of another document, of any class that can have instances.
fn proxy(schema: &Schema<'_, '_>) -> Json {
    let concrete = schema.scope.classes.iter().filter(|id| !schema.scope.is_abstract(**id));
    let class_names: Vec<Json> = concrete.map(|id| Json::string(schema.class_name(*id))).collect();
    // Validators such as ajv reject an empty `enum`.
    let class = if class_names.is_empty() {
        super::qualified_class_name()
    } else {
        let known_class = Json::map([("enum", Json::List(class_names))]);
        Json::map([("anyOf", Json::List(vec![known_class, super::qualified_class_name()]))])
    };
    schema.address(class)
}
