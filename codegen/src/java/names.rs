//! The names of packages and types, which are decided before anything else.
//!
//! Invariants: type names are unique in all packages, also if case is ignored, because each type is a file; therefore
//! imports never collide; no type has the name of a package. This module does not know members.

use super::words;
use crate::languages::names::{Case, Names, rename_note, renamed, shortened, spell};
use crate::scope::Scope;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{ClassId, Classifier, DataTypeId, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The greatest number of bytes of the name of a class, from which others are derived: the compiler writes a file for
/// each class inside of it, whose name has both names and at most 255 bytes.
pub(super) const MAX_NAME: usize = 120;

/// A type, and the package that contains it.
#[derive(Debug, Clone)]
pub(super) struct TypeName {
    pub(super) name: String,
    pub(super) package: PackageId,
}

/// The names of all packages, types and constants.
#[derive(Debug, Default)]
pub(super) struct TypeNames {
    /// The full names of packages.
    pub(super) packages: FxHashMap<PackageId, String>,
    /// For each class, its record, or the interface of its objects if there is one.
    pub(super) classes: FxHashMap<ClassId, TypeName>,
    /// The records of classes that have an interface as well.
    pub(super) records: FxHashMap<ClassId, TypeName>,
    pub(super) enums: FxHashMap<DataTypeId, TypeName>,
    /// The constants of each enumeration.
    pub(super) constants: FxHashMap<DataTypeId, Vec<String>>,
    /// The names of the Java types for choices and tuples.
    pub(super) aliases: FxHashMap<ClassId, TypeName>,
    /// The interface of all objects.
    pub(super) any_object: Option<TypeName>,
    /// The names of all types.
    taken: FxHashSet<String>,
}

/// The classes whose types need names.
pub(super) struct TypesToName<'w> {
    pub(super) classes: &'w [ClassId],
    /// The concrete classes with subclasses.
    pub(super) concrete_with_subclasses: &'w FxHashSet<ClassId>,
    pub(super) aliases: &'w [ClassId],
    pub(super) base_package: Option<&'w str>,
}

impl TypeNames {
    /// Names packages, classes, enumerations, and then choices, tuples and further types of classes.
    pub(super) fn new(scope: &Scope<'_>, wanted: &TypesToName<'_>, problems: &mut Diagnostics) -> Self {
        let metamodel = scope.metamodel;
        let mut names = Self::default();
        let mut builder =
            Builder { metamodel, names: Names::default(), lower_case_names: FxHashSet::default(), problems };
        let classes = wanted.classes.iter().chain(wanted.aliases).map(|id| Classifier::Class(*id));
        let classifiers = classes.chain(scope.enums.iter().map(|id| Classifier::DataType(*id)));
        let mut packages: Vec<PackageId> = classifiers.map(|id| metamodel.package_of(id)).collect();
        packages.dedup();
        names.packages = builder.packages(scope, &packages, wanted.base_package);
        for class in wanted.classes {
            names.classes.insert(*class, builder.take(Classifier::Class(*class)));
        }
        for id in &scope.enums {
            names.enums.insert(*id, builder.take(Classifier::DataType(*id)));
            names.constants.insert(*id, builder.constants(*id));
        }
        for class in wanted.aliases {
            // If some values of a choice are objects, their class already has the plain name.
            let name = match names.classes.get(class) {
                Some(known) => builder.additional_name(&format!("{}Value", known.name), known.package),
                None => builder.take(Classifier::Class(*class)),
            };
            names.aliases.insert(*class, name);
        }
        for class in wanted.classes.iter().filter(|class| wanted.concrete_with_subclasses.contains(*class)) {
            if let Some(known) = names.classes.get(class) {
                let name = builder.additional_name(&format!("Plain{}", known.name), known.package);
                names.records.insert(*class, name);
            }
        }
        if let Some(main) = scope.main.filter(|main| scope.contains_anything() && packages.contains(main)) {
            names.any_object = Some(builder.additional_name("AnyObject", main));
        }
        names.taken = names.all().map(|known| known.name.clone()).collect();
        names
    }

    /// The record of the objects of exactly one class.
    pub(super) fn record(&self, class: ClassId) -> Option<&TypeName> {
        self.records.get(&class).or_else(|| self.classes.get(&class))
    }

