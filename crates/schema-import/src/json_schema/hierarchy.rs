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
    /// The classes that are types of features.
    pub(super) used_classes: FxHashSet<usize>,
}

impl Hierarchy {
    /// The hierarchy of some classes.
    pub(super) fn new(classes: &[ClassDraft]) -> Self {
        let mut children = vec![Vec::new(); classes.len()];
        let by_name: FxHashMap<&str, usize> =
            classes.iter().enumerate().map(|(index, class)| (class.name.as_str(), index)).collect();
        let mut used_classes = FxHashSet::default();
        for (index, class) in classes.iter().enumerate() {
            for superclass in &class.supertypes {
                if let Some(children) = children.get_mut(*superclass) {
                    children.push(index);
                }
            }
            used_classes.extend(class.features.iter().filter_map(|draft| draft.target));
        }
        visit_type_names(classes, &mut |name| used_classes.extend(by_name.get(name)));
        Self { children, used_classes }
    }
}

/// Calls a function with each name in the types of attributes.
pub(super) fn visit_type_names(classes: &[ClassDraft], visit: &mut impl FnMut(&str)) {
    for draft in classes.iter().flat_map(|class| &class.features) {
        if let Feature::Attribute(attribute) = &draft.feature {
            visit_names_in(&attribute.value_type, visit);
        }
    }
}

/// Calls a function with each name in a type, whose nesting is limited by the reader of the schema.
pub(super) fn visit_names_in(value_type: &Type, visit: &mut impl FnMut(&str)) {
    match value_type {
        Type::Named(name) => visit(name),
        Type::Optional(inner) | Type::Array { item: inner, .. } => visit_names_in(inner, visit),
        Type::Variant(types) | Type::Tuple { items: types, .. } => {
            types.iter().for_each(|part| visit_names_in(part, visit));
        }
        Type::Hash { key, value } => [key, value].into_iter().for_each(|part| visit_names_in(part, visit)),
        Type::Struct(members) => members.iter().for_each(|(.., part)| visit_names_in(part, visit)),
        _ => {}
    }
}

/// A class and its superclasses, the nearest first.
pub(super) fn with_superclasses(classes: &[ClassDraft], class: usize) -> Vec<usize> {
    let mut chain = vec![class];
    let mut next = 0;
    while let Some(draft) = chain.get(next).and_then(|class| classes.get(*class)) {
        next += 1;
        for superclass in &draft.supertypes {
            if chain.len() < MAX_SUPERCLASSES && !chain.contains(superclass) {
                chain.push(*superclass);
            }
        }
    }
    chain
}
