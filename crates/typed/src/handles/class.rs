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
        self.with(model.metamodel(), |found| Some(found.class))
    }

    /// The feature at a position in the description.
    ///
    /// # Errors
    /// If the metamodel does not match the types.
    pub fn feature(&self, model: &Model, at: usize) -> Edit<FeatureId> {
        self.with(model.metamodel(), |found| found.features.get(at).copied())
    }

    fn with<T>(&self, metamodel: &Arc<Metamodel>, take: impl Fn(&Features) -> Option<T>) -> Edit<T> {
        // Compared by address, without counting a reference: this runs for each access to a feature.
        let known = self.resolved.get().filter(|known| known.metamodel.as_ptr() == Arc::as_ptr(metamodel));
        let taken = match known {
            Some(known) => take(known),
            None => {
                // A second metamodel is resolved again for each access; programs usually have only one.
                let found = self.find(metamodel)?;
                let taken = take(&found);
                // If two threads resolve at the same time, either result is valid.
                let _ = self.resolved.set(found);
                taken
            }
        };
        taken.ok_or_else(|| self.differs("fewer features".to_owned()))
    }

    fn find(&self, metamodel: &Arc<Metamodel>) -> Edit<Features> {
        let found = self.description.resolve(metamodel, self.shapes);
        let fields = found.map_err(|problem| self.differs(problem.message))?;
        let features = fields.fields.iter().map(|field| field.feature).collect();
        Ok(Features { metamodel: Arc::downgrade(metamodel), class: fields.class, features })
    }

    fn differs(&self, found: String) -> Box<EditError> {
        Box::new(EditError {
            code: codes::TYPES_DIFFER,
            object: self.description.name.to_owned(),
            feature: String::new(),
            expected: "the metamodel that the types were generated from".to_owned(),
            found,
        })
    }
}
