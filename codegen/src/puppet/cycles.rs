//! The classes whose aliases contain themselves.
//!
//! Invariant: every alias that contains itself without a choice of several types is found. Puppet 7 never finishes when
//! it resolves such an alias a second time, unless there is a choice. This module does not know types.

use crate::scope::Scope;
use modelwright_metamodel::ecore::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The classes whose aliases contain themselves through other aliases without a choice between them, or are on the way
/// from one such cycle to another one.
pub(super) fn cyclic(scope: &Scope<'_>) -> FxHashSet<ClassId> {
    let metamodel = scope.metamodel;
    let mut uses: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    let mut users: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for class in scope.classes.iter().copied() {
        let features = metamodel.table(class).all_features().iter().copied();
        for feature in features.filter(|id| metamodel[*id].is_containment()) {
            let target = metamodel.target(feature);
            let used = match scope.concrete(target) {
                [only] => *only,
                [] => target,
                // The alias of several classes is a choice already.
                _ => continue,
            };
            uses.entry(class).or_default().push(used);
            users.entry(used).or_default().push(class);
        }
    }
    let mut remaining: FxHashSet<ClassId> = scope.classes.iter().copied().collect();
    // A class that uses no other class is not part of a cycle, nor is a class that no other class uses.
    remove_ends(&mut remaining, &uses, &users);
    remove_ends(&mut remaining, &users, &uses);
    remaining
}

/// Removes classes from `remaining` until every remaining class has a next class that remains, too.
fn remove_ends(
    remaining: &mut FxHashSet<ClassId>,
    next: &FxHashMap<ClassId, Vec<ClassId>>,
    previous: &FxHashMap<ClassId, Vec<ClassId>>,
) {
    let next_classes = |class: &ClassId| next.get(class).map_or(&[][..], Vec::as_slice);
    let count =
        |class: &ClassId| next_classes(class).iter().filter(|other| remaining.contains(other)).count();
    let mut counts: FxHashMap<ClassId, usize> =
        remaining.iter().map(|class| (*class, count(class))).collect();
    let mut stack: Vec<ClassId> =
        counts.iter().filter(|(_, count)| **count == 0).map(|(class, _)| *class).collect();
    while let Some(class) = stack.pop() {
        remaining.remove(&class);
        for other in previous.get(&class).into_iter().flatten().filter(|other| remaining.contains(other)) {
            if let Some(count) = counts.get_mut(other) {
                *count -= 1;
                if *count == 0 {
                    stack.push(*other);
                }
            }
        }
    }
}
