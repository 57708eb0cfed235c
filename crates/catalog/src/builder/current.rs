//! The parts of the builder that functions read and change: the resource of the current scope, and which names are
//! defined.

use super::Builder;
use super::resource::{Attribute, add_tags};
use super::state::{ResourceId, SourceId};
use crate::environment::DefinitionKind;
use modelwright_evaluation::evaluate::{HostError, Value};
use std::sync::Arc;

impl Builder<'_> {
    /// The resource whose code is evaluated.
    fn current_resource(&self) -> Option<ResourceId> {
        self.state.borrow().scope(self.current.get()).resource
    }

    /// The definition whose code is evaluated.
    pub(crate) fn current_source(&self) -> SourceId {
        self.state.borrow().scope(self.current.get()).source
    }

    /// Whether a resource is the one whose code is evaluated.
    pub(crate) fn is_current(&self, id: ResourceId) -> bool {
        self.current_resource() == Some(id)
    }

    /// The value of a parameter of the current resource.
    pub(crate) fn current_parameter(&self, name: &str) -> Option<Value> {
        self.parameter(self.current_resource()?, name).filter(|value| !matches!(value, Value::Undef))
    }

    /// The value of a parameter of a resource.
    pub(crate) fn parameter(&self, id: ResourceId, name: &str) -> Option<Value> {
        self.state.borrow().resource(id).parameter(name).cloned()
    }

    /// Sets a parameter of the current resource: `attribute` creates it for the definition that declares the resource.
    pub(crate) fn set_current_parameter(
        &self,
        attribute: impl FnOnce(SourceId) -> Attribute,
    ) -> Result<(), HostError> {
        let Some(id) = self.current_resource() else { return Ok(()) };
        let mut state = self.state.borrow_mut();
        let attribute = attribute(state.resource(id).source);
        state.resource_mut(id).set(attribute)
    }

    /// Adds tags to the current resource.
    pub(crate) fn tag_current(&self, tags: &[Value]) -> Result<(), HostError> {
        let Some(id) = self.current_resource() else { return Ok(()) };
        let mut state = self.state.borrow_mut();
        tags.iter().try_for_each(|tag| add_tags(&mut state.resource_mut(id).tags, tag))
    }

    /// Whether the catalog, the current resource, or one that contains it has a tag.
    pub(crate) fn is_current_tagged(&self, tag: &str) -> bool {
        let tag: Arc<str> = Arc::from(tag.to_lowercase());
        let state = self.state.borrow();
        let resource = state.scope(self.current.get()).resource;
        state.tags.contains(&tag) || resource.is_some_and(|id| state.is_tagged(id, &[tag]))
    }

    /// Makes the current resource contain others.
    pub(crate) fn contain_in_current(&self, resources: &[ResourceId]) {
        let Some(container) = self.current_resource() else { return };
        let mut state = self.state.borrow_mut();
        for resource in resources {
            state.contain(container, *resource);
        }
    }

    /// `Class` or `Definition`, and the name of the class or defined type whose code is evaluated; `None` if code of
    /// the same module uses this definition.
    pub(crate) fn use_by_other_module(&self) -> Option<(&'static str, Arc<str>)> {
        let state = self.state.borrow();
        let scope = state.scope(self.current.get());
        let variable_text = |variable| scope.variables.get(&variable).map(Value::to_text);
        if variable_text(self.names.module_name) == variable_text(self.names.caller_module_name) {
            return None;
        }
        let definition = state.sources.get(scope.source.0)?.as_ref()?;
        let kind_name = if definition.kind == DefinitionKind::Class { "Class" } else { "Definition" };
        Some((kind_name, Arc::clone(&definition.name)))
    }

    /// Whether a variable has a value in the current scope.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.has(self.environment.number(name))
    }

    /// Whether there is a resource type with a name.
    pub(crate) fn has_type(&self, name: &str) -> Result<bool, HostError> {
        Ok(self.kind(&name.to_lowercase())?.is_some())
    }

    /// Whether there is a class with a name.
    pub(crate) fn has_class(&self, name: &str) -> Result<bool, HostError> {
        Ok(self.environment.class(name).map_err(HostError::caused_by)?.is_some())
    }
}
