//! Determines which derived features are views of a feature map: the members of a group, and the elements of
//! mixed content.
//!
//! As in EMF, the annotations of extended metadata apply even to documents that do not use their names.

use super::annotations::{EXTENDED_META_DATA, annotation};
use super::elements::{Class, Feature, FeatureId};
use super::tables::ClassTable;

/// Returns a detail of a feature's extended metadata.
fn detail<'f>(feature: &'f Feature, key: &str) -> Option<&'f str> {
    annotation(&feature.typed.annotations, EXTENDED_META_DATA)?.detail(key)
}

/// Sets, for every class with feature maps, the slot of the map for the slot of each member.
pub(super) fn connect(classes: &[Class], features: &[Feature], tables: &mut [ClassTable]) {
    let maps: Vec<Option<FeatureId>> =
        features.iter().map(|feature| map_of(feature, classes, features, tables)).collect();
    if maps.iter().all(Option::is_none) {
        return;
    }
    for table in tables {
        let maps_of_features = table.all_features().iter().map(|feature| maps[feature.index()]);
        let slots: Vec<Option<usize>> = maps_of_features.map(|map| table.slot(map?)).collect();
        if slots.iter().any(Option::is_some) {
            table.set_maps(slots);
        }
    }
}

/// Returns the feature map that stores a derived feature's values.
fn map_of(
    feature: &Feature,
    classes: &[Class],
    features: &[Feature],
    tables: &[ClassTable],
) -> Option<FeatureId> {
    if !feature.derived {
        return None;
    }
    let siblings = tables[feature.owner.index()].all_features();
    let content = annotation(&classes[feature.owner.index()].annotations, EXTENDED_META_DATA);
    if content.and_then(|content| content.detail("kind")) == Some("mixed") {
        // In mixed content, all elements are in the map of the text, which preserves the order of both.
        let mut siblings = siblings.iter();
        if let Some(mixed) = siblings.find(|id| detail(&features[id.index()], "name") == Some(":mixed")) {
            return Some(*mixed);
        }
    }
    let group = detail(feature, "group")?;
    let (namespace, group) = group.rsplit_once('#').unwrap_or(("", group));
    // All feature maps of a class are in the namespace of the class's package.
    if namespace.starts_with('#') && namespace != "##targetNamespace" {
        return None;
    }
    siblings.iter().copied().find(|id| name_of(&features[id.index()]) == group)
}

/// The name of a feature in documents.
fn name_of(feature: &Feature) -> String {
    detail(feature, "name").unwrap_or(feature.name()).to_owned()
}
