//! The hosts that expressions are evaluated with: they provide facts and bound variables, and forward `lookup` and
//! `inject` to the injector.

use super::{Facts, Injector};
use crate::compose::{Arguments, Composition, Formula, KeyType};
use crate::generated::bindings::NonStringUse;
use crate::names;
use crate::values::part;
use modelwright_evaluation::evaluate::{
    Budget, Change, Class, Hash, Host, HostAnswer, HostError, LookupRequest, Object, ResourceQuery, Type,
    Value,
};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The host for expressions of categories, which can use only facts.
pub(super) struct CategoryHost<'i> {
    pub(super) composition: &'i Composition,
    pub(super) facts: &'i Facts,
}

impl CategoryHost<'_> {
    /// The value of the expression of a category.
    pub(super) fn value(&self, formula: &Formula, budget: &mut Budget) -> Result<Value, Box<Diagnostic>> {
        // Bindings depend on the categories, so a lookup in a string has no value here.
        formula_value(formula, self.composition, self, budget, &mut |_, _| Ok(None))
    }
}

impl Host for CategoryHost<'_> {
    fn resolve_variable(&self, _: &str) -> HostAnswer<u32> {
        // Variables are not searched by name, because they were numbered when the program was compiled.
        Ok(None)
    }

    fn read_variable(&self, variable: u32, _: &mut Budget) -> Result<Value, HostError> {
        Ok(self.facts.variable(self.composition.programs.variable(variable)).clone())
    }

    fn look_up(&self, _: &LookupRequest<'_>, _: &mut Budget) -> HostAnswer<Value> {
        Err(no_injection(CATEGORIES_REASON))
    }

    fn has_bindings(&self) -> bool {
        true
    }

    fn inject(
        &self,
        _: Option<&Type>,
        _: Option<&str>,
        _: Option<&Hash>,
        _: &mut Budget,
    ) -> HostAnswer<Value> {
        Err(no_injection(CATEGORIES_REASON))
    }
}

/// The error of a lookup in an expression that determines which bindings apply.
pub(crate) fn no_injection(reason: &str) -> HostError {
    let error = HostError::new(format!("nothing can be looked up here, because {reason}"));
    error.with_help("use facts instead")
}

/// The reason why category expressions cannot look up values.
const CATEGORIES_REASON: &str = "categories decide which bindings apply";

/// Arguments of a request, by name.
pub(super) struct RequestArguments<'a>(pub(super) &'a Hash);

impl RequestArguments<'_> {
    /// The value of the argument with a name.
    pub(super) fn get_text(&self, name: &str) -> Option<&Value> {
        self.0.get_text(name)
    }
}

/// The host for the expressions of a binding.
pub(super) struct NodeHost<'i> {
    pub(super) injector: &'i Injector,
    /// The arguments that the binding passes to its producer.
    pub(super) arguments: Option<&'i Arguments>,
    /// The arguments of the request.
    pub(super) request_arguments: Option<&'i RequestArguments<'i>>,
}

impl<'i> NodeHost<'i> {
    /// The host for an expression without arguments.
    pub(super) fn new(injector: &'i Injector) -> Self {
        Self { injector, arguments: None, request_arguments: None }
    }

    /// The names and values of the arguments that the binding passes to its producer.
    pub(super) fn binding_arguments(
        &self,
        budget: &mut Budget,
    ) -> Result<Vec<(Value, Value)>, Box<Diagnostic>> {
        // Arguments cannot refer to each other, so this recursion ends.
        let host = NodeHost::new(self.injector);
        let arguments = self.arguments.into_iter().flatten().map(|(name, producer)| {
            let value = self.injector.produce(producer, &host, budget)?;
            Ok((Value::string(name), value.unwrap_or(Value::Undef)))
        });
        arguments.collect()
    }

    /// The value of an expression of a binding.
    pub(super) fn value(&self, formula: &Formula, budget: &mut Budget) -> Result<Value, Box<Diagnostic>> {
        let lookup = &mut |name: &str, budget: &mut Budget| self.injector.by_name(name, budget);
        formula_value(formula, &self.injector.composition, self, budget, lookup)
    }

    /// The value of a variable by its name, without leading colons.
    pub(super) fn variable(&self, name: &str, budget: &mut Budget) -> Result<Value, HostError> {
        // The order is that of scopes from the innermost: arguments of the request hide those of the binding, and both
        // hide variables.
        if let Some(value) = self.request_arguments.and_then(|arguments| arguments.get_text(name)) {
            return Ok(value.clone());
        }
        let argument =
            self.arguments.and_then(|arguments| arguments.iter().find(|(argument, _)| **argument == *name));
        if let Some((_, producer)) = argument {
            let host = NodeHost::new(self.injector);
            let value = self.injector.produce(producer, &host, budget).map_err(HostError::caused_by)?;
            return Ok(value.unwrap_or(Value::Undef));
        }
        let composition = &self.injector.composition;
        if let Some(key) = composition.keys.find(KeyType::Data, &names::variable(name)) {
            let value_of_key = self.injector.key(key, budget).map_err(HostError::caused_by)?;
            if let Some(value) = value_of_key {
                return Ok(value);
            }
        }
        if self.injector.parent().is_some() {
            let inherited = self.injector.name_in_parent(&names::variable(name), budget);
            if let Some(value) = inherited.map_err(HostError::caused_by)? {
                return Ok(value);
            }
        }
        // The name contains a class, so it is a parameter of this class. It has the value that the class would receive.
        if name.contains("::")
            && let Some(value) = self.injector.by_name(name, budget).map_err(HostError::caused_by)?
        {
            return Ok(value);
        }
        Ok(self.injector.facts.variable(name).clone())
    }
}

