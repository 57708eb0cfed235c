//! Target `ruby`: a file of RGen's `MetamodelBuilder` for each root package.
//!
//! A module for each package, a class for each class with its attributes, and then the references, because RGen
//! requires that the classes of both ends exist. Invariants: each file can be loaded by itself, and the order of the
//! definitions is that of the metamodel as far as superclasses allow; what RGen cannot express is reported with the
//! name of its element. RGen copies default values, names of features and of literals into Ruby code of its own, so
//! those that could be code are renamed or left out. This module does not know Ruby's or RGen's classes of values.

mod attributes;
mod literals;
mod losses;
mod names;
mod order;
mod references;
mod reserved;

use crate::numbered_names::NumberedNames;
use crate::scope::{Scope, with_subpackages};
use crate::{GeneratedFile, Target};
use heck::ToSnakeCase;
use literals::{Lines, string, symbol};
use losses::Losses;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, Metamodel, PackageId, builtin,
};
use names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The module of RGen with the base classes of metamodels.
const BUILDER: &str = "RGen::MetamodelBuilder";

/// Ruby.
pub const TARGET: Target = Target {
    name: "ruby",
    extension: Some("rb"),
    description: "Ruby classes of RGen's MetamodelBuilder",
    options: &[],
    script: None,
    examples: &["library.pp -o lib/"],
    run: |request| generate(request.metamodel, &request.packages, request.source().as_deref()),
};

/// The source of the annotation of a package with its namespace, for which RGen has no features.
const NAMESPACE: &str = builtin::NS_URI;

/// Classes of Ecore that RGen has, too.
const ECORE_CLASSES: &[&str] = &[
    "EAnnotation",
    "EAttribute",
    "EClass",
    "EClassifier",
    "EDataType",
    "EEnum",
    "EEnumLiteral",
    "EFactory",
    "EGenericType",
    "EModelElement",
    "ENamedElement",
    "EOperation",
    "EPackage",
    "EParameter",
    "EReference",
    "EStringToStringMapEntry",
    "EStructuralFeature",
    "ETypedElement",
];

/// Generates a file for each root package of the given packages; for each root package if none is given. The header
/// names the source.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    source: Option<&str>,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let chosen = Scope::chosen(metamodel, packages).into_iter();
    // A subpackage is in the file of its root package.
    let roots: FxHashSet<PackageId> = chosen.map(|package| metamodel.root_of(package)).collect();
    let mut ruby = Ruby::new(metamodel, roots.clone());
    let all_roots: Vec<PackageId> = metamodel.roots().collect();
    let needs = order::needs(metamodel, &all_roots);
    let mut files = Vec::new();
    for group in order::groups(&all_roots, &needs) {
        if !group.iter().any(|root| roots.contains(root)) {
            continue;
        }
        // Packages that need each other are in the file of the first one; the files of the others load it.
        let needed: BTreeSet<PackageId> = group.iter().flat_map(|root| needs[root].iter().copied()).collect();
        let needed = needed.into_iter().filter(|root| !group.contains(root)).collect();
        let (first, others) = (group[0], &group[1..]);
        let text = ruby.file(&group, needed, source);
        files.push(GeneratedFile { path: format!("{}.rb", ruby.files[&first]), text });
        for other in others {
            let mut out = ruby.header(*other, source);
            out.line(&format!("require_relative {}", string(&ruby.files[&first])));
            files.push(GeneratedFile { path: format!("{}.rb", ruby.files[other]), text: out.finish() });
        }
    }
    (files, ruby.losses.finish())
}

/// The state of the generation.
struct Ruby<'m> {
    metamodel: &'m Metamodel,
    names: Names,
    /// The root packages that can be loaded, and their files without `.rb`.
    files: FxHashMap<PackageId, String>,
    /// The root packages that are generated, even if they are copies of Ecore.
    chosen: FxHashSet<PackageId>,
    /// The constants inside of the modules of a file, which hide constants of Ruby and RGen with the same names.
    hiding_constants: FxHashSet<String>,
    losses: Losses<'m>,
}

