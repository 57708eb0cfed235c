//! Containments by reference, of objects whose elements are elsewhere in the document, or that already have a
//! container.
//!
//! An element with a reference creates a proxy, as in EMF. The target of the proxy may be missing, or may be contained
//! elsewhere. If the target were contained directly, it could have two containers or contain itself, so that contents
//! would be endless. An attribute moves its target.

use super::placement::Position;
use super::reference_records::Reference;
use super::{Loader, UnresolvedCause};
use crate::ecore::FeatureId;
use crate::model::{Addresses, ObjectId};
use rustc_hash::FxHashSet;

/// A containment by a reference whose text is recorded, but not in a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// The reference, whose index is its position among the words of the attribute.
    pub(super) reference: Reference,
    /// The containment.
    pub(super) feature: FeatureId,
    /// The proxy of the target if an element refers to it; an attribute moves the target itself.
    pub(super) proxy: Option<ObjectId>,
    /// The feature that the document names, if Ecore computes it from the feature that contains the target, as
    /// `eAttributes`. The target must precede the container.
    pub(super) document_feature: Option<FeatureId>,
}

impl Loader<'_, '_> {
    /// Records that an attribute contains an object of the document.
    pub fn contain_by_attribute(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        fragment: &str,
        offset: usize,
    ) {
        let position = self.next_position(object, feature);
        let (proxy, document_feature) = (None, None);
        self.record_move((object, slot, feature), (proxy, document_feature), position, (fragment, offset));
    }

    /// As [`Loader::contain_by_attribute`], for the attribute of a feature that Ecore computes from the containing one,
    /// such as `eAttributes`. Such an attribute accepts only objects that were read before the object that has it.
    pub fn add_by_attribute(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        document_feature: FeatureId,
        fragment: &str,
        offset: usize,
    ) {
        let position = self.next_position(object, feature);
        let proxy = None;
        self.record_move(
            (object, slot, feature),
            (proxy, Some(document_feature)),
            position,
            (fragment, offset),
        );
    }

    /// The position for the next word of an attribute of `object`: one more than that of the word before it, or 0 for
    /// the first word. The words of an attribute are recorded one after another.
    fn next_position(&self, object: ObjectId, feature: FeatureId) -> u32 {
        match self.moves.last() {
            Some(Move { reference, feature: last_feature, proxy: None, .. })
                if (reference.object, *last_feature) == (object, feature) =>
            {
                reference.index + 1
            }
            _ => 0,
        }
    }

    /// As [`Loader::contain_by_attribute`], for an element, whose own object is contained until the reference is
    /// resolved.
    pub fn contain_by_element(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        proxy: ObjectId,
        fragment: &str,
        offset: usize,
    ) {
        self.contain(object, slot, feature, proxy);
        // The proxy has the position of the target, so the index is not used.
        let index = 0;
        let document_feature = None;
        self.record_move((object, slot, feature), (Some(proxy), document_feature), index, (fragment, offset));
    }

    /// Records a move, with the text of its reference and the offset of the text.
    fn record_move(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        (proxy, document_feature): (Option<ObjectId>, Option<FeatureId>),
        index: u32,
        (fragment, offset): (&str, usize),
    ) {
        let proxy_class = None;
        let pending = self.record_reference(fragment, offset, proxy_class);
        let slot = u32::try_from(slot).unwrap_or(u32::MAX);
        let reference = Reference { object, slot, index, pending };
        self.moves.push(Move { reference, feature, proxy, document_feature });
        // If a reference moves objects, all references of the document are resolved one after the other (Decision 12).
        self.resolves_in_sequence = true;
    }

    /// Moves the target of a reference to the object with the reference. `misplaced` contains the proxies for which EMF
    /// fails.
    pub(super) fn apply_move(
        &mut self,
        requested: &Move,
        target: Option<ObjectId>,
        misplaced: &FxHashSet<ObjectId>,
    ) -> Result<(), UnresolvedCause> {
        let (container, feature) = (requested.reference.object, requested.feature);
        let Some(target) = target else {
            return match requested.proxy {
                // The proxy of an element stays in the list.
                Some(_) => Ok(()),
                None => Err(UnresolvedCause::Missing),
            };
        };
        if requested.proxy.is_some_and(|proxy| misplaced.contains(&proxy)) {
            return Err(UnresolvedCause::Repeated);
        }
        // An attribute such as `eAttributes` accepts only some of the objects that the containment accepts.
        if let Some(document_feature) = requested.document_feature {
            let metamodel = &self.model.metamodel;
            // Objects are numbered in the order of the document, so a larger number means a later element.
            if target > container {
                return Err(UnresolvedCause::ForwardReference);
            }
            if !metamodel.conforms(self.model.class(target), metamodel.target(document_feature)) {
                return Err(UnresolvedCause::OtherClass(target));
            }
        }
        // EMF accepts a containment cycle. This library rejects it, so that every walk over contents ends.
        if self.placement.is_within(self.model, container, target) {
            return Err(UnresolvedCause::ContainmentCycle);
        }
        let position = match requested.proxy {
            // If the target has no reference to its container, it is not moved.
            Some(_) if self.model.metamodel[feature].opposite().is_none() => return Ok(()),
            Some(proxy) => Position::Replace(proxy),
            None => Position::Front(requested.reference.index as usize),
        };
        // EMF moves an object that is already in the list to the new position, but fails if this position is beyond the
        // end.
        if let Position::Front(index) = position
            && self.model.metamodel[feature].many()
            && self.model.container(target).zip(self.model.containing_feature(target))
                == Some((container, feature))
            && index >= self.placement.len(self.model, (container, feature))
        {
            return Err(UnresolvedCause::Repeated);
        }
        self.model.check_containment((container, feature), target).map_err(UnresolvedCause::Rejected)?;
        self.placement.move_object(self.model, target, (container, feature), position);
        Ok(())
    }

    /// Proxies in Ecore's lists for objects that are already at a later position of the list; EMF fails for
    /// them.
    pub(super) fn find_misplaced_proxies(
        &self,
        moves: impl Iterator<Item = (Move, ObjectId)>,
    ) -> FxHashSet<ObjectId> {
        let (model, metamodel) = (&*self.model, &self.model.metamodel);
        let mut addresses = Addresses::new(model);
        let mut misplaced = FxHashSet::default();
        for (Move { reference, feature, proxy, .. }, target) in moves {
            let Some(proxy) = proxy else { continue };
            let (container, declaration) = (reference.object, &metamodel[feature]);
            let is_of_ecore = metamodel.is_ecore_package(metamodel[declaration.owner].package);
            let is_list_with_opposite = declaration.many() && declaration.opposite().is_some();
            let is_in_list =
                model.container(target).zip(model.containing_feature(target)) == Some((container, feature));
            if !is_of_ecore || !is_list_with_opposite || !is_in_list {
                continue;
            }
            let mut position = |item| addresses.position(container, feature, item);
            if position(target) > position(proxy) {
                misplaced.insert(proxy);
            }
        }
        misplaced
    }
}
