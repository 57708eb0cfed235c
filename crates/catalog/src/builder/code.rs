//! Evaluates the code of a class, a node or a resource of a defined type: its parameters, then its body.
//!
//! Invariants: a resource is evaluated once; parameters are checked against their types after all defaults are known.

use super::Builder;
use super::lookup::BoundValue;
use super::resource::{Attribute, Kind, Origin};
use super::scope::Scope;
use super::state::{ResourceId, ScopeId, SourcePosition};
use crate::environment::{Definition, DefinitionKind, ParameterDefinition, capitalized};
use crate::reserved_variables::is_reserved;
use crate::types::is_metaparameter;
use modelwright_evaluation::evaluate::{Budget, Evaluation, HostError, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::sync::Arc;

/// The steps that a check of a value against a type costs.
const TYPE_CHECK_STEPS: usize = 16;

impl Builder<'_> {
    /// Evaluates the code of a resource, unless it was evaluated before.
    pub(super) fn evaluate(&self, id: ResourceId, budget: &mut Budget) -> Result<(), HostError> {
        let definition = {
            let mut state = self.state.borrow_mut();
            let resource = state.resource_mut(id);
            if resource.is_evaluated {
                return Ok(());
            }
            resource.is_evaluated = true;
            let definition = resource.definition().cloned();
            state.evaluated.push(id);
            definition
        };
        self.add_scope_tags(id, budget)?;
        match definition {
            Some(definition) => self.run_code(id, &definition, budget),
            None => Ok(()),
        }
    }

    /// Evaluates the body of a class, a node or a defined type for a resource, in a scope of its own.
    fn run_code(
        &self,
        id: ResourceId,
        definition: &Arc<Definition>,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let parent = match &definition.parent {
            Some(parent) => Some(self.evaluate_parent(parent, budget)?),
            None => None,
        };
        let scope = self.open_scope(id, definition, parent);
        if definition.kind != DefinitionKind::Define {
            self.add_class(&definition.name);
        }
        let program = definition.program(self.environment);
        // A problem of the parameters is returned unchanged, because the declaration that causes it may be in another
        // program than this one.
        let mut parameter_problem = None;
        let mut body = |run: &mut dyn Evaluation| {
            let prepared = self.set_parameters(id, definition, scope, run);
            if let Err(error) = prepared.and_then(|()| self.add_to_stage(id)) {
                parameter_problem = Some(error);
                return Ok(Value::Undef);
            }
            if let Some(pattern) = self.environment.node_pattern(&definition.name)
                && definition.kind == DefinitionKind::Node
            {
                // Sets `$0`, `$1` and so on for the body of a node whose name is a regular expression.
                run.match_text(&pattern, &Arc::from(self.node.name.to_lowercase()))?;
            }
            match run.evaluate(definition.body) {
                // `return` ends the body of a class or a defined type.
                Err(error) if definition.kind != DefinitionKind::Node => error.into_return(),
                result => result,
            }
        };
        let result = self.in_scope(scope, || program.enter(self, budget, &mut body));
        match parameter_problem {
            Some(problem) => Err(problem),
            None => result.map(drop).map_err(HostError::caused_by),
        }
    }

    /// The scope of an inherited class, which is evaluated first.
    fn evaluate_parent(&self, parent: &str, budget: &mut Budget) -> Result<ScopeId, HostError> {
        let resource = self.state.borrow().find("Class", &capitalized(parent));
        if let Some(resource) = resource {
            self.evaluate(resource, budget)?;
        }
        let number = self.environment.number(parent);
        let scope = self.state.borrow().class_scopes.get(&number).copied();
        // A class that is being evaluated has a scope, too.
        scope.ok_or_else(|| HostError::new(format!("the inherited class `{parent}` is not evaluated")))
    }

    /// Adds the scope in which the code of a class, a node or a resource is evaluated. If the definition inherits from
    /// another one, `parent` is the scope of that one.
    fn open_scope(&self, id: ResourceId, definition: &Arc<Definition>, parent: Option<ScopeId>) -> ScopeId {
        let mut state = self.state.borrow_mut();
        let source = state.source(definition);
        let outer = parent.unwrap_or(state.resource(id).scope);
        let mut scope = Scope::new(Some(outer), Some(id), source);
        scope.inherited = parent;
        scope.is_node = definition.kind == DefinitionKind::Node;
        scope.is_class = definition.kind == DefinitionKind::Class;
        let scope_id = ScopeId(state.scopes.len());
        if scope.is_node {
            state.node_scope = Some(scope_id);
        }
        state.scopes.push(scope);
        scope_id
    }

    /// Adds a class to the list of classes, and to the tags of the catalog.
    pub(super) fn add_class(&self, name: &Arc<str>) {
        let mut state = self.state.borrow_mut();
        state.classes.push(Arc::clone(name));
        state.tags.add_if_valid(name);
    }

    /// Sets the names and parameters of a resource as variables of its scope, and checks the parameters.
    fn set_parameters(
        &self,
        id: ResourceId,
        definition: &Arc<Definition>,
        scope: ScopeId,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        self.set_names(id, definition, scope)?;
        if definition.kind == DefinitionKind::Class {
            self.bind_data(id, definition)?;
        }
        if definition.kind != DefinitionKind::Define {
            let number = self.environment.number(&definition.name);
            self.state.borrow_mut().class_scopes.insert(number, scope);
        }
        self.set_declared_parameters(id, definition, scope)?;
        for parameter in &definition.parameters {
            self.apply_default(id, parameter, scope, run)?;
        }
        self.state.borrow_mut().scope_mut(scope).pending.clear();
        self.check_parameters(id, definition, run)
    }

    /// Sets `$title`, `$name`, `$module_name` and `$caller_module_name`.
    fn set_names(&self, id: ResourceId, definition: &Definition, scope: ScopeId) -> Result<(), HostError> {
        let state = self.state.borrow();
        let resource = state.resource(id);
        // A title may be a number, which `$title` contains as such.
        let title = resource.number_title.as_deref().cloned();
        let title = title.unwrap_or_else(|| Value::string(&resource.title));
        let (mut title, mut name) = (title.clone(), title);
        if let Some(given) = resource.parameter("name").filter(|given| !matches!(given, Value::Undef)) {
            name = given.clone();
        }
        if definition.kind == DefinitionKind::Class {
            title = Value::string(&resource.title.to_lowercase());
            name = Value::string(&name.to_text().to_lowercase());
        }
        let outer_source = state.scope(scope).parent.map(|parent| state.scope(parent).source);
        let caller = outer_source.and_then(|source| {
            state.sources.get(source.0)?.as_ref().map(|definition| definition.module.clone())
        });
        drop(state);
        let module = Value::string(&definition.module);
        self.set_in(scope, self.names.module_name, module)?;
        self.set_in(scope, self.names.caller_module_name, Value::string(&caller.unwrap_or_default()))?;
        self.set_in(scope, self.names.title, title)?;
        self.set_in(scope, self.names.name, name)
    }

    /// Sets each parameter of a class that is not set, or is `undef`, to the value that data binds to it.
    fn bind_data(&self, id: ResourceId, definition: &Definition) -> Result<(), HostError> {
        for parameter in &definition.parameters {
            let is_given = {
                let state = self.state.borrow();
                let value_of_parameter = state.resource(id).parameter(&parameter.name);
                value_of_parameter.is_some_and(|value| !matches!(value, Value::Undef))
            };
            if is_given {
                continue;
            }
            let Some(bound) = self.bound_value(&format!("{}::{}", definition.name, parameter.name))? else {
                continue;
            };
            let BoundValue { value, place: place_in_data } = bound;
            // The default of the parameter takes precedence over `undef` in data.
            if matches!(value, Value::Undef) && parameter.default.is_some() {
                continue;
            }
            if let Some(place) = place_in_data {
                self.state.borrow_mut().data_places.insert((id, Arc::clone(&parameter.name)), place);
            }
            let place_in_manifest = None;
            self.set_attribute(id, &parameter.name, value, place_in_manifest, Origin::Data)?;
        }
        Ok(())
    }

    /// Sets an attribute of a resource as if the code that declares the resource set it.
    fn set_attribute(
        &self,
        id: ResourceId,
        name: &Arc<str>,
        value: Value,
        place: Option<SourcePosition>,
        origin: Origin,
    ) -> Result<(), HostError> {
        let mut state = self.state.borrow_mut();
        let source = state.resource(id).source;
        let attribute = Attribute { name: Arc::clone(name), value, source, place, append: false, origin };
        state.resource_mut(id).set(attribute)
    }

    /// Makes the attributes of a resource variables of its scope; parameters without an attribute are pending.
    fn set_declared_parameters(
        &self,
        id: ResourceId,
        definition: &Definition,
        scope: ScopeId,
    ) -> Result<(), HostError> {
        if let Some(parameter) = definition.parameters.iter().find(|parameter| is_reserved(&parameter.name)) {
            let message = format!(
                "the name of the parameter `{}` of {} is reserved; choose another name",
                parameter.name,
                definition.title()
            );
            let problem = Diagnostic::error(codes::CATALOG_PARAMETER, message)
                .at(definition.expressions.source(), definition.first_line());
            return Err(HostError::caused_by(Box::new(problem)));
        }
        let variables: Vec<(u32, Value)> = {
            let state = self.state.borrow();
            let attributes = state.resource(id).attributes.iter();
            // `set_names` sets the variables `$name` and `$title`.
            let attributes = attributes.filter(|attribute| !matches!(&*attribute.name, "name" | "title"));
            let number = |name: &str| {
                let declared_parameter =
                    definition.parameters.iter().find(|parameter| *parameter.name == *name);
                declared_parameter
                    .map_or_else(|| self.environment.number(name), |parameter| parameter.variable)
            };
            attributes.map(|attribute| (number(&attribute.name), attribute.value.clone())).collect()
        };
        {
            let mut state = self.state.borrow_mut();
            let unset = definition.parameters.iter().map(|parameter| parameter.variable);
            let unset = unset.filter(|variable| !variables.iter().any(|(number, _)| number == variable));
            state.scope_mut(scope).pending = unset.collect();
        }
        for (number, value) in variables {
            self.set_in(scope, number, value)?;
        }
        Ok(())
    }

    /// Sets a parameter without a value to its default.
    fn apply_default(
        &self,
        id: ResourceId,
        parameter: &ParameterDefinition,
        scope: ScopeId,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        let Some(default) = parameter.default else { return Ok(()) };
        let is_given = {
            let state = self.state.borrow();
            let value_of_variable = state.scope(scope).variables.get(&parameter.variable);
            value_of_variable.is_some_and(|value| !matches!(value, Value::Undef))
        };
        if is_given {
            return Ok(());
        }
        let value = run.evaluate(default)?;
        let place = Self::place(run, parameter.id);
        self.set_attribute(id, &parameter.name, value.clone(), Some(place), Origin::ParameterDefault)?;
        let mut state = self.state.borrow_mut();
        let scope_data = state.scope_mut(scope);
        scope_data.variables.insert(parameter.variable, value);
        scope_data.pending.retain(|variable| *variable != parameter.variable);
        Ok(())
    }

    /// Checks the parameters of a resource whose code is not evaluated: those with defaults may be missing.
    pub(super) fn check_unevaluated(
        &self,
        id: ResourceId,
        definition: &Definition,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        let may_miss_defaults = true;
        self.check_values(id, definition, may_miss_defaults, run)
    }

    /// Checks that each parameter is known, has a value, and that the value belongs to its type.
    fn check_parameters(
        &self,
        id: ResourceId,
        definition: &Definition,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        let may_miss_defaults = false;
        self.check_values(id, definition, may_miss_defaults, run)
    }

    /// Checks the attributes of a resource against the parameters of its definition.
    fn check_values(
        &self,
        id: ResourceId,
        definition: &Definition,
        may_miss_defaults: bool,
        run: &mut dyn Evaluation,
    ) -> Result<(), HostError> {
        // The definition of a node has no parameters.
        if definition.kind == DefinitionKind::Node {
            return Ok(());
        }
        let (reference, attributes) = {
            let state = self.state.borrow();
            let resource = state.resource(id);
            (resource.reference(), resource.attributes.clone())
        };
        for attribute in &attributes {
            let is_known = *attribute.name == *"name"
                || is_metaparameter(&attribute.name)
                || definition.parameters.iter().any(|parameter| parameter.name == attribute.name);
            if !is_known {
                let message = format!("{reference}: has no parameter named '{}'", attribute.name);
                return Err(with_position(
                    HostError::new(message).with_code(codes::CATALOG_PARAMETER),
                    attribute,
                ));
            }
        }
        for parameter in &definition.parameters {
            let Some(attribute) = attributes.iter().find(|attribute| attribute.name == parameter.name) else {
                if may_miss_defaults && parameter.default.is_some() {
                    continue;
                }
                let name = &parameter.name;
                return Err(HostError::new(format!("{reference}: expects a value for parameter '{name}'"))
                    .with_code(codes::CATALOG_PARAMETER));
            };
            let Some(ty) = parameter.ty else { continue };
            let ty = run.evaluate(ty)?;
            let Value::Type(ty) = ty.known()? else {
                return Err(HostError::new("the type of a parameter must be a type"));
            };
            run.budget().charge(TYPE_CHECK_STEPS, 0)?;
            if !ty.holds(&attribute.value) {
                let subject = format!("{reference}: parameter '{}'", parameter.name);
                return Err(with_position(
                    HostError::new(ty.mismatch(&subject, &attribute.value))
                        .with_code(codes::CATALOG_PARAMETER),
                    attribute,
                ));
            }
        }
        Ok(())
    }

    /// Adds a class to its stage; other resources have none.
    pub(super) fn add_to_stage(&self, id: ResourceId) -> Result<(), HostError> {
        let mut state = self.state.borrow_mut();
        if !matches!(state.resource(id).kind, Kind::Class(_) | Kind::Main | Kind::Settings) {
            return Ok(());
        }
        if let Some(stage) = state.resource(id).parameter("stage") {
            // If the stage is unknown, so is the container of the class, which is an error.
            stage.known()?;
        }
        let stage_of = |id: ResourceId| {
            let stage = state.resource(id).parameter("stage").filter(|stage| !matches!(stage, Value::Undef));
            stage.map(Value::to_text)
        };
        let outer = state.scope(state.resource(id).scope).resource;
        let name = stage_of(id).or_else(|| outer.and_then(stage_of)).unwrap_or_else(|| "main".to_owned());
        let Some(stage) = state.find("Stage", &name) else {
            let reference = state.resource(id).reference();
            return Err(HostError::new(format!("there is no stage `{name}`, in which {reference} would be"))
                .with_code(codes::CATALOG_MISSING));
        };
        let is_set = state.resource(id).attribute("stage").is_some();
        // A class that is in the stage of the class around it also gets the parameter.
        if name != "main" && !is_set {
            let source = state.resource(id).source;
            state.resource_mut(id).set(Attribute {
                name: Arc::from("stage"),
                value: Value::string(&name),
                source,
                place: None,
                append: false,
                origin: Origin::Builder,
            })?;
        }
        state.contain(stage, id);
        Ok(())
    }

    /// Adds to a resource, unless this was done before, the tags of the resource in whose scope it was declared.
    pub(super) fn add_scope_tags(&self, id: ResourceId, budget: &mut Budget) -> Result<(), HostError> {
        let mut state = self.state.borrow_mut();
        if std::mem::replace(&mut state.resource_mut(id).is_tagged_by_scope, true) {
            return Ok(());
        }
        let outer = state.scope(state.resource(id).scope).resource;
        if let Some(outer) = outer.filter(|outer| *outer != id) {
            let tags = state.resource(outer).tags.clone();
            tags.charge_copy(budget)?;
            state.resource_mut(id).tags.merge(&tags);
        }
        Ok(())
    }
}

/// Adds to a problem the position where an attribute is set.
fn with_position(error: HostError, attribute: &Attribute) -> HostError {
    let Some(place) = &attribute.place else { return error };
    let problem = modelwright_metamodel::diagnostic::Diagnostic::from(error);
    HostError::caused_by(Box::new(problem.at(&place.source, place.range())))
}
