//! Calls of functions with literal arguments: our answers in the form of the tables in `tests/data/functions`, which
//! record Puppet's answers.
//!
//! An entry is a call, followed by Puppet's answer: `=> value` and `:: type`, or `!! problem`. An empty line separates
//! entries; `# ` before an entry starts a comment. Two packages include this file; each supplies `stdlib`.

use super::stdlib::{self, Scope};
use modelwright_evaluation::evaluate::{Budget, EmptyHost, EvaluationLimits, HostError, Program, Value};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source};

/// A literal of the facts that the tables assume.
pub(crate) const FACTS: &str = include_str!("../data/functions/facts.pp");

/// A scope that has only facts, as variables.
struct Facts {
    facts: Value,
    budget: Budget,
}

impl Scope for Facts {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        let Value::Hash(facts) = &self.facts else { return Ok(None) };
        let name = name.strip_prefix("::").unwrap_or(name);
        Ok(if name == "facts" { Some(self.facts.clone()) } else { facts.get_text(name).cloned() })
    }

    fn has_function(&mut self, name: &str) -> bool {
        stdlib::find(name).is_some()
    }

    fn deprecate(&mut self, _: &str, _: &str) {}
}

fn evaluated(text: &str) -> Result<Value, String> {
    let (manifest, problems) = language::manifest(&Source::new("call.pp", text));
    if problems.has_errors() {
        return Err("the arguments are not literals".to_owned());
    }
    let program = Program::new(&manifest.expressions, &manifest.statements, &EmptyHost);
    program.evaluate(&EmptyHost, EvaluationLimits::default()).map_err(|problem| problem.message)
}

fn called(call: &str) -> Result<Value, String> {
    let (name, rest) = call.split_once('(').ok_or("no call")?;
    let arguments = rest.strip_suffix(')').ok_or("no call")?;
    let Value::Array(arguments) = evaluated(&format!("[{arguments}]"))? else {
        return Err("no call".to_owned());
    };
    let function = stdlib::find(name).ok_or_else(|| format!("there is no function `{name}`"))?;
    let mut facts = Facts { facts: evaluated(FACTS)?, budget: Budget::new(EvaluationLimits::default()) };
    function.call(&arguments, &mut facts).map_err(|error| Diagnostic::from(error).message)
}

/// Our answer to a call.
pub(crate) fn answered(call: &str) -> String {
    match called(call) {
        Ok(value) => format!("=> {}\n:: {}", value.to_literal(), value.type_of()),
        Err(problem) => format!("!! {problem}"),
    }
}

/// Our answer, and whether it matches Puppet's. The words of a problem may differ, but what is not supported does not
/// match.
pub(crate) fn compared(call: &str, puppet: &str) -> (String, bool) {
    let ours = answered(call);
    let less = ours.contains("not supported") || ours.contains("there is no function");
    let both_fail = ours.starts_with("!! ") && puppet.starts_with("!! ") && !less;
    let agrees = ours == puppet || both_fail;
    (ours, agrees)
}
