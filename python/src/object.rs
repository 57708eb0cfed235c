//! Objects of models as Python values: features are attributes.
//!
//! Invariants: names of this class begin with `e` and an upper-case letter, as in EMF and PyEcore, so that all other
//! names are those of features; two values are equal if they are the same object of the same model. An edit that the
//! model rejects changes nothing.

use super::class_info::{ModelClass, hash};
use super::list::ObjectList;
use super::model::{Model, ModelState, Objects};
use super::values::OwnedValue;
use modelwright::metamodel::diagnostic::nearest;
use modelwright::metamodel::ecore::FeatureId;
use modelwright::metamodel::model::{EditError, Model as CoreModel, ObjectId};
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// What an edit of a model returns.
pub(crate) type Edit<T = ()> = Result<T, Box<EditError>>;

/// An object of a model.
#[pyclass(frozen, skip_from_py_object, module = "pymodelwright")]
#[derive(Debug, Clone)]
pub(crate) struct Object {
    state: Arc<ModelState>,
    id: ObjectId,
}

/// What a feature is set to.
#[derive(Debug)]
pub(crate) enum FeatureValue {
    One(OwnedValue),
    Several(Vec<OwnedValue>),
}

impl FeatureValue {
    /// Sets a feature of an object to the value.
    pub(crate) fn set(&self, model: &mut CoreModel, object: ObjectId, feature: FeatureId) -> Edit {
        match self {
            Self::One(value) => model.set(object, feature, value.borrow()),
            Self::Several(items) => {
                let values: Vec<_> = items.iter().map(OwnedValue::borrow).collect();
                model.set_list(object, feature, &values)
            }
        }
    }
}

impl Object {
    pub(crate) fn new(state: &Arc<ModelState>, id: ObjectId) -> Self {
        Self { state: Arc::clone(state), id }
    }

    pub(crate) fn model(&self) -> Model {
        Model { state: Arc::clone(&self.state) }
    }

    /// The object's id in a model.
    ///
    /// # Errors
    /// `ValueError` if the object belongs to another model.
    pub(crate) fn id_in(&self, state: &Arc<ModelState>) -> PyResult<ObjectId> {
        if Arc::ptr_eq(&self.state, state) {
            return Ok(self.id);
        }
        Err(PyValueError::new_err("the object belongs to another model; create it in this one"))
    }

    /// The feature with a name.
    ///
    /// # Errors
    /// `AttributeError` if the class has no such feature, or if the feature is a feature map, whose values are those of
    /// other features.
    pub(crate) fn feature(&self, name: &str) -> PyResult<FeatureId> {
        let metamodel = &self.state.metamodel;
        let class = self.state.read(|model| model.class(self.id))?;
        match metamodel.feature(class, name) {
            Some(feature) if metamodel.is_feature_map(feature) => {
                let label = metamodel.feature_label(feature);
                Err(PyAttributeError::new_err(format!("{label} is a feature map; use the features in it")))
            }
            Some(feature) => Ok(feature),
            None => {
                let names = metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name());
                let help = nearest(name, names).map(|suggestion| format!("; did you mean `{suggestion}`?"));
                let class = &metamodel[class].name;
                let message = format!("{class} has no feature `{name}`{}", help.unwrap_or_default());
                Err(PyAttributeError::new_err(message))
            }
        }
    }

    /// The value of a feature as a Python value; a list for a feature with many values.
    fn get_feature<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let feature = self.feature(name)?;
        if self.state.metamodel[feature].many() {
            let list = ObjectList::of_feature(&self.state, self.id, feature);
            return Ok(Bound::new(py, list)?.into_any());
        }
        let value = self.state.read(|model| OwnedValue::read(model, feature, model.get(self.id, feature)))?;
        value.to_python(py, &self.state)
    }

    /// Sets a feature to a Python value.
    pub(crate) fn set_feature(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let feature = self.feature(name)?;
        // After `object.items += values` has extended the list, Python sets the feature to the same list.
        let list = ObjectList::of_feature(&self.state, self.id, feature);
        if value.cast::<ObjectList>().is_ok_and(|other| other.get().is_same(&list)) {
            return Ok(());
        }
        let new_value = self.convert(feature, value)?;
        self.state.edit(value.py(), |model| new_value.set(model, self.id, feature))
    }

    /// A value of Python as one of a feature.
    pub(crate) fn convert(&self, feature: FeatureId, value: &Bound<'_, PyAny>) -> PyResult<FeatureValue> {
        if self.state.metamodel[feature].many() {
            let list = ObjectList::of_feature(&self.state, self.id, feature);
            return list.items(value).map(FeatureValue::Several);
        }
        OwnedValue::from_python(value, &self.state, feature).map(FeatureValue::One)
    }
}

