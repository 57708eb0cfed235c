//! `%{…}` in texts, as Ruby's `Hiera::Interpolate` replaces them.
//!
//! Two of its properties are easy to miss. Results are interpolated again, but only the first `%{…}` in them, and its
//! value replaces the entire text. And one [guard](super::guard::Guard) against loops is shared by all interpolations
//! that one text causes; `literal()` stays in it, so the same `literal()` twice in a text is treated as a loop.

use super::dig::{dig, is_number};
use super::error::LookupError;
use super::evaluator::{Context, Evaluator};
use super::key::split_key;
use super::ruby;
use super::trace::Event;
use crate::hiera::interpolation::is_blank;
use crate::store::Value;
use regex::Regex;
use std::sync::LazyLock;

/// A part of a text that is `%{…}`.
struct Interpolation<'t> {
    start: usize,
    end: usize,
    /// The text between `%{` and `}`.
    inner: &'t str,
}

/// The first interpolation of a text from a position on.
fn find(text: &str, from: usize) -> Option<Interpolation<'_>> {
    let start = memchr::memmem::find(&text.as_bytes()[from..], b"%{")? + from;
    let end = memchr::memchr(b'}', &text.as_bytes()[start..])? + start + 1;
    Some(Interpolation { start, end, inner: &text[start + 2..end - 1] })
}

/// A function that a text may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Hiera,
    Scope,
    Literal,
    Alias,
}

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

    fn interpolate_all(
        &mut self,
        text: &str,
        first: (usize, usize),
        context: Context<'h>,
    ) -> Result<Value, LookupError> {
        let mut out = String::new();
        let mut from = 0;
        let (mut start, mut end) = first;
        loop {
            let (value, function) = self.expand(&text[start..end], context)?;
            if function == Some(Function::Alias) && !value.is_string() {
                if is_only_interpolation(text) {
                    return Ok(value);
                }
                return Err(LookupError::interpolation("Cannot call alias in the string context"));
            }
            out.push_str(&text[from..start]);
            out.push_str(&ruby::to_s(&value));
            self.spend(out.len())?;
            from = end;
            match find(text, from) {
                Some(next) => (start, end) = (next.start, next.end),
                None => break,
            }
        }
        out.push_str(&text[from..]);
        Ok(Value::text(out))
    }

    /// The value of the first interpolation of a text, and the function that it calls; the text if there is none.
    fn expand(&mut self, text: &str, context: Context<'h>) -> Result<(Value, Option<Function>), LookupError> {
        let Some(Interpolation { inner, .. }) = find(text, 0) else { return Ok((Value::text(text), None)) };
        if is_blank(inner) {
            return Ok((Value::text(""), None));
        }
        let Some(guard) = context.guard else { return Ok((Value::text(text), None)) };
        self.guard(guard).enter(inner)?;
        let (function, argument) = call(inner)?;
        let value = match function {
            Function::Literal => return Ok((Value::text(argument), Some(function))),
            Function::Scope => self.variable(argument, text)?,
            Function::Hiera | Function::Alias => {
                let answer = self.nested_lookup(argument, context)?;
                self.own(answer)?
            }
        };
        let value = match &value {
            Value::Text(text) if find(text, 0).is_some() => {
                self.descend(1, |evaluator| Ok(evaluator.expand(text, context)?.0))?
            }
            _ => value,
        };
        self.record(|| Event::Interpolated { expression: inner.to_owned(), value: value.clone() });
        self.guard(guard).leave();
        Ok((value, Some(function)))
    }

    /// The value of a variable, or of a part of it; nil if there is none.
    fn variable(&self, name: &str, text: &str) -> Result<Value, LookupError> {
        let scope = self.scope();
        if !name.contains(['.', '"', '\'']) && !is_number(name) {
            return Ok(scope.get(name).cloned().unwrap_or_default());
        }
        let segments = split_key(name).map_err(|fault| {
            LookupError::interpolation(format!("{fault} in interpolation expression: {text}"))
        })?;
        Ok(dig(&segments, scope, name)?.cloned().unwrap_or_default())
    }
}

/// Whether one line of a text is a single interpolation, which may contain line ends itself.
fn is_only_interpolation(text: &str) -> bool {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^%\{([^\}]*)\}$"));
    PATTERN.is_match(text)
}

/// The function that an interpolation calls, and its argument. Without a call, it is the name of a variable.
fn call(inner: &str) -> Result<(Function, &str), LookupError> {
    // As in Ruby, where `^` and `$` match lines: the call may be one line of the text.
    static CALL: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?m)^([0-9A-Za-z_]+)\(([^)]*)\)$"));
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| pattern(r#"(?m)^(?:"([^"]+)"|'([^']+)')$"#));
    if !inner.contains('(') {
        return Ok((Function::Scope, inner));
    }
    let Some(found) = CALL.captures(inner) else { return Ok((Function::Scope, inner)) };
    let group = |at: usize| found.get(at).map_or("", |group| group.as_str());
    let (name, argument) = (group(1), group(2));
    let function = match name {
        "hiera" => Function::Hiera,
        "scope" => Function::Scope,
        "literal" => Function::Literal,
        "alias" => Function::Alias,
        _ => return Err(LookupError::interpolation(format!("Invalid interpolation method '{name}'"))),
    };
    let quoted = QUOTED.captures(argument).and_then(|quoted| quoted.get(1).or_else(|| quoted.get(2)));
    match quoted {
        Some(quoted) => Ok((function, quoted.as_str())),
        None => Err(LookupError::interpolation(format!(
            "Argument to interpolation method '{name}' must be quoted, got '{argument}'"
        ))),
    }
}

#[expect(clippy::expect_used, reason = "the patterns are constants, which tests compile")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}
