//! JSON Schema for the plain dialect of model trees.
//!
//! One definition for each concrete class with all its features, closed to other keys; one for each
//! class whose subclasses may stand in its place, told apart by `$type`; and the document around
//! them. Invariants: every document that modelwright writes is valid; what a schema cannot refuse
//! though the metamodel does is told as a diagnostic that names the element; which definition an object
//! must keep is decided before it is looked into, so that checking is linear.
//!
//! Everything is made as draft 2020-12 in one document. `shape` makes other drafts and files of it.

mod shape;
mod values;

use crate::json::Json;
use crate::scope::Scope;
use crate::{GeneratedFile, Options, Target};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, PackageId, annotation, builtin, documentation,
};
pub use shape::Draft;
use std::collections::{BTreeMap, HashMap, HashSet};

/// JSON Schema.
pub const TARGET: Target = Target {
    name: "json-schema",
    description: "JSON Schema of the plain dialect",
    takes_template: false,
    generate,
};

/// What users may choose of JSON Schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JsonSchemaOptions {
    /// The draft.
    pub draft: Draft,
    /// Whether the definitions of each package go into a file of their own.
    pub per_package: bool,
}

/// Generates the schema of documents whose roots are of the first package.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &Options,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let mut scope = Scope::new(metamodel, packages);
    scope.add_used(|id| metamodel[id].is_containment(), false);
    if scope.contains_anything() {
        scope.open_anything();
    }
    let mut schema = Schema::new(&scope);
    let (document, definitions) = schema.document();
    let files = shape::files(&scope, &document, definitions, &options.json_schema);
    (files, schema.diagnostics)
}

/// A named part of a schema, and the package it belongs to, where it belongs to one.
struct Definition {
    name: String,
    package: Option<PackageId>,
    schema: Json,
}

struct Schema<'s, 'm> {
    scope: &'s Scope<'m>,
    /// The definition of an object of exactly a class.
    closed: HashMap<ClassId, String>,
    /// The definition of an object of a class or any of its subclasses.
    open: HashMap<ClassId, String>,
    types: HashMap<DataTypeId, String>,
    /// Data types whose definitions are needed, by name.
    used_types: BTreeMap<String, DataTypeId>,
    /// Whether what is being described was told of before.
    quiet: bool,
    /// The features that were told of: inherited ones come up in each heir, abstract classes have no definition.
    told: HashSet<FeatureId>,
    diagnostics: Diagnostics,
}

impl<'s, 'm> Schema<'s, 'm> {
    fn new(scope: &'s Scope<'m>) -> Self {
        let mut taken = HashSet::new();
        let mut free = |candidates: [String; 2]| {
            let [plain, long] = candidates;
            if taken.insert(plain.clone()) {
                return plain;
            }
            let numbered = (2u64..).map(|n| format!("{long}{n}"));
            let name = std::iter::once(long.clone()).chain(numbered).find(|name| taken.insert(name.clone()));
            name.unwrap_or(long)
        };
        let metamodel = scope.metamodel;
        let (mut closed, mut open, mut types) = (HashMap::new(), HashMap::new(), HashMap::new());
        for class in &scope.classes {
            let qualified = metamodel.qualified_name(Classifier::Class(*class));
            let name = free([metamodel[*class].name.clone(), qualified]);
            if scope.is_abstract(*class) {
                open.insert(*class, name)
            } else {
                closed.insert(*class, name)
            };
        }
        for class in scope.classes.iter().filter(|c| !scope.is_abstract(**c) && scope.is_open(**c)) {
            let name = format!("Any{}", closed[class]);
            open.insert(*class, free([name.clone(), name]));
        }
        if scope.contains_anything() {
            let any = builtin::EOBJECT;
            open.insert(
                any,
                free([metamodel[any].name.clone(), metamodel.qualified_name(Classifier::Class(any))]),
            );
        }
        for (id, data) in metamodel.data_types() {
            types.insert(id, free([data.name.clone(), metamodel.qualified_name(Classifier::DataType(id))]));
        }
        Self {
            scope,
            closed,
            open,
            types,
            used_types: BTreeMap::new(),
            quiet: false,
            told: HashSet::new(),
            diagnostics: Diagnostics::new(),
        }
    }

