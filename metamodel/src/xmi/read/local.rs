//! References that a document makes to itself in unusual ways: by elements, and from containments.
//!
//! An element with `href` makes a stand-in, as EMF's do. What becomes of it is decided once everything is read.

use super::{Frame, Reader};
use crate::ecore::{ClassId, FeatureId};
use crate::model::ObjectId;
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;

impl<'s> Reader<'s, '_, '_> {
    /// Notes a reference to an object of the document that an attribute makes.
    pub(super) fn local(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: &str,
        offset: usize,
    ) {
        if self.metamodel[feature].is_containment() {
            self.loader.contain_named((object, slot, feature), fragment, offset);
        } else {
            self.loader.refer(object, slot, feature, fragment, offset);
        }
    }

    /// The same of an element, whose class is that of the stand-in; gives that where it is contained, or stays.
    pub(super) fn local_element(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        class: ClassId,
        fragment: &str,
        offset: usize,
    ) -> Option<ObjectId> {
        if self.metamodel[feature].is_containment() {
            let stand_in = self.loader.proxy(class, &format!("{}#{fragment}", self.base));
            self.loader.contain_instead((object, slot, feature), stand_in, fragment, offset);
            Some(stand_in)
        } else if self.is_left_alone(feature) {
            let stand_in = self.loader.proxy(class, &format!("{}#{fragment}", self.base));
            self.loader.refer_to(object, slot, feature, stand_in);
            Some(stand_in)
        } else {
            self.loader.refer_by_element(object, slot, feature, fragment, (offset, class));
            None
        }
    }

    /// Whether nothing ever looks what a stand-in in this reference leads to, not even for another end's sake.
    fn is_left_alone(&self, feature: FeatureId) -> bool {
        let data = &self.metamodel[feature];
        !data.resolves_proxies() && data.opposite().is_none()
    }

    /// The attribute that says what an object of a class stands for; the last one counts.
    pub(super) fn link<'a>(
        &self,
        class: ClassId,
        attributes: &'a [Attribute<'s>],
    ) -> Option<&'a Attribute<'s>> {
        attributes.iter().rfind(|attribute| self.is_link(class, attribute))
    }

    pub(super) fn without_links(&self, class: ClassId, attributes: &[Attribute<'s>]) -> Vec<Attribute<'s>> {
        attributes.iter().filter(|attribute| !self.is_link(class, attribute)).cloned().collect()
    }

    fn is_link(&self, class: ClassId, attribute: &Attribute<'_>) -> bool {
        match attribute.role {
            Role::Address => true,
            Role::Reference => {
                self.namespaces.declares_xmi("xmi")
                    && self.metamodel.table(class).slot_named("idref").is_none()
            }
            _ => false,
        }
    }

    /// What an element that is a reference says beside that: to EMF it is an object like others, but what it
    /// holds is lost when the object that it stands for takes its place.
    pub(super) fn beside_link(
        &mut self,
        stand_in: Option<ObjectId>,
        class: ClassId,
        attributes: &[Attribute<'s>],
        offset: usize,
    ) -> Frame<'s> {
        let others = self.without_links(class, attributes);
        if others.iter().all(|attribute| attribute.role.is_no_feature()) {
            return Frame::Reference { stand_in, class };
        }
        let object = self.stand_in(stand_in, class, offset);
        self.attributes(object, class, &others);
        Frame::Object(object)
    }

    /// The object that has what an element says beside its `href`; one in no place if it is not contained.
    pub(super) fn stand_in(&mut self, known: Option<ObjectId>, class: ClassId, offset: usize) -> ObjectId {
        let Some(stand_in) = known else { return self.loader.create(class, offset) };
        self.loader.furnish(stand_in);
        stand_in
    }
}
