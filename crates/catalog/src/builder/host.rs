//! The builder as the host of the evaluator: variables, functions, statements and data.

use super::Builder;
use super::state::{SourcePosition, TOP};
use crate::environment::{FunctionDefinition, HostFunction};
use crate::functions::ForeignFunction;
use modelwright_evaluation::evaluate::{
    Budget, Change, Evaluation, Host, HostAnswer, HostCall, HostError, LookupRequest, Type, Unknown, Value,
};
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::sync::Arc;

impl Host for Builder<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        Ok(Some(self.environment.number(name)))
    }

    fn read_variable(&self, variable: u32, _: &mut Budget) -> Result<Value, HostError> {
        self.read(variable, None)
    }

    /// The value of a variable; `place` is the expression that reads it, for warnings.
    fn read_variable_at(
        &self,
        variable: u32,
        place: (&Expressions, ExprId),
        _: &mut Budget,
    ) -> Result<Value, HostError> {
        self.read(variable, Some(place))
    }

    fn has_value(&self, variable: u32) -> bool {
        self.has(variable)
    }

    fn is_settable(&self, _: u32) -> bool {
        true
    }

    fn is_settable_in_lambda(&self, _: u32) -> bool {
        false
    }

    /// Warns that a lambda is not called, because the value that is iterated over is not known. There is one warning,
    /// if any expression in the lambda would have changed the catalog.
    fn leave_out(&self, unknown: &Unknown, (expressions, lambda): (&Expressions, ExprId)) {
        let mut pending = vec![lambda];
        while let Some(id) = pending.pop() {
            let has_effects = match expressions[id] {
                Expr::Resource { .. }
                | Expr::ResourceDefaults { .. }
                | Expr::ResourceOverride { .. }
                | Expr::Collect { .. }
                | Expr::Relation { .. } => true,
                Expr::Call { function, .. } => match expressions[function] {
                    Expr::Name(name) => crate::functions::find(expressions.text(name)).is_some(),
                    _ => false,
                },
                _ => false,
            };
            if has_effects {
                let place = SourcePosition {
                    source: Arc::clone(expressions.source()),
                    offset: expressions.span(lambda).start,
                };
                let message = format!(
                    "the value that is iterated over is not known ({}), so what is done with it is missing in the catalog",
                    unknown.reason
                );
                return self.warn_of_gap_at(&message, &place);
            }
            expressions.parts(expressions[id], |part| pending.push(part));
        }
    }

    /// Logs Puppet's warning for a call of `empty` with a number, once for each line.
    fn warn_of_empty_number(&self, (expressions, id): (&Expressions, ExprId)) {
        let place =
            SourcePosition { source: Arc::clone(expressions.source()), offset: expressions.span(id).start };
        let (file, line) = (self.environment.absolute(place.source.name()), place.line());
        let message = "Calling function empty() with Numeric value is deprecated.";
        self.warn_once(
            &format!("empty-from-{file}-{line}"),
            &format!("{message}\n   (file: {file}, line: {line})"),
        );
    }

    /// Logs Puppet's warning for a string that an operator converts to a number.
    fn warn_of_conversion(&self, text: &str, number: &Value, (expressions, id): (&Expressions, ExprId)) {
        let place =
            SourcePosition { source: Arc::clone(expressions.source()), offset: expressions.span(id).start };
        let message = format!(
            "The string '{text}' was automatically coerced to the numerical value {}",
            number.to_text()
        );
        self.warn_at(&message, &place);
    }

    fn has_statements(&self) -> bool {
        true
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        self.environment.resolve_type(name)
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        self.environment.resolve_function(name)
    }

    /// Sets a variable of the current scope.
    fn set_variable(
        &self,
        variable: u32,
        change: Change,
        value: &Value,
        _: &mut Budget,
    ) -> Result<(), HostError> {
        match change {
            Change::Set => self.set(variable, value),
            Change::Append => Err(HostError::new("a variable cannot be changed")),
        }
    }

    fn look_up(&self, request: &LookupRequest<'_>, _: &mut Budget) -> HostAnswer<Value> {
        self.data(request.name, request.merge, request.variables)
    }

    fn read_reference(&self, reference: &Type, keys: &[Value], _: &mut Budget) -> HostAnswer<Value> {
        self.parameter_of(reference, keys).map(Some)
    }

    /// Calls the function with a number, after checks of its arguments that depend on the kind of the function.
    fn call_function_at(
        &self,
        function: u32,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        let Some(function) = self.function(function) else {
            return Err(HostError::new("there is no such function"));
        };
        match function {
            HostFunction::Catalog(function) => {
                self.in_frame(call.at, run, |run| function.call(self, call, run))
            }
            HostFunction::Foreign(function) => function.call(self, call, run),
            HostFunction::Pure(function) => {
                if call.lambda.is_some() {
                    return Err(HostError::new(format!("`{}` cannot have a lambda", function.name)));
                }
                if let Some(unknown) = call.arguments.iter().find_map(Value::unknown) {
                    return Ok(Value::Unknown(Arc::clone(unknown)));
                }
                if let Some(reason) = function.refusal() {
                    let reason = format!("the function `{}` is not supported: {reason}", function.name);
                    return ForeignFunction { name: function.name.to_owned(), reason }.call(self, call, run);
                }
                function.call(
                    call.arguments,
                    &mut super::arguments::CallScope { builder: self, run, call: call.at },
                )
            }
            HostFunction::Language(function) => {
                if call.lambda.is_some() {
                    return Err(HostError::new(format!("`{}` cannot have a lambda", function.name)));
                }
                self.warn_of_repeated_keys(&function.expressions);
                let program = function.program(self.environment);
                if let Some(arity) =
                    program.parameters().filter(|arity| !arity.contains(&call.arguments.len()))
                {
                    let (name, min, max) = (&function.name, *arity.start(), *arity.end());
                    return Err(super::arguments::wrong_count(name, min, max, call.arguments.len()));
                }
                let mut body = |run: &mut dyn Evaluation| run.call(function.id, call.arguments);
                // The code of a function can read the top scope and its own parameters only.
                self.in_frame(call.at, run, |run| {
                    let result = self.in_scope(TOP, || program.enter(self, run.budget(), &mut body));
                    result.map_err(|problem| function_problem(&function, problem))
                })
            }
        }
    }

    /// The value of a statement that changes the catalog; `None` for other expressions.
    fn statement(&self, id: ExprId, run: &mut dyn Evaluation) -> HostAnswer<Value> {
        let expressions = run.expressions();
        let value = match expressions[id] {
            Expr::Resource { .. } => self.declare(id, run)?,
            Expr::ResourceDefaults { ty, attributes, .. } => self.set_defaults(ty, attributes, run)?,
            Expr::ResourceOverride { target, attributes, .. } => {
                self.override_references(id, target, attributes, run)?
            }
            Expr::Collect { .. } => self.collect(id, run)?,
            Expr::Relation { edge, left, right } => self.relate(edge, left, right, run)?,
            // Definitions were registered when their file was read; they have no value.
            Expr::Class { .. }
            | Expr::Define { .. }
            | Expr::Node { .. }
            | Expr::Function { .. }
            | Expr::TypeAlias { .. } => Value::Undef,
            // The evaluator itself evaluates all other expressions.
            _ => return Ok(None),
        };
        Ok(Some(value))
    }
}

/// The problem of the call of a function. As in Puppet, a problem of an argument is shown at the call, and not at the
/// parameter.
fn function_problem(function: &FunctionDefinition, problem: Box<Diagnostic>) -> HostError {
    let Expr::Function { parameters, .. } = function.expressions[function.id] else {
        return HostError::caused_by(problem);
    };
    let expressions = &function.expressions;
    let is_of_parameter = problem.primary_label().is_some_and(|label| {
        Arc::ptr_eq(&label.source, expressions.source())
            && expressions.list(parameters).iter().any(|id| expressions.span(*id) == label.range)
    });
    if !is_of_parameter {
        return HostError::caused_by(problem);
    }
    HostError::new(format!("`{}`: {}", function.name, problem.message)).with_code(codes::CATALOG_PARAMETER)
}

impl Builder<'_> {
    /// The function with a number. The builder copies the functions of the environment when it first needs them.
    fn function(&self, number: u32) -> Option<HostFunction> {
        let mut functions = self.functions.borrow_mut();
        if functions.len() <= number as usize {
            let new_functions = self.environment.functions_from(functions.len());
            functions.extend(new_functions);
        }
        functions.get(number as usize).cloned()
    }
}
