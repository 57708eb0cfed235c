//! Defaults of resources (`File { … }`), and overrides of single ones (`File['x'] { … }`).
//!
//! As in Puppet, defaults apply to resources that are declared later, in the scope and in all scopes created in it; a
//! parameter that has a value can be overridden only by a class that inherits the class that set it.

use super::Builder;
use super::resource::{ATTRIBUTE_BYTES, Attribute, Origin};
use super::state::{ResourceId, ResourceKey, ScopeId, SourceId, SourcePosition, State};
use crate::rich_data::flatten;
use modelwright_evaluation::evaluate::{CatalogReference, Evaluation, HostError, Value};
use modelwright_language::language::expression::{ExprId, List};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The steps that an override of a resource costs.
const OVERRIDE_STEPS: usize = 4;

/// Attributes for a resource that may not be declared yet.
#[derive(Debug, Clone)]
pub(crate) struct Override {
    pub(super) attributes: Vec<Attribute>,
    pub(super) source: SourceId,
    pub(super) place: Option<SourcePosition>,
}

/// Overrides of resources that are not declared yet, in the order in which they were first overridden.
#[derive(Debug, Default)]
pub(crate) struct PendingOverrides {
    /// The overrides of each resource; empty once it is declared.
    list: Vec<(ResourceKey, Vec<Override>)>,
    /// The positions of the resources in the list.
    positions: FxHashMap<ResourceKey, usize>,
}

impl PendingOverrides {
    /// Adds an override of a resource that is not declared yet.
    fn add(&mut self, key: ResourceKey, added: Override) {
        let next = self.list.len();
        let position = *self.positions.entry(key.clone()).or_insert(next);
        match self.list.get_mut(position) {
            Some((_, overrides)) => overrides.push(added),
            None => self.list.push((key, vec![added])),
        }
    }

    /// Removes the overrides of a resource.
    pub(super) fn take(&mut self, key: &ResourceKey) -> Vec<Override> {
        let position = self.positions.remove(key);
        let entry = position.and_then(|position| self.list.get_mut(position));
        entry.map(|(_, overrides)| std::mem::take(overrides)).unwrap_or_default()
    }

    /// The first resource that is overridden, and its overrides.
    pub(super) fn first(&self) -> Option<&(ResourceKey, Vec<Override>)> {
        self.list.iter().find(|(_, overrides)| !overrides.is_empty())
    }

    /// Whether no resource has overrides that are still pending.
    pub(super) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

impl State {
    /// The defaults of a type in a scope: those of outer scopes first.
    pub(super) fn defaults(&self, scope: ScopeId, ty: &str) -> Vec<Attribute> {
        let mut chain = vec![scope];
        while let Some(parent) = chain.last().and_then(|last| self.scope(*last).parent) {
            chain.push(parent);
        }
        let mut defaults: Vec<Attribute> = Vec::new();
        // The innermost scope last, because its defaults replace those around it.
        for scope in chain.iter().rev() {
            for default in self.scope(*scope).defaults.get(ty).into_iter().flatten() {
                match defaults.iter_mut().find(|known| known.name == default.name) {
                    Some(known) => *known = default.clone(),
                    None => defaults.push(default.clone()),
                }
            }
        }
        defaults
    }

    /// Whether a value is the default of an attribute of a type, in a scope or in one of the scopes around it.
    fn is_default(&self, scope: ScopeId, ty: &str, attribute_name: &str, value: &Value) -> bool {
        let mut current = Some(scope);
        while let Some(scope_id) = current {
            let scope = self.scope(scope_id);
            let mut defaults = scope.defaults.get(ty).into_iter().flatten();
            if defaults.any(|default| *default.name == *attribute_name && is_same(&default.value, value)) {
                return true;
            }
            current = scope.parent;
        }
        false
    }
}

/// Whether two values are the same in Ruby, where the case of letters matters.
fn is_same(a: &Value, b: &Value) -> bool {
    a.is_equal(b) && a.to_literal() == b.to_literal()
}

impl Builder<'_> {
    /// Evaluates the defaults of a type, and adds them to the current scope; returns the type.
    pub(super) fn set_defaults(
        &self,
        ty: ExprId,
        attributes: List,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        let value = run.evaluate(ty)?;
        let reference = if let Value::Type(ty) = value.known()? { ty.catalog_reference() } else { None };
        let Some(CatalogReference::Resource(Some(name), None)) = reference else {
            let message = format!("{} is not a type of resources, so it has no defaults", value.to_literal());
            return Err(HostError::new(message));
        };
        let attributes = self.attributes(attributes, Origin::ResourceDefault, run)?;
        let mut state = self.state.borrow_mut();
        let defaults = state.scope_mut(self.current.get()).defaults.entry(Arc::from(name)).or_default();
        for attribute in attributes {
            if defaults.iter().any(|known| known.name == attribute.name) {
                let message = format!("`{name}` already has a default of `{}` here", attribute.name);
                return Err(with_position(HostError::new(message), attribute.place.as_ref()));
            }
            defaults.push(attribute);
        }
        drop(state);
        Ok(value)
    }

