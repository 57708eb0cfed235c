//! `modelwright bindings diff`: which nodes get other values from another site.

use super::site::{SiteFlags, nodes};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::diff::{Change, compare};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::fmt::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings diff old/ new/ --nodes facts/
  modelwright bindings diff old/ new/ --nodes nodes.json --env dev";

/// The number of nodes that the text of a change names.
const NAMED_NODES: usize = 10;

/// Show which nodes get different values from another site
///
/// The values of all keys of both sites are compared for every node. Equal changes are shown once, with the positions of
/// both bindings and the nodes concerned. The exit code is 1 if there is a change.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsDiff {
    /// The folder of the site before
    #[arg(value_name = "BEFORE")]
    before: PathBuf,

    /// The folder of the site after
    #[arg(value_name = "AFTER")]
    after: PathBuf,

    /// Nodes: a folder with a file of facts for each node, or a file with a hash from names of nodes to facts
    #[arg(long, value_name = "DIR|FILE")]
    nodes: Option<PathBuf>,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsDiff {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(path) = &self.nodes else {
            let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are named");
            return Err(problem.help("name files with their facts: --nodes DIR or FILE").into());
        };
        let nodes = nodes(path, &self.flags)?;
        let (before, after) = (self.flags.compose(&self.before)?, self.flags.compose(&self.after)?);
        report.show(before.problems());
        report.show(after.problems());
        let changes = compare(&before, &after, &nodes);
        let mut text = String::new();
        changes.iter().for_each(|change| write_change(change, &mut text));
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Problems })
    }
}

fn write_change(change: &Change, out: &mut String) {
    let count = change.nodes.len();
    let noun = if count == 1 { "node" } else { "nodes" };
    let named = change.nodes.iter().take(NAMED_NODES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if count > NAMED_NODES { format!(" and {} more", count - NAMED_NODES) } else { String::new() };
    let _ = writeln!(out, "{}: {count} {noun}: {named}{more}", printable_line(&change.key));
    for (sign, side) in [('-', &change.before), ('+', &change.after)] {
        let place = if side.place.is_empty() { String::new() } else { format!("   {}", side.place) };
        let _ = writeln!(out, "  {sign} {}{place}", side.value);
    }
}
