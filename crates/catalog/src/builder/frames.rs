//! The calls that are being evaluated, which warnings of deprecated functions show.
//!
//! As in Puppet, the body of a class that a call includes is evaluated within this call, but the code of resources in
//! the queue is evaluated within no call.

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
    /// The offset of the call; `None` for a main manifest.
    offset: Option<usize>,
}

/// The file of `stdlib` that logs the warnings, below the directory of the module.
const DEPRECATION: &str = "lib/puppet/functions/deprecation.rb";
/// The statement in the file [`DEPRECATION`] that logs the warnings.
const STATEMENT: &str = "Puppet.deprecation_warning(";

impl Builder<'_> {
    /// Evaluates a call within its frame.
    pub(super) fn in_frame(
        &self,
        call: ExprId,
        run: &mut dyn Evaluation,
        evaluate: impl FnOnce(&mut dyn Evaluation) -> Result<Value, HostError>,
    ) -> Result<Value, HostError> {
        let SourcePosition { source, offset } = Self::place(run, call);
        self.within(Frame { source, offset: Some(offset) }, || evaluate(run))
    }

    /// Evaluates a main manifest within its frame.
    pub(super) fn in_main_frame<T>(&self, source: &Arc<Source>, evaluate: impl FnOnce() -> T) -> T {
        self.within(Frame { source: Arc::clone(source), offset: None }, evaluate)
    }

    /// Evaluates code while a frame is the innermost one.
    fn within<T>(&self, frame: Frame, evaluate: impl FnOnce() -> T) -> T {
        self.frames.borrow_mut().push(frame);
        let result = evaluate();
        self.frames.borrow_mut().pop();
        result
    }

    /// The call around another call: that of the innermost function whose lambda contains the other call; if no lambda
    /// contains it, the call that is being evaluated.
    fn frame_around(&self, expressions: &Expressions, call: ExprId) -> Option<Frame> {
        let position = expressions.span(call).start;
        let lambdas = expressions.iter().filter_map(|(id, expression)| match expression {
            Expr::Call { lambda: Some(lambda), .. } => Some((id, expressions.span(lambda))),
            _ => None,
        });
        let containing = lambdas.filter(|(_, span)| span.contains(&position));
        match containing.min_by_key(|(_, span)| span.len()) {
            Some((outer_call, _)) => Some(Frame {
                source: Arc::clone(expressions.source()),
                offset: Some(expressions.span(outer_call).start),
            }),
            None => self.frames.borrow().last().cloned(),
        }
    }

    /// The file and the line of a frame as `stdlib` prints them: an inspected array of Ruby.
    fn frame_text(&self, frame: &Frame) -> String {
        let file = self.environment.absolute(frame.source.name());
        let line = frame.offset.map_or(0, |offset| frame.source.position(offset).line);
        format!("[{}, {line}]", Value::string(&file).to_inspected_text())
    }

    /// Logs a warning of `stdlib` for a deprecated function, once for each key.
    pub(super) fn warn_of_deprecation(&self, key: &str, message: &str, run: &dyn Evaluation, call: ExprId) {
        if self.state.borrow().warned.contains(key) {
            return;
        }
        let expressions = run.expressions();
        let SourcePosition { source, offset } = Self::place(run, call);
        let call_text = self.frame_text(&Frame { source, offset: Some(offset) });
        let outer_text =
            self.frame_around(&expressions, call).map_or_else(String::new, |frame| self.frame_text(&frame));
        let location = self
            .deprecation_location()
            .map_or_else(String::new, |location| format!("\n   (location: {location}:in `deprecation')"));
        self.warn_once(key, &format!("{message} at {call_text}:{outer_text}{location}"));
    }

    /// The file and line in `stdlib` that log the warnings; `None` if the environment does not contain `stdlib`.
    fn deprecation_location(&self) -> Option<String> {
        let path = self.environment.module("stdlib")?.join(DEPRECATION);
        let source = self.environment.read_text(&path).ok()?;
        let line = source.text().lines().position(|line| line.contains(STATEMENT))? + 1;
        Some(format!("{}:{line}", self.environment.absolute(source.name())))
    }
}
