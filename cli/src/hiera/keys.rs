//! `modelwright hiera keys`: lists every key, with the positions of its values.

use super::json::{array, object, position, text};
use super::site::{DataFlags, ScopeFlags, place};
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::hiera::lookup::{Hierarchy, Origin, Query, quoted_key};
use modelwright_metamodel::diagnostic::{Diagnostics, printable_line};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera keys                                   all keys, with their places
  modelwright hiera keys --scope ::fqdn=web1.example.org   the keys that this node gets, and from where
  modelwright hiera keys --as json";

/// List the keys of the data files, with the positions of their values
///
/// With a scope, only the keys that this node gets are listed, each with the position of the value that takes
/// precedence.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraKeys {
    /// Only list keys with this prefix
    #[arg(value_name = "PREFIX", default_value = "", hide_default_value = true)]
    prefix: String,

    /// The configuration, or the directory of an environment with its modules
    #[arg(long, value_name = "FILE", default_value = "hiera.yaml")]
    config: PathBuf,

    #[command(flatten)]
    scope: ScopeFlags,

    #[command(flatten)]
    data: DataFlags,

    /// How the list is written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Each key, and below it the positions of its values
    Text,
    /// One JSON object on each line: key, and places with file, line and column
    Json,
}

impl HieraKeys {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(hierarchy) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        let scope = if self.scope.is_empty() { None } else { Some(self.scope.read(&self.data.workspace())?) };
        let mut out = String::new();
        for (key, occurrences) in hierarchy.all_occurrences() {
            if !key.starts_with(&self.prefix) {
                continue;
            }
            let origins = match &scope {
                // The key is quoted, because its dots are part of its name, and do not select a part of a value.
                Some(scope) => hierarchy.origins(&Query::new(&quoted_key(key), scope)),
                None => occurrences.iter().map(|occurrence| occurrence.origin).collect(),
            };
            if !origins.is_empty() {
                self.write(&hierarchy, key, &origins, &mut out);
            }
        }
        let write_result = match self.form {
            Form::Text => output::write_text(&out),
            Form::Json => output::write_json(&out),
        };
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// Writes a key with the positions of its values.
    fn write(&self, hierarchy: &Hierarchy, key: &str, origins: &[Origin], out: &mut String) {
        match self.form {
            Form::Text => {
                out.push_str(&printable_line(key));
                out.push('\n');
                for origin in origins {
                    out.push_str("  ");
                    out.push_str(&place(hierarchy, *origin));
                    out.push('\n');
                }
            }
            Form::Json => {
                let places = origins.iter().map(|origin| position(hierarchy, *origin));
                let _ = writeln!(out, "{}", object([("key", text(key)), ("places", array(places))]));
            }
        }
    }
}
