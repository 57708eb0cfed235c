//! `modelwright hiera diff`: which nodes get other values from another tree.

use super::site::{DataFlags, ScopesFlags, place};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::hiera::lookup::{Hierarchy, Query, Resolution, answer_json, quoted_key};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera diff old/hiera.yaml new/hiera.yaml --scopes facts/
  modelwright hiera diff old/hiera.yaml new/hiera.yaml --scopes nodes.json --resolution hash";

/// The number of nodes that the text of a change names.
const NAMED_NODES: usize = 10;

/// Show which nodes get different values from another tree
///
/// Every key of both trees is looked up for every node. Equal changes are shown once, with the positions of both
/// values and the nodes concerned. The exit code is 1 if there is a change.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraDiff {
    /// The configuration before
    #[arg(value_name = "BEFORE")]
    before: PathBuf,

    /// The configuration after
    #[arg(value_name = "AFTER")]
    after: PathBuf,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// How values are merged: priority, array, hash, or a hash of options
    #[arg(long, value_name = "RESOLUTION", default_value = "priority")]
    resolution: String,

    #[command(flatten)]
    data: DataFlags,
}

/// The value of a key for a node, and its origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outcomes {
    before: String,
    after: String,
}

impl HieraDiff {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let usage =
            |message: &str, help: &str| Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        let Ok(resolution) = Resolution::from_text(&self.resolution) else {
            return usage(
                "the resolution is invalid",
                "use priority, array, hash, or a hash of options in JSON",
            );
        };
        let nodes = self.scopes.read(&self.data.workspace())?;
        if nodes.is_empty() {
            return usage("no nodes are named", "name files with their variables: --scopes DIR or FILE");
        }
        let (before, after) =
            (self.data.hierarchy(&self.before, report), self.data.hierarchy(&self.after, report));
        let (Some(before), Some(after)) = (before, after) else { return Ok(Outcome::Problems) };
        let keys: BTreeSet<&str> = before.keys().union(&after.keys()).copied().collect();
        let mut text = String::new();
        let mut changed = 0;
        for key in keys {
            let name = quoted_key(key);
            let mut changes: BTreeMap<Outcomes, Vec<&str>> = BTreeMap::new();
            for (node, scope) in &nodes {
                let query = Query { resolution: &resolution, ..Query::new(&name, scope) };
                let (old, new) = (answer(&before, &query), answer(&after, &query));
                if old != new {
                    let outcomes = Outcomes {
                        before: with_place(&before, &query, old),
                        after: with_place(&after, &query, new),
                    };
                    changes.entry(outcomes).or_default().push(node);
                }
            }
            changed += usize::from(!changes.is_empty());
            write_changes(key, &changes, &mut text);
        }
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(if changed == 0 { Outcome::Fine } else { Outcome::Problems })
    }
}

/// The answer in JSON, or the error of the lookup.
fn answer(hierarchy: &Hierarchy, query: &Query<'_>) -> String {
    let mut out = String::new();
    match hierarchy.lookup(query) {
        Ok(Some(answer)) => answer_json(&answer, &mut out),
        Ok(None) => out.push_str("no value"),
        Err(error) => {
            let _ = write!(out, "error: {error}");
        }
    }
    out
}

fn with_place(hierarchy: &Hierarchy, query: &Query<'_>, answer: String) -> String {
    let origins = hierarchy.origins(query);
    let places: Vec<String> = origins.iter().map(|origin| place(hierarchy, *origin)).collect();
    if places.is_empty() { answer } else { format!("{answer}   {}", places.join(", ")) }
}

fn write_changes(key: &str, changes: &BTreeMap<Outcomes, Vec<&str>>, out: &mut String) {
    for (change, nodes) in changes {
        let count = nodes.len();
        let noun = if count == 1 { "node" } else { "nodes" };
        let named = nodes.iter().take(NAMED_NODES).copied().collect::<Vec<_>>().join(", ");
        let more =
            if count > NAMED_NODES { format!(" and {} more", count - NAMED_NODES) } else { String::new() };
        let _ = writeln!(out, "{}: {count} {noun}: {named}{more}", printable_line(key));
        let _ = writeln!(out, "  - {}\n  + {}", change.before, change.after);
    }
}
