//! Functions that manifests use and that the language itself lacks: those of Puppet 7 that are pure, and those of the
//! module `stdlib`.
//!
//! Invariants: a function reads nothing but its arguments and the [`Scope`]; what depends on the clock, on files or on
//! running a program is rejected by name, with the reason; work is charged before it is done; the answers are those of
//! Puppet 7.23 with `stdlib` 8.5, and for functions that only `stdlib` 9 has, those of version 9. This module does not
//! know whether a module of the environment supplies a function: [`Function::origin`] lets the caller check that.

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
use std::fmt;

#[cfg(test)]
use super::stdlib;

/// The value of a function, or why there is none.
pub type Answer = Result<Value, HostError>;

/// What some functions read besides their arguments.
pub trait Scope {
    /// The remaining budget.
    fn budget(&mut self) -> &mut Budget;

    /// The value of a variable by its name without `$`, as the calling scope sees it; `None` if it is unknown.
    ///
    /// # Errors
    /// If its value cannot be computed.
    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError>;

    /// Whether there is a function with a name.
    fn has_function(&mut self, name: &str) -> bool;

    /// Logs that a function is deprecated; Puppet logs this once for each key.
    fn deprecate(&mut self, key: &str, message: &str);
}

/// Which code supplies a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Puppet itself, in every environment.
    Puppet,
    /// The module `stdlib`, if the environment has it.
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
    Scoped(Scoped),
    /// With the values as Puppet passes them to functions of its version 3: `undef` is an empty string.
    Legacy(Plain),
    LegacyScoped(Scoped),
    /// Deprecated in favour of a type; the name of the type is part of the warning.
    Deprecated(&'static str, Plain),
    /// Not called, for a reason.
    Refused(&'static str),
}

/// A function.
pub struct Function {
    /// The name, as manifests write it.
    pub name: &'static str,
    /// The minimum number of arguments.
    pub min: usize,
    /// The maximum number of arguments; `usize::MAX` if there is none.
    pub max: usize,
    /// Which code supplies it.
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
    let at = table::FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    Some(&table::FUNCTIONS[at])
}

impl Function {
    /// Why it cannot be called, if it is known here but rejected.
    #[must_use]
    pub fn refusal(&self) -> Option<&'static str> {
        match self.body {
            Body::Refused(reason) => Some(reason),
            _ => None,
        }
    }

    /// Calls a function that reads nothing but its arguments, without a warning.
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
    /// Where the real function fails as well; if the function is rejected; if the budget is exceeded.
    pub fn call(&self, values: &[Value], scope: &mut dyn Scope) -> Answer {
        if let Body::Refused(reason) = self.body {
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
            Body::Deprecated(instead, run) => {
                scope.deprecate(self.name, &deprecation(self.name, instead));
                run(values, scope.budget())
            }
            Body::Refused(_) => Ok(Value::Undef),
        }
    }
}

/// The warning of `stdlib` for a function that a type replaces.
fn deprecation(name: &str, instead: &str) -> String {
    if name.starts_with("is_") {
        return format!(
            "This method is deprecated, please use match expressions with {instead} instead. They are described at \
             https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
        );
    }
    format!(
        "This method is deprecated, please use the stdlib validate_legacy function,\n                    with \
         {instead}. There is further documentation for validate_legacy function in the README."
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
