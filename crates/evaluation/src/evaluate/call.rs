//! Calls functions, types and lambdas.

use super::budget::SLOTS_PER_STEP;
use super::failure::{Stop, failure, failure_with};
use super::prepare::Resolution;
use super::rich::Iterator;
use super::run::{Outcome, Run};
use super::types::Fault;
use super::{HostCall, Object, Value, functions, types};
use crate::language::expression::{CallForm, Expr, ExprId, Expressions, List};

/// The maximum number of calls that the report of a problem shows.
const SHOWN_CALLS: usize = 4;

/// The lambda of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lambda {
    id: ExprId,
    /// The number of required parameters.
    pub(super) min: usize,
    /// The maximum number of arguments.
    pub(super) max: usize,
}

impl Lambda {
    /// Whether the lambda can be called with `count` arguments.
    pub(super) fn accepts(self, count: usize) -> bool {
        (self.min..=self.max).contains(&count)
    }
}

/// The elements that replace `*value` in a list.
pub(super) fn splat_elements(value: &Value) -> Vec<Value> {
    match value {
        // In Ruby as well, `*undef` gives no elements.
        Value::Undef => Vec::new(),
        Value::Array(items) => items.to_vec(),
        Value::Rich(rich) => match rich.downcast::<Iterator>() {
            Some(iterator) => splat_elements(&iterator.elements),
            None => vec![value.clone()],
        },
        Value::Hash(hash) => {
            hash.pairs().iter().map(|(key, value)| array_of(vec![key.clone(), value.clone()])).collect()
        }
        other => vec![other.clone()],
    }
}

/// An array that is known to be small, so its size need not be checked.
pub(super) fn array_of(items: Vec<Value>) -> Value {
    Value::Array(std::sync::Arc::new(super::value::Array::new(items)))
}

/// The minimum and the maximum number of arguments for some parameters.
pub(super) fn arity(expressions: &Expressions, parameters: List) -> (usize, usize) {
    let (mut min, mut max) = (0, 0_usize);
    for parameter in expressions.list(parameters) {
        if let Expr::Parameter { default, rest, .. } = expressions[*parameter] {
            min += usize::from(default.is_none() && !rest);
            max = if rest { usize::MAX } else { max.saturating_add(1) };
        }
    }
    (min, max)
}

