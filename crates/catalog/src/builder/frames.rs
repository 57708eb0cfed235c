//! The calls that are being evaluated, which warnings of deprecated functions show.
//!
//! As in Puppet, the body of a class that a call includes is evaluated within this call, and resources that wait in the
//! queue within none.

use super::Builder;
use super::state::SourcePosition;
use modelwright_evaluation::evaluate::{Evaluation, HostError, Value};
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::Source;
use std::sync::Arc;

/// A call, or the evaluation of a main manifest.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    source: Arc<Source>,
    /// Where the call is; `None` for a main manifest.
    offset: Option<usize>,
}

/// The file of `stdlib` that logs the warnings, below the directory of the module.
const DEPRECATION: &str = "lib/puppet/functions/deprecation.rb";
/// The statement that logs them.
const STATEMENT: &str = "Puppet.deprecation_warning(";

impl Builder<'_> {
    /// Evaluates a call within its frame.
    pub(super) fn in_frame(
        &self,
        at: ExprId,
        run: &mut dyn Evaluation,
        call: impl FnOnce(&mut dyn Evaluation) -> Result<Value, HostError>,
    ) -> Result<Value, HostError> {
        let SourcePosition { source, offset } = Self::place(run, at);
        self.within(Frame { source, offset: Some(offset) }, || call(run))
    }

    /// Evaluates a main manifest within its frame.
    pub(super) fn in_main_frame<T>(&self, source: &Arc<Source>, evaluate: impl FnOnce() -> T) -> T {
        self.within(Frame { source: Arc::clone(source), offset: None }, evaluate)
    }

    fn within<T>(&self, frame: Frame, evaluate: impl FnOnce() -> T) -> T {
        self.frames.borrow_mut().push(frame);
        let result = evaluate();
        self.frames.borrow_mut().pop();
        result
    }

    /// The call around another one: of a function whose lambda contains it, or that is evaluated around the program.
    fn frame_around(&self, expressions: &Expressions, at: ExprId) -> Option<Frame> {
        let position = expressions.span(at).start;
        let lambdas = expressions.iter().filter_map(|(id, expression)| match expression {
            Expr::Call { lambda: Some(lambda), .. } => Some((id, expressions.span(lambda))),
            _ => None,
        });
        let around = lambdas.filter(|(_, span)| span.contains(&position));
        match around.min_by_key(|(_, span)| span.len()) {
            Some((call, _)) => Some(Frame {
                source: Arc::clone(expressions.source()),
                offset: Some(expressions.span(call).start),
            }),
            None => self.frames.borrow().last().cloned(),
        }
    }

    fn frame_text(&self, frame: &Frame) -> String {
        let file = self.environment.absolute(frame.source.name());
        let line = frame.offset.map_or(0, |offset| frame.source.position(offset).line);
        format!("[{}, {line}]", Value::string(&file).to_inspected_text())
    }

    /// Logs a warning of `stdlib` for a deprecated function, once for each key.
    pub(super) fn warn_of_deprecation(&self, key: &str, message: &str, run: &dyn Evaluation, at: ExprId) {
        if self.state.borrow().warned.contains(key) {
            return;
        }
        let expressions = run.expressions();
        let SourcePosition { source, offset } = Self::place(run, at);
        let own = self.frame_text(&Frame { source, offset: Some(offset) });
        let outer =
            self.frame_around(&expressions, at).map_or_else(String::new, |frame| self.frame_text(&frame));
        let location = self
            .deprecation_location()
            .map_or_else(String::new, |location| format!("\n   (location: {location}:in `deprecation')"));
        self.warn_once(key, &format!("{message} at {own}:{outer}{location}"));
    }

    /// The file and line in `stdlib` that log the warnings.
    fn deprecation_location(&self) -> Option<String> {
        let path = self.environment.module("stdlib")?.join(DEPRECATION);
        let source = self.environment.read_text(&path).ok()?;
        let line = source.text().lines().position(|line| line.contains(STATEMENT))? + 1;
        Some(format!("{}:{line}", self.environment.absolute(source.name())))
    }
}
