//! JSON Schema for model trees, in either dialect.
//!
//! One definition for each concrete class with all its features, closed to other keys; one for each class whose
//! subclasses may replace it, distinguished by the class that objects name; and the document around them.
//! `dialect_schema` contains everything that depends on the dialect. Invariants: every document that modelwright
//! writes is valid; if a schema accepts content that the metamodel rejects, that is reported as a diagnostic that
//! names the element; the definition that applies to an object is determined before the object's content is checked,
//! so that checking is linear.
//!
//! The schema is built as draft 2020-12 in one document. `shape` converts it to other drafts and files.

mod any_values;
mod choices;
mod class_keys;
mod dialect_schema;
mod emf;
pub(crate) mod generated_types;
mod integers;
mod maps;
mod objects;
mod options;
mod pattern;
mod plain;
mod references;
mod several;
mod shape;
mod single;
pub(crate) mod tuples;
mod uri;
mod values;

use crate::json::{Entries, Json, JsonOf, Text};
use crate::scope::{BOUNDED_MAP, Scope};
use crate::{GeneratedFile, Target};
use class_keys::Variant;
use dialect_schema::DialectSchema;
use emf::Emf;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes, nearest};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, PackageId, annotation, builtin, documentation,
};
pub use modelwright_notations::tree::Dialect;
pub use options::{Draft, JsonSchemaOptions};
use plain::Plain;
use references::{escape, pointer, refer, refer_to_property};
use rustc_hash::{FxHashMap, FxHashSet};
pub(crate) use single::ValueSchemas;
use std::collections::BTreeMap;
use std::fmt::Display;
pub(crate) use values::date_pattern;

/// The implementation of a dialect.
fn dialect_schema(dialect: Dialect) -> &'static dyn DialectSchema {
    match dialect {
        Dialect::Plain => &Plain,
        Dialect::Emf => &Emf,
    }
}

/// JSON Schema.
pub const TARGET: Target = Target {
    name: "json-schema",
    extension: None,
    description: "JSON Schema of model trees in JSON and YAML",
    options: options::OPTIONS,
    script: None,
    examples: &[
        "library.ecore -o schemas/",
        "library.ecore -o schemas/ --draft 07",
        "library.ecore -o schemas/ --dialect emf --per-package",
    ],
    run: |request| {
        let options = JsonSchemaOptions::from(&request.options);
        generate(request.metamodel, &request.packages, &options)
    },
};

/// Generates the schema of documents whose roots are of one of the given packages and their subpackages, or of any package
/// if none is given. If each package has a file, roots are of the first one.
///
/// Content that the metamodel rejects but the schema accepts is reported as a note.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &JsonSchemaOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let chosen_packages = Scope::chosen(metamodel, packages);
    let main_packages = several::main_packages(metamodel, &chosen_packages);
    // The schemas of documents whose roots are of the package `main`.
    let schemas_of = |main: PackageId| {
        schemas_of_package(metamodel, &several::with_main_first(metamodel, &chosen_packages, main), options)
    };
    if main_packages.len() < 2 || options.per_package {
        return into_files(schemas_of_package(metamodel, &chosen_packages, options));
    }
    if let Some(root) = &options.root {
        let main = main_packages.iter().find(|main| has_class(metamodel, **main, root));
        return into_files(schemas_of(*main.unwrap_or(&main_packages[0])));
    }
    let mut diagnostics = Diagnostics::new();
    let mut schemas = Vec::new();
    for main in &main_packages {
        let (files, problems) = schemas_of(*main);
        // The schemas contain classes of each other, whose problems would be reported several times.
        let new_problems = problems
            .iter()
            .filter(|problem| !diagnostics.iter().any(|known| known.message == problem.message));
        let new_problems: Vec<Diagnostic> = new_problems.cloned().collect();
        diagnostics.extend(new_problems);
        if diagnostics.has_errors() {
            return (Vec::new(), diagnostics);
        }
        let scope = Scope::new(metamodel, &[*main]);
        schemas.extend(files.into_iter().map(|(_, schema)| (scope.uri(*main).to_owned(), schema)));
    }
    let name = Scope::new(metamodel, &chosen_packages).name().to_owned();
    let schema = several::combine(&name, schemas, options);
    into_files((vec![(format!("{name}.schema.json"), schema)], diagnostics))
}

