//! Resolves what a document refers to within itself, once all of it is there.
//!
//! There are about as many references as objects, and their targets lie anywhere. So references are looked
//! up in blocks, one step for all of a block at a time: while one waits for memory, others do not.

use super::opposites::Stated;
use super::{Loader, Pending, SPELLED, Unresolved};
use crate::ecore::builtin as b;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::address::Located;
use crate::model::ids::Likely;
use crate::model::slot::Slot;
use crate::model::{IdIndex, Model, ObjectId, Resolver};
use std::hint::black_box;
use std::sync::Arc;

/// References that are looked up together.
const BLOCK: usize = 64;

/// What is left to do when the references are resolved.
#[derive(Default)]
struct Rest {
    unresolved: Vec<Unresolved>,
    /// Lists that hold nulls where a reference was not resolved.
    gaps: Vec<u32>,
    /// By the objects' positions in the model, the last list that they were put into, counted from 1.
    seen: Vec<u32>,
    stated: Vec<Stated>,
    /// Keys and names may not change while they are looked up, so containers are set at the end.
    containers: Vec<(Pending, FeatureId, ObjectId)>,
}

/// The texts of fragments.
struct Fragments<'a> {
    source: &'a str,
    spelled: &'a str,
}

impl<'a> Fragments<'a> {
    fn of(&self, reference: &Pending) -> &'a str {
        let (start, len) = (reference.fragment.start as usize, (reference.fragment.len & !SPELLED) as usize);
        let text = if reference.fragment.len & SPELLED == 0 { self.source } else { self.spelled };
        &text[start..start + len]
    }
}

