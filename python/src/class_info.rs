//! Classes and features of metamodels, as Python values to look at.
//!
//! Invariant: two values are equal if they are the same class or feature of the same metamodel. This module does not
//! know objects.

use modelwright::metamodel::ecore::{ClassId, Classifier, FeatureId, Metamodel as Core, documentation};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A class of a metamodel.
#[pyclass(frozen, name = "Class", module = "pymodelwright", from_py_object)]
#[derive(Debug, Clone)]
pub(crate) struct ModelClass {
    metamodel: Arc<Core>,
    id: ClassId,
}

impl ModelClass {
    pub(crate) fn new(metamodel: &Arc<Core>, id: ClassId) -> Self {
        Self { metamodel: Arc::clone(metamodel), id }
    }

    /// The class in a metamodel: the same, or the one with the same package and name.
    pub(crate) fn id_in(&self, metamodel: &Arc<Core>) -> Option<ClassId> {
        if Arc::ptr_eq(&self.metamodel, metamodel) {
            return Some(self.id);
        }
        let class = &self.metamodel[self.id];
        let package = metamodel.package_by_uri(self.metamodel[class.package].ns_uri.as_deref()?)?;
        metamodel.class(package, &class.name)
    }

    /// The features with these ids.
    fn features_of(&self, ids: &[FeatureId]) -> Vec<ModelFeature> {
        ids.iter().map(|id| ModelFeature { metamodel: Arc::clone(&self.metamodel), id: *id }).collect()
    }
}

#[pymethods]
impl ModelClass {
    #[getter]
    fn name(&self) -> &str {
        &self.metamodel[self.id].name
    }

    /// The packages and the name, joined by dots.
    #[getter]
    fn qualified_name(&self) -> String {
        self.metamodel.qualified_name(Classifier::Class(self.id))
    }

    /// The namespace of the package of the class.
    #[getter]
    fn namespace(&self) -> Option<&str> {
        self.metamodel[self.metamodel[self.id].package].ns_uri.as_deref()
    }

    /// Whether the class has no direct objects: it is abstract, or an interface.
    #[getter]
    fn is_abstract(&self) -> bool {
        let class = &self.metamodel[self.id];
        class.is_abstract || class.is_interface
    }

    /// The direct superclasses.
    #[getter]
    fn supertypes(&self) -> Vec<ModelClass> {
        self.metamodel.supertypes(self.id).map(|id| Self::new(&self.metamodel, id)).collect()
    }

    /// All features, inherited ones included.
    #[getter]
    fn features(&self) -> Vec<ModelFeature> {
        self.features_of(self.metamodel.table(self.id).all_features())
    }

    /// The features that the class declares itself.
    #[getter]
    fn own_features(&self) -> Vec<ModelFeature> {
        self.features_of(&self.metamodel[self.id].features)
    }

    /// The documentation of the class.
    #[getter]
    fn documentation(&self) -> Option<String> {
        documentation(&self.metamodel[self.id].annotations).map(ToOwned::to_owned)
    }

    /// Whether objects of this class are also objects of another class.
    fn conforms_to(&self, other: &ModelClass) -> bool {
        other.id_in(&self.metamodel).is_some_and(|other| self.metamodel.conforms(self.id, other))
    }

    fn __getitem__(&self, name: &str) -> PyResult<ModelFeature> {
        let feature = self.metamodel.feature(self.id, name);
        let id = feature.ok_or_else(|| {
            PyKeyError::new_err(format!("{} has no feature `{name}`", self.metamodel[self.id].name))
        })?;
        Ok(ModelFeature { metamodel: Arc::clone(&self.metamodel), id })
    }

    fn __contains__(&self, name: &str) -> bool {
        self.metamodel.feature(self.id, name).is_some()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| self.id == other.id && Arc::ptr_eq(&self.metamodel, &other.metamodel))
    }

    fn __hash__(&self) -> u64 {
        hash(&(Arc::as_ptr(&self.metamodel), self.id))
    }

    fn __repr__(&self) -> String {
        format!("<Class {}>", self.qualified_name())
    }
}

/// A feature of a class: an attribute or a reference.
#[pyclass(frozen, skip_from_py_object, name = "Feature", module = "pymodelwright")]
#[derive(Debug, Clone)]
pub(crate) struct ModelFeature {
    metamodel: Arc<Core>,
    id: FeatureId,
}

#[pymethods]
impl ModelFeature {
    #[getter]
    fn name(&self) -> &str {
        self.metamodel[self.id].name()
    }

    /// The class that declares the feature.
    #[getter]
    fn owner(&self) -> ModelClass {
        ModelClass::new(&self.metamodel, self.metamodel[self.id].owner)
    }

    /// Whether the values are objects.
    #[getter]
    fn is_reference(&self) -> bool {
        self.metamodel[self.id].is_reference()
    }

    /// Whether the values are parts of the object that has them.
    #[getter]
    fn is_containment(&self) -> bool {
        self.metamodel[self.id].is_containment()
    }

    /// Whether the value identifies the object in its document.
    #[getter]
    fn is_id(&self) -> bool {
        self.metamodel[self.id].is_id()
    }

    /// Whether the feature can have several values.
    #[getter]
    fn is_many(&self) -> bool {
        self.metamodel[self.id].many()
    }

    /// Whether the value is computed from others.
    #[getter]
    fn is_derived(&self) -> bool {
        self.metamodel[self.id].derived
    }

    /// The minimum number of values.
    #[getter]
    fn lower(&self) -> i32 {
        self.metamodel[self.id].typed.lower
    }

    /// The maximum number of values; -1 is unbounded.
    #[getter]
    fn upper(&self) -> i32 {
        self.metamodel[self.id].typed.upper
    }

    /// The name of the class or data type of the values.
    #[getter]
    fn type_name(&self) -> String {
        let metamodel = &self.metamodel;
        if metamodel[self.id].is_reference() {
            metamodel[metamodel.target(self.id)].name.clone()
        } else {
            metamodel[metamodel.data_type(self.id)].name.clone()
        }
    }

    /// The class of the values; `None` for an attribute.
    #[getter]
    fn target(&self) -> Option<ModelClass> {
        let is_reference = self.metamodel[self.id].is_reference();
        is_reference.then(|| ModelClass::new(&self.metamodel, self.metamodel.target(self.id)))
    }

    /// The literals if the type is an enumeration; otherwise empty.
    #[getter]
    fn literals(&self) -> Vec<String> {
        if self.metamodel[self.id].is_reference() {
            return Vec::new();
        }
        let literals = self.metamodel[self.metamodel.data_type(self.id)].enum_literals();
        literals.iter().map(|literal| literal.spelling().to_owned()).collect()
    }

    /// The other end of a bidirectional reference.
    #[getter]
    fn opposite(&self) -> Option<ModelFeature> {
        let id = self.metamodel[self.id].opposite()?;
        Some(Self { metamodel: Arc::clone(&self.metamodel), id })
    }

    /// The documentation of the feature.
    #[getter]
    fn documentation(&self) -> Option<String> {
        documentation(&self.metamodel[self.id].typed.annotations).map(ToOwned::to_owned)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| self.id == other.id && Arc::ptr_eq(&self.metamodel, &other.metamodel))
    }

    fn __hash__(&self) -> u64 {
        hash(&(Arc::as_ptr(&self.metamodel), self.id))
    }

    fn __repr__(&self) -> String {
        format!("<Feature {}>", self.metamodel.feature_label(self.id))
    }
}

/// A hash for Python, the same in one process.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
