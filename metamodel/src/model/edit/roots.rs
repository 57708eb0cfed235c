//! The roots of documents, as the contents of EMF's resources, and `xmi:id`s.
//!
//! An object has one location: an object that becomes a root leaves its container, and an object that becomes
//! contained leaves its document, as in EMF if references do not resolve proxies.

use super::super::change::{Event, Notification, Notifier};
use super::super::slot::Slot;
use super::super::{DocumentId, Model, NO_INDEX, ObjectId};
use super::{EditError, EditResult};
use crate::diagnostic::codes;

impl Model {
    /// Makes an object the last root of a document, and removes it from its earlier location. An object that is already
    /// a root of the document is not moved.
    pub fn add_root(&mut self, document: DocumentId, object: ObjectId) {
        if !self.is_root(document, object) {
            let position = self.document(document).roots().len();
            self.enter_document(document, position, object);
            self.dispatch_notifications();
        }
    }

    /// Records an edit for the roots of a document that was just read, as if they were added one after the other. Their
    /// contents are not recorded, because observers see an object only when it is in a document.
    pub fn record_read_roots(&mut self, document: DocumentId) {
        if self.journal.is_none() {
            return;
        }
        for root in std::mem::take(&mut self.documents[document.0 as usize].roots) {
            // The location is cleared first, because an object that is already a root would not be added, so nothing
            // would be recorded.
            self.objects[root.index()].location = NO_INDEX;
            self.add_root(document, root);
        }
    }

    /// Makes an object a root of a document at a position, and removes it from its earlier location.
    ///
    /// # Errors
    /// If the position is out of range, or the object is already a root of the document.
    pub fn insert_root(&mut self, document: DocumentId, position: usize, object: ObjectId) -> EditResult {
        self.check_root_position(document, position, self.document(document).roots().len() + 1)?;
        if self.is_root(document, object) {
            return Err(self.reject_root(
                document,
                codes::NOT_UNIQUE,
                "each root once",
                "an object that is already a root",
            ));
        }
        self.enter_document(document, position, object);
        self.dispatch_notifications();
        Ok(())
    }

    /// Removes the root at a position from its document.
    ///
    /// # Errors
    /// If the position is out of range.
    pub fn remove_root(&mut self, document: DocumentId, position: usize) -> EditResult {
        self.check_root_position(document, position, self.document(document).roots().len())?;
        self.detach(self.document(document).roots()[position]);
        Ok(())
    }

    /// Moves a root to another position in its document.
    ///
    /// # Errors
    /// If a position is out of range.
    pub fn move_root(&mut self, document: DocumentId, from: usize, to: usize) -> EditResult {
        let len = self.document(document).roots().len();
        self.check_root_position(document, from, len)?;
        self.check_root_position(document, to, len)?;
        let object = self.document(document).roots()[from];
        // The move is recorded as a removal and an insertion, but notified as one move.
        self.splice_roots(document, from, 1, &[]);
        self.splice_roots(document, to, 0, &[object]);
        self.notify(|| Notification::of_move(Notifier::Roots(document), Slot::object(object), from, to));
        self.dispatch_notifications();
        Ok(())
    }

    /// Removes an object from its container or document. References to it are not changed.
    pub fn detach(&mut self, object: ObjectId) {
        if let Some(feature) = self.containing_feature(object) {
            let end = self.metamodel[feature].opposite();
            match self.container(object) {
                Some(container) if self.metamodel[feature].many() => {
                    self.set_container(object, None, end);
                    self.remove_from_this_end(container, feature, object);
                }
                Some(container) => {
                    // Cannot fail, because the feature has the object as its value.
                    let _ = self.unset(container, feature);
                }
                None => {}
            }
        } else {
            self.leave_document(object);
        }
        self.dispatch_notifications();
    }

