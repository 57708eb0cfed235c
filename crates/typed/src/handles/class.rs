//! Resolves the class and the features of a handle in the metamodel of a model.
//!
//! Invariant: resolved ids are used only for the metamodel that they were resolved in. The first metamodel is
//! cached with a weak reference, which prevents another metamodel from reusing its address. This module does
//! not know models.

use super::super::{ClassDescription, Shape};
use super::{Edit, Model};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::EditError;
use std::sync::{Arc, OnceLock, Weak};

/// The class of a handle, with its cached resolution.
#[derive(Debug)]
pub struct HandleClass {
    description: ClassDescription,
    /// The kind and multiplicity of each feature, in the order of the features in `description`.
    shapes: &'static [Shape],
    resolved: OnceLock<Features>,
}

/// The resolved class and features of a handle in a metamodel.
#[derive(Debug)]
pub struct Features {
    metamodel: Weak<Metamodel>,
    class: ClassId,
    features: Box<[FeatureId]>,
}

impl HandleClass {
    /// A class that is not resolved yet.
    #[must_use]
    pub const fn new(description: ClassDescription, shapes: &'static [Shape]) -> Self {
        Self { description, shapes, resolved: OnceLock::new() }
    }

    /// The description of the class.
    #[must_use]
    pub fn description(&self) -> &ClassDescription {
        &self.description
    }

    /// The class in a model's metamodel.
    ///
    /// # Errors
    /// If the metamodel does not match the types.
    pub fn id(&self, model: &Model) -> Edit<ClassId> {
        self.with_features(model.metamodel(), |features| Some(features.class))
    }

    /// The feature at a position in the description.
    ///
    /// # Errors
    /// If the metamodel does not match the types.
    pub fn feature(&self, model: &Model, position: usize) -> Edit<FeatureId> {
        self.with_features(model.metamodel(), |features| features.features.get(position).copied())
    }

    /// Selects something from the features that are resolved in a metamodel, resolving them first if necessary.
    fn with_features<T>(
        &self,
        metamodel: &Arc<Metamodel>,
        select: impl Fn(&Features) -> Option<T>,
    ) -> Edit<T> {
        // This runs for each access to a feature, so the metamodels are compared by address, which requires no
        // reference counting.
        let resolved = self.resolved.get();
        let cached = resolved.filter(|features| features.metamodel.as_ptr() == Arc::as_ptr(metamodel));
        let selection = match cached {
            Some(features) => select(features),
            None => {
                // Only one metamodel is cached, because programs usually have only one. Others are resolved again for
                // each access.
                let features = self.resolve(metamodel)?;
                let selection = select(&features);
                // If two threads resolve at the same time, either result is valid.
                let _ = self.resolved.set(features);
                selection
            }
        };
        selection.ok_or_else(|| self.mismatch("fewer features".to_owned()))
    }

    /// Resolves the class and its features in a metamodel.
    fn resolve(&self, metamodel: &Arc<Metamodel>) -> Edit<Features> {
        let resolution = self.description.resolve(metamodel, self.shapes);
        let resolved = resolution.map_err(|problem| self.mismatch(problem.message))?;
        let features = resolved.fields.iter().map(|field| field.feature).collect();
        Ok(Features { metamodel: Arc::downgrade(metamodel), class: resolved.class, features })
    }

    /// The error of a metamodel in which `found` is instead of what the types expect.
    fn mismatch(&self, found: String) -> Box<EditError> {
        Box::new(EditError {
            code: codes::TYPES_DIFFER,
            object: self.description.name.to_owned(),
            feature: String::new(),
            expected: "the metamodel that the types were generated from".to_owned(),
            found,
        })
    }
}
