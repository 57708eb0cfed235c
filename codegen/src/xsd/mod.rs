//! XML Schema of the documents of a metamodel, with EMF's conventions.
//!
//! A complex type for each class, which extends the type of the first superclass; a simple type for each
//! enumeration and each data type with facets; an element for each class that documents may start with. Names,
//! namespaces and kinds are those of the metamodel's extended metadata; without it they are those of plain XMI.
//! Invariants: every document that modelwright or EMF writes is valid; if a schema accepts content that the metamodel
//! rejects, that is reported as a diagnostic that names the element.
//!
//! An element may be a proxy for an object of another document (`href`), without any of its features. Therefore lower
//! bounds are required only by an option, as in EMF.

mod any_values;
mod classes;
mod content;
mod derivation;
mod restriction;
mod types;

use crate::numbered_names::NumberedNames;
use crate::scope::Scope;
use crate::xml::{Element, is_name};
use crate::{GeneratedFile, Target};
use derivation::{Derivation, ObjectTypes};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::extended::ExtendedMetaData;
use modelwright_metamodel::ecore::{
    ClassId, DataTypeId, FeatureId, Metamodel, PackageId, builtin, documentation,
};
use modelwright_metamodel::options::{OptionSpec, OptionValues};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

/// XML Schema.
pub const TARGET: Target = Target {
    name: "xsd",
    extension: Some("xsd"),
    description: "XML Schema of XMI, and of XML by extended metadata",
    options: OPTIONS,
    script: None,
    examples: &["library.ecore -o schemas/", "library.ecore -o schemas/ --lower-bounds"],
    run: |request| generate(request.metamodel, &request.packages, &XsdOptions::from(&request.options)),
};

const XSD_URI: &str = "http://www.w3.org/2001/XMLSchema";
const XML_URI: &str = "http://www.w3.org/XML/1998/namespace";
const XMI_URI: &str = "http://www.omg.org/XMI";
/// The schema file for the elements and attributes that XMI itself defines.
const XMI_FILE: &str = "XMI.xsd";

/// The options of XML Schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct XsdOptions {
    /// Whether lower bounds are required, which proxies for objects of other documents violate.
    pub lower_bounds: bool,
}

/// The declarations of the options that users can set.
const OPTIONS: &[OptionSpec] = &[OptionSpec::flag(
    "lower-bounds",
    "Also require lower bounds: only for documents that do not refer to others",
)];

impl From<&OptionValues> for XsdOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        Self { lower_bounds: values.flag("lower-bounds") }
    }
}

/// Generates a schema for each package, beginning with the first package, and the schemas of XMI and Ecore. Packages
/// with the same namespace have one schema together.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &XsdOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let mut scope = Scope::new(metamodel, packages);
    // XML Schema rejects a reference to an undefined type, so superclasses and targets of references count.
    let with_bases = true;
    scope.add_used(|_| true, with_bases);
    let mut schemas = Schemas::new(&scope, options.lower_bounds);
    let mut bodies: Vec<(PackageId, Vec<Element<'_>>)> = Vec::new();
    let mut imports: FxHashMap<PackageId, BTreeSet<PackageId>> = FxHashMap::default();
    let mut add_definitions = |first_package: PackageId, mut definitions: Vec<_>| match bodies
        .iter_mut()
        .find(|(known, _)| *known == first_package)
    {
        Some((_, body)) => body.append(&mut definitions),
        None => bodies.push((first_package, definitions)),
    };
    schemas.report_namesakes();
    for package in scope.packages() {
        schemas.current_package = package;
        add_definitions(schemas.first_packages[&package], schemas.classes(package));
        // Documents may begin with objects of any package.
        if scope.main == Some(package) {
            schemas.import_packages(scope.packages());
        }
        imports.entry(schemas.first_packages[&package]).or_default().append(&mut schemas.imports);
    }
    // A loop over a growing list: types of lists, unions and bases use further types.
    while let Some((_, (package, id))) = schemas.pending_types.pop_first() {
        schemas.current_package = package;
        let definition = schemas.type_definition(id);
        add_definitions(schemas.first_packages[&package], vec![definition]);
        imports.entry(schemas.first_packages[&package]).or_default().append(&mut schemas.imports);
    }
    if scope.may_refer_across_documents() {
        schemas.note_weaker_schema(&"`href`", "refers to an object");
    }
    // Every schema refers to `EObject`, so the file of Ecore is always needed.
    add_definitions(schemas.first_packages[&builtin::PACKAGE], Vec::new());
    let mut files = Vec::new();
    for (package, body) in bodies {
        let imports = imports.remove(&package).unwrap_or_default();
        let text = schemas.file(package, &imports, body).document();
        files.push(GeneratedFile { path: schemas.files[&package].clone(), text });
    }
    files.push(GeneratedFile { path: XMI_FILE.to_owned(), text: types::xmi().document() });
    (files, schemas.diagnostics)
}