/// The files of schemas.
fn into_files(
    (schemas, diagnostics): (Vec<(String, JsonOf<'_>)>, Diagnostics),
) -> (Vec<GeneratedFile>, Diagnostics) {
    let files = schemas.into_iter().map(|(path, schema)| GeneratedFile { path, text: schema.pretty() });
    (files.collect(), diagnostics)
}

/// Whether a package, or one inside of it, has the class with a name: a simple one, or `URI#//NAME`.
fn has_class(metamodel: &Metamodel, main: PackageId, name: &str) -> bool {
    let scope = Scope::new(metamodel, &[main]);
    scope.classes.iter().any(|class| is_named(&scope, *class, name))
}

/// Whether a class has a name in documents, perhaps with the URI of its package.
fn is_named(scope: &Scope<'_>, class: ClassId, name: &str) -> bool {
    let type_name = scope.type_name(class);
    type_name == name || scope.main.is_some_and(|main| format!("{}#//{type_name}", scope.uri(main)) == name)
}

/// The schemas of documents whose roots are of the first package, and their files.
fn schemas_of_package<'m>(
    metamodel: &'m Metamodel,
    packages: &[PackageId],
    options: &JsonSchemaOptions,
) -> (Vec<(String, JsonOf<'m>)>, Diagnostics) {
    let mut scope = Scope::new(metamodel, packages);
    // A definition has all inherited features itself, so superclasses in other packages are not needed.
    let with_bases = false;
    scope.add_used(|id| metamodel[id].is_containment(), with_bases);
    if scope.contains_anything() {
        scope.open_anything();
    }
    // Members are counted before anything is built: with long chains of supertypes the schema grows quadratically.
    if scope.has_more_members(MAX_PROPERTIES) {
        return (Vec::new(), too_many_properties().into());
    }
    let mut schema = Schema::new(&scope, dialect_schema(options.dialect));
    if let Some(name) = &options.root {
        match schema.find_class(name) {
            Ok(class) => schema.root = Some(class),
            Err(problem) => return (Vec::new(), (*problem).into()),
        }
    }
    let (document, definitions) = schema.document();
    let schemas = shape::schemas(&scope, document, definitions, options);
    (schemas, schema.diagnostics)
}

/// The maximum number of properties and alternatives in all definitions. Each takes a few lines, and more than a kilobyte
/// of memory while the schema is built.
const MAX_PROPERTIES: usize = 70_000;

/// The error that the definitions would have too many properties and alternatives.
fn too_many_properties() -> Diagnostic {
    let message =
        format!("the JSON Schema would have more than {MAX_PROPERTIES} properties and alternatives in all");
    let help = "shorten the chains of supertypes, or generate some of the packages: each class has all inherited \
                properties, and a choice of all subclasses";
    Diagnostic::error(codes::LIMIT, message).help(help)
}

/// A program that checks values according to a schema, or a database.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checker {
    /// The name in messages, such as `the JSON Schema`.
    name: &'static str,
    /// Whether the checker is a database, which has keys and a type of dates.
    is_database: bool,
    /// Whether the checker compares infinite numbers and `NaN` with bounds, although they are texts in JSON.
    compares_infinity: bool,
}

impl Checker {
    /// A schema, with which any program can check values.
    const fn schema(name: &'static str) -> Self {
        Self { name, is_database: false, compares_infinity: false }
    }

    /// A program, which checks what the schema can express, and bounds of all numbers.
    pub(crate) const fn program(name: &'static str) -> Self {
        Self { name, is_database: false, compares_infinity: true }
    }

    /// A database.
    pub(crate) const fn database(name: &'static str) -> Self {
        Self { name, is_database: true, compares_infinity: true }
    }
}

/// A named part of a schema, and the package that it belongs to, if any.
struct Definition<'m> {
    name: String,
    package: Option<PackageId>,
    schema: JsonOf<'m>,
}

