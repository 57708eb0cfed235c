//! JSON Schema 2020-12 for the plain dialect of model trees.
//!
//! One definition for each concrete class with all its features, closed to other keys; one for each
//! class whose subclasses may stand in its place, told apart by `$type`; and the document around
//! them. Invariant: every document that modelwright writes is valid; what a schema cannot refuse
//! though the metamodel does is told as a diagnostic that names the element.

mod values;

use crate::json::Json;
use crate::scope::Scope;
use crate::{GeneratedFile, Options, Target};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Literal, Metamodel, PackageId, annotation, builtin,
    documentation,
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// JSON Schema.
pub const TARGET: Target =
    Target { name: "json-schema", description: "JSON Schema 2020-12 of the plain dialect", generate };

/// Generates one schema for documents whose roots are of the first package.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    _options: &Options,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let scope = Scope::new(metamodel, packages);
    let mut schema = Schema::new(&scope);
    let text = schema.document().pretty();
    let file = GeneratedFile { path: format!("{}.schema.json", scope.name()), text };
    (vec![file], schema.diagnostics)
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

    fn document(&mut self) -> Json {
        let scope = self.scope;
        let mut definitions = Vec::new();
        let mut roots = Vec::new();
        for class in &scope.classes {
            if let Some(name) = self.closed.get(class).cloned() {
                let object = self.object(*class);
                roots.extend(self.is_root(*class).then(|| self.root(*class, &object)));
                definitions.push((name, object));
            }
            if let Some(name) = self.open.get(class).cloned() {
                definitions.push((name, self.any_of_class(*class)));
            }
        }
        while let Some((name, id)) = self.used_types.pop_first() {
            if !definitions.iter().any(|(known, _)| *known == name) {
                let definition = self.type_definition(id);
                definitions.push((name, definition));
            }
        }
        roots.push(self.several_roots());
        definitions.push(("$document".to_owned(), self.document_definition()));
        definitions.push(("$reference".to_owned(), reference()));
        definitions.push(("$proxy".to_owned(), proxy()));
        let package = scope.main.map(|main| &scope.metamodel[main]);
        let uri = package.and_then(|p| p.ns_uri.as_deref()).filter(|uri| is_uri(uri));
        let docs = package.and_then(|p| documentation(&p.annotations));
        Json::map([("$schema", Json::string("https://json-schema.org/draft/2020-12/schema"))])
            .with_some("$id", uri.map(Json::string))
            .with("title", Json::string(scope.name()))
            .with_some("description", docs.map(Json::string))
            .with("oneOf", Json::List(roots))
            .with("$defs", Json::Map(definitions))
    }

    fn is_root(&self, class: ClassId) -> bool {
        let metamodel = self.scope.metamodel;
        let mut package = metamodel[class].package;
        while let Some(parent) = metamodel[package].parent {
            package = parent;
        }
        Some(package) == self.scope.main
    }

    /// The keys that only the outermost map has, for a document's `properties`.
    fn document_keys(&self) -> Json {
        let keys =
            ["$schema", "$model", "$encoding", "$xmi", "$schemaLocation", "$noNamespaceSchemaLocation"];
        let key = |key: &str| {
            let place = format!("{}/properties/{key}", pointer("$document"));
            (key.to_owned(), Json::map([("$ref", Json::String(place))]))
        };
        Json::Map(keys.into_iter().map(key).collect())
    }

    fn document_definition(&self) -> Json {
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
        let properties = Json::map([
            ("$schema", text()),
            ("$model", Json::map([("const", Json::string(uri))])),
            ("$encoding", text()),
            ("$xmi", header),
            ("$schemaLocation", Json::map([("type", Json::string("array")), ("items", pair)])),
            ("$noNamespaceSchemaLocation", text()),
        ]);
        Json::map([("properties", properties)])
    }

    /// A document with one object: that object's map with the document's own keys.
    fn root(&self, class: ClassId, object: &Json) -> Json {
        let name = &self.closed[&class];
        let mut properties = self.document_keys();
        let mut required = vec![Json::string("$model"), Json::string("$type")];
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
            Some(refer(name).with("required", Json::List(vec![Json::string("$type")])))
        });
        let objects: Vec<Json> = objects.collect();
        let items = if objects.is_empty() { Json::Bool(false) } else { one_of(objects) };
        let list = Json::map([("type", Json::string("array")), ("items", items)]);
        Json::map([
            ("type", Json::string("object")),
            ("properties", self.document_keys().with("$roots", list)),
            ("required", Json::List(vec![Json::string("$model"), Json::string("$roots")])),
            ("additionalProperties", Json::Bool(false)),
        ])
    }

    /// An object of exactly a class.
    fn object(&mut self, class: ClassId) -> Json {
        let scope = self.scope;
        let data = &scope.metamodel[class];
        for hidden in scope.hidden_features(class) {
            let label = scope.metamodel.feature_label(hidden);
            let message = format!("the JSON Schema has no {label}: another feature has the same name");
            self.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
        let constraints =
            annotation(&data.annotations, builtin::NS_URI).and_then(|a| a.detail("constraints"));
        if let Some(constraints) = constraints {
            self.weaker(&format!("`{}`", data.name), &format!("keeps its constraints ({constraints})"));
        }
        let id = Json::map([("type", Json::string("string"))]);
        let name = Json::string(scope.type_name(class));
        let mut properties = Json::map([("$type", Json::map([("const", name)])), ("$id", id)]);
        let mut required = Vec::new();
        for feature in scope.features(class) {
            let name = scope.metamodel[feature].name();
            // What is inherited is told of where it is declared, if that is generated.
            let owner = scope.metamodel[feature].owner;
            self.quiet = owner != class && scope.covers(owner);
            let schema = self.feature(feature);
            self.quiet = false;
            properties = properties.with(name, schema);
            if self.is_required(feature) {
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
        let variants = self.scope.concrete(class).into_iter().filter_map(|id| {
            let variant = refer(self.closed.get(&id)?);
            // Without `$type` an object is of the class itself, if that can have instances.
            let typed = Json::List(vec![Json::string("$type")]);
            Some(if id == class { variant } else { variant.with("required", typed) })
        });
        let variants: Vec<Json> = variants.collect();
        if variants.is_empty() { Json::map([("not", Json::Map(Vec::new()))]) } else { one_of(variants) }
    }

    /// Whether leaving the feature out breaks its lower bound.
    fn is_required(&self, feature: FeatureId) -> bool {
        let data = &self.scope.metamodel[feature];
        data.typed.required() && (data.many() || data.unsettable || data.default == Literal::Null)
    }
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

fn proxy() -> Json {
    let text = || Json::map([("type", Json::string("string"))]);
    Json::map([
        ("type", Json::string("object")),
        ("properties", Json::map([("$ref", text()), ("$type", text())])),
        ("required", Json::List(vec![Json::string("$ref")])),
        ("additionalProperties", Json::Bool(false)),
    ])
}

/// Whether a namespace URI may stand where JSON Schema wants an absolute URI without a fragment.
fn is_uri(text: &str) -> bool {
    let legal = |c: char| c.is_ascii_graphic() && !"<>\"{}|\\^`#".contains(c);
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
    text.chars().all(legal)
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}
