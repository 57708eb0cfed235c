//! `modelwright hiera why-not`: explains why a node does not get a value that a file contains.

use super::json::{array, object, position, text};
use super::site::{DataFlags, ScopeFlags, literal_key, place, requirements};
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::hiera::lookup::{
    Answer, FileIndex, Hierarchy, LevelMatch, LookupError, Occurrence, Origin, Query, Step, answer_json,
    read_value, value_json,
};
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera why-not ntp::servers --scope ::fqdn=web1.example.org
  modelwright hiera why-not ntp::driftfile --value /var/ntp/drift --scope facts.yaml
  modelwright hiera why-not web::vhosts.shop.port --value 8080        a part of a value
  modelwright hiera why-not \"'example.org'\"                         a key whose name has a dot";

/// Explain why a node does not get a value
///
/// For each file that has the key (and the value, if one is given): whether a level of this scope reads the file,
/// which values the variables must have for that, and which value takes precedence.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraWhyNot {
    /// The key, with dots as in `hiera lookup`
    #[arg(value_name = "KEY")]
    key: String,

    /// The expected value, in JSON; a string needs no quotes
    #[arg(long, value_name = "VALUE")]
    value: Option<String>,

    /// The configuration, or the folder of an environment with its modules
    #[arg(long, value_name = "FILE", default_value = "hiera.yaml")]
    config: PathBuf,

    #[command(flatten)]
    scope: ScopeFlags,

    #[command(flatten)]
    data: DataFlags,

    /// How the explanation is written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The value that the node gets, and each other value with the reason why it does not
    Text,
    /// One JSON object with the same
    Json,
}

/// A value of a file, and why the node gets it or not.
struct Candidate<'h> {
    occurrence: Occurrence<'h>,
    reason: Reason,
    /// The levels that would read the file, if none does.
    levels: Vec<LevelMatch>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    TakesPrecedence,
    IsHidden,
    IsNotRead,
}

/// What the node gets, and the other values.
struct Account<'h> {
    answer: Result<Option<Answer<'h>>, LookupError>,
    winner: Option<Origin>,
    candidates: Vec<Candidate<'h>>,
    /// Whether any file has the key.
    has_key: bool,
}

impl HieraWhyNot {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(hierarchy) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        let scope = self.scope.read(&self.data.workspace())?;
        let account = self.account(&hierarchy, &scope);
        let written = match self.form {
            Form::Text => output::write_text(&self.account_text(&account, &hierarchy, &scope)),
            Form::Json => output::write_json(&self.account_json(&account, &hierarchy, &scope)),
        };
        written.map(|()| Outcome::Fine).map_err(|problem| (*problem).into())
    }

    fn account<'h>(&'h self, hierarchy: &'h Hierarchy, scope: &'h Value) -> Account<'h> {
        let query = Query::new(&self.key, scope);
        let (answer, steps) = hierarchy.explain(&query);
        let winner = steps.iter().find_map(Step::origin);
        let occurrences = hierarchy.occurrences_at(&self.key);
        let has_key = !occurrences.is_empty();
        let reached: Vec<FileIndex> =
            hierarchy.reached(&query).into_iter().filter_map(|reached| reached.file).collect();
        let candidate = |occurrence: Occurrence<'h>| {
            let file = occurrence.origin.file;
            let (reason, levels) = if !reached.contains(&file) {
                (Reason::IsNotRead, hierarchy.level_matches(file))
            } else if winner == Some(occurrence.origin) {
                (Reason::TakesPrecedence, Vec::new())
            } else {
                (Reason::IsHidden, Vec::new())
            };
            Candidate { occurrence, reason, levels }
        };
        let is_wanted = |occurrence: &Occurrence<'_>| self.is_wanted(&occurrence.value.to_value());
        let candidates = occurrences.into_iter().filter(is_wanted).map(candidate).collect();
        Account { answer, winner, candidates, has_key }
    }

    fn account_text(&self, account: &Account<'_>, hierarchy: &Hierarchy, scope: &Value) -> String {
        let mut out = String::new();
        match (&account.answer, account.winner) {
            (Ok(Some(answer)), Some(origin)) => {
                let _ = writeln!(out, "The node gets {} from {}.", json(answer), place(hierarchy, origin));
            }
            (Ok(Some(_)), None) => out.push_str("The node gets a value.\n"),
            (Ok(None), _) => out.push_str("The node gets no value.\n"),
            (Err(error), _) => {
                let _ = writeln!(out, "The lookup fails: {error}.");
            }
        }
        if account.candidates.is_empty() {
            let what = if account.has_key { "gives it this value" } else { "has the key" };
            let _ = writeln!(out, "No data file {what}.");
            if let Some(help) = literal_key(hierarchy, &self.key) {
                let _ = writeln!(out, "  {help}");
            }
        }
        for Candidate { occurrence, reason, levels } in &account.candidates {
            let place = place(hierarchy, occurrence.origin);
            let _ = writeln!(out, "{place} gives {}:\n  {}", json(&occurrence.value), reason.text());
            for found in levels {
                let variables = requirements(hierarchy, &found.variables, scope);
                let _ = writeln!(out, "  {}: {variables}", found.level);
            }
        }
        out
    }

    fn account_json(&self, account: &Account<'_>, hierarchy: &Hierarchy, scope: &Value) -> String {
        let null = || "null".to_owned();
        let candidates = account.candidates.iter().map(|Candidate { occurrence, reason, levels }| {
            let levels = levels.iter().map(|found| {
                let variables = found.variables.iter().map(|(name, needed)| {
                    let mut present = String::new();
                    match hierarchy.variable(name, scope) {
                        Some(value) => value_json(value, &mut present),
                        None => present.push_str("null"),
                    }
                    object([("name", text(name)), ("needed", text(needed)), ("value", present)])
                });
                object([("level", text(&found.level)), ("variables", array(variables))])
            });
            object([
                ("value", json(&occurrence.value)),
                ("place", position(hierarchy, occurrence.origin)),
                ("reason", text(reason.text())),
                ("levels", array(levels)),
            ])
        });
        let error = account.answer.as_ref().err();
        let answer = account.answer.as_ref().ok().and_then(Option::as_ref);
        let entries = [
            ("key", text(&self.key)),
            ("value", answer.map_or_else(null, json)),
            ("error", error.map_or_else(null, |error| text(error.to_string()))),
            ("place", account.winner.map_or_else(null, |origin| position(hierarchy, origin))),
            ("values", array(candidates)),
        ];
        format!("{}\n", object(entries))
    }

    fn is_wanted(&self, value: &Value) -> bool {
        let Some(wanted) = &self.value else { return true };
        let read = read_value(&Source::new("--value", wanted.as_str()));
        *value == Value::text(wanted.as_str()) || read.is_ok_and(|read| read == *value)
    }
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Reason::TakesPrecedence => "this value takes precedence",
            Reason::IsHidden => "a level reads this file, but a higher level has the key",
            Reason::IsNotRead => "no level of this scope reads this file",
        }
    }
}

fn json(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    answer_json(answer, &mut text);
    text
}
