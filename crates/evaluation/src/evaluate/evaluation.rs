//! What the host of a manifest may do while a program runs: evaluate parts of a statement, and call lambdas.
//!
//! Invariant: everything is charged to the budget of the run. This file does not know what statements mean.

use super::{Budget, HostError, Match, Regex, Value};
use crate::language::expression::{ExprId, Expressions, List};
use std::sync::Arc;

/// A call of a function of the host.
#[derive(Debug, Clone, Copy)]
pub struct HostCall<'c> {
    /// The expression of the call.
    pub at: ExprId,
    /// The values of the arguments.
    pub arguments: &'c [Value],
    /// The lambda after the arguments; [`Evaluation::call`] calls it.
    pub lambda: Option<ExprId>,
    /// The scope of the call, if the program reads variables by their names.
    pub scope: Option<u32>,
}

/// The part of a running program that its host can use.
pub trait Evaluation {
    /// The expressions of the program.
    fn expressions(&self) -> Arc<Expressions>;

    /// The value of an expression.
    ///
    /// # Errors
    /// If the evaluation fails, or ends early by `return` and the like; the host passes such an error on.
    fn evaluate(&mut self, id: ExprId) -> Result<Value, HostError>;

    /// The values of a list, in which `*x` is replaced by the elements of `x`.
    ///
    /// # Errors
    /// Like [`Evaluation::evaluate`].
    fn evaluate_list(&mut self, list: List) -> Result<Vec<Value>, HostError>;

    /// Calls a lambda, or the function that the program defines.
    ///
    /// # Errors
    /// If there are too few arguments, or the body fails.
    fn call(&mut self, lambda: ExprId, arguments: &[Value]) -> Result<Value, HostError>;

    /// Whether a variable has a value in the scope of a call.
    ///
    /// # Errors
    /// If the name is not that of a variable.
    fn has_variable(&mut self, call: &HostCall<'_>, name: &str) -> Result<bool, HostError>;

    /// The value of a variable in the scope of a call, also in lambdas; `None` if it has none.
    ///
    /// # Errors
    /// If its value cannot be computed.
    fn variable(&mut self, call: &HostCall<'_>, name: &str) -> Result<Option<Value>, HostError>;

    /// The value of a variable in the scope of a call, to be changed; `None` if the program has no such variable, or
    /// the variable has no value.
    fn variable_mut(&mut self, call: &HostCall<'_>, name: &str) -> Option<&mut Value>;

    /// The variables of lambdas and functions around a call, the innermost last.
    ///
    /// # Errors
    /// If that exceeds the budget.
    fn local_variables(&mut self, call: &HostCall<'_>) -> Result<Vec<(String, Value)>, HostError>;

    /// Whether a call is in a lambda, which has its own variables.
    fn is_in_lambda(&self, call: &HostCall<'_>) -> bool;

    /// Matches a text with a regular expression, so that `$0`, `$1` and so on are its groups.
    ///
    /// # Errors
    /// If the search exceeds the budget.
    fn match_text(&mut self, regex: &Regex, text: &Arc<str>) -> Result<bool, HostError>;

    /// The last match of a regular expression; `$0`, `$1` and so on are its groups. `None` if nothing has matched yet.
    fn last_match(&self) -> Option<Arc<Match>>;

    /// Makes `$0`, `$1` and so on the groups of a match of another program.
    fn set_last_match(&mut self, last_match: Option<Arc<Match>>);

    /// The remaining budget.
    fn budget(&mut self) -> &mut Budget;
}

/// A function of the host that evaluates parts of a running program.
pub type EvaluationBody<'b> = dyn FnMut(&mut dyn Evaluation) -> Result<Value, HostError> + 'b;
