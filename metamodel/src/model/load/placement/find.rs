//! Resolves paths of positions while objects are moved.
//!
//! Invariant: the result is the same as that of [`crate::model::Resolver`] in a model whose lists and roots
//! are up to date.

use super::Placement;
use super::remaining_positions::RemainingPositions;
use crate::ecore::builtin;
use crate::model::address::{has_named_contents, parse_position, slot_and_position};
use crate::model::{DocumentId, Model, NO_INDEX, ObjectId};
use rustc_hash::FxHashMap;

/// The remaining roots of the document.
#[derive(Debug)]
pub(super) struct Roots {
    remaining: RemainingPositions,
    positions: FxHashMap<ObjectId, usize>,
}

impl Roots {
    /// The current roots of a document.
    fn new(model: &Model, document: DocumentId) -> Self {
        let roots = model.document(document).roots();
        // Moved roots are skipped; they stay in the document's list until the end.
        let is_root =
            |root: &ObjectId| model.container(*root).is_none() && model.header(*root).location != NO_INDEX;
        Self {
            remaining: RemainingPositions::new(roots.iter().map(is_root)),
            positions: roots.iter().enumerate().map(|(position, root)| (*root, position)).collect(),
        }
    }

    /// Removes a remaining root.
    pub(super) fn remove(&mut self, root: ObjectId) {
        if let Some(position) = self.positions.get(&root) {
            self.remaining.remove(*position);
        }
    }
}

impl Placement {
    /// The target of a path in the document that is being read. The first step of the path is empty or a position.
    pub(in crate::model::load) fn find(
        &mut self,
        model: &mut Model,
        document: DocumentId,
        fragment: &str,
    ) -> Option<ObjectId> {
        let mut steps = fragment.get(1..)?.split('/');
        let first = steps.next().unwrap_or_default();
        let position = if first.is_empty() { 0 } else { parse_position(first)? };
        let mut object = self.root(model, document, position)?;
        for step in steps {
            object = self.step(model, object, step)?;
        }
        Some(object)
    }

    /// The root at a position of the document; roots that were moved do not count.
    fn root(&mut self, model: &Model, document: DocumentId, position: usize) -> Option<ObjectId> {
        let roots = model.document(document).roots();
        if !self.has_removed_roots {
            return roots.get(position).copied();
        }
        let document_roots = self.document_roots.get_or_insert_with(|| Roots::new(model, document));
        roots.get(document_roots.remaining.nth(position)?).copied()
    }

    /// The object to which a step of a path leads from its container.
    fn step(&mut self, model: &mut Model, container: ObjectId, step: &str) -> Option<ObjectId> {
        let segment = step.strip_prefix('@')?;
        let by_feature = match slot_and_position(model, container, segment) {
            Some((slot, position)) => self.lists.nth(model, slot, position),
            None => match model.metamodel.table(model.class(container)).feature_named(segment) {
                Some(feature) if !model.metamodel[feature].many() => model.get(container, feature).object(),
                _ => None,
            },
        };
        // A feature takes precedence over a name that begins like one.
        by_feature
            .or_else(|| self.find_in_computed_list(model, container, segment))
            .or_else(|| self.find_by_name(model, container, step))
    }

    /// The object at a position in a list that Ecore computes from the features of a class.
    fn find_in_computed_list(
        &mut self,
        model: &mut Model,
        container: ObjectId,
        segment: &str,
    ) -> Option<ObjectId> {
        let is_computed = segment.starts_with("eReferences.") || segment.starts_with("eAttributes.");
        if !is_computed || model.class(container) != builtin::ECLASS {
            return None;
        }
        // The resolver reads the lists of the model, so pending moves must be applied first.
        self.apply_pending_moves(model, container);
        self.names.find_in_computed_list(model, container, segment)
    }

    /// Applies the pending moves to the lists of an object.
    fn apply_pending_moves(&mut self, model: &mut Model, container: ObjectId) {
        let start = model.header(container).slots as usize;
        let end = start + model.object_slots(container).len();
        self.lists.update_range(model, start..end);
    }

    /// One of Ecore's elements by its name. Names may also begin with `@`, although they rarely do.
    fn find_by_name(&mut self, model: &mut Model, container: ObjectId, name: &str) -> Option<ObjectId> {
        if !has_named_contents(model, container) {
            return None;
        }
        // All names are searched once. Otherwise each step that fails would update the lists, which takes linear time.
        let has_names_like_features = *self
            .names_like_features
            .get_or_insert_with(|| model.objects().any(|object| is_like_a_feature(model, object)));
        if !has_names_like_features {
            return None;
        }
        self.apply_pending_moves(model, container);
        self.names.find_by_name(model, container, name)
    }
}

/// Whether an object's name begins like a step through a feature. For a proxy, the answer may also be `true` if another
/// step of its address does.
fn is_like_a_feature(model: &Model, object: ObjectId) -> bool {
    match model.proxy_uri(object) {
        // The last step of a proxy's address is its name; the others are not excluded, because the result is only
        // used to avoid searches that find nothing.
        Some(uri) => uri.contains("/@"),
        None => {
            model.metamodel.conforms(model.class(object), builtin::ENAMED_ELEMENT)
                && model.get_named(object, "name").text().is_some_and(|name| name.starts_with('@'))
        }
    }
}
