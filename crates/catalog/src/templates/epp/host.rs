//! The host of a template of EPP: the builder, with variables of the template and functions that write its text.

use super::scanner::{TEXT, Translation, VALUE};
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{
    Budget, Evaluation, Host, HostAnswer, HostCall, HostError, LookupRequest, Type, Unknown, Value,
};
use modelwright_language::language::expression::{ExprId, Expressions};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// The numbers of the functions that write; the builder counts its functions from 0.
const TEXT_NUMBER: u32 = u32::MAX;
const VALUE_NUMBER: u32 = u32::MAX - 1;

/// The host of a template.
pub(super) struct TemplateHost<'t, 'e> {
    builder: &'t Builder<'e>,
    translation: &'t Translation,
    /// The variables that are given to the template.
    given: RefCell<FxHashMap<u32, Value>>,
    out: RefCell<String>,
    is_sensitive: Cell<bool>,
    /// Why the text is not known.
    unknown: RefCell<Option<Arc<Unknown>>>,
}

impl<'t, 'e> TemplateHost<'t, 'e> {
    pub(super) fn new(builder: &'t Builder<'e>, translation: &'t Translation) -> Self {
        let (given, out) = (RefCell::default(), RefCell::default());
        let unknown = RefCell::default();
        Self { builder, translation, given, out, is_sensitive: Cell::new(false), unknown }
    }

    /// Sets a variable of the template.
    pub(super) fn set(&self, name: &str, value: Value) {
        let number = self.builder.environment.number(name);
        self.given.borrow_mut().insert(number, value);
    }

    /// The result: sensitive, if a sensitive value was written, and not known, if such a value was.
    pub(super) fn finish(&self, first: &str, last: &str) -> Value {
        if let Some(unknown) = self.unknown.take() {
            return Value::Unknown(unknown);
        }
        let text = Value::string(&format!("{first}{}{last}", self.out.borrow()));
        if self.is_sensitive.get() { Value::sensitive(text) } else { text }
    }

    fn write(&self, text: &str, run: &mut dyn Evaluation) -> Result<Value, HostError> {
        run.budget().charge(1, text.len())?;
        self.out.borrow_mut().push_str(text);
        Ok(Value::Undef)
    }
}

impl Host for TemplateHost<'_, '_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        self.builder.resolve_variable(name)
    }

    fn read_variable(&self, variable: u32, budget: &mut Budget) -> Result<Value, HostError> {
        match self.given.borrow().get(&variable) {
            Some(value) => Ok(value.clone()),
            None => self.builder.read_variable(variable, budget),
        }
    }

    fn read_variable_at(
        &self,
        variable: u32,
        place: (&Expressions, ExprId),
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        match self.given.borrow().get(&variable) {
            Some(value) => Ok(value.clone()),
            None => self.builder.read_variable_at(variable, place, budget),
        }
    }

    fn has_value(&self, variable: u32) -> bool {
        self.given.borrow().contains_key(&variable) || self.builder.has_value(variable)
    }

    fn look_up(&self, request: &LookupRequest<'_>, budget: &mut Budget) -> HostAnswer<Value> {
        self.builder.look_up(request, budget)
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        self.builder.resolve_type(name)
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        match name {
            TEXT => Ok(Some(TEXT_NUMBER)),
            VALUE => Ok(Some(VALUE_NUMBER)),
            _ => self.builder.resolve_function(name),
        }
    }

    fn call_function_at(
        &self,
        function: u32,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        match (function, call.arguments) {
            (TEXT_NUMBER, []) => {
                let at = run.expressions().span(call.at).start;
                let texts = &self.translation.texts;
                let found = texts.binary_search_by_key(&at, |(at, _)| *at).ok();
                let Some((_, text)) = found.and_then(|at| texts.get(at)) else {
                    return Err(HostError::new("there is no function `t`"));
                };
                self.write(text, run)
            }
            (VALUE_NUMBER, [value]) if value.unknown().is_some() => {
                let mut known = self.unknown.borrow_mut();
                *known = known.take().or_else(|| value.unknown().cloned());
                Ok(Value::Undef)
            }
            (VALUE_NUMBER, [value]) => match value.as_sensitive() {
                Some(inner) => {
                    self.is_sensitive.set(true);
                    self.write(&inner.to_text(), run)
                }
                None => self.write(&value.to_text(), run),
            },
            (TEXT_NUMBER | VALUE_NUMBER, _) => Err(HostError::new("exactly one value is written here")),
            _ => self.builder.call_function_at(function, call, run),
        }
    }

    fn leave_out(&self, unknown: &Unknown, lambda: (&Expressions, ExprId)) {
        self.builder.leave_out(unknown, lambda);
    }

    fn warn_of_empty_number(&self, place: (&Expressions, ExprId)) {
        self.builder.warn_of_empty_number(place);
    }

    fn has_statements(&self) -> bool {
        true
    }

    fn statement(&self, id: ExprId, run: &mut dyn Evaluation) -> HostAnswer<Value> {
        self.builder.statement(id, run)
    }

    fn read_reference(&self, reference: &Type, keys: &[Value], budget: &mut Budget) -> HostAnswer<Value> {
        self.builder.read_reference(reference, keys, budget)
    }
}
