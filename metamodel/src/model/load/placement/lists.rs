//! Lists of contents, to which objects are added and from which they are removed, one by one.
//!
//! Each change has the same effect as changing the list at once, but does not move the items that follow: removed
//! objects leave a gap, and objects for the front are stored separately. [`Lists::update_all`] closes gaps and inserts
//! the front. Invariant: a change takes logarithmic time in the list's length, and so does reading a position, except
//! for the first read after an addition to the front.

use super::remaining_positions::RemainingPositions;
use crate::model::slot::Slot;
use crate::model::{Model, ObjectId};
use rustc_hash::FxHashMap;

/// The placeholder of a removed item.
const GAP: Slot = Slot::UNSET;

/// The changing lists, by their slots.
#[derive(Debug, Default)]
pub(super) struct Lists {
    changed_lists: FxHashMap<usize, ChangedList>,
    /// The locations of the objects of these lists, by the objects' positions in the model: a position in the
    /// list, or, from [`FRONT`] on, a position in `front`.
    locations: Vec<u32>,
}

/// The first location that is a position in [`ChangedList::front`].
const FRONT: u32 = 1 << 31;

#[derive(Debug, Default)]
struct ChangedList {
    /// The items before all others, with gaps for items that were removed again.
    front: Vec<Slot>,
    /// The number of items in `front` that are not gaps.
    front_len: usize,
    /// The number of gaps at the start of the list.
    gaps_at_start: usize,
    /// The number of gaps in the list.
    gaps: usize,
    /// The positions that are not gaps; determined when a position is looked up.
    remaining: Option<RemainingPositions>,
}

impl ChangedList {
    /// Replaces the item at a position with a gap.
    fn remove(&mut self, items: &mut [Slot], position: usize) -> Slot {
        if let Some(remaining) = &mut self.remaining {
            remaining.remove(position);
        }
        self.gaps += 1;
        std::mem::replace(&mut items[position], GAP)
    }

    /// The position of the first item that is not a gap.
    fn first_item(&mut self, items: &[Slot]) -> Option<usize> {
        self.gaps_at_start += items[self.gaps_at_start..].iter().position(|item| *item != GAP)?;
        Some(self.gaps_at_start)
    }
}

impl Lists {
    /// Adds an object at the end of a list.
    pub(super) fn push(&mut self, model: &mut Model, slot: usize, object: ObjectId) {
        let changed = tracked_list(&mut self.changed_lists, &mut self.locations, model, slot);
        // The counts of remaining positions cannot be extended, so they are discarded.
        changed.remaining = None;
        let list = model.list_at(slot);
        record_location(&mut self.locations, Slot::object(object), model.lists.get(list).len());
        model.lists.push(list, Slot::object(object));
    }

    /// Inserts an object at a position, or at the end of a shorter list.
    pub(super) fn insert(&mut self, model: &mut Model, slot: usize, position: usize, object: ObjectId) {
        let front_len = tracked_list(&mut self.changed_lists, &mut self.locations, model, slot).front_len;
        // An insertion among the items of the front, which are stored separately, is rare, because the words of an
        // attribute have ascending positions, so a pass over the list is acceptable.
        if position < front_len {
            self.update(model, slot);
        }
        let changed = tracked_list(&mut self.changed_lists, &mut self.locations, model, slot);
        let list = model.list_at(slot);
        // Each item is moved to the front at most once until the list is updated, so all insertions together take
        // linear time.
        while changed.front_len < position {
            let items = model.lists.get_mut(list);
            let Some(first) = changed.first_item(items) else { break };
            let item = changed.remove(items, first);
            move_to_front(changed, &mut self.locations, item);
        }
        move_to_front(changed, &mut self.locations, Slot::object(object));
    }

    /// Replaces an object with another one.
    pub(super) fn replace(&mut self, model: &mut Model, slot: usize, old: ObjectId, new: ObjectId) {
        let Some(item) = self.element_slot(model, slot, old) else { return };
        *item = Slot::object(new);
        self.locations.resize(self.locations.len().max(new.index() + 1), 0);
        self.locations[new.index()] = self.locations[old.index()];
    }

    /// Removes an object from a list.
    pub(super) fn remove(&mut self, model: &mut Model, slot: usize, object: ObjectId) {
        if self.element_slot(model, slot, object).is_none() {
            return;
        }
        let Some(changed) = self.changed_lists.get_mut(&slot) else { return };
        match self.locations[object.index()].checked_sub(FRONT) {
            Some(index) => {
                changed.front[index as usize] = GAP;
                changed.front_len -= 1;
            }
            None => {
                let list = model.list_at(slot);
                changed.remove(model.lists.get_mut(list), self.locations[object.index()] as usize);
            }
        }
    }

