//! Functions of manifests that the evaluator itself does not provide: those of Puppet 7 that depend on their arguments
//! only, and those of the module `stdlib`.
//!
//! Invariants: a function reads only its arguments and the [`Scope`]; a function that depends on the clock, on files or
//! on a program is rejected with the reason; work is charged before it is done; the values are those of Puppet 7.23
//! with `stdlib` 8.5, and for functions that exist only in `stdlib` 9, those of version 9. This module does not check
//! that the environment contains the module of a function: [`Function::origin`] lets the caller check that.

mod addresses;
mod arguments;
mod arrays;
#[cfg(test)]
#[path = "../../../tests/functions/calls.rs"]
mod calls;
mod collections;
mod decimal;
mod deletions;
mod digests;
mod facts;
mod json;
mod names;
mod numbers;
mod paths;
mod quoting;
mod random;
mod ranges;
mod ruby;
mod shell;
mod strings;
mod table;
mod toml;
mod twister;
mod validate;
mod validate_numbers;
mod yaml;
mod yaml_scalar;

use modelwright_evaluation::evaluate::{Budget, HostError, Value};
pub(crate) use ruby::{text_to_i, words};
use std::fmt;

#[cfg(test)]
use super::stdlib;

/// The value of a function, or why there is none.
pub type Answer = Result<Value, HostError>;

/// The part of the calling scope that some functions read besides their arguments.
pub trait Scope {
    /// The remaining budget.
    fn budget(&mut self) -> &mut Budget;

    /// The value of a variable in the calling scope, by its name without `$`; `None` if there is no such variable.
    ///
    /// # Errors
    /// If its value cannot be computed.
    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError>;

    /// Whether there is a function with a name.
    fn has_function(&mut self, name: &str) -> bool;

    /// Logs that a function is deprecated; Puppet logs this once for each key.
    fn deprecate(&mut self, key: &str, message: &str);
}

/// The code that supplies a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Puppet itself, in every environment.
    Puppet,
    /// The module `stdlib`, if the environment contains it.
    Stdlib,
}

/// A function from arguments to a value.
type Plain = fn(&[Value], &mut Budget) -> Answer;
/// A function that also reads the scope.
type Scoped = fn(&[Value], &mut dyn Scope) -> Answer;

/// How a function is called.
#[derive(Clone, Copy)]
enum Body {
    /// With the values as they are.
    Plain(Plain),
    /// With the values as they are, and the scope.
    Scoped(Scoped),
    /// With the values as Puppet passes them to functions that use the API of Puppet 3: `undef` is an empty string.
    Legacy(Plain),
    /// Like `Legacy`, and with the scope.
    LegacyScoped(Scoped),
    /// With the values as they are, and a warning that a type replaces the function; the text names the type.
    Deprecated(&'static str, Plain),
    /// Not at all, for a reason.
    Rejected(&'static str),
}

/// A function.
pub struct Function {
    /// The name, as manifests write it.
    pub name: &'static str,
    /// The minimum number of arguments.
    pub min: usize,
    /// The maximum number of arguments; `usize::MAX` if there is none.
    pub max: usize,
    /// The code that supplies it.
    pub origin: Origin,
    body: Body,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A value in YAML, as Ruby writes it.
///
/// # Errors
/// If it has parts that are not data, or exceeds the budget.
pub(crate) fn to_yaml_text(value: &Value, budget: &mut Budget) -> Result<String, HostError> {
    yaml::to_yaml(std::slice::from_ref(value), budget).map(|text| text.to_text())
}

/// A value in JSON, as Ruby writes it.
///
/// # Errors
/// If it has numbers that JSON cannot express, or exceeds the budget.
pub(crate) fn to_json_text(value: &Value, budget: &mut Budget) -> Result<String, HostError> {
    json::to_json(std::slice::from_ref(value), budget).map(|text| text.to_text())
}

/// The functions, sorted by name.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    table::FUNCTIONS.iter()
}

/// The function with a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let index = table::FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    Some(&table::FUNCTIONS[index])
}

impl Function {
    /// Why the function cannot be called; `None` if it can.
    #[must_use]
    pub fn refusal(&self) -> Option<&'static str> {
        match self.body {
            Body::Rejected(reason) => Some(reason),
            _ => None,
        }
    }

