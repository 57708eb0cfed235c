//! Puppet's own warnings in the log.

use super::Builder;
use super::log::LogEntry;
use super::state::SourcePosition;
use crate::environment::Definition;
use crate::types::is_metaparameter;
use modelwright_evaluation::evaluate::{Evaluation, HostError};
use modelwright_language::language::expression::ExprId;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

impl Builder<'_> {
    /// Logs a message of the current scope.
    pub(crate) fn log(&self, level: &'static str, message: String) {
        let source = self.scope_name(self.current.get());
        self.state.borrow_mut().log.push(LogEntry { level, source, message, place: None });
    }

    /// Logs a warning of Puppet itself.
    pub(crate) fn warn(&self, message: &str) {
        let entry = LogEntry {
            level: "warning",
            source: "Puppet".to_owned(),
            message: message.to_owned(),
            place: None,
        };
        self.state.borrow_mut().log.push(entry);
    }

    /// Logs a warning once for each key.
    pub(crate) fn warn_once(&self, key: &str, message: &str) {
        if self.state.borrow_mut().warned.insert(key.to_owned()) {
            self.warn(message);
        }
    }

    /// Warns that a part of the catalog is missing, because of an expression.
    pub(crate) fn warn_of_gap(&self, message: &str, run: &dyn Evaluation, expression: ExprId) {
        self.warn_of_gap_at(message, &Self::place(run, expression));
    }

    /// Warns that a part of the catalog is missing, because of the code at a position. Repetitions are not added.
    pub(crate) fn warn_of_gap_at(&self, message: &str, place: &SourcePosition) {
        let problem =
            Diagnostic::warning(codes::CATALOG_INCOMPLETE, message).at(&place.source, place.range());
        let mut state = self.state.borrow_mut();
        if state.warned.insert(format!("gap: {problem}")) {
            state.gaps.push(problem);
        }
    }

    /// Records the reason of a value that is not known, unless the same reason was recorded before.
    pub(crate) fn record_unknown(&self, reason: &str) {
        let mut state = self.state.borrow_mut();
        if state.warned.insert(format!("unknown: {reason}")) {
            state.unknown.push(reason.to_owned());
        }
    }

    /// Warns of parameters of a definition with names of metaparameters. Puppet does so when it loads the definition: a
    /// definition of a main manifest at the start, a definition of a module when its name is first used.
    ///
    /// # Errors
    /// If such a parameter has no default, as in Puppet.
    pub(super) fn check_metaparameters(&self, definition: &Definition) -> Result<(), HostError> {
        for parameter in &definition.parameters {
            if is_metaparameter(&parameter.name) {
                let name = &definition.name;
                if parameter.default.is_none() {
                    let message = format!(
                        "the parameter `{}` of `{name}` has the name of a metaparameter; choose another name",
                        parameter.name
                    );
                    let place = definition.expressions.span(parameter.id);
                    let problem = Diagnostic::error(codes::CATALOG_PARAMETER, message)
                        .at(definition.expressions.source(), place);
                    return Err(HostError::caused_by(Box::new(problem)));
                }
                let parameter = &parameter.name;
                let message = format!(
                    "{parameter} is a metaparam; this value will inherit to all contained resources in the {name} definition"
                );
                self.warn_once(&message, &message);
            }
        }
        Ok(())
    }

    /// Logs a warning with its place.
    pub(crate) fn warn_at(&self, message: &str, place: &SourcePosition) {
        let file = self.environment.absolute(place.source.name());
        self.state.borrow_mut().log.push(LogEntry {
            level: "warning",
            source: "Puppet".to_owned(),
            message: message.to_owned(),
            place: Some((file, place.line())),
        });
    }
}
