//! Moves objects to the containers that the references of the document determine.
//!
//! If the containment resolves proxies, EMF does not move a root. Instead, container and root refer to each other as if
//! they were in two documents. Invariants: An object's own reference to its container is updated at once. Lists and
//! roots are updated for all moves together, by [`Placement::update_lists_and_roots`], but [`Placement::find`] already
//! sees their final state. An object is contained once, by the last reference to it. Proxies of roots get their
//! addresses after all moves.

mod ancestry;
mod find;
mod lists;
mod remaining_positions;

use super::Loader;
use crate::ecore::FeatureId;
use crate::model::address::Addresses;
use crate::model::slot::Slot;
use crate::model::{EditError, Model, NO_INDEX, ObjectId, Resolver, Value};
use ancestry::Ancestry;
use find::Roots;
use lists::Lists;
use rustc_hash::FxHashMap;

/// A containment: the container, and its feature.
type Containment = (ObjectId, FeatureId);

/// The new position of an object in a list.
#[derive(Debug, Clone, Copy)]
pub(super) enum Position {
    /// At this position, before the objects whose elements are in the document.
    Front(usize),
    /// In place of a proxy.
    Replace(ObjectId),
    /// After all objects of the list.
    End,
}

/// The moves that were made so far.
#[derive(Debug, Default)]
pub(super) struct Placement {
    /// Lists from which objects were removed or to which they were added.
    lists: Lists,
    /// Whether a root became contained.
    has_removed_roots: bool,
    /// The remaining roots; determined when a root is looked up by its position.
    document_roots: Option<Roots>,
    ancestry: Ancestry,
    /// Objects that are addressed by name; valid as long as nothing is moved.
    names: Resolver,
    /// Whether any of these names begins like a step through a feature; `None` if that is not known.
    names_like_features: Option<bool>,
    /// Proxies and their targets.
    proxies: Vec<(ObjectId, ObjectId)>,
    /// The containments of roots, each with its proxy.
    root_containments: FxHashMap<ObjectId, (Containment, ObjectId)>,
}

impl Placement {
    /// Moves an object to a container by setting the object's own container end.
    pub(super) fn set_container(
        &mut self,
        model: &mut Model,
        object: ObjectId,
        end: FeatureId,
        container: ObjectId,
    ) {
        let Some(feature) = model.metamodel[end].opposite() else { return };
        let is_contained =
            (model.container(object), model.containing_feature(object)) == (Some(container), Some(feature));
        if !is_contained {
            self.move_object(model, object, (container, feature), Position::End);
        }
    }

    /// Moves an object to a container. The caller has checked that the container may contain it.
    pub(super) fn move_object(
        &mut self,
        model: &mut Model,
        object: ObjectId,
        containment: Containment,
        position: Position,
    ) {
        let (_, feature) = containment;
        if Self::is_cross_document(model, object, feature) {
            self.link_root(model, object, containment, position);
        } else {
            self.unlink_root(model, object);
            self.insert(model, object, containment, position);
        }
    }

    /// Whether an object is the other one, or is inside it at any depth.
    pub(super) fn is_within(&mut self, model: &Model, object: ObjectId, other: ObjectId) -> bool {
        self.ancestry.is_within(model, object, other)
    }

    /// The number of objects in the list of a containment.
    pub(super) fn len(&self, model: &Model, (container, feature): Containment) -> usize {
        model.slot_position(container, feature).map_or(0, |slot| self.lists.len(model, slot))
    }

    /// Whether an object is a root, and remains a root if this feature contains it.
    fn is_cross_document(model: &Model, object: ObjectId, feature: FeatureId) -> bool {
        model.container(object).is_none() && model.metamodel[feature].resolves_proxies()
    }

