//! The environment of an expression: variables, types, functions, bound values and objects.
//!
//! Names are resolved once, when a program is prepared; values are computed when they are read. A host answers each
//! request with a value, with nothing (then the evaluator continues, or reports the name as unknown), or with its own
//! problem, which is reported at the position of the request.

use super::{Budget, Change, Class, Hash, HostError, Object, ResourceQuery, Type, Value};

/// The answer of a host to a request: a value, nothing, or a problem.
pub type HostAnswer<T> = Result<Option<T>, HostError>;

/// A `lookup` that an expression requests.
#[derive(Debug, Clone, Copy)]
pub struct LookupRequest<'a> {
    /// The name that a value may be bound to. For several names, each is requested separately.
    pub name: &'a str,
    /// The type that the value must have. The evaluator always checks it, whether or not the host does.
    pub value_type: Option<&'a Type>,
    /// How values of several layers are merged: a strategy's name, or a hash with the strategy and its options.
    pub merge: Option<&'a Value>,
    /// The value that the evaluator uses if the host has none.
    pub default: Option<&'a Value>,
}

/// The environment of an expression.
pub trait Host {
    /// The number of a variable.
    ///
    /// # Errors
    /// If the name is not allowed here; reported instead of an unknown variable.
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32>;

    /// The value of a variable, by its number.
    ///
    /// # Errors
    /// If it must be computed, and that fails.
    fn read_variable(&self, variable: u32, budget: &mut Budget) -> Result<Value, HostError>;

    /// The variable that was probably meant by an unknown name.
    fn suggest_variable(&self, _name: &str) -> Option<String> {
        None
    }

    /// Whether objects may have a feature of a name, so that `$object.name` reads it.
    fn has_feature(&self, _name: &str) -> bool {
        false
    }

    /// Whether an object has a feature of a name.
    fn is_feature_of(&self, _object: &Object, _name: &str) -> bool {
        false
    }

    /// The feature that was probably meant by an unknown name.
    fn suggest_feature(&self, _name: &str) -> Option<String> {
        None
    }

    /// The type that was probably meant by an unknown name.
    fn suggest_type(&self, _name: &str) -> Option<String> {
        None
    }

    /// The value bound to a name, for `lookup`.
    ///
    /// # Errors
    /// If the value cannot be computed; then defaults are not used.
    fn look_up(&self, _request: &LookupRequest<'_>, _budget: &mut Budget) -> HostAnswer<Value> {
        Ok(None)
    }

    /// Whether values are bound to names and types, so that `inject` requests them. Otherwise, `inject` is the old name
    /// of `reduce`.
    fn has_bindings(&self) -> bool {
        false
    }

    /// The value bound to a type, a name or both, for `inject`; the arguments are those of the producer.
    ///
    /// # Errors
    /// If the value cannot be produced, or does not have the type.
    fn inject(
        &self,
        _value_type: Option<&Type>,
        _name: Option<&str>,
        _arguments: Option<&Hash>,
        _budget: &mut Budget,
    ) -> HostAnswer<Value> {
        Ok(None)
    }

    /// The resources of other nodes that match a query, as an array of hashes of their parameters.
    ///
    /// # Errors
    /// If they are not known here, or an operand does not suit its operator.
    fn query(&self, _query: &ResourceQuery, _budget: &mut Budget) -> HostAnswer<Value> {
        Ok(None)
    }

    /// The type with a name, if the host defines it; types of the language are not requested.
    ///
    /// # Errors
    /// If the name is not allowed here; reported instead of an unknown type.
    fn resolve_type(&self, _name: &str) -> HostAnswer<Type> {
        Ok(None)
    }

    /// The number of the function with a name, if the host defines it; functions of the language are not requested.
    ///
    /// # Errors
    /// If the name is not allowed here; reported instead of an unknown function.
    fn resolve_function(&self, _name: &str) -> HostAnswer<u32> {
        Ok(None)
    }

    /// Calls a function, by its number.
    ///
    /// # Errors
    /// If it rejects the arguments, or fails.
    fn call_function(
        &self,
        _function: u32,
        _arguments: &[Value],
        _budget: &mut Budget,
    ) -> Result<Value, HostError> {
        // Reached only if a host resolves functions but does not implement calls.
        Err(HostError::new("this function cannot be called here"))
    }

    /// Whether logic may set a variable. If not, an assignment declares a local variable of the expression.
    fn is_settable(&self, _variable: u32) -> bool {
        false
    }

    /// Sets a variable, by its number.
    ///
    /// # Errors
    /// If it cannot be set, or not to this value.
    fn write_variable(
        &self,
        _variable: u32,
        _change: Change,
        _value: &Value,
        _budget: &mut Budget,
    ) -> Result<(), HostError> {
        Err(HostError::new("this cannot be set"))
    }

    /// The value of an object's feature.
    ///
    /// # Errors
    /// If there is no such feature, or its value cannot be computed.
    fn read_feature(&self, object: &Object, name: &str, _budget: &mut Budget) -> Result<Value, HostError> {
        Err(HostError::new(format!("`{}` has no feature `{name}`", object.class.name)))
    }

    /// Sets a feature of an object.
    ///
    /// # Errors
    /// If it cannot be set, or not to this value.
    fn write_feature(
        &self,
        object: &Object,
        _name: &str,
        _change: Change,
        _value: &Value,
        _budget: &mut Budget,
    ) -> Result<(), HostError> {
        Err(HostError::new(format!("this `{}` cannot be changed", object.class.name)))
    }

    /// Creates an object of a class with the given values of features. It can be changed until it is completed.
    ///
    /// # Errors
    /// If it cannot be created with these values.
    fn create_object(
        &self,
        class: &Class,
        _values: Option<&Hash>,
        _budget: &mut Budget,
    ) -> Result<Object, HostError> {
        Err(HostError::new(format!("no `{}` can be created here", class.name)))
    }

    /// Completes an object; it cannot be changed afterwards.
    ///
    /// # Errors
    /// If a required value is missing, or an invariant is violated.
    fn complete_object(&self, _object: &Object, _budget: &mut Budget) -> Result<(), HostError> {
        Ok(())
    }
}

/// A host without variables, types, functions or objects.
#[derive(Debug, Clone, Copy)]
pub struct EmptyHost;

impl Host for EmptyHost {
    fn resolve_variable(&self, _: &str) -> HostAnswer<u32> {
        Ok(None)
    }

    // Never called, because `resolve_variable` resolves no name.
    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        Ok(Value::Undef)
    }
}
