//! The elements of two versions that correspond.
//!
//! Invariants: an element corresponds to at most one; packages precede the packages inside of them.

use crate::diagram::in_place_classifiers;
use modelwright_metamodel::ecore::{ClassId, Classifier, DataTypeId, Metamodel, PackageId};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::hash::Hash;

/// The packages and types that correspond.
pub(super) struct Pairs {
    /// In the order of the newer version; removed packages follow.
    pub(super) packages: Vec<(Option<PackageId>, Option<PackageId>)>,
    classifiers: FxHashMap<Classifier, Classifier>,
    /// The types that were declared in place, in either version.
    pub(super) in_place_before: HashSet<Classifier>,
    pub(super) in_place_after: HashSet<Classifier>,
}

impl Pairs {
    /// Finds the pairs of packages, and the pairs of types in each pair of packages.
    pub(super) fn new(old: &Metamodel, new: &Metamodel) -> Self {
        let packages = packages(old, new);
        let mut classifiers = FxHashMap::default();
        for (old_package, new_package) in &packages {
            let (Some(old_package), Some(new_package)) = (old_package, new_package) else { continue };
            let (old_types, new_types) = (&old[*old_package].classifiers, &new[*new_package].classifiers);
            let pairs = pairs_by_key(old_types, new_types, |at| old.name(*at), |at| new.name(*at));
            classifiers.extend(pairs.into_iter().filter_map(|(before, after)| before.zip(after)));
        }
        let in_place_types = |metamodel: &Metamodel, list: Vec<Option<PackageId>>| {
            let classifiers_of_list =
                list.into_iter().flatten().flat_map(|id| metamodel[id].classifiers.clone());
            in_place_classifiers(metamodel, &classifiers_of_list.collect::<Vec<_>>())
        };
        let in_place_before = in_place_types(old, packages.iter().map(|(before, _)| *before).collect());
        let in_place_after = in_place_types(new, packages.iter().map(|(_, after)| *after).collect());
        Self { packages, classifiers, in_place_before, in_place_after }
    }

    /// The type of the newer version that corresponds to a type of the older one.
    fn counterpart(&self, old: &Metamodel, new: &Metamodel, classifier: Classifier) -> Option<Classifier> {
        if let Some(known) = self.classifiers.get(&classifier) {
            return Some(*known);
        }
        let package = old.package_of(classifier);
        // Ecore has the same ids in all metamodels.
        if old.is_ecore_package(package) {
            return Some(classifier);
        }
        // Other packages that are built in are not compared, but each version has them, with the same namespaces.
        let package = new.package_by_uri(old[package].ns_uri.as_deref()?)?;
        new.classifier(package, old.name(classifier)).filter(|_| new.is_built_in(package))
    }

    /// The class of the newer version that corresponds to a class of the older one.
    pub(super) fn class(&self, old: &Metamodel, new: &Metamodel, id: ClassId) -> Option<ClassId> {
        match self.counterpart(old, new, Classifier::Class(id))? {
            Classifier::Class(counterpart) => Some(counterpart),
            Classifier::DataType(_) => None,
        }
    }

    /// The data type of the newer version that corresponds to a data type of the older one.
    pub(super) fn data_type(&self, old: &Metamodel, new: &Metamodel, id: DataTypeId) -> Option<DataTypeId> {
        match self.counterpart(old, new, Classifier::DataType(id))? {
            Classifier::DataType(counterpart) => Some(counterpart),
            Classifier::Class(_) => None,
        }
    }
}

/// The pairs of packages that correspond, and the packages of only one version.
fn packages(old: &Metamodel, new: &Metamodel) -> Vec<(Option<PackageId>, Option<PackageId>)> {
    let roots = |metamodel: &Metamodel| metamodel.roots().collect::<Vec<_>>();
    let (old_roots, new_roots) = (roots(old), roots(new));
    let mut pairs = match (old_roots.as_slice(), new_roots.as_slice()) {
        // A single root package may have been renamed.
        ([old_root], [new_root]) => vec![(Some(*old_root), Some(*new_root))],
        _ => pairs_by_key(&old_roots, &new_roots, |id| old[*id].name.as_str(), |id| new[*id].name.as_str()),
    };
    let mut all_pairs = Vec::new();
    // Reversed, because the last element on the stack is visited first.
    pairs.reverse();
    while let Some((before, after)) = pairs.pop() {
        all_pairs.push((before, after));
        let (old_children, new_children) = (subpackages(old, before), subpackages(new, after));
        let child_pairs = pairs_by_key(
            &old_children,
            &new_children,
            |id| old[*id].name.as_str(),
            |id| new[*id].name.as_str(),
        );
        pairs.extend(child_pairs.into_iter().rev());
    }
    all_pairs
}

/// The packages in a package, if there is one.
fn subpackages(metamodel: &Metamodel, id: Option<PackageId>) -> Vec<PackageId> {
    id.map(|id| metamodel[id].subpackages.clone()).unwrap_or_default()
}

/// The pairs of elements with the same key, and the elements without a counterpart. If several elements have the same
/// key, the first of one list corresponds to the first of the other. Pairs are in the order of the newer version;
/// elements that only the older version has follow.
pub(super) fn pairs_by_key<T: Copy, U: Copy, K: Hash + Eq>(
    old: &[T],
    new: &[U],
    key_of_old: impl Fn(&T) -> K,
    key_of_new: impl Fn(&U) -> K,
) -> Vec<(Option<T>, Option<U>)> {
    // Reversed, so that `pop` returns the first position with a key.
    let mut old_positions: FxHashMap<K, Vec<usize>> = FxHashMap::default();
    for (at, element) in old.iter().enumerate().rev() {
        old_positions.entry(key_of_old(element)).or_default().push(at);
    }
    let mut is_taken = vec![false; old.len()];
    let mut pairs: Vec<(Option<T>, Option<U>)> = new
        .iter()
        .map(|element| {
            let position = old_positions.get_mut(&key_of_new(element)).and_then(Vec::pop);
            position.into_iter().for_each(|position| is_taken[position] = true);
            (position.map(|position| old[position]), Some(*element))
        })
        .collect();
    let removed = old.iter().zip(&is_taken).filter(|(_, is_taken)| !**is_taken);
    pairs.extend(removed.map(|(element, _)| (Some(*element), None)));
    pairs
}
