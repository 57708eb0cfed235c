//! Lists of a model: the values of a feature with several values, and the roots of a document, as lists of Python.
//!
//! Invariants: a list is a view, which always shows the present values; an edit that the model rejects changes
//! nothing, except that the roots are edited one after the other. What may be in a list is decided by the model: a
//! containment moves an object, and values that a list of distinct values already has are skipped if several are
//! added, as in EMF.

use super::model::ModelState;
use super::object::{Edit, Object};
use super::values::OwnedValue;
use modelwright::metamodel::ecore::FeatureId;
use modelwright::metamodel::model::{DocumentId, Model as CoreModel, ObjectId, Value};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple};
use std::sync::Arc;

/// Where a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ListLocation {
    Feature(ObjectId, FeatureId),
    Roots(DocumentId),
}

/// A list of a model.
#[pyclass(frozen, skip_from_py_object, name = "List", module = "pymodelwright", sequence)]
#[derive(Debug, Clone)]
pub(crate) struct ObjectList {
    state: Arc<ModelState>,
    location: ListLocation,
}

impl ObjectList {
    pub(crate) fn of_feature(state: &Arc<ModelState>, object: ObjectId, feature: FeatureId) -> Self {
        Self { state: Arc::clone(state), location: ListLocation::Feature(object, feature) }
    }

    pub(crate) fn of_roots(state: &Arc<ModelState>, document: DocumentId) -> Self {
        Self { state: Arc::clone(state), location: ListLocation::Roots(document) }
    }

    /// Whether both are views of one list.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.location == other.location && Arc::ptr_eq(&self.state, &other.state)
    }

    fn len(&self) -> PyResult<usize> {
        let location = self.location;
        self.state.read(|model| len(model, location))
    }

    /// The values, in their order.
    fn values(&self) -> PyResult<Vec<OwnedValue>> {
        let location = self.location;
        self.state.read(|model| match location {
            ListLocation::Feature(object, feature) => {
                let values = model.list(object, feature);
                values.iter().map(|value| OwnedValue::read(model, feature, value)).collect()
            }
            ListLocation::Roots(document) => {
                model.document(document).roots().iter().map(|id| OwnedValue::Object(*id)).collect()
            }
        })
    }

    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let values: Vec<_> =
            self.values()?.iter().map(|value| value.to_python(py, &self.state)).collect::<PyResult<_>>()?;
        PyList::new(py, values)
    }

    /// Converts a Python value to an item of this list.
    fn item(&self, value: &Bound<'_, PyAny>) -> PyResult<OwnedValue> {
        match self.location {
            ListLocation::Feature(_, feature) => OwnedValue::from_python(value, &self.state, feature),
            ListLocation::Roots(_) => match value.cast::<Object>() {
                Ok(object) => object.get().id_in(&self.state).map(OwnedValue::Object),
                Err(_) => {
                    let found = value.get_type().name()?;
                    Err(PyTypeError::new_err(format!("a root must be an object, found {found}")))
                }
            },
        }
    }

    /// Converts the values of a Python sequence to items of this list.
    pub(crate) fn items(&self, values: &Bound<'_, PyAny>) -> PyResult<Vec<OwnedValue>> {
        values.try_iter()?.map(|value| self.item(&value?)).collect()
    }

    /// The positions of a value.
    fn positions(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        // A value that cannot be in the list is not in it.
        let Ok(item) = self.item(value) else { return Ok(Vec::new()) };
        let location = self.location;
        self.state.read(|model| {
            let is_equal = |value: Value<'_>| value.is_same(item.borrow());
            let matches: Vec<bool> = match location {
                ListLocation::Feature(object, feature) => {
                    model.list(object, feature).iter().map(is_equal).collect()
                }
                ListLocation::Roots(document) => {
                    model.document(document).roots().iter().map(|id| is_equal(Value::Object(*id))).collect()
                }
            };
            matches
                .iter()
                .enumerate()
                .filter(|(_, is_match)| **is_match)
                .map(|(position, _)| position)
                .collect()
        })
    }

    /// The position that an index of Python means.
    fn position(&self, index: isize) -> PyResult<usize> {
        let len = self.len()?;
        let position = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
        let position =
            position.and_then(|position| usize::try_from(position).ok()).filter(|position| *position < len);
        position.ok_or_else(|| PyIndexError::new_err("list index out of range"))
    }

    /// Edits the model of the list.
    fn edit(&self, py: Python<'_>, work: impl FnOnce(&mut CoreModel) -> Edit) -> PyResult<()> {
        self.state.edit(py, work)
    }

    /// Removes the value at a position.
    fn remove_at(&self, py: Python<'_>, position: usize) -> PyResult<()> {
        let location = self.location;
        self.edit(py, |model| remove(model, location, position))
    }

    /// Sets all values.
    fn replace_all(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let items = self.items(values)?;
        self.set_all(values.py(), &items)
    }

    /// Sets all values, which were converted before.
    fn set_all(&self, py: Python<'_>, items: &[OwnedValue]) -> PyResult<()> {
        let location = self.location;
        self.edit(py, |model| match location {
            ListLocation::Feature(object, feature) => {
                let values: Vec<Value<'_>> = items.iter().map(OwnedValue::borrow).collect();
                model.set_list(object, feature, &values)
            }
            ListLocation::Roots(document) => {
                while let Some(last) = model.document(document).roots().len().checked_sub(1) {
                    model.remove_root(document, last)?;
                }
                let ids = items.iter().filter_map(|item| item.borrow().object());
                ids.for_each(|id| model.add_root(document, id));
                Ok(())
            }
        })
    }

    /// Applies a change to a Python list of the values, such as an assignment to a slice, and sets the values to those
    /// of the list.
    fn change(
        &self,
        py: Python<'_>,
        change_list: impl FnOnce(&Bound<'_, PyList>) -> PyResult<()>,
    ) -> PyResult<()> {
        let list = self.to_list(py)?;
        change_list(&list)?;
        self.replace_all(&list)
    }
}