    /// Calls a function that reads only its arguments, without the warning of a deprecated one.
    fn run_plain(&self, values: &[Value], budget: &mut Budget) -> Answer {
        arguments::check_count(self.name, values.len(), self.min, self.max)?;
        match self.body {
            Body::Plain(run) | Body::Deprecated(_, run) => run(values, budget),
            Body::Legacy(run) => run(&arguments::legacy(values)?, budget),
            _ => Err(HostError::new(format!("`{}` cannot be called here", self.name))),
        }
    }

    /// Calls the function.
    ///
    /// # Errors
    /// If the original function fails, too; if this function is not supported; if the budget is exceeded.
    pub fn call(&self, values: &[Value], scope: &mut dyn Scope) -> Answer {
        if let Body::Rejected(reason) = self.body {
            return Err(HostError::new(format!("`{}` is not supported: {reason}", self.name)));
        }
        // Functions rely on this check: they index their required arguments.
        arguments::check_count(self.name, values.len(), self.min, self.max)?;
        values.iter().try_for_each(|value| value.charge_copy(scope.budget()))?;
        match self.body {
            Body::Plain(run) => run(values, scope.budget()),
            Body::Scoped(run) => run(values, scope),
            Body::Legacy(run) => run(&arguments::legacy(values)?, scope.budget()),
            Body::LegacyScoped(run) => run(&arguments::legacy(values)?, scope),
            Body::Deprecated(replacement, run) => {
                scope.deprecate(self.name, &deprecation(self.name, replacement));
                run(values, scope.budget())
            }
            // This does not occur, because such a function has failed above.
            Body::Rejected(_) => Ok(Value::Undef),
        }
    }
}

/// The warning of `stdlib` for a function that a type replaces.
fn deprecation(name: &str, replacement: &str) -> String {
    if name.starts_with("is_") {
        return format!(
            "This method is deprecated, please use match expressions with {replacement} instead. They are described at \
             https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
        );
    }
    format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with \
         {replacement}. There is further documentation for validate_legacy function in the README."
    )
}

#[cfg(test)]
mod tests {
    use super::{calls, functions};
    use std::path::Path;

    /// The calls of the tables in a directory, with Puppet's answers.
    #[expect(clippy::disallowed_methods, reason = "tests read their cases")]
    fn recorded(directory: &Path) -> Vec<(String, String)> {
        let entries = std::fs::read_dir(directory).expect("the tables are there");
        let mut files: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
        let mut calls = Vec::new();
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a table");
            for entry in text.split("\n\n") {
                let lines = entry.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
                let lines: Vec<_> = lines.collect();
                if let [call, answer @ ..] = &lines[..] {
                    calls.push(((*call).to_owned(), answer.join("\n")));
                }
            }
        }
        calls
    }

    /// Compares our answers with those of the tables, which Puppet has given.
    #[test]
    fn calls_have_the_recorded_answers() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/functions");
        let (mut seen, mut wrong) = (0, Vec::new());
        for (call, answer) in recorded(&directory) {
            let (ours, agrees) = calls::compared(&call, &answer);
            seen += 1;
            if !agrees {
                wrong.push(format!("{call}\n{answer}\nours: {ours}"));
            }
        }
        assert!(seen > 700, "only {seen} calls are recorded");
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }

    #[test]
    fn every_function_has_a_recorded_value() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/functions");
        let values: Vec<_> = recorded(&directory).into_iter().filter(|(_, a)| a.starts_with("=> ")).collect();
        let has_value = |name: &str| values.iter().any(|(call, _)| call.split('(').next() == Some(name));
        let missing =
            functions().filter(|function| function.refusal().is_none() && !has_value(function.name));
        let missing: Vec<_> = missing.map(|function| function.name).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn the_registry_is_sorted() {
        let names: Vec<_> = functions().map(|function| function.name).collect();
        assert!(names.is_sorted(), "{names:?}");
    }
}
