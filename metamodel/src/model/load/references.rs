//! Resolves what a document refers to within itself, once all of it is there.
//!
//! As long as nothing makes a difference to it, in the order of [`super::blocks`]; else in that of [`super::sequence`].

use super::blocks::{BLOCK, Blocks};
use super::noting::{Noted, Reference, SPELLED, is_by_id};
use super::opposites::Stated;
use super::order::{Place, Way};
use super::{Loader, Unresolved, Why};
use crate::ecore::builtin as b;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::address::Located;
use crate::model::ids::Likely;
use crate::model::slot::{Pending, Slot};
use crate::model::{IdIndex, Model, NOWHERE, ObjectId, Resolver};
use std::hint::black_box;
use std::sync::Arc;

/// What is left to do when the references are resolved.
#[derive(Default)]
pub(super) struct Rest {
    unresolved: Vec<Unresolved>,
    /// Lists in which a reference was not resolved.
    gaps: Vec<u32>,
    /// By the objects' positions in the model, the last list that they were put into, counted from 1.
    seen: Vec<u32>,
    /// The last list that was found to have something twice.
    judged: Option<u32>,
    stated: Vec<Stated>,
    /// By class, then by slot.
    facts: Vec<Vec<Option<Facts>>>,
}

/// What is asked of a feature for each reference in it.
#[derive(Clone, Copy)]
struct Facts {
    feature: FeatureId,
    expected: ClassId,
    opposite: Option<FeatureId>,
    /// Whether it leads to what contains the object.
    is_container: bool,
    /// Whether what is said is noted, for the other end or for feature maps.
    is_stated: bool,
}

impl Facts {
    fn new(metamodel: &Metamodel, class: ClassId, slot: u32) -> Self {
        let table = metamodel.table(class);
        let feature = table.all_features()[slot as usize];
        let opposite = metamodel[feature].opposite();
        Self {
            feature,
            expected: metamodel.target(feature),
            opposite,
            is_container: metamodel.is_container(feature),
            is_stated: opposite.is_some() || table.has_feature_maps(),
        }
    }
}

impl Rest {
    /// What is known of the feature in a class's slot.
    fn facts(&mut self, metamodel: &Metamodel, class: ClassId, slot: u32) -> Facts {
        if self.facts.len() <= class.index() {
            self.facts.resize_with(class.index() + 1, Vec::new);
        }
        let facts = &mut self.facts[class.index()];
        if facts.is_empty() {
            facts.resize(metamodel.table(class).all_features().len(), None);
        }
        *facts[slot as usize].get_or_insert_with(|| Facts::new(metamodel, class, slot))
    }

    /// Notes that a reference stays without target.
    pub(super) fn refuse(&mut self, reference: &Reference, feature: FeatureId, why: Why, texts: &Texts<'_>) {
        let fragment = texts.of(reference).to_owned();
        let offset = texts.offset(reference);
        self.unresolved.push(Unresolved { object: reference.object, feature, fragment, offset, why });
    }
}

/// What is known of references besides their slots.
pub(super) struct Texts<'a> {
    source: &'a str,
    spelled: &'a str,
    noted: &'a [Noted],
}

impl<'a> Texts<'a> {
    /// The text of a reference.
    pub(super) fn of(&self, reference: &Reference) -> &'a str {
        match reference.said.pending() {
            Some(Pending::Fragment { start, len, .. }) => &self.source[start..start + len],
            Some(Pending::Noted(at)) => {
                let Noted { start, len, .. } = self.noted[at];
                let text = if len & SPELLED == 0 { self.source } else { self.spelled };
                &text[start as usize..][..(len & !SPELLED) as usize]
            }
            None => "",
        }
    }

    /// Where problems with a reference are told of.
    pub(super) fn offset(&self, reference: &Reference) -> usize {
        match reference.said.pending() {
            Some(Pending::Fragment { start, before, .. }) => start - before,
            Some(Pending::Noted(at)) => self.noted[at].offset as usize,
            None => 0,
        }
    }

    /// Where and how a reference is stated.
    pub(super) fn place(&self, reference: &Reference, way: Way) -> Place {
        let offset = u32::try_from(self.offset(reference)).unwrap_or(u32::MAX);
        Place { offset, object: reference.object, slot: reference.slot, way }
    }

    /// Whether an object's attributes give its `xmi:id` before they refer to something.
    fn is_named(&self, reference: &Reference) -> bool {
        let before = self.source.get(..self.offset(reference)).unwrap_or_default();
        before.rfind('<').is_some_and(|start| before[start..].contains("xmi:id"))
    }

    fn is_overruled(&self, reference: &Reference) -> bool {
        matches!(reference.said.pending(), Some(Pending::Noted(at)) if self.noted[at].overruled)
    }

    /// The class of what stands for the target, if that is missing.
    pub(super) fn stand_in(&self, reference: &Reference) -> Option<ClassId> {
        match reference.said.pending() {
            Some(Pending::Noted(at)) => self.noted[at].stand_in,
            _ => None,
        }
    }
}