struct Schemas<'s, 'm> {
    scope: &'s Scope<'m>,
    names: ExtendedMetaData<'m>,
    lower_bounds: bool,
    /// The first package with the namespace of each package. Its file contains all packages of the namespace, because a
    /// namespace can be imported from only one file.
    first_packages: FxHashMap<PackageId, PackageId>,
    /// The names of files, by the first package of their namespace.
    files: FxHashMap<PackageId, String>,
    /// The prefixes of namespaces, by their first package.
    prefixes: FxHashMap<PackageId, String>,
    /// The package whose schema is being generated.
    current_package: PackageId,
    /// The packages that this schema imports.
    imports: BTreeSet<PackageId>,
    derivation: OnceCell<Derivation>,
    object_types: FxHashMap<ClassId, Rc<ObjectTypes>>,
    /// Data types whose definitions are needed, in the order of the metamodel.
    pending_types: BTreeMap<usize, (PackageId, DataTypeId)>,
    defined_types: FxHashSet<DataTypeId>,
    /// Whether the problems of the current element have been reported before.
    is_quiet: bool,
    diagnostics: Diagnostics,
}

impl<'s, 'm> Schemas<'s, 'm> {
    /// Chooses the names of the files, and the prefixes of the namespaces.
    fn new(scope: &'s Scope<'m>, lower_bounds: bool) -> Self {
        let metamodel = scope.metamodel;
        let mut taken_files: FxHashSet<String> = FxHashSet::from_iter([XMI_FILE.to_lowercase()]);
        let mut taken_prefixes: FxHashSet<String> =
            FxHashSet::from_iter(["xs", "xmi", "xml", "xmlns"].map(str::to_owned));
        let (mut file_numbers, mut prefix_numbers) = (NumberedNames::default(), NumberedNames::default());
        let (mut first_packages, mut files, mut prefixes) =
            (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let names = ExtendedMetaData::new(metamodel);
        let mut namespaces: FxHashMap<&str, PackageId> = FxHashMap::default();
        // The main package comes first, so that it gets the plain names if other packages have the same names.
        let main = scope.main.into_iter();
        for package in main.chain(metamodel.packages().map(|(id, _)| id)) {
            if first_packages.contains_key(&package) {
                continue;
            }
            let namespace = namespace(&names, package);
            let first_package = namespace.map_or(package, |uri| *namespaces.entry(uri).or_insert(package));
            first_packages.insert(package, first_package);
            if first_package != package {
                continue;
            }
            let stem = scope.file_stem(package);
            // Some systems ignore case in the names of files.
            let file = unused_name(&mut file_numbers, &stem, |name| {
                taken_files.insert(format!("{name}.xsd").to_lowercase())
            });
            files.insert(package, format!("{file}.xsd"));
            let prefix = metamodel[package].ns_prefix.as_deref().filter(|prefix| is_name(prefix));
            let prefix = match namespace {
                // No other prefix may be bound to the namespace of XML.
                Some(XML_URI) => "xml".to_owned(),
                _ => unused_name(&mut prefix_numbers, prefix.unwrap_or("ns"), |name| {
                    taken_prefixes.insert(name.to_owned())
                }),
            };
            prefixes.insert(package, prefix);
        }
        Self {
            scope,
            names,
            lower_bounds,
            first_packages,
            files,
            prefixes,
            current_package: builtin::PACKAGE,
            imports: BTreeSet::new(),
            derivation: OnceCell::new(),
            object_types: FxHashMap::default(),
            pending_types: BTreeMap::new(),
            defined_types: FxHashSet::default(),
            is_quiet: false,
            diagnostics: Diagnostics::new(),
        }
    }

    /// The name of a feature in messages.
    fn label(&self, feature: FeatureId) -> FeatureLabel<'m> {
        FeatureLabel { metamodel: self.scope.metamodel, feature }
    }

