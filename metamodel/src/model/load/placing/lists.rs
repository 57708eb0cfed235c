//! Lists of contents while objects come to them and leave them, one by one.
//!
//! Each change has the effect that it would have on a list at once, but nothing behind it is moved: what leaves
//! makes a gap, and what comes to the front waits outside. Gaps are closed and the front is put in its place by
//! [`Lists::arrange`]. Invariant: a change costs no more than the logarithm of the list's length, and so does a look at
//! a position, but for the first one after something came to the front.

use super::remaining::RemainingPositions;
use crate::model::slot::Slot;
use crate::model::{Model, ObjectId};
use rustc_hash::FxHashMap;

/// What stands where something was.
const GAP: Slot = Slot::UNSET;

/// The lists that change, by the slots that hold them.
#[derive(Debug, Default)]
pub(super) struct Lists {
    changed: FxHashMap<usize, ChangedList>,
    /// Where the objects of these lists are, by the objects' positions in the model: a position in the list, or
    /// from [`FRONT`] on one of those at its front.
    places: Vec<u32>,
}

const FRONT: u32 = 1 << 31;

#[derive(Debug, Default)]
struct ChangedList {
    /// What comes before everything else; gaps where something left again.
    front: Vec<Slot>,
    /// How many of them are no gaps.
    before: usize,
    /// Up to here the list has nothing but gaps.
    from: usize,
    /// How many of the list's items are gaps.
    gaps: usize,
    /// Which of the list's items are no gaps, once a position was looked up.
    left: Option<RemainingPositions>,
}

impl ChangedList {
    /// Makes a gap of what stands at a position.
    fn take(&mut self, items: &mut [Slot], position: usize) -> Slot {
        if let Some(left) = &mut self.left {
            left.take(position);
        }
        self.gaps += 1;
        std::mem::replace(&mut items[position], GAP)
    }

    /// The position of the first item that is no gap.
    fn next(&mut self, items: &[Slot]) -> Option<usize> {
        self.from += items[self.from..].iter().position(|item| *item != GAP)?;
        Some(self.from)
    }
}

impl Lists {
    /// Adds an object at a list's end.
    pub(super) fn push(&mut self, model: &mut Model, slot: usize, object: ObjectId) {
        let changed = track(&mut self.changed, &mut self.places, model, slot);
        changed.left = None;
        let list = model.list_at(slot);
        note(&mut self.places, Slot::object(object), model.lists.get(list).len());
        model.lists.push(list, Slot::object(object));
    }

    /// Brings an object to a position, or to the end of a shorter list.
    pub(super) fn insert(&mut self, model: &mut Model, slot: usize, position: usize, object: ObjectId) {
        let before = track(&mut self.changed, &mut self.places, model, slot).before;
        if position < before {
            self.settle(model, slot);
        }
        let changed = track(&mut self.changed, &mut self.places, model, slot);
        let list = model.list_at(slot);
        while changed.before < position {
            let items = model.lists.get_mut(list);
            let Some(next) = changed.next(items) else { break };
            let item = changed.take(items, next);
            move_to_front(changed, &mut self.places, item);
        }
        move_to_front(changed, &mut self.places, Slot::object(object));
    }

    /// Puts an object where another one is.
    pub(super) fn replace(&mut self, model: &mut Model, slot: usize, old: ObjectId, new: ObjectId) {
        let Some(place) = self.element_slot(model, slot, old) else { return };
        *place = Slot::object(new);
        self.places.resize(self.places.len().max(new.index() + 1), 0);
        self.places[new.index()] = self.places[old.index()];
    }

    /// Takes an object out of a list.
    pub(super) fn take(&mut self, model: &mut Model, slot: usize, object: ObjectId) {
        if self.element_slot(model, slot, object).is_none() {
            return;
        }
        let Some(changed) = self.changed.get_mut(&slot) else { return };
        match self.places[object.index()].checked_sub(FRONT) {
            Some(at) => {
                changed.front[at as usize] = GAP;
                changed.before -= 1;
            }
            None => {
                let list = model.list_at(slot);
                changed.take(model.lists.get_mut(list), self.places[object.index()] as usize);
            }
        }
    }

