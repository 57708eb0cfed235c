//! Typed handles: objects of a model under their class's name, with its features as methods.
//!
//! A handle is an [`ObjectId`] and nothing else, so that whatever is done by one is an edit of the model, with all
//! that belongs to it: opposites, containment, notifications, undo. Invariants: a handle that this module hands out is
//! of its class, or of a subclass, in a metamodel that fits; one made by [`Wrapper::wrap`] is what the caller says.
//! This module does not know how edits are made.

mod class;
mod lists;
mod macros;

pub use class::{Features, HandleClass};
pub use lists::{Items, ItemsMut};

use super::{Data, Element, Kind, Value, read, write};
use crate::diagnostic::Diagnostics;
use crate::ecore::FeatureId;
use crate::model::{Document, DocumentId, EditError, Model, ObjectId, literal};

/// What edits give.
pub type Edit<T = ()> = Result<T, Box<EditError>>;

/// An object's number, or a handle around one.
pub trait Wrapper: Copy {
    /// The handle to an object, which the caller knows to be of the class.
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

/// A handle to objects of a class and its subclasses. Made by [`handle!`](crate::typed::handle).
///
/// A handle belongs to the model that it was made in, and is no more than a number in any other one.
pub trait Handle: Wrapper + Value + 'static {
    /// The class, with what was found of it in metamodels.
    fn handle_class() -> &'static HandleClass;

    /// A new object outside every document and container.
    ///
    /// # Errors
    /// Where the class is abstract, or the model's metamodel is not the one that the types are of.
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

    /// The handle to an object, if it is of the class.
    #[must_use]
    fn from_object(model: &Model, object: ObjectId) -> Option<Self> {
        let class = Self::handle_class().id(model).ok()?;
        model.metamodel().conforms(model.class(object), class).then(|| Self::wrap(object))
    }

    /// The same object as one of another class, if it is of that.
    #[must_use]
    fn cast<H: Handle>(self, model: &Model) -> Option<H> {
        H::from_object(model, self.object_id())
    }

    /// The roots of a document that are of the class.
    fn roots_of(model: &Model, document: DocumentId) -> impl Iterator<Item = Self> {
        let roots = model.document(document).roots().iter();
        roots.filter_map(|root| Self::from_object(model, *root))
    }

    /// A copy of the object and all that it contains, as a value of a type.
    ///
    /// # Errors
    /// As for [`from_model`](super::from_model).
    fn to_value<T: Element>(self, model: &Model) -> Result<T, Diagnostics> {
        read::from_object(model, self.object_id())
    }
}

/// Makes values the roots of a new document of a model; [`Handle::roots_of`] gives the handles to them.
///
/// That the roots enter the document is an edit: it is told, recorded and taken back. The document stays, as one that
/// [`Model::add_document`] adds, and so do the objects, as those that [`Model::create`] makes.
///
/// # Errors
/// As for [`to_model`](super::to_model). The model is as it was before then.
pub fn add_values<T: Element>(
    model: &mut Model,
    document: Document,
    values: &[T],
) -> Result<DocumentId, Diagnostics> {
    // What goes wrong would leave a part of the values behind, so it is looked for elsewhere first.
    write::to_model(model.metamodel(), values)?;
    let (document, _, problems) = write::add(model, document, values, None, false);
    if problems.has_errors() {
        return Err(problems);
    }
    model.enter_read(document);
    Ok(document)
}

/// What a feature gives and takes by handles: data values, borrowed texts and handles.
pub trait Held<'m>: Sized {
    /// What kind of feature holds it.
    const KIND: Kind;

    /// What a model gives, unless it is something else.
    fn of(data: Data<'m>) -> Option<Self>;

    /// What a model takes.
    fn data(&self) -> Data<'_>;
}

impl<'m, T: Value> Held<'m> for T {
    const KIND: Kind = <T as Value>::KIND;

    fn of(data: Data<'m>) -> Option<Self> {
        T::from_data(data)
    }

    fn data(&self) -> Data<'_> {
        self.to_data()
    }
}

impl<'m> Held<'m> for &'m str {
    const KIND: Kind = Kind::Text;

    fn of(data: Data<'m>) -> Option<Self> {
        data.text()
    }

    fn data(&self) -> Data<'_> {
        Data::String(self)
    }
}

/// An object of whatever class.
impl Value for ObjectId {
    const KIND: Kind = Kind::Object;

    fn to_data(&self) -> Data<'_> {
        Data::Object(*self)
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        data.object()
    }
}

/// A feature of an object: what the methods of handles come down to.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct At {
    object: ObjectId,
    class: &'static HandleClass,
    feature: usize,
}

impl At {
    #[must_use]
    pub fn new<H: Handle>(handle: H, feature: usize) -> Self {
        Self { object: handle.object_id(), class: H::handle_class(), feature }
    }

    fn feature(self, model: &Model) -> Edit<FeatureId> {
        self.class.feature(model, self.feature)
    }

    /// The value; nothing where there is none.
    #[must_use]
    pub fn maybe<'m, T: Held<'m>>(self, model: &'m Model) -> Option<T> {
        let feature = self.feature(model).ok()?;
        T::of(model.get(self.object, feature))
    }

    /// The value, or the default; that of the type where a model of another metamodel has no such feature.
    #[must_use]
    pub fn value<'m, T: Held<'m> + Default>(self, model: &'m Model) -> T {
        let default = || T::of(literal(&model.metamodel()[self.feature(model).ok()?].default));
        self.maybe(model).or_else(default).unwrap_or_default()
    }

    #[must_use]
    pub fn items<'m, T: Held<'m>>(self, model: &'m Model) -> Items<'m, T> {
        Items::new(self.feature(model).ok().map(|feature| model.list(self.object, feature)))
    }

    #[must_use]
    pub fn items_mut<'m, T: Held<'m>>(self, model: &'m mut Model) -> ItemsMut<'m, T> {
        ItemsMut::new(model, self.object, self.class, self.feature)
    }

    /// # Errors
    /// Where the edit is refused.
    pub fn set<'v, T: Held<'v>>(self, model: &mut Model, value: Option<&T>) -> Edit {
        let feature = self.feature(model)?;
        let value = lists::fitting(model, feature, value.map_or(Data::Null, T::data));
        model.set(self.object, feature, value)
    }
}