impl<'m> Ruby<'m> {
    /// Chooses the names of all elements and files. The root packages in `chosen` are generated.
    fn new(metamodel: &'m Metamodel, chosen: FxHashSet<PackageId>) -> Self {
        let names = Names::new(metamodel);
        let (mut taken, mut numbers) = (FxHashSet::default(), NumberedNames::default());
        let mut files = FxHashMap::default();
        for root in metamodel.roots() {
            let stem = names.module(root).to_snake_case();
            let file = if taken.insert(stem.clone()) {
                stem
            } else {
                numbers.next(&format!("{stem}_"), |name| taken.insert(name.to_owned()))
            };
            files.insert(root, file);
        }
        let losses = Losses::new(metamodel);
        Self { metamodel, names, files, chosen, hiding_constants: FxHashSet::default(), losses }
    }

    /// The first line of a file.
    fn header(&self, root: PackageId, source: Option<&str>) -> Lines {
        let source: String =
            source.unwrap_or(&self.metamodel[root].name).chars().filter(|c| !c.is_control()).collect();
        let mut out = Lines::default();
        out.line(&format!("# Generated by modelwright from {source}. Do not edit."));
        out.separate();
        out
    }

    /// The text of the file of packages that need each other; `needed` are the packages whose files it loads.
    fn file(&mut self, roots: &[PackageId], needed: Vec<PackageId>, source: Option<&str>) -> String {
        let metamodel = self.metamodel;
        let packages = with_subpackages(metamodel, roots);
        self.hiding_constants = self.constants(&packages, roots);
        self.report(&packages);
        let classes = order::classes(metamodel, &packages);
        let mut out = self.header(roots[0], source);
        out.line("require 'rgen/metamodel_builder'");
        if self.uses_ecore(&classes) {
            out.line("require 'rgen/ecore/ecore'");
        }
        for other in needed {
            out.line(&format!("require_relative {}", string(&self.files[&other])));
        }
        out.separate();
        let mut classes_of_modules: FxHashMap<PackageId, Vec<ClassId>> = FxHashMap::default();
        // Classes are defined inside of their modules if their order allows it; otherwise they follow all modules.
        let is_inside = is_contiguous(metamodel, &classes, &packages);
        for class in classes.iter().filter(|_| is_inside) {
            classes_of_modules.entry(metamodel[*class].package).or_default().push(*class);
        }
        for root in roots {
            self.modules(*root, &classes_of_modules, &mut out);
        }
        for class in classes.iter().filter(|_| !is_inside) {
            self.class(*class, is_inside, &mut out);
        }
        self.references(&classes, &mut out);
        out.finish()
    }

    /// The constants in the modules of a file, which hide constants of the same names.
    fn constants(&self, packages: &[PackageId], roots: &[PackageId]) -> FxHashSet<String> {
        let mut constants = FxHashSet::default();
        for package in packages {
            let classifiers = &self.metamodel[*package].classifiers;
            constants
                .extend(classifiers.iter().map(|classifier| self.names.constant(*classifier).to_owned()));
            // The module of a root package is a constant outside of all modules.
            if !roots.contains(package) {
                constants.insert(self.names.module(*package).to_owned());
            }
        }
        constants
    }

    /// Writes the module of a package with its enumerations, the modules inside of it, and their classes in
    /// `classes_of_modules`.
    fn modules(
        &mut self,
        root: PackageId,
        classes_of_modules: &FxHashMap<PackageId, Vec<ClassId>>,
        out: &mut Lines,
    ) {
        let metamodel = self.metamodel;
        let mut open_packages: Vec<PackageId> = Vec::new();
        for package in with_subpackages(metamodel, &[root]) {
            let parent = metamodel[package].parent;
            while open_packages.last().copied() != parent && open_packages.pop().is_some() {
                out.close("end");
                out.separate();
            }
            open_packages.push(package);
            out.open(&format!("module {}", self.names.module(package)));
            out.line(&format!("extend {}::ModuleExtension", self.builder_from_inside()));
            self.annotations_and_enums(package, out);
            for class in classes_of_modules.get(&package).into_iter().flatten() {
                let is_inside = true;
                self.class(*class, is_inside, out);
            }
        }
        for _ in open_packages {
            out.close("end");
        }
        out.separate();
    }

