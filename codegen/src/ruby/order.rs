//! The order of definitions: classes after their superclasses, and packages that need each other in one file.
//!
//! Invariant: the order is that of the metamodel as far as it can be, and the metamodel that RGen has after it loaded
//! the classes in this order gives the same order. This module does not know Ruby.

use crate::scope::with_subpackages;
use modelwright_metamodel::ecore::{ClassId, Classifier, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// The classes of some packages, each after its superclasses. Of the classes whose superclasses are in the order
/// already, the first one is always next.
pub(super) fn classes(metamodel: &Metamodel, packages: &[PackageId]) -> Vec<ClassId> {
    let unsorted_classes: Vec<ClassId> = packages
        .iter()
        .flat_map(|package| {
            metamodel[*package].classifiers.iter().filter_map(|classifier| match classifier {
                Classifier::Class(id) => Some(*id),
                Classifier::DataType(_) => None,
            })
        })
        .collect();
    let places: FxHashMap<ClassId, usize> = unsorted_classes.iter().copied().zip(0..).collect();
    let mut missing_super_counts = vec![0usize; unsorted_classes.len()];
    let mut subclasses: Vec<Vec<usize>> = vec![Vec::new(); unsorted_classes.len()];
    for (at, class) in unsorted_classes.iter().enumerate() {
        let supers: FxHashSet<usize> =
            metamodel.supertypes(*class).filter_map(|id| places.get(&id).copied()).collect();
        missing_super_counts[at] = supers.len();
        supers.into_iter().for_each(|superclass| subclasses[superclass].push(at));
    }
    let mut ready: BinaryHeap<Reverse<usize>> =
        (0..unsorted_classes.len()).filter(|at| missing_super_counts[*at] == 0).map(Reverse).collect();
    let mut sorted_classes = Vec::with_capacity(unsorted_classes.len());
    while let Some(Reverse(at)) = ready.pop() {
        sorted_classes.push(unsorted_classes[at]);
        for subclass in &subclasses[at] {
            missing_super_counts[*subclass] -= 1;
            if missing_super_counts[*subclass] == 0 {
                ready.push(Reverse(*subclass));
            }
        }
    }
    sorted_classes
}

/// For each root package, the other root packages that its definitions need, because of superclasses or types of
/// features.
pub(super) fn needs(metamodel: &Metamodel, roots: &[PackageId]) -> BTreeMap<PackageId, BTreeSet<PackageId>> {
    let known_roots: FxHashSet<PackageId> = roots.iter().copied().collect();
    let mut needs = BTreeMap::new();
    for root in roots {
        let mut needed_roots = BTreeSet::new();
        for class in classes(metamodel, &with_subpackages(metamodel, &[*root])) {
            let supers = metamodel.supertypes(class).map(Classifier::Class);
            let types = metamodel[class].features.iter().filter_map(|id| metamodel[*id].typed.classifier());
            let packages = supers.chain(types).map(|used| metamodel.root_of(metamodel.package_of(used)));
            needed_roots.extend(packages.filter(|package| package != root && known_roots.contains(package)));
        }
        needs.insert(*root, needed_roots);
    }
    needs
}

/// Groups of packages that need each other, each in the given order.
pub(super) fn groups(
    roots: &[PackageId],
    needs: &BTreeMap<PackageId, BTreeSet<PackageId>>,
) -> Vec<Vec<PackageId>> {
    let mut users: BTreeMap<PackageId, BTreeSet<PackageId>> = BTreeMap::new();
    for (root, needed) in needs {
        needed.iter().for_each(|other| {
            users.entry(*other).or_default().insert(*root);
        });
    }
    // Kosaraju's algorithm: beginning with the package that finished last, all packages that can still be reached
    // along reversed edges are a group.
    let mut finished_packages = Vec::new();
    let mut seen_packages = BTreeSet::new();
    roots.iter().for_each(|root| finished_packages.extend(newly_reached(*root, needs, &mut seen_packages)));
    let mut grouped_packages = BTreeSet::new();
    let mut group_of: BTreeMap<PackageId, usize> = BTreeMap::new();
    for (at, root) in finished_packages.iter().rev().enumerate() {
        group_of.extend(
            newly_reached(*root, &users, &mut grouped_packages).into_iter().map(|member| (member, at)),
        );
    }
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<PackageId>> = Vec::new();
    for root in roots {
        let Some(group) = group_of.get(root) else { continue };
        let place = *places.entry(*group).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(*root);
    }
    groups
}

/// The packages that a package reaches and that were not seen before, in the order in which a depth-first search
/// finishes them.
fn newly_reached(
    root: PackageId,
    edges: &BTreeMap<PackageId, BTreeSet<PackageId>>,
    seen: &mut BTreeSet<PackageId>,
) -> Vec<PackageId> {
    let mut finished_packages = Vec::new();
    if !seen.insert(root) {
        return finished_packages;
    }
    let next_packages = |package: PackageId| edges.get(&package).into_iter().flatten();
    let mut stack = vec![(root, next_packages(root))];
    while let Some((package, others)) = stack.last_mut() {
        match others.find(|other| seen.insert(**other)) {
            Some(other) => stack.push((*other, next_packages(*other))),
            None => {
                finished_packages.push(*package);
                stack.pop();
            }
        }
    }
    finished_packages
}
