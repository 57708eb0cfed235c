//! Replaces `%{…}` in texts, as Ruby's `Hiera::Interpolate` does.
//!
//! Two properties are easy to miss. The result of an interpolation is interpolated again, but only its first `%{…}`,
//! whose value replaces the entire result. And all interpolations that one text causes share one
//! [guard](super::guard::Guard) against loops. `literal()` is never removed from the guard, so the same `literal()`
//! twice in a text is treated as a loop.

use super::dig::{dig, is_number};
use super::evaluator::{Context, Evaluator};
use crate::interpolation::{
    Expression, Function, Interpolation, find, is_interpolated, is_only_interpolation, parse,
};
use crate::key_segments::split_key;
use crate::lookup::budget::VALUE_DEPTH;
use crate::lookup::error::LookupError;
use crate::lookup::ruby;
use crate::lookup::trace::Event;
use crate::store::Value;

impl<'h> Evaluator<'h> {
    /// Interpolates a text.
    pub(super) fn interpolate(&mut self, text: &str, context: Context<'h>) -> Result<Value, LookupError> {
        let Some(Interpolation { start, end, .. }) = find(text, 0) else { return Ok(Value::text(text)) };
        let first = (start, end);
        match context.guard {
            Some(_) => self.interpolate_all(text, first, context),
            None => self.with_guard(|evaluator, guard| {
                evaluator.interpolate_all(text, first, Context { guard: Some(guard), ..context })
            }),
        }
    }

    /// Replaces all interpolations of a text; `first` is the range of the first interpolation.
    fn interpolate_all(
        &mut self,
        text: &str,
        first: (usize, usize),
        context: Context<'h>,
    ) -> Result<Value, LookupError> {
        let mut out = String::new();
        let mut copied_end = 0;
        let (mut start, mut end) = first;
        loop {
            // Each interpolation is expanded separately, because Ruby's `gsub` passes one match at a time.
            let (value, function) = self.expand(&text[start..end], context)?;
            if function == Some(Function::Alias) && !value.is_string() {
                // Ruby's `^…$` match at lines: if one line is only an interpolation, its value replaces the text with
                // all other lines.
                if is_only_interpolation(text) {
                    return Ok(value);
                }
                return Err(LookupError::interpolation("Cannot call alias in the string context"));
            }
            out.push_str(&text[copied_end..start]);
            out.push_str(&ruby::to_s(&value));
            // The size is counted each time, so that a text that doubles repeatedly fails before it fills the memory.
            self.spend(out.len())?;
            copied_end = end;
            match find(text, end) {
                Some(next) => (start, end) = (next.start, next.end),
                None => break,
            }
        }
        out.push_str(&text[copied_end..]);
        Ok(Value::text(out))
    }

    /// The value of the first interpolation of a text, and the function that it calls. If there is no interpolation,
    /// the text.
    fn expand(&mut self, text: &str, context: Context<'h>) -> Result<(Value, Option<Function>), LookupError> {
        let Some(Interpolation { inner, .. }) = find(text, 0) else { return Ok((Value::text(text), None)) };
        let expression = parse(inner);
        if expression == Expression::Blank {
            return Ok((Value::text(""), None));
        }
        // A text without a guard does not occur here: every text that is interpolated has one.
        let Some(guard) = context.guard else { return Ok((Value::text(text), None)) };
        // If a text is decrypted after this, the recorded step hides the value.
        let secret_count = self.secrets.count;
        // Spaces are kept, because Ruby compares the texts between the braces as they are written.
        self.guard(guard).enter(inner)?;
        let (value, function) = match expression {
            // A blank expression was answered above, before the guard was entered.
            Expression::Blank => (Value::text(""), None),
            Expression::Call(Function::Literal, text) => {
                // Ruby returns from within the guard's block for `literal`, so this expression is never removed from
                // the guard.
                return Ok((Value::text(text), Some(Function::Literal)));
            }
            Expression::Variable(name) => (self.variable(name, text)?, None),
            Expression::Call(function, key) => {
                let answer = self.nested_lookup(key, context)?;
                (self.copy_answer(answer)?, Some(function))
            }
            Expression::UnknownFunction { name, .. } => {
                return Err(LookupError::interpolation(format!("Invalid interpolation method '{name}'")));
            }
            Expression::Unquoted { name, argument } => {
                return Err(LookupError::interpolation(format!(
                    "Argument to interpolation method '{name}' must be quoted, got '{argument}'"
                )));
            }
        };
        let value = match &value {
            // Ruby calls `do_interpolation` again here, which replaces the first interpolation in the result. The value
            // of this interpolation becomes the entire result.
            Value::Text(text) if is_interpolated(text) => {
                let (value, _) = self.descend(VALUE_DEPTH, |evaluator| evaluator.expand(text, context))?;
                value
            }
            _ => value,
        };
        let shown = self.secrets.shown_value(secret_count, value.clone());
        self.record(|| Event::Interpolated { expression: inner.to_owned(), value: shown });
        self.guard(guard).leave();
        Ok((value, function))
    }

    /// The value of a variable, or of a part of a variable; nil if there is none. `text` is the interpolation, for
    /// messages.
    pub(in crate::lookup) fn variable(&self, name: &str, text: &str) -> Result<Value, LookupError> {
        let scope = self.scope();
        // Most names are plain, and need not be split. A number is not plain: it fails below, because a scope is not an
        // array.
        if !name.contains(['.', '"', '\'']) && !is_number(name) {
            return Ok(scope.get(name).cloned().unwrap_or_default());
        }
        let segments = split_key(name).map_err(|fault| {
            LookupError::interpolation(format!("{fault} in interpolation expression: {text}"))
        })?;
        Ok(dig(&segments, scope, name)?.cloned().unwrap_or_default())
    }
}
