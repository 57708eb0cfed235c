//! The representation of each feature of a class in a tree, computed once per class.
//!
//! Invariant: reader and writer use the same plans, so that they agree on which features are written and
//! when a class must be named. This module knows metamodels; it does not know documents.

use super::keys;
use crate::ecore::{AnyKind, Choice, ClassId, DataKind, FeatureId, Metamodel, Tuple};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The representation of a feature's values in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Scalars.
    Data(DataKind),
    /// Maps: contained objects of a class.
    Contained(ClassId),
    /// Strings: references to objects of a class.
    Reference(ClassId),
    /// In roots only, a map: a reference to the containing object in another document.
    Container(ClassId),
    /// Not represented, for the given reason: the values follow from other features.
    Excluded(&'static str),
}

/// The representation of one slot.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The feature in the slot.
    pub feature: FeatureId,
    /// The position of the slot in objects of the class.
    pub slot: usize,
    /// Whether the feature has a list of values.
    pub is_many: bool,
    /// Whether the writer leaves the feature out.
    pub is_transient: bool,
    /// Whether no key can represent the feature: another feature has the name, or the tree itself uses the key.
    pub is_unnameable: bool,
    /// The representation of the feature's values.
    pub role: Role,
    /// Whether the feature's objects are entries that a map can express; see [`Metamodel::natural_map`].
    pub is_map: bool,
    /// Whether the feature's objects have plain values; see [`Metamodel::natural_choice`].
    pub is_choice: bool,
    /// Whether the feature's objects are tuples; see [`Metamodel::natural_tuple`].
    pub is_tuple: bool,
    /// The type of the feature's values, if they are of any kind; see [`Metamodel::any_kind`].
    pub any: Option<AnyKind>,
    /// Whether the feature is single-valued, and every string is a valid value.
    pub(super) is_text: bool,
}

impl Plan {
    /// Whether the writer writes the values of the feature, if it has any. The container of an object inside another
    /// follows from its position.
    pub(super) fn is_written(&self, is_root: bool) -> bool {
        match self.role {
            Role::Excluded(_) => false,
            Role::Container(_) if !is_root => false,
            _ => !self.is_transient,
        }
    }
}

/// Plans by class, computed when a class is first used.
#[derive(Debug)]
pub struct Plans {
    metamodel: Arc<Metamodel>,
    by_class: Vec<Option<Box<[Plan]>>>,
    /// The choices that were requested.
    choices: FxHashMap<ClassId, Option<Arc<Choice>>>,
    /// The tuples that were requested.
    tuples: FxHashMap<ClassId, Option<Arc<Tuple>>>,
}

impl Plans {
    /// No plans yet.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        Self {
            metamodel: Arc::clone(metamodel),
            // The plans are computed on demand, because every metamodel contains Ecore's classes, but few documents use
            // them.
            by_class: metamodel.classes().map(|_| None).collect(),
            choices: FxHashMap::default(),
            tuples: FxHashMap::default(),
        }
    }

    /// The metamodel of the classes.
    pub(super) fn metamodel(&self) -> &Arc<Metamodel> {
        &self.metamodel
    }

    /// Whether features of this type can only contain direct instances of the class.
    pub fn is_sealed(&self, class: ClassId) -> bool {
        self.metamodel.is_sealed(class)
    }

    /// The alternatives of a class of choices.
    pub(super) fn choice(&mut self, class: ClassId) -> Option<Arc<Choice>> {
        let metamodel = &self.metamodel;
        self.choices.entry(class).or_insert_with(|| metamodel.choice(class).map(Arc::new)).clone()
    }

    /// The tuple of a class.
    pub(super) fn tuple(&mut self, class: ClassId) -> Option<Arc<Tuple>> {
        let metamodel = &self.metamodel;
        self.tuples.entry(class).or_insert_with(|| metamodel.tuple(class).map(Arc::new)).clone()
    }

    /// The plan of a feature of a class.
    pub(super) fn of_feature(&mut self, class: ClassId, feature: FeatureId) -> Option<Plan> {
        self.of_class(class).iter().find(|plan| plan.feature == feature).copied()
    }

    /// The plans of a class's slots, in order.
    pub fn of_class(&mut self, class: ClassId) -> &[Plan] {
        let metamodel = &self.metamodel;
        self.by_class[class.index()].get_or_insert_with(|| {
            let features = metamodel.table(class).all_features();
            features.iter().enumerate().map(|(slot, id)| plan(metamodel, class, slot, *id)).collect()
        })
    }
}

/// How the values of a feature are represented in the tree.
fn plan(metamodel: &Metamodel, class: ClassId, slot: usize, feature: FeatureId) -> Plan {
    let data = &metamodel[feature];
    // As in XMI, a derived feature is written unless it is transient. A member of a feature map is always written,
    // because its values are those of the map, which is left out.
    let is_member = metamodel.table(class).feature_map(slot).is_some();
    let role = if data.derived && data.transient && !is_member {
        Role::Excluded("it is derived from other features")
    } else if metamodel.is_container(feature) {
        Role::Container(metamodel.target(feature))
    } else if !data.is_reference() {
        match metamodel[metamodel.data_type(feature)].kind {
            DataKind::FeatureMapEntry => {
                Role::Excluded("it only determines the order of the values of other features")
            }
            kind => Role::Data(kind),
        }
    } else if data.is_containment() {
        Role::Contained(metamodel.target(feature))
    } else {
        Role::Reference(metamodel.target(feature))
    };
    // Only the first feature of a name can be represented, because the reader looks features up by name.
    let is_hidden = metamodel.table(class).slot_named(data.name()) != Some(slot);
    let is_unnameable = is_hidden || keys::ALL.contains(&data.name());
    let is_map = metamodel.natural_map(feature).is_some();
    let is_choice = metamodel.natural_choice(feature).is_some();
    let any = metamodel.any_kind(feature);
    let is_text = role == Role::Data(DataKind::String)
        // Types with lexical rules may change white space, so their texts must be parsed.
        && metamodel[metamodel.data_type(feature)].lexical.is_none()
        && any.is_none()
        && !data.many();
    Plan {
        feature,
        slot,
        is_many: data.many(),
        is_transient: data.transient && !is_member,
        is_unnameable,
        role,
        is_map,
        is_choice,
        is_tuple: metamodel.natural_tuple(feature).is_some(),
        any,
        is_text,
    }
}

/// Whether documents may contain direct instances of a class: as in EMF, even of an interface, if it is not abstract.
pub fn is_concrete(metamodel: &Metamodel, class: ClassId) -> bool {
    !metamodel[class].is_abstract
}
