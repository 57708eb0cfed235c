//! The environment of an expression: variables, types, functions, bound values and objects.
//!
//! Names are resolved once, when a program is prepared; values are computed when they are read. A host answers each
//! request with a value, with nothing (then the evaluator continues, or reports the name as unknown), or with its own
//! problem, which is reported at the position of the request.

use super::{
    Budget, Change, Class, Evaluation, Hash, HostCall, HostError, Object, ResourceQuery, Type, Unknown, Value,
};
use crate::language::expression::{ExprId, Expressions};

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
    /// The variables of lambdas and functions around the call, the innermost last, to which interpolations in data may
    /// refer. Empty unless the host evaluates the statements of manifests.
    pub variables: &'a [(String, Value)],
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

    /// The value of a variable that an expression names, for hosts that report the position of the expression.
    ///
    /// # Errors
    /// Like [`Host::read_variable`].
    fn read_variable_at(
        &self,
        variable: u32,
        _place: (&Expressions, ExprId),
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        self.read_variable(variable, budget)
    }

    /// Whether a variable has a value now; if not, `getvar` returns its default.
    fn has_value(&self, _variable: u32) -> bool {
        true
    }

    /// The variable that was probably meant by an unknown name; `None` if no name is similar.
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

    /// The feature that was probably meant by an unknown name; `None` if no name is similar.
    fn suggest_feature(&self, _name: &str) -> Option<String> {
        None
    }

    /// The type that was probably meant by an unknown name; `None` if no name is similar.
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
    /// If the host does not know the resources, or an operand does not suit its operator.
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
        // This is reached only if a host resolves functions but does not implement calls.
        Err(HostError::new("this function cannot be called here"))
    }

    /// Calls a function with the position of the call and its lambda.
    ///
    /// # Errors
    /// Like [`Host::call_function`].
    fn call_function_at(
        &self,
        function: u32,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        self.call_function(function, call.arguments, run.budget())
    }

    /// Is called if a lambda is not evaluated, because that depends on an unknown value.
    fn leave_out(&self, _unknown: &Unknown, _lambda: (&Expressions, ExprId)) {}

    /// Warns that `empty` gets a number, as Puppet does.
    fn warn_of_empty_number(&self, _place: (&Expressions, ExprId)) {}

    /// Warns that an operator converts a string to the number that it contains, as Puppet does.
    fn warn_of_conversion(&self, _text: &str, _number: &Value, _place: (&Expressions, ExprId)) {}

    /// Whether the host evaluates the statements of manifests. Then definitions inside of a program belong to other
    /// programs, names of variables keep a leading `::`, and the functions of the host precede those of the language.
    fn has_statements(&self) -> bool {
        false
    }

    /// Evaluates a statement of a manifest, such as a resource, a collector or a definition; `None` if it is not
    /// allowed here.
    ///
    /// # Errors
    /// If it fails.
    fn statement(&self, _id: ExprId, _run: &mut dyn Evaluation) -> HostAnswer<Value> {
        Ok(None)
    }

    /// The value of `File['/x']['mode']`: a parameter of a resource.
    ///
    /// # Errors
    /// If there is no such resource or parameter.
    fn read_reference(&self, _reference: &Type, _keys: &[Value], _budget: &mut Budget) -> HostAnswer<Value> {
        Ok(None)
    }

    /// Whether an assignment in a lambda sets this variable of the host, instead of declaring a variable of the lambda.
    fn is_settable_in_lambda(&self, variable: u32) -> bool {
        self.is_settable(variable)
    }

    /// Whether logic may set a variable. If not, an assignment declares a local variable of the expression.
    fn is_settable(&self, _variable: u32) -> bool {
        false
    }

    /// Sets a variable, by its number.
    ///
    /// # Errors
    /// If the variable cannot be set, or not to this value.
    fn set_variable(
        &self,
        _variable: u32,
        _change: Change,
        _value: &Value,
        _budget: &mut Budget,
    ) -> Result<(), HostError> {
        Err(HostError::new("this variable cannot be set"))
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
    fn set_feature(
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
    /// If the object cannot be created with these values.
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

    // This is never called, because `resolve_variable` resolves no name.
    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        Ok(Value::Undef)
    }
}
