//! The keys that name the classes of objects, which decide the schema of an object: the dialect's own, and in documents
//! of programs that know no metamodel the discriminators of the metamodel.
//!
//! Invariant: conditions in `allOf` rather than `oneOf`, so that an invalid object only has the problems of the class
//! that it names.

use super::{Schema, refer, with_key};
use crate::json::{Json, JsonOf, Text};
use modelwright_metamodel::ecore::ClassId;
use std::collections::BTreeMap;

/// A class that an object may have.
pub(super) struct Variant<'t> {
    /// The name of the class under the dialect's key.
    pub(super) name: String,
    /// The discriminator of the class, and the text that names it.
    discriminator: Option<(String, String)>,
    /// The schema of its objects.
    pub(super) schema: JsonOf<'t>,
}

impl Schema<'_, '_> {
    /// Whether objects need not name their classes, because readers know the class of the root.
    pub(super) fn is_untyped(&self) -> bool {
        self.root.is_some() && self.dialect.has_plain_choices()
    }

    /// The key of the discriminator of a class; `None` if the class has none, or if documents do not contain it.
    fn discriminator(&self, class: ClassId) -> Option<&str> {
        let has_discriminators = self.is_untyped() || self.dialect.is_for_single_objects();
        if has_discriminators { self.scope.metamodel.discriminator(class) } else { None }
    }

    /// The properties of the keys that name a class.
    pub(super) fn class_properties(&self, class: ClassId) -> Vec<(Text, Json)> {
        let discriminator = self.discriminator(class);
        let mut properties = Vec::new();
        // The discriminator replaces the dialect's key in generated types, but not for readers of documents.
        if discriminator.is_none() || !self.dialect.is_for_single_objects() {
            let class_key = Text::Borrowed(self.dialect.tree_dialect().class_key());
            properties.push((class_key, constant(self.class_name(class))));
        }
        if let Some(key) = discriminator {
            let value = self.scope.metamodel.discriminator_value(class).to_owned();
            properties.push((Text::Owned(key.to_owned()), constant(value)));
        }
        properties
    }

    /// The given classes, each with a reference to the definition of its objects. Classes without a definition are left
    /// out.
    pub(super) fn objects_of<'c>(&self, classes: impl Iterator<Item = &'c ClassId>) -> Vec<Variant<'static>> {
        let mut variants = Vec::new();
        for class in classes {
            if let Some(name) = self.closed_names.get(class) {
                variants.push(self.variant(*class, refer(name)));
            }
        }
        variants
    }

    /// A class that an object may have, with the schema of its objects.
    pub(super) fn variant<'t>(&self, class: ClassId, schema: JsonOf<'t>) -> Variant<'t> {
        let discriminator = self
            .discriminator(class)
            .map(|key| (key.to_owned(), self.scope.metamodel.discriminator_value(class).to_owned()));
        Variant { name: self.class_name(class), discriminator, schema }
    }

    /// The schema of an object of one of the given classes: that of the class which the object names. If a class name
    /// is not required, an object without it is of the first class, or if the class of the root is known, of any class
    /// whose schema accepts it.
    pub(super) fn by_type<'t>(&self, variants: Vec<Variant<'t>>, is_required: bool) -> JsonOf<'t> {
        let key = self.dialect.tree_dialect().class_key();
        // JSON Schema does not allow an empty `allOf`.
        if variants.is_empty() {
            return Json::map([("not", Json::Map(Vec::new()))]);
        }
        let object = Json::map([("type", Json::string("object"))]);
        let has_discriminator = |variant: &Variant<'_>| variant.discriminator.is_some();
        // Without discriminators, the dialect's key alone decides.
        if !self.is_untyped() && !variants.iter().any(has_discriminator) {
            let required = is_required.then(|| Json::List(vec![Json::string(key)]));
            let classes = variants.into_iter().map(|variant| (variant.name, variant.schema)).collect();
            let (properties, choices) = named_by(&Text::Borrowed(key), classes, is_required);
            let object = object.with("properties", properties).with_some("required", required);
            return object.with("allOf", choices);
        }
        let unnamed = self.without_name(&variants, is_required);
        // Objects of generated types with discriminators do not have the dialect's key.
        if !self.is_untyped() && variants.iter().all(has_discriminator) {
            return object.with("allOf", JsonOf::List(vec![unnamed]));
        }
        let classes = variants.into_iter().map(|variant| (variant.name, variant.schema)).collect();
        // `unnamed` is the schema of objects without the key, so the conditions require it.
        let is_key_required = true;
        let (properties, choices) = named_by(&Text::Borrowed(key), classes, is_key_required);
        object
            .with("properties", properties)
            .with("if", with_key(key))
            .with("then", Json::Bool(true))
            .with("else", unnamed)
            .with("allOf", choices)
    }

    /// The schema of an object without the dialect's key: that of the class which a discriminator names, otherwise that
    /// of any class that accepts the object.
    fn without_name<'t>(&self, variants: &[Variant<'t>], is_required: bool) -> JsonOf<'t> {
        let mut keys: BTreeMap<&str, Vec<(String, JsonOf<'t>)>> = BTreeMap::new();
        for variant in variants {
            if let Some((key, value)) = &variant.discriminator {
                keys.entry(key).or_default().push((value.clone(), variant.schema.clone()));
            }
        }
        // The schema of an object without any of the keys.
        let mut schema = match variants {
            [only] if self.is_untyped() => only.schema.clone(),
            _ if self.is_untyped() => {
                let schemas = variants.iter().map(|variant| variant.schema.clone()).collect();
                JsonOf::map([("anyOf", JsonOf::List(schemas))])
            }
            [first, ..] if !is_required => first.schema.clone(),
            // `not` with an empty schema accepts nothing.
            _ => Json::map([("not", Json::Map(Vec::new()))]),
        };
        // From the last key to the first one: the condition for a key contains the conditions for the keys after it.
        for (key, classes) in keys.into_iter().rev() {
            let is_key_required = true;
            let (properties, choices) = named_by(&Text::Owned(key.to_owned()), classes, is_key_required);
            let named_schema = JsonOf::map([("properties", properties), ("allOf", choices)]);
            schema = JsonOf::map([("if", with_key(key)), ("then", named_schema), ("else", schema)]);
        }
        schema
    }
}

/// The schema of one text.
fn constant(name: String) -> Json {
    Json::map([("const", Json::string(name))])
}

/// The `properties` of an object that names one of some classes under a key, and the conditions for `allOf`. Unless
/// the name is required, an object without it is of the first class.
fn named_by<'t>(key: &Text, classes: Vec<(String, JsonOf<'t>)>, is_required: bool) -> (Json, JsonOf<'t>) {
    // The key is mostly a word of the dialect, which is not copied.
    let under_key = |value: Json| Json::Map(vec![(key.clone(), value)]);
    let names = classes.iter().map(|(name, _)| Json::copy(name)).collect();
    let choices = classes.into_iter().enumerate().map(|(at, (name, schema))| {
        let name_of_class = under_key(Json::map([("const", Json::string(name))]));
        // `properties` is satisfied by a missing key, so each condition also requires the key, except for the class
        // that an object without the key has.
        let required = (is_required || at > 0).then(|| Json::List(vec![Json::String(key.clone())]));
        let condition = Json::map_of_some([("properties", Some(name_of_class)), ("required", required)]);
        JsonOf::map([("if", condition), ("then", schema)])
    });
    let names = under_key(Json::map([("enum", Json::List(names))]));
    (names, JsonOf::List(choices.collect()))
}