    /// Notes that the schema accepts more than the metamodel does.
    fn weaker(&mut self, element: &str, what: &str) {
        if self.quiet {
            return;
        }
        let message = format!("the JSON Schema does not check that {element} {what}");
        self.diagnostics.push(Diagnostic::new(codes::WEAKER_SCHEMA, Severity::Note, message));
    }

    /// The schema without its definitions, and these.
    fn document(&mut self) -> (Vec<(String, Json)>, Vec<Definition>) {
        let scope = self.scope;
        let mut definitions = Vec::new();
        let mut roots = Vec::new();
        for class in &scope.classes {
            let package = Some(scope.metamodel[*class].package);
            if let Some(name) = self.closed.get(class).cloned() {
                let schema = self.object(*class);
                if self.is_root(*class) {
                    roots.push((scope.type_name(*class), self.root(*class, &schema)));
                }
                definitions.push(Definition { name, package, schema });
            }
            if let Some(name) = self.open.get(class).cloned() {
                definitions.push(Definition { name, package, schema: self.any_of_class(*class) });
            }
        }
        if let Some(name) = self.open.get(&builtin::EOBJECT).cloned() {
            definitions.push(Definition { name, package: None, schema: self.any_object() });
        }
        while let Some((name, id)) = self.used_types.pop_first() {
            let package = Some(scope.metamodel[id].package);
            definitions.push(Definition { name, package, schema: self.type_definition(id) });
        }
        for (name, schema) in
            [("$roots", self.several_roots()), ("$reference", reference()), ("$proxy", self.proxy())]
        {
            definitions.push(Definition { name: name.to_owned(), package: None, schema });
        }
        if scope.refers_from_places() {
            self.weaker("`$ref`", "leads to an object of a known class");
        }
        let package = scope.main.map(|main| &scope.metamodel[main]);
        let uri = package.and_then(|p| p.ns_uri.as_deref()).filter(|uri| is_uri(uri));
        let docs = package.and_then(|p| documentation(&p.annotations));
        let mut document = Vec::new();
        let mut entry = |key: &str, value| document.push((key.to_owned(), value));
        if let Some(uri) = uri {
            entry("$id", Json::string(uri));
        }
        entry("title", Json::string(scope.name()));
        if let Some(docs) = docs {
            entry("description", Json::string(docs));
        }
        entry("properties", self.document_keys());
        entry("required", Json::List(vec![Json::string("$model")]));
        entry("if", Json::map([("required", Json::List(vec![Json::string("$roots")]))]));
        entry("then", refer("$roots"));
        entry("else", by_type(roots, true));
        (document, definitions)
    }

    fn is_root(&self, class: ClassId) -> bool {
        let metamodel = self.scope.metamodel;
        let mut package = metamodel[class].package;
        while let Some(parent) = metamodel[package].parent {
            package = parent;
        }
        Some(package) == self.scope.main
    }

    /// The keys that only the outermost map has.
    fn document_keys(&self) -> Json {
        let uri = self.scope.main.map_or("", |main| self.scope.uri(main));
        let text = || Json::map([("type", Json::string("string"))]);
        let header = Json::map([
            ("type", Json::string("object")),
            ("properties", Json::map([("version", text()), ("namespace", text())])),
            ("additionalProperties", Json::Bool(false)),
        ]);
        let pair = Json::map([
            ("type", Json::string("array")),
            ("items", text()),
            ("minItems", Json::number(2)),
            ("maxItems", Json::number(2)),
        ]);
        Json::map([
            ("$schema", text()),
            ("$model", Json::map([("const", Json::string(uri))])),
            ("$encoding", text()),
            ("$xmi", header),
            ("$schemaLocation", Json::map([("type", Json::string("array")), ("items", pair)])),
            ("$noNamespaceSchemaLocation", text()),
        ])
    }

    /// A document with one object: that object's map with the document's own keys.
    fn root(&self, class: ClassId, object: &Json) -> Json {
        let name = &self.closed[&class];
        let mut properties = known_keys();
        let mut required = vec![Json::string("$type")];
        if let Json::Map(entries) = object {
            for (key, value) in entries {
                match (key.as_str(), value) {
                    ("properties", Json::Map(own)) => {
                        for (key, _) in own {
                            let place = format!("{}/properties/{}", pointer(name), escape(key));
                            properties = properties.with(key, Json::map([("$ref", Json::string(place))]));
                        }
                    }
                    ("required", Json::List(own)) => required.extend(own.iter().cloned()),
                    _ => {}
                }
            }
        }
        Json::map([
            ("type", Json::string("object")),
            ("properties", properties),
            ("required", Json::List(required)),
            ("additionalProperties", Json::Bool(false)),
        ])
    }

