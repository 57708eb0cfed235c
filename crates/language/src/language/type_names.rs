//! The types that one source declares, and those that it requires from other sources.
//!
//! Invariant: a name is qualified from the root, with the packages in Puppet's spelling (`shop::Order`), so that names
//! of different sources can be compared. Other sources are not known here.

use crate::diagnostic::{Source, Suggestions};
use crate::ecore::{Metamodel, PackageId};
use crate::lower::{LoadedTypes, lower};
use crate::syntax::parse;
use crate::syntax::tree::SyntaxTree;
use crate::types::scope::uncapitalised;
use std::slice;
use std::sync::Arc;

/// The names of types in a source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeNames {
    /// The qualified names of the types that the source declares.
    pub declared: Vec<String>,
    /// The types that the source uses but does not declare. Each is a list of the qualified names that it may have; the
    /// first that exists takes precedence.
    pub missing: Vec<Vec<String>>,
}

/// The names of the types in a source. For a source with syntax errors, `missing` is empty.
///
/// ```
/// use modelwright_language::language::type_names;
/// use modelwright_metamodel::diagnostic::Source;
///
/// let names = type_names(&Source::new("shop.pp", "package shop {}\ntype Order { has buyer, people::Person }"));
/// assert_eq!(names.declared, ["shop::Order"]);
/// assert_eq!(names.missing, [["shop::people::Person", "people::Person"]]);
/// ```
#[must_use]
pub fn type_names(source: &Arc<Source>) -> TypeNames {
    let (parse, _) = parse(source);
    let tree = SyntaxTree::new(parse);
    // The problems are not used, so no suggestions are computed for them.
    let (types, _) = lower(slice::from_ref(source), slice::from_ref(&tree), Suggestions::none());
    let LoadedTypes { metamodel, packages, missing, .. } = types;
    let mut declared = Vec::new();
    packages.iter().for_each(|package| add_types(&metamodel, *package, &[], &mut declared));
    let qualified_name = |path: &Vec<String>| qualified(&path.iter().map(String::as_str).collect::<Vec<_>>());
    let missing = missing.iter().map(|paths| paths.iter().map(qualified_name).collect()).collect();
    TypeNames { declared, missing }
}

/// Adds the types in a package and in the packages inside it. The recursion is bounded, because packages are nested to
/// a limited depth.
fn add_types(metamodel: &Metamodel, package: PackageId, parent_path: &[&str], names: &mut Vec<String>) {
    let data = &metamodel[package];
    let path = [parent_path, &[data.name.as_str()]].concat();
    for classifier in &data.classifiers {
        names.push(qualified(&[path.as_slice(), &[metamodel.name(*classifier)]].concat()));
    }
    data.subpackages.iter().for_each(|inner| add_types(metamodel, *inner, &path, names));
}

/// Joins the names of packages and of a type.
fn qualified(path: &[&str]) -> String {
    let Some((ty, packages)) = path.split_last() else { return String::new() };
    let packages = packages.iter().map(|name| uncapitalised(name));
    packages.chain([(*ty).to_owned()]).collect::<Vec<_>>().join("::")
}
