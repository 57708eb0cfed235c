//! Resolves the names of packages and types, for reading and for writing.
//!
//! Invariant: reading and writing use the same rules, so that a name is written only if reading it resolves to the
//! same type. The scope does not contain the built-in types.

use super::spelling;
use crate::ecore::{ClassId, Classifier, Metamodel, PackageId, builtin};
use crate::syntax::ast::{Name, Path};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The packages and types that can be referred to by name.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The parent of each package; `None` for a package at the root.
    parents: FxHashMap<PackageId, Option<PackageId>>,
    /// For each package and name, the packages with this name directly inside it, in the order of their declarations.
    children: FxHashMap<Option<PackageId>, FxHashMap<String, Vec<PackageId>>>,
    /// The types with each name, by their packages.
    types: FxHashMap<String, NamedTypes>,
}

/// The types with one name, by their packages. Most names belong to one type, which needs no tree.
#[derive(Debug)]
struct NamedTypes {
    first: (PackageId, Classifier),
    /// The types of the other packages.
    in_other_packages: BTreeMap<PackageId, Classifier>,
}

impl NamedTypes {
    fn new(package: PackageId, classifier: Classifier) -> Self {
        Self { first: (package, classifier), in_other_packages: BTreeMap::new() }
    }

    /// Adds the type of another package; of two types of a package, the first one stays.
    fn add(&mut self, package: PackageId, classifier: Classifier) {
        let (first_package, _) = self.first;
        if package != first_package {
            self.in_other_packages.entry(package).or_insert(classifier);
        }
    }

    /// The type of a package; `None` if it has no type with this name.
    fn get(&self, package: PackageId) -> Option<Classifier> {
        let (first_package, first_type) = self.first;
        if package == first_package {
            Some(first_type)
        } else {
            self.in_other_packages.get(&package).copied()
        }
    }

    /// The first of the packages, in the order of their ids.
    fn first_package(&self) -> PackageId {
        let (first_package, _) = self.first;
        self.in_other_packages.keys().next().map_or(first_package, |other| first_package.min(*other))
    }
}

impl Scope {
    /// The scope of a complete metamodel, in which declared packages hide Ecore.
    pub(crate) fn from_packages(metamodel: &Metamodel, packages: &[PackageId]) -> Self {
        let mut scope = Self::default();
        // The packages that are written come first, in their order. Ecore is among them only if it is written itself.
        let others = metamodel.packages().map(|(id, _)| id).filter(|id| *id != builtin::PACKAGE);
        for id in packages.iter().copied().chain(others) {
            if scope.parents.contains_key(&id) {
                continue;
            }
            let package = &metamodel[id];
            scope.add_package(id, package.parent, &package.name);
            for classifier in &package.classifiers {
                scope.add_type(id, metamodel.name(*classifier), *classifier);
            }
        }
        scope
    }

    /// Adds a package after those with the same name.
    pub(crate) fn add_package(&mut self, id: PackageId, parent: Option<PackageId>, name: &str) {
        self.parents.insert(id, parent);
        self.children.entry(parent).or_default().entry(name.to_owned()).or_default().push(id);
    }

    /// Adds a type. If several have the same name, the name refers to the first one.
    pub(crate) fn add_type(&mut self, package: PackageId, name: &str, classifier: Classifier) {
        match self.types.get_mut(name) {
            Some(types) => types.add(package, classifier),
            None => {
                self.types.insert(name.to_owned(), NamedTypes::new(package, classifier));
            }
        }
    }

    /// The type with a name that is directly in a package; `None` if there is none.
    pub(crate) fn own_type(&self, package: PackageId, name: &str) -> Option<Classifier> {
        self.types.get(name)?.get(package)
    }

    /// The package with a name that is directly inside another one; `None` if there is none. Unquoted names may be
    /// capitalised, as in Puppet.
    pub(crate) fn child(&self, parent: Option<PackageId>, name: &Name<'_>) -> Option<PackageId> {
        let find = |text: &str| self.named(parent, text).get(name.ordinal).copied();
        // `a` and `A` may both be packages, so the exact spelling takes precedence.
        let exact = find(&name.text);
        if exact.is_some() || name.quoted {
            return exact;
        }
        find(&spelling::capitalised(&name.text)).or_else(|| find(&uncapitalised(&name.text)))
    }

    /// The packages with a name that are directly inside another one.
    fn named(&self, parent: Option<PackageId>, name: &str) -> &[PackageId] {
        self.children.get(&parent).and_then(|names| names.get(name)).map_or(&[], Vec::as_slice)
    }

