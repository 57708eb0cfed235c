//! Runs the parts of a program that the host of a manifest needs, and lets the host read and change its state.

use super::call::array_of;
use super::run::Run;
use super::{
    Budget, Evaluation, EvaluationBody, EvaluationResult, Host, HostCall, HostError, Match, Program, Regex,
    Value,
};
use crate::language::expression::{ExprId, Expressions, List};
use std::sync::Arc;

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

    fn variable_mut(&mut self, call: &HostCall<'_>, name: &str) -> Option<&mut Value> {
        let slot = self.slot_of(call.scope?, name)?;
        self.slots.get_mut(slot as usize)?.as_mut()
    }

    fn local_variables(&mut self, call: &HostCall<'_>) -> Result<Vec<(String, Value)>, HostError> {
        Ok(self.locals(call.scope)?)
    }

    fn is_in_lambda(&self, call: &HostCall<'_>) -> bool {
        let scope = call.scope.and_then(|scope| self.program.name_scopes.get(scope as usize));
        scope.is_some_and(|scope| scope.outer.is_some())
    }

    fn match_text(&mut self, regex: &Regex, text: &Arc<str>) -> Result<bool, HostError> {
        Ok(Run::match_text(self, regex, text)?)
    }

    fn last_match(&self) -> Option<Arc<Match>> {
        self.last_match.clone()
    }

    fn set_last_match(&mut self, last_match: Option<Arc<Match>>) {
        self.last_match = last_match;
    }

    fn budget(&mut self) -> &mut Budget {
        self.budget
    }
}

impl Program {
    /// Calls `body`, a function of the host that evaluates the parts of the program that it needs. A program without
    /// statements has the value `[]`.
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