impl Host for NodeHost<'_> {
    fn resolve_variable(&self, _: &str) -> HostAnswer<u32> {
        // Variables are not searched by name, because they were numbered when the program was compiled.
        Ok(None)
    }

    fn read_variable(&self, variable: u32, budget: &mut Budget) -> Result<Value, HostError> {
        self.variable(self.injector.composition.programs.variable(variable), budget)
    }

    fn call_function(
        &self,
        function: u32,
        arguments: &[Value],
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        self.call(function, arguments, budget)
    }

    fn look_up(&self, request: &LookupRequest<'_>, budget: &mut Budget) -> HostAnswer<Value> {
        self.injector.by_name(request.name, budget).map_err(HostError::caused_by)
    }

    fn query(&self, query: &ResourceQuery, budget: &mut Budget) -> HostAnswer<Value> {
        self.injector.query_in_expression(query, budget)
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        self.injector.composition.types.host().resolve_type(name)
    }

    fn has_feature(&self, name: &str) -> bool {
        self.injector.composition.types.host().has_feature(name)
    }

    fn is_feature_of(&self, object: &Object, name: &str) -> bool {
        self.injector.object_host().is_ok_and(|host| host.is_feature_of(object, name))
    }

    fn read_feature(&self, object: &Object, name: &str, budget: &mut Budget) -> Result<Value, HostError> {
        self.injector.object_host()?.read_feature(object, name, budget)
    }

    fn set_feature(
        &self,
        object: &Object,
        name: &str,
        change: Change,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        self.injector.object_host()?.set_feature(object, name, change, value, budget)
    }

    fn create_object(
        &self,
        class: &Class,
        values: Option<&Hash>,
        budget: &mut Budget,
    ) -> Result<Object, HostError> {
        self.injector.object_host()?.create_object(class, values, budget)
    }

    fn complete_object(&self, object: &Object, budget: &mut Budget) -> Result<(), HostError> {
        self.injector.object_host()?.complete_object(object, budget)
    }

    fn has_bindings(&self) -> bool {
        true
    }

    fn inject(
        &self,
        value_type: Option<&Type>,
        name: Option<&str>,
        arguments: Option<&Hash>,
        budget: &mut Budget,
    ) -> HostAnswer<Value> {
        let injector = self.injector;
        if let (Some(name), Some(arguments)) = (name, arguments)
            && let Some(key) = injector.composition.keys.find(KeyType::Data, name)
        {
            return injector.with_arguments(key, arguments, budget).map_err(HostError::caused_by);
        }
        // If the name is not bound, a Hiera tree or the parent may have a value, and these take no arguments.
        let value = match value_type {
            None => injector.by_name(name.unwrap_or_default(), budget),
            Some(ty) => {
                let ty = injector.composition.types.read(&ty.to_string()).map_err(HostError::new)?;
                injector.by_type(&ty, name, budget)
            }
        };
        value.map_err(HostError::caused_by)
    }
}

/// The value of an expression. `lookup` looks up the names in interpolated strings.
fn formula_value(
    formula: &Formula,
    composition: &Composition,
    host: &dyn Host,
    budget: &mut Budget,
    lookup: &mut dyn FnMut(&str, &mut Budget) -> super::LookupResult,
) -> Result<Value, Box<Diagnostic>> {
    Ok(match formula {
        Formula::Program(program) => return composition.programs.run(*program, host, budget, &[]),
        Formula::Text(text) => Value::string(text),
        Formula::Variable(variable, path) => {
            let value =
                host.read_variable(*variable, budget).map_err(|error| Box::new(Diagnostic::from(error)))?;
            part(&value, path).cloned().unwrap_or(Value::Undef)
        }
        Formula::Lookup(name, _) => lookup(name, budget)?.unwrap_or(Value::Undef),
        Formula::Join(segments) => {
            let mut text = String::new();
            for segment in segments {
                let value = formula_value(segment, composition, host, budget, lookup)?;
                match (segment, &value) {
                    (_, Value::String(part)) => text.push_str(part),
                    // As in Hiera, a value that is not a string replaces the entire string.
                    (Formula::Lookup(_, NonStringUse::Replacement), _) => return Ok(value),
                    (Formula::Lookup(name, NonStringUse::Error), _) => {
                        let message = format!("the value of `{name}` must be a string to be interpolated");
                        return Err(Box::new(Diagnostic::error(codes::BINDINGS_TYPE, message)));
                    }
                    (_, other) => text.push_str(&other.to_text()),
                }
                budget.charge(1, text.len()).map_err(|error| Box::new(Diagnostic::from(error)))?;
            }
            Value::string(&text)
        }
    })
}
