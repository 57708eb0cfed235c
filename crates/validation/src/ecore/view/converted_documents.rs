//! The documents of a model, converted to a metamodel, for rules that check values of the data types that the documents
//! declare.
//!
//! Invariant: a model is converted once, however many of its documents are checked.

use crate::model::{DocumentId, Model, ObjectId, ecore};
use modelwright_metamodel::ecore::{Classifier, DataTypeId, Element, Metamodel};
use rustc_hash::FxHashMap;

/// The metamodel that all documents of a model declare.
#[derive(Debug)]
pub(crate) struct ConvertedDocuments {
    pub(crate) metamodel: Metamodel,
    /// The data types by the objects that declare them.
    data_types: FxHashMap<ObjectId, DataTypeId>,
}

impl ConvertedDocuments {
    /// Converts all documents of a model.
    pub(super) fn new(model: &Model) -> Self {
        let documents: Vec<DocumentId> = model.documents().map(|(id, _)| id).collect();
        let conversion = ecore::from_models(model, &documents, model.metamodel());
        let data_types = conversion.objects.into_iter().filter_map(|(element, object)| match element {
            Element::DataType(id) => Some((object, id)),
            _ => None,
        });
        Self { data_types: data_types.collect(), metamodel: conversion.metamodel }
    }

    /// The data type that an object declares.
    pub(crate) fn data_type_of(&self, object: ObjectId) -> Option<DataTypeId> {
        self.data_types.get(&object).copied()
    }

    /// The data type with a name in a package.
    pub(crate) fn data_type(&self, uri: &str, name: &str) -> Option<DataTypeId> {
        match self.metamodel.classifier(self.metamodel.package_by_uri(uri)?, name)? {
            Classifier::DataType(id) => Some(id),
            Classifier::Class(_) => None,
        }
    }
}
