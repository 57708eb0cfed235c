//! What the host of a manifest may do while a program runs: evaluate parts of a statement, and call lambdas.
//!
//! Invariant: everything is charged to the budget of the run. This file does not know what statements mean.

use super::call::array_of;
use super::run::Run;
use super::{Budget, EvaluationResult, Host, HostError, Program, Regex, Value};
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

/// A running program, as its host sees it.
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

    /// Matches a text with a regular expression, so that `$0`, `$1` and so on are its groups.
    ///
    /// # Errors
    /// If the search exceeds the budget.
    fn match_text(&mut self, regex: &Regex, text: &Arc<str>) -> Result<bool, HostError>;

    /// What remains of the budget.
    fn budget(&mut self) -> &mut Budget;
}

impl Evaluation for Run<'_> {
    fn expressions(&self) -> Arc<Expressions> {
        Arc::clone(&self.program.expressions)
    }

    fn evaluate(&mut self, id: ExprId) -> Result<Value, HostError> {
        Ok(self.eval(id)?)
    }

    fn evaluate_list(&mut self, list: List) -> Result<Vec<Value>, HostError> {
        Ok(self.eval_list(list)?)
    }

    fn call(&mut self, lambda: ExprId, arguments: &[Value]) -> Result<Value, HostError> {
        Ok(self.call_lambda(self.lambda(lambda), arguments)?)
    }

    fn has_variable(&mut self, call: &HostCall<'_>, name: &str) -> Result<bool, HostError> {
        let Some(scope) = call.scope else { return Ok(false) };
        Ok(self.variable_in_path(call.at, scope, name)?.is_some())
    }

    fn variable(&mut self, call: &HostCall<'_>, name: &str) -> Result<Option<Value>, HostError> {
        let Some(scope) = call.scope else { return Ok(None) };
        Ok(self.find_variable(call.at, scope, name)?)
    }

    fn match_text(&mut self, regex: &Regex, text: &Arc<str>) -> Result<bool, HostError> {
        Ok(Run::match_text(self, regex, text)?)
    }

    fn budget(&mut self) -> &mut Budget {
        self.budget
    }
}

/// What a host does with a running program.
pub type EvaluationBody<'b> = dyn FnMut(&mut dyn Evaluation) -> Result<Value, HostError> + 'b;

impl Program {
    /// Runs the program as its host wants: the body evaluates the parts that it needs.
    ///
    /// # Errors
    /// If the body fails, or a limit is exceeded.
    pub fn enter(
        &self,
        host: &dyn Host,
        budget: &mut Budget,
        body: &mut EvaluationBody<'_>,
    ) -> EvaluationResult {
        let Some(first) = self.statements.first().copied() else {
            return Ok(array_of(Vec::new()));
        };
        self.run_by(host, budget, &mut |run| body(run).map_err(|error| (error.into(), first)))
    }

    /// Compiles the regular expressions, so that runs do not compile them again. Invalid ones fail where they are
    /// evaluated.
    pub fn compile_expressions(&self) {
        self.compile_regexes();
    }
}
