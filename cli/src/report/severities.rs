//! The severity that the user gives to problems by their code, and the options of commands whose results are problems.
//!
//! Invariant: a problem of the run, such as a file that cannot be read, keeps its severity.

use super::baseline::{BaselineFlags, is_failure_of_run};
use clap::Args;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Severity, codes};
use std::collections::BTreeMap;

/// The options of commands whose results are problems.
#[derive(Debug, Args)]
pub(crate) struct ResultFlags {
    #[command(flatten)]
    pub(super) baseline: BaselineFlags,

    /// The severity of all problems with a code: `note`, `warning`, `error`, or `off`, which does not show them; may be given
    /// several times
    #[arg(long = "severity", value_name = "CODE=SEVERITY", value_parser = parse_severity)]
    severities: Vec<(Code, Option<Severity>)>,
}

impl ResultFlags {
    /// The severities; of several for one code, the last one counts.
    pub(super) fn severities(&self) -> Severities {
        Severities(self.severities.iter().map(|(code, severity)| (code.id(), *severity)).collect())
    }
}

/// Parses a code and its severity; `off` is `None`.
fn parse_severity(text: &str) -> Result<(Code, Option<Severity>), String> {
    let (code, severity) =
        text.split_once('=').ok_or("expected a code and a severity, as in `MW0815=note`")?;
    // Leaving out the letters `MW` is a common mistake.
    let code = codes::find(code).ok_or_else(|| match codes::find(&format!("MW{code}")) {
        Some(suggestion) => format!("there is no code `{code}`; did you mean `{suggestion}`?"),
        None => format!("there is no code `{code}`"),
    })?;
    if is_failure_of_run(code) {
        return Err(format!("{code} is a failure of the run, so its severity cannot be changed"));
    }
    let severities = [Severity::Note, Severity::Warning, Severity::Error];
    match severities.into_iter().find(|known| known.word() == severity) {
        Some(severity) => Ok((code, Some(severity))),
        None if severity == "off" => Ok((code, None)),
        None => Err("the severities are note, warning, error and off".to_owned()),
    }
}

/// The severities of codes; `None` for codes that are off.
#[derive(Debug, Default)]
pub(super) struct Severities(BTreeMap<&'static str, Option<Severity>>);

impl Severities {
    /// The severity of a problem; `None` if it is not shown.
    pub(super) fn of(&self, problem: &Diagnostic) -> Option<Severity> {
        self.0.get(problem.code.id()).copied().unwrap_or(Some(problem.severity))
    }

    /// Whether the user gives a severity to a code, which takes precedence over `--warnings-as-errors`.
    pub(super) fn names(&self, code: Code) -> bool {
        self.0.contains_key(code.id())
    }
}