impl Run<'_> {
    /// Evaluates a call in any form: of a function, a function of the host, a type (as `new`), or the name of a member
    /// after a point.
    pub(super) fn call_expression(
        &mut self,
        id: ExprId,
        function: ExprId,
        arguments: List,
        lambda: Option<ExprId>,
    ) -> Outcome {
        let mut scope = None;
        let resolved_function = match (self.program.resolution(id), self.expressions[function]) {
            (Resolution::Function(function), _) => function,
            (Resolution::ScopedFunction(function, call_scope), _) => {
                scope = Some(*call_scope);
                function
            }
            (Resolution::HostFunction(number), _) => {
                return self.call_host(id, *number, None, arguments, lambda);
            }
            (Resolution::ScopedHostFunction(number, scope), _) => {
                return self.call_host(id, *number, Some(*scope), arguments, lambda);
            }
            (Resolution::NamedVariable(getvar, scope), _) => {
                return self.call_getvar(id, getvar, *scope, arguments, lambda);
            }
            // Whether the name is a member depends on the value, so the problem found during preparation is reported
            // only now.
            (Resolution::Member(problem), _) => {
                let value = self.member(function, arguments)?;
                return value.ok_or_else(|| Stop::Failure(problem.clone()).at(function));
            }
            (Resolution::Problem(problem), _) => {
                let mut problem = problem.clone();
                let is_chained = matches!(self.expressions[id], Expr::Call { form: CallForm::Chained, .. });
                if is_chained && self.is_key_after_point(arguments, lambda) {
                    problem.help = Some("read a value of a hash with its key in brackets: `$hash[key]`");
                }
                return Err(Stop::Failure(problem).at(function));
            }
            (_, Expr::TypeName(_) | Expr::Access { .. }) => {
                return self.call_type(id, function, arguments, lambda);
            }
            _ => return Err(failure("only a function or a type can be called").at(function)),
        };
        let values = self.eval_list(arguments)?;
        // With a lambda or further arguments, the call cannot be meant to read a feature.
        if let ([Value::Object(object)], None) = (&values[..], lambda)
            && let Some(name) = self.feature_after_point(id, function, object)
        {
            return self
                .host
                .read_feature(object, &name, self.budget)
                .map_err(|error| Stop::from(error).at(id));
        }
        let lambda = lambda.map(|lambda| self.lambda(lambda));
        // Set here, because the arguments may contain calls as well.
        self.call_scope = scope;
        self.call(id, resolved_function, &values, lambda)
    }

    /// The value of `receiver.name`, in which the receiver is the first argument; `None` if it has no such member.
    fn member(&mut self, function: ExprId, arguments: List) -> Result<Option<Value>, Stop> {
        let values = self.eval_list(arguments)?;
        // Cannot happen: only names are resolved to members.
        let Expr::Name(name) = self.expressions[function] else { return Ok(Some(Value::Undef)) };
        let name = self.program.text(name);
        match values.first() {
            Some(value @ Value::Unknown(_)) => Ok(Some(value.clone())),
            Some(Value::Rich(rich)) => Ok(rich.get().member(name)),
            Some(Value::Object(object)) => {
                let value = self.host.read_feature(object, name, self.budget);
                value.map(Some).map_err(|error| Stop::from(error).at(function))
            }
            Some(Value::Array(_)) if self.host.has_feature(name) => {
                let message = format!("a list has no feature `{name}`");
                let help = "for a feature of each element, write `.map |$x| { $x.feature }`; for a feature of the first element, `[0].feature`";
                Err(failure_with(message, help).at(function))
            }
            Some(value) if self.host.has_feature(name) => {
                let kind = super::operators::kind_of(value);
                let message = format!("a value of type {kind} has no feature `{name}`");
                let help = match value {
                    Value::Undef => "the value before `.` is undef: check the index or the feature",
                    _ => "the name of a variable starts with `$`, as in `$self.feature`",
                };
                Err(failure_with(message, help).at(function))
            }
            _ => Ok(None),
        }
    }

    /// Calls a type. As in Puppet, this is a call of `new` with the type as the first argument.
    fn call_type(&mut self, id: ExprId, ty: ExprId, arguments: List, lambda: Option<ExprId>) -> Outcome {
        let mut values = vec![self.eval(ty)?];
        values.extend(self.eval_list(arguments)?);
        let new = functions::find("new").ok_or_else(|| failure("the function `new` is not defined"))?;
        let lambda = lambda.map(|lambda| self.lambda(lambda));
        self.call(id, new, &values, lambda)
    }

    /// Whether a call is probably meant to read a value of a hash, as in `$hash.key`: it has no lambda, and its only
    /// argument is a hash. Evaluates the argument.
    fn is_key_after_point(&mut self, arguments: List, lambda: Option<ExprId>) -> bool {
        let [receiver] = self.expressions.list(arguments) else { return false };
        lambda.is_none() && matches!(self.eval(*receiver), Ok(Value::Hash(_)))
    }

    /// The feature that a call such as `$object.size` reads; `None` if the call is not of this form, or the object has
    /// no such feature. As in Puppet, features take precedence over functions.
    fn feature_after_point(&self, id: ExprId, function: ExprId, object: &Object) -> Option<String> {
        let Expr::Call { form: CallForm::Chained, .. } = self.expressions[id] else { return None };
        let Expr::Name(name) = self.expressions[function] else { return None };
        let name = self.program.text(name);
        self.host.is_feature_of(object, name).then(|| name.to_owned())
    }

    /// Calls `getvar('name.path', default)`: replaces the name by the variable's value, so that the function can
    /// follow the path.
    fn call_getvar(
        &mut self,
        id: ExprId,
        getvar: &'static functions::Function,
        scope: u32,
        arguments: List,
        lambda: Option<ExprId>,
    ) -> Outcome {
        let mut values = self.eval_list(arguments)?;
        getvar.check(values.len(), lambda.is_some()).map_err(|stop| stop.at(id))?;
        if let Some(Value::String(path)) = values.first().cloned() {
            let Some((value, remaining_path)) = self.variable_in_path(id, scope, &path)? else {
                // As in Puppet, `getvar` returns its default for an unknown variable, which is an error elsewhere.
                return Ok(values.get(1).cloned().unwrap_or(Value::Undef));
            };
            values[0] = value;
            values.insert(1, Value::string(remaining_path));
        }
        let lambda = lambda.map(|lambda| self.lambda(lambda));
        if let Some(unknown) = getvar.unknown(&values) {
            return Ok(Value::Unknown(unknown));
        }
        (getvar.run)(self, &values, lambda).map_err(|stop| stop.at(id))
    }

    /// Calls a function of the host; only hosts of manifests have functions with lambdas.
    fn call_host(
        &mut self,
        id: ExprId,
        number: u32,
        scope: Option<u32>,
        arguments: List,
        lambda: Option<ExprId>,
    ) -> Outcome {
        let host = self.host;
        if let Some(lambda) = lambda
            && !host.has_statements()
        {
            return Err(failure("a function of the host cannot have a lambda").at(lambda));
        }
        let values = self.eval_list(arguments)?;
        let call = HostCall { at: id, arguments: &values, lambda, scope };
        let value = host.call_function_at(number, &call, self);
        // The host may return values that are deeper or larger than the limits of logic.
        self.checked(value.map_err(|error| Stop::from(error).at(id))?)
    }

    /// Checks the number of arguments, and calls a function of the language. The result is unknown if the function
    /// needs the value of an unknown argument.
    fn call(
        &mut self,
        id: ExprId,
        function: &'static functions::Function,
        arguments: &[Value],
        lambda: Option<Lambda>,
    ) -> Outcome {
        let argument_check = function.check(arguments.len(), lambda.is_some());
        if let (Ok(()), Some(unknown)) = (&argument_check, function.unknown(arguments)) {
            if let Some(lambda) = lambda {
                self.host.leave_out(&unknown, (self.expressions, lambda.id));
            }
            return Ok(Value::Unknown(unknown));
        }
        if argument_check.is_ok()
            && function.is_named_empty()
            && matches!(arguments, [Value::Integer(_) | Value::Float(_)])
        {
            self.host.warn_of_empty_number((self.expressions, id));
        }
        let result = argument_check.and_then(|()| (function.run)(self, arguments, lambda));
        result.map_err(|stop| match stop {
            Stop::Failure(mut failure) if failure.at.is_some_and(|at| at != id) => {
                // The problem is inside the lambda, so this call is shown as well.
                if lambda.is_some() && failure.calls.len() < SHOWN_CALLS {
                    failure.calls.push(id);
                }
                Stop::Failure(failure)
            }
            other @ Stop::Failure(_) => other.at(id),
            other => {
                // A function with a lambda passes on the `break`, `next` or `return` of the lambda.
                if lambda.is_none() {
                    self.last_jump = Some(id);
                }
                other
            }
        })
    }

    /// The lambda or function that an expression defines, with the numbers of arguments that it accepts.
    pub(super) fn lambda(&self, id: ExprId) -> Lambda {
        let (min, max) = match self.expressions[id] {
            Expr::Lambda { parameters, .. } | Expr::Function { parameters, .. } => {
                arity(self.expressions, parameters)
            }
            _ => (0, 0),
        };
        Lambda { id, min, max }
    }

    /// Calls a lambda; `next` ends the lambda and gives its value.
    pub(super) fn call_lambda(&mut self, lambda: Lambda, arguments: &[Value]) -> Outcome {
        // As in Puppet, additional arguments are ignored.
        if arguments.len() < lambda.min {
            let (min, given) = (lambda.min, arguments.len());
            let message = format!("this lambda requires {min} arguments, but got {given}");
            return Err(failure(message).at(lambda.id));
        }
        let (Expr::Lambda { parameters, result, body } | Expr::Function { parameters, result, body, .. }) =
            self.expressions[lambda.id]
        else {
            return Ok(Value::Undef);
        };
        let &Resolution::Scope { first, count } = self.program.resolution(lambda.id) else {
            return Ok(Value::Undef);
        };
        let saved_match = self.last_match.clone();
        // Clearing the slots is work even if the lambda sets none of them.
        self.budget.step(u64::from(count) / SLOTS_PER_STEP)?;
        for slot in &mut self.slots[first as usize..(first + count) as usize] {
            // Each call has its own variables: it must not see values from a previous call.
            *slot = None;
        }
        if !parameters.is_empty() {
            self.bind(self.expressions.list(parameters), first as usize, arguments)?;
        }
        let is_function = matches!(self.expressions[lambda.id], Expr::Function { .. });
        let value = match self.eval(body) {
            Err(Stop::Next(value)) => Ok(value),
            Err(Stop::Return(value)) if is_function => Ok(value),
            other => other,
        };
        // The match is restored even after an error, because `break` is handled as an error and the code around the
        // lambda continues.
        self.last_match = saved_match;
        let value = value?;
        if let Some(result) = result {
            let ty = self.eval(result)?;
            self.check_type(&ty, &value, "the value of this lambda").map_err(|stop| stop.at(lambda.id))?;
        }
        Ok(value)
    }

    /// Sets parameters to the arguments or to their defaults. `first` is the slot of the first parameter.
    fn bind(&mut self, parameters: &[ExprId], first: usize, arguments: &[Value]) -> Result<(), Stop> {
        for (index, parameter) in parameters.iter().enumerate() {
            let Expr::Parameter { ty, default, rest, name } = self.expressions[*parameter] else {
                continue;
            };
            let value = match (arguments.get(index), default) {
                // A single undef for `*$x` is replaced by the default.
                (Some(Value::Undef), Some(default)) if rest && arguments.len() == index + 1 => {
                    let value = self.eval(default)?;
                    if matches!(value, Value::Array(_)) { value } else { array_of(vec![value]) }
                }
                (Some(_), _) if rest => self.array(arguments[index..].to_vec())?,
                (Some(value), _) => value.clone(),
                (None, Some(default)) => {
                    let value = self.eval(default)?;
                    if rest && !matches!(value, Value::Array(_)) { array_of(vec![value]) } else { value }
                }
                // Without value and default, it is a rest parameter, because the number of arguments was checked.
                (None, None) => array_of(Vec::new()),
            };
            if let Some(ty) = ty {
                let ty = self.eval(ty)?;
                // As in Puppet, the type of `*$x` applies to each of its elements.
                let checked_values = match &value {
                    Value::Array(items) if rest => &items[..],
                    _ => std::slice::from_ref(&value),
                };
                for value in checked_values {
                    self.check_type(&ty, value, &format!("`${}`", self.program.text(name)))
                        .map_err(|stop| stop.at(*parameter))?;
                }
            }
            // The value is stored immediately, so that the defaults of later parameters can refer to it.
            self.slots[first + index] = Some(value);
        }
        Ok(())
    }

    /// Checks that a value belongs to a type; `subject` denotes the value in the message.
    pub(super) fn check_type(&mut self, ty: &Value, value: &Value, subject: &str) -> Result<(), Stop> {
        let Value::Type(ty) = ty else {
            ty.known()?;
            return Err(failure("this is not a type"));
        };
        if self.belongs(ty, value)? {
            return Ok(());
        }
        Err(failure(mismatch(subject, ty, value)))
    }
}

