//! Typed handles: objects of a model as the type of their class, with its features as methods.
//!
//! A handle is only an [`ObjectId`], so every change through a handle is an edit of the model, with
//! opposites, containment, notifications and undo. Invariants: a handle that this module creates is an
//! instance of its class in a matching metamodel; for a handle from [`Wrapper::wrap`], the caller guarantees
//! this. This module does not know how edits work.

mod class;
mod lists;
mod macros;

pub use class::{Features, HandleClass};
pub use lists::{Items, ItemsMut};

use super::{Data, Element, FieldData, FieldKind, Value, read, write};
use crate::diagnostic::Diagnostics;
use crate::ecore::FeatureId;
use crate::model::{Document, DocumentId, EditError, Model, ObjectId, literal};

/// The result of an edit.
pub type Edit<T = ()> = Result<T, Box<EditError>>;

/// An object's number, or a handle that contains one.
pub trait Wrapper: Copy {
    /// The handle of an object, which must be an instance of the class.
    #[must_use]
    fn wrap(object: ObjectId) -> Self;

    /// The object.
    #[must_use]
    fn object_id(self) -> ObjectId;
}

impl Wrapper for ObjectId {
    fn wrap(object: ObjectId) -> Self {
        object
    }

    fn object_id(self) -> ObjectId {
        self
    }
}

/// A handle to objects of a class and its subclasses. Created by [`handle!`](crate::handle).
///
/// A handle belongs to the model that it was created in; in any other model it is a meaningless number.
pub trait Handle: Wrapper + Value + 'static {
    /// The class, with its cached resolution.
    fn handle_class() -> &'static HandleClass;

    /// A new object outside every document and container.
    ///
    /// # Errors
    /// If the class is abstract, or the model's metamodel does not match the types.
    fn create(model: &mut Model) -> Edit<Self> {
        let class = Self::handle_class().id(model)?;
        model.create(class).map(Self::wrap)
    }

    /// A new root of a document.
    ///
    /// # Errors
    /// As for [`Handle::create`].
    fn create_root(model: &mut Model, document: DocumentId) -> Edit<Self> {
        let root = Self::create(model)?;
        model.add_root(document, root.object_id());
        Ok(root)
    }

    /// The handle of an object, if it is an instance of the class.
    #[must_use]
    fn from_object(model: &Model, object: ObjectId) -> Option<Self> {
        let class = Self::handle_class().id(model).ok()?;
        model.metamodel().conforms(model.class(object), class).then(|| Self::wrap(object))
    }

    /// The handle of another class for the same object, if the object is an instance of that class.
    #[must_use]
    fn cast<H: Handle>(self, model: &Model) -> Option<H> {
        H::from_object(model, self.object_id())
    }

    /// The roots of a document that are instances of the class.
    fn roots_of(model: &Model, document: DocumentId) -> impl Iterator<Item = Self> {
        let roots = model.document(document).roots().iter();
        roots.filter_map(|root| Self::from_object(model, *root))
    }

    /// A copy of the object and its contents, as a value of a type.
    ///
    /// # Errors
    /// As for [`from_model`](super::from_model).
    fn to_value<T: Element>(self, model: &Model) -> Result<T, Diagnostics> {
        read::from_object(model, self.object_id())
    }
}

/// Adds a new document with values as its roots to a model; [`Handle::roots_of`] returns the handles of the roots.
///
/// Adding the roots to the document is an edit: it is notified and recorded, and can be undone. After an undo, the
/// document and the objects remain, like those of [`Model::add_document`] and [`Model::create`].
///
/// # Errors
/// As for [`to_model`](super::to_model). The model is unchanged then.
pub fn add_values<T: Element>(
    model: &mut Model,
    document: Document,
    values: &[T],
) -> Result<DocumentId, Diagnostics> {
    // The values are first written to a temporary model, because a problem that occurs while they are written to this
    // model would leave some of them in it.
    write::to_model(model.metamodel(), values)?;
    let (preserved, records_objects) = (None, false);
    let write::AddedDocument { document, problems, .. } =
        write::add(model, document, values, preserved, records_objects);
    if problems.has_errors() {
        return Err(problems);
    }
    // The writer adds roots without an edit, so the edit is recorded here for observers and the history.
    model.record_read_roots(document);
    Ok(document)
}

/// A value of a feature of handles: a data value, a borrowed text or a handle.
pub trait HandleValue<'m>: Sized {
    /// The kind of features with such values.
    const KIND: FieldKind;

    /// Converts a value of a model; `None` if the value is of another kind.
    fn from_model(data: Data<'m>) -> Option<Self>;

    /// The value for a model.
    fn data(&self) -> FieldData<'_>;
}

impl<'m, T: Value> HandleValue<'m> for T {
    const KIND: FieldKind = <T as Value>::KIND;

    fn from_model(data: Data<'m>) -> Option<Self> {
        T::from_data(data)
    }

    fn data(&self) -> FieldData<'_> {
        self.to_data()
    }
}

impl<'m> HandleValue<'m> for &'m str {
    const KIND: FieldKind = FieldKind::Text;

    fn from_model(data: Data<'m>) -> Option<Self> {
        data.text()
    }

    fn data(&self) -> FieldData<'_> {
        Data::String(self).into()
    }
}

/// An object of any class.
impl Value for ObjectId {
    const KIND: FieldKind = FieldKind::Object;

    fn to_data(&self) -> FieldData<'_> {
        Data::Object(*self).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        data.object()
    }
}

/// Access to one feature of an object; the methods of handles use it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct FeatureAccess {
    object: ObjectId,
    class: &'static HandleClass,
    feature: usize,
}

impl FeatureAccess {
    /// Access to the feature at a position in the description of the class.
    #[must_use]
    pub fn new<H: Handle>(handle: H, feature: usize) -> Self {
        Self { object: handle.object_id(), class: H::handle_class(), feature }
    }

    /// The feature in the metamodel of a model.
    fn feature(self, model: &Model) -> Edit<FeatureId> {
        self.class.feature(model, self.feature)
    }

    /// The value, if there is one.
    #[must_use]
    pub fn optional<'m, T: HandleValue<'m>>(self, model: &'m Model) -> Option<T> {
        let feature = self.feature(model).ok()?;
        T::from_model(model.get(self.object, feature))
    }

    /// The value or its default; the default of the type if the model's metamodel has no such feature.
    #[must_use]
    pub fn value<'m, T: HandleValue<'m> + Default>(self, model: &'m Model) -> T {
        self.optional(model)
            .or_else(|| T::from_model(literal(&model.metamodel()[self.feature(model).ok()?].default)))
            .unwrap_or_default()
    }

    /// The values of a list; none if the model's metamodel has no such feature.
    #[must_use]
    pub fn items<'m, T: HandleValue<'m>>(self, model: &'m Model) -> Items<'m, T> {
        Items::new(self.feature(model).ok().map(|feature| model.list(self.object, feature)))
    }

    /// The values of a list, for editing.
    #[must_use]
    pub fn items_mut<'m, T: HandleValue<'m>>(self, model: &'m mut Model) -> ItemsMut<'m, T> {
        ItemsMut::new(model, self.object, self.class, self.feature)
    }

    /// Sets the value, or unsets it with `None`.
    ///
    /// # Errors
    /// If the edit is rejected.
    pub fn set<'v, T: HandleValue<'v>>(self, model: &mut Model, value: Option<&T>) -> Edit {
        let feature = self.feature(model)?;
        let data = value.map_or(Data::Null.into(), T::data);
        let value = lists::convert_text(model, feature, &data);
        model.set(self.object, feature, value)
    }
}
