//! The names of variables and functions that programs use, numbered in the order in which they are first seen.
//!
//! Invariant: a number always means the same name, for all programs of an environment.

use super::FunctionDefinition;
use crate::functions::{CatalogFunction, ForeignFunction, stdlib};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The variable that a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variable {
    /// `$x`: in the current scope, or in one around it.
    Plain,
    /// `$::x`: in the top scope.
    Top(u32),
    /// `$a::x`: the number of the class, and that of the variable in its scope.
    Qualified(u32, u32),
}

/// A function that the evaluator does not provide itself.
#[derive(Debug, Clone)]
pub(crate) enum HostFunction {
    /// A function that reads or changes the catalog.
    Catalog(&'static CatalogFunction),
    /// A function that depends on its arguments and on facts only.
    Pure(&'static stdlib::Function),
    /// A function that is written in the language.
    Language(Arc<FunctionDefinition>),
    /// A function that exists only in Ruby.
    Foreign(Arc<ForeignFunction>),
}

/// The numbers of names.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: FxHashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
    variables: Vec<Variable>,
    function_numbers: FxHashMap<Arc<str>, u32>,
    functions: Vec<HostFunction>,
}

impl Names {
    /// The number of a name, which is added if it is new.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        // The parts of a qualified name are numbered first.
        let variable = match text.rsplit_once("::") {
            None => Variable::Plain,
            Some(("", name)) => Variable::Top(self.number(name)),
            Some((class, name)) => {
                let class = self.number(class.strip_prefix("::").unwrap_or(class));
                Variable::Qualified(class, self.number(name))
            }
        };
        let shared: Arc<str> = Arc::from(text);
        let number = narrow(self.texts.len());
        self.texts.push(Arc::clone(&shared));
        self.variables.push(variable);
        self.numbers.insert(shared, number);
        number
    }

    /// The name with a number.
    pub(super) fn text(&self, number: u32) -> Arc<str> {
        self.texts.get(number as usize).map_or_else(|| Arc::from(""), Arc::clone)
    }

    /// The variables from a number on.
    pub(super) fn variables_from(&self, first: usize) -> Vec<Variable> {
        self.variables.get(first..).unwrap_or_default().to_vec()
    }

    /// The number of a function, which is added if its name is new.
    pub(super) fn function(&mut self, name: &str, function: HostFunction) -> u32 {
        if let Some(number) = self.function_numbers.get(name) {
            return *number;
        }
        let number = narrow(self.functions.len());
        self.functions.push(function);
        self.function_numbers.insert(Arc::from(name), number);
        number
    }

    /// The number of a function that was added.
    pub(super) fn known_function(&self, name: &str) -> Option<u32> {
        self.function_numbers.get(name).copied()
    }

    /// The functions from a number on.
    pub(super) fn functions_from(&self, first: usize) -> Vec<HostFunction> {
        self.functions.get(first..).unwrap_or_default().to_vec()
    }
}

/// A count as a number of 32 bits, at most the largest one.
fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