    /// How many packages with the same name precede a package.
    pub(crate) fn ordinal(&self, parent: Option<PackageId>, name: &str, id: PackageId) -> usize {
        self.named(parent, name).iter().position(|other| *other == id).unwrap_or(0)
    }

    /// How many packages with this name are directly inside another package.
    pub(crate) fn count(&self, parent: Option<PackageId>, name: &str) -> usize {
        self.named(parent, name).len()
    }

    /// The package to which a path refers from inside a package; `None` if there is none.
    pub(crate) fn package(&self, from: Option<PackageId>, path: &Path<'_>) -> Option<PackageId> {
        self.search_starts(from, path).find_map(|start| self.descend(start, path.names()))
    }

    /// The type to which a path refers from inside a package; `None` if there is none. It is searched in the package,
    /// in the enclosing packages, from the root, and then in Ecore.
    pub(crate) fn classifier(&self, from: Option<PackageId>, path: &Path<'_>) -> Option<Classifier> {
        let (packages, name) = (&path.qualifiers, canonical_name(&path.last));
        let declared = self.search_starts(from, path).find_map(|start| {
            let package = if packages.is_empty() { start } else { self.descend(start, packages.iter()) };
            // `None` is outside of all packages, where no type can be declared.
            self.own_type(package?, &name)
        });
        // Ecore comes last, so that a declared type hides the type of Ecore with the same name.
        declared.or_else(|| ecore_type(packages, &name))
    }

    /// The packages in which to start the search: the current one, the enclosing ones, and the root (`None`); only the
    /// root if the path starts with `::`.
    fn search_starts(
        &self,
        from: Option<PackageId>,
        path: &Path<'_>,
    ) -> impl Iterator<Item = Option<PackageId>> {
        let first = if path.absolute { None } else { from };
        // `None` is the root, after which the search ends.
        std::iter::successors(Some(first), |package| {
            package.map(|id| self.parents.get(&id).copied().flatten())
        })
    }

    /// The package to which the names refer from another package or the root; `None` if there is none.
    fn descend<'n>(
        &self,
        start: Option<PackageId>,
        names: impl Iterator<Item = &'n Name<'n>>,
    ) -> Option<PackageId> {
        let mut package = start;
        for name in names {
            package = Some(self.child(package, name)?);
        }
        package
    }

    /// The names of all types, for suggestions.
    pub(crate) fn type_names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// The first package that contains a type with this name; `None` if there is none.
    pub(crate) fn first_package_with(&self, name: &str) -> Option<PackageId> {
        self.types.get(name).map(NamedTypes::first_package)
    }
}

/// The first result of `find` for a class, then for its superclasses: the nearest first, and each once even if they
/// form a cycle. `None` if there is no result. `metamodel` contains the classes.
pub(crate) fn find_upwards<C, T>(
    metamodel: &mut C,
    class: ClassId,
    supertypes: impl Fn(&mut C, ClassId) -> Vec<ClassId>,
    mut find: impl FnMut(&mut C, ClassId) -> Option<T>,
) -> Option<T> {
    let (mut queue, mut seen, mut index) = (vec![class], FxHashSet::default(), 0);
    seen.insert(class);
    while let Some(class) = queue.get(index).copied() {
        if let Some(result) = find(metamodel, class) {
            return Some(result);
        }
        // The search is breadth-first and not recursive, because a chain of supertypes may be long. Cycles are
        // reported elsewhere.
        queue.extend(supertypes(metamodel, class).into_iter().filter(|parent| seen.insert(*parent)));
        index += 1;
    }
    None
}

/// The canonical name of a type, which may be written in lower case.
pub(crate) fn canonical_name<'n>(name: &'n Name<'_>) -> Cow<'n, str> {
    if name.quoted { Cow::Borrowed(&name.text) } else { spelling::capitalised(&name.text) }
}

/// The name of a package in Puppet's spelling: the first letter in lower case.
pub(crate) fn uncapitalised(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The type of Ecore with a name; `None` if there is none, or if `packages`, the names before it, do not refer to
/// Ecore.
fn ecore_type(packages: &[Name<'_>], name: &str) -> Option<Classifier> {
    let is_in_ecore = match packages {
        [] => true,
        // In Puppet, the packages of a type are capitalised: `Ecore::EInt`.
        [package] => package.text.eq_ignore_ascii_case("ecore"),
        _ => false,
    };
    if is_in_ecore { Metamodel::ecore().classifier(builtin::PACKAGE, name) } else { None }
}
