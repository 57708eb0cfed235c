//! The form in which each slot of a class is written, determined once for each class.

use crate::ecore::{ClassId, FeatureId, Literal, Metamodel};
use crate::model::slot::Slot;
use crate::xmi::xml::is_name;
use std::rc::Rc;

/// The form in which a slot is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotForm {
    /// A feature that is not written: transient, of a type that is not serializable, or the container end of
    /// a containment.
    Skipped,
    /// Contained objects, or several values: always elements.
    Elements,
    /// References: an attribute, if all targets can be expressed in one.
    References,
    /// One value: an attribute.
    Value,
}

/// The values with which a slot counts as not set.
#[derive(Debug, Clone, Copy)]
pub(super) enum DefaultForm {
    /// Only null.
    Null,
    /// Only this value.
    Slot(Slot),
    /// Several values, or depending on other conditions, which the model knows.
    Other,
}

/// One slot of a class.
#[derive(Debug)]
pub(super) struct SlotPlan {
    pub(super) feature: FeatureId,
    pub(super) form: SlotForm,
    pub(super) default: DefaultForm,
    /// The beginning of the attribute: a space, the name, and the characters before the value.
    pub(super) start: String,
    /// Whether the name of the feature is valid in XML.
    pub(super) is_nameable: bool,
}

/// Whether a name is valid in XML without a prefix.
pub(super) fn is_local_name(name: &str) -> bool {
    is_name(name) && !name.contains(':')
}

/// The plans of the classes that were needed so far.
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
    pub(super) fn for_class(&mut self, class: ClassId) -> Rc<[SlotPlan]> {
        if self.classes.len() <= class.index() {
            self.classes.resize(class.index() + 1, None);
        }
        let metamodel = self.metamodel;
        let plans = self.classes[class.index()].get_or_insert_with(|| {
            metamodel.table(class).all_features().iter().map(|feature| plan(metamodel, *feature)).collect()
        });
        Rc::clone(plans)
    }
}

/// The form in which a feature is written, and the parts that are the same for all objects.
fn plan(metamodel: &Metamodel, feature: FeatureId) -> SlotPlan {
    let data = &metamodel[feature];
    // A type that is not serializable has no text.
    let is_transient =
        data.transient || (!data.is_reference() && !metamodel[metamodel.data_type(feature)].serializable);
    // The container is expressed by the element around the object, except for roots (`container.rs`).
    let form = if is_transient || metamodel.is_container(feature) {
        SlotForm::Skipped
    } else if data.is_containment() || (data.many() && !data.is_reference()) {
        SlotForm::Elements
    } else if data.is_reference() {
        SlotForm::References
    } else {
        SlotForm::Value
    };
    SlotPlan {
        feature,
        form,
        default: default_form(metamodel, feature),
        start: format!(" {}=\"", data.name()),
        is_nameable: is_local_name(data.name()),
    }
}

/// The values with which a slot of a feature counts as not set.
fn default_form(metamodel: &Metamodel, feature: FeatureId) -> DefaultForm {
    let data = &metamodel[feature];
    // For these data types, equal values have equal slots.
    let default_slot = match data.default {
        Literal::Bool(value) => Some(Slot::bool(value)),
        // Numbers beyond 56 bits are not stored in the slot itself, so slots cannot be compared.
        Literal::Int(value) => Slot::int(value),
        Literal::Enum(value) => Some(Slot::enumeration(value)),
        _ => None,
    };
    match default_slot {
        // Whether a list is set depends on its values, not on the default.
        _ if data.many() => DefaultForm::Other,
        _ if data.default == Literal::Null => DefaultForm::Null,
        // An unsettable feature is set even to its default.
        Some(slot) if !data.unsettable => DefaultForm::Slot(slot),
        _ => DefaultForm::Other,
    }
}