    /// The item of a list, or of its front, that contains an object; `None` if the object is not in the list any more.
    fn element_slot<'a>(
        &'a mut self,
        model: &'a mut Model,
        slot: usize,
        object: ObjectId,
    ) -> Option<&'a mut Slot> {
        let changed = tracked_list(&mut self.changed_lists, &mut self.locations, model, slot);
        let location = *self.locations.get(object.index())?;
        let list = model.list_at(slot);
        let item = match location.checked_sub(FRONT) {
            Some(index) => changed.front.get_mut(index as usize),
            None => model.lists.get_mut(list).get_mut(location as usize),
        };
        // The object may have left the list since its location was recorded.
        item.filter(|item| **item == Slot::object(object))
    }

    /// The item at a position of a list.
    pub(super) fn nth(&mut self, model: &mut Model, slot: usize, position: usize) -> Option<ObjectId> {
        // The front may contain gaps, which the counts of remaining positions do not include.
        if self.changed_lists.get(&slot).is_some_and(|changed| !changed.front.is_empty()) {
            self.update(model, slot);
        }
        let items = model.lists.get(model.slots.get(slot)?.as_list()?);
        let position = match self.changed_lists.get_mut(&slot) {
            Some(changed) if changed.gaps > 0 => changed
                .remaining
                .get_or_insert_with(|| RemainingPositions::new(items.iter().map(|item| *item != GAP)))
                .nth(position)?,
            _ => position,
        };
        items.get(position)?.as_object()
    }

    /// The number of objects in a list.
    pub(super) fn len(&self, model: &Model, slot: usize) -> usize {
        let items = model.slot_items(slot).len();
        self.changed_lists.get(&slot).map_or(items, |changed| changed.front_len + items - changed.gaps)
    }

    /// Applies the changes of a list so far. Its next change is the first one of a new series.
    fn update(&mut self, model: &mut Model, slot: usize) {
        let Some(changed) = self.changed_lists.remove(&slot) else { return };
        let list = model.list_at(slot);
        // A gap is an unset slot, which is never an item of a list.
        model.lists.retain(list, |item| item != GAP);
        let front_items: Vec<Slot> = changed.front.into_iter().filter(|item| *item != GAP).collect();
        if !front_items.is_empty() {
            model.lists.splice(list, 0, 0, &front_items);
        }
    }

    /// Applies the changes of all lists.
    pub(super) fn update_all(&mut self, model: &mut Model) {
        let mut slots: Vec<usize> = self.changed_lists.keys().copied().collect();
        slots.sort_unstable();
        slots.into_iter().for_each(|slot| self.update(model, slot));
    }

    /// Applies the changes of the lists in a range of slots.
    pub(super) fn update_range(&mut self, model: &mut Model, slots: std::ops::Range<usize>) {
        slots.for_each(|slot| self.update(model, slot));
    }
}

/// The state of a changing list. At its first change, the locations of its objects are recorded.
fn tracked_list<'a>(
    changed_lists: &'a mut FxHashMap<usize, ChangedList>,
    locations: &mut Vec<u32>,
    model: &Model,
    slot: usize,
) -> &'a mut ChangedList {
    changed_lists.entry(slot).or_insert_with(|| {
        for (position, item) in model.slot_items(slot).iter().enumerate() {
            record_location(locations, *item, position);
        }
        ChangedList::default()
    })
}

/// Moves an item to the front, after the items that were moved there before.
fn move_to_front(changed: &mut ChangedList, locations: &mut Vec<u32>, item: Slot) {
    record_location(locations, item, FRONT as usize + changed.front.len());
    changed.front.push(item);
    changed.front_len += 1;
}

/// Records the location of an item.
fn record_location(locations: &mut Vec<u32>, item: Slot, location: usize) {
    let Some(object) = item.as_object() else { return };
    if locations.len() <= object.index() {
        locations.resize(object.index() + 1, 0);
    }
    locations[object.index()] = u32::try_from(location).unwrap_or(u32::MAX);
}

#[cfg(test)]
mod tests {
    use super::Lists;
    use crate::ecore::{Metamodel, builtin};
    use crate::model::{Model, ObjectId};

    #[test]
    fn changes_are_those_of_a_plain_list() {
        let mut model = Model::new(Metamodel::ecore());
        let package = model.allocate(builtin::EPACKAGE);
        let feature = model.metamodel.feature(builtin::EPACKAGE, "eClassifiers").expect("a feature");
        let slot = model.slot_position(package, feature).expect("a slot");
        let mut random = 7_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(random >> 33).expect("31 bits") % limit.max(1)
        };
        let (mut lists, mut naive) = (Lists::default(), Vec::<ObjectId>::new());
        for step in 0..5_000 {
            let new = model.allocate(builtin::ECLASS);
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
                    lists.remove(&mut model, slot, object);
                }
                _ => {}
            }
            assert_eq!(lists.len(&model, slot), naive.len());
            if below(3) == 0 {
                let position = below(naive.len() + 2);
                assert_eq!(lists.nth(&mut model, slot, position), naive.get(position).copied());
            }
            if below(20) == 0 {
                lists.update_all(&mut model);
                assert!(model.list(package, feature).objects().eq(naive.iter().copied()), "step {step}");
            }
        }
    }
}