    /// Evaluates an override (`File['x'] { … }`), whose target may be several references; its value is the target.
    pub(super) fn override_references(
        &self,
        id: ExprId,
        target: ExprId,
        attributes: List,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        let value = run.evaluate(target)?;
        value.known()?;
        let attributes = self.attributes(attributes, Origin::Override, run)?;
        let place = Self::place(run, id);
        let source = self.state.borrow().scope(self.current.get()).source;
        let references = match &value {
            Value::Array(items) => &items[..],
            single => std::slice::from_ref(single),
        };
        for reference in references {
            let resource_reference =
                if let Value::Type(ty) = reference { ty.catalog_reference() } else { None };
            let Some(CatalogReference::Resource(Some(ty), Some(title))) = resource_reference else {
                let message =
                    format!("{} is not a resource, so it cannot be overridden", reference.to_literal());
                return Err(HostError::new(message));
            };
            if self.kind(&ty.to_lowercase())?.is_none() {
                return Err(HostError::new(format!("there is no resource type `{}`", ty.to_lowercase()))
                    .with_code(codes::CATALOG_MISSING));
            }
            run.budget().charge(OVERRIDE_STEPS, attributes.len() * ATTRIBUTE_BYTES)?;
            let attributes = attributes.clone();
            let new_override = Override { attributes, source, place: Some(place.clone()) };
            self.add_override(ty, title, new_override)?;
        }
        Ok(value)
    }

    /// Overrides a resource, or stores the override until the resource is declared.
    pub(super) fn add_override(&self, ty: &str, title: &str, added: Override) -> Result<(), HostError> {
        if let Some(resource) = self.find_resource(ty, title) {
            return self.merge_override(resource, &added);
        }
        let key: ResourceKey = (Arc::from(ty), Arc::from(title));
        self.state.borrow_mut().overrides.add(key, added);
        Ok(())
    }

    /// Applies an override to a declared resource. The code of the override must be the code that declares the
    /// resource, or a class that may override it.
    pub(super) fn merge_override(&self, id: ResourceId, added: &Override) -> Result<(), HostError> {
        let (scope, reference, is_evaluated, place) = {
            let state = self.state.borrow();
            let resource = state.resource(id);
            if resource.source != added.source && !state.may_override(added.source, resource.source) {
                let message = format!(
                    "only a class that inherits the class that declares {} can override its parameters",
                    resource.reference()
                );
                let error = HostError::new(message).with_code(codes::CATALOG_OVERRIDE);
                return Err(with_position(error, added.place.as_ref()));
            }
            // As in Puppet, the position of a resource that another node exports is not logged.
            let place = resource.place.clone().filter(|_| resource.exporter.is_none());
            (resource.scope, resource.reference(), resource.is_evaluated, place)
        };
        if is_evaluated {
            self.warn_of_late_override(place.as_ref(), added.place.as_ref());
        }
        for attribute in &added.attributes {
            self.override_attribute(id, scope, &reference, attribute)?;
        }
        Ok(())
    }

    /// Logs Puppet's warning that the code of an overridden resource has been evaluated with the former values.
    fn warn_of_late_override(&self, declared: Option<&SourcePosition>, overridden: Option<&SourcePosition>) {
        let location = |place: &SourcePosition| {
            let file = self.environment.absolute(place.source.name());
            format!("(file: {file}, line: {})", place.line())
        };
        let declared = declared.map_or(String::new(), |place| format!(", defined at {},", location(place)));
        let overridden = overridden.map_or(String::new(), |place| format!(" {}", location(place)));
        self.warn(&format!(
            "Attempt to override an already evaluated resource{declared} with new values{overridden}"
        ));
    }

    /// Sets an attribute of a resource that is already declared, or adds to it (`+>`).
    fn override_attribute(
        &self,
        id: ResourceId,
        scope: ScopeId,
        reference: &str,
        attribute: &Attribute,
    ) -> Result<(), HostError> {
        let mut state = self.state.borrow_mut();
        let ty = Arc::clone(&state.resource(id).ty);
        let Some(current) = state.resource(id).attribute(&attribute.name).cloned() else {
            return state.resource_mut(id).set(attribute.clone());
        };
        // As in Puppet, an override with the value of a default changes nothing, and needs no permission.
        if state.is_default(scope, &ty, &attribute.name, &attribute.value) {
            return Ok(());
        }
        // The code that set a value may replace it only if the value is a default: to set a value twice is a mistake.
        let may_replace = state.may_override(attribute.source, current.source)
            || (attribute.source == current.source
                && state.is_default(scope, &ty, &attribute.name, &current.value));
        if !may_replace {
            let message =
                format!("`{}` of {reference} is already set, and cannot be set again", attribute.name);
            let error = HostError::new(message).with_code(codes::CATALOG_OVERRIDE);
            let problem = Diagnostic::from(with_position(error, attribute.place.as_ref()));
            let problem = match &current.place {
                Some(place) => problem.label(&place.source, place.range(), "set here"),
                None => problem,
            };
            return Err(HostError::caused_by(Box::new(problem)));
        }
        let mut attribute = attribute.clone();
        if attribute.append {
            attribute.value = match (&current.value, &attribute.value) {
                // An unknown value may be an array or a single value, so the result is not known either.
                (unknown @ Value::Unknown(_), _) | (_, unknown @ Value::Unknown(_)) => unknown.clone(),
                (former, added) => {
                    let mut values = Vec::new();
                    flatten(former, &mut values);
                    flatten(added, &mut values);
                    Value::array(values)
                }
            };
        }
        state.resource_mut(id).set(attribute)
    }
}

/// Adds a position to a problem.
pub(super) fn with_position(error: HostError, place: Option<&SourcePosition>) -> HostError {
    match place {
        Some(place) => {
            let problem = Diagnostic::from(error).at(&place.source, place.range());
            HostError::caused_by(Box::new(problem))
        }
        None => error,
    }
}
