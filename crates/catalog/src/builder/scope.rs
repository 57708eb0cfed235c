//! Scopes: variables and defaults of resources, and how they are found.
//!
//! Invariants: a variable is set once in a scope; a class has one scope. As in Puppet, an unqualified variable is
//! searched in the current scope, in those of inherited classes, in that of the node and in the top scope, while
//! defaults of resources come from the current scope, the scope in which it was created, and so on.

use super::Builder;
use super::resource::Attribute;
use super::state::{ResourceId, ScopeId, SourceId, SourcePosition, State, TOP};
use crate::environment::Variable;
use crate::reserved_variables::check_is_not_reserved;
use modelwright_evaluation::evaluate::{HostError, Unknown, Value};
use modelwright_language::language::expression::{ExprId, Expressions};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scope.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The scope in which this one was created.
    pub(super) parent: Option<ScopeId>,
    /// The class, node or resource whose code is evaluated in the scope.
    pub(super) resource: Option<ResourceId>,
    pub(super) source: SourceId,
    pub(super) variables: FxHashMap<u32, Value>,
    /// The defaults of resources, by type.
    pub(super) defaults: FxHashMap<Arc<str>, Vec<Attribute>>,
    /// The scope of the inherited class.
    pub(super) inherited: Option<ScopeId>,
    /// Whether this is the scope of a node definition.
    pub(super) is_node: bool,
    /// Whether this is the scope of a class, whose variables have names such as `$class::variable`.
    pub(super) is_class: bool,
    /// Parameters without a value yet, which defaults of other parameters cannot read.
    pub(super) pending: Vec<u32>,
}

impl Scope {
    /// A scope without variables; `source` is the definition whose code is evaluated in it.
    pub(super) fn new(parent: Option<ScopeId>, resource: Option<ResourceId>, source: SourceId) -> Self {
        Self {
            parent,
            resource,
            source,
            variables: FxHashMap::default(),
            defaults: FxHashMap::default(),
            inherited: None,
            is_node: false,
            is_class: false,
            pending: Vec::new(),
        }
    }
}

/// The result of a search for a variable.
enum VariableSearch {
    Value(Value),
    Unset,
    /// Why a qualified name has no value.
    Unknown(String),
}

impl State {
    /// The scope that is searched after another one.
    pub(super) fn outer(&self, scope: ScopeId) -> Option<ScopeId> {
        let scope = self.scope(scope);
        scope.inherited.or_else(|| self.enclosing_scope(scope.parent?))
    }

    /// The scope of the node or the top scope in which a scope was created, directly or not.
    fn enclosing_scope(&self, mut scope: ScopeId) -> Option<ScopeId> {
        loop {
            let current = self.scope(scope);
            if scope == TOP || current.is_node {
                return Some(scope);
            }
            scope = current.parent?;
        }
    }

    /// The scope of the node, if its variables are visible from a scope, or else the top scope.
    pub(super) fn global(&self, mut scope: ScopeId) -> ScopeId {
        while scope != TOP && !self.scope(scope).is_node {
            let Some(outer) = self.outer(scope) else { return scope };
            scope = outer;
        }
        scope
    }

    /// The innermost scope, from `scope` outwards, that has a variable; `name` is the number of its name.
    fn holder(&self, mut scope: ScopeId, name: u32) -> Option<ScopeId> {
        while !self.scope(scope).variables.contains_key(&name) {
            scope = self.outer(scope)?;
        }
        Some(scope)
    }

    /// The value of a variable by its plain name.
    pub(super) fn plain_variable(&self, scope: ScopeId, name: u32) -> Option<&Value> {
        self.scope(self.holder(scope, name)?).variables.get(&name)
    }

    /// The scope that contains a variable of a class: the scope of the class, or that of a class that it inherits.
    /// `class` and `name` are the numbers of names.
    fn qualified_holder(&self, class: u32, name: u32) -> Option<ScopeId> {
        let mut scope = *self.class_scopes.get(&class)?;
        while !self.scope(scope).variables.contains_key(&name) {
            scope = self.scope(scope).inherited?;
        }
        Some(scope)
    }

