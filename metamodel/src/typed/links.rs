//! Ways between typed values: where references lead, and who refers to a value.
//!
//! Values are found by their own address in memory, so that a clone of a value is not the value. Invariant: nothing is
//! changed while links are held, since they borrow the document.

use super::write::Written;
use super::{Element, Ref};
use crate::model::{IdIndex, ObjectId, Resolver};
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::cell::{OnceCell, RefCell};

/// Every object of a document by its address, and who refers to it.
#[derive(Debug)]
pub struct Links<'t> {
    written: Written<'t>,
    ids: IdIndex,
    resolver: RefCell<Resolver>,
    objects: FxHashMap<(*const (), TypeId), ObjectId>,
    inverse: OnceCell<FxHashMap<ObjectId, Vec<(ObjectId, crate::ecore::FeatureId)>>>,
}

/// A value of a document, of whatever type it is.
#[derive(Debug, Clone, Copy)]
pub struct Found<'t> {
    stored: &'t dyn Any,
    object: &'t dyn Any,
}

impl<'t> Found<'t> {
    /// The value as a struct, or as the enum that it is stored as.
    #[must_use]
    pub fn get<U: Element>(&self) -> Option<&'t U> {
        self.object.downcast_ref().or_else(|| self.stored.downcast_ref())
    }

    /// Whether it is an object of this struct.
    #[must_use]
    pub fn is<U: Element>(&self) -> bool {
        self.get::<U>().is_some()
    }
}

fn key(value: &dyn Any) -> (*const (), TypeId) {
    (std::ptr::from_ref(value).cast(), value.type_id())
}

impl<'t> Links<'t> {
    pub(super) fn new(written: Written<'t>) -> Self {
        let ids = IdIndex::new(&written.model, written.model.objects());
        let both = written.values.iter().flat_map(|(id, noted)| [(noted.stored, *id), (noted.object, *id)]);
        let objects = both.map(|(value, id)| (key(value), id)).collect();
        Self { written, ids, resolver: RefCell::default(), objects, inverse: OnceCell::new() }
    }

    /// The value that a reference leads to, as the type that it names. Nothing where it leads elsewhere, or the value
    /// is not stored as that type; see [`Links::find`].
    #[must_use]
    pub fn resolve<U: Element>(&self, reference: &Ref<U>) -> Option<&'t U> {
        self.find(reference)?.get()
    }

    /// The value that a reference leads to, of whatever type.
    #[must_use]
    pub fn find<U>(&self, reference: &Ref<U>) -> Option<Found<'t>> {
        if reference.is_external() {
            return None;
        }
        let model = &self.written.model;
        let by_id = |id: &str| self.ids.find(model, id);
        let mut resolver = self.resolver.borrow_mut();
        self.value(resolver.resolve(model, self.written.document, reference.address(), &by_id)?)
    }

    /// The values that refer to a value, each with the name of the feature by which it does.
    #[must_use]
    pub fn referrers<U: Element>(&self, value: &U) -> Vec<(Found<'t>, &'static str)> {
        let Some(object) = self.objects.get(&key(value.object().1)) else { return Vec::new() };
        let inverse = self.inverse.get_or_init(|| self.written.model.inverse_references());
        let referring = inverse.get(object).into_iter().flatten();
        referring.filter_map(|(from, feature)| self.named(*from, *feature)).collect()
    }

    /// The path by which a value of the document is referred to.
    #[must_use]
    pub fn reference<U: Element>(&self, value: &U) -> Option<Ref<U>> {
        let object = self.objects.get(&key(value.object().1))?;
        Some(Ref::local(self.written.model.address(*object)))
    }

    fn value(&self, object: ObjectId) -> Option<Found<'t>> {
        self.written.values.get(&object).map(|noted| Found { stored: noted.stored, object: noted.object })
    }

    fn named(&self, from: ObjectId, feature: crate::ecore::FeatureId) -> Option<(Found<'t>, &'static str)> {
        let class = self.written.values.get(&from)?.class;
        let name = self.written.model.metamodel()[feature].name();
        let described = class.features.iter().find(|feature| **feature == name)?;
        Some((self.value(from)?, described))
    }
}
