//! The part of a metamodel that a template sees: the selected packages, and indexes from classes to subclasses and
//! from operations to owners.
//!
//! It is collected once for each execution. Invariant: every list is in the order of the metamodel.

use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, Element, FeatureId, Metamodel, OperationId, PackageId,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A metamodel, its selected part, and the indexes.
#[derive(Debug)]
pub(crate) struct TemplateModel {
    pub(crate) metamodel: Arc<Metamodel>,
    /// The names of the files that the metamodels were read from.
    pub(crate) sources: Vec<String>,
    /// The selected packages.
    pub(crate) roots: Vec<PackageId>,
    /// The selected packages and their subpackages, each before its subpackages.
    pub(crate) packages: Vec<PackageId>,
    /// The classifiers of all those packages.
    pub(crate) classifiers: Vec<Classifier>,
    /// The direct subclasses of each class, by its index; only those in selected packages.
    subclasses: Vec<Vec<ClassId>>,
    /// The class that each operation belongs to.
    owners: HashMap<OperationId, ClassId>,
}

impl TemplateModel {
    /// Collects the elements of the chosen packages and their subpackages, or of all packages if none is chosen.
    pub(crate) fn new(metamodel: &Metamodel, chosen: &[PackageId], sources: &[String]) -> Self {
        let roots: Vec<_> = if chosen.is_empty() { metamodel.roots().collect() } else { chosen.to_vec() };
        let mut packages: Vec<PackageId> = Vec::new();
        let mut seen = vec![false; metamodel.packages().count()];
        let mut stack: Vec<PackageId> = roots.iter().rev().copied().collect();
        while let Some(package) = stack.pop() {
            if !std::mem::replace(&mut seen[package.index()], true) {
                packages.push(package);
                stack.extend(metamodel[package].subpackages.iter().rev());
            }
        }
        let classifiers: Vec<_> =
            packages.iter().flat_map(|package| metamodel[*package].classifiers.iter().copied()).collect();
        let mut subclasses = vec![Vec::new(); metamodel.classes().count()];
        for class in classes(&classifiers) {
            for parent in metamodel.supertypes(class) {
                let subclasses_of_parent: &mut Vec<ClassId> = &mut subclasses[parent.index()];
                // A class may name the same superclass twice. Then its entries would be next to each other.
                if subclasses_of_parent.last() != Some(&class) {
                    subclasses_of_parent.push(class);
                }
            }
        }
        let owners = metamodel
            .classes()
            .flat_map(|(id, class)| class.operations.iter().map(move |operation| (*operation, id)))
            .collect();
        // Values of templates own what they refer to, because the library keeps them without a lifetime.
        let metamodel = Arc::new(metamodel.clone());
        Self { metamodel, sources: sources.to_vec(), roots, packages, classifiers, subclasses, owners }
    }

    /// The direct subclasses of a class.
    pub(crate) fn subclasses(&self, class: ClassId) -> &[ClassId] {
        &self.subclasses[class.index()]
    }

    /// All classes that inherit from a class, each once, in the order of ids.
    pub(crate) fn all_subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let (mut all, mut stack) = (Vec::new(), self.subclasses(class).to_vec());
        let mut seen = HashSet::new();
        while let Some(next) = stack.pop() {
            if seen.insert(next) {
                all.push(next);
                stack.extend(self.subclasses(next));
            }
        }
        all.sort_unstable();
        all
    }

    /// All superclasses of a class, each once, each after its own superclasses.
    pub(crate) fn all_supertypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = Vec::new();
        let mut seen = HashSet::new();
        // Every class is pushed twice: first to visit its superclasses, then to be listed itself.
        let mut stack: Vec<(ClassId, bool)> = self.parents(class);
        while let Some((next, is_visited)) = stack.pop() {
            if is_visited {
                all.push(next);
            } else if seen.insert(next) {
                stack.push((next, true));
                stack.extend(self.parents(next));
            }
        }
        all
    }

    /// The direct superclasses of a class for the stack of `all_supertypes`, the first one on top. None of them is
    /// visited yet.
    fn parents(&self, class: ClassId) -> Vec<(ClassId, bool)> {
        let is_visited = false;
        let mut parents: Vec<_> =
            self.metamodel.supertypes(class).map(|parent| (parent, is_visited)).collect();
        // Reversed, because the last parent is taken first from the stack.
        parents.reverse();
        parents
    }

    /// The operations of a class, inherited ones first.
    pub(crate) fn all_operations(&self, class: ClassId) -> Vec<OperationId> {
        let parents = self.all_supertypes(class);
        parents.iter().chain([&class]).flat_map(|id| self.metamodel[*id].operations.iter().copied()).collect()
    }

    /// The class whose operation this is.
    pub(crate) fn owner(&self, operation: OperationId) -> Option<ClassId> {
        self.owners.get(&operation).copied()
    }
}

/// The classes among classifiers.
pub(crate) fn classes(classifiers: &[Classifier]) -> impl Iterator<Item = ClassId> + '_ {
    classifiers.iter().filter_map(|classifier| match classifier {
        Classifier::Class(id) => Some(*id),
        Classifier::DataType(_) => None,
    })
}

/// The enumerations among classifiers.
pub(crate) fn enumerations(metamodel: &Metamodel, classifiers: &[Classifier]) -> Vec<Element> {
    data_types(classifiers, |id| metamodel[id].literals.is_some())
}

/// The data types among classifiers that are not enumerations.
pub(crate) fn other_data_types(metamodel: &Metamodel, classifiers: &[Classifier]) -> Vec<Element> {
    data_types(classifiers, |id| metamodel[id].literals.is_none())
}

fn data_types(classifiers: &[Classifier], is_chosen: impl Fn(DataTypeId) -> bool) -> Vec<Element> {
    let chosen = classifiers.iter().filter_map(|classifier| match classifier {
        Classifier::DataType(id) if is_chosen(*id) => Some(Element::DataType(*id)),
        _ => None,
    });
    chosen.collect()
}

/// The attributes among some features.
pub(crate) fn attributes_among(metamodel: &Metamodel, features: &[FeatureId]) -> Vec<Element> {
    let attributes = features.iter().filter(|id| !metamodel[**id].is_reference());
    attributes.map(|id| Element::Feature(*id)).collect()
}

/// The references among some features.
pub(crate) fn references_among(metamodel: &Metamodel, features: &[FeatureId]) -> Vec<Element> {
    let references = features.iter().filter(|id| metamodel[**id].is_reference());
    references.map(|id| Element::Feature(*id)).collect()
}
