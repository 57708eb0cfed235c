//! The classes of a schema, seen together: their subclasses, and the names of types that their features have.
//!
//! Invariant: time is linear in the classes and their features. This module does not know schemas.

use super::classes::ClassDraft;
use crate::declarations::{Feature, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many superclasses are searched for a feature.
const MAX_SUPERCLASSES: usize = 60;

/// The relations between classes.
#[derive(Debug)]
pub(super) struct Hierarchy {
    /// The subclasses of each class.
    pub(super) children: Vec<Vec<usize>>,
    /// The classes of which features have objects.
    pub(super) used: FxHashSet<usize>,
}

impl Hierarchy {
    pub(super) fn new(classes: &[ClassDraft]) -> Self {
        let mut children = vec![Vec::new(); classes.len()];
        let by_name: FxHashMap<&str, usize> =
            classes.iter().enumerate().map(|(at, class)| (class.name.as_str(), at)).collect();
        let mut used = FxHashSet::default();
        for (at, class) in classes.iter().enumerate() {
            for above in &class.supertypes {
                if let Some(children) = children.get_mut(*above) {
                    children.push(at);
                }
            }
            used.extend(class.features.iter().filter_map(|draft| draft.target));
        }
        type_names(classes, &mut |name| used.extend(by_name.get(name)));
        Self { children, used }
    }
}

/// Calls a function with each name in the types of attributes.
pub(super) fn type_names(classes: &[ClassDraft], found: &mut impl FnMut(&str)) {
    for draft in classes.iter().flat_map(|class| &class.features) {
        if let Feature::Attribute(attribute) = &draft.feature {
            names_of(&attribute.value_type, found);
        }
    }
}

/// Calls a function with each name in a type, whose nesting is limited by the reader of the schema.
pub(super) fn names_of(value_type: &Type, found: &mut impl FnMut(&str)) {
    match value_type {
        Type::Named(name) => found(name),
        Type::Optional(inner) | Type::Array { item: inner, .. } => names_of(inner, found),
        Type::Variant(types) | Type::Tuple { items: types, .. } => {
            types.iter().for_each(|one| names_of(one, found));
        }
        Type::Hash { key, value } => [key, value].into_iter().for_each(|one| names_of(one, found)),
        Type::Struct(members) => members.iter().for_each(|(.., one)| names_of(one, found)),
        _ => {}
    }
}

/// A class and its superclasses, the nearest first.
pub(super) fn with_superclasses(classes: &[ClassDraft], class: usize) -> Vec<usize> {
    let mut found = vec![class];
    let mut at = 0;
    while let Some(draft) = found.get(at).and_then(|class| classes.get(*class)) {
        at += 1;
        for above in &draft.supertypes {
            if found.len() < MAX_SUPERCLASSES && !found.contains(above) {
                found.push(*above);
            }
        }
    }
    found
}