    /// Makes a root and its container refer to each other.
    fn link_root(&mut self, model: &mut Model, root: ObjectId, containment: Containment, position: Position) {
        let (container, feature) = containment;
        // If an element refers to the root, the element's proxy keeps its place and becomes the proxy of the root.
        let existing_proxy = match position {
            Position::Replace(proxy) if model.container(proxy) == Some(container) => Some(proxy),
            _ => None,
        };
        if existing_proxy.is_none()
            && self.root_containments.get(&root).is_some_and(|(previous, _)| *previous == containment)
        {
            // The root already is in this containment.
            return;
        }
        // Only the last containment of a root counts.
        self.unlink_root(model, root);
        let proxy = existing_proxy.unwrap_or_else(|| {
            let proxy = model.create_proxy(model.class(root), "");
            self.insert(model, proxy, containment, position);
            proxy
        });
        self.add_proxy(model, proxy, root);
        self.root_containments.insert(root, (containment, proxy));
        let end = model.metamodel[feature].opposite();
        if let Some(slot) = end.and_then(|end| model.slot_position(root, end)) {
            // A root has no container in its header, so its end refers to a proxy, as if it were in another document.
            let proxy = model.create_proxy(model.class(container), "");
            model.slots[slot] = Slot::object(proxy);
            self.add_proxy(model, proxy, container);
        }
    }

    /// Records the target of a proxy, whose address is computed after all moves.
    fn add_proxy(&mut self, model: &mut Model, proxy: ObjectId, object: ObjectId) {
        self.proxies.push((proxy, object));
        model.set_resolved_target(proxy, object);
    }

    /// Removes a root from the containment that refers to it, if there is one.
    fn unlink_root(&mut self, model: &mut Model, root: ObjectId) {
        let Some(((_, feature), proxy)) = self.root_containments.remove(&root) else { return };
        self.remove(model, proxy);
        let end = model.metamodel[feature].opposite();
        if let Some(slot) = end.and_then(|end| model.slot_position(root, end)) {
            model.slots[slot] = Slot::UNSET;
        }
    }

    /// Inserts an object into a containment, and removes it from its previous one.
    fn insert(&mut self, model: &mut Model, object: ObjectId, containment: Containment, position: Position) {
        let (container, feature) = containment;
        let is_many = model.metamodel[feature].many();
        if let Position::Replace(proxy) = position {
            let is_contained =
                (model.container(proxy), model.containing_feature(proxy)) == (Some(container), Some(feature));
            // Nothing is replaced if the object is the proxy itself, or if the list no longer contains the proxy.
            if proxy == object || is_many && !is_contained {
                return;
            }
        }
        // The object is removed before it is inserted, so that the position does not count the object itself, as in
        // `EList.move`.
        self.remove(model, object);
        match model.slot_position(container, feature) {
            Some(slot) if is_many => self.insert_into_list(model, object, slot, position),
            Some(slot) => {
                let previous = model.slots[slot].as_object();
                if let Some(previous) = previous.filter(|previous| *previous != object) {
                    self.remove_replaced(model, previous);
                }
                model.slots[slot] = Slot::object(object);
            }
            None => {}
        }
        self.ancestry.link(object, container);
        let header = &mut model.objects[object.index()];
        (header.container, header.location) = (container.0, feature.0);
    }

    /// Removes the object that another one replaces in a single-valued containment.
    fn remove_replaced(&mut self, model: &mut Model, object: ObjectId) {
        let is_its_proxy =
            |root: &ObjectId| self.root_containments.get(root).is_some_and(|(_, proxy)| *proxy == object);
        let root = model.resolved_target(object).filter(is_its_proxy);
        match root {
            // If the object is the proxy of a root, the root's own reference to the container is removed as well.
            Some(root) => self.unlink_root(model, root),
            None => self.remove(model, object),
        }
    }

    /// Inserts an object into the list in a slot, without setting the object's container.
    fn insert_into_list(&mut self, model: &mut Model, object: ObjectId, slot: usize, position: Position) {
        match position {
            Position::Front(position) => self.lists.insert(model, slot, position, object),
            Position::End => self.lists.push(model, slot, object),
            Position::Replace(proxy) => {
                self.lists.replace(model, slot, proxy, object);
                self.ancestry.cut(proxy);
                let header = &mut model.objects[proxy.index()];
                (header.container, header.location) = (NO_INDEX, NO_INDEX);
            }
        }
    }

