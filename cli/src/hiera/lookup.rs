//! `modelwright hiera lookup`: the values that keys have for a scope.

use super::site::{DataFlags, ScopeFlags, literal_key, place, read, requirements};
use super::trace_text::explanation;
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::hiera::lookup::{
    Answer, Hierarchy, Query, Resolution, answer_json, answer_queries, value_json,
};
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, nearest, printable_line};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera lookup ntp::servers --scope ::fqdn=web1.example.com
  modelwright hiera lookup ntp::servers --scope facts.yaml --explain
  modelwright hiera lookup web::vhosts.shop.port                     a part of a value
  modelwright hiera lookup \"'example.org'\"                          a key whose name has a dot
  modelwright hiera lookup users --resolution hash --config site/hiera.yaml
  modelwright hiera lookup users --resolution '{\"behavior\": \"deeper\", \"knockout_prefix\": \"--\"}'
  modelwright hiera lookup users --config environments/production --scope facts.yaml --resolution deep
  modelwright hiera lookup users --node web1 --facts inventory.json --environment production
  modelwright hiera lookup users --node web1 --facts facts/ --explain-options
  modelwright hiera lookup --queries questions.jsonl";

/// Look up keys with the same results as Ruby's Hiera 3, or for versions 4 and 5 as Puppet 7
///
/// The scope contains the variables of a node. In Ruby's Hiera 3, `::fqdn` and `fqdn` are different variables; in Puppet
/// they are one, and `facts` are all variables of the scope unless it has that one.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraLookup {
    /// The keys. Dots lead to a part of a value: `users.0` is the first element of the value of `users`. A name
    /// that contains dots must be in quotes within the key: `'example.org'.port`
    #[arg(value_name = "KEY", required_unless_present = "queries")]
    keys: Vec<String>,

    /// The configuration, or the directory of an environment with its modules
    #[arg(long, value_name = "FILE", default_value = "hiera.yaml")]
    config: PathBuf,

    /// How values are merged: priority, array, hash, or a hash such as {"behavior": "deep"} with the options of
    /// deep_merge; for version 5: first, unique, hash, deep, or a hash such as {"strategy": "deep"} with its options
    /// (priority follows the data's lookup_options)
    #[arg(
        long,
        visible_alias = "merge",
        value_name = "RESOLUTION",
        default_value = "priority",
        value_parser = resolution_text
    )]
    resolution: String,

    #[command(flatten)]
    scope: ScopeFlags,

    /// A level to search before all others
    #[arg(long = "override", value_name = "LEVEL")]
    order_override: Option<String>,

    /// The answer if no value is found; it is interpolated
    #[arg(long, value_name = "TEXT")]
    default: Option<String>,

    /// Answer the queries in a file: one JSON object with key, resolution and scope on each line; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["keys", "explain", "scope", "resolution"])]
    queries: Option<PathBuf>,

    /// Show every level that was searched, with its file and line
    #[arg(long)]
    explain: bool,

    /// Show the lookup_options that apply to the keys, and where they are
    #[arg(long, conflicts_with = "explain")]
    explain_options: bool,

    #[command(flatten)]
    data: DataFlags,

    /// How answers are written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Json)]
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// JSON: the value of one key, or for several keys one object on each line
    Json,
    /// Strings without quotes, other values in JSON; on a terminal, with escapes for control characters
    Text,
}

/// The text of a resolution, if it is valid.
fn resolution_text(text: &str) -> Result<String, String> {
    Resolution::from_text(text).map(|_| text.to_owned())
}

