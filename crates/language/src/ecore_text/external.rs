//! Generates names for types of other documents to which a document refers.

use super::compare::is_classifier;
use super::trees::Trees;
use crate::ecore::{Classifier, Metamodel, MetamodelBuilder, PackageId, builtin};
use crate::model::{DocumentId, Model, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The types of other documents with generated names.
#[derive(Debug)]
pub(super) struct ExternalTypes {
    /// Ecore, with an additional package for each document.
    pub(super) metamodel: Metamodel,
    /// The additional packages.
    pub(super) packages: Vec<PackageId>,
    /// The type for each object.
    pub(super) types_by_object: BTreeMap<ObjectId, Classifier>,
    /// The address of each type.
    pub(super) addresses: BTreeMap<Classifier, String>,
}

/// Collects the types of other documents to which the objects of a document refer.
pub(super) fn external(model: &Model, document: DocumentId, objects: &[ObjectId]) -> ExternalTypes {
    let ecore = Metamodel::ecore();
    let mut trees = Trees::new(model, document);
    let mut names = Names::new(model, document);
    let mut builder = MetamodelBuilder::extending(&ecore);
    let (mut packages, mut packages_by_document) = (Vec::new(), FxHashMap::default());
    let mut types_by_object: BTreeMap<ObjectId, Classifier> = BTreeMap::new();
    let mut by_address: FxHashMap<(String, u32), Classifier> = FxHashMap::default();
    let mut addresses = BTreeMap::new();
    let references = objects.iter().flat_map(|object| model.cross_references(*object));
    for (_, target) in references {
        if types_by_object.contains_key(&target) || !is_classifier(model, target) || trees.is_local(target) {
            continue;
        }
        let address = trees.address(target);
        let Some((location, fragment)) = address.split_once('#') else { continue };
        // Ecore's own types have names already; an address in the document itself is a mistake.
        if location.is_empty() || location == builtin::NS_URI {
            continue;
        }
        let class = model.class(target);
        // The class is part of the key: documents may refer to the same address as a class and as a data type.
        let key = (address.clone(), u32::try_from(class.index()).unwrap_or(u32::MAX));
        let classifier = *by_address.entry(key).or_insert_with(|| {
            let package = *packages_by_document.entry(location.to_owned()).or_insert_with(|| {
                let parent = None;
                let id = builder.package(parent, names.package(location));
                packages.push(id);
                id
            });
            let name = names.of_type(package, &type_name(fragment));
            let classifier = if class == builtin::ECLASS {
                Classifier::Class(builder.class(package, name))
            } else if class == builtin::EENUM {
                // Only the name is needed; the literals are in the other document.
                Classifier::DataType(builder.enumeration(package, name, Vec::new()))
            } else {
                Classifier::DataType(builder.data_type(package, name))
            };
            addresses.insert(classifier, address.clone());
            classifier
        });
        types_by_object.insert(target, classifier);
    }
    ExternalTypes { metamodel: builder.build().0, packages, types_by_object, addresses }
}

/// The name of a type: the end of its address, whether or not its document exists.
fn type_name(fragment: &str) -> String {
    match fragment.rsplit('/').next().unwrap_or_default() {
        "" => "Unnamed".to_owned(),
        name => name.to_owned(),
    }
}

/// Generates unused names.
struct Names {
    packages: UsedNames,
    types: FxHashMap<PackageId, UsedNames>,
}

/// The names in use, in lower case.
#[derive(Debug, Default)]
pub(super) struct UsedNames {
    names: FxHashSet<String>,
    /// The number to try next for each name that is used already.
    next_numbers: FxHashMap<String, usize>,
}

impl FromIterator<String> for UsedNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        Self { names: names.into_iter().collect(), next_numbers: FxHashMap::default() }
    }
}

impl UsedNames {
    /// The name, or the first of `name_2`, `name_3` and so on that is unused; marks it as used.
    pub(super) fn unused_name(&mut self, name: &str) -> String {
        // Types whose names differ only in case are an error in the language (MW0509), so names are compared in lower
        // case.
        let lower_case = name.to_lowercase();
        if self.names.insert(lower_case.clone()) {
            return name.to_owned();
        }
        // The next number is stored, so that many equal names do not take quadratic time.
        let next_number = self.next_numbers.entry(lower_case).or_insert(2);
        loop {
            let numbered = format!("{name}_{next_number}");
            *next_number += 1;
            if self.names.insert(numbered.to_lowercase()) {
                return numbered;
            }
        }
    }
}

impl Names {
    /// The names that are in use in a document: those of its packages.
    fn new(model: &Model, document: DocumentId) -> Self {
        let roots = model.document(document).roots().iter();
        let names = roots.filter(|root| model.class(**root) == builtin::EPACKAGE);
        let packages = names.filter_map(|root| model.get_named(*root, "name").text().map(str::to_lowercase));
        Self { packages: packages.collect(), types: FxHashMap::default() }
    }

    /// An unused name of a package for a document, after the name of its file.
    fn package(&mut self, document: &str) -> String {
        let file = document.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut name: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name.insert(0, '_');
        }
        self.packages.unused_name(&name)
    }

    /// An unused name of a type in a package.
    fn of_type(&mut self, package: PackageId, name: &str) -> String {
        self.types.entry(package).or_default().unused_name(name)
    }
}
