//! Finds the classes of objects by their keys.
//!
//! Invariants: a class is found only if it is the only candidate; results that are kept for later objects depend on
//! nothing but the keys. This module does not know documents.

use super::key_tree::KeyTree;
use crate::ecore::{ClassId, Literal, Metamodel};
use crate::tree::plan::is_concrete;
use crate::tree::problems::{join_choices, quoted};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Finds the classes of objects by their keys. All calls must have the same metamodel and treatment of unknown keys.
#[derive(Debug, Default)]
pub struct ClassFinder {
    /// For each class, its concrete subclasses by the names of their features.
    by_feature: FxHashMap<ClassId, FxHashMap<String, Vec<ClassId>>>,
    /// The result for keys that were seen before.
    known_results: KeyTree,
    /// For each class, the classes that discriminators of the metamodel name.
    by_name: FxHashMap<ClassId, Vec<DeclaredNames>>,
}

/// The concrete classes of one hierarchy that a discriminator of the metamodel names.
#[derive(Debug)]
pub struct DeclaredNames {
    /// The discriminator.
    pub key: String,
    /// The classes by the texts that name them.
    pub classes: BTreeMap<String, ClassId>,
}

impl DeclaredNames {
    /// The texts that name classes, for advice.
    pub(super) fn choices(&self) -> String {
        join_choices(self.classes.keys().map(|name| quoted(name)))
    }
}

impl ClassFinder {
    /// The class of an object with some keys that may be names of features: the expected one if it is concrete and has
    /// all of them as features, otherwise the subclass that has them. If several have them, a superclass of all others
    /// is preferred.
    ///
    /// # Errors
    /// All subclasses that may be meant, if the keys do not determine one; none if no subclass has all of the keys.
    pub fn find<'k>(
        &mut self,
        metamodel: &Metamodel,
        expected: ClassId,
        keys: impl Iterator<Item = &'k str> + Clone,
        ignores_unknown_keys: bool,
    ) -> Result<ClassId, Vec<ClassId>> {
        // Objects of the same class usually have the same keys in the same order, so few sets of keys are searched.
        if let Some(known) = self.known_results.get(expected, keys.clone()) {
            return known.clone();
        }
        let object_keys: Vec<&str> = keys.collect();
        let table = metamodel.table(expected);
        let result = if is_concrete(metamodel, expected)
            && object_keys.iter().all(|key| table.slot_named(key).is_some())
        {
            Ok(expected)
        } else {
            self.subclass(metamodel, expected, &object_keys, ignores_unknown_keys)
        };
        self.known_results.insert(expected, &object_keys, &result);
        result
    }

    /// The names of a class and its subclasses under each discriminator of the metamodel, except one that is a feature
    /// of any of them.
    pub fn declared_names(&mut self, metamodel: &Metamodel, expected: ClassId) -> &[DeclaredNames] {
        if !metamodel.has_discriminators() {
            return &[];
        }
        self.by_name.entry(expected).or_insert_with(|| {
            let mut names: Vec<DeclaredNames> = Vec::new();
            let classes = || metamodel.concrete_subclasses(expected);
            for class in classes() {
                let Some(key) = metamodel.discriminator(class) else { continue };
                let position = names.iter().position(|names| names.key == key).unwrap_or_else(|| {
                    names.push(DeclaredNames { key: key.to_owned(), classes: BTreeMap::new() });
                    names.len() - 1
                });
                names[position].classes.insert(metamodel.discriminator_value(class).to_owned(), class);
            }
            names.retain(|names| {
                !classes().any(|class| metamodel.table(class).slot_named(&names.key).is_some())
            });
            names
        })
    }

    /// The subclass with a feature for each key. If there are several, only those whose required features are all
    /// present are left, if there are any; the result is then the one that is a superclass of all others. Without such a
    /// class, the error contains all that are left; it is empty if no subclass has the features.
    pub(super) fn subclass(
        &mut self,
        metamodel: &Metamodel,
        expected: ClassId,
        object_keys: &[&str],
        ignores_unknown_keys: bool,
    ) -> Result<ClassId, Vec<ClassId>> {
        let index =
            self.by_feature.entry(expected).or_insert_with(|| subclasses_by_feature(metamodel, expected));
        // If unknown keys are ignored, they must not exclude every class.
        let feature_keys =
            object_keys.iter().filter(|key| !ignores_unknown_keys || index.contains_key(**key));
        let mut lists: Vec<&[ClassId]> =
            feature_keys.map(|key| index.get(*key).map_or(&[][..], Vec::as_slice)).collect();
        // The shortest list bounds the candidates.
        lists.sort_by_key(|list| list.len());
        let mut candidates: Vec<ClassId> = match lists.split_first() {
            Some((first, other_lists)) => {
                // Binary search is possible, because the lists are in the order of the classes.
                let is_in_all =
                    |class: &ClassId| other_lists.iter().all(|list| list.binary_search(class).is_ok());
                first.iter().copied().filter(is_in_all).collect()
            }
            None => metamodel.concrete_subclasses(expected).collect(),
        };
        let may_be = |class: &ClassId| is_complete(metamodel, *class, object_keys);
        if candidates.len() > 1 && candidates.iter().any(may_be) {
            candidates.retain(may_be);
        }
        superclass_of_all(metamodel, &candidates).ok_or(candidates)
    }
}

/// The class among some classes that all of them conform to; `None` if there is none.
fn superclass_of_all(metamodel: &Metamodel, classes: &[ClassId]) -> Option<ClassId> {
    // If there is such a class, no other class replaces it here, because it conforms to no other one.
    let mut most_general = *classes.first()?;
    for class in classes {
        if metamodel.conforms(most_general, *class) {
            most_general = *class;
        }
    }
    let is_superclass = classes.iter().all(|class| metamodel.conforms(*class, most_general));
    is_superclass.then_some(most_general)
}

/// The concrete subclasses of a class by the names of their features, in the order of the classes.
fn subclasses_by_feature(metamodel: &Metamodel, class: ClassId) -> FxHashMap<String, Vec<ClassId>> {
    let mut index: FxHashMap<String, Vec<ClassId>> = FxHashMap::default();
    for subclass in metamodel.concrete_subclasses(class) {
        for feature in metamodel.table(subclass).all_features() {
            index.entry(metamodel[*feature].name().to_owned()).or_default().push(subclass);
        }
    }
    index
}

/// Whether some keys are all that an object of a class requires.
pub(super) fn is_complete(metamodel: &Metamodel, class: ClassId, object_keys: &[&str]) -> bool {
    metamodel.table(class).all_features().iter().all(|feature| {
        let feature = &metamodel[*feature];
        // A default is a value, so the key may be missing.
        feature.typed.lower == 0
            || !matches!(feature.default, Literal::Null)
            || object_keys.contains(&feature.name())
    })
}
