//! The schemas of objects: of one class, of any class that may replace it, and of proxies.
//!
//! Invariant: which definition applies to an object is decided by its class key before its other keys are checked.

use super::{Schema, more_than_one, qualified_class_name, refer, required_keys};
use crate::json::{Entries, Json, JsonOf, Text};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::{ClassId, FeatureId, builtin, documentation};
use std::borrow::Cow;

/// The text of the reference to proxies, which the schema of each containment has.
const PROXY: &str = "#/$defs/$proxy";

impl<'m> Schema<'_, 'm> {
    /// The schema of an object of exactly one class.
    pub(super) fn object(&mut self, class: ClassId) -> JsonOf<'m> {
        let (scope, dialect) = (self.scope, self.dialect.tree_dialect());
        let (features, hidden_features) = scope.stored_features(class);
        self.report_losses(class, &hidden_features);
        let docs = documentation(&scope.metamodel[class].annotations);
        let mut properties: Entries<'m> = self.class_properties(class);
        for id in &self.ids {
            properties.push((Text::Borrowed(id), Json::map([("type", Json::string("string"))])));
        }
        let mut required = Vec::new();
        // The entries of a feature map occur under the features that they belong to.
        let features = features.into_iter().chain(scope.members(class));
        for feature in features.filter(|id| !scope.metamodel.is_feature_map(*id)) {
            let name = scope.metamodel[feature].name();
            if dialect.is_own_key(name) {
                let label = scope.metamodel.feature_label(feature);
                let message =
                    format!("the JSON Schema has no {label}: in this dialect, its name is a reserved key");
                self.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message));
                continue;
            }
            let schema = self.property(class, feature);
            properties.push((Cow::Borrowed(name), schema));
            if scope.is_required(feature) {
                required.push(JsonOf::string(name));
            }
        }
        for feature in scope.container_ends(class) {
            let container = self.dialect.container(self, scope.metamodel.target(feature));
            properties.push((Cow::Borrowed(scope.metamodel[feature].name()), container));
        }
        let choice = scope.metamodel.choice(class);
        JsonOf::map_of_some([
            ("type", Some(Json::string("object"))),
            ("description", docs.map(JsonOf::string)),
            ("properties", Some(JsonOf::map_of(properties))),
            ("not", more_than_one(&self.ids)),
            ("required", (!required.is_empty()).then_some(JsonOf::List(required))),
            ("oneOf", choice.and_then(|choice| self.exactly_one(&choice))),
            ("additionalProperties", Some(Json::Bool(false))),
        ])
    }

    /// The schema of a feature of an object. The schema of an inherited feature is a reference to another definition,
    /// if that is shorter.
    fn property(&mut self, class: ClassId, feature: FeatureId) -> Json {
        if let Some(known) = self.properties.get(&feature)
            && let Some(reference) = self.feature_of(*known, feature)
        {
            return reference;
        }
        self.is_quiet = !self.reported.insert(feature);
        let schema = self.feature(feature);
        self.is_quiet = false;
        // A schema of one keyword is as short as a reference to it.
        let is_long = matches!(&schema, Json::Map(keywords) if keywords.len() > 1);
        if is_long
            // Definitions of Rust types must not refer to the inside of each other.
            && !self.dialect.is_for_single_objects()
            && self.closed_names.contains_key(&class)
        {
            self.properties.insert(feature, class);
        }
        schema
    }

    /// An object of a class or of one of its subclasses, distinguished by the class that it names.
    pub(super) fn any_of_class(&self, class: ClassId) -> Json {
        let concrete = self.scope.concrete(class);
        // Without a class key, an object is of the class itself, if that can have instances.
        let is_class_key_required = !concrete.contains(&class);
        // Decision 3: writers name the class here, but readers accept an object of a concrete class without
        // it.
        let class_itself = concrete.iter().filter(|id| **id == class);
        let ordered = class_itself.chain(concrete.iter().filter(|id| **id != class));
        self.by_type(self.objects_of(ordered), is_class_key_required)
    }

    /// The schema of an object of any class. Objects of classes in other packages are not checked.
    pub(super) fn any_object(&self) -> Json {
        let known_classes = self.objects_of(self.scope.concrete(builtin::EOBJECT).iter());
        let key = self.dialect.tree_dialect().class_key();
        let names = known_classes.iter().map(|variant| Json::copy(&variant.name)).collect();
        // Known classes are excluded, because `then` accepts every object.
        let other_class = qualified_class_name().with("not", Json::map([("enum", Json::List(names))]));
        let condition = Json::map([
            ("properties", Json::map([(key, other_class)])),
            ("required", Json::List(vec![Json::string(key)])),
        ]);
        let is_required = true;
        let known_object = self.by_type(known_classes, is_required);
        let object_type = Json::string("object");
        Json::map([
            ("type", object_type),
            ("if", condition),
            ("then", Json::Bool(true)),
            ("else", known_object),
        ])
    }

    /// An object, or a reference to an object of one of these classes in another document.
    pub(super) fn or_proxy(&self, object: Json, classes: Vec<Json>) -> Json {
        if self.dialect.is_for_single_objects() {
            return object;
        }
        self.object_or_proxy(self.proxy_of(classes), object)
    }

    /// An object, or a proxy. A value that is not an object is reported once: only by `object`, if that requires one.
    fn object_or_proxy(&self, proxy: Json, object: Json) -> Json {
        let has_type =
            |entries: &[(Text, Json)]| entries.iter().any(|(key, _)| key == "type" || key == "$ref");
        let is_typed = matches!(&object, Json::Map(entries) if has_type(entries));
        let object_type = ("type", Json::string("object"));
        // The condition is that the object is a reference to another document.
        let [properties, required] = required_keys(&[Text::Borrowed("$ref")]);
        // If `object` requires a type, a type here would report the same value twice, so only the condition has one.
        if is_typed {
            let condition = Json::map([object_type, properties, required]);
            return Json::map([("if", condition), ("then", proxy), ("else", object)]);
        }
        let condition = Json::map([properties, required]);
        Json::map([object_type, ("if", condition), ("then", proxy), ("else", object)])
    }

    /// As [`Self::or_proxy`], with a shared definition `name` of the proxy for all subclasses of `class`: without it,
    /// each feature of a class with many subclasses would list them all.
    pub(super) fn or_shared_proxy(&mut self, object: Json, name: String, class: ClassId) -> Json {
        if self.dialect.is_for_single_objects() {
            return object;
        }
        let proxy = refer(&name);
        if !self.proxies.contains_key(&name) {
            let concrete = self.scope.concrete(class);
            let classes = concrete.iter().map(|id| Json::string(self.class_name(*id))).collect();
            let definition = self.proxy_of(classes);
            self.proxies.insert(name, definition);
        }
        self.object_or_proxy(proxy, object)
    }

    /// The schema of a proxy for an object of one of the given classes.
    fn proxy_of(&self, classes: Vec<Json>) -> Json {
        let key = self.dialect.tree_dialect().class_key();
        let proxy = ("$ref", Json::string(PROXY));
        if classes.is_empty() {
            // Without a known concrete class, an `enum` would accept none, so the class is not restricted.
            return Json::map([proxy]);
        }
        let class = Json::map([("enum", Json::List(classes))]);
        Json::map([proxy, ("type", Json::string("object")), ("properties", Json::map([(key, class)]))])
    }

    /// The location of an object, with the name of its class.
    pub(super) fn address(&self, class: Json) -> Json {
        let text = Json::map([("type", Json::string("string"))]);
        Json::map([
            ("type", Json::string("object")),
            ("properties", Json::map([("$ref", text), (self.dialect.tree_dialect().class_key(), class)])),
            ("required", Json::List(vec![Json::string("$ref")])),
            ("additionalProperties", Json::Bool(false)),
        ])
    }
}
