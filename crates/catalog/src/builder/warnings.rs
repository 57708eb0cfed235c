//! Puppet's own warnings in the log.

use super::Builder;
use super::log::LogEntry;
use super::state::SourcePosition;
use crate::environment::Definition;
use crate::types::is_metaparameter;
use modelwright_evaluation::evaluate::{Evaluation, HostError, Value};
use modelwright_language::language::expression::{Expr, ExprId, Expressions, List};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::Arc;

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

    /// Logs Puppet's warnings for the file of a definition of a module. Puppet does so when it reads the file, because the
    /// name of the definition is first used; it has read the file of the class with the name of the module before.
    ///
    /// # Errors
    /// If that file is invalid.
    pub(super) fn warn_of_file(&self, definition: &Definition) -> Result<(), HostError> {
        let address = Arc::as_ptr(&definition.expressions).addr();
        if self.state.borrow().files_with_checked_keys.contains(&address) {
            return Ok(());
        }
        let module = &definition.module;
        if !module.is_empty()
            && let Some(main) = self.environment.class(module).map_err(HostError::caused_by)?
        {
            self.warn_of_repeated_keys(&main.expressions);
        }
        self.warn_of_repeated_keys(&definition.expressions);
        Ok(())
    }

    /// Logs Puppet's warnings for the keys that hashes of a file repeat, once for the file.
    pub(super) fn warn_of_repeated_keys(&self, expressions: &Arc<Expressions>) {
        let address = Arc::as_ptr(expressions).addr();
        if !self.state.borrow_mut().files_with_checked_keys.insert(address) {
            return;
        }
        for (offset, key) in repeated_keys(expressions) {
            let place = SourcePosition { source: Arc::clone(expressions.source()), offset };
            self.warn_at(&format!("The key '{key}' is declared more than once"), &place);
        }
    }
}

/// The keys that hashes of a file repeat, with their offsets: those of outer hashes before those of inner ones.
fn repeated_keys(expressions: &Expressions) -> Vec<(usize, Cow<'_, str>)> {
    let hash = |(id, expr)| match expr {
        Expr::Hash(pairs) => Some((expressions.span(id).start, pairs)),
        _ => None,
    };
    let mut hashes: Vec<(usize, List)> = expressions.iter().filter_map(hash).collect();
    hashes.sort_by_key(|(start, _)| *start);
    let mut repeated = Vec::new();
    for (_, pairs) in hashes {
        let mut keys = FxHashSet::default();
        for (id, _) in expressions.pairs(pairs) {
            let Some((kind, text)) = literal_key(expressions, id) else { continue };
            if !keys.insert((kind, text.clone())) {
                repeated.push((expressions.span(id).start, text));
            }
        }
    }
    repeated
}

/// The kind and the text of a key that is a literal, as far as Puppet compares keys when it reads a file.
fn literal_key(expressions: &Expressions, id: ExprId) -> Option<(&'static str, Cow<'_, str>)> {
    Some(match expressions[id] {
        Expr::String(text) | Expr::Name(text) => ("string", Cow::Borrowed(expressions.text(text))),
        Expr::Integer(number) => ("integer", Cow::Owned(number.to_string())),
        Expr::Float(number) => ("float", Cow::Owned(Value::Float(number).to_text())),
        Expr::Boolean(value) => ("boolean", Cow::Borrowed(if value { "true" } else { "false" })),
        Expr::Default => ("default", Cow::Borrowed("default")),
        Expr::Undef => ("undef", Cow::Borrowed("")),
        _ => return None,
    })
}
