//! Navigation between typed values: resolving references, and finding the referrers of a value.
//!
//! Values are identified by their address in memory, so a clone of a value is another value. Invariant: the
//! document cannot change while there are links, because they borrow it. This module does not know formats.

use super::write::WriteResult;
use super::{Element, Ref};
use crate::model::{IdIndex, ObjectId, Resolver};
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::cell::{OnceCell, RefCell};

/// An index of the objects of a document and the references between them.
#[derive(Debug)]
pub struct Links<'t> {
    /// The values as a model, with the object of each value.
    result: WriteResult<'t>,
    ids: IdIndex,
    resolver: RefCell<Resolver>,
    /// The objects by the address and type of their values.
    objects: FxHashMap<(*const (), TypeId), ObjectId>,
    /// For each object, the objects that refer to it, with the referring feature.
    inverse: OnceCell<FxHashMap<ObjectId, Vec<(ObjectId, crate::ecore::FeatureId)>>>,
}

/// A value of a document, of any type.
#[derive(Debug, Clone, Copy)]
pub struct ElementRef<'t> {
    /// The value as a field stores it: a struct, or the enum or box that contains the struct.
    stored: &'t dyn Any,
    /// The struct itself.
    object: &'t dyn Any,
}

impl<'t> ElementRef<'t> {
    /// The value as its struct, or as the enum in which it is stored.
    #[must_use]
    pub fn get<U: Element>(&self) -> Option<&'t U> {
        self.object.downcast_ref().or_else(|| self.stored.downcast_ref())
    }

    /// Whether the value has this type.
    #[must_use]
    pub fn is<U: Element>(&self) -> bool {
        self.get::<U>().is_some()
    }
}

/// The identity of a value in the index.
fn identity(value: &dyn Any) -> (*const (), TypeId) {
    // The key includes the type, because the first field of a struct has the same address as the struct.
    (std::ptr::from_ref(value).cast(), value.type_id())
}

impl<'t> Links<'t> {
    /// Indexes the objects of a written document.
    pub(super) fn new(result: WriteResult<'t>) -> Self {
        // The index is built once for all look-ups, because it requires visiting all objects.
        let ids = IdIndex::new(&result.model, result.model.objects());
        // A value can be looked up as its struct, or as the enum or box that stores it.
        let values =
            result.values.iter().flat_map(|(id, element)| [(element.stored, *id), (element.object, *id)]);
        let objects = values.map(|(value, id)| (identity(value), id)).collect();
        Self { result, ids, resolver: RefCell::default(), objects, inverse: OnceCell::new() }
    }

    /// Resolves a reference to a value of its target type. `None` if it refers to another document, or the value is
    /// not stored as that type; see [`Links::find`].
    #[must_use]
    pub fn resolve<U: Element>(&self, reference: &Ref<U>) -> Option<&'t U> {
        self.find(reference)?.get()
    }

    /// Resolves a reference to a value of any type.
    #[must_use]
    pub fn find<U>(&self, reference: &Ref<U>) -> Option<ElementRef<'t>> {
        if reference.is_external() {
            return None;
        }
        let model = &self.result.model;
        let mut resolver = self.resolver.borrow_mut();
        let target = resolver.resolve(model, self.result.document, reference.address(), &|id: &str| {
            self.ids.find(model, id)
        })?;
        self.value(target)
    }

    /// The values that refer to a value, each with the name of the referring feature.
    #[must_use]
    pub fn referrers<U: Element>(&self, value: &U) -> Vec<(ElementRef<'t>, &'static str)> {
        let Some(object) = self.objects.get(&identity(value.object().1)) else { return Vec::new() };
        // The index is computed on demand, because only `referrers` needs it.
        let inverse = self.inverse.get_or_init(|| self.result.model.inverse_references());
        let referring = inverse.get(object).into_iter().flatten();
        referring.filter_map(|(object, feature)| self.referrer(*object, *feature)).collect()
    }

    /// A reference to a value of the document, by path.
    #[must_use]
    pub fn reference<U: Element>(&self, value: &U) -> Option<Ref<U>> {
        let object = self.objects.get(&identity(value.object().1))?;
        Some(Ref::local(self.result.model.address(*object)))
    }

    /// The value of an object.
    fn value(&self, object: ObjectId) -> Option<ElementRef<'t>> {
        self.result
            .values
            .get(&object)
            .map(|element| ElementRef { stored: element.stored, object: element.object })
    }

    /// An object that refers to another one, with the name of the reference.
    fn referrer(
        &self,
        object: ObjectId,
        feature: crate::ecore::FeatureId,
    ) -> Option<(ElementRef<'t>, &'static str)> {
        let class = self.result.values.get(&object)?.class;
        let name = self.result.model.metamodel()[feature].name();
        // The name is taken from the description, because it must be `'static`.
        let static_name = class.features.iter().find(|feature| **feature == name)?;
        Some((self.value(object)?, static_name))
    }
}