    /// A document with any number of objects.
    fn several_roots(&self) -> Json {
        let objects = self.scope.classes.iter().filter_map(|class| {
            let name = self.closed.get(class)?;
            Some((self.scope.type_name(*class), refer(name)))
        });
        let list = Json::map([("type", Json::string("array")), ("items", by_type(objects.collect(), true))]);
        Json::map([
            ("type", Json::string("object")),
            ("properties", known_keys().with("$roots", list)),
            ("required", Json::List(vec![Json::string("$roots")])),
            ("additionalProperties", Json::Bool(false)),
        ])
    }

    /// An object of another document, of any class that can have instances.
    fn proxy(&self) -> Json {
        let concrete = self.scope.classes.iter().filter(|id| !self.scope.is_abstract(**id));
        proxy(concrete.map(|id| Json::string(self.scope.type_name(*id))).collect())
    }

    /// An object of exactly a class.
    fn object(&mut self, class: ClassId) -> Json {
        let scope = self.scope;
        let data = &scope.metamodel[class];
        for hidden in scope.hidden_features(class, scope.features(class).len()) {
            let label = scope.metamodel.feature_label(hidden);
            let message = format!("the JSON Schema has no {label}: another feature has the same name");
            self.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
        let parents = scope.metamodel.table(class).supertypes().iter().copied();
        for unseen in parents.chain([class]).flat_map(|class| scope.unseen_required(class)) {
            if self.told.insert(unseen) {
                let label = scope.metamodel.feature_label(unseen);
                self.weaker(&label, "has a value, of which documents say nothing");
            }
        }
        for displaced in scope.displaced(class) {
            let label = format!("{}.{}", data.name, scope.metamodel[displaced].name());
            self.weaker(&label, "stands among its features where EMF finds its other end");
        }
        let constraints =
            annotation(&data.annotations, builtin::NS_URI).and_then(|a| a.detail("constraints"));
        if let Some(constraints) = constraints {
            self.weaker(&format!("`{}`", data.name), &format!("keeps its constraints ({constraints})"));
        }
        if scope.is_uncheckable(class) {
            self.weaker(&format!("`{}`", data.name), "inherits only what can be checked");
        }
        let id = Json::map([("type", Json::string("string"))]);
        let name = Json::string(scope.type_name(class));
        let mut properties = Json::map([("$type", Json::map([("const", name)])), ("$id", id)]);
        let mut required = Vec::new();
        for feature in scope.features(class) {
            let name = scope.metamodel[feature].name();
            self.quiet = !self.told.insert(feature);
            let schema = self.feature(feature);
            self.quiet = false;
            properties = properties.with(name, schema);
            if scope.is_required(feature) {
                required.push(Json::string(name));
            }
        }
        for feature in scope.wholes(class) {
            properties = properties.with(scope.metamodel[feature].name(), refer("$proxy"));
        }
        Json::map([("type", Json::string("object"))])
            .with_some("description", documentation(&data.annotations).map(Json::string))
            .with("properties", properties)
            .with_some("required", (!required.is_empty()).then_some(Json::List(required)))
            .with("additionalProperties", Json::Bool(false))
    }

    /// An object of a class or of one of its subclasses, told apart by `$type`.
    fn any_of_class(&self, class: ClassId) -> Json {
        let concrete = self.scope.concrete(class);
        // Without `$type` an object is of the class itself, if that can have instances.
        let untyped = concrete.contains(&class);
        let own_first = concrete.iter().filter(|id| **id == class);
        let ordered = own_first.chain(concrete.iter().filter(|id| **id != class));
        let variants =
            ordered.filter_map(|id| Some((self.scope.type_name(*id), refer(self.closed.get(id)?))));
        by_type(variants.collect(), !untyped)
    }

    /// An object of any class; nothing is known of those of other packages.
    fn any_object(&self) -> Json {
        let concrete = self.scope.concrete(builtin::EOBJECT).iter();
        let known = concrete.filter_map(|id| Some((self.scope.type_name(*id), refer(self.closed.get(id)?))));
        let known: Vec<(String, Json)> = known.collect();
        let names = known.iter().map(|(name, _)| Json::string(name)).collect();
        let other = named_elsewhere().with("not", Json::map([("enum", Json::List(names))]));
        let condition = Json::map([
            ("properties", Json::map([("$type", other)])),
            ("required", Json::List(vec![Json::string("$type")])),
        ]);
        let anything = Json::map([("type", Json::string("object"))]);
        Json::map([("if", condition), ("then", anything), ("else", by_type(known, true))])
    }
}

/// The keys of a document, for maps that allow no other; what they hold is said once for all.
fn known_keys() -> Json {
    let keys = ["$schema", "$model", "$encoding", "$xmi", "$schemaLocation", "$noNamespaceSchemaLocation"];
    Json::Map(keys.into_iter().map(|key| (key.to_owned(), Json::Bool(true))).collect())
}

/// An object that keeps the schema of its `$type`. Where that need not be said, the first one is meant.
fn by_type(variants: Vec<(String, Json)>, said: bool) -> Json {
    let typed = || Json::List(vec![Json::string("$type")]);
    let names = variants.iter().map(|(name, _)| Json::string(name)).collect();
    let choices = variants.into_iter().enumerate().map(|(at, (name, schema))| {
        let ty = Json::map([("$type", Json::map([("const", Json::string(name))]))]);
        let required = (said || at > 0).then(typed);
        let condition = Json::map([("properties", ty)]).with_some("required", required);
        Json::map([("if", condition), ("then", schema)])
    });
    let choices: Vec<Json> = choices.collect();
    if choices.is_empty() {
        return Json::map([("not", Json::Map(Vec::new()))]);
    }
    Json::map([
        ("type", Json::string("object")),
        ("properties", Json::map([("$type", Json::map([("enum", Json::List(names))]))])),
    ])
    .with_some("required", said.then(typed))
    .with("allOf", Json::List(choices))
}

/// An object, or where one is in another document, of one of some classes.
fn or_proxy(object: Json, classes: Vec<Json>) -> Json {
    let elsewhere = Json::map([("required", Json::List(vec![Json::string("$ref")]))]);
    let class =
        (!classes.is_empty()).then(|| Json::map([("$type", Json::map([("enum", Json::List(classes))]))]));
    let proxy = refer("$proxy").with_some("properties", class);
    Json::map([("if", elsewhere), ("then", proxy), ("else", object)])
}

/// A reference to a definition.
fn refer(name: &str) -> Json {
    Json::map([("$ref", Json::string(pointer(name)))])
}

fn one_of(alternatives: Vec<Json>) -> Json {
    Json::map([("oneOf", Json::List(alternatives))])
}

fn pointer(name: &str) -> String {
    format!("#/$defs/{}", escape(name))
}

/// A name as a segment of a JSON pointer in a URI's fragment.
fn escape(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'~' => out.push_str("~0"),
            b'/' => out.push_str("~1"),
            b'$' | b'-' | b'.' | b'_' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// A reference to an object: its address, or where it is in another document.
fn reference() -> Json {
    one_of(vec![Json::map([("type", Json::string("string"))]), refer("$proxy")])
}

/// An object of another document, whose class is named as documents name it, or with its package's URI.
fn proxy(classes: Vec<Json>) -> Json {
    let class = match classes.is_empty() {
        true => named_elsewhere(),
        false => {
            let known = Json::map([("enum", Json::List(classes))]);
            Json::map([("anyOf", Json::List(vec![known, named_elsewhere()]))])
        }
    };
    let text = Json::map([("type", Json::string("string"))]);
    Json::map([
        ("type", Json::string("object")),
        ("properties", Json::map([("$ref", text), ("$type", class)])),
        ("required", Json::List(vec![Json::string("$ref")])),
        ("additionalProperties", Json::Bool(false)),
    ])
}

/// The name of a class with its package's URI.
fn named_elsewhere() -> Json {
    Json::map([("type", Json::string("string")), ("pattern", Json::string("#//"))])
}

/// Whether a namespace URI may stand where JSON Schema wants an absolute URI without a fragment.
fn is_uri(text: &str) -> bool {
    let legal = |c: char| c.is_ascii_graphic() && !"<>\"{}|\\^`#".contains(c);
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    text.chars().all(legal)
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}
