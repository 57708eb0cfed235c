//! The elements of two versions that correspond.
//!
//! Invariants: an element corresponds to at most one; packages precede the packages inside of them.

use crate::diagram::made_in_place;
use modelwright_metamodel::ecore::{ClassId, Classifier, DataTypeId, Metamodel, PackageId};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::hash::Hash;

/// The packages and types that correspond.
pub(super) struct Pairs {
    /// In the order of the newer version, those that were removed after the others.
    pub(super) packages: Vec<(Option<PackageId>, Option<PackageId>)>,
    classifiers: FxHashMap<Classifier, Classifier>,
    /// The types that were declared in place, in either version.
    pub(super) in_place_before: HashSet<Classifier>,
    pub(super) in_place_after: HashSet<Classifier>,
}

impl Pairs {
    pub(super) fn new(old: &Metamodel, new: &Metamodel) -> Self {
        let packages = packages(old, new);
        let mut classifiers = FxHashMap::default();
        for (before, after) in &packages {
            let (Some(before), Some(after)) = (before, after) else { continue };
            let (before, after) = (&old[*before].classifiers, &new[*after].classifiers);
            let pairs = matched(before, after, |at| old.name(*at), |at| new.name(*at));
            classifiers.extend(pairs.into_iter().filter_map(|(before, after)| before.zip(after)));
        }
        let types = |metamodel: &Metamodel, list: Vec<Option<PackageId>>| {
            let all = list.into_iter().flatten().flat_map(|id| metamodel[id].classifiers.clone());
            made_in_place(metamodel, &all.collect::<Vec<_>>())
        };
        let in_place_before = types(old, packages.iter().map(|pair| pair.0).collect());
        let in_place_after = types(new, packages.iter().map(|pair| pair.1).collect());
        Self { packages, classifiers, in_place_before, in_place_after }
    }

    /// The type of the newer version that corresponds to a type of the older one.
    fn of(&self, old: &Metamodel, new: &Metamodel, at: Classifier) -> Option<Classifier> {
        if let Some(known) = self.classifiers.get(&at) {
            return Some(*known);
        }
        let package = old.package_of(at);
        // Ecore has the same ids in all metamodels.
        if old.is_ecore_package(package) {
            return Some(at);
        }
        let package = new.package_by_uri(old[package].ns_uri.as_deref()?)?;
        new.classifier(package, old.name(at)).filter(|_| new.is_built_in(package))
    }

    /// The class of the newer version that corresponds to a class of the older one.
    pub(super) fn class(&self, old: &Metamodel, new: &Metamodel, at: ClassId) -> Option<ClassId> {
        match self.of(old, new, Classifier::Class(at))? {
            Classifier::Class(id) => Some(id),
            Classifier::DataType(_) => None,
        }
    }

    /// The data type of the newer version that corresponds to a data type of the older one.
    pub(super) fn data_type(&self, old: &Metamodel, new: &Metamodel, at: DataTypeId) -> Option<DataTypeId> {
        match self.of(old, new, Classifier::DataType(at))? {
            Classifier::DataType(id) => Some(id),
            Classifier::Class(_) => None,
        }
    }
}

/// The packages that correspond, and those of only one version.
fn packages(old: &Metamodel, new: &Metamodel) -> Vec<(Option<PackageId>, Option<PackageId>)> {
    let roots = |metamodel: &Metamodel| metamodel.roots().collect::<Vec<_>>();
    let (before, after) = (roots(old), roots(new));
    let mut pairs = match (before.as_slice(), after.as_slice()) {
        // The package may have been renamed.
        ([before], [after]) => vec![(Some(*before), Some(*after))],
        _ => matched(&before, &after, |id| old[*id].name.as_str(), |id| new[*id].name.as_str()),
    };
    let mut all = Vec::new();
    // Reversed, because the last one is taken first.
    pairs.reverse();
    while let Some((before, after)) = pairs.pop() {
        all.push((before, after));
        let inside = |metamodel: &Metamodel, id: Option<PackageId>| {
            id.map(|id| metamodel[id].subpackages.clone()).unwrap_or_default()
        };
        let (before, after) = (inside(old, before), inside(new, after));
        let found = matched(&before, &after, |id| old[*id].name.as_str(), |id| new[*id].name.as_str());
        pairs.extend(found.into_iter().rev());
    }
    all
}

/// Elements with the same key; of several with one key the first corresponds to the first. The elements of the newer
/// version are in their order, those that only the older one has follow.
pub(super) fn matched<T: Copy, U: Copy, K: Hash + Eq>(
    old: &[T],
    new: &[U],
    key_of_old: impl Fn(&T) -> K,
    key_of_new: impl Fn(&U) -> K,
) -> Vec<(Option<T>, Option<U>)> {
    let mut places: FxHashMap<K, Vec<usize>> = FxHashMap::default();
    for (at, element) in old.iter().enumerate().rev() {
        places.entry(key_of_old(element)).or_default().push(at);
    }
    let mut is_taken = vec![false; old.len()];
    let mut pairs: Vec<(Option<T>, Option<U>)> = new
        .iter()
        .map(|element| {
            let at = places.get_mut(&key_of_new(element)).and_then(Vec::pop);
            at.into_iter().for_each(|at| is_taken[at] = true);
            (at.map(|at| old[at]), Some(*element))
        })
        .collect();
    let removed = old.iter().zip(&is_taken).filter(|(_, is_taken)| !**is_taken);
    pairs.extend(removed.map(|(element, _)| (Some(*element), None)));
    pairs
}
