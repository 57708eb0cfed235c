//! Evaluation of expressions of the type language, alone or on a model.
//!
//! Invariants: the value is that of the command `modelwright eval`; a value that Python has no type for, such as a
//! type or an object that the expression created, is the text that the command shows. This module does not evaluate
//! anything itself.

use super::metamodel::Metamodel;
use super::model::{Model, ModelState};
use super::object::Object;
use super::problem::{Problems, error, warn};
use super::run::run;
use modelwright::evaluation::evaluate::Value;
use modelwright::evaluation::logic::{EvaluationSession, PreparedRules};
use modelwright::language::language::statements;
use modelwright::metamodel::diagnostic::Source;
use modelwright::metamodel::ecore::Metamodel as Core;
use modelwright::metamodel::model::{DocumentId, Model as CoreModel, ObjectId};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use std::sync::Arc;

/// The depth to which nested values become lists and dictionaries; deeper ones become texts.
const MAX_LEVELS: usize = 200;

/// A value that borrows nothing.
enum Answer {
    None,
    Bool(bool),
    Int(i64),
    Digits(String),
    Float(f64),
    Text(String),
    List(Vec<Answer>),
    Dictionary(Vec<(Answer, Answer)>),
    Object(ObjectId),
}

/// An answer and the problems beside it, or the problems that prevent an answer.
type EvaluationResult = Result<(Answer, Problems), Problems>;

/// The value of an expression; with a model, `$self` is an object of it and `$roots` are its roots.
#[pyfunction(name = "eval")]
#[pyo3(signature = (expression, *, metamodel=None, model=None, object=None))]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    expression: String,
    metamodel: Option<&Metamodel>,
    model: Option<&Model>,
    object: Option<&Object>,
) -> PyResult<Bound<'py, PyAny>> {
    let model = match (model, object) {
        (Some(model), _) => Some(Model { state: Arc::clone(&model.state) }),
        (None, Some(object)) => Some(object.model()),
        (None, None) => None,
    };
    let Some(model) = model else {
        let core = metamodel.map_or_else(Core::ecore, |metamodel| Arc::clone(&metamodel.core));
        let result = run(py, move || {
            let (model, subject) = (None, None);
            value_of(&expression, &core, model, subject)
        })?;
        let state = None;
        return answer_to_python(py, result, state);
    };
    if metamodel.is_some() {
        return Err(PyTypeError::new_err("a model has its own metamodel; leave `metamodel` out"));
    }
    let subject = object.map(|object| object.id_in(&model.state)).transpose()?;
    let result = model.with_document(py, move |loaded, _| {
        let subject = subject.or_else(|| loaded.model.document(loaded.document).roots().first().copied());
        let model_and_document = Some((&loaded.model, loaded.document));
        value_of(&expression, loaded.model.metamodel(), model_and_document, subject)
    })?;
    answer_to_python(py, result, Some(&model.state))
}

/// The answer as a Python value; problems are raised as an error or shown as warnings.
fn answer_to_python<'py>(
    py: Python<'py>,
    result: EvaluationResult,
    state: Option<&Arc<ModelState>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (value, problems) = result.map_err(|problems| error(py, problems))?;
    warn(py, &problems)?;
    to_python(py, value, state)
}

/// The value of an expression. `model` is a model with one of its documents, and `subject` is the object that `$self`
/// is.
fn value_of(
    expression: &str,
    metamodel: &Arc<Core>,
    model: Option<(&CoreModel, DocumentId)>,
    subject: Option<ObjectId>,
) -> EvaluationResult {
    let rules = PreparedRules::new(metamodel);
    let mut problems = rules.problems();
    let mut session = EvaluationSession::new(&rules, model.map(|(model, _)| model), subject);
    if let Some((_, document)) = model {
        session.set_document(document);
    }
    let (manifest, parse_problems) = statements(&Source::new("expression", expression));
    problems.append(parse_problems);
    if problems.has_errors() {
        return Err(Problems::from(&problems));
    }
    let value = session.evaluate(&manifest).map_err(Problems::from)?;
    Ok((answer_of(&session, &value, MAX_LEVELS), Problems::from(&problems)))
}

/// A value without borrows; `levels` is how many more levels of nested values are copied.
fn answer_of(session: &EvaluationSession<'_>, value: &Value, levels: usize) -> Answer {
    match value {
        Value::Undef => Answer::None,
        Value::Boolean(value) => Answer::Bool(*value),
        Value::Integer(value) => Answer::Int(*value),
        Value::BigInteger(digits) => Answer::Digits(digits.to_string()),
        Value::Float(value) => Answer::Float(*value),
        Value::String(text) => Answer::Text(text.to_string()),
        Value::Array(items) if levels > 0 => {
            Answer::List(items.iter().map(|item| answer_of(session, item, levels - 1)).collect())
        }
        Value::Hash(hash) if levels > 0 => {
            let copy_pair = |(key, value): &(Value, Value)| {
                (answer_of(session, key, levels - 1), answer_of(session, value, levels - 1))
            };
            Answer::Dictionary(hash.pairs().iter().map(copy_pair).collect())
        }
        Value::Object(object) => match session.model_object(object) {
            Some(id) => Answer::Object(id),
            None => Answer::Text(session.show(value)),
        },
        other => Answer::Text(session.show(other)),
    }
}

/// An answer as a Python value.
fn to_python<'py>(
    py: Python<'py>,
    answer: Answer,
    state: Option<&Arc<ModelState>>,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match answer {
        Answer::None => py.None().into_bound(py),
        Answer::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        Answer::Int(value) => value.into_pyobject(py)?.into_any(),
        Answer::Digits(text) => py.get_type::<PyInt>().call1((text,))?,
        Answer::Float(value) => value.into_pyobject(py)?.into_any(),
        Answer::Text(text) => text.into_pyobject(py)?.into_any(),
        Answer::List(items) => {
            let items = items.into_iter().map(|item| to_python(py, item, state));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Answer::Dictionary(pairs) => {
            let dictionary = PyDict::new(py);
            for (key, value) in pairs {
                let key = to_python(py, key, state)?;
                // Keys of Puppet may be arrays and hashes, which Python cannot use as keys.
                let key = if key.hash().is_ok() { key } else { key.repr()?.into_any() };
                dictionary.set_item(key, to_python(py, value, state)?)?;
            }
            dictionary.into_any()
        }
        Answer::Object(id) => match state {
            Some(state) => Bound::new(py, Object::new(state, id))?.into_any(),
            None => py.None().into_bound(py),
        },
    })
}