/// How references are looked up.
pub(super) struct Search<'a> {
    pub(super) metamodel: Arc<Metamodel>,
    pub(super) texts: Texts<'a>,
    pub(super) index: IdIndex,
    pub(super) resolver: Resolver,
}

/// Whether a fragment is a path beyond a root.
pub(super) fn is_path(fragment: &str) -> bool {
    fragment.len() > 2 && fragment.starts_with('/')
}

/// Whether an object is one of those that Ecore's files are of.
pub(super) fn is_of_ecore(model: &Model, object: ObjectId) -> bool {
    model.class(object).index() <= b::ETYPE_PARAMETER.index()
}

/// Which objects are in a document. What contains others comes before them while a document is read.
fn attached(model: &Model) -> Vec<bool> {
    let mut attached = Vec::with_capacity(model.object_count());
    for object in model.objects() {
        let known = model.container(object).map(|container| attached.get(container.index()).copied());
        attached.push(match known {
            Some(container) => container.unwrap_or(true),
            None => model.header(object).place != NOWHERE,
        });
    }
    attached
}

impl Loader<'_, '_> {
    /// Leaves an object without container, and so in no document: no id of an attribute leads to it then.
    #[cold]
    pub(super) fn dislodge(&mut self, object: ObjectId) {
        self.loose = true;
        let header = &mut self.model.objects[object.index()];
        (header.container, header.place) = (NOWHERE, NOWHERE);
    }

    pub(super) fn resolve(&mut self) -> Vec<Unresolved> {
        let (noted, spelled) = (std::mem::take(&mut self.noted), std::mem::take(&mut self.spelled));
        let source = if self.piece.is_some() { &spelled } else { self.source };
        let mut search = Search {
            metamodel: Arc::clone(&self.model.metamodel),
            texts: Texts { source, spelled: &spelled, noted: &noted },
            index: self.index(),
            resolver: Resolver::default(),
        };
        let mut rest = Rest::default();
        let mut found = [None; BLOCK];
        let mut blocks = Blocks::new(self);
        let mut block = Vec::with_capacity(BLOCK);
        while !self.in_sequence {
            blocks.next(self.model, &mut block);
            if block.is_empty() {
                break;
            }
            self.look_up(&block, &mut search, &mut found);
            for (at, (reference, found)) in block.iter().zip(found).enumerate() {
                let text = search.texts.of(reference);
                // A path may lead through a reference, if that was resolved before.
                if found.is_none() && is_path(text) {
                    self.in_sequence = true;
                    block.drain(..at);
                    break;
                }
                self.settle(reference, found, &search, &mut rest);
            }
        }
        if self.in_sequence {
            self.go_in_sequence(block, blocks, &mut search, &mut rest);
        }
        self.conclude(rest)
    }

    /// The objects of the document by their ids, if any reference is by id.
    fn index(&self) -> IdIndex {
        if !self.by_id {
            return IdIndex::default();
        }
        // Of what is in no document only those are found that have ids of XMI.
        let attached = if self.loose { attached(self.model) } else { Vec::new() };
        let is_found = |object: &ObjectId| {
            attached.get(object.index()).is_none_or(|attached| *attached)
                || self.model.xmi_id(*object).is_some()
        };
        IdIndex::of_last(self.model, self.first, self.model.objects().skip(self.first).filter(is_found))
    }

