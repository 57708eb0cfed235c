//! Converts values between Python and the features of models.
//!
//! Invariants: a value read from a feature can be set to it again; a value that Python cannot hold exactly stays a
//! text. Integers of any size and decimal numbers have Python's own types, literals of enumerations and all other
//! values are strings. Whether a value is allowed is decided by the model. This module does not hold locks.

use super::model::ModelState;
use super::object::Object;
use super::problem::edit_error;
use modelwright::metamodel::diagnostic::{Diagnostic, codes};
use modelwright::metamodel::ecore::data::ParsedValue;
use modelwright::metamodel::ecore::{DataKind, DataType, FeatureId, Metamodel};
use modelwright::metamodel::model::{Model, ObjectId, Value};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString, PyType};
use std::sync::Arc;

/// A value that borrows from no model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum OwnedValue {
    Null,
    Bool(bool),
    Int(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Enum(u32),
    Literal(String),
    String(String),
    Lexical(String),
    /// An integer without limits, as digits.
    BigInteger(String),
    /// A decimal number without limits.
    BigDecimal(String),
    Object(ObjectId),
}

impl OwnedValue {
    /// A copy of a feature's value.
    pub(crate) fn read(model: &Model, feature: FeatureId, value: Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Int(value) => Self::Int(value),
            Value::Float(value) => Self::Float(value),
            Value::Double(value) => Self::Double(value),
            Value::Char(value) => Self::Char(value),
            Value::Enum(_) => {
                let mut spelling = String::new();
                model.spell(feature, value, &mut spelling);
                Self::Literal(spelling)
            }
            Value::String(text) => Self::String(text.to_owned()),
            Value::Lexical(text) => {
                let metamodel = model.metamodel();
                match metamodel[metamodel.data_type(feature)].kind {
                    DataKind::BigInteger => Self::BigInteger(text.to_owned()),
                    DataKind::BigDecimal => Self::BigDecimal(text.to_owned()),
                    _ => Self::Lexical(text.to_owned()),
                }
            }
            Value::Object(id) => Self::Object(id),
        }
    }

    /// The value in the form in which models accept values.
    pub(crate) fn borrow(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Int(value) => Value::Int(*value),
            Self::Float(value) => Value::Float(*value),
            Self::Double(value) => Value::Double(*value),
            Self::Char(value) => Value::Char(*value),
            Self::Enum(value) => Value::Enum(*value),
            Self::Literal(text) | Self::String(text) => Value::String(text),
            Self::Lexical(text) | Self::BigInteger(text) | Self::BigDecimal(text) => Value::Lexical(text),
            Self::Object(id) => Value::Object(*id),
        }
    }

    /// The value as an object of Python.
    pub(crate) fn to_python<'py>(
        &self,
        py: Python<'py>,
        state: &Arc<ModelState>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        Ok(match self {
            Self::Null => py.None().into_bound(py),
            Self::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
            Self::Int(value) => value.into_pyobject(py)?.into_any(),
            Self::Float(value) => PyFloat::new(py, f64::from(*value)).into_any(),
            Self::Double(value) => PyFloat::new(py, *value).into_any(),
            Self::Char(value) => character(py, *value)?,
            Self::Enum(value) => value.into_pyobject(py)?.into_any(),
            Self::Literal(text) | Self::String(text) | Self::Lexical(text) => {
                PyString::new(py, text).into_any()
            }
            Self::BigInteger(text) => py.get_type::<PyInt>().call1((text,))?,
            Self::BigDecimal(text) => DECIMAL.import(py, "decimal", "Decimal")?.call1((text,))?,
            Self::Object(id) => Bound::new(py, Object::new(state, *id))?.into_any(),
        })
    }

    /// A value of Python for a feature, in the form that its data type stores. A value of a wrong kind is returned as
    /// it is: the model rejects it with its own words.
    pub(crate) fn from_python(
        value: &Bound<'_, PyAny>,
        state: &Arc<ModelState>,
        feature: FeatureId,
    ) -> PyResult<Self> {
        let metamodel = &*state.metamodel;
        if value.is_none() {
            return Ok(Self::Null);
        }
        if let Ok(object) = value.cast::<Object>() {
            return object.get().id_in(state).map(Self::Object);
        }
        if metamodel[feature].is_reference() {
            let label = metamodel.feature_label(feature);
            let class = &metamodel[metamodel.target(feature)].name;
            let class_name = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "{label} expects an object of {class}, found {class_name}"
            )));
        }
        let data = &metamodel[metamodel.data_type(feature)];
        if let Ok(value) = value.cast::<PyBool>() {
            return Ok(Self::Bool(value.is_true()));
        }
        if value.cast::<PyInt>().is_ok() {
            return from_integer(value, data);
        }
        if let Ok(value) = value.cast::<PyFloat>() {
            return from_float(value, data);
        }
        if let Ok(text) = value.cast::<PyString>() {
            return from_text(text.py(), &text.to_cow()?, data, metamodel, feature);
        }
        if matches!(data.kind, DataKind::BigDecimal) {
            return from_text(value.py(), &value.str()?.to_cow()?, data, metamodel, feature);
        }
        let label = metamodel.feature_label(feature);
        let class_name = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("{label} expects {}, found {class_name}", data.expectation())))
    }
}

