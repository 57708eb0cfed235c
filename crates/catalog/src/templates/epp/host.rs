//! The host of an EPP template: the builder, with the variables of the template and the functions that write its text.

use super::scanner::{TEXT, Translation, VALUE};
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{
    Budget, Evaluation, Host, HostAnswer, HostCall, HostError, LookupRequest, Type, Unknown, Value,
};
use modelwright_language::language::expression::{ExprId, Expressions};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// The number of the function that writes a text; the numbers of the builder's functions start at 0.
const TEXT_NUMBER: u32 = u32::MAX;
/// The number of the function that writes a value.
const VALUE_NUMBER: u32 = u32::MAX - 1;

/// The host of a template.
pub(super) struct TemplateHost<'t, 'e> {
    builder: &'t Builder<'e>,
    translation: &'t Translation,
    /// The variables of the template: its parameters, and those of lambdas around the call.
    variables: RefCell<FxHashMap<u32, Value>>,
    out: RefCell<String>,
    is_sensitive: Cell<bool>,
    /// The first value that is not known and was written: because of it, the text is not known.
    unknown: RefCell<Option<Arc<Unknown>>>,
}

impl<'t, 'e> TemplateHost<'t, 'e> {
    /// The host of a template that has not written anything yet.
    pub(super) fn new(builder: &'t Builder<'e>, translation: &'t Translation) -> Self {
        let (variables, out) = (RefCell::default(), RefCell::default());
        let unknown = RefCell::default();
        Self { builder, translation, variables, out, is_sensitive: Cell::new(false), unknown }
    }

    /// Sets a variable of the template.
    pub(super) fn set(&self, name: &str, value: Value) {
        let number = self.builder.environment.number(name);
        self.variables.borrow_mut().insert(number, value);
    }

    /// The text of the template: `first`, then what was written, then `last`. It is sensitive if a sensitive value was
    /// written, and not known if a value that is not known was written.
    pub(super) fn finish(&self, first: &str, last: &str) -> Value {
        if let Some(unknown) = self.unknown.take() {
            return Value::Unknown(unknown);
        }
        let text = Value::string(&format!("{first}{}{last}", self.out.borrow()));
        if self.is_sensitive.get() { Value::sensitive(text) } else { text }
    }

    /// Writes the text that belongs to a call of the function [`TEXT`].
    fn write_text(&self, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Result<Value, HostError> {
        // The call has no arguments. Its position in the translation determines its text.
        let call_offset = run.expressions().span(call.at).start;
        let texts = &self.translation.texts;
        let Ok(index) = texts.binary_search_by_key(&call_offset, |(offset, _)| *offset) else {
            return Err(HostError::new("there is no function `t`"));
        };
        let (_, text) = &texts[index];
        self.write(text, run)
    }

    /// Writes the argument of a call of the function [`VALUE`].
    fn write_value(&self, value: &Value, run: &mut dyn Evaluation) -> Result<Value, HostError> {
        if let Some(unknown) = value.unknown() {
            self.unknown.borrow_mut().get_or_insert_with(|| Arc::clone(unknown));
            return Ok(Value::Undef);
        }
        match value.as_sensitive() {
            Some(secret) => {
                self.is_sensitive.set(true);
                self.write(&secret.to_text(), run)
            }
            None => self.write(&value.to_text(), run),
        }
    }

    /// Writes a text, and charges for it. The result is the value of the function that writes.
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

    /// The value of a variable of the template, or else of the builder.
    fn read_variable(&self, variable: u32, budget: &mut Budget) -> Result<Value, HostError> {
        match self.variables.borrow().get(&variable) {
            Some(value) => Ok(value.clone()),
            None => self.builder.read_variable(variable, budget),
        }
    }

    /// The value of a variable of the template, or else of the builder, which may warn at a place.
    fn read_variable_at(
        &self,
        variable: u32,
        place: (&Expressions, ExprId),
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        match self.variables.borrow().get(&variable) {
            Some(value) => Ok(value.clone()),
            None => self.builder.read_variable_at(variable, place, budget),
        }
    }

    fn has_value(&self, variable: u32) -> bool {
        self.variables.borrow().contains_key(&variable) || self.builder.has_value(variable)
    }

    fn look_up(&self, request: &LookupRequest<'_>, budget: &mut Budget) -> HostAnswer<Value> {
        self.builder.look_up(request, budget)
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        self.builder.resolve_type(name)
    }

    /// The number of a function: one of the two that write the template's text, or one of the builder.
    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        match name {
            TEXT => Ok(Some(TEXT_NUMBER)),
            VALUE => Ok(Some(VALUE_NUMBER)),
            _ => self.builder.resolve_function(name),
        }
    }

    /// Calls the function with a number: one of the two that write the template's text, or one of the builder.
    fn call_function_at(
        &self,
        function: u32,
        call: &HostCall<'_>,
        run: &mut dyn Evaluation,
    ) -> Result<Value, HostError> {
        match (function, call.arguments) {
            (TEXT_NUMBER, []) => self.write_text(call, run),
            (VALUE_NUMBER, [value]) => self.write_value(value, run),
            (TEXT_NUMBER | VALUE_NUMBER, _) => {
                Err(HostError::new("a template writes exactly one value at a time"))
            }
            _ => self.builder.call_function_at(function, call, run),
        }
    }

    fn leave_out(&self, unknown: &Unknown, lambda: (&Expressions, ExprId)) {
        self.builder.leave_out(unknown, lambda);
    }

    fn warn_of_empty_number(&self, place: (&Expressions, ExprId)) {
        self.builder.warn_of_empty_number(place);
    }

    fn warn_of_conversion(&self, text: &str, number: &Value, place: (&Expressions, ExprId)) {
        self.builder.warn_of_conversion(text, number, place);
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