/// The schema while it is built: the names of its definitions, and what they need.
struct Schema<'s, 'm> {
    scope: &'s Scope<'m>,
    dialect: &'static dyn DialectSchema,
    checker: Checker,
    /// The keys for an object's `xmi:id`.
    ids: Vec<&'static str>,
    /// The names of definitions.
    taken_names: FxHashSet<String>,
    /// The names of the definitions of objects of exactly one class.
    closed_names: FxHashMap<ClassId, String>,
    /// The names of the definitions of objects of a class or any of its subclasses.
    open_names: FxHashMap<ClassId, String>,
    /// The names of the definitions of data types.
    types: FxHashMap<DataTypeId, String>,
    /// Data types whose definitions are needed, by name.
    used_types: BTreeMap<String, DataTypeId>,
    /// The definitions of proxies that several features share, by name.
    proxies: BTreeMap<String, Json>,
    /// The definitions of references, by the class of their targets, if the dialect has them.
    references: FxHashMap<ClassId, String>,
    /// The classes whose definitions have the schemas of features, to which the definitions of other classes refer.
    properties: FxHashMap<FeatureId, ClassId>,
    /// The class of the only root; `None` if documents may have any roots.
    root: Option<ClassId>,
    /// Whether there are references to classes that the schema does not know.
    refers_to_anything: bool,
    /// Whether the problems of the current element have been reported before.
    is_quiet: bool,
    /// The features whose problems have been reported: inherited ones occur in each subclass.
    reported: FxHashSet<FeatureId>,
    diagnostics: Diagnostics,
}

impl<'s, 'm> Schema<'s, 'm> {
    /// A schema that has no definitions yet, but the names of all of them.
    fn new(scope: &'s Scope<'m>, dialect: &'static dyn DialectSchema) -> Self {
        let mut taken_names = FxHashSet::default();
        let mut unused_name = |names| unused_name(&mut taken_names, names);
        let metamodel = scope.metamodel;
        // The order of the loops decides which definitions have plain names: classes first, data types
        // last.
        let (mut closed_names, mut open_names, mut types) =
            (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        for class in &scope.classes {
            let qualified = metamodel.qualified_name(Classifier::Class(*class));
            let name = unused_name([metamodel[*class].name.clone(), qualified]);
            if scope.is_abstract(*class) {
                open_names.insert(*class, name)
            } else {
                closed_names.insert(*class, name)
            };
        }
        for class in scope.classes.iter().filter(|c| !scope.is_abstract(**c) && scope.is_open(**c)) {
            // After the classes, because a class of the metamodel may itself be called `Any…`.
            let name = format!("Any{}", closed_names[class]);
            // Only names of classifiers have a longer form, so a number distinguishes this name.
            open_names.insert(*class, unused_name([name.clone(), name]));
        }
        if scope.contains_anything() {
            let any = builtin::EOBJECT;
            open_names.insert(
                any,
                unused_name([metamodel[any].name.clone(), metamodel.qualified_name(Classifier::Class(any))]),
            );
        }
        for (id, data) in metamodel.data_types() {
            types.insert(
                id,
                unused_name([data.name.clone(), metamodel.qualified_name(Classifier::DataType(id))]),
            );
        }
        Self {
            scope,
            dialect,
            checker: Checker::schema("the JSON Schema"),
            ids: dialect.tree_dialect().id_keys(metamodel),
            taken_names,
            closed_names,
            open_names,
            types,
            used_types: BTreeMap::new(),
            proxies: BTreeMap::new(),
            references: FxHashMap::default(),
            properties: FxHashMap::default(),
            root: None,
            refers_to_anything: false,
            is_quiet: false,
            reported: FxHashSet::default(),
            diagnostics: Diagnostics::new(),
        }
    }

    /// The class with a name in documents. The error suggests a similar name.
    fn find_class(&self, name: &str) -> Result<ClassId, Box<Diagnostic>> {
        let classes = || self.scope.classes.iter().map(|class| (*class, self.class_name(*class)));
        let class_with_name =
            classes().find(|(class, known)| known == name || is_named(self.scope, *class, name));
        if let Some((class, _)) = class_with_name {
            return Ok(class);
        }
        let names: Vec<String> = classes().map(|(_, name)| name).collect();
        let message = format!("the metamodel has no class `{name}`");
        let problem = Diagnostic::error(codes::UNKNOWN_CLASS, message);
        Err(Box::new(match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("specify a class as documents do in `$type`"),
        }))
    }