    /// Does what had to wait until all references are resolved.
    fn conclude(&mut self, mut rest: Rest) -> Vec<Unresolved> {
        self.placing.arrange(self.model);
        rest.gaps.sort_unstable();
        rest.gaps.dedup();
        for list in rest.gaps {
            self.model.lists.retain(list, |item| !item.is_pending());
        }
        // Ecore's files have what leads back at once.
        for (object, slot, item) in std::mem::take(&mut self.overruled) {
            let at = self.position(object, slot as usize);
            let leads_back = self.model.slots[at].as_object().is_some_and(|target| target <= object);
            if leads_back && is_of_ecore(self.model, object) {
                self.model.slots[at] = item;
            }
        }
        self.complete_opposites(rest.stated);
        rest.unresolved.sort_by_key(|unresolved| unresolved.offset);
        rest.unresolved
    }

    /// Finds the targets of a block, as they are before any of them is set.
    pub(super) fn look_up(
        &self,
        block: &[Reference],
        search: &mut Search<'_>,
        found: &mut [Option<ObjectId>; BLOCK],
    ) {
        let model: &Model = self.model;
        let Search { texts, index, resolver, .. } = search;
        let mut fragments = [""; BLOCK];
        let mut likely = [Likely::default(); BLOCK];
        for (reference, (text, likely)) in block.iter().zip(fragments.iter_mut().zip(&mut likely)) {
            *text = texts.of(reference);
            // Paths, and ids with notes for people, are more than an id.
            let other = text.starts_with('/') || text.ends_with('?');
            *likely = if other { Likely::default() } else { Likely::new(text) };
        }
        for likely in &mut likely[..block.len()] {
            likely.find(index);
        }
        for likely in &likely[..block.len()] {
            likely.look(model);
        }
        for likely in &likely[..block.len()] {
            likely.read(model);
        }
        let by_id = |id: &str| index.find(model, id);
        let mut located = [Located::Found(None); BLOCK];
        for ((text, likely), located) in fragments.iter().zip(likely).zip(&mut located).take(block.len()) {
            *located = match likely.confirm(model, text) {
                Some(object) => Located::Found(Some(object)),
                None => resolver.locate(model, self.document, text, &by_id),
            };
        }
        for located in &located[..block.len()] {
            located.touch_list(model);
        }
        for located in &located[..block.len()] {
            located.touch_item(model);
        }
        for (located, found) in located.iter().zip(found.iter_mut()).take(block.len()) {
            *found = located.object(model);
        }
        if index.has_twins() {
            for (reference, found) in block.iter().zip(found.iter_mut()) {
                *found = found.map(|found| self.seen(reference, found, texts, index));
            }
        }
        // Each target's class is about to be asked for.
        for target in found[..block.len()].iter().flatten() {
            black_box(model.header(*target).class);
        }
    }

    /// What Ecore's files refer to by an id is looked up at once, if it is there.
    fn seen(&self, reference: &Reference, found: ObjectId, texts: &Texts<'_>, index: &IdIndex) -> ObjectId {
        let at_once = is_by_id(texts.of(reference)) && is_of_ecore(self.model, reference.object);
        if !at_once {
            return found;
        }
        index.as_seen_from(reference.object, || texts.is_named(reference), found)
    }

