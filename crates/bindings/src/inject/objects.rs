//! Objects of declared types as values of bindings.
//!
//! An object belongs to the injector that created it, because only this injector has the values of its features.
//! Invariant: an injector never returns an object; answers contain hashes in the form of JSON documents instead, or are
//! models.

use super::{Injector, LookupResult};
use crate::hiera::facts;
use crate::store::to_evaluated;
use modelwright_evaluation::evaluate::{Budget, Host, HostError, Value};
use modelwright_evaluation::logic::CreatedObjects;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::json;

impl Injector {
    /// The host that creates and reads objects; fails if the site declares no types.
    pub(super) fn object_host(&self) -> Result<impl Host + '_, HostError> {
        let host = self.objects.as_ref().map(CreatedObjects::host);
        host.ok_or_else(|| HostError::new("no objects can be created here"))
    }

    /// Calls `produce`. If it fails, the objects that it created and did not complete are disconnected.
    pub(super) fn with_objects<T>(
        &self,
        produce: impl FnOnce(&mut Budget) -> Result<T, Box<Diagnostic>>,
        budget: &mut Budget,
    ) -> Result<T, Box<Diagnostic>> {
        let count_before = self.objects.as_ref().map_or(0, CreatedObjects::count);
        let result = produce(budget);
        if let (Err(_), Some(objects)) = (&result, &self.objects) {
            objects.disconnect_incomplete(count_before);
        }
        result
    }

    /// The value after objects in it are replaced by hashes.
    pub(super) fn without_objects(&self, value: Value) -> Result<Value, Box<Diagnostic>> {
        // Usually the injector has created no objects, so nothing needs to be copied.
        if self.objects.as_ref().is_none_or(|objects| objects.count() == 0) {
            return Ok(value);
        }
        Ok(match value {
            Value::Object(_) => self.document(value)?,
            Value::Array(items) => {
                let items = items.iter().map(|item| self.without_objects(item.clone()));
                Value::array(items.collect::<Result<_, _>>()?)
            }
            Value::Hash(hash) => {
                let pairs = hash.pairs().iter().map(|(key, value)| {
                    Ok::<_, Box<Diagnostic>>((key.clone(), self.without_objects(value.clone())?))
                });
                Value::hash(pairs.collect::<Result<Vec<_>, _>>()?)
            }
            other => other,
        })
    }

    /// An object as a hash, in the form of a JSON document.
    fn document(&self, object: Value) -> Result<Value, Box<Diagnostic>> {
        let (model, document) = self.model(&[object])?;
        let options = json::WriteOptions::default();
        let (bytes, _) = in_memory(|sink| json::write(&model, document, &options, sink))
            .map_err(|problems| first_error(&problems))?;
        let source = Source::new("object", String::from_utf8_lossy(&bytes).into_owned());
        let value = facts::read(&source).map_err(|problems| first_error(&problems))?;
        Ok(to_evaluated(&value))
    }

    /// A new model with a document that contains the objects.
    fn model(&self, objects: &[Value]) -> Result<(Model, DocumentId), Box<Diagnostic>> {
        let created_objects = self.objects.as_ref().ok_or_else(|| cannot_write("a model"))?;
        created_objects.to_model(objects).map_err(|problems| first_error(&problems))
    }

    /// Looks up a value that consists of objects, and returns it as a document of a new model; `None` if the name is
    /// not bound.
    ///
    /// # Errors
    /// If the value cannot be produced, or is neither an object nor an array of objects.
    pub fn lookup_model(
        &self,
        ty: Option<&str>,
        name: &str,
    ) -> Result<Option<(Model, DocumentId)>, Box<Diagnostic>> {
        let Some(value) = self.lookup_value(ty, name)? else { return Ok(None) };
        let objects = match &value {
            Value::Array(items) => &items[..],
            object => std::slice::from_ref(object),
        };
        if objects.is_empty() || !objects.iter().all(|object| matches!(object, Value::Object(_))) {
            let message = format!("`{name}` is not an object: its value is of type {}", value.type_of());
            let help = "write other values with --as json, yaml or pp";
            return Err(Box::new(Diagnostic::error(codes::BINDINGS_TYPE, message).help(help)));
        }
        self.model(objects).map(Some)
    }

    /// The result of a lookup after objects in it are replaced by hashes, as in all answers of the injector.
    pub(super) fn answer(&self, result: LookupResult) -> LookupResult {
        result?.map(|value| self.without_objects(value)).transpose()
    }
}

/// The first error, as the problem of the lookup.
fn first_error(problems: &Diagnostics) -> Box<Diagnostic> {
    let first = problems.first_error();
    first.map_or_else(|| cannot_write("a document"), |problem| Box::new(problem.clone()))
}

/// The error for an object that cannot be written as the given kind of document.
fn cannot_write(form: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BINDINGS_PRODUCER, format!("the object cannot be written as {form}")))
}