    /// The value of a variable of a class, or of a class that it inherits.
    fn qualified_variable(&self, class: u32, name: u32) -> Option<&Value> {
        self.scope(self.qualified_holder(class, name)?).variables.get(&name)
    }
}

impl Builder<'_> {
    /// The variable with a number. The builder copies the variables of the environment when it first needs them.
    fn variable(&self, number: u32) -> Variable {
        let mut variables = self.variables.borrow_mut();
        if variables.len() <= number as usize {
            let new_variables = self.environment.variables_from(variables.len());
            variables.extend(new_variables);
        }
        variables.get(number as usize).copied().unwrap_or(Variable::Plain)
    }

    /// Searches a variable from the current scope.
    fn find_variable(&self, number: u32) -> Result<VariableSearch, HostError> {
        let variable = self.variable(number);
        let state = self.state.borrow();
        let value = match variable {
            Variable::Plain => state.plain_variable(self.current.get(), number),
            Variable::Top(name) => state.scope(TOP).variables.get(&name),
            Variable::Qualified(class, name) => state.qualified_variable(class, name),
        };
        if let Some(value) = value {
            return Ok(VariableSearch::Value(value.clone()));
        }
        drop(state);
        let Variable::Qualified(class, name) = variable else { return Ok(VariableSearch::Unset) };
        let class_name = self.environment.text(class);
        if *class_name == *"settings" {
            let name = self.environment.text(name);
            if *name == *"environment" {
                return Ok(VariableSearch::Value(Value::string(self.environment.name())));
            }
            let reason = format!("the setting `{name}` of the server is not known here");
            self.record_unknown(&reason);
            return Ok(VariableSearch::Value(Value::Unknown(Arc::new(Unknown { reason, place: None }))));
        }
        let is_evaluated = self.state.borrow().class_scopes.contains_key(&class);
        if is_evaluated {
            return Ok(VariableSearch::Unset);
        }
        let is_known = self.environment.class(&class_name).map_err(HostError::caused_by)?.is_some();
        let problem = if is_known { "has not been evaluated" } else { "could not be found" };
        Ok(VariableSearch::Unknown(format!("class {class_name} {problem}")))
    }

    /// Why a variable with a qualified name does not exist; `None` if its class was evaluated and does not set it.
    pub(super) fn reason_of_missing(&self, name: &str) -> Result<Option<String>, HostError> {
        Ok(match self.find_variable(self.environment.number(name))? {
            VariableSearch::Unknown(reason) => Some(reason),
            VariableSearch::Value(_) | VariableSearch::Unset => None,
        })
    }

    /// The value of a variable. If there is no such variable, this is an error in an environment with strict variables;
    /// otherwise the value is undef, with a warning at `place`.
    pub(super) fn read(
        &self,
        number: u32,
        place: Option<(&Expressions, ExprId)>,
    ) -> Result<Value, HostError> {
        if self.state.borrow().scope(self.current.get()).pending.contains(&number) {
            let name = self.environment.text(number);
            return Err(HostError::new(format!("the parameter `${name}` has no value yet")));
        }
        let reason = match self.find_variable(number)? {
            VariableSearch::Value(value) => return Ok(value),
            VariableSearch::Unset => None,
            VariableSearch::Unknown(reason) => Some(reason),
        };
        let name = self.environment.text(number);
        // Puppet sets these only in some scopes, and never reports that they are unknown.
        if matches!(&*name, "module_name" | "caller_module_name") {
            return Ok(Value::Undef);
        }
        if self.environment.has_strict_variables {
            let legacy_reason = self.reason_of_legacy_fact(&name);
            let is_legacy = legacy_reason.is_some();
            let reason = reason.or(legacy_reason).map_or(String::new(), |reason| format!(": {reason}"));
            let error = HostError::new(format!("there is no variable `${name}`{reason}"));
            return Err(if is_legacy { error.with_help(super::legacy_facts::HELP) } else { error });
        }
        if let Some((expressions, id)) = place {
            let place = SourcePosition {
                source: Arc::clone(expressions.source()),
                offset: expressions.span(id).start,
            };
            self.warn_at(&format!("Unknown variable: '{name}'."), &place);
            self.warn_of_legacy_fact(&name, Some(&place));
        }
        Ok(Value::Undef)
    }

    /// Whether a variable has a value.
    pub(super) fn has(&self, number: u32) -> bool {
        matches!(self.find_variable(number), Ok(VariableSearch::Value(_)))
    }

    /// Sets a variable of the current scope.
    pub(crate) fn set(&self, number: u32, value: &Value) -> Result<(), HostError> {
        let name = self.environment.text(number);
        if name.contains("::") {
            return Err(HostError::new(format!(
                "`${name}` is a variable of another scope, so it cannot be set"
            )));
        }
        check_is_not_reserved(&name)?;
        self.set_in(self.current.get(), number, value.clone())
    }

    /// Sets a variable of a scope; fails if it already has a value.
    pub(super) fn set_in(&self, scope: ScopeId, number: u32, value: Value) -> Result<(), HostError> {
        let mut state = self.state.borrow_mut();
        match state.scope_mut(scope).variables.entry(number) {
            std::collections::hash_map::Entry::Occupied(_) => {
                let name = self.environment.text(number);
                Err(HostError::new(format!("`${name}` already has a value, and cannot be set again")))
            }
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(value);
                Ok(())
            }
        }
    }

    /// Replaces the value of a variable that a template changed, also in the parameters that hold the same value.
    /// Returns `false`, and changes nothing, if there is no such variable, or if its value is also held elsewhere.
    pub(crate) fn replace_variable(&self, name: &str, value: &Value) -> bool {
        let number = self.environment.number(name);
        let variable = self.variable(number);
        let mut state = self.state.borrow_mut();
        let scope_and_number = match variable {
            Variable::Plain => state.holder(self.current.get(), number).map(|scope| (scope, number)),
            Variable::Top(local_number) => Some((TOP, local_number)),
            Variable::Qualified(class, local_number) => {
                state.qualified_holder(class, local_number).map(|scope| (scope, local_number))
            }
        };
        let Some((scope, number)) = scope_and_number else { return false };
        let Some(former) = state.scope(scope).variables.get(&number).cloned() else { return false };
        let parameters: Vec<usize> = match state.scope(scope).resource {
            Some(resource) => state.resource(resource).positions_of(&former),
            None => Vec::new(),
        };
        // Only the variable, the parameters and `former` itself may hold the value, or others would see the change.
        if crate::templates::erb::holders(&former) > parameters.len() + 2 {
            return false;
        }
        if let Some(resource) = state.scope(scope).resource {
            for position in parameters {
                state.resource_mut(resource).attributes[position].value = value.clone();
            }
        }
        state.scope_mut(scope).variables.insert(number, value.clone());
        true
    }

    /// The variables that are visible from the current scope, by name, except those with qualified names.
    pub(crate) fn visible_variables(&self) -> BTreeMap<String, Value> {
        let state = self.state.borrow();
        let mut values = BTreeMap::new();
        let mut scope = Some(self.current.get());
        while let Some(current) = scope {
            for (name_number, value) in &state.scope(current).variables {
                values
                    .entry(self.environment.text(*name_number).to_string())
                    .or_insert_with(|| value.clone());
            }
            scope = state.outer(current);
        }
        values
    }

    /// Runs a function in another scope.
    pub(super) fn in_scope<T>(&self, scope: ScopeId, run: impl FnOnce() -> T) -> T {
        let outer = self.current.replace(scope);
        let result = run();
        self.current.set(outer);
        result
    }

    /// Runs a function in the scope of the node, or in the top scope if the code is not that of a node.
    pub(crate) fn in_global_scope<T>(&self, run: impl FnOnce() -> T) -> T {
        let scope = self.state.borrow().global(self.current.get());
        self.in_scope(scope, run)
    }

    /// The name of a scope in the log.
    pub(super) fn scope_name(&self, scope: ScopeId) -> String {
        let state = self.state.borrow();
        match state.scope(scope).resource {
            Some(resource) => format!("Scope({})", state.resource(resource).reference()),
            None => "Scope()".to_owned(),
        }
    }
}