    /// An unused name for a definition: the plain one, else the long one, else the long one with a number.
    fn unused_name(&mut self, names: [String; 2]) -> String {
        unused_name(&mut self.taken_names, names)
    }

    /// The name of a class in documents.
    fn class_name(&self, class: ClassId) -> String {
        self.dialect.class_name(self.scope, class)
    }

    /// Reports that the schema accepts more than the metamodel.
    fn note_weaker_schema(&mut self, element: impl Display, what: impl Display) {
        if self.is_quiet {
            return;
        }
        let message = format!("{} does not check that {element} {what}", self.checker.name);
        self.diagnostics.push(Diagnostic::new(codes::WEAKER_SCHEMA, Severity::Note, message));
    }

    /// The keywords of the document, and the definitions.
    fn document(&mut self) -> (Entries<'m>, Vec<Definition<'m>>) {
        let scope = self.scope;
        let mut definitions = Vec::new();
        for class in &scope.classes {
            let package = Some(scope.metamodel[*class].package);
            if let Some(name) = self.closed_names.get(class).cloned() {
                definitions.push(Definition { name, package, schema: self.object(*class) });
            }
            if let Some(name) = self.open_names.get(class).cloned() {
                definitions.push(Definition { name, package, schema: self.any_of_class(*class) });
            }
        }
        if let Some(name) = self.open_names.get(&builtin::EOBJECT).cloned() {
            definitions.push(Definition { name, package: None, schema: self.any_object() });
        }
        // After the classes, whose features collect the types that are used; others have no definition.
        while let Some((name, id)) = self.used_types.pop_first() {
            let package = Some(scope.metamodel[id].package);
            definitions.push(Definition { name, package, schema: self.type_definition(id) });
        }
        let proxies = std::mem::take(&mut self.proxies);
        definitions.extend(proxies.into_iter().map(|(name, schema)| Definition {
            name,
            package: None,
            schema,
        }));
        // Last, because the dialect defines the references that all features have added until now.
        let (keywords, dialect_definitions) = self.dialect.document(self, &definitions);
        definitions.extend(dialect_definitions);
        if scope.may_refer_across_documents() || self.refers_to_anything {
            self.note_weaker_schema("`$ref`", "refers to an object of a known class");
        }
        let package = scope.main.map(|main| &scope.metamodel[main]);
        // An unusual `$id` is left out: it makes some tools fail, whereas every tool accepts a schema without it.
        let uri = package.and_then(|package| package.ns_uri.as_deref()).filter(|uri| uri::is_identifier(uri));
        let docs = package.and_then(|package| documentation(&package.annotations));
        let mut document = Vec::new();
        let mut add_entry = |key, value| document.push((Text::Borrowed(key), value));
        if let Some(uri) = uri {
            add_entry("$id", Json::copy(uri));
        }
        add_entry("title", Json::copy(scope.name()));
        if let Some(docs) = docs {
            add_entry("description", Json::copy(docs));
        }
        document.extend(keywords);
        (document, definitions)
    }