    /// Replaces a root with an object.
    pub(super) fn replace_root(
        &mut self,
        document: DocumentId,
        root: ObjectId,
        other: ObjectId,
    ) -> EditResult {
        if other != root && self.is_root(document, other) {
            return Err(self.reject_root(
                document,
                codes::NOT_UNIQUE,
                "each root once",
                "an object that is already a root",
            ));
        }
        let position = self.document(document).roots().iter().position(|item| *item == root).unwrap_or(0);
        if other != root {
            self.splice_roots(document, position, 1, &[other]);
            self.record_location(root, (NO_INDEX, NO_INDEX));
            self.relocate_root(document, other);
        }
        let (old, new) = (Slot::object(root), Slot::object(other));
        self.notify(|| {
            Notification::new(Notifier::Roots(document), Event::Set, old, new).with_position(position)
        });
        self.dispatch_notifications();
        Ok(())
    }

    /// Whether an object is a root of a document.
    fn is_root(&self, document: DocumentId, object: ObjectId) -> bool {
        let header = self.header(object);
        header.container == NO_INDEX && header.location == document.0
    }

    /// Adds an object to the roots of a document, and removes it from its earlier location.
    fn enter_document(&mut self, document: DocumentId, position: usize, object: ObjectId) {
        // This is determined before the insertion, because the notification contains whether there were roots before.
        let was_set = !self.document(document).roots().is_empty();
        self.splice_roots(document, position, 0, &[object]);
        self.relocate_root(document, object);
        let notifier = Notifier::Roots(document);
        let notification = Notification::new(notifier, Event::Add, Slot::NULL, Slot::object(object));
        self.notify(|| notification.with_position(position).with_set_change(!was_set));
    }

    /// Removes an object from its earlier location after it became a root of a document.
    fn relocate_root(&mut self, document: DocumentId, object: ObjectId) {
        if let Some(feature) = self.containing_feature(object) {
            self.leave_container(object);
            self.set_container(object, None, self.metamodel[feature].opposite());
        } else {
            self.leave_document(object);
        }
        self.record_location(object, (NO_INDEX, document.0));
    }

    /// Removes a root from its document. Any other object is not changed.
    pub(super) fn leave_document(&mut self, object: ObjectId) {
        let header = self.header(object);
        // The location of a contained object is its feature, not a document.
        if header.container != NO_INDEX || header.location == NO_INDEX {
            return;
        }
        let document = DocumentId(header.location);
        let roots = self.document(document).roots();
        if let Some(position) = roots.iter().rposition(|root| *root == object) {
            self.splice_roots(document, position, 1, &[]);
            self.record_location(object, (NO_INDEX, NO_INDEX));
            let notifier = Notifier::Roots(document);
            self.notify(|| {
                Notification::new(notifier, Event::Remove, Slot::object(object), Slot::NULL)
                    .with_position(position)
            });
        }
    }

    /// Fails if a position is not below `end`.
    fn check_root_position(&self, document: DocumentId, position: usize, end: usize) -> EditResult {
        if position < end {
            return Ok(());
        }
        let expected = format!("a position below {end}");
        Err(self.reject_root(document, codes::OUT_OF_RANGE, &expected, &position.to_string()))
    }

    /// The error for an edit of the roots of a document.
    fn reject_root(
        &self,
        document: DocumentId,
        code: crate::diagnostic::Code,
        expected: &str,
        found: &str,
    ) -> Box<EditError> {
        Box::new(EditError {
            code,
            object: self.document(document).uri.clone(),
            feature: String::new(),
            expected: expected.to_owned(),
            found: found.to_owned(),
        })
    }

    /// Sets the document-wide id (`xmi:id`) of an object. The id is preserved when the object is moved.
    pub fn set_xmi_id(&mut self, object: ObjectId, id: &str) {
        let text = self.text.push(id);
        self.write_xmi_id(object, Slot::string(text));
    }

    /// Removes an object's `xmi:id`.
    pub fn unset_xmi_id(&mut self, object: ObjectId) {
        self.write_xmi_id(object, Slot::UNSET);
    }
}
