//! `modelwright bindings diff`: which nodes get other values from another site.

use super::catalogs::StoredCatalogFlags;
use super::site::{SiteFlags, nodes_with_facts, prepare_all};
use super::table::read::{format_in, read_table};
use crate::git::{self, State};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::diff::{Change, ComparedNode, compare};
use modelwright::bindings::request::{DistinctProblems, PreparedRequest, Requests};
use modelwright::hiera::lookup::Encrypted;
use modelwright::store::Hash;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings diff old/ new/ --nodes facts/
  modelwright bindings diff old/ new/ --nodes nodes.json --env dev
  modelwright bindings diff old-table/ new-table/                   tables of `bindings table`, without their sites
  modelwright bindings diff --git main --nodes facts/               the site in main, and as it is now
  modelwright bindings diff --git main...topic site/ --nodes facts/     what topic changed since main";

/// The number of nodes that the text of a change names.
const MAX_SHOWN_NODES: usize = 10;

/// Show which nodes get different values from another site
///
/// The values of all keys of both sites are compared for every node. Equal changes are shown once, with the positions of
/// both bindings and the nodes concerned. Two directories with the tables of `bindings table` are compared without their
/// sites, and need no nodes. The exit code is 1 if there is a change.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsDiff {
    /// The directory of the site before; the current one with --git
    #[arg(value_name = "BEFORE", required_unless_present = "git")]
    before: Option<PathBuf>,

    /// The directory of the site after; with --git, the same as before
    #[arg(value_name = "AFTER", required_unless_present = "git")]
    after: Option<PathBuf>,

    /// Read both sites from the git repository of BEFORE, as `git diff` does: REV is compared with the work tree,
    /// REV1..REV2 are two revisions, and with REV1...REV2, REV2 is compared with the last common revision of both.
    /// Nodes are read from the disk
    #[arg(long, value_name = "REV|REV1..REV2")]
    git: Option<String>,

    /// Nodes: a directory with a file of facts for each node, or a file with a hash from names of nodes to facts
    #[arg(long, value_name = "DIR|FILE")]
    nodes: Option<PathBuf>,

    #[command(flatten)]
    catalogs: StoredCatalogFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsDiff {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        if let Some(changes) =
            self.changes_of_tables(report).map_err(|problem| Diagnostics::from(*problem))?
        {
            return write_changes(&changes, [""; 2]);
        }
        let Some(path) = &self.nodes else {
            let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are specified");
            return Err(problem.help("specify files with their facts: --nodes DIR or FILE").into());
        };
        let nodes = nodes_with_facts(path, &self.flags.workspace(), report)?;
        let [old, new] = self.sites(report).map_err(|problem| Diagnostics::from(*problem))?;
        let before = self.requests(&old, &nodes, report)?;
        let after = self.requests(&new, &nodes, report)?;
        let compared_nodes: Vec<ComparedNode> = nodes
            .into_iter()
            .zip(before.into_iter().zip(after))
            .map(|((name, _), (before, after))| ComparedNode {
                name,
                before: (before.composition, before.facts),
                after: (after.composition, after.facts),
            })
            .collect();
        let compositions = compared_nodes.iter().flat_map(|node| [&*node.before.0, &*node.after.0]);
        let catalogs = self.catalogs.load(compositions, &self.flags, report);
        let changes = compare(&compared_nodes, catalogs.as_ref());
        write_changes(&changes, [&old.prefix, &new.prefix])
    }

    /// The changes between two directories of `bindings table`. `None` if the arguments are sites, or if only sites can
    /// have the given flags.
    fn changes_of_tables(&self, report: &mut Report) -> Result<Option<Vec<Change>>, Box<Diagnostic>> {
        let (Some(before), Some(after)) = (&self.before, &self.after) else { return Ok(None) };
        if self.nodes.is_some() || self.git.is_some() {
            return Ok(None);
        }
        let files = &*self.flags.workspace().files;
        let formats = format_in(before, files).zip(format_in(after, files));
        let Some((old, new)) = formats else { return Ok(None) };
        let differences = read_table(before, old, files)?.differences(&read_table(after, new, files)?);
        let warnings = [
            uncompared_nodes_warning("first", &differences.removed_nodes),
            uncompared_nodes_warning("second", &differences.added_nodes),
        ];
        warnings.into_iter().flatten().for_each(|warning| report.show_one(warning));
        Ok(Some(differences.changes))
    }
}