    /// What a function returns whose problems have been reported before.
    fn quietly<T>(&mut self, describe: impl FnOnce(&mut Self) -> T) -> T {
        let is_quiet = std::mem::replace(&mut self.is_quiet, true);
        let description = describe(self);
        self.is_quiet = is_quiet;
        description
    }

    /// Reports a problem, unless the problems of the element have been reported before.
    fn note(&mut self, code: Code, severity: Severity, message: String) {
        if !self.is_quiet {
            self.diagnostics.push(Diagnostic::new(code, severity, message));
        }
    }

    /// Reports that the schema accepts more than the metamodel.
    fn note_weaker_schema(&mut self, element: &dyn Display, what: impl Display) {
        if !self.is_quiet {
            let message = format!("the XML Schema does not check that {element} {what}");
            self.note(codes::WEAKER_SCHEMA, Severity::Note, message);
        }
    }

    /// Reports that the schema rejects values that the metamodel accepts.
    fn note_narrower_schema(&mut self, element: &dyn Display, what: &str) {
        let message = format!("the XML Schema does not accept {what} in {element}");
        self.note(codes::WEAKER_SCHEMA, Severity::Note, message);
    }

    /// Reports classes without a type, because a class of another package has their name in the same namespace.
    fn report_namesakes(&mut self) {
        let mut known_names = FxHashSet::default();
        for class in &self.scope.classes {
            // All packages with the same namespace have the same first package.
            let first_package = self.first_packages[&self.scope.metamodel[*class].package];
            if !known_names.insert((first_package, self.names.class_name(*class))) {
                let name = self.scope.qualified_name(*class);
                let message = format!(
                    "the XML Schema has no `{name}`: another class of its namespace has the same name"
                );
                self.note(codes::NOT_GENERATED, Severity::Warning, message);
            }
        }
    }

    /// The qualified name of a definition in a package's schema, as the current schema refers to it. The current schema
    /// imports the other one, if they differ.
    fn qualified(&mut self, package: PackageId, name: &str) -> String {
        let first_package = self.first_packages[&package];
        if first_package != self.first_packages[&self.current_package] {
            self.imports.insert(first_package);
        }
        match self.namespace(package) {
            Some(_) => [self.prefixes[&first_package].as_str(), ":", name].concat(),
            None => name.to_owned(),
        }
    }

    /// Imports packages; of several packages with the same namespace, only the first.
    fn import_packages(&mut self, packages: impl IntoIterator<Item = PackageId>) {
        let new_packages: Vec<PackageId> = packages
            .into_iter()
            .filter(|id| *id != self.current_package && !self.imports.contains(id))
            .collect();
        // Nearly all references have targets whose packages are known.
        if new_packages.is_empty() {
            return;
        }
        let known = self.imports.iter().chain([&self.current_package]);
        let mut namespaces: FxHashSet<_> = known.map(|package| self.namespace(*package)).collect();
        for package in new_packages {
            if namespaces.insert(self.namespace(package)) {
                self.imports.insert(package);
            }
        }
    }