    /// Puts a target where its reference stands, if it may stand there.
    pub(super) fn settle(
        &mut self,
        reference: &Reference,
        found: Option<ObjectId>,
        search: &Search<'_>,
        rest: &mut Rest,
    ) {
        let Search { metamodel, texts, .. } = search;
        let missing = if found.is_none() { texts.stand_in(reference) } else { None };
        if let Some(class) = missing {
            return self.stand_in(reference, class, texts.of(reference));
        }
        let class = self.model.class(reference.object);
        let Facts { feature, expected, opposite, is_container, is_stated } =
            rest.facts(metamodel, class, reference.slot);
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
            Some(target) if is_container => {
                self.set(reference, Slot::UNSET);
                if self.placing.is_within(self.model, target, reference.object) {
                    self.leave(reference, feature, texts, Why::Inside, rest);
                } else {
                    self.placing.end(self.model, reference.object, feature, target);
                }
            }
            Some(target) => {
                if texts.is_overruled(reference) {
                    self.overruled.push((reference.object, reference.slot, Slot::object(target)));
                } else {
                    self.set(reference, Slot::object(target));
                }
                // An element makes an object of its own, which is resolved later.
                if self.is_repeated(reference, target, rest) && texts.stand_in(reference).is_none() {
                    self.refuse_repeated(reference, (feature, target), search, rest);
                }
                if is_stated {
                    let way = if texts.stand_in(reference).is_some() { Way::Element } else { Way::Attribute };
                    rest.stated.push(Stated {
                        place: texts.place(reference, way),
                        feature,
                        opposite,
                        target,
                    });
                }
            }
            None => self.leave(reference, feature, texts, found.map_or(Why::Missing, Why::OtherClass), rest),
        }
    }

    /// Puts something where a reference stands, unless it was displaced.
    fn set(&mut self, reference: &Reference, item: Slot) {
        let at = self.position(reference.object, reference.slot as usize);
        let place = match self.model.slots[at].as_list() {
            Some(list) => self.model.lists.get_mut(list).get_mut(reference.index as usize),
            None => self.model.slots.get_mut(at),
        };
        if let Some(place) = place.filter(|place| **place == reference.said) {
            *place = item;
        }
    }

    /// Whether a list was given a target before.
    fn is_repeated(&self, reference: &Reference, target: ObjectId, rest: &mut Rest) -> bool {
        let at = self.position(reference.object, reference.slot as usize);
        let Some(list) = self.model.slots[at].as_list() else { return false };
        if rest.seen.is_empty() {
            rest.seen = vec![0; self.model.object_count()];
        }
        // What stands for something missing was made since, and nobody asks for it twice.
        rest.seen.get_mut(target.index()).is_some_and(|seen| std::mem::replace(seen, list + 1) == list + 1)
    }

    /// A list that has to be unique cannot have it twice; XMI could not be read again.
    ///
    /// There, EMF moves what it is given twice to where it is given last, which fails where that is beyond what the
    /// list then has. Ecore's own files are read in a way in which this can only be the object itself. Lists
    /// that need not be unique may have it twice here: they could not be read again else.
    fn refuse_repeated(
        &self,
        reference: &Reference,
        (feature, target): (FeatureId, ObjectId),
        Search { metamodel, texts, .. }: &Search<'_>,
        rest: &mut Rest,
    ) {
        let owner = metamodel[metamodel[feature].owner].package;
        let at_once = metamodel.is_ecore_package(owner) && target != reference.object;
        let at = self.position(reference.object, reference.slot as usize);
        let Some(list) = self.model.slots[at].as_list() else { return };
        if !metamodel[feature].typed.unique || rest.judged == Some(list) {
            return;
        }
        if !self.any_in_lists {
            return rest.refuse(reference, feature, Why::Repeated, texts);
        }
        if at_once {
            return;
        }
        rest.judged = Some(list);
        let rest_of_list = &self.model.lists.get(list)[reference.index as usize + 1..];
        if rest_of_list.iter().any(|item| !item.is_pending()) {
            return;
        }
        rest.refuse(reference, feature, Why::Repeated, texts);
    }

    /// Lets a proxy stand for the target of a reference by element, which leads nowhere.
    fn stand_in(&mut self, reference: &Reference, class: ClassId, fragment: &str) {
        let address = format!("{}#{fragment}", self.model.document(self.document).uri);
        let proxy = self.model.create_proxy(class, &address);
        self.set(reference, Slot::object(proxy));
    }

    /// Takes a reference that stays without target from where it stands.
    fn leave(
        &mut self,
        reference: &Reference,
        feature: FeatureId,
        texts: &Texts<'_>,
        why: Why,
        rest: &mut Rest,
    ) {
        let at = self.position(reference.object, reference.slot as usize);
        match self.model.slots[at].as_list() {
            Some(list) => rest.gaps.push(list),
            None => self.set(reference, Slot::UNSET),
        }
        rest.refuse(reference, feature, why, texts);
    }
}
