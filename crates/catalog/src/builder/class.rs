//! Classes: how they are found, added to the catalog and evaluated.
//!
//! Invariant: a class is evaluated once.

use super::Builder;
use super::resource::{Declaration, Kind, RESOURCE_BYTES, RESOURCE_STEPS, Resource};
use super::state::ResourceId;
use crate::environment::{Definition, capitalized};
use modelwright_evaluation::evaluate::{Budget, CatalogReference, HostError, Value};
use modelwright_metamodel::diagnostic::codes;
use std::sync::Arc;

/// The maximum number of classes in a chain of inheritance.
const MAX_PARENTS: usize = 1_000;
/// The steps that the addition of an inherited class costs.
const PARENT_STEPS: usize = 64;
/// The bytes that an inherited class costs.
const PARENT_BYTES: usize = 64;

impl Builder<'_> {
    /// Finds the class with a name, registers its definition, and checks the names of its parameters; fails if there is
    /// no such class.
    pub(super) fn require_class(&self, name: &str) -> Result<Arc<Definition>, HostError> {
        let definition = self.environment.class(name).map_err(HostError::caused_by)?;
        let name = name.strip_prefix("::").unwrap_or(name);
        let missing =
            || HostError::new(format!("there is no class `{name}`")).with_code(codes::CATALOG_MISSING);
        let definition = definition.ok_or_else(missing)?;
        // An override searches the registered definitions for the classes from which its class inherits.
        self.state.borrow_mut().source(&definition);
        self.warn_of_file(&definition)?;
        self.check_metaparameters(&definition)?;
        Ok(definition)
    }

    /// Adds classes to the catalog, then evaluates those that were not in it, in order. Returns the resources of all
    /// classes: first those that were in it.
    pub(crate) fn include(
        &self,
        names: &[String],
        budget: &mut Budget,
    ) -> Result<Vec<ResourceId>, HostError> {
        let mut definitions = Vec::with_capacity(names.len());
        for name in names {
            definitions.push(self.require_class(name)?);
        }
        let (mut present, mut added) = (Vec::new(), Vec::new());
        for definition in &definitions {
            let number = self.environment.number(&definition.name);
            let scope = self.state.borrow().class_scopes.get(&number).copied();
            match scope.and_then(|scope| self.state.borrow().scope(scope).resource) {
                Some(resource) => present.push(resource),
                None => added.push(self.ensure_class(definition, budget)?),
            }
        }
        for resource in &added {
            self.evaluate(*resource, budget)?;
        }
        present.extend(added);
        Ok(present)
    }

    /// The resource of a class, which is added if it is not in the catalog.
    fn ensure_class(
        &self,
        definition: &Arc<Definition>,
        budget: &mut Budget,
    ) -> Result<ResourceId, HostError> {
        let title = capitalized(&definition.name);
        if let Some(known) = self.state.borrow().find("Class", &title) {
            return Ok(known);
        }
        budget.charge(RESOURCE_STEPS, RESOURCE_BYTES)?;
        let source = self.state.borrow_mut().source(definition);
        let resource = self.create(Declaration {
            ty: Arc::from("Class"),
            title: Arc::from(title),
            kind: Kind::Class(Arc::clone(definition)),
            attributes: Vec::new(),
            place: None,
            is_virtual: false,
            is_exported: false,
            scope: self.current.get(),
            source,
        })?;
        self.prepare_class(definition, &resource, budget)?;
        self.add(resource)
    }

    /// Adds the inherited class before a class, and the tags of the class to those of the catalog.
    pub(super) fn prepare_class(
        &self,
        definition: &Definition,
        resource: &Resource,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        if let Some(parent) = &definition.parent {
            let title = capitalized(parent);
            if self.state.borrow().find("Class", &title).is_none() {
                let parent = self.require_class(parent)?;
                budget.charge(PARENT_STEPS, PARENT_BYTES)?;
                // A class that inherits itself would be added without end.
                if !super::resource::is_class(&parent) || *parent.name == *definition.name {
                    return Err(HostError::new(format!("the class `{}` inherits itself", definition.name)));
                }
                self.ensure_parent(&parent, budget)?;
            }
        }
        self.state.borrow_mut().tags.merge(&resource.tags);
        Ok(())
    }

    /// Adds an inherited class, and before it the classes that it inherits. Fails if one of these inherits itself,
    /// directly or not.
    fn ensure_parent(&self, parent: &Arc<Definition>, budget: &mut Budget) -> Result<(), HostError> {
        let mut chain = vec![Arc::clone(parent)];
        while let Some(next) = chain.last().and_then(|last| last.parent.clone()) {
            let next = self.require_class(&next)?;
            budget.charge(1, PARENT_BYTES)?;
            if chain.len() > MAX_PARENTS || chain.iter().any(|known| known.name == next.name) {
                return Err(HostError::new(format!("the class `{}` inherits itself", next.name)));
            }
            chain.push(next);
        }
        // The most distant class comes first, so that no class is added by the recursion of another one.
        for definition in chain.iter().rev() {
            self.ensure_class(definition, budget)?;
        }
        Ok(())
    }

    /// The names of the classes in the arguments of `include` or a similar function, in lower case and without `::`
    /// at the start.
    pub(crate) fn class_names(arguments: &[Value]) -> Result<Vec<String>, HostError> {
        let mut names = Vec::new();
        let mut pending: Vec<&Value> = arguments.iter().rev().collect();
        while let Some(value) = pending.pop() {
            match value {
                Value::Array(items) => pending.extend(items.iter().rev()),
                Value::Undef => return Err(HostError::new("undef is not the name of a class")),
                Value::String(text) if text.is_empty() => {
                    return Err(HostError::new("the name of a class cannot be empty"));
                }
                Value::String(text) => names.push(normalized_name(text)),
                Value::Type(ty) => match ty.catalog_reference() {
                    Some(CatalogReference::Class(Some(name))) => names.push(normalized_name(name)),
                    Some(CatalogReference::Resource(Some("Class"), Some(name))) => {
                        names.push(normalized_name(name));
                    }
                    _ => return Err(HostError::new(format!("{ty} does not refer to a class"))),
                },
                other => {
                    other.known()?;
                    let message = format!("{} is not the name of a class", other.to_literal());
                    return Err(HostError::new(message));
                }
            }
        }
        Ok(names)
    }
}

/// The name of a class in lower case, without leading colons.
fn normalized_name(name: &str) -> String {
    name.strip_prefix("::").unwrap_or(name).to_lowercase()
}
