//! Calls of Puppet functions in expressions of bindings: reports, and `defined`.

use super::Injector;
use super::host::NodeHost;
use crate::functions::{self, Function};
use crate::names;
use modelwright_evaluation::evaluate::{Budget, HostError, Value};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, codes};

impl NodeHost<'_> {
    /// Calls a Puppet function with the number that [`functions::resolve`] returned.
    pub(super) fn call(
        &self,
        function: u32,
        arguments: &[Value],
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        match functions::by_number(function) {
            Some(Function::Report(severity)) => {
                let texts: Vec<String> = arguments.iter().map(Value::to_text).collect();
                // Reports stay in memory until they are shown, so they count against the budget like values.
                budget.charge(1, texts.iter().map(String::len).sum())?;
                // A message without a severity, such as one of `debug`, is not shown.
                severity.into_iter().for_each(|severity| self.injector.report(severity, &texts.join(" ")));
                Ok(Value::Undef)
            }
            Some(Function::Defined) => {
                for argument in arguments {
                    if self.is_defined(argument, budget)? {
                        return Ok(Value::Boolean(true));
                    }
                }
                Ok(Value::Boolean(false))
            }
            _ => Err(HostError::new("this function cannot be called here")),
        }
    }

    /// Whether the node includes the class, or the variable has a value, that an argument of `defined` names.
    fn is_defined(&self, argument: &Value, budget: &mut Budget) -> Result<bool, HostError> {
        let text = match argument {
            Value::String(_) | Value::Type(_) => argument.to_text(),
            other => {
                let message = format!(
                    "`defined` requires the name of a class or a variable, found {}",
                    other.to_literal()
                );
                return Err(HostError::new(message).with_help("write the name in quotes: defined('ntp')"));
            }
        };
        if let Some(variable) = text.strip_prefix('$') {
            let value = self.variable(variable.trim_start_matches("::"), budget)?;
            return Ok(!matches!(value, Value::Undef));
        }
        let class = match names::reference(&text) {
            Some(reference) => match names::referenced_class(&reference) {
                Some(class) => class.to_owned(),
                None => {
                    let message = format!("whether {text} is defined is only known in a catalog");
                    return Err(HostError::new(message).with_help("specify a class or a variable"));
                }
            },
            None => text,
        };
        let classes = self.injector.classes().map_err(HostError::caused_by)?;
        Ok(classes.iter().any(|name| name.eq_ignore_ascii_case(&class)))
    }
}

impl Injector {
    /// Records a report of an expression at the position of the binding that is being evaluated.
    fn report(&self, severity: Severity, text: &str) {
        // The expression belongs to the innermost binding whose value is being produced.
        let binding = self.open_bindings.borrow().last().map(|(_, binding, _)| *binding);
        let place = binding.map(|number| self.composition.bindings[number as usize].place);
        let places: Vec<_> = place.into_iter().map(|place| (place, "")).collect();
        let problem = self.composition.sources.problem(codes::BINDINGS_REPORT, severity, text, &places);
        self.reports.borrow_mut().push(problem.help("the expression of the binding itself reports this"));
    }

    /// The messages that expressions reported, such as by `warning`, since the last call of this function.
    #[must_use]
    pub fn reports(&self) -> Diagnostics {
        // `take` empties the list, so that each report is shown once.
        std::mem::take(&mut self.reports.borrow_mut())
    }
}
