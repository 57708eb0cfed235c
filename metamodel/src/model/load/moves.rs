//! Containments of what stands elsewhere in the document, or has a container already.
//!
//! An element makes a stand-in, as EMF's do, so what it leads to may be missing, or be contained elsewhere: an
//! object that two contained, or that contained itself, would have no end. An attribute moves its target.

use super::noting::Reference;
use super::placing::At;
use super::{Loader, Why};
use crate::ecore::FeatureId;
use crate::model::{Addresses, ObjectId};
use rustc_hash::FxHashSet;

/// A containment by a reference. Its text is noted, but stands in no slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// With the position among the words of the attribute.
    pub(super) reference: Reference,
    pub(super) feature: FeatureId,
    /// What stands for the target where an element states it; what an attribute names goes there itself.
    pub(super) stand_in: Option<ObjectId>,
}

impl Loader<'_, '_> {
    /// Notes that an attribute contains an object of the document.
    pub(crate) fn contain_named(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        fragment: &str,
        offset: usize,
    ) {
        let position = match self.moves.last() {
            Some(Move { reference, feature: last, stand_in: None })
                if (reference.object, *last) == (object, feature) =>
            {
                reference.index + 1
            }
            _ => 0,
        };
        self.note_move((object, slot, feature), None, position, (fragment, offset));
    }

    /// The same of an element, whose object is contained until then.
    pub(crate) fn contain_instead(
        &mut self,
        home: (ObjectId, usize, FeatureId),
        stand_in: ObjectId,
        fragment: &str,
        offset: usize,
    ) {
        self.contain(home.0, home.1, home.2, stand_in);
        self.note_move(home, Some(stand_in), 0, (fragment, offset));
    }

    fn note_move(
        &mut self,
        (object, slot, feature): (ObjectId, usize, FeatureId),
        stand_in: Option<ObjectId>,
        index: u32,
        (fragment, offset): (&str, usize),
    ) {
        let said = self.note(fragment, offset, None);
        let slot = u32::try_from(slot).unwrap_or(u32::MAX);
        let reference = Reference { object, slot, index, said };
        self.moves.push(Move { reference, feature, stand_in });
        self.in_sequence = true;
    }

    /// Puts an object where it is said to be contained.
    pub(super) fn carry_out(
        &mut self,
        wanted: &Move,
        found: Option<ObjectId>,
        misplaced: &FxHashSet<ObjectId>,
    ) -> Result<(), Why> {
        let home = (wanted.reference.object, wanted.feature);
        let Some(target) = found else {
            return wanted.stand_in.map(|_| ()).ok_or(Why::Missing);
        };
        if wanted.stand_in.is_some_and(|stand_in| misplaced.contains(&stand_in)) {
            return Err(Why::Repeated);
        }
        if self.placing.is_within(self.model, home.0, target) {
            return Err(Why::Holds);
        }
        let at = match wanted.stand_in {
            // Where the target does not know its container, it stays where it is.
            Some(_) if self.model.metamodel[wanted.feature].opposite().is_none() => return Ok(()),
            Some(stand_in) => At::Instead(stand_in),
            None => At::Front(wanted.reference.index as usize),
        };
        // EMF moves within the list what is in it, but not to beyond its end.
        if let At::Front(position) = at
            && self.model.metamodel[home.1].many()
            && self.model.container(target).zip(self.model.containing_feature(target)) == Some(home)
            && position >= self.placing.len(self.model, home)
        {
            return Err(Why::Repeated);
        }
        self.model.check_containment(home, target).map_err(Why::Refused)?;
        self.placing.contain(self.model, target, home, at);
        Ok(())
    }

    /// Stand-ins in Ecore's lists for what already stands there, but later: EMF fails there.
    pub(super) fn misplaced(&self, moves: impl Iterator<Item = (Move, ObjectId)>) -> FxHashSet<ObjectId> {
        let (model, metamodel) = (&*self.model, &self.model.metamodel);
        let mut addresses = Addresses::new(model);
        let mut misplaced = FxHashSet::default();
        for (Move { reference, feature, stand_in }, target) in moves {
            let home = (reference.object, feature);
            let mut position = |item| addresses.position(home.0, home.1, item);
            if let Some(stand_in) = stand_in
                && metamodel[feature].many()
                && metamodel[feature].opposite().is_some()
                && metamodel.is_ecore_package(metamodel[metamodel[feature].owner].package)
                && model.container(target).zip(model.containing_feature(target)) == Some(home)
                && position(target) > position(stand_in)
            {
                misplaced.insert(stand_in);
            }
        }
        misplaced
    }
}
