//! The `emf` dialect: the document is one root or a list of roots, every class is named with its package's URI, and
//! references are maps that name the class of their target.

use super::dialect_schema::DialectSchema;
use super::{Definition, Schema, of_type, one_of, qualified_class_name, refer, values};
use crate::json::{Entries, Json, Text};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{ClassId, DataKind, EnumLiteral, FeatureId, builtin};
use modelwright_notations::tree::Dialect;

/// The `emf` dialect.
pub(super) struct Emf;

impl DialectSchema for Emf {
    fn tree_dialect(&self) -> Dialect {
        Dialect::Emf
    }

    fn class_name(&self, scope: &Scope<'_>, class: ClassId) -> String {
        scope.qualified_name(class)
    }

    fn document<'m>(
        &self,
        schema: &Schema<'_, 'm>,
        _: &[Definition<'m>],
    ) -> (Entries<'m>, Vec<Definition<'m>>) {
        let keywords = match schema.root {
            Some(_) => vec![("type", Json::string("object")), ("allOf", Json::List(vec![refer("$root")]))],
            None => {
                let items = of_type("array").with("items", refer("$root"));
                vec![("if", of_type("array")), ("then", items), ("else", refer("$root"))]
            }
        };
        let keywords = keywords.into_iter().map(|(key, value)| (Text::Borrowed(key), value));
        let classes = match schema.root {
            Some(root) => schema.objects_of(schema.scope.concrete(root).iter()),
            None => schema.all_objects(),
        };
        let is_required = true;
        let root = schema.by_type(classes, is_required);
        // `$proxy` may name any class of any package, because a reference to `EObject` accepts all of them.
        let proxy = schema.address(qualified_class_name());
        let mut definitions = vec![
            Definition { name: "$root".to_owned(), package: None, schema: root },
            Definition { name: "$proxy".to_owned(), package: None, schema: proxy },
        ];
        let mut references: Vec<_> = schema.references.iter().collect();
        // A hash map has no order of its own, and the same input must give the same bytes.
        references.sort_by_key(|(target, _)| target.index());
        for (target, name) in references {
            let package = schema.scope.covers(*target).then(|| schema.scope.metamodel[*target].package);
            let schema = schema.address(class_of(schema, *target));
            definitions.push(Definition { name: name.clone(), package, schema });
        }
        (keywords.collect(), definitions)
    }

    fn reference(&self, schema: &mut Schema<'_, '_>, target: ClassId) -> Json {
        if target == builtin::EOBJECT {
            schema.refers_to_anything = true;
            return refer("$proxy");
        }
        if let Some(name) = schema.references.get(&target) {
            return refer(name);
        }
        let name = format!("{}Reference", schema.scope.metamodel[target].name);
        // There is only this form of the name; if it is taken, the name gets a number.
        let name = schema.unused_name([name.clone(), name]);
        let reference = refer(&name);
        schema.references.insert(target, name);
        reference
    }

    fn container(&self, schema: &mut Schema<'_, '_>, target: ClassId) -> Json {
        // The container of a root is in another document, so its address must have a URI before the `#`.
        let other_document =
            Json::map([("type", Json::string("string")), ("pattern", Json::string("^[^#]+#"))]);
        self.reference(schema, target)
            .with("type", Json::string("object"))
            .with("properties", Json::map([("$ref", other_document)]))
    }

    /// For a map with string keys, a schema that accepts the short form as well as the list of entries; for other
    /// features, the schema `list`.
    fn entries(&self, schema: &mut Schema<'_, '_>, feature: FeatureId, list: Json) -> Json {
        let metamodel = schema.scope.metamodel;
        let class = metamodel.target(feature);
        let [Some(key), Some(value)] = ["key", "value"].map(|name| metamodel.feature(class, name)) else {
            return list;
        };
        let is_text = !metamodel[key].is_reference()
            && !metamodel[key].many()
            && metamodel[metamodel.data_type(key)].kind == DataKind::String;
        if !is_text || !metamodel.holds_entries(feature) {
            return list;
        }
        let reserved_key =
            Json::map([("enum", Json::List(reserved_keys(schema).map(Json::string).collect()))]);
        // Readers reject keys of the dialect in the short form of a map.
        let Some(key) = schema.feature_of(class, key).map(|key| key.with("not", reserved_key)) else {
            return list;
        };
        let Some(value) = schema.feature_of(class, value) else { return list };
        schema.map_or_list(feature, key, value, list)
    }

    fn is_always_number(&self, kind: DataKind) -> bool {
        kind != DataKind::BigDecimal
    }

    fn value(&self, kind: DataKind) -> Json {
        if self.is_always_number(kind) {
            return values::schema_of_kind(kind);
        }
        // Strings keep digits that other readers cannot store as numbers.
        let digits = Json::string("^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$");
        one_of(vec![
            Json::map([("type", Json::string("number"))]),
            Json::map([("type", Json::string("string")), ("pattern", digits)]),
        ])
    }

    /// Some tools write the literal, others its name.
    fn literals<'l>(&self, literals: &'l [EnumLiteral]) -> Vec<&'l str> {
        let names = literals.iter().map(|literal| literal.name.as_str());
        literals.iter().map(EnumLiteral::spelling).chain(names).collect()
    }
}

/// The keys that readers do not treat as keys of a map in short form: those of the dialect and their synonyms.
fn reserved_keys(schema: &Schema<'_, '_>) -> impl Iterator<Item = &'static str> {
    let plain = Dialect::Plain.id_keys(schema.scope.metamodel);
    let classes = [Dialect::Emf, Dialect::Plain].map(Dialect::class_key);
    schema.ids.clone().into_iter().chain(plain).chain(classes).chain(["$ref"])
}

/// The schema of the class name of an object, if a class is expected.
fn class_of(schema: &Schema<'_, '_>, target: ClassId) -> Json {
    let classes = schema.scope.metamodel.concrete_subclasses(target);
    let names: Vec<Json> = classes.map(|class| Json::string(schema.class_name(class))).collect();
    if names.is_empty() {
        // No object is of such a class.
        Json::map([("not", Json::Map(Vec::new()))])
    } else {
        Json::map([("enum", Json::List(names))])
    }
}