    /// Whether a name is that of a type, which a component or a nested type of this name would hide.
    pub(super) fn is_type(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// The names of all types.
    fn all(&self) -> impl Iterator<Item = &TypeName> {
        let classes = self.classes.values().chain(self.records.values()).chain(self.aliases.values());
        classes.chain(self.enums.values()).chain(&self.any_object)
    }

    /// The full name of a type.
    pub(super) fn full_name(&self, type_name: &TypeName) -> String {
        let package = self.packages.get(&type_name.package).map_or("", String::as_str);
        format!("{package}.{}", type_name.name)
    }
}

/// Chooses names, and reports those that differ from the names in the metamodel.
struct Builder<'b, 'm> {
    metamodel: &'m Metamodel,
    /// The names of types so far, and the names of packages, which no type may have.
    names: Names,
    /// The names of types so far in lower case, because some file systems do not distinguish case.
    lower_case_names: FxHashSet<String>,
    problems: &'b mut Diagnostics,
}

impl Builder<'_, '_> {
    /// Chooses the full names of the packages in `used` and of all packages around them.
    fn packages(
        &mut self,
        scope: &Scope<'_>,
        used: &[PackageId],
        base_package: Option<&str>,
    ) -> FxHashMap<PackageId, String> {
        let mut full_names: FxHashMap<PackageId, String> = FxHashMap::default();
        // The names of the packages inside of each package, and those of the outermost ones.
        let mut inner_names: FxHashMap<Option<PackageId>, Names> = FxHashMap::default();
        for part in base_package.iter().flat_map(|base_package| base_package.split('.')) {
            self.names.reserve(part);
        }
        for package in used {
            let package_and_parents = std::iter::successors(Some(*package), |id| self.metamodel[*id].parent);
            let missing_packages: Vec<PackageId> =
                package_and_parents.take_while(|id| !full_names.contains_key(id)).collect();
            // An outer package is named before the packages inside of it, whose full names begin with its full name.
            for id in missing_packages.into_iter().rev() {
                let parent = self.metamodel[id].parent;
                let plain = spell(&self.metamodel[id].name, Case::Snake).replace('_', "");
                let is_reserved = |name: &str| match parent {
                    None if base_package.is_none() => words::is_word_of_packages(name),
                    // The package of the helpers is beside the outermost packages.
                    None => words::KEYWORDS.contains(&name) || name == super::HELPERS,
                    Some(_) => words::KEYWORDS.contains(&name),
                };
                let names = inner_names.entry(parent).or_default();
                let chosen = names.take(&plain, &[], is_reserved, |_| false);
                self.problems.extend(rename_note(|| scope.path(id).join("."), &chosen, &plain, "Java"));
                // Reserved, so that no type gets the name of a package, which would hide it.
                self.names.reserve(&chosen.name);
                let outer_package = match parent {
                    Some(parent) => full_names.get(&parent).map(String::as_str),
                    None => base_package,
                };
                let full_name = match outer_package {
                    Some(outer) => format!("{outer}.{}", chosen.name),
                    None => chosen.name,
                };
                full_names.insert(id, full_name);
            }
        }
        full_names
    }

    /// Chooses the name of a type of the metamodel. It differs from all earlier names in more than their case.
    fn take(&mut self, classifier: Classifier) -> TypeName {
        let name = self.metamodel.name(classifier);
        let package = self.metamodel.package_of(classifier);
        let full = spell(name, Case::UpperCamel);
        let plain = shortened(&full, MAX_NAME);
        let long_name = spell(&format!("{}_{name}", self.metamodel[package].name), Case::UpperCamel);
        let long_name = shortened(&long_name, MAX_NAME).into_owned();
        let lower_case_names = &self.lower_case_names;
        let chosen_name = self.names.take(&plain, &[long_name], words::is_word_of_types, |name| {
            lower_case_names.contains(&name.to_lowercase())
        });
        let label = || self.metamodel.qualified_name(classifier);
        if plain != full {
            let reason = "names of files have at most 255 bytes";
            self.problems.push(renamed(&label(), &chosen_name.name, "Java", reason));
        } else {
            self.problems.extend(rename_note(label, &chosen_name, &plain, "Java"));
        }
        self.lower_case_names.insert(chosen_name.name.to_lowercase());
        TypeName { name: chosen_name.name, package }
    }

    /// Chooses the names of the constants of an enumeration, in the order of its literals, and notes each change.
    fn constants(&mut self, id: DataTypeId) -> Vec<String> {
        let data = &self.metamodel[id];
        let mut names = Names::default();
        let mut constants = Vec::new();
        for literal in data.enum_literals() {
            let plain = spell(&literal.name, Case::Shouty);
            let chosen = names.take(&plain, &[], |name| words::KEYWORDS.contains(&name), |_| false);
            let label = || format!("{}.{}", data.name, literal.name);
            self.problems.extend(rename_note(label, &chosen, &plain, "Java"));
            constants.push(chosen.name);
        }
        constants
    }

    /// Chooses the name of a type that the metamodel does not have, as [`Self::take`] does, but without a note.
    fn additional_name(&mut self, plain: &str, package: PackageId) -> TypeName {
        let lower_case_names = &self.lower_case_names;
        let is_taken = |name: &str| lower_case_names.contains(&name.to_lowercase());
        let chosen = self.names.take(plain, &[], words::is_word_of_types, is_taken);
        self.lower_case_names.insert(chosen.name.to_lowercase());
        TypeName { name: chosen.name, package }
    }
}
