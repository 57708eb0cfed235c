//! Features of Ecore that its own classes compute, and EMF's behaviour if a document sets them.
//!
//! Older generators list the features of a class by kind, as `eReferences` and `eAttributes`. EMF adds them to
//! `eStructuralFeatures`, so that such documents can be read. An attribute that names the container in the document
//! has no effect, because the element is already in its container. The two names of an instance class are treated as
//! one, so the last one takes precedence. All other computed features are errors.

use super::{Frame, Reader};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{ClassId, FeatureId, Metamodel, builtin};
use crate::model::ObjectId;
use crate::xmi::reference_values::{Address, targets};
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;

/// The effect of setting a computed feature.
#[derive(Debug, Clone, Copy)]
pub(super) enum ComputedFeature {
    /// The value becomes a feature of the class. Contains the slot of `eStructuralFeatures`, and that feature.
    ClassFeatures(usize, FeatureId),
    /// The value is the container; as in EMF, an attribute that names it is ignored.
    Container,
    /// The value is the name of the Java class of instances. The feature in this slot stores the same name, so it is
    /// unset.
    InstanceName(usize),
    /// Such a feature cannot be set, which is an error.
    ReadOnly,
}

impl ComputedFeature {
    /// The effect of setting a feature of one of Ecore's own classes; `None` if the feature is not computed.
    pub(super) fn of(metamodel: &Metamodel, class: ClassId, feature: FeatureId) -> Option<Self> {
        // Ecore's own classes have the first ids, and `ETypeParameter` has the last one of them.
        if class.index() > builtin::ETYPE_PARAMETER.index() {
            return None;
        }
        let data = &metamodel[feature];
        // EMF ignores an attribute that names the container only if the other end is a list.
        let is_in_list = data.opposite().is_some_and(|opposite| metamodel[opposite].many());
        if metamodel.is_container(feature) && is_in_list {
            return Some(Self::Container);
        }
        let table = metamodel.table(class);
        if data.changeable {
            let other_name = match data.name() {
                "instanceClassName" => "instanceTypeName",
                "instanceTypeName" => "instanceClassName",
                _ => return None,
            };
            return table.slot_named(other_name).map(Self::InstanceName);
        }
        Some(match data.name() {
            "eReferences" | "eAttributes" => {
                let slot = table.slot_named("eStructuralFeatures")?;
                Self::ClassFeatures(slot, table.all_features()[slot])
            }
            _ => Self::ReadOnly,
        })
    }
}

impl<'s> Reader<'s, '_, '_> {
    /// Starts an element of a computed feature; `None` if it must be read like any other element. `offset` and `len`
    /// are those of the tag and of its name.
    pub(super) fn start_computed_element(
        &mut self,
        object: ObjectId,
        (feature, computed): (FeatureId, ComputedFeature),
        (offset, len): (usize, usize),
        attributes: &[Attribute<'s>],
    ) -> Option<Frame<'s>> {
        if let ComputedFeature::InstanceName(other_slot) = computed {
            // Both features store the same name in EMF, so the last one in the document wins.
            self.loader.unset(object, other_slot);
            return None;
        }
        let ComputedFeature::ClassFeatures(slot, containment) = computed else {
            // Of the remaining computed features, only the container end may be changeable; its element is then read
            // like any other.
            if self.metamodel[feature].changeable {
                return None;
            }
            self.report_computed(feature, offset + 1, len);
            return Some(Frame::Skipped);
        };
        // `xsi:nil` is tested before the type, as for other lists, which cannot contain null.
        if let Some(nil) = attributes.iter().find(|attribute| attribute.role == Role::Nil)
            && matches!(nil.value.trim(), "true" | "1")
        {
            self.report_null_in_list(feature, offset, len);
            return Some(Frame::Skipped);
        }
        let is_typed =
            attributes.iter().any(|attribute| matches!(attribute.role, Role::XsiType | Role::XmiType));
        let class =
            if is_typed { self.declared_class(attributes) } else { Some(self.metamodel.target(feature)) };
        let Some(class) = class.filter(|class| self.check_target_class(feature, *class, offset + 1, len))
        else {
            return Some(Frame::Skipped);
        };
        if let Some(link) = self.link(class, attributes) {
            let location = (object, slot, containment);
            let proxy = match link.role {
                Role::Reference => self.link_element_in_document(location, class, &link.value, offset),
                _ => self.link_element(location, class, &link.value, offset),
            };
            return Some(self.read_other_attributes(proxy, class, attributes, offset));
        }
        let child = self.loader.create(class, offset);
        // EMF adds the contents of `eReferences` and `eAttributes` to `eStructuralFeatures`, in document order.
        self.loader.contain(object, slot, containment, child);
        self.read_attributes(child, class, attributes);
        Some(Frame::Object(child))
    }

