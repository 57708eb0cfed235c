//! `modelwright hiera why-not`: explains why a node does not get a value that a file contains.

use super::json::{array, null, object, position, text};
use super::site::{DataFlags, ScopeFlags, literal_key, place, requirements};
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::hiera::lookup::{
    Account, Answer, Contribution, Hierarchy, LevelMatch, Query, Rejection, answer_json, read_value,
    value_json,
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

    /// The configuration, or the directory of an environment with its modules
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

impl HieraWhyNot {
    /// Explains why a node does not get a value, and writes the answer.
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(hierarchy) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        let scope = self.scope.read(&self.data.workspace())?;
        let query = Query::new(&self.key, &scope);
        let account = hierarchy.account(&query);
        let rejections = hierarchy.rejections(&query, &account);
        let explanation =
            Explanation { question: self, hierarchy: &hierarchy, scope: &scope, account, rejections };
        let write_result = match self.form {
            Form::Text => output::write_text(&explanation.text()),
            Form::Json => output::write_json(&explanation.json()),
        };
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// Whether a value is the expected one, or no value is specified.
    fn is_wanted(&self, value: &Value) -> bool {
        let Some(wanted) = &self.value else { return true };
        let parsed = read_value(&Source::new("--value", wanted.as_str()));
        // A string needs no quotes, so the text is compared both as itself and as JSON.
        *value == Value::text(wanted.as_str()) || parsed.is_ok_and(|parsed| parsed == *value)
    }
}

/// What a node gets, and the values that it does not get.
struct Explanation<'h> {
    question: &'h HieraWhyNot,
    hierarchy: &'h Hierarchy,
    scope: &'h Value,
    account: Account<'h>,
    rejections: Vec<Rejection<'h>>,
}

impl<'h> Explanation<'h> {
    /// The values that contribute to the answer, of the requested ones.
    fn contributions(&self) -> impl Iterator<Item = &Contribution> {
        self.account.contributions.iter().filter(|contribution| self.question.is_wanted(&contribution.value))
    }

    /// The requested values that do not contribute to the answer.
    fn rejections(&self) -> impl Iterator<Item = &Rejection<'h>> {
        self.rejections
            .iter()
            .filter(|rejection| self.question.is_wanted(&rejection.occurrence.value.to_value()))
    }

    /// Why a value is in the answer.
    fn contribution_reason(&self) -> &'static str {
        match self.account.contributions.len() {
            // A single contribution is the complete answer; several are merged.
            1 => "this value takes precedence",
            _ => "this value is merged into the answer",
        }
    }

    /// The explanation in lines for people.
    fn text(&self) -> String {
        let mut out = self.answer_text();
        let mut count = 0;
        for contribution in self.contributions() {
            let place = place(self.hierarchy, contribution.origin);
            let value = value_text(&contribution.value);
            let _ = writeln!(out, "{place} gives {value}:\n  {}", self.contribution_reason());
            count += 1;
        }
        for Rejection { occurrence, reason, levels } in self.rejections() {
            let place = place(self.hierarchy, occurrence.origin);
            let _ = writeln!(out, "{place} gives {}:\n  {}", json(&occurrence.value), reason.text());
            for level_match in levels {
                let variables = requirements(self.hierarchy, &level_match.variables, self.scope);
                let _ = writeln!(out, "  {}: {variables}", level_match.level);
            }
            count += 1;
        }
        // With `--value`, the key may exist with other values only.
        if count == 0 {
            let has_key = !self.account.contributions.is_empty() || !self.rejections.is_empty();
            let predicate = if has_key { "gives the key this value" } else { "has the key" };
            let _ = writeln!(out, "No data file {predicate}.");
            if let Some(help) = literal_key(self.hierarchy, &self.question.key) {
                let _ = writeln!(out, "  {help}");
            }
        }
        out
    }

    /// The sentence about what the node gets.
    fn answer_text(&self) -> String {
        let places =
            self.account.contributions.iter().map(|contribution| place(self.hierarchy, contribution.origin));
        let places = places.collect::<Vec<_>>().join(", ");
        let conversion_text = match &self.account.conversion {
            Some(conversion) => format!(", converted to {}", value_text(conversion)),
            None => String::new(),
        };
        match &self.account.answer {
            Ok(Some(answer)) => {
                let origin_text = match self.account.contributions.len() {
                    0 => String::new(),
                    1 => format!(" from {places}"),
                    _ => format!(", merged ({}) from {places}", self.account.strategy),
                };
                format!("The node gets {}{origin_text}{conversion_text}.\n", json(answer))
            }
            Ok(None) => "The node gets no value.\n".to_owned(),
            Err(error) => format!("The lookup fails: {error}.\n"),
        }
    }

    /// The explanation as a JSON object.
    fn json(&self) -> String {
        let account = &self.account;
        let answer = account.answer.as_ref().ok().and_then(Option::as_ref);
        let error = account.answer.as_ref().err();
        let places =
            account.contributions.iter().map(|contribution| position(self.hierarchy, contribution.origin));
        let values = self.contributions().map(|contribution| self.contribution_json(contribution));
        let values = values.chain(self.rejections().map(|rejection| self.rejection_json(rejection)));
        let entries = [
            ("key", text(&self.question.key)),
            ("value", answer.map_or_else(null, json)),
            ("error", error.map_or_else(null, |error| text(error.to_string()))),
            // A strategy has no effect on a single value.
            ("merge", if account.contributions.len() > 1 { text(account.strategy) } else { null() }),
            ("conversion", account.conversion.as_ref().map_or_else(null, value_text)),
            ("places", array(places)),
            ("values", array(values)),
        ];
        format!("{}\n", object(entries))
    }

    /// A value that contributes to the answer, in JSON.
    fn contribution_json(&self, contribution: &Contribution) -> String {
        object([
            ("value", value_text(&contribution.value)),
            ("place", position(self.hierarchy, contribution.origin)),
            ("reason", text(self.contribution_reason())),
            ("levels", array([])),
        ])
    }

    /// A value that does not contribute to the answer, in JSON.
    fn rejection_json(&self, rejection: &Rejection<'_>) -> String {
        let levels = rejection.levels.iter().map(|level_match| self.level_json(level_match));
        object([
            ("value", json(&rejection.occurrence.value)),
            ("place", position(self.hierarchy, rejection.occurrence.origin)),
            ("reason", text(rejection.reason.text())),
            ("levels", array(levels)),
        ])
    }

    /// A level, with the values that its variables need.
    fn level_json(&self, level_match: &LevelMatch) -> String {
        let variables = level_match.variables.iter().map(|(name, needed_value)| {
            let present_value = self.hierarchy.variable(name, self.scope);
            let present_value = present_value.map_or_else(null, value_text);
            object([("name", text(name)), ("needed", text(needed_value)), ("value", present_value)])
        });
        object([("level", text(&level_match.level)), ("variables", array(variables))])
    }
}

/// An answer as JSON text.
fn json(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    answer_json(answer, &mut text);
    text
}

/// A value as JSON text.
fn value_text(value: &Value) -> String {
    let mut text = String::new();
    value_json(value, &mut text);
    text
}
