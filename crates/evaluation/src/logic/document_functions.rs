//! The functions and variables of a session that find the objects of a document.
//!
//! Invariants: objects are in the order of the document; unresolved proxies do not belong to it. This module does not
//! know the features of objects.

use super::identity::Identity;
use super::object_space::ObjectSpace;
use crate::evaluate::{Budget, HostError, Value};
use crate::model::{Addresses, DocumentId, Model, ObjectId};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// The code of a function: computes its value from its argument.
type Body = fn(&DocumentObjects<'_>, &Value, &mut Budget) -> Result<Value, HostError>;

/// A function with one argument.
struct Function {
    name: &'static str,
    run: Body,
}

/// The registry of functions, in the order in which problems list them.
static FUNCTIONS: [Function; 4] = [
    Function { name: "all", run: |objects, value, budget| objects.all(value, budget) },
    Function { name: "container", run: |objects, value, budget| objects.container(value, budget) },
    Function { name: "referrers", run: |objects, value, budget| objects.referrers(value, budget) },
    Function { name: "address", run: |objects, value, budget| objects.address(value, budget) },
];

/// The objects of a document, for the statements of a session.
pub(super) struct DocumentObjects<'a> {
    space: &'a ObjectSpace<'a>,
    model: &'a Model,
    document: DocumentId,
    referrers: &'a Referrers,
}

/// The objects that refer to each object; computed on first use.
pub(super) type Referrers = OnceCell<FxHashMap<ObjectId, Vec<ObjectId>>>;

impl<'a> DocumentObjects<'a> {
    /// The objects of a document in the model of a space; `None` if either is missing.
    pub(super) fn new(
        space: &'a ObjectSpace<'a>,
        document: Option<DocumentId>,
        referrers: &'a Referrers,
    ) -> Option<Self> {
        Some(Self { space, model: space.model?, document: document?, referrers })
    }

    /// The number of the function with a name; `None` if there is no such function.
    pub(super) fn find(name: &str) -> Option<u32> {
        let index = FUNCTIONS.iter().position(|function| function.name == name)?;
        u32::try_from(index).ok()
    }

    /// Calls a function by its number.
    pub(super) fn call(
        &self,
        function: u32,
        arguments: &[Value],
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        let Some(function) = FUNCTIONS.get(function as usize) else { return Ok(Value::Undef) };
        match arguments {
            [argument] => (function.run)(self, argument, budget),
            _ => Err(HostError::new(format!(
                "`{}` requires one argument, but got {}",
                function.name,
                arguments.len()
            ))),
        }
    }

    /// The objects that are not contained in other objects.
    pub(super) fn roots(&self) -> Value {
        Value::array(
            self.model.document(self.document).roots().iter().map(|root| self.value(*root)).collect(),
        )
    }

    /// The objects of a class, including its subclasses.
    fn all(&self, ty: &Value, budget: &mut Budget) -> Result<Value, HostError> {
        let class = match ty {
            Value::Type(ty) => ty.as_class(),
            _ => None,
        };
        let class_id = match class {
            Some(class) => crate::ecore::ClassId::new(class.id as usize),
            None => return Err(self.not_a_class(ty)),
        };
        let (model, metamodel) = (self.model, self.model.metamodel());
        let roots = model.document(self.document).roots().iter();
        let mut objects = Vec::new();
        for object in roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))) {
            // Every visited object costs a step, not only those of the class, because the walk is the work.
            budget.charge_steps(1)?;
            if !model.is_proxy(object) && metamodel.conforms(model.class(object), class_id) {
                budget.charge(0, size_of::<Value>())?;
                objects.push(self.value(object));
            }
        }
        Ok(Value::array(objects))
    }

    /// The problem that the argument of `all` is not a class; suggests the class whose name it is in another case.
    fn not_a_class(&self, argument: &Value) -> HostError {
        let metamodel = self.model.metamodel();
        let mut names = metamodel.classes().map(|(_, class)| class.name.as_str());
        let similar_name = match argument {
            Value::String(text) => names.find(|name| name.eq_ignore_ascii_case(text)),
            _ => None,
        };
        let message = "`all` requires a class of the metamodel";
        match similar_name {
            Some(name) => HostError::new(format!("{message}; did you mean `all({name})`?")),
            None => HostError::new(message)
                .with_help("write the class without quotes, with its capital letter: `all(Book)`"),
        }
    }

    /// The object that contains another object; undef for a root.
    fn container(&self, object: &Value, _: &mut Budget) -> Result<Value, HostError> {
        let object = object_of("container", object)?;
        Ok(self.model.container(object).map_or(Value::Undef, |container| self.value(container)))
    }

    /// The objects that refer to an object without containing it.
    fn referrers(&self, object: &Value, budget: &mut Budget) -> Result<Value, HostError> {
        let object = object_of("referrers", object)?;
        if self.referrers.get().is_none() {
            // The first call builds the index of the complete model, so only this call is charged for it.
            budget.charge_steps(self.model.object_count())?;
        }
        let referrers = self.referrers.get_or_init(|| {
            let mut index = FxHashMap::default();
            for (target, references) in self.model.inverse_references() {
                index.insert(target, distinct(references.into_iter().map(|(object, _)| object)));
            }
            index
        });
        let object_referrers = referrers.get(&object).map(Vec::as_slice).unwrap_or_default();
        budget.charge(object_referrers.len(), object_referrers.len() * size_of::<Value>())?;
        Ok(Value::array(object_referrers.iter().map(|object| self.value(*object)).collect()))
    }

    /// The address of an object in its document, as shown with problems.
    fn address(&self, object: &Value, budget: &mut Budget) -> Result<Value, HostError> {
        let object = object_of("address", object)?;
        budget.charge_steps(1)?;
        // A proxy is not part of the document, so its address is that of the object that was not found.
        if let Some(address) = self.space.unresolved_address(object) {
            return Ok(Value::string(&address));
        }
        Ok(Value::string(&Addresses::new(self.model).fragment(object)))
    }

    /// An object of the model as a value.
    fn value(&self, object: ObjectId) -> Value {
        self.space.prepared.object_value(self.model, object)
    }
}

/// The object of the model to which a value refers; reports any other value.
fn object_of(function: &str, value: &Value) -> Result<ObjectId, HostError> {
    match value {
        Value::Object(object) => match Identity::decode(object) {
            Identity::Model(id) => Ok(id),
            _ => Err(HostError::new(format!("`{function}` requires an object of the document"))),
        },
        other => {
            let value_type = other.type_of();
            let message = format!("`{function}` requires an object, but got a value of type {value_type}");
            Err(HostError::new(message))
        }
    }
}

/// Removes duplicates, and sorts the objects in the order of their creation, which is that of the document.
fn distinct(objects: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
    let mut objects: Vec<ObjectId> = objects.collect();
    objects.sort_unstable_by_key(|object| object.index());
    objects.dedup();
    objects
}
