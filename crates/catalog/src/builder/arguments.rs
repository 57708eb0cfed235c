//! What the functions of `stdlib` may read besides their arguments, and the problem of a wrong number of arguments.

use super::Builder;
use crate::functions::stdlib;
use modelwright_evaluation::evaluate::{Budget, Evaluation, HostError, Value};
use modelwright_language::language::expression::ExprId;

/// The scope in which a function of `stdlib` is called.
pub(super) struct CallScope<'c, 'e> {
    pub(super) builder: &'c Builder<'e>,
    pub(super) run: &'c mut dyn Evaluation,
    pub(super) call: ExprId,
}

impl stdlib::Scope for CallScope<'_, '_> {
    fn budget(&mut self) -> &mut Budget {
        self.run.budget()
    }

    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        let number = self.builder.environment.number(name);
        if self.builder.has(number) { self.builder.read(number, None).map(Some) } else { Ok(None) }
    }

    fn has_function(&mut self, name: &str) -> bool {
        self.builder.has_function(name)
    }

    fn deprecate(&mut self, key: &str, message: &str) {
        self.builder.warn_of_deprecation(key, message, self.run, self.call);
    }
}

impl Builder<'_> {
    /// Whether there is a function with a name.
    pub(crate) fn has_function(&self, name: &str) -> bool {
        self.environment.resolve_function(name).is_ok()
    }
}

/// The problem that a function is called with a wrong number of arguments; `usize::MAX` as the maximum is no limit.
pub(crate) fn wrong_count(name: &str, min: usize, max: usize, given: usize) -> HostError {
    let expected = match (min, max) {
        (1, 1) => "1 argument".to_owned(),
        (min, max) if min == max => format!("{min} arguments"),
        (min, usize::MAX) => format!("{min} arguments or more"),
        (min, max) => format!("{min} to {max} arguments"),
    };
    HostError::new(format!("`{name}` requires {expected}, but got {given}"))
}