    /// Where an object is in a list.
    fn element_slot<'a>(
        &'a mut self,
        model: &'a mut Model,
        slot: usize,
        object: ObjectId,
    ) -> Option<&'a mut Slot> {
        let changed = track(&mut self.changed, &mut self.places, model, slot);
        let place = *self.places.get(object.index())?;
        let list = model.list_at(slot);
        let place = match place.checked_sub(FRONT) {
            Some(at) => changed.front.get_mut(at as usize),
            None => model.lists.get_mut(list).get_mut(place as usize),
        };
        place.filter(|place| **place == Slot::object(object))
    }

    /// What stands at a position of a list.
    pub(super) fn nth(&mut self, model: &mut Model, slot: usize, position: usize) -> Option<ObjectId> {
        if self.changed.get(&slot).is_some_and(|changed| !changed.front.is_empty()) {
            self.settle(model, slot);
        }
        let items = model.lists.get(model.slots.get(slot)?.as_list()?);
        let position = match self.changed.get_mut(&slot) {
            Some(changed) if changed.gaps > 0 => {
                let is_left = || RemainingPositions::new(items.iter().map(|item| *item != GAP));
                changed.left.get_or_insert_with(is_left).nth(position)?
            }
            _ => position,
        };
        items.get(position)?.as_object()
    }

    /// How many objects a list has.
    pub(super) fn len(&self, model: &Model, slot: usize) -> usize {
        let items = model.slot_items(slot).len();
        self.changed.get(&slot).map_or(items, |changed| changed.before + items - changed.gaps)
    }

    /// Puts one list right, and waits for what else happens to it.
    fn settle(&mut self, model: &mut Model, slot: usize) {
        let Some(changed) = self.changed.remove(&slot) else { return };
        let list = model.list_at(slot);
        model.lists.retain(list, |item| item != GAP);
        let front: Vec<Slot> = changed.front.into_iter().filter(|item| *item != GAP).collect();
        if !front.is_empty() {
            model.lists.splice(list, 0, 0, &front);
        }
    }

    /// Puts all lists right.
    pub(super) fn arrange(&mut self, model: &mut Model) {
        let mut slots: Vec<usize> = self.changed.keys().copied().collect();
        slots.sort_unstable();
        slots.into_iter().for_each(|slot| self.settle(model, slot));
    }

    /// Puts those of the lists right that are in a stretch of slots.
    pub(super) fn arrange_some(&mut self, model: &mut Model, slots: std::ops::Range<usize>) {
        slots.for_each(|slot| self.settle(model, slot));
    }
}

/// What is known of a list that changes.
fn track<'a>(
    changed: &'a mut FxHashMap<usize, ChangedList>,
    places: &mut Vec<u32>,
    model: &Model,
    slot: usize,
) -> &'a mut ChangedList {
    changed.entry(slot).or_insert_with(|| {
        for (position, item) in model.slot_items(slot).iter().enumerate() {
            note(places, *item, position);
        }
        ChangedList::default()
    })
}

/// Brings an item to the front, behind what came there before.
fn move_to_front(changed: &mut ChangedList, places: &mut Vec<u32>, item: Slot) {
    note(places, item, FRONT as usize + changed.front.len());
    changed.front.push(item);
    changed.before += 1;
}

/// Notes where an item is.
fn note(places: &mut Vec<u32>, item: Slot, place: usize) {
    let Some(object) = item.as_object() else { return };
    if places.len() <= object.index() {
        places.resize(object.index() + 1, 0);
    }
    places[object.index()] = u32::try_from(place).unwrap_or(u32::MAX);
}

#[cfg(test)]
mod tests {
    use super::Lists;
    use crate::ecore::{Metamodel, builtin as b};
    use crate::model::{Model, ObjectId};

    #[test]
    fn changes_are_those_of_a_plain_list() {
        let mut model = Model::new(Metamodel::ecore());
        let package = model.allocate(b::EPACKAGE);
        let feature = model.metamodel.feature(b::EPACKAGE, "eClassifiers").expect("a feature");
        let slot = model.slot_position(package, feature).expect("a slot");
        let mut random = 7_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(random >> 33).expect("31 bits") % limit.max(1)
        };
        let (mut lists, mut naive) = (Lists::default(), Vec::<ObjectId>::new());
        for step in 0..5_000 {
            let new = model.allocate(b::ECLASS);
            match below(6) {
                0 => {
                    lists.push(&mut model, slot, new);
                    naive.push(new);
                }
                1 | 2 => {
                    let position = below(6);
                    lists.insert(&mut model, slot, position, new);
                    naive.insert(position.min(naive.len()), new);
                }
                3 if !naive.is_empty() => {
                    let at = below(naive.len());
                    let old = std::mem::replace(&mut naive[at], new);
                    lists.replace(&mut model, slot, old, new);
                }
                4 | 5 if !naive.is_empty() => {
                    let object = naive.remove(below(naive.len()));
                    lists.take(&mut model, slot, object);
                }
                _ => {}
            }
            assert_eq!(lists.len(&model, slot), naive.len());
            if below(3) == 0 {
                let position = below(naive.len() + 2);
                assert_eq!(lists.nth(&mut model, slot, position), naive.get(position).copied());
            }
            if below(20) == 0 {
                lists.arrange(&mut model);
                assert!(model.list(package, feature).objects().eq(naive.iter().copied()), "step {step}");
            }
        }
    }
}