/// The number of values of a list.
fn len(model: &CoreModel, location: ListLocation) -> usize {
    match location {
        ListLocation::Feature(object, feature) => model.list(object, feature).len(),
        ListLocation::Roots(document) => model.document(document).roots().len(),
    }
}

/// Inserts a value into a list before a position.
fn insert(model: &mut CoreModel, location: ListLocation, position: usize, value: Value<'_>) -> Edit {
    match (location, value) {
        (ListLocation::Feature(object, feature), value) => model.insert(object, feature, position, value),
        (ListLocation::Roots(document), Value::Object(id)) => model.insert_root(document, position, id),
        // `item` accepts objects only.
        (ListLocation::Roots(_), _) => Ok(()),
    }
}

/// Removes the value at a position of a list.
fn remove(model: &mut CoreModel, location: ListLocation, position: usize) -> Edit {
    match location {
        ListLocation::Feature(object, feature) => model.remove(object, feature, position),
        ListLocation::Roots(document) => model.remove_root(document, position),
    }
}

#[pymethods]
impl ObjectList {
    fn __len__(&self) -> PyResult<usize> {
        self.len()
    }

    fn __getitem__<'py>(&self, index_or_slice: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index_or_slice.py();
        if index_or_slice.cast::<PySlice>().is_ok() {
            return self.to_list(py)?.as_any().get_item(index_or_slice);
        }
        let position = self.position(extract_index(index_or_slice)?)?;
        let location = self.location;
        let value = self.state.read(|model| match location {
            ListLocation::Feature(object, feature) => {
                model.list(object, feature).get(position).map(|value| OwnedValue::read(model, feature, value))
            }
            ListLocation::Roots(document) => {
                model.document(document).roots().get(position).map(|id| OwnedValue::Object(*id))
            }
        })?;
        value.unwrap_or(OwnedValue::Null).to_python(py, &self.state)
    }

    fn __setitem__(&self, index_or_slice: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = index_or_slice.py();
        if index_or_slice.cast::<PySlice>().is_ok() {
            return self.change(py, |list| list.as_any().set_item(index_or_slice, value));
        }
        let (position, location) = (self.position(extract_index(index_or_slice)?)?, self.location);
        let item = self.item(value)?;
        self.edit(py, |model| match location {
            ListLocation::Feature(object, feature) => model.replace(object, feature, position, item.borrow()),
            ListLocation::Roots(document) => match (model.document(document).roots()[position], &item) {
                (root, OwnedValue::Object(id)) if root != *id => model.substitute(root, *id),
                _ => Ok(()),
            },
        })
    }

    fn __delitem__(&self, index_or_slice: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = index_or_slice.py();
        if index_or_slice.cast::<PySlice>().is_ok() {
            return self.change(py, |list| list.as_any().del_item(index_or_slice));
        }
        self.remove_at(py, self.position(extract_index(index_or_slice)?)?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_list(py)?.try_iter()?.into_any())
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(!self.positions(value)?.is_empty())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let other = match other.cast::<Self>() {
            Ok(list) if list.get().is_same(self) => return Ok(true),
            Ok(list) => list.get().to_list(py)?,
            Err(_) if other.cast::<PyTuple>().is_ok() => other.cast::<PyTuple>()?.to_list(),
            Err(_) => match other.cast::<PyList>() {
                Ok(list) => list.clone(),
                Err(_) => return Ok(false),
            },
        };
        self.to_list(py)?.eq(other)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let list = self.to_list(other.py())?;
        list.call_method1("extend", (other,))?;
        Ok(list.into_any())
    }

    fn __iadd__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.extend(other)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.to_list(py)?.repr()?.to_cow()?.into_owned())
    }

    /// Adds a value at the end.
    #[pyo3(signature = (value, /))]
    fn append(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (item, location) = (self.item(value)?, self.location);
        self.edit(value.py(), |model| insert(model, location, len(model, location), item.borrow()))
    }

    /// Adds values at the end.
    #[pyo3(signature = (values, /))]
    fn extend(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let (items, location) = (self.items(values)?, self.location);
        self.edit(values.py(), |model| match location {
            ListLocation::Feature(object, feature) => {
                let values: Vec<Value<'_>> = items.iter().map(OwnedValue::borrow).collect();
                model.add_all(object, feature, &values)
            }
            ListLocation::Roots(document) => {
                let ids = items.iter().filter_map(|item| item.borrow().object());
                ids.for_each(|id| model.add_root(document, id));
                Ok(())
            }
        })
    }

    /// Inserts a value before a position.
    #[pyo3(signature = (index, value, /))]
    fn insert(&self, index: isize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (item, location, len) = (self.item(value)?, self.location, self.len()?);
        // Python's lists accept every position.
        let position = clamped_position(index, len).min(len);
        self.edit(value.py(), |model| insert(model, location, position, item.borrow()))
    }

    /// Removes the first value that equals another one.
    #[pyo3(signature = (value, /))]
    fn remove(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (start, stop) = (0, isize::MAX);
        self.remove_at(value.py(), self.index(value, start, stop)?)
    }

    /// Removes the value at a position, and returns it.
    #[pyo3(signature = (index=-1, /), text_signature = "($self, index=-1, /)")]
    fn pop<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let position = self.position(index)?;
        let value = self.__getitem__(position.into_pyobject(py)?.as_any())?;
        self.remove_at(py, position)?;
        Ok(value)
    }

    /// Removes all values.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.set_all(py, &[])
    }

    /// The position of the first value that equals another one, between two positions.
    #[pyo3(
        signature = (value, start=0, stop=isize::MAX, /),
        text_signature = "($self, value, start=0, stop=sys.maxsize, /)"
    )]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let len = self.len()?;
        let range = clamped_position(start, len)..clamped_position(stop, len);
        match self.positions(value)?.into_iter().find(|position| range.contains(position)) {
            Some(position) => Ok(position),
            None => Err(PyValueError::new_err(format!("{} is not in the list", value.repr()?))),
        }
    }

    /// How often a value is in the list.
    #[pyo3(signature = (value, /))]
    fn count(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.positions(value)?.len())
    }

    /// Reverses the order.
    fn reverse(&self, py: Python<'_>) -> PyResult<()> {
        self.change(py, |list| list.reverse())
    }

    /// Sorts the values, as Python's lists do.
    #[pyo3(signature = (**arguments))]
    fn sort(&self, py: Python<'_>, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        self.change(py, |list| list.call_method("sort", (), arguments).map(|_| ()))
    }

    /// The values as a list of Python.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.to_list(py)
    }
}

/// A position that may be before the first or after the last one; negative ones count from the end.
fn clamped_position(index: isize, len: usize) -> usize {
    let position = if index < 0 { index.saturating_add_unsigned(len) } else { index };
    usize::try_from(position).unwrap_or(0)
}

/// The integer that Python code passed as an index.
fn extract_index(index: &Bound<'_, PyAny>) -> PyResult<isize> {
    index.extract().map_err(|_| PyTypeError::new_err("list indices are integers or slices"))
}
