//! The end of a build: relationships, overrides, secrets, checks of parameters, inherited metaparameters and tags.

use super::Builder;
use super::overrides::with_position;
use super::references::split;
use super::resource::{Attribute, Kind, Origin, Resource};
use super::state::{ResourceId, ScopeId};
use crate::types::is_metaparameter;
use modelwright_evaluation::evaluate::{Budget, CatalogReference, Evaluation, HostError, Value};
use modelwright_metamodel::diagnostic::codes;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::Arc;

/// The metaparameters that the contents of a resource inherit from it, in Puppet's order.
const INHERITED: [&str; 7] = ["noop", "schedule", "audit", "loglevel", "alias", "tag", "stage"];

/// The metaparameters whose values are references.
const RELATIONSHIPS: [&str; 4] = ["require", "subscribe", "before", "notify"];

impl Builder<'_> {
    /// Completes the catalog.
    pub(super) fn finish(&self, budget: &mut Budget) -> Result<(), HostError> {
        self.run_relations(budget)?;
        let declared_resources = self.state.borrow().declared.clone();
        for id in &declared_resources {
            self.apply_overrides(*id)?;
            self.add_scope_tags(*id, budget)?;
            self.unwrap_secrets(*id);
            self.check_finished(*id, budget)?;
        }
        self.inherit_metaparameters(budget)?;
        self.fail_on_unfinished()?;
        self.check_relationships()
    }

    /// Merges the overrides of a resource into it, and removes them from those that wait for their resource.
    fn apply_overrides(&self, id: ResourceId) -> Result<(), HostError> {
        let overrides = {
            let mut state = self.state.borrow_mut();
            if state.overrides.is_empty() {
                return Ok(());
            }
            let resource = state.resource(id);
            let key = (Arc::clone(&resource.ty), Arc::clone(&resource.title));
            state.overrides.take(&key)
        };
        overrides.iter().try_for_each(|added| self.merge_override(id, added))
    }

    /// Replaces the secret values of a resource by their content, and records the names of these parameters in
    /// `sensitive`.
    fn unwrap_secrets(&self, id: ResourceId) {
        let mut state = self.state.borrow_mut();
        let resource = state.resource_mut(id);
        for attribute in &mut resource.attributes {
            if let Some(content) = attribute.value.as_sensitive().cloned() {
                attribute.value = content;
                resource.sensitive.push(Arc::clone(&attribute.name));
            }
        }
    }

    /// Checks a resource: its type must have all parameters that are set. If the code of a defined type was not
    /// evaluated, the values of the parameters are checked as well.
    fn check_finished(&self, id: ResourceId, budget: &mut Budget) -> Result<(), HostError> {
        let state = self.state.borrow();
        let resource = state.resource(id);
        let definition = match &resource.kind {
            Kind::Native => {
                let native = self.environment.native(&resource.ty.to_lowercase());
                // A type that is not complete may have other parameters.
                let Some(native) = native.filter(|native| native.is_complete()) else { return Ok(()) };
                let unknown =
                    resource.attributes.iter().find(|attribute| !native.has_attribute(&attribute.name));
                return match unknown {
                    Some(unknown) => {
                        let reference = resource.reference();
                        let message = format!("{reference} has no parameter named '{}'", unknown.name);
                        let error = HostError::new(message).with_code(codes::CATALOG_PARAMETER);
                        Err(with_position(error, resource.place.as_ref().or(unknown.place.as_ref())))
                    }
                    None => Ok(()),
                };
            }
            Kind::Define(definition) if !resource.is_evaluated => Arc::clone(definition),
            Kind::Class(definition) | Kind::Define(definition) => {
                let unknown = resource.attributes.iter().find(|attribute| {
                    let is_parameter =
                        definition.parameters.iter().any(|parameter| parameter.name == attribute.name);
                    // `name` sets the variable `$name` of every definition.
                    !is_parameter && *attribute.name != *"name" && !is_metaparameter(&attribute.name)
                });
                return match unknown {
                    Some(unknown) => {
                        let reference = resource.reference();
                        let message = format!("{reference}: has no parameter named '{}'", unknown.name);
                        let error = HostError::new(message).with_code(codes::CATALOG_PARAMETER);
                        Err(with_position(error, unknown.place.as_ref()))
                    }
                    None => Ok(()),
                };
            }
            Kind::Main | Kind::Settings | Kind::Node(_) => return Ok(()),
        };
        // A defined type whose code was not evaluated: its values are checked in the scope that declares the resource.
        let scope: ScopeId = resource.scope;
        drop(state);
        let program = definition.program(self.environment);
        let mut body = |run: &mut dyn Evaluation| {
            self.check_unevaluated(id, &definition, run)?;
            Ok(Value::Undef)
        };
        let result = self.in_scope(scope, || program.enter(self, budget, &mut body));
        result.map(drop).map_err(HostError::caused_by)
    }

    /// Gives the metaparameters and the tags of the main class and of all that it contains to their contents.
    fn inherit_metaparameters(&self, budget: &mut Budget) -> Result<(), HostError> {
        let mut state = self.state.borrow_mut();
        let Some(main) = state.find("Class", "main") else { return Ok(()) };
        let (mut pending, mut seen) = (VecDeque::from([main]), FxHashSet::default());
        // The names in the order in which Puppet merges them: those of the container come first.
        let mut orders: FxHashMap<ResourceId, Vec<&'static str>> = FxHashMap::default();
        while let Some(id) = pending.pop_front() {
            if !seen.insert(id) {
                continue;
            }
            let contained = state.resource(id).contained.clone();
            budget.charge(contained.len() + 1, 0)?;
            let container = state.resource(id);
            let of_no_container: &[&'static str] = &[];
            let order = orders.remove(&id).unwrap_or_else(|| inherited_names(container, of_no_container));
            let inherited: Vec<Attribute> =
                order.iter().filter_map(|name| container.attribute(name).filter(is_set).cloned()).collect();
            let tags = container.tags.clone();
            for content_id in &contained {
                tags.charge_copy(budget)?;
                let content = state.resource_mut(*content_id);
                for attribute in &inherited {
                    if content.attribute(&attribute.name).filter(is_set).is_none() {
                        let origin = Origin::Container;
                        content.set(Attribute { source: content.source, origin, ..attribute.clone() })?;
                    }
                }
                if !inherited.is_empty() {
                    orders.insert(*content_id, inherited_names(content, &order));
                }
                content.tags.merge(&tags);
            }
            pending.extend(contained);
        }
        Ok(())
    }

    /// Fails if the resource of an override or of a `realize` was never declared.
    fn fail_on_unfinished(&self) -> Result<(), HostError> {
        {
            let state = self.state.borrow();
            if let Some(((ty, title), overrides)) = state.overrides.first() {
                let message = format!("there is no resource {ty}[{title}] to override");
                let place = overrides.first().and_then(|added| added.place.as_ref());
                return Err(with_position(HostError::new(message).with_code(codes::CATALOG_MISSING), place));
            }
        }
        match self.unrealized().first() {
            None => Ok(()),
            Some((missing, place)) => {
                let error = HostError::new(format!("there is no resource {missing} to realize"));
                Err(with_position(error.with_code(codes::CATALOG_MISSING), place.as_ref()))
            }
        }
    }

    /// Checks that what relationships refer to exists.
    fn check_relationships(&self) -> Result<(), HostError> {
        let state = self.state.borrow();
        for resource in state.resources.iter().filter(|resource| !resource.is_virtual) {
            for name in RELATIONSHIPS {
                let Some(attribute) = resource.attribute(name) else { continue };
                let mut values = Vec::new();
                crate::rich_data::flatten(&attribute.value, &mut values);
                for value in values {
                    if !self.is_resolved(&value) {
                        let is_secret = resource.sensitive.iter().any(|secret| **secret == *name);
                        let value = if is_secret { Value::sensitive(value) } else { value };
                        let text = value.to_text();
                        let message = format!("there is no resource '{text}', which `{name}` refers to");
                        let error = HostError::new(message).with_code(codes::CATALOG_MISSING);
                        return Err(with_position(error, attribute.place.as_ref()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the value of a relationship refers to a resource of the catalog.
    fn is_resolved(&self, value: &Value) -> bool {
        let reference = if let Value::Type(ty) = value { ty.catalog_reference() } else { None };
        match (reference, value) {
            // There is no reference, or none that can be checked.
            (_, Value::Undef | Value::Unknown(_)) => true,
            (Some(CatalogReference::Resource(Some(ty), Some(title))), _) => {
                self.find_resource(ty, title).is_some()
            }
            (Some(CatalogReference::Class(Some(name))), _) => self.find_resource("class", name).is_some(),
            (_, Value::String(text)) => {
                split(text).is_some_and(|(ty, title)| self.find_resource(ty, title).is_some())
            }
            _ => false,
        }
    }
}

/// Whether an attribute has a value other than undef.
fn is_set(attribute: &&Attribute) -> bool {
    !matches!(attribute.value, Value::Undef)
}

/// The metaparameters that the contents of a resource inherit: first those that the resource inherits from its
/// container (`of_container`), then those that the resource itself sets.
fn inherited_names(resource: &Resource, of_container: &[&'static str]) -> Vec<&'static str> {
    let own_names = INHERITED.into_iter().filter(|name| !of_container.contains(name));
    let own_names = own_names.filter(|name| resource.attribute(name).filter(is_set).is_some());
    of_container.iter().copied().chain(own_names).collect()
}