    /// The namespace of a package.
    fn namespace(&self, package: PackageId) -> Option<&'m str> {
        namespace(&self.names, package)
    }

    /// The schema of a package, and of others with its namespace. `body` contains the definitions of all of them.
    fn file<'t>(
        &'t self,
        package: PackageId,
        imports: &BTreeSet<PackageId>,
        body: Vec<Element<'t>>,
    ) -> Element<'t> {
        let namespace = self.namespace(package);
        // A namespace must be imported once, even if several packages have it.
        let imports: BTreeSet<PackageId> = imports.iter().map(|other| self.first_packages[other]).collect();
        let mut schema = Element::new("xs:schema").with("xmlns:xs", XSD_URI).with("xmlns:xmi", XMI_URI);
        let imported_packages = imports.iter().copied().filter(|other| *other != package);
        let packages = std::iter::once(package).chain(imported_packages.clone());
        for (id, uri) in packages.filter_map(|id| Some((id, self.namespace(id)?))) {
            schema = schema.with(format!("xmlns:{}", self.prefixes[&id]), uri);
        }
        schema = schema.with_some("targetNamespace", namespace);
        // If the namespace needs no prefix, it also contains elements without one.
        let is_default_namespace = self.scope.metamodel[package].ns_prefix.as_deref() == Some("");
        schema = schema.with_some("elementFormDefault", is_default_namespace.then_some("qualified"));
        let docs = documentation(&self.scope.metamodel[package].annotations);
        schema = schema.children(docs.map(annotation));
        schema = schema.child(import(Some(XMI_URI), XMI_FILE));
        schema = schema.children(imported_packages.map(|id| import(self.namespace(id), &self.files[&id])));
        let (first_definitions, last_definitions) = if self.first_packages[&builtin::PACKAGE] == package {
            (types::any_object(&self.prefixes[&package]), self.any_of_ecore(&self.prefixes[&package]))
        } else {
            (Vec::new(), Vec::new())
        };
        // Packages with the same namespace, which may also be Ecore's, may contain the same definition.
        let mut identities = FxHashSet::default();
        let definitions = first_definitions.into_iter().chain(body).chain(last_definitions);
        schema.children(definitions.filter(|definition| identities.insert(identity(definition))))
    }

    /// The classes of Ecore itself that are not generated.
    fn any_of_ecore(&self, prefix: &str) -> Vec<Element<'m>> {
        let concrete = self.scope.metamodel.classes().filter(|(id, class)| {
            class.package == builtin::PACKAGE
                && *id != builtin::EOBJECT
                && !self.scope.covers(*id)
                && !self.scope.is_abstract(*id)
        });
        concrete.map(|(_, class)| types::any_of_class(prefix, &class.name)).collect()
    }
}

/// The name of a feature in messages. Most features have no message, so the text is built only for one.
#[derive(Clone, Copy)]
struct FeatureLabel<'m> {
    metamodel: &'m Metamodel,
    feature: FeatureId,
}

impl Display for FeatureLabel<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.metamodel.feature_label(self.feature))
    }
}

/// What distinguishes a definition from others of its namespace: its kind and its name. All types are of one kind.
fn identity<'t>(definition: &Element<'t>) -> (&'static str, Option<Cow<'t, str>>) {
    let space = match definition.name() {
        "xs:complexType" | "xs:simpleType" => "type",
        other => other,
    };
    (space, definition.attribute("name").cloned())
}

/// The namespace of a package's names.
fn namespace<'m>(names: &ExtendedMetaData<'m>, package: PackageId) -> Option<&'m str> {
    if package == builtin::PACKAGE { Some(builtin::NS_URI) } else { names.namespace_of(package) }
}

/// A name that is not used, with a number if necessary.
fn unused_name(numbers: &mut NumberedNames, name: &str, mut take: impl FnMut(&str) -> bool) -> String {
    if take(name) { name.to_owned() } else { numbers.next_after(0, &format!("{name}_"), take) }
}

/// An annotation with documentation.
fn annotation(text: &str) -> Element<'_> {
    Element::new("xs:annotation").child(Element::new("xs:documentation").text(text))
}

/// The import of a namespace from a file.
fn import<'t>(uri: Option<&'t str>, file: &'t str) -> Element<'t> {
    Element::new("xs:import").with_some("namespace", uri).with("schemaLocation", file)
}
