//! Objects that expressions create outside of a model; they are kept for the following expressions.
//!
//! Invariants: an object is complete, so only its opposites and container may change; objects of other metamodels are
//! not known here.

use super::identity::Identity;
use super::object_space::ObjectSpace;
use super::prepared::PreparedRules;
use super::scope::Scope;
use crate::diagnostic::Diagnostics;
use crate::ecore::Classifier;
use crate::evaluate::{Host, Value};
use crate::model::{Document, DocumentId, Model};
use std::sync::Arc;

/// Objects of the classes of a metamodel.
pub struct CreatedObjects(ObjectSpace<'static>);

impl std::fmt::Debug for CreatedObjects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} objects", self.count())
    }
}

impl CreatedObjects {
    /// Creates an empty set of objects.
    #[must_use]
    pub fn new(rules: Arc<PreparedRules>) -> Self {
        Self(ObjectSpace::shared(rules))
    }

    /// The number of objects that were created.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.drafts.borrow().len()
    }

    /// The host for an expression: types, features and objects.
    #[must_use]
    pub fn host(&self) -> impl Host + '_ {
        Scope::for_session(&self.0, None)
    }

    /// Removes the connections of objects (from a number on) that were never completed because their creation failed.
    pub fn disconnect_incomplete(&self, from: usize) {
        self.0.disconnect_incomplete(from);
    }

    /// Creates a model with these objects as the roots of a document. Objects that they refer to, and that no other
    /// object contains, become further roots.
    ///
    /// # Errors
    /// If a value cannot be an object of a model.
    pub fn to_model(&self, roots: &[Value]) -> Result<(Model, DocumentId), Diagnostics> {
        let rules = &self.0.prepared;
        let mut model = Model::new(Arc::clone(&rules.metamodel));
        let drafts = self.0.drafts.borrow();
        let roots: Vec<usize> = roots.iter().filter_map(Identity::draft).collect();
        let created = rules.instantiate_all(&mut model, &drafts, &roots)?;
        let document = model.add_document(Document::default());
        for object in created {
            // References are set by now, so an object without a container is a root.
            if model.container(object).is_none() {
                model.add_root(document, object);
            }
        }
        Ok((model, document))
    }
}

impl PreparedRules {
    /// The type with a name, as seen from the root; `None` if there is no such type.
    #[must_use]
    pub fn type_named(&self, name: &str) -> Option<crate::evaluate::Type> {
        self.find_from_root(name).and_then(|classifier| self.type_of(classifier))
    }

    /// The names of all features of a class; the class is found as by [`PreparedRules::type_named`].
    #[must_use]
    pub fn features_of(&self, class: &str) -> Vec<&str> {
        let Some(Classifier::Class(class)) = self.find_from_root(class) else { return Vec::new() };
        self.metamodel.table(class).all_features().iter().map(|id| self.metamodel[*id].name()).collect()
    }

    /// Whether any class has a feature with this name.
    #[must_use]
    pub fn has_feature(&self, name: &str) -> bool {
        self.metamodel.features().any(|(_, feature)| feature.name() == name)
    }

    /// The names of all classes and data types except Ecore's.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        let metamodel = &*self.metamodel;
        let is_own = |package| !metamodel.is_built_in(package) && !metamodel.is_ecore_package(package);
        let classes = metamodel.classes().filter(move |(_, class)| is_own(class.package));
        let data_types = metamodel.data_types().filter(move |(_, data)| is_own(data.package));
        classes.map(|(_, class)| class.name.as_str()).chain(data_types.map(|(_, data)| data.name.as_str()))
    }
}
