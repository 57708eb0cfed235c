//! The form in which each slot of a class is written, as `XMLSaveImpl` classifies features.

use super::ExtendedWriter;
use crate::ecore::extended::{ExtendedMetaData, XmlKind};
use crate::ecore::{ClassId, DataKind, FeatureId, Metamodel};
use std::rc::Rc;

/// The form in which a slot is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FeatureForm {
    /// Not at all.
    Nothing,
    /// One value, in an attribute; null, if it is allowed, in an element that is nil.
    Value,
    /// A value in a separate element, or as the entire text of the object's element.
    ValueElement,
    /// Several values, each in an element.
    ValueElements,
    /// Several values in one attribute.
    ValueList,
    /// Contained objects.
    Contained,
    /// References as without extended metadata: by id within the document, otherwise in elements with `href`.
    Hrefs,
    /// References by address in an attribute.
    AddressAttribute,
    /// References by id in an attribute.
    IdAttribute,
    /// References by address, each as the text of an element.
    AddressElements,
    /// References by id, each as the text of an element.
    IdElements,
    /// A feature map of elements.
    Map,
    /// A feature map of attributes.
    AttributeMap,
}

/// The form of one slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
    pub(super) form: FeatureForm,
}

impl ExtendedWriter<'_, '_> {
    /// The plan of the slots of a class, in the order in which they are written.
    pub(super) fn plan(&mut self, class: ClassId) -> Rc<[Plan]> {
        if let Some(known) = self.plans.get(&class) {
            return Rc::clone(known);
        }
        let features = self.writer.metamodel.table(class).all_features();
        let plans = self.data.written_order(class).into_iter().map(|slot| {
            let feature = features[slot];
            Plan { slot, feature, form: feature_form(self.writer.metamodel, &self.data, feature) }
        });
        let plans: Rc<[Plan]> = plans.collect();
        self.plans.insert(class, Rc::clone(&plans));
        plans
    }
}

/// The form in which a feature is written.
fn feature_form(metamodel: &Metamodel, data: &ExtendedMetaData<'_>, feature: FeatureId) -> FeatureForm {
    let feature_data = &metamodel[feature];
    if feature_data.transient || metamodel.is_container(feature) {
        // The container is expressed by the element around the object.
        return FeatureForm::Nothing;
    }
    let xml_kind = data.kind(feature);
    if feature_data.is_containment() {
        return FeatureForm::Contained;
    }
    if feature_data.is_reference() {
        // EMF maps `IDREF` of XML Schema to references that do not resolve proxies; their values are ids.
        let has_ids = !feature_data.resolves_proxies();
        return match xml_kind {
            XmlKind::Attribute if has_ids => FeatureForm::IdAttribute,
            XmlKind::Attribute => FeatureForm::AddressAttribute,
            XmlKind::Simple | XmlKind::Element if has_ids => FeatureForm::IdElements,
            XmlKind::Simple | XmlKind::Element => FeatureForm::AddressElements,
            _ => FeatureForm::Hrefs,
        };
    }
    let data_type = &metamodel[metamodel.data_type(feature)];
    match (data_type.kind, xml_kind) {
        (DataKind::FeatureMapEntry, XmlKind::AttributeWildcard) => FeatureForm::AttributeMap,
        (DataKind::FeatureMapEntry, _) => FeatureForm::Map,
        // This is checked after feature maps, whose entries have a data type that is not serializable.
        _ if !data_type.serializable => FeatureForm::Nothing,
        (_, XmlKind::Simple) => FeatureForm::ValueElement,
        (_, XmlKind::Element) if feature_data.many() => FeatureForm::ValueElements,
        (_, XmlKind::Element) => FeatureForm::ValueElement,
        (_, XmlKind::Attribute) if feature_data.many() => FeatureForm::ValueList,
        _ if feature_data.many() => FeatureForm::ValueElements,
        _ => FeatureForm::Value,
    }
}
