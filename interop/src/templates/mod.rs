//! Compares templates of ERB with Ruby's: all templates of Debian's Puppet modules, each with several sets of values for its
//! variables.
//!
//! A text that differs is a failure; a template that we reject is counted, because its catalog would name it.

mod values;

use super::{Summary, functions, manifests, ruby};
use crate::random::Random;
use crate::sample::sample;
use modelwright_catalog::functions::stdlib;
use modelwright_catalog::templates::erb::{Template, TemplateScope};
use modelwright_evaluation::evaluate::{
    Budget, EmptyHost, EvaluationLimits, HostError, Program, Value, compare_versions,
};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SCRIPT: &str = include_str!("templates.rb");
/// The sample: the seed, and the number of sets of values for each template.
const SAMPLE: (u64, usize) = (1, 6);

/// A template, and a literal of its variables.
struct Case {
    source: Arc<Source>,
    variables: String,
}

/// Compares the templates with `--count` sets of values each, from `--seed`.
pub(crate) fn run(work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, SAMPLE)?;
    let sources = collected(work)?;
    let mut cases = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        for set in 0..count {
            let mut random = Random::new(seed, number * 1000 + set);
            let variables = values::variables(source.text(), set, &mut random);
            cases.push(Case { source: Arc::clone(source), variables });
        }
    }
    let texts = puppet(&functions::module_path(work)?, &cases)?;
    Ok(vec![compare(&sources, &cases, &texts)?])
}

/// The templates of all modules, sorted by path.
fn collected(work: &Path) -> Result<Vec<Arc<Source>>, String> {
    let modules = manifests::modules(&work.join("manifests"))?;
    let (mut open, mut found): (Vec<PathBuf>, Vec<PathBuf>) = (vec![modules.clone()], Vec::new());
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory).map_err(|e| e.to_string())?.flatten() {
            let (kind, path) = (entry.file_type().map_err(|e| e.to_string())?, entry.path());
            let is_template = path.extension().is_some_and(|of| of == "erb")
                && path.components().any(|part| part.as_os_str() == "templates");
            if kind.is_dir() {
                open.push(path);
            } else if kind.is_file() && is_template {
                found.push(path);
            }
        }
    }
    found.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        let name = path.strip_prefix(&modules).unwrap_or(path).to_string_lossy().into_owned();
        Some(Source::new(&*name, text))
    };
    // Ruby cannot read texts in other encodings either.
    Ok(found.iter().filter_map(read).collect())
}

fn puppet(modules: &Path, cases: &[Case]) -> Result<Vec<String>, String> {
    let templates: Vec<_> = cases.iter().map(|case| [case.source.text(), &case.variables]).collect();
    let input = serde_json::json!({ "templates": templates, "modules": [modules] });
    let input = serde_json::to_vec(&input).map_err(|e| e.to_string())?;
    let texts: Vec<String> =
        serde_json::from_slice(&ruby::answer(SCRIPT, input)?).map_err(|e| format!("Puppet's texts: {e}"))?;
    if texts.len() == cases.len() { Ok(texts) } else { Err("Puppet returned too few texts".to_owned()) }
}

fn compare(sources: &[Arc<Source>], cases: &[Case], texts: &[String]) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut equal, mut both_fail, mut rejected) = (0, 0, 0);
    for (case, puppet) in cases.iter().zip(texts) {
        let fails = puppet.starts_with("!! ");
        match ours(case)? {
            Ok(text) => {
                equal += usize::from(text == *puppet);
                summary.note(text == *puppet, || {
                    format!(
                        "{} {}\n    Puppet: {puppet:?}\n    ours: {text:?}",
                        case.source.name(),
                        case.variables
                    )
                });
            }
            Err(_) if fails => both_fail += 1,
            Err(problem) => {
                rejected += 1;
                *reasons.entry(problem).or_default() += 1;
            }
        }
    }
    let readable = sources.iter().filter(|source| Template::read(source).is_ok()).count();
    summary.figure(format!("{readable} of {} templates are supported", sources.len()));
    summary.figure(format!(
        "{} texts: {equal} equal, {both_fail} fail in both, {rejected} are rejected",
        cases.len()
    ));
    for (reason, count) in reasons {
        summary.notes.push(format!("rejected {count} times: {reason}"));
    }
    Ok(summary)
}

/// Our text, or why there is none.
fn ours(case: &Case) -> Result<Result<String, String>, String> {
    let template = match Template::read(&case.source) {
        Ok(template) => template,
        Err(problem) => return Ok(Err(problem.message)),
    };
    let (manifest, problems) = language::manifest(&Source::new("variables.pp", case.variables.as_str()));
    if problems.has_errors() {
        return Err(format!("no literal: {}", case.variables));
    }
    let program = Program::new(&manifest.expressions, &manifest.statements, &EmptyHost);
    let variables = program.evaluate(&EmptyHost, EvaluationLimits::default()).map_err(|e| e.message)?;
    let mut scope = Scope { variables, budget: Budget::new(EvaluationLimits::default()) };
    Ok(template.render(&mut scope).map_err(|error| Diagnostic::from(error).message))
}

/// A scope that has only variables, and the functions of values.
struct Scope {
    variables: Value,
    budget: Budget,
}

impl TemplateScope for Scope {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        let Value::Hash(variables) = &self.variables else { return Ok(None) };
        Ok(variables.get_text(name.strip_prefix("::").unwrap_or(name)).cloned())
    }

    fn set_variable(&mut self, name: &str, value: &Value) -> Result<(), HostError> {
        match TemplateScope::variable(self, name)? {
            Some(_) => Err(HostError::new(format!("`${name}` already has a value"))),
            None if self.replace_variable(name, value) => Ok(()),
            None => Err(HostError::new("there are no variables")),
        }
    }

    fn replace_variable(&mut self, name: &str, value: &Value) -> bool {
        let Value::Hash(variables) = &self.variables else { return false };
        let added = (Value::string(name), value.clone());
        self.variables = Value::hash(variables.pairs().iter().cloned().chain([added]));
        true
    }

    fn call(&mut self, name: &str, arguments: &[Value]) -> Result<Value, HostError> {
        match (name, arguments, stdlib::find(name)) {
            ("versioncmp", [Value::String(a), Value::String(b)], _) => {
                Ok(Value::Integer(compare_versions(a, b) as i64))
            }
            (_, _, Some(function)) => function.call(arguments, self),
            _ => Err(HostError::new(format!("there is no function `{name}` with these arguments"))),
        }
    }
}

impl stdlib::Scope for Scope {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        TemplateScope::variable(self, name)
    }

    fn has_function(&mut self, name: &str) -> bool {
        stdlib::find(name).is_some()
    }

    fn deprecate(&mut self, _: &str, _: &str) {}
}
