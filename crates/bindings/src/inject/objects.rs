//! Objects of declared types as values of bindings.
//!
//! An injector has its own objects. Invariant: no object leaves it as such, because only its injector knows its features:
//! answers have hashes as documents of JSON write them, or are models.

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
    /// The environment that creates and reads objects.
    pub(super) fn object_host(&self) -> Result<impl Host + '_, HostError> {
        let host = self.objects.as_ref().map(CreatedObjects::host);
        host.ok_or_else(|| HostError::new("no objects can be created here"))
    }

    /// Makes a value, or removes the traces of objects whose creation failed.
    pub(super) fn with_objects<T>(
        &self,
        make: impl FnOnce(&mut Budget) -> Result<T, Box<Diagnostic>>,
        budget: &mut Budget,
    ) -> Result<T, Box<Diagnostic>> {
        let before = self.objects.as_ref().map_or(0, CreatedObjects::count);
        let made = make(budget);
        if let (Err(_), Some(objects)) = (&made, &self.objects) {
            objects.disconnect_incomplete(before);
        }
        made
    }

    /// The value with hashes instead of objects.
    pub(super) fn without_objects(&self, value: Value) -> Result<Value, Box<Diagnostic>> {
        // Most injectors create no objects, and their answers need no copy.
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

    /// An object as the hash that a document of JSON has.
    fn document(&self, object: Value) -> Result<Value, Box<Diagnostic>> {
        let (model, document) = self.model(&[object])?;
        let options = json::WriteOptions::default();
        let (bytes, _) = in_memory(|sink| json::write(&model, document, &options, sink))
            .map_err(|problems| first(&problems))?;
        let source = Source::new("object", String::from_utf8_lossy(&bytes).into_owned());
        let value = facts::read(&source).map_err(|problems| first(&problems))?;
        Ok(to_evaluated(&value))
    }

    fn model(&self, objects: &[Value]) -> Result<(Model, DocumentId), Box<Diagnostic>> {
        let created = self.objects.as_ref().ok_or_else(|| unwritten("a model"))?;
        created.to_model(objects).map_err(|problems| first(&problems))
    }

    /// The objects that are the value of a name, or of a type and a name, as a document of a model; nothing if nothing is
    /// bound.
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
            let message = format!("`{name}` is no object: its value is of type {}", value.type_of());
            let help = "write other values with --as json, yaml or pp";
            return Err(Box::new(Diagnostic::error(codes::BINDINGS_TYPE, message).help(help)));
        }
        self.model(objects).map(Some)
    }

    /// The answer of a lookup, as others see it.
    pub(super) fn answer(&self, found: LookupResult) -> LookupResult {
        found?.map(|value| self.without_objects(value)).transpose()
    }
}

fn first(problems: &Diagnostics) -> Box<Diagnostic> {
    let mut errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    errors.next().map_or_else(|| unwritten("a document"), |problem| Box::new(problem.clone()))
}

fn unwritten(what: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::BINDINGS_PRODUCER, format!("the object cannot be written as {what}")))
}
