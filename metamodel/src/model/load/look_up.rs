//! Finds the targets of references, before any of them is set.
//!
//! Invariant: the targets do not depend on the number of threads. This module changes no model.

use super::Loader;
use super::blocks::{BLOCK, MIN_BATCH};
use super::reference_records::{Reference, is_by_id};
use super::reference_texts::ReferenceTexts;
use super::references::{Search, is_of_ecore};
use crate::model::address::FragmentTarget;
use crate::model::ids::StagedLookup;
use crate::model::{DocumentId, IdIndex, Model, ObjectId, Resolver};
use std::panic::resume_unwind;
use std::thread;

impl Loader<'_, '_> {
    /// Finds the targets of some references, before any of them is set.
    pub(super) fn look_up(
        &self,
        references: &[Reference],
        search: &mut Search<'_>,
        targets: &mut Vec<Option<ObjectId>>,
    ) {
        let Search { texts, index, resolver, .. } = search;
        let look_up = LookUp { model: self.model, document: self.document, texts, index };
        targets.clear();
        if references.len() < MIN_BATCH {
            return look_up.find_all(references, resolver, targets);
        }
        let (first_half, second_half) = references.split_at(references.len() / 2);
        let find_second = || {
            let mut targets = Vec::with_capacity(second_half.len());
            // A resolver builds its index while it searches, so each thread has its own.
            look_up.find_all(second_half, &mut Resolver::default(), &mut targets);
            targets
        };
        thread::scope(|scope| {
            let second_thread = thread::Builder::new().spawn_scoped(scope, find_second);
            look_up.find_all(first_half, resolver, targets);
            let mut second_targets = match second_thread {
                Ok(second_thread) => second_thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // If no thread can be started, the targets are the same, only later.
                Err(_) => find_second(),
            };
            targets.append(&mut second_targets);
        });
    }
}

/// The data that is needed to look up references.
#[derive(Clone, Copy)]
struct LookUp<'a> {
    model: &'a Model,
    document: DocumentId,
    texts: &'a ReferenceTexts<'a>,
    index: &'a IdIndex,
}

impl LookUp<'_> {
    /// Appends the targets of some references.
    fn find_all(
        self,
        references: &[Reference],
        resolver: &mut Resolver,
        targets: &mut Vec<Option<ObjectId>>,
    ) {
        for block in references.chunks(BLOCK) {
            let start = targets.len();
            targets.resize(start + block.len(), None);
            self.find_block(block, resolver, &mut targets[start..]);
        }
    }

    /// Finds the targets of a block, and stores them in `targets`.
    fn find_block(self, block: &[Reference], resolver: &mut Resolver, targets: &mut [Option<ObjectId>]) {
        let Self { model, document, texts, index } = self;
        let mut fragments = [""; BLOCK];
        let mut lookups = [StagedLookup::default(); BLOCK];
        for (reference, (text, lookup)) in block.iter().zip(fragments.iter_mut().zip(&mut lookups)) {
            *text = texts.text(reference);
            // Paths, and ids with comments, are not plain ids, so they are resolved below.
            let is_plain_id = !text.starts_with('/') && !text.ends_with('?');
            *lookup = if is_plain_id { StagedLookup::new(text) } else { StagedLookup::default() };
        }
        // Each step is done for all references before the next step, so that their cache misses overlap.
        for lookup in &mut lookups[..block.len()] {
            lookup.find(index);
        }
        for lookup in &lookups[..block.len()] {
            lookup.prefetch_slots(model);
        }
        for lookup in &lookups[..block.len()] {
            lookup.prefetch_text(model);
        }
        let mut fragment_targets = [FragmentTarget::Object(None); BLOCK];
        for ((text, lookup), fragment_target) in
            fragments.iter().zip(lookups).zip(&mut fragment_targets).take(block.len())
        {
            *fragment_target = match lookup.confirm(model, text) {
                Some(object) => FragmentTarget::Object(Some(object)),
                // The text is a path, or an id whose hash another id shares.
                None => resolver.locate(model, document, text, &|id: &str| index.find(model, id)),
            };
        }
        for fragment_target in &fragment_targets[..block.len()] {
            fragment_target.prefetch_list(model);
        }
        for fragment_target in &fragment_targets[..block.len()] {
            fragment_target.prefetch_item(model);
        }
        for (fragment_target, target) in fragment_targets.iter().zip(targets.iter_mut()).take(block.len()) {
            *target = fragment_target.object(model);
        }
        if index.has_shared_xmi_ids() {
            for (reference, target) in block.iter().zip(targets.iter_mut()) {
                *target = target.map(|found| self.visible_target(reference, found));
            }
        }
    }

    /// The target of a reference, given the target that was found in the complete document. In one of Ecore's files,
    /// EMF resolves a reference by id when it is read, so that only earlier ids are known.
    fn visible_target(self, reference: &Reference, found: ObjectId) -> ObjectId {
        let is_resolved_at_once =
            is_by_id(self.texts.text(reference)) && is_of_ecore(self.model, reference.object);
        if !is_resolved_at_once {
            return found;
        }
        self.index.visible_to(reference.object, || self.texts.is_after_xmi_id(reference), found)
    }
}
