//! `modelwright hiera why-not`: explains why a node does not get a value that a file contains.

use super::site::{DataFlags, ScopeFlags, literal_key, place, requirements};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::hiera::lookup::{
    FileIndex, Hierarchy, Occurrence, Origin, Query, Step, answer_json, read_value,
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
}

impl HieraWhyNot {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(hierarchy) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        let scope = self.scope.read(&self.data.workspace())?;
        let text = self.account(&hierarchy, &scope);
        output::write_text(&text).map(|()| Outcome::Fine).map_err(|problem| (*problem).into())
    }

    fn account(&self, hierarchy: &Hierarchy, scope: &Value) -> String {
        let query = Query::new(&self.key, scope);
        let (answer, steps) = hierarchy.explain(&query);
        let winner = steps.iter().find_map(Step::origin);
        let mut out = String::new();
        match (answer, winner) {
            (Ok(Some(answer)), Some(origin)) => {
                let mut value = String::new();
                answer_json(&answer, &mut value);
                let _ = writeln!(out, "The node gets {value} from {}.", place(hierarchy, origin));
            }
            (Ok(Some(_)), None) => out.push_str("The node gets a value.\n"),
            (Ok(None), _) => out.push_str("The node gets no value.\n"),
            (Err(error), _) => {
                let _ = writeln!(out, "The lookup fails: {error}.");
            }
        }
        let occurrences = hierarchy.occurrences_at(&self.key);
        let wanted: Vec<&Occurrence<'_>> =
            occurrences.iter().filter(|occurrence| self.is_wanted(&occurrence.value.to_value())).collect();
        if wanted.is_empty() {
            let what = if occurrences.is_empty() { "has the key" } else { "gives it this value" };
            let _ = writeln!(out, "No data file {what}.");
            if let Some(help) = literal_key(hierarchy, &self.key) {
                let _ = writeln!(out, "  {help}");
            }
        }
        let reached: Vec<FileIndex> =
            hierarchy.reached(&query).into_iter().filter_map(|reached| reached.file).collect();
        for occurrence in wanted {
            let is_reached = reached.contains(&occurrence.origin.file);
            write_occurrence(hierarchy, occurrence, winner, is_reached, scope, &mut out);
        }
        out
    }

    fn is_wanted(&self, value: &Value) -> bool {
        let Some(wanted) = &self.value else { return true };
        let read = read_value(&Source::new("--value", wanted.as_str()));
        *value == Value::text(wanted.as_str()) || read.is_ok_and(|read| read == *value)
    }
}

/// Writes a value of a file, and why the node gets it or not.
fn write_occurrence(
    hierarchy: &Hierarchy,
    occurrence: &Occurrence<'_>,
    winner: Option<Origin>,
    is_reached: bool,
    scope: &Value,
    out: &mut String,
) {
    let mut value = String::new();
    answer_json(&occurrence.value, &mut value);
    let _ = writeln!(out, "{} gives {value}:", place(hierarchy, occurrence.origin));
    if !is_reached {
        out.push_str("  no level of this scope reads this file\n");
        for found in hierarchy.level_matches(occurrence.origin.file) {
            let _ = writeln!(out, "  {}: {}", found.level, requirements(hierarchy, &found.variables, scope));
        }
    } else if winner == Some(occurrence.origin) {
        out.push_str("  this value takes precedence\n");
    } else {
        out.push_str("  a level reads this file, but a higher level has the key\n");
    }
}
