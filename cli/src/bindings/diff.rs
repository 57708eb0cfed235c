//! `modelwright bindings diff`: which nodes get other values from another site.

use super::site::{CatalogFlags, SiteFlags, nodes, prepare_all};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::diff::{Change, ComparedNode, compare};
use modelwright::bindings::request::{PreparedRequest, Requests, without_repetitions};
use modelwright::store::Hash;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::fmt::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

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
    catalogs: CatalogFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsDiff {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let Some(path) = &self.nodes else {
            let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are named");
            return Err(problem.help("name files with their facts: --nodes DIR or FILE").into());
        };
        let nodes = nodes(path, &self.flags.workspace())?;
        let before = self.requests(&self.before, &nodes, report)?;
        let after = self.requests(&self.after, &nodes, report)?;
        let side = |request: PreparedRequest| (request.composition, request.facts);
        let sides = before.into_iter().map(side).zip(after.into_iter().map(side));
        let compared: Vec<ComparedNode> = nodes
            .into_iter()
            .zip(sides)
            .map(|((name, _), (before, after))| ComparedNode { name, before, after })
            .collect();
        let sides = compared.iter().flat_map(|node| [&*node.before.0, &*node.after.0]);
        let catalogs = self.catalogs.load(sides, &self.flags, report);
        let changes = compare(&compared, catalogs.as_ref());
        let mut text = String::new();
        changes.iter().for_each(|change| write_change(change, &mut text));
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Problems })
    }
}

impl BindingsDiff {
    /// Serves the requests of all nodes for a site. Every problem is shown once.
    fn requests(
        &self,
        site: &Path,
        nodes: &[(String, Hash)],
        report: &mut Report,
    ) -> Result<Vec<PreparedRequest>, Diagnostics> {
        let workspace = self.flags.workspace();
        let requests = Requests::new(site, &workspace).map_err(|problem| Diagnostics::from(*problem))?;
        let prepared = prepare_all(&requests, nodes, self.flags.environment.as_deref());
        let mut problems = Diagnostics::new();
        let mut shown: Vec<&Arc<_>> = Vec::new();
        for request in &prepared {
            problems.append(request.problems.clone());
            if !shown.iter().any(|other| Arc::ptr_eq(other, &request.composition)) {
                problems.append(request.composition.problems().clone());
                shown.push(&request.composition);
            }
        }
        report.show(&without_repetitions(problems));
        Ok(prepared)
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
