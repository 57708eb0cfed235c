//! Slots that a class inherits from several classes, each of which declares them. In LinkML this is one slot; in a
//! metamodel there would be several features with one name. Such a slot is declared by an abstract class of its own.
//!
//! Invariant: no class inherits two features with one name. This module does not know what a slot becomes.

use super::Import;
use super::schema::ClassInfo;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The slots that have a class of their own.
#[derive(Debug, Default)]
pub(super) struct SharedSlots<'a> {
    /// For each slot, the name of its class, and the classes that would otherwise declare the slot.
    pub(super) classes: BTreeMap<&'a str, (String, BTreeSet<usize>)>,
    /// For each class of the schema the slots that it declares itself.
    pub(super) declared: Vec<Vec<&'a str>>,
}

impl SharedSlots<'_> {
    /// The classes of shared slots that a class of the schema inherits from.
    pub(super) fn holders(&self, class: usize) -> Vec<String> {
        let shared = self.classes.values().filter(|(_, classes)| classes.contains(&class));
        shared.map(|(name, _)| name.clone()).collect()
    }
}

/// Determines which class declares which slot. A slot that a class would inherit from several classes gets a class
/// of its own, from which these classes inherit.
pub(super) fn find<'a>(import: &mut Import<'a>) -> SharedSlots<'a> {
    let classes = &import.schema.classes;
    let owners = owners_of_repeated_slots(classes);
    let mut slots_by_class: Vec<Vec<&'a str>> = Vec::with_capacity(classes.len());
    for class in classes {
        let is_inherited = |name: &str| {
            owners.get(name).is_some_and(|owners| {
                class.ancestors.iter().any(|superclass| owners.binary_search(superclass).is_ok())
            })
        };
        let own_slots = class.own_slots.iter().map(|name| &**name);
        slots_by_class.push(own_slots.filter(|name| !is_inherited(name)).collect());
    }
    // For each slot that a class would inherit from several classes, these classes.
    let mut shared_slots: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for class in classes.iter().filter(|class| class.parents.len() > 1) {
        let mut first_owners: FxHashMap<&str, usize> = FxHashMap::default();
        for index in &class.ancestors {
            for &name in slots_by_class.get(*index).into_iter().flatten() {
                let first_owner = *first_owners.entry(name).or_insert(*index);
                if first_owner != *index {
                    shared_slots.entry(name).or_default().extend([first_owner, *index]);
                }
            }
        }
    }
    let mut shared = SharedSlots { classes: BTreeMap::new(), declared: slots_by_class };
    for (name, classes) in shared_slots {
        for index in &classes {
            if let Some(slots) = shared.declared.get_mut(*index) {
                slots.retain(|slot| *slot != name);
            }
        }
        let class = import.names.reserve(&format!("Has{}", crate::declarations::class_name(name)));
        shared.classes.insert(name, (class, classes));
    }
    shared
}

/// The classes that list each slot, in ascending order. A slot that only one class lists is left out, because the
/// classes that inherit it do not list it again.
fn owners_of_repeated_slots<'s>(classes: &'s [ClassInfo<'_>]) -> FxHashMap<&'s str, Vec<usize>> {
    let mut first_owners: FxHashMap<&str, usize> = FxHashMap::default();
    let mut owners: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, class) in classes.iter().enumerate() {
        for name in &class.own_slots {
            let first_owner = *first_owners.entry(name).or_insert(index);
            if first_owner != index {
                owners.entry(name).or_insert_with(|| vec![first_owner]).push(index);
            }
        }
    }
    owners
}