    /// Writes the annotations and the enumerations of a package.
    fn annotations_and_enums(&mut self, package: PackageId, out: &mut Lines) {
        let metamodel = self.metamodel;
        let enums_of_package =
            metamodel[package].classifiers.iter().filter_map(|classifier| match classifier {
                Classifier::DataType(id) if metamodel[*id].literals.is_some() => Some(*id),
                _ => None,
            });
        let mut enums: Vec<DataTypeId> = enums_of_package.collect();
        // RGen does not keep the order of enumerations, so they are sorted by name: only that order is the same after
        // loading.
        enums.sort_by_key(|id| self.names.constant(Classifier::DataType(*id)));
        // If a module of the file has a constant `Enum`, each use of RGen's `Enum` has its path instead of the
        // `include`.
        let is_hidden = self.hiding_constants.contains("Enum");
        if !enums.is_empty() && !is_hidden {
            out.line(&format!("include {}::DataTypes", self.builder_from_inside()));
        }
        let data = &metamodel[package];
        let namespace = [("nsURI", &data.ns_uri), ("nsPrefix", &data.ns_prefix)];
        let details = namespace.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.clone()?)));
        let details: Vec<(String, String)> = details.collect();
        if !details.is_empty() {
            out.annotation("annotation", Some(NAMESPACE), &details);
        }
        self.annotations(&data.annotations, "annotation", out);
        out.separate();
        for id in enums {
            self.enumeration(id, is_hidden, out);
        }
        out.separate();
    }

    /// Writes an enumeration. RGen's `Enum` needs its path if a constant of the file hides it.
    fn enumeration(&self, id: DataTypeId, is_hidden: bool, out: &mut Lines) {
        let classifier = Classifier::DataType(id);
        let constant = self.names.constant(classifier);
        // RGen keeps the name of an enumeration beside its constant, so the name need not start with a capital.
        let name = &self.metamodel[id].name;
        let name = if names::capital(name) == constant { name } else { constant };
        let prefix =
            if is_hidden { format!("{}::DataTypes::", self.builder_from_inside()) } else { String::new() };
        let mut symbols: Vec<String> = self.names.literals(id).iter().map(|name| symbol(name)).collect();
        // The first argument opens the list, so an enumeration without literals has an empty one.
        if symbols.is_empty() {
            symbols.push(String::new());
        }
        if let Some(first) = symbols.first_mut() {
            first.insert_str(0, ":literals => [");
        }
        let mut arguments = vec![format!(":name => {}", string(name))];
        arguments.append(&mut symbols);
        out.arguments(&format!("{constant} = {prefix}Enum.new("), &arguments, "])");
    }

    /// Writes a class with its attributes, without its references: inside of its module, or outside of all modules with
    /// its path.
    fn class(&mut self, class: ClassId, is_inside: bool, out: &mut Lines) {
        let metamodel = self.metamodel;
        let current_module = is_inside.then_some(metamodel[class].package);
        let name = match current_module {
            Some(_) => self.names.constant(Classifier::Class(class)).to_owned(),
            None => self.path(Classifier::Class(class), None),
        };
        let base = self.superclass(class, current_module);
        out.open(&format!("class {name} < {base}"));
        let data = &metamodel[class];
        if data.is_abstract || data.is_interface {
            out.line("abstract");
        }
        self.annotations(&data.annotations, "annotation", out);
        for feature in data.features.iter().filter(|id| !metamodel[**id].is_reference()) {
            self.attribute(*feature, current_module, out);
        }
        out.close("end");
        out.separate();
    }

    /// The superclass of a class, or a class that inherits from all of its superclasses.
    fn superclass(&self, class: ClassId, current_module: Option<PackageId>) -> String {
        let mut supers = Vec::new();
        let mut known_names = FxHashSet::default();
        for id in self.metamodel.supertypes(class) {
            let name = self.class_name(id, current_module);
            // Every class of RGen is an object anyway, and the same class twice adds nothing.
            if !name.ends_with("::MMBase") && known_names.insert(name.clone()) {
                supers.push(name);
            }
        }
        let builder = if current_module.is_some() { self.builder_from_inside() } else { BUILDER };
        match supers.as_slice() {
            [] => format!("{builder}::MMBase"),
            [superclass] => superclass.clone(),
            several => format!("{builder}::MMMultiple({})", several.join(", ")),
        }
    }

    /// The path of the Ruby class for a class. Of the classes that are not generated, those of Ecore have a class of
    /// RGen; for all others, it is RGen's base class of all objects.
    fn class_name(&self, class: ClassId, current_module: Option<PackageId>) -> String {
        let data = &self.metamodel[class];
        if self.is_generated(data.package) {
            return self.path(Classifier::Class(class), current_module);
        }
        let root = if current_module.is_some() && self.hiding_constants.contains("RGen") {
            "::RGen"
        } else {
            "RGen"
        };
        match self.is_ecore(class) {
            true => format!("{root}::ECore::{}", data.name),
            false => format!("{root}::MetamodelBuilder::MMBase"),
        }
    }

    /// Whether RGen has a class of Ecore, too.
    fn is_ecore(&self, class: ClassId) -> bool {
        let data = &self.metamodel[class];
        self.metamodel[data.package].ns_uri.as_deref() == Some(builtin::NS_URI)
            && !self.is_generated(data.package)
            && ECORE_CLASSES.contains(&data.name.as_str())
    }

    /// Whether the classes of a package are in a file of this target.
    fn is_generated(&self, package: PackageId) -> bool {
        let root = self.metamodel.root_of(package);
        let is_copy = self.metamodel[root].ns_uri.as_deref() == Some(builtin::NS_URI);
        self.files.contains_key(&root) && (!is_copy || self.chosen.contains(&root))
    }

    /// Whether classes inherit from or refer to classes of Ecore.
    fn uses_ecore(&self, classes: &[ClassId]) -> bool {
        let metamodel = self.metamodel;
        classes.iter().any(|class| {
            let features = metamodel[*class].features.iter().filter(|id| metamodel[**id].is_reference());
            metamodel
                .supertypes(*class)
                .chain(features.map(|id| metamodel.target(*id)))
                .any(|used| self.is_ecore(used))
        })
    }

    /// The path of a class or an enumeration, from the module `current_module` or from outside of all modules.
    fn path(&self, classifier: Classifier, current_module: Option<PackageId>) -> String {
        let package = self.metamodel.package_of(classifier);
        if current_module == Some(package) {
            return self.names.constant(classifier).to_owned();
        }
        let mut parts = vec![self.names.constant(classifier)];
        let mut outer_package = Some(package);
        while let Some(package) = outer_package {
            parts.push(self.names.module(package));
            outer_package = self.metamodel[package].parent;
        }
        // Within a module, a constant with the name of the root module hides the root module.
        let is_hidden = current_module.is_some()
            && parts.last().is_some_and(|root| self.hiding_constants.contains(*root));
        parts.reverse();
        format!("{}{}", if is_hidden { "::" } else { "" }, parts.join("::"))
    }

    /// The module of RGen, as it is written inside of a module of the file.
    fn builder_from_inside(&self) -> &'static str {
        if self.hiding_constants.contains("RGen") { "::RGen::MetamodelBuilder" } else { BUILDER }
    }

    /// Writes annotations with their sources and details.
    fn annotations(&self, annotations: &[Annotation], method: &str, out: &mut Lines) {
        for annotation in annotations {
            let mut details: Vec<(String, String)> = Vec::new();
            let mut keys = FxHashSet::default();
            for (key, value) in &annotation.details {
                let key = key.clone().unwrap_or_default();
                // Only the first detail with a key is written: Ruby would warn of a repeated key, and keep the last
                // value.
                if keys.insert(key.clone()) {
                    details.push((key, value.clone().unwrap_or_default()));
                }
            }
            out.annotation(method, annotation.source.as_deref(), &details);
        }
    }
}

/// Whether the classes are in the order of their modules, so that each class can be written inside of its module.
fn is_contiguous(metamodel: &Metamodel, classes: &[ClassId], packages: &[PackageId]) -> bool {
    let places: FxHashMap<PackageId, usize> = packages.iter().copied().zip(0..).collect();
    classes.is_sorted_by_key(|class| places.get(&metamodel[*class].package))
}
