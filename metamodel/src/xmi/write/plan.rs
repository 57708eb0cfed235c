//! What is asked of every slot of every object, found out once for each class.

use crate::ecore::{ClassId, FeatureId, Literal, Metamodel};
use std::rc::Rc;

/// How the writer treats a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Transient, of a type that is not serializable, or the container's end.
    Skipped,
    /// Contained objects, or several values: always elements.
    Elements,
    /// References: an attribute, if all targets can be named in one.
    References,
    /// One value: an attribute.
    Value,
}

/// One slot of a class.
#[derive(Debug, Clone, Copy)]
pub(super) struct SlotPlan {
    pub(super) feature: FeatureId,
    pub(super) kind: Kind,
    /// Whether whatever the slot holds, other than null, was set: there is no default that it may equal.
    pub(super) no_default: bool,
}

/// The plans of the classes met so far.
#[derive(Debug)]
pub(super) struct Plans<'m> {
    metamodel: &'m Metamodel,
    classes: Vec<Option<Rc<[SlotPlan]>>>,
}

impl<'m> Plans<'m> {
    pub(super) fn new(metamodel: &'m Metamodel) -> Self {
        Self { metamodel, classes: Vec::new() }
    }

    /// The plan of a class's slots, in order.
    pub(super) fn of(&mut self, class: ClassId) -> Rc<[SlotPlan]> {
        if self.classes.len() <= class.index() {
            self.classes.resize(class.index() + 1, None);
        }
        let metamodel = self.metamodel;
        let known = self.classes[class.index()].get_or_insert_with(|| {
            metamodel.table(class).all_features().iter().map(|feature| plan(metamodel, *feature)).collect()
        });
        Rc::clone(known)
    }
}

fn plan(metamodel: &Metamodel, feature: FeatureId) -> SlotPlan {
    let data = &metamodel[feature];
    let unsaid =
        data.transient || (!data.is_reference() && !metamodel[metamodel.data_type(feature)].serializable);
    let kind = if unsaid || metamodel.is_container(feature) {
        Kind::Skipped
    } else if data.is_containment() || (data.many() && !data.is_reference()) {
        Kind::Elements
    } else if data.is_reference() {
        Kind::References
    } else {
        Kind::Value
    };
    SlotPlan { feature, kind, no_default: !data.many() && data.default == Literal::Null }
}
