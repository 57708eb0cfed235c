//! Edits of trees of objects: deletion, which includes references to the tree, and substitution.

use super::super::{Model, ObjectId, Value};
use super::EditResult;
use crate::ecore::FeatureId;
use rustc_hash::FxHashSet;

impl Model {
    /// Removes an object from its location and from every reference to it, as `EcoreUtil.delete`. References to its
    /// contents are not changed.
    ///
    /// References are searched in all documents; if the object is in no document, only in its own tree.
    pub fn delete(&mut self, object: ObjectId) {
        // The references are collected first, because removing a reference changes the lists that are searched.
        let references = self.removable_references(&FxHashSet::from_iter([object]), object);
        for (source, feature, target) in references {
            self.drop_reference(source, feature, target);
        }
        self.detach(object);
    }

    /// Deletes an object with its contents. Afterwards, no reference from outside refers to the object or its contents.
    pub fn delete_tree(&mut self, object: ObjectId) {
        let tree: FxHashSet<ObjectId> = self.all_contents(object).chain([object]).collect();
        for (source, feature, target) in self.removable_references(&tree, object) {
            // References inside the tree are deleted together with it.
            if !tree.contains(&source) {
                self.drop_reference(source, feature, target);
            }
        }
        self.detach(object);
    }

    /// Replaces an object in its container or document with another one, as EMF's `EcoreUtil.replace` does.
    ///
    /// # Errors
    /// As [`Model::set`] and [`Model::insert`].
    pub fn substitute(&mut self, object: ObjectId, other: ObjectId) -> EditResult {
        if let (Some(container), Some(feature)) = (self.container(object), self.containing_feature(object)) {
            if !self.metamodel[feature].many() {
                return self.set(container, feature, Value::Object(other));
            }
            let position =
                self.list(container, feature).objects().position(|item| item == object).unwrap_or(0);
            return self.replace(container, feature, position, Value::Object(other));
        }
        let Some(document) = self.document_of(object) else { return Ok(()) };
        self.replace_root(document, object, other)
    }

    /// The references to the targets that an edit can remove, in the order of documents: the object with the reference,
    /// its feature, and the target. If `object` is in no document, only its own tree is searched.
    fn removable_references(
        &self,
        targets: &FxHashSet<ObjectId>,
        object: ObjectId,
    ) -> Vec<(ObjectId, FeatureId, ObjectId)> {
        let ancestors = std::iter::successors(Some(object), |ancestor| self.container(*ancestor));
        let root_of_tree = ancestors.last().unwrap_or(object);
        let roots: Vec<ObjectId> = match self.document_of(object) {
            Some(_) => self.documents().flat_map(|(_, document)| document.roots()).copied().collect(),
            None => vec![root_of_tree],
        };
        let mut references = Vec::new();
        for root in roots {
            for source in std::iter::once(root).chain(self.all_contents(root)) {
                for (feature, target) in self.cross_references(source) {
                    let declaration = &self.metamodel[feature];
                    if targets.contains(&target) && declaration.changeable && !declaration.derived {
                        references.push((source, feature, target));
                    }
                }
            }
        }
        references
    }

    /// Removes a reference, unless it was already removed together with its opposite.
    fn drop_reference(&mut self, source: ObjectId, feature: FeatureId, target: ObjectId) {
        // Neither edit can fail, because the object has the feature.
        if !self.metamodel[feature].many() {
            let _ = self.unset(source, feature);
            return;
        }
        let position = self.list(source, feature).objects().position(|item| item == target);
        if let Some(position) = position {
            let _ = self.remove(source, feature, position);
        }
    }
}