#[pymethods]
#[expect(non_snake_case, reason = "the names of EMF")]
impl Object {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.get_feature(py, name)
    }

    fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_feature(name, value)
    }

    fn __delattr__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.eUnset(py, name)
    }

    fn __dir__(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let mut names: Vec<String> = py.get_type::<Self>().dir()?.extract()?;
        let metamodel = &self.state.metamodel;
        let class = self.state.read(|model| model.class(self.id))?;
        names.extend(metamodel.table(class).all_features().iter().map(|id| metamodel[*id].name().to_owned()));
        Ok(names)
    }

    /// The class of the object.
    #[getter]
    fn eClass(&self) -> PyResult<ModelClass> {
        let class = self.state.read(|model| model.class(self.id))?;
        Ok(ModelClass::new(&self.state.metamodel, class))
    }

    /// The model of the object.
    #[getter]
    fn eModel(&self) -> Model {
        self.model()
    }

    /// The container of the object.
    fn eContainer(&self) -> PyResult<Option<Object>> {
        let container = self.state.read(|model| model.container(self.id))?;
        Ok(container.map(|id| Self::new(&self.state, id)))
    }

    /// The name of the feature of the container that contains the object.
    fn eContainingFeature(&self) -> PyResult<Option<String>> {
        let metamodel = &self.state.metamodel;
        let feature = self.state.read(|model| model.containing_feature(self.id))?;
        Ok(feature.map(|feature| metamodel[feature].name().to_owned()))
    }

    /// The objects that the object contains directly.
    #[getter]
    fn eContents(&self) -> PyResult<Vec<Object>> {
        let ids: Vec<ObjectId> = self.state.read(|model| model.contents(self.id).collect())?;
        Ok(ids.into_iter().map(|id| Self::new(&self.state, id)).collect())
    }

    /// The objects that the object contains directly and indirectly, containers before their contents.
    fn eAllContents(&self) -> PyResult<Objects> {
        let ids = self.state.read(|model| model.all_contents(self.id).collect())?;
        Ok(Objects::new(&self.state, ids))
    }

    /// The value of a feature, also of one whose name is not an identifier of Python.
    fn eGet<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.get_feature(py, name)
    }

    /// Sets a feature.
    fn eSet(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_feature(name, value)
    }

    /// Whether a feature is set: its value differs from the default, or its list is not empty.
    fn eIsSet(&self, name: &str) -> PyResult<bool> {
        let feature = self.feature(name)?;
        self.state.read(|model| model.is_set(self.id, feature))
    }

    /// Returns a feature to its state in a new object.
    fn eUnset(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let feature = self.feature(name)?;
        self.state.edit(py, |model| model.unset(self.id, feature))
    }

    /// The address by which documents refer to the object: an id, or a path such as `//@items.0`.
    fn eURIFragment(&self) -> PyResult<String> {
        self.state.read(|model| model.address(self.id))
    }

    /// The address of the target, if the object is a proxy: a reference that could not be resolved. A proxy has no
    /// values.
    #[getter]
    fn eProxyURI(&self) -> PyResult<Option<String>> {
        self.state.read(|model| model.proxy_uri(self.id).map(ToOwned::to_owned))
    }

    /// Removes the object from its container or from the roots; references to it stay.
    fn eRemove(&self, py: Python<'_>) -> PyResult<()> {
        self.state.edit(py, |model| -> Edit {
            model.detach(self.id);
            Ok(())
        })
    }

    /// Removes the object with its contents, and all references to them from outside.
    fn eDelete(&self, py: Python<'_>) -> PyResult<()> {
        self.state.edit(py, |model| -> Edit {
            model.delete_tree(self.id);
            Ok(())
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| self.id == other.id && Arc::ptr_eq(&self.state, &other.state))
    }

    fn __hash__(&self) -> u64 {
        hash(&(Arc::as_ptr(&self.state), self.id))
    }

    fn __repr__(&self) -> PyResult<String> {
        let metamodel = &self.state.metamodel;
        self.state.read(|model| {
            let class = &metamodel[model.class(self.id)].name;
            match model.proxy_uri(self.id) {
                Some(uri) => format!("<{class} unresolved {uri}>"),
                None if model.container(self.id).is_none() && model.document_of(self.id).is_none() => {
                    format!("<{class} in no document>")
                }
                None => format!("<{class} {}>", model.address(self.id)),
            }
        })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("an object is part of its model; pickle the text of the model instead"))
    }
}