impl HieraLookup {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        // Of the commands for trees, only this one decrypts values (Decision 21).
        let Some(hierarchy) = self.data.decrypting_hierarchy(&self.config, report) else {
            return Ok(Outcome::Problems);
        };
        let workspace = self.data.workspace();
        // Each query contains its own scope, so the flags for the scope are not read.
        if let Some(path) = &self.queries {
            let answers = answer_queries(&hierarchy, &read(path, &workspace)?)?;
            return output::write_json(&answers).map(|()| Outcome::Done).map_err(|problem| (*problem).into());
        }
        let scope = self.scope.read(&workspace)?;
        let resolution = Resolution::from_text(&self.resolution)
            .map_err(|message| Diagnostics::from(Diagnostic::error(codes::WRONG_USE, message)))?;
        let mut text = String::new();
        for key in &self.keys {
            let query = Query {
                key,
                resolution: &resolution,
                scope: &scope,
                order_override: self.order_override.as_deref(),
                default: self.default.as_deref(),
            };
            if self.explain_options {
                text.push_str(&options_text(&hierarchy, &query, report));
            } else {
                self.write_answer(&hierarchy, &query, &mut text, report);
            }
        }
        let write_result = match self.form {
            // Explanations are text for people, whatever the form of values is.
            _ if self.explain || self.explain_options => output::write_text(&text),
            Form::Json => output::write_json(&text),
            Form::Text => output::write_values(&text),
        };
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// Writes the answer for one key.
    fn write_answer<'h>(
        &self,
        hierarchy: &'h Hierarchy,
        query: &Query<'h>,
        out: &mut String,
        report: &mut Report,
    ) {
        let answer = if self.explain {
            // The answer is part of the account, so that the explanation and the answer cannot differ (Decision 24).
            let account = hierarchy.account(query);
            out.push_str(&explanation(hierarchy, &account));
            account.answer
        } else {
            hierarchy.lookup(query)
        };
        match answer {
            Ok(Some(answer)) if !self.explain => self.write(query.key, &answer, out),
            Ok(Some(_)) => {}
            Ok(None) => report.show_one(not_found(hierarchy, query)),
            Err(error) => report.show_one(hierarchy.failure(query.key, error)),
        }
    }

    /// Writes an answer in the requested form.
    fn write(&self, key: &str, answer: &Answer<'_>, out: &mut String) {
        if self.form == Form::Text
            && let Value::Text(text) = answer.to_value()
        {
            out.push_str(&text);
        } else if self.keys.len() == 1 || self.form == Form::Text {
            // A single value is a JSON document; several values need their keys, with one object on each line for
            // programs.
            answer_json(answer, out);
        } else {
            let key = Answer::Owned(Value::text(key));
            out.push_str("{\"key\":");
            answer_json(&key, out);
            out.push_str(",\"value\":");
            answer_json(answer, out);
            out.push('}');
        }
        out.push('\n');
    }
}

/// The options that apply to a key, and the files that have options for it.
fn options_text(hierarchy: &Hierarchy, query: &Query<'_>, report: &mut Report) -> String {
    let options = match hierarchy.lookup_options(query) {
        Ok(options) => options,
        Err(error) => {
            report.show_one(hierarchy.failure(query.key, error));
            return String::new();
        }
    };
    let mut text = format!("key {}\n", printable_line(query.key));
    for (name, value) in [("merge", &options.merge), ("convert_to", &options.convert_to)] {
        if let Some(value) = value {
            text.push_str(&format!("  {name}: "));
            value_json(value, &mut text);
            text.push('\n');
        }
    }
    if options.origins.is_empty() {
        text.push_str("  no lookup_options apply\n");
    }
    for (origin, name) in &options.origins {
        text.push_str(&format!("  {} for `{}`\n", place(hierarchy, *origin), printable_line(name)));
    }
    text
}

/// The problem of a key without a value; its help explains why the node does not get one.
fn not_found(hierarchy: &Hierarchy, query: &Query<'_>) -> Diagnostic {
    let keys = hierarchy.keys();
    let similar_key = nearest(query.key, keys.iter().copied());
    // A file of another level that contains the key explains more than a similar name.
    let rejections = hierarchy.rejections(query, &hierarchy.account(query));
    let help = match (rejections.first(), similar_key) {
        (Some(rejection), _) => {
            let place = place(hierarchy, rejection.occurrence.origin);
            match rejection.levels.first() {
                Some(level_match) => {
                    let variables = requirements(hierarchy, &level_match.variables, query.scope);
                    format!("{place} has the key, in a file of the level {}: {variables}", level_match.level)
                }
                None => format!("{place} has the key, but {}", rejection.reason.text()),
            }
        }
        (None, Some(similar_key)) => {
            // The dots may be meant as a part of the name, which is more likely than a misspelled name.
            literal_key(hierarchy, query.key).unwrap_or_else(|| format!("did you mean `{similar_key}`?"))
        }
        (None, None) => "--explain lists the levels that were searched".to_owned(),
    };
    let message = format!("no level has the key `{}` for this scope", query.key);
    Diagnostic::error(codes::HIERA_NOT_FOUND, message).help(help)
}
