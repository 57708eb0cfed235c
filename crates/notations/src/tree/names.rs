//! The names of packages and classes in documents, and their resolution.
//!
//! Invariant: `find_class(class_name(c)) == c`, as long as names are unique. This module does not
//! know where in a document a name is used.

use super::plan::is_concrete;
use crate::ecore::{ClassId, Metamodel, PackageId};
use std::borrow::Cow;

/// The root package of a class.
pub fn top_package(metamodel: &Metamodel, class: ClassId) -> PackageId {
    metamodel.root_of(metamodel[class].package)
}

/// The name of a package in documents: its namespace URI, or its name if it has none.
pub(super) fn package_label(metamodel: &Metamodel, package: PackageId) -> &str {
    let data = &metamodel[package];
    data.ns_uri.as_deref().unwrap_or(&data.name)
}

/// Resolves the name of a package in a document.
pub fn find_package(metamodel: &Metamodel, label: &str) -> Option<PackageId> {
    metamodel.package_by_uri(label).or_else(|| {
        metamodel.roots().find(|id| metamodel[*id].ns_uri.is_none() && metamodel[*id].name == label)
    })
}

/// The name of a class in a document of a package.
pub fn class_name(metamodel: &Metamodel, class: ClassId, package: PackageId) -> Cow<'_, str> {
    let data = &metamodel[class];
    if data.package == package {
        return Cow::Borrowed(&data.name);
    }
    Cow::Owned(qualified_name(metamodel, class))
}

/// The name by which every document can refer to a class: `NSURI#//NAME`, with the names of subpackages before `NAME`.
pub fn qualified_name(metamodel: &Metamodel, class: ClassId) -> String {
    let data = &metamodel[class];
    let mut parts = vec![data.name.as_str()];
    let mut current_package = data.package;
    while let Some(parent) = metamodel[current_package].parent {
        parts.push(&metamodel[current_package].name);
        current_package = parent;
    }
    parts.reverse();
    format!("{}#//{}", package_label(metamodel, current_package), parts.join("/"))
}

/// Resolves the name of a class in a document of a package: a simple name in this package, or `NSURI#//sub/NAME`.
pub fn find_class(metamodel: &Metamodel, name: &str, package: PackageId) -> Option<ClassId> {
    if let Some(class) = metamodel.class(package, name) {
        return Some(class);
    }
    let (label, path) = name.rsplit_once("#//")?;
    let mut current_package = find_package(metamodel, label)?;
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        if segments.peek().is_none() {
            return metamodel.class(current_package, segment);
        }
        let mut subpackages = metamodel[current_package].subpackages.iter().copied();
        current_package = subpackages.find(|id| metamodel[*id].name == segment)?;
    }
    None
}

/// Every class that can have instances in documents of a package, with its simple name.
pub(super) fn classes(metamodel: &Metamodel, package: PackageId) -> impl Iterator<Item = (ClassId, &str)> {
    // Ecore's classes have instances only in documents of Ecore itself.
    let includes_ecore = metamodel.is_ecore_package(package);
    let classes = metamodel.classes().filter(move |(id, class)| {
        is_concrete(metamodel, *id) && (includes_ecore || !metamodel.is_ecore_package(class.package))
    });
    classes.map(|(id, class)| (id, class.name.as_str()))
}