/// The message for a value that does not belong to a type; `subject` denotes the value.
pub(super) fn mismatch(subject: &str, ty: &super::Type, value: &Value) -> String {
    // The exact type of a large value is slow to infer, and not legible in a message.
    let is_small = value.weight() <= MAX_WEIGHT_FOR_EXACT_TYPE;
    let exact_type = is_small.then(|| types::infer_set(value).to_string());
    let actual_type = match exact_type {
        Some(text) if text.len() <= LONGEST_EXACT_TYPE => text,
        _ => super::operators::kind_of(value),
    };
    // The text of a type with very many parts is not created only to be rejected as too long.
    let expected_type = if ty.weight() > MAX_WEIGHT_OF_WRITTEN_TYPE {
        types::generalize(ty).to_string()
    } else {
        ty.to_string()
    };
    let complete_message = || format!("{subject} must be of type {expected_type}, but is {actual_type}");
    if expected_type.len() <= LEGIBLE_TYPE {
        return complete_message();
    }
    // In a longer type a mistake is not easy to find, so the message names the first part of the value that does not
    // match.
    match types::fault(ty, value) {
        Some(Fault::Part(part, ty, value)) => mismatch(&format!("{subject} {part}"), ty, value),
        Some(Fault::Missing(name)) => format!("{subject} must have an entry '{name}'"),
        Some(Fault::Unexpected(key)) => format!("{subject} must not have an entry {}", key.to_literal()),
        None if expected_type.len() <= LONGEST_TYPE => complete_message(),
        None => format!("{subject} must be of type {}, but is {actual_type}", ty.name()),
    }
}

/// Up to this length, a message shows the complete expected type. If the type is longer, the message names the part of
/// the value that does not match.
const LEGIBLE_TYPE: usize = 80;
/// The maximum length of a type in a message. For a longer type, the message has only its name.
const LONGEST_TYPE: usize = 400;
/// The maximum length of the exact type of a value in a message. If that is longer, the message names only the kind of
/// the value.
const LONGEST_EXACT_TYPE: usize = 200;
/// The maximum weight of a value whose exact type is inferred for a message.
const MAX_WEIGHT_FOR_EXACT_TYPE: u32 = 100;
/// The maximum weight of a type whose complete text is created for a message.
const MAX_WEIGHT_OF_WRITTEN_TYPE: u32 = 1000;

impl super::Type {
    /// The message for a value that does not belong to this type; `subject` denotes the value.
    #[must_use]
    pub fn mismatch(&self, subject: &str, value: &Value) -> String {
        mismatch(subject, self, value)
    }
}