    /// Reads an attribute of a computed feature.
    pub(super) fn read_computed_attribute(
        &mut self,
        object: ObjectId,
        (slot, feature, computed): (usize, FeatureId, ComputedFeature),
        attribute: &Attribute<'s>,
    ) {
        let is_reference = self.metamodel[feature].is_reference();
        // A computed attribute such as `many` has no targets, so it is reported below.
        let has_targets = is_reference && targets(&attribute.value).next().is_some();
        let are_all_local =
            || targets(&attribute.value).all(|target| matches!(target.address, Address::Local(_)));
        match computed {
            // As in EMF, addresses in the same document are ignored. The address of an object in another document
            // creates a proxy, which is set like any other value.
            ComputedFeature::Container if has_targets && are_all_local() => {}
            ComputedFeature::Container if self.metamodel[feature].changeable => {
                self.read_reference_attribute(object, slot, feature, attribute);
            }
            ComputedFeature::ClassFeatures(slot, containment) if has_targets => {
                self.add_features(object, (slot, containment), feature, attribute);
            }
            ComputedFeature::InstanceName(other_slot) => {
                self.loader.unset(object, other_slot);
                self.read_value(object, slot, feature, &attribute.value, attribute.offset);
            }
            // At least one byte, so that an empty value has a visible span.
            _ => self.report_computed(feature, attribute.offset, attribute.value.len().max(1)),
        }
    }

    /// Adds the targets of an attribute to the features of a class: targets before the class are moved to it.
    fn add_features(
        &mut self,
        object: ObjectId,
        (slot, containment): (usize, FeatureId),
        document_feature: FeatureId,
        attribute: &Attribute<'s>,
    ) {
        let offset = attribute.offset;
        for target in targets(&attribute.value) {
            let uri = match target.address {
                Address::Local(fragment) => {
                    // Whether the target is before the class, and thus moved, is known only when references are
                    // resolved.
                    self.loader.add_by_attribute(
                        (object, slot, containment),
                        document_feature,
                        fragment,
                        offset,
                    );
                    continue;
                }
                Address::Remote(uri) => uri,
            };
            let class = match target.class {
                Some(name) => self.find_class(name, offset),
                None => Some(self.metamodel.target(document_feature)),
            };
            if let Some(class) =
                class.filter(|class| self.check_target_class(document_feature, *class, offset, uri.len()))
            {
                // The proxy is not needed, because an attribute has no further content.
                let _ = self.link_to_other_document((object, slot, containment), class, uri);
            }
        }
    }

    /// Reports that a document sets a computed feature, and suggests the feature that it is computed from.
    fn report_computed(&mut self, feature: FeatureId, offset: usize, len: usize) {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        let message = format!(
            "{} is computed from other features, so a document must not set it",
            metamodel.feature_label(feature)
        );
        // The stored feature often has a longer name: `defaultValue` is computed from `defaultValueLiteral`.
        let mut features = metamodel
            .table(data.owner)
            .all_features()
            .iter()
            .map(|stored_feature| &metamodel[*stored_feature]);
        let stored_feature = features.find(|stored_feature| {
            !stored_feature.derived
                && stored_feature.name().len() > data.name().len()
                && stored_feature.name().starts_with(data.name())
        });
        let help = match stored_feature {
            Some(stored_feature) => format!("did you mean `{}`?", stored_feature.name()),
            None => "remove it".to_owned(),
        };
        let problem = Diagnostic::error(codes::BAD_VALUE, message).at(self.source, offset..offset + len);
        self.push(problem.help(help));
    }
}
