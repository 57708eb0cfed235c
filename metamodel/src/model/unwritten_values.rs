//! Reports the values of a document that no format writes: as in EMF, those of transient features, and the content of
//! proxies.
//!
//! Invariant: a value that follows from other values is not reported as a loss. This module does not know notations.

use super::{Addresses, DocumentId, Model, ObjectId};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use crate::ecore::{ClassId, FeatureId, Metamodel};
use rustc_hash::FxHashSet;

/// Reports the values that are lost when a document is written. `is_text` is whether the format writes values as text,
/// as XML does. In such a format, values of types that are not serializable are lost, too.
pub fn report_unwritten_values(
    model: &Model,
    document: DocumentId,
    is_text: bool,
    problems: &mut Diagnostics,
) {
    let mut addresses = Addresses::new(model);
    let proxies = model.proxies().map(|(proxy, _)| proxy).filter(|proxy| model.has_values(*proxy));
    let mut proxies: Vec<ObjectId> =
        proxies.filter(|proxy| addresses.document_of(*proxy) == Some(document)).collect();
    // The table of proxies has no order, but problems must come in the same order in every run.
    proxies.sort_unstable();
    for proxy in proxies {
        let message = "the values of a proxy are lost, because its object is in another document";
        problems.push_with(Severity::Warning, || {
            Diagnostic::warning(codes::LOSS, message).object(addresses.fragment(proxy))
        });
    }
    for (feature, holder) in first_holders(model, document, is_text, &mut addresses) {
        let cause = if model.metamodel[feature].transient {
            "the feature is transient"
        } else {
            "their type is not serializable"
        };
        let label = model.metamodel.feature_label(feature);
        let message = format!("the values of {label} are lost, because {cause}");
        problems.push(Diagnostic::warning(codes::LOSS, message).object(addresses.fragment(holder)));
    }
}

/// The features whose values are lost, each with the first object that has one. `is_text` is whether the format writes
/// values as text.
fn first_holders(
    model: &Model,
    document: DocumentId,
    is_text: bool,
    addresses: &mut Addresses<'_>,
) -> Vec<(FeatureId, ObjectId)> {
    let metamodel = model.metamodel();
    let lost_slots = |class: ClassId| -> Vec<usize> {
        let features = metamodel.table(class).all_features();
        let slots = (0..features.len()).filter(|slot| {
            let feature = features[*slot];
            is_lost(metamodel, feature, is_text) && metamodel.table(class).feature_map(*slot).is_none()
        });
        slots.collect()
    };
    let mut slots_by_class: Vec<Vec<usize>> = vec![Vec::new(); metamodel.classes().count()];
    // For a small document, only the classes of its objects are examined, because a metamodel may have thousands of
    // other classes.
    if model.object_count() < slots_by_class.len() {
        for object in model.objects() {
            let class = model.class(object);
            slots_by_class[class.index()] = lost_slots(class);
        }
    } else {
        metamodel.classes().for_each(|(class, _)| slots_by_class[class.index()] = lost_slots(class));
    }
    // Most metamodels have no such features, so no objects are visited.
    if slots_by_class.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let mut seen_features = FxHashSet::default();
    let mut holders = Vec::new();
    for object in model.objects().filter(|object| model.has_values(*object)) {
        let class = model.class(object);
        for slot in &slots_by_class[class.index()] {
            let feature = metamodel.table(class).all_features()[*slot];
            let value = model.object_slots(object)[*slot];
            if model.is_slot_set(value, feature)
                && addresses.document_of(object) == Some(document)
                && seen_features.insert(feature)
            {
                holders.push((feature, object));
            }
        }
    }
    holders
}

/// Whether the values of a feature are lost: documents do not contain them, and no other values determine them.
/// `is_text` is whether the format writes values as text.
fn is_lost(metamodel: &Metamodel, feature: FeatureId, is_text: bool) -> bool {
    let data = &metamodel[feature];
    // A feature map is written as its members.
    if data.derived || metamodel.is_container(feature) || metamodel.is_feature_map(feature) {
        return false;
    }
    if !data.transient {
        return is_text && !data.is_reference() && !metamodel[metamodel.data_type(feature)].serializable;
    }
    // If the other end of a reference is written, it determines this end, so nothing is lost. A container end is not
    // written.
    data.opposite().is_none_or(|opposite| metamodel[opposite].transient || metamodel.is_container(opposite))
}
