//! What a class's keys mean, worked out once per class.
//!
//! Invariant: reader and writer go by the same plans, so that they agree on what is written and
//! when a class must be named. This module knows metamodels; it does not know documents.

use super::keys;
use crate::ecore::{ClassId, DataKind, FeatureId, Metamodel, builtin};
use std::sync::Arc;

/// How the values of a feature look in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Scalars.
    Data(DataKind),
    /// Maps: contained objects of a class.
    Part(ClassId),
    /// Strings: references to objects of a class.
    Link(ClassId),
    /// In roots only, a map: a reference to the object of another document that contains them.
    Whole(ClassId),
    /// Nothing, for the reason given: what follows from other features is not in the tree.
    Nothing(&'static str),
}

/// What is known of a slot beforehand.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The feature in the slot.
    pub feature: FeatureId,
    /// The position of the slot in objects of the class.
    pub slot: usize,
    /// Whether the feature has a list of values.
    pub many: bool,
    /// Whether the writer leaves it out.
    pub transient: bool,
    /// Whether another feature has the name, or the name is one of the tree's own keys.
    pub nameless: bool,
    /// How its values look in a tree.
    pub role: Role,
}

/// Plans by class, made when a class is first met.
#[derive(Debug)]
pub struct Plans {
    metamodel: Arc<Metamodel>,
    by_class: Vec<Option<Box<[Plan]>>>,
    /// Whether a place for the class can only hold instances of that very class.
    sealed: Vec<bool>,
}

impl Plans {
    /// No plans yet; each is made when its class is first met.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        let count = metamodel.classes().count();
        let mut sealed: Vec<bool> = metamodel.classes().map(|(id, _)| is_concrete(metamodel, id)).collect();
        sealed[builtin::EOBJECT.index()] = false;
        for (id, _) in metamodel.classes().filter(|(id, _)| is_concrete(metamodel, *id)) {
            for parent in metamodel.table(id).supertypes() {
                sealed[parent.index()] = false;
            }
        }
        Self { metamodel: Arc::clone(metamodel), by_class: (0..count).map(|_| None).collect(), sealed }
    }

    /// Whether a place for this class can only hold instances of that very class.
    pub fn sealed(&self, class: ClassId) -> bool {
        self.sealed[class.index()]
    }

    /// The plans of a class's slots, in order.
    pub fn of(&mut self, class: ClassId) -> &[Plan] {
        let metamodel = &self.metamodel;
        self.by_class[class.index()].get_or_insert_with(|| {
            let features = metamodel.table(class).all_features();
            features.iter().enumerate().map(|(slot, id)| plan(metamodel, class, slot, *id)).collect()
        })
    }
}

fn plan(metamodel: &Metamodel, class: ClassId, slot: usize, feature: FeatureId) -> Plan {
    let data = &metamodel[feature];
    // A derived feature that is not transient is in XMI documents, so it is here as well.
    // What a feature map holds is in its members.
    let member = metamodel.table(class).feature_map(slot).is_some();
    let role = if data.derived && data.transient && !member {
        Role::Nothing("it is derived from other features")
    } else if metamodel.is_container(feature) {
        Role::Whole(metamodel.target(feature))
    } else if !data.is_reference() {
        match metamodel[metamodel.data_type(feature)].kind {
            DataKind::FeatureMapEntry => {
                Role::Nothing("it only orders the values of other features among each other")
            }
            kind => Role::Data(kind),
        }
    } else if data.is_containment() {
        Role::Part(metamodel.target(feature))
    } else {
        Role::Link(metamodel.target(feature))
    };
    let hidden = metamodel.table(class).slot_named(data.name()) != Some(slot);
    let nameless = hidden || keys::ALL.contains(&data.name());
    Plan { feature, slot, many: data.many(), transient: data.transient && !member, nameless, role }
}

/// Whether a class can have direct instances.
pub fn is_concrete(metamodel: &Metamodel, class: ClassId) -> bool {
    let data = &metamodel[class];
    !data.is_abstract && !data.is_interface
}