/// The warning that the nodes of only one table are not compared; `None` if `nodes` is empty.
fn uncompared_nodes_warning(table: &str, nodes: &[String]) -> Option<Diagnostic> {
    let message =
        format!("nodes that only the {table} table contains are not compared: {}", named_nodes(nodes));
    let help = "write both tables with the facts of the same nodes";
    (!nodes.is_empty()).then(|| Diagnostic::warning(codes::WRONG_USE, message).help(help))
}

/// The number of nodes, and the names of some of them.
fn named_nodes(nodes: &[String]) -> String {
    let noun = if nodes.len() == 1 { "node" } else { "nodes" };
    let shown_names: Vec<_> = nodes.iter().take(MAX_SHOWN_NODES).map(|node| printable_line(node)).collect();
    let hidden_count = nodes.len().saturating_sub(MAX_SHOWN_NODES);
    let ending = if hidden_count > 0 { format!(" and {hidden_count} more") } else { String::new() };
    format!("{} {noun}: {}{ending}", nodes.len(), shown_names.join(", "))
}

/// Writes changes to standard output; each prefix is put before the names of the files on its side.
fn write_changes(changes: &[Change], prefixes: [&str; 2]) -> Result<Outcome, Diagnostics> {
    let mut text = String::new();
    changes.iter().for_each(|change| write_change(change, prefixes, &mut text));
    output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
    Ok(if changes.is_empty() { Outcome::Done } else { Outcome::Problems })
}

/// A site to compare.
struct ComparedSite {
    directory: PathBuf,
    workspace: Workspace,
    /// The prefix of the names of its files in the output, such as `main:`.
    prefix: String,
}

impl BindingsDiff {
    /// Both sites, on disk or in revisions.
    fn sites(&self, report: &mut Report) -> Result<[ComparedSite; 2], Box<Diagnostic>> {
        let before = self.before.clone().unwrap_or_else(|| PathBuf::from("."));
        let Some(range) = &self.git else {
            return Ok([before, self.after.clone().unwrap_or_default()].map(|directory| ComparedSite {
                directory,
                workspace: self.flags.workspace(),
                prefix: String::new(),
            }));
        };
        let after = self.after.clone().unwrap_or_else(|| before.clone());
        let no_deployed_directories: &[_] = &[];
        let [old, new] = git::states(range, [&before, &after], no_deployed_directories, report)?;
        let site = |directory, State { files, prefix, .. }| {
            let workspace = Workspace { files, ..self.flags.workspace() };
            ComparedSite { directory, workspace, prefix }
        };
        Ok([site(before, old), site(after, new)])
    }

    /// Prepares the requests of all nodes for a site. Every problem is shown once.
    fn requests(
        &self,
        site: &ComparedSite,
        nodes: &[(String, Hash)],
        report: &mut Report,
    ) -> Result<Vec<PreparedRequest>, Diagnostics> {
        let requests = Requests::new(&site.directory, site.workspace.site_access())
            .map_err(|problem| Diagnostics::from(*problem))?;
        let puppet_conf = self.flags.puppet_conf(&site.workspace)?;
        // Encrypted values are compared without decrypting them, so that a change is found without the private key.
        let requests = requests.with_encrypted(Encrypted::Kept).with_puppet_conf(puppet_conf.as_ref());
        let prepared_requests = prepare_all(&requests, nodes, self.flags.environment.as_deref());
        let mut problems = DistinctProblems::default();
        let mut shown_compositions: Vec<&Arc<_>> = Vec::new();
        for request in &prepared_requests {
            problems.append(request.problems.clone());
            // Problems of a composition are the same for all nodes that share it.
            if !shown_compositions.iter().any(|other| Arc::ptr_eq(other, &request.composition)) {
                problems.append(request.composition.problems().clone());
                shown_compositions.push(&request.composition);
            }
        }
        report.show(&problems.into_problems());
        Ok(prepared_requests)
    }
}

/// Writes a change; each prefix is put before the names of the files on its side.
fn write_change(change: &Change, prefixes: [&str; 2], out: &mut String) {
    let _ = writeln!(out, "{}: {}", printable_line(&change.key), named_nodes(&change.nodes));
    for (sign, side, prefix) in [('-', &change.before, prefixes[0]), ('+', &change.after, prefixes[1])] {
        let position =
            if side.place.is_empty() { String::new() } else { format!("   {prefix}{}", side.place) };
        let _ = writeln!(out, "  {sign} {}{position}", side.value);
    }
}
