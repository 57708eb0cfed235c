//! Resolves the references of a document one by one, as EMF does, for documents in which the order makes a difference.
//!
//! References that contain objects change the targets of paths, and paths may go through references. So each
//! reference sees the effects of the references before it, in the order of [`super::order`].

use super::Loader;
use super::blocks::{BLOCK, ReferenceBlocks};
use super::moves::Move;
use super::order::{self, OrderedReference, ReferenceForm, ReferenceSite};
use super::reference_records::Reference;
use super::references::{Resolution, Search, is_of_ecore, is_path};
use crate::model::ObjectId;

/// A reference with its position in EMF's order.
struct SequencedReference {
    site: ReferenceSite,
    reference: Reference,
    /// The target before anything is moved.
    target: Option<ObjectId>,
    /// The containment, if the reference is not in a slot.
    containment: Option<Move>,
    /// Whether the reference contains an object, from either end.
    is_containment: bool,
}

impl OrderedReference for SequencedReference {
    fn site(&self) -> ReferenceSite {
        self.site
    }

    fn set_form(&mut self, form: ReferenceForm) {
        self.site.form = form;
    }
}

impl Loader<'_, '_> {
    /// Resolves the remaining references: a block, the references after it, and the moves.
    pub(super) fn resolve_in_sequence(
        &mut self,
        block: Vec<Reference>,
        blocks: ReferenceBlocks,
        search: &mut Search<'_>,
        resolution: &mut Resolution,
    ) {
        let mut references = self.sequenced_references(block, blocks, search);
        if !references.iter().any(|entry| entry.is_containment) {
            // If no reference moves an object, it does not matter when the targets of elements are resolved. So those
            // that EMF resolves on access are resolved with the others.
            let on_access = references.iter_mut().filter(|entry| entry.site.form == ReferenceForm::OnAccess);
            on_access.for_each(|entry| entry.set_form(ReferenceForm::Element));
        }
        order::sort(&mut references);
        // The proxies are determined before the first move, because the check compares positions in the document.
        let misplaced = self.find_misplaced_proxies(
            references.iter().filter_map(|entry| Some((entry.containment?, entry.target?))),
        );
        let mut has_moved = false;
        for group in references.chunk_by_mut(|a, b| {
            a.site.form == ReferenceForm::LongAttribute && a.site.is_in_same_attribute(&b.site)
        }) {
            // All targets of a long attribute are found before the first one is set, as in EMF.
            for entry in &mut *group {
                entry.target = self.current_target(entry, has_moved, search);
            }
            for entry in group {
                has_moved |= entry.is_containment;
                let Some(containment) = entry.containment else {
                    self.place_target(&entry.reference, entry.target, search, resolution);
                    continue;
                };
                if let Err(cause) = self.apply_move(&containment, entry.target, &misplaced) {
                    let feature = containment.document_feature.unwrap_or(containment.feature);
                    resolution.reject(&entry.reference, feature, cause, &search.texts);
                }
            }
        }
    }

    /// All remaining references, with their targets before the first of them is set: those of `block`, which was taken
    /// from `blocks` before, those of the other blocks, and those of the moves.
    fn sequenced_references(
        &self,
        mut block: Vec<Reference>,
        mut blocks: ReferenceBlocks,
        search: &mut Search<'_>,
    ) -> Vec<SequencedReference> {
        let mut references = Vec::new();
        let mut targets = Vec::new();
        if block.is_empty() {
            blocks.next(self.model, &mut block);
        }
        while !block.is_empty() {
            self.look_up(&block, search, &mut targets);
            let references_with_targets = block.iter().zip(&targets);
            references.extend(references_with_targets.map(|(reference, target)| {
                let containment = None;
                self.sequenced_reference(*reference, *target, containment, search)
            }));
            blocks.next(self.model, &mut block);
        }
        for moves in self.moves.chunks(BLOCK) {
            let moved_references: Vec<Reference> =
                moves.iter().map(|requested| requested.reference).collect();
            self.look_up(&moved_references, search, &mut targets);
            let moves_with_targets = moves.iter().zip(&targets);
            references.extend(moves_with_targets.map(|(requested, target)| {
                self.sequenced_reference(requested.reference, *target, Some(*requested), search)
            }));
        }
        references
    }

    /// A reference with its position in EMF's order.
    fn sequenced_reference(
        &self,
        reference: Reference,
        target: Option<ObjectId>,
        containment: Option<Move>,
        Search { texts, metamodel, .. }: &Search<'_>,
    ) -> SequencedReference {
        let table = metamodel.table(self.model.class(reference.object));
        let feature = table.all_features()[reference.slot as usize];
        // Objects are numbered in the order of the document.
        let is_target_before = target.is_some_and(|target| target <= reference.object);
        // Only a reference in an element has a proxy, or the class of the proxy that replaces a missing target.
        let is_in_element = match containment {
            Some(requested) => requested.proxy.is_some(),
            None => texts.proxy_class(&reference).is_some(),
        };
        // The form determines when EMF resolves the reference.
        let form = if is_in_element {
            if containment.is_some() || metamodel[feature].opposite().is_some() {
                ReferenceForm::Element
            } else {
                ReferenceForm::OnAccess
            }
        } else if is_target_before && is_of_ecore(self.model, reference.object) {
            ReferenceForm::Immediate
        } else {
            ReferenceForm::Attribute
        };
        let is_containment = containment.is_some() || metamodel.is_container(feature);
        SequencedReference {
            site: texts.site(&reference, form),
            reference,
            target,
            containment,
            is_containment,
        }
    }

    /// The target of a reference after the references before it are resolved. If the reference consists of names or
    /// keys, the target is that before any object was moved.
    fn current_target(
        &mut self,
        entry: &SequencedReference,
        has_moved: bool,
        search: &mut Search<'_>,
    ) -> Option<ObjectId> {
        let text = search.texts.text(&entry.reference);
        // A path without a target is resolved again, because it may go through a reference that has been set meanwhile.
        let is_unresolved_path = entry.target.is_none() && is_path(text);
        // The placement finds positions after the moves so far; the lists of the model are not updated yet.
        if (has_moved || is_unresolved_path) && is_positional(text) {
            return self.placement.find(self.model, self.document, text);
        }
        if !is_unresolved_path {
            return entry.target;
        }
        let (model, index) = (&*self.model, &search.index);
        search.resolver.resolve(model, self.document, text, &|id| index.find(model, id))
    }
}

/// Whether a fragment consists of positions in lists only.
fn is_positional(fragment: &str) -> bool {
    fragment.starts_with('/')
        // After `/?` comes the id of a root.
        && !fragment.starts_with("/?")
        && fragment.split('/').skip(2).all(|step| step.starts_with('@') && !step.contains('['))
}
