//! Objects of declared types as values of bindings.
//!
//! An object belongs to the injector that created it, and only this injector knows its features. Invariant: an injector
//! never returns an object; answers contain hashes in the form of JSON documents instead, or are models.

use super::{Injector, LookupResult};
use crate::hiera::facts;
use crate::store::to_evaluated;
use modelwright_evaluation::evaluate::{Budget, Host, HostError, Value};
use modelwright_evaluation::logic::CreatedObjects;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::json;

impl Injector {
    /// The host that creates and reads objects.
    pub(super) fn object_host(&self) -> Result<impl Host + '_, HostError> {
        let host = self.objects.as_ref().map(CreatedObjects::host);
        host.ok_or_else(|| HostError::new("no objects can be created here"))
    }

    /// Calls `make`; if it fails, disconnects the objects that were not completed.
    pub(super) fn with_objects<T>(
        &self,
        make: impl FnOnce(&mut Budget) -> Result<T, Box<Diagnostic>>,
        budget: &mut Budget,
    ) -> Result<T, Box<Diagnostic>> {
        let before = self.objects.as_ref().map_or(0, CreatedObjects::count);
        let result = make(budget);
        if let (Err(_), Some(objects)) = (&result, &self.objects) {
            objects.disconnect_incomplete(before);
        }
        result
    }

    /// The value with objects replaced by hashes.
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

    fn model(&self, objects: &[Value]) -> Result<(Model, DocumentId), Box<Diagnostic>> {
        let created = self.objects.as_ref().ok_or_else(|| cannot_write("a model"))?;
        created.to_model(objects).map_err(|problems| first_error(&problems))
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
            one => std::slice::from_ref(one),
        };
        if objects.is_empty() || !objects.iter().all(|object| matches!(object, Value::Object(_))) {
            let message = format!("`{name}` is not an object: its value is of type {}", value.type_of());
            let help = "write other values with --as json, yaml or pp";
            return Err(Box::new(Diagnostic::error(codes::BINDINGS_TYPE, message).help(help)));
        }
        self.model(objects).map(Some)
    }

    /// The answer of a lookup, in which hashes replace objects, so that it may leave the injector.
    pub(super) fn answer(&self, found: LookupResult) -> LookupResult {
        found?.map(|value| self.without_objects(value)).transpose()
    }
}

/// The first error, as the problem of the lookup.
fn first_error(problems: &Diagnostics) -> Box<Diagnostic> {
    let mut errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.next().map_or_else(|| cannot_write("a document"), |problem| Box::new(problem.clone()))
}

fn cannot_write(what: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BINDINGS_PRODUCER, format!("the object cannot be written as {what}")))
}
