//! Where types are used: the features and operations with a type, which templates do not see.
//!
//! Invariants: a type inside of a type that was declared in place is used by the feature with that type; type
//! arguments, parameters and exceptions are uses, too.

use modelwright_metamodel::ecore::{Class, ClassId, Classifier, Element, Metamodel, TypeUse};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashSet;

/// The features and operations that have each type, in the order of the metamodel.
#[derive(Debug, Default)]
pub(super) struct Users {
    elements: FxHashMap<Classifier, Vec<Element>>,
}

impl Users {
    /// Finds the users of types among the features and operations of `classifiers`. A type that was declared in place is
    /// in `in_place`: its own features and operations count as those that use it.
    pub(super) fn new(
        metamodel: &Metamodel,
        classifiers: &[Classifier],
        in_place: &HashSet<Classifier>,
    ) -> Self {
        let mut direct_users: FxHashMap<Classifier, Vec<Element>> = FxHashMap::default();
        let mut owners: FxHashMap<Element, ClassId> = FxHashMap::default();
        let chosen: FxHashSet<Classifier> = classifiers.iter().copied().collect();
        let classes = metamodel.classes().filter(|(id, _)| chosen.contains(&Classifier::Class(*id)));
        for (id, class) in classes {
            for (user, types) in uses(metamodel, class) {
                owners.insert(user, id);
                for used in types {
                    direct_users.entry(used).or_default().push(user);
                }
            }
        }
        if in_place.is_empty() {
            return Self { elements: direct_users };
        }
        let mut users = Self::default();
        for (used, elements) in direct_users.iter().filter(|(used, _)| !in_place.contains(used)) {
            let mut shown_users = Vec::new();
            let mut replaced_owners = FxHashSet::default();
            let mut pending = elements.clone();
            while let Some(user) = pending.pop() {
                let Some(owner) = owners.get(&user).map(|id| Classifier::Class(*id)) else { continue };
                if !in_place.contains(&owner) {
                    shown_users.push(user);
                } else if replaced_owners.insert(owner) {
                    // The user is inside of a type that was declared in place: the users of that type replace it.
                    pending.extend(direct_users.get(&owner).into_iter().flatten());
                }
            }
            shown_users.sort_unstable_by_key(|user| (owners.get(user).copied(), *user));
            shown_users.dedup();
            users.elements.insert(*used, shown_users);
        }
        users
    }

    /// The features and operations with a type.
    pub(super) fn users_of(&self, classifier: Classifier) -> &[Element] {
        self.elements.get(&classifier).map_or(&[], Vec::as_slice)
    }
}

/// The features and operations of a class, each with the types that it uses.
fn uses<'m>(
    metamodel: &'m Metamodel,
    class: &'m Class,
) -> impl Iterator<Item = (Element, Vec<Classifier>)> + 'm {
    let features = class.features.iter().map(|id| {
        let types = metamodel[*id].typed.ty.iter();
        (Element::Feature(*id), classifiers_in(types))
    });
    let operations = class.operations.iter().map(|id| {
        let operation = &metamodel[*id];
        let parameters = operation.parameters.iter().filter_map(|parameter| parameter.ty.as_ref());
        let types = operation.typed.ty.iter().chain(parameters).chain(&operation.exceptions);
        (Element::Operation(*id), classifiers_in(types))
    });
    features.chain(operations)
}

/// The classifiers in some types and their arguments, each once.
fn classifiers_in<'t>(types: impl Iterator<Item = &'t TypeUse>) -> Vec<Classifier> {
    let mut classifiers: Vec<Classifier> = Vec::new();
    let mut pending: Vec<&TypeUse> = types.collect();
    while let Some(ty) = pending.pop() {
        if let Some(classifier) = ty.classifier
            && !classifiers.contains(&classifier)
        {
            classifiers.push(classifier);
        }
        pending.extend(&ty.arguments);
    }
    classifiers
}
