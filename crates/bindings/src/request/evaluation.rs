//! The host that expressions in `environments.pp` are evaluated with: it provides variables of the file, of the ENC and
//! of the node, and functions that report messages.
//!
//! Variables of the file hide variables of the ENC, and both hide facts. Lookups are not possible.

use super::NodeRequest;
use crate::files::display_path;
use crate::functions::{self, Function};
use crate::inject::{Facts, no_injection};
use crate::store;
use crate::store::to_evaluated;
use modelwright_evaluation::evaluate::{
    Budget, Hash, Host, HostAnswer, HostError, LookupRequest, Type, Value,
};
use modelwright_metamodel::diagnostic::Severity;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::path::Path;

/// The variables of a file by number. The numbers are the same for all nodes.
#[derive(Debug, Default)]
pub(super) struct Names {
    list: RefCell<Vec<Box<str>>>,
    numbers: RefCell<FxHashMap<Box<str>, u32>>,
}

impl Names {
    /// The number of a variable, which is added if it is new.
    fn number(&self, name: &str) -> u32 {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(number) = self.numbers.borrow().get(name) {
            return *number;
        }
        let mut list = self.list.borrow_mut();
        let number = u32::try_from(list.len()).unwrap_or(u32::MAX);
        list.push(name.into());
        self.numbers.borrow_mut().insert(name.into(), number);
        number
    }
}

/// The host that numbers the variables of the file before there is a request.
pub(super) struct Preparation<'p>(pub(super) &'p Names);

impl Host for Preparation<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        Ok(Some(self.0.number(name)))
    }

    fn read_variable(&self, _: u32, _: &mut Budget) -> Result<Value, HostError> {
        Ok(Value::Undef)
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        functions::resolve(name)
    }

    fn has_bindings(&self) -> bool {
        true
    }
}

/// The variables of one request.
pub(super) struct Scope<'s> {
    names: &'s Names,
    facts: Facts,
    /// The variables of the ENC.
    enc: FxHashMap<Box<str>, Value>,
    confdir: Value,
    /// The variables that the file has set so far.
    pub(super) assigned: RefCell<FxHashMap<Box<str>, Value>>,
    /// The messages that functions have reported since the last statement.
    pub(super) reports: RefCell<Vec<(Severity, String)>>,
}

impl<'s> Scope<'s> {
    /// The variables of a request before the file sets any.
    pub(super) fn new(names: &'s Names, confdir: &Path, request: &NodeRequest<'_>) -> Self {
        let mut enc: FxHashMap<Box<str>, Value> = FxHashMap::default();
        if let Some(output) = request.enc {
            let parameters = output.parameters.iter();
            enc.extend(
                parameters.filter_map(|(name, value)| Some((name.as_text()?.into(), to_evaluated(value)))),
            );
            enc.insert("classes".into(), to_evaluated(&output.class_names()));
        }
        // Without an ENC, this is undef, because the environment in the facts is only a request of the agent.
        let environment = request.enc.and_then(|output| output.environment.as_deref());
        enc.insert("environment".into(), environment.map_or(Value::Undef, Value::string));
        let facts: &store::Hash = request.facts;
        Self {
            names,
            facts: Facts::new(facts, None),
            enc,
            confdir: Value::string(&display_path(confdir)),
            assigned: RefCell::default(),
            reports: RefCell::default(),
        }
    }

    /// The value of a variable: one that the file has set, one of the ENC, the directory of the site, or a fact.
    fn variable(&self, name: &str) -> Value {
        if let Some(value) = self.assigned.borrow().get(name) {
            return value.clone();
        }
        match (self.enc.get(name), name) {
            (Some(value), _) => value.clone(),
            (None, "confdir") => self.confdir.clone(),
            (None, name) => self.facts.variable(name).clone(),
        }
    }
}

impl Host for Scope<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        Ok(Some(self.names.number(name)))
    }

    fn read_variable(&self, variable: u32, _: &mut Budget) -> Result<Value, HostError> {
        let name = self.names.list.borrow().get(variable as usize).cloned();
        Ok(name.map_or(Value::Undef, |name| self.variable(&name)))
    }

    fn call_function(&self, function: u32, arguments: &[Value], _: &mut Budget) -> Result<Value, HostError> {
        match functions::by_number(function) {
            Some(Function::Report(severity)) => {
                let texts: Vec<String> = arguments.iter().map(Value::to_text).collect();
                // A message without a severity, such as one of `debug`, is not shown.
                self.reports.borrow_mut().extend(severity.map(|severity| (severity, texts.join(" "))));
                Ok(Value::Undef)
            }
            // `defined` cannot be called either, because the classes depend on the environment.
            _ => Err(no_injection(ENVIRONMENT_REASON)),
        }
    }

    fn look_up(&self, _: &LookupRequest<'_>, _: &mut Budget) -> HostAnswer<Value> {
        Err(no_injection(ENVIRONMENT_REASON))
    }

    fn has_bindings(&self) -> bool {
        true
    }

    fn inject(
        &self,
        _: Option<&Type>,
        _: Option<&str>,
        _: Option<&Hash>,
        _: &mut Budget,
    ) -> HostAnswer<Value> {
        Err(no_injection(ENVIRONMENT_REASON))
    }
}

/// The reason why expressions of `environments.pp` cannot look up values.
const ENVIRONMENT_REASON: &str = "the environment decides which bindings there are";