/// A UTF-16 code unit as a string of one character. Half of a surrogate pair is not a character in Rust, but it is one
/// in Python.
fn character(py: Python<'_>, unit: u16) -> PyResult<Bound<'_, PyAny>> {
    match char::from_u32(u32::from(unit)) {
        Some(character) => Ok(PyString::new(py, character.encode_utf8(&mut [0; 4])).into_any()),
        None => py.import("builtins")?.call_method1("chr", (unit,)),
    }
}

/// An integer of Python in the form of a data type.
fn from_integer(value: &Bound<'_, PyAny>, data: &DataType) -> PyResult<OwnedValue> {
    match data.kind {
        DataKind::Float { .. } | DataKind::Double { .. } => {
            from_float(&PyFloat::new(value.py(), value.extract()?), data)
        }
        DataKind::BigInteger | DataKind::BigDecimal => {
            let text = value.str()?.to_cow()?.into_owned();
            Ok(parse_canonical(&text, data).unwrap_or(OwnedValue::Lexical(text)))
        }
        _ => value.extract().map(OwnedValue::Int).map_err(|_| {
            PyOverflowError::new_err(format!(
                "expected {}, found an integer of more than 64 bits",
                data.expectation()
            ))
        }),
    }
}

/// A float of Python in the form of a data type.
fn from_float(value: &Bound<'_, PyFloat>, data: &DataType) -> PyResult<OwnedValue> {
    let number = value.value();
    Ok(match data.kind {
        // The nearest number of 32 bits, as in Java's conversion.
        DataKind::Float { .. } => OwnedValue::Float(number as f32),
        DataKind::BigDecimal => {
            let text = value.repr()?.to_cow()?.into_owned();
            parse_canonical(&text, data).unwrap_or(OwnedValue::Double(number))
        }
        _ => OwnedValue::Double(number),
    })
}

/// A string of Python in the form of a data type.
fn from_text(
    py: Python<'_>,
    text: &str,
    data: &DataType,
    metamodel: &Metamodel,
    feature: FeatureId,
) -> PyResult<OwnedValue> {
    let type_error = |expected: &str| {
        let label = metamodel.feature_label(feature);
        let message = format!("{label} expects {expected}, found {text:?}");
        edit_error(py, Diagnostic::error(codes::WRONG_VALUE_TYPE, message))
    };
    match data.kind {
        DataKind::Enum => {
            // A text may be the spelling of a literal in documents or, if no literal has it, the name of one.
            let index_of_name = || data.enum_literals().iter().position(|literal| literal.name == text);
            let index = data.literal_index(text).or_else(|| u32::try_from(index_of_name()?).ok());
            let spellings =
                || data.enum_literals().iter().map(|literal| literal.spelling()).collect::<Vec<_>>();
            index
                .map(OwnedValue::Enum)
                .ok_or_else(|| type_error(&format!("one of {}", spellings().join(", "))))
        }
        DataKind::Char { .. } => {
            let mut units = text.encode_utf16();
            match (units.next(), units.next()) {
                (Some(unit), None) => Ok(OwnedValue::Char(unit)),
                _ => Err(type_error("one character")),
            }
        }
        DataKind::Opaque | DataKind::Unknown => Ok(OwnedValue::Lexical(text.to_owned())),
        DataKind::BigInteger | DataKind::BigDecimal | DataKind::Date | DataKind::Bytes | DataKind::Other => {
            parse_canonical(text, data).ok_or_else(|| type_error(data.expectation()))
        }
        _ => Ok(OwnedValue::String(text.to_owned())),
    }
}

/// The canonical form of a text of a data type; `None` if the type has no such value.
fn parse_canonical(text: &str, data: &DataType) -> Option<OwnedValue> {
    match data.parse(text)? {
        ParsedValue::Lexical(canonical) => Some(OwnedValue::Lexical(canonical.into_owned())),
        _ => None,
    }
}