impl Loader<'_, '_> {
    pub(super) fn resolve(&mut self) -> Vec<Unresolved> {
        let pending = std::mem::take(&mut self.pending);
        let spelled = std::mem::take(&mut self.spelled);
        let fragments = Fragments { source: self.source, spelled: &spelled };
        let needs_ids = |text: &str| !text.starts_with('/') || text.starts_with("/?");
        let index = if pending.iter().any(|p| needs_ids(fragments.of(p))) {
            IdIndex::new(self.model, self.model.objects().skip(self.first))
        } else {
            IdIndex::default()
        };
        let mut resolver = Resolver::default();
        let mut rest = Rest::default();
        let mut found = [None; BLOCK];
        let metamodel = Arc::clone(&self.model.metamodel);
        for (block, first) in pending.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            self.look_up(block, &fragments, &index, &mut resolver, &mut found);
            for (number, (reference, found)) in (first..).zip(block.iter().zip(found)) {
                // What Ecore's files refer to by an id is looked up at once, if it is there.
                let at_once = index.has_twins() && self.model.class(reference.object).index() <= b::ETYPE_PARAMETER.index();
                let seen = |found| if at_once { index.as_seen_from(reference.object, found) } else { found };
                let found = found.map(seen);
                let by_element = || self.by_element.get(&number).copied();
                match if found.is_none() { by_element() } else { None } {
                    Some(class) => self.stand_in(reference, class, fragments.of(reference)),
                    None => self.settle(&metamodel, (number, reference), found, &fragments, &mut rest),
                }
            }
        }
        for (reference, feature, target) in std::mem::take(&mut rest.containers) {
            if self.model.is_within(target, reference.object) {
                self.leave(&reference, feature, fragments.of(&reference), Some(target), &mut rest);
            } else if self.model.container(reference.object) != Some(target) {
                self.model.set_container_end(reference.object, feature, Some(target));
            }
        }
        rest.gaps.sort_unstable();
        rest.gaps.dedup();
        for list in rest.gaps {
            self.model.lists.retain(list, |item| item != Slot::NULL);
        }
        self.complete_opposites(rest.stated);
        rest.unresolved
    }

    /// Finds the targets of a block.
    fn look_up(
        &self,
        block: &[Pending],
        fragments: &Fragments<'_>,
        index: &IdIndex,
        resolver: &mut Resolver,
        found: &mut [Option<ObjectId>; BLOCK],
    ) {
        let model: &Model = self.model;
        let mut texts = [""; BLOCK];
        let mut likely = [Likely::default(); BLOCK];
        for (reference, (text, likely)) in block.iter().zip(texts.iter_mut().zip(&mut likely)) {
            *text = fragments.of(reference);
            // Paths, and ids with notes for people, are more than an id.
            let other = text.starts_with('/') || text.ends_with('?');
            *likely = if other { Likely::default() } else { Likely::new(text) };
        }
        for likely in &mut likely[..block.len()] {
            likely.find(index);
        }
        for likely in &mut likely[..block.len()] {
            likely.load(model);
        }
        for likely in &likely[..block.len()] {
            likely.look(model);
        }
        let by_id = |id: &str| index.find(model, id);
        let mut located = [Located::Found(None); BLOCK];
        for ((text, likely), located) in texts.iter().zip(likely).zip(&mut located).take(block.len()) {
            *located = match likely.confirm(model, text) {
                Some(object) => Located::Found(Some(object)),
                None => resolver.locate(model, self.document, text, &by_id),
            };
        }
        for located in &located[..block.len()] {
            located.touch_slot(model);
        }
        for located in &located[..block.len()] {
            located.touch_item(model);
        }
        for (located, found) in located.iter().zip(found.iter_mut()).take(block.len()) {
            *found = located.object(model);
        }
        // Each target's class is about to be asked for.
        for target in found[..block.len()].iter().flatten() {
            black_box(model.header(*target).class);
        }
    }

    /// Puts a target where its reference stands, if it may stand there.
    fn settle(
        &mut self,
        metamodel: &Metamodel,
        (number, reference): (usize, &Pending),
        found: Option<ObjectId>,
        fragments: &Fragments<'_>,
        rest: &mut Rest,
    ) {
        let class = self.model.class(reference.object);
        let feature = metamodel.table(class).all_features()[reference.slot as usize];
        let expected = metamodel.target(feature);
        let opposite = metamodel[feature].opposite();
        // Even then Ecore's own lists do not, and those that another end has to agree with.
        let lenient = || {
            let owner = metamodel[metamodel[feature].owner].package;
            self.any_in_lists
                && metamodel[feature].many()
                && opposite.is_none()
                && !metamodel.is_ecore_package(owner)
        };
        let fits = |target: &ObjectId| metamodel.conforms(self.model.class(*target), expected) || lenient();
        match found.filter(fits) {
            Some(target) if opposite.is_some_and(|o| metamodel[o].is_containment()) => {
                rest.containers.push((*reference, feature, target));
            }
            Some(target) => {
                // An element makes an object of its own, which is resolved later.
                if self.put_in_place(reference, target, rest) && !self.by_element.contains_key(&number) {
                    self.refuse_repeated(metamodel, reference, feature, target, fragments, rest);
                }
                rest.stated.extend(opposite.map(|o| (reference.object, feature, o, target)));
            }
            None => self.leave(reference, feature, fragments.of(reference), found, rest),
        }
    }

    /// Puts a target where its reference stands.
    fn set(&mut self, reference: &Pending, target: ObjectId) {
        let at = self.position(reference.object, reference.slot as usize);
        match self.model.slots[at].as_list() {
            Some(list) => self.model.lists.get_mut(list)[reference.index as usize] = Slot::object(target),
            None => self.model.slots[at] = Slot::object(target),
        }
    }

    /// The same of a reference within the document; tells whether its list was given the target before.
    fn put_in_place(&mut self, reference: &Pending, target: ObjectId, rest: &mut Rest) -> bool {
        let at = self.position(reference.object, reference.slot as usize);
        let Some(list) = self.model.slots[at].as_list() else {
            self.model.slots[at] = Slot::object(target);
            return false;
        };
        self.model.lists.get_mut(list)[reference.index as usize] = Slot::object(target);
        if rest.seen.is_empty() {
            rest.seen = vec![0; self.model.object_count()];
        }
        std::mem::replace(&mut rest.seen[target.index()], list + 1) == list + 1
    }

    /// EMF moves what it is given twice to where it is given last, which fails where that is beyond what the
    /// list then has. Ecore's own files are read in a way in which this can only be the object itself. Lists
    /// that need not be unique may have it twice here: they could not be read again else.
    fn refuse_repeated(
        &self,
        metamodel: &Metamodel,
        reference: &Pending,
        feature: FeatureId,
        target: ObjectId,
        fragments: &Fragments<'_>,
        rest: &mut Rest,
    ) {
        let owner = metamodel[metamodel[feature].owner].package;
        let at_once = metamodel.is_ecore_package(owner) && target != reference.object;
        let at = self.position(reference.object, reference.slot as usize);
        let follows = self.model.slots[at].as_list().is_some_and(|list| {
            self.model.lists.get(list)[reference.index as usize + 1..].iter().any(|item| *item != Slot::NULL)
        });
        let told = rest.unresolved.last().is_some_and(|u| {
            u.repeated && (u.object, u.feature) == (reference.object, feature)
        });
        if !self.any_in_lists || !metamodel[feature].typed.unique || at_once || told || follows {
            return;
        }
        rest.unresolved.push(Unresolved {
            object: reference.object,
            feature,
            fragment: fragments.of(reference).to_owned(),
            offset: reference.offset as usize,
            found: Some(target),
            repeated: true,
        });
    }

    /// Lets a proxy stand for the target of a reference by element, which leads nowhere.
    fn stand_in(&mut self, reference: &Pending, class: ClassId, fragment: &str) {
        let address = format!("{}#{fragment}", self.model.document(self.document).uri);
        let proxy = self.model.create_proxy(class, &address);
        self.set(reference, proxy);
    }

    /// Notes that a reference stays without target.
    fn leave(
        &self,
        reference: &Pending,
        feature: FeatureId,
        fragment: &str,
        found: Option<ObjectId>,
        rest: &mut Rest,
    ) {
        let at = self.position(reference.object, reference.slot as usize);
        rest.gaps.extend(self.model.slots[at].as_list());
        rest.unresolved.push(Unresolved {
            object: reference.object,
            feature,
            fragment: fragment.to_owned(),
            offset: reference.offset as usize,
            found,
            repeated: false,
        });
    }
}
