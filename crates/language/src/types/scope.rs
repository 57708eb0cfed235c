//! Resolves the names of packages and types, for reading and for writing.
//!
//! Invariant: reading and writing use the same rules, so that a name is written only if reading it resolves to the
//! same type. The scope does not contain the built-in types.

use super::spelling;
use crate::ecore::{ClassId, Classifier, Metamodel, PackageId, builtin};
use crate::syntax::ast::{Name, Path};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The packages and types that can be referred to by name.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    parents: FxHashMap<PackageId, Option<PackageId>>,
    /// The packages in each package by name, in order.
    children: FxHashMap<(Option<PackageId>, String), Vec<PackageId>>,
    /// The types with each name, by their packages.
    types: FxHashMap<String, NamedTypes>,
}

/// The types with one name, by their packages. Most names belong to one type, which needs no tree.
#[derive(Debug)]
struct NamedTypes {
    first: (PackageId, Classifier),
    others: BTreeMap<PackageId, Classifier>,
}

impl NamedTypes {
    fn new(package: PackageId, classifier: Classifier) -> Self {
        Self { first: (package, classifier), others: BTreeMap::new() }
    }

    /// Adds the type of another package; of two types of a package, the first one stays.
    fn add(&mut self, package: PackageId, classifier: Classifier) {
        if package != self.first.0 {
            self.others.entry(package).or_insert(classifier);
        }
    }

    fn get(&self, package: PackageId) -> Option<Classifier> {
        if package == self.first.0 { Some(self.first.1) } else { self.others.get(&package).copied() }
    }

    /// The first of the packages, in the order of their ids.
    fn first_package(&self) -> PackageId {
        self.others.keys().next().map_or(self.first.0, |other| self.first.0.min(*other))
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

    pub(crate) fn add_package(&mut self, id: PackageId, parent: Option<PackageId>, name: &str) {
        self.parents.insert(id, parent);
        self.children.entry((parent, name.to_owned())).or_default().push(id);
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

    pub(crate) fn own_type(&self, package: PackageId, name: &str) -> Option<Classifier> {
        self.types.get(name)?.get(package)
    }

    /// The package directly inside another one. Unquoted names may be capitalised, as in Puppet.
    pub(crate) fn child(&self, parent: Option<PackageId>, name: &Name) -> Option<PackageId> {
        let find = |text: String| self.children.get(&(parent, text))?.get(name.ordinal).copied();
        // `a` and `A` may both be packages, so the exact spelling takes precedence.
        let exact = find(name.text.clone());
        if exact.is_some() || name.quoted {
            return exact;
        }
        find(spelling::capitalised(&name.text)).or_else(|| find(uncapitalised(&name.text)))
    }

    /// How many packages with the same name precede a package.
    pub(crate) fn position(&self, parent: Option<PackageId>, name: &str, id: PackageId) -> usize {
        let found = self.children.get(&(parent, name.to_owned()));
        found.and_then(|list| list.iter().position(|other| *other == id)).unwrap_or(0)
    }

    /// How many packages with this name are directly inside another package.
    pub(crate) fn count(&self, parent: Option<PackageId>, name: &str) -> usize {
        self.children.get(&(parent, name.to_owned())).map_or(0, Vec::len)
    }

    /// The package that a path refers to, from inside a package.
    pub(crate) fn package(&self, from: Option<PackageId>, path: &Path) -> Option<PackageId> {
        self.starts(from, path).find_map(|start| self.descend(start, &path.segments))
    }

    /// The type that a path refers to, from inside a package. Searched in the package, in the enclosing packages, from
    /// the root, and then in Ecore.
    pub(crate) fn classifier(&self, from: Option<PackageId>, path: &Path) -> Option<Classifier> {
        let (last, packages) = path.segments.split_last()?;
        let name = canonical_name(last);
        let found = self.starts(from, path).find_map(|start| {
            let package = if packages.is_empty() { start } else { self.descend(start, packages) };
            self.own_type(package?, &name)
        });
        // Ecore comes last, so that a declared type hides the type of Ecore with the same name.
        found.or_else(|| ecore_type(packages, &name))
    }

    /// The packages in which to start the search: the present one, the enclosing ones, and the root; only the root if
    /// the path starts with `::`.
    fn starts(&self, from: Option<PackageId>, path: &Path) -> impl Iterator<Item = Option<PackageId>> {
        let first = if path.absolute { None } else { from };
        // `None` is the root, after which the search ends.
        std::iter::successors(Some(first), |at| at.map(|id| self.parents.get(&id).copied().flatten()))
    }

    fn descend(&self, start: Option<PackageId>, segments: &[Name]) -> Option<PackageId> {
        segments.iter().try_fold(start, |at, name| self.child(at, name).map(Some)).flatten()
    }

    /// The names of all types, for suggestions.
    pub(crate) fn type_names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// The first package that contains a type with this name.
    pub(crate) fn first_package_with(&self, name: &str) -> Option<PackageId> {
        self.types.get(name).map(NamedTypes::first_package)
    }
}

/// Searches a class, then its superclasses: the nearest first, and each once even if they form a cycle. `metamodel`
/// contains the classes.
pub(crate) fn find_upwards<C, T>(
    metamodel: &mut C,
    class: ClassId,
    supertypes: impl Fn(&mut C, ClassId) -> Vec<ClassId>,
    mut find: impl FnMut(&mut C, ClassId) -> Option<T>,
) -> Option<T> {
    let (mut queue, mut seen, mut next) = (vec![class], FxHashSet::default(), 0);
    seen.insert(class);
    while let Some(class) = queue.get(next).copied() {
        if let Some(found) = find(metamodel, class) {
            return Some(found);
        }
        // The search is breadth-first and not recursive, because a chain of supertypes may be long. Cycles are
        // reported elsewhere.
        queue.extend(supertypes(metamodel, class).into_iter().filter(|parent| seen.insert(*parent)));
        next += 1;
    }
    None
}

/// The canonical name of a type, which may be written in lower case.
pub(crate) fn canonical_name(name: &Name) -> String {
    if name.quoted { name.text.clone() } else { spelling::capitalised(&name.text) }
}

/// The name of a package in Puppet's spelling: the first letter in lower case.
pub(crate) fn uncapitalised(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The type of Ecore with a name, if `packages` are the names before it that may refer to Ecore.
fn ecore_type(packages: &[Name], name: &str) -> Option<Classifier> {
    let named = match packages {
        [] => true,
        // In Puppet, the packages of a type are capitalised: `Ecore::EInt`.
        [package] => package.text.eq_ignore_ascii_case("ecore"),
        _ => false,
    };
    if named { Metamodel::ecore().classifier(builtin::PACKAGE, name) } else { None }
}