    /// The definitions of all classes that have instances, by name.
    fn all_objects(&self) -> Vec<Variant<'static>> {
        self.objects_of(self.scope.classes.iter())
    }

    /// Reports what the schema does not check about a class itself. The hidden features share their name with an earlier
    /// one.
    fn report_losses(&mut self, class: ClassId, hidden_features: &[FeatureId]) {
        let scope = self.scope;
        let data = &scope.metamodel[class];
        for hidden in hidden_features {
            let label = scope.metamodel.feature_label(*hidden);
            let message = format!("the JSON Schema has no {label}: another feature has the same name");
            self.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message));
        }
        // Abstract superclasses have no definition of their own that would report this.
        let parents = scope.metamodel.table(class).supertypes().iter().copied();
        let unseen_features = parents.chain([class]).flat_map(|class| scope.unseen_required(class));
        for feature in unseen_features.filter(|id| !scope.metamodel.is_in_feature_map(*id)) {
            if self.reported.insert(feature) {
                let label = scope.metamodel.feature_label(feature);
                self.note_weaker_schema(label, "has a value: documents do not contain it");
            }
        }
        for map in scope.bounded_maps(class) {
            if self.reported.insert(map) {
                self.note_weaker_schema(scope.metamodel.feature_label(map), BOUNDED_MAP);
            }
        }
        // Displaced ends are reported for each class, because the position of an inherited feature differs from class
        // to class.
        for displaced in scope.displaced_ends(class) {
            self.note_weaker_schema(
                format_args!("{}.{}", data.name, scope.metamodel[displaced].name()),
                "is at a position among the features where EMF finds its opposite",
            );
        }
        let constraints =
            annotation(&data.annotations, builtin::NS_URI).and_then(|ecore| ecore.detail("constraints"));
        if let Some(constraints) = constraints {
            self.note_weaker_schema(
                format_args!("`{}`", data.name),
                format_args!("satisfies its constraints ({constraints})"),
            );
        }
        if scope.is_uncheckable(class) {
            self.note_weaker_schema(
                format_args!("`{}`", data.name),
                "inherits only features that can be checked",
            );
        }
    }
}

/// Chooses an unused name, and adds it to `taken`: the plain one, else the long one, else the long one with a number.
fn unused_name(taken: &mut FxHashSet<String>, [plain, long]: [String; 2]) -> String {
    if taken.insert(plain.clone()) {
        return plain;
    }
    if taken.insert(long.clone()) {
        return long;
    }
    let mut number = 2_u64;
    loop {
        let name = format!("{long}{number}");
        if taken.insert(name.clone()) {
            return name;
        }
        number += 1;
    }
}

/// The schema of objects with all of some keys, for `not`: an object must have at most one of two keys. `None` if there
/// is only one key.
fn more_than_one(keys: &[&'static str]) -> Option<Json> {
    if keys.len() < 2 {
        return None;
    }
    let keys: Vec<Text> = keys.iter().copied().map(Text::Borrowed).collect();
    Some(with_keys(&keys))
}

/// A schema that accepts objects with a key.
fn with_key(key: &str) -> Json {
    with_keys(&[Text::Owned(key.to_owned())])
}

/// A schema that accepts objects with all of some keys.
fn with_keys(keys: &[Text]) -> Json {
    Json::map(required_keys(keys))
}

/// The keywords that require all of some keys. Strict validators reject a required key without a schema.
fn required_keys(keys: &[Text]) -> [(&'static str, Json); 2] {
    let properties = keys.iter().map(|key| (key.clone(), Json::Bool(true))).collect();
    let required = keys.iter().cloned().map(Json::String).collect();
    [("properties", Json::Map(properties)), ("required", Json::List(required))]
}

/// The schema of the values of a JSON type.
fn of_type(name: &'static str) -> Json {
    Json::map([("type", Json::string(name))])
}

/// The schema of values that exactly one of the alternatives accepts.
fn one_of(alternatives: Vec<Json>) -> Json {
    Json::map([("oneOf", Json::List(alternatives))])
}

/// The name of a class with its package's URI.
fn qualified_class_name() -> Json {
    Json::map([("type", Json::string("string")), ("pattern", Json::string("#//"))])
}