    /// Removes an object from its container or document.
    fn remove(&mut self, model: &mut Model, object: ObjectId) {
        // The cached names may still find the object in its old container.
        self.names = Resolver::default();
        match (model.container(object), model.containing_feature(object)) {
            (Some(container), Some(feature)) => match model.slot_position(container, feature) {
                Some(slot) if model.metamodel[feature].many() => self.lists.remove(model, slot, object),
                Some(slot) if model.slots[slot].as_object() == Some(object) => {
                    model.slots[slot] = Slot::UNSET;
                }
                _ => {}
            },
            _ if model.header(object).location != NO_INDEX => {
                self.has_removed_roots = true;
                if let Some(roots) = &mut self.document_roots {
                    roots.remove(object);
                }
            }
            _ => {}
        }
        self.ancestry.cut(object);
        let header = &mut model.objects[object.index()];
        (header.container, header.location) = (NO_INDEX, NO_INDEX);
    }

    /// Applies the moves so far to the lists of the model, and to the roots of its documents.
    pub(super) fn update_lists_and_roots(&mut self, model: &mut Model) {
        if std::mem::take(&mut self.has_removed_roots) {
            let Model { documents, objects, .. } = model;
            for document in documents {
                // A root that was moved has a container, and a root that was removed has no location.
                document.roots.retain(|object| {
                    let header = &objects[object.index()];
                    header.container == NO_INDEX && header.location != NO_INDEX
                });
            }
        }
        self.document_roots = None;
        self.ancestry = Ancestry::default();
        self.lists.update_all(model);
    }

    /// Completes the moves, and sets the addresses of the proxies.
    pub(super) fn finish(mut self, model: &mut Model) {
        self.update_lists_and_roots(model);
        if self.proxies.is_empty() {
            return;
        }
        // All addresses are computed before the first one is stored, because computing them borrows the model.
        let mut fragments = Addresses::new(model);
        let addresses: Vec<Option<String>> = self
            .proxies
            .iter()
            .map(|(_, object)| {
                let document = fragments.document_of(*object)?;
                let mut address = format!("{}#", fragments.model().document(document).uri);
                fragments.write(*object, &mut address);
                Some(address)
            })
            .collect();
        for ((proxy, _), address) in self.proxies.drain(..).zip(addresses) {
            model.proxies.insert(proxy, address.unwrap_or_default().into());
        }
    }
}

impl Loader<'_, '_> {
    /// Adds an object without a container to a containment: at a position of a list, or at the end of a shorter list.
    pub fn contain_at(
        &mut self,
        container: ObjectId,
        (slot, feature): (usize, FeatureId),
        child: ObjectId,
        position: usize,
    ) {
        self.contain(container, slot, feature, child);
        let slot_position = self.position_of_slot(container, slot);
        if let Some(list) = self.model.slots[slot_position].as_list()
            && let Some(following) = self.model.lists.get_mut(list).get_mut(position..)
            && !following.is_empty()
        {
            // The object was added at the end, from which the rotation moves it to the position.
            following.rotate_right(1);
        }
    }
}

impl Model {
    /// Whether an object is allowed in a containment. EMF's lists accept any object, except Ecore's own
    /// lists, and lists with an opposite that the object does not have.
    pub(crate) fn check_containment(
        &self,
        containment: Containment,
        object: ObjectId,
    ) -> Result<(), Box<EditError>> {
        let (container, feature) = containment;
        self.check_feature(container, feature)?;
        let data = &self.metamodel[feature];
        let is_of_ecore = self.metamodel.is_ecore_package(self.metamodel[data.owner].package);
        if data.many() && data.opposite().is_none() && !is_of_ecore {
            return Ok(());
        }
        self.check_type(container, feature, Value::Object(object))
    }
}
