//! `modelwright catalog check`: whether the catalogs of all nodes can be built and applied.

use super::fleet::{ExportFlags, show_failures};
use super::inputs::{EnvironmentFlags, FactsFlags, make_relative};
use super::unknown;
use crate::hiera::{counted, nodes_text};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::catalog::builder::BuildResult;
use modelwright::catalog::fleet::FleetBuilder;
use modelwright::catalog::order::{self, ApplicationOrder};
use modelwright::catalog::unknown::unknown_parameters;
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright catalog check --facts facts/
  modelwright catalog check environments/production --facts inventory.json --format github
  modelwright catalog check --facts facts/ --node web1 --node db1";

/// Check that the catalogs of all nodes can be built and applied
///
/// A problem that several nodes have is shown once, with these nodes. It has the place in the manifest, and the
/// declarations and calls that led to it. Cycles of relationships are problems, too, because Puppet applies nothing of such
/// a catalog. The nodes collect each other's exported resources, as with PuppetDB, and those of further nodes in --catalogs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogCheck {
    /// The directory of the environment, with `manifests`, `modules` and `hiera.yaml`
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,

    /// Check only this node; may be given several times. Without --facts only the name of the node is known
    #[arg(long, value_name = "NAME")]
    node: Vec<String>,

    #[command(flatten)]
    facts: FactsFlags,

    #[command(flatten)]
    exports: ExportFlags,

    #[command(flatten)]
    environment: EnvironmentFlags,
}

/// A problem, and the nodes that have it.
struct SharedProblem<'n> {
    problem: Diagnostic,
    nodes: Vec<&'n str>,
}

impl SharedProblem<'_> {
    /// The problem with a help that names the nodes.
    fn with_nodes(self) -> Diagnostic {
        self.problem.help(format!("for {}", nodes_text(&self.nodes)))
    }
}

/// The problems of all nodes in the order of the nodes, each once and with its nodes.
pub(super) fn problems_of_nodes<'n>(
    nodes: impl Iterator<Item = &'n str>,
    problems: Vec<Diagnostics>,
) -> impl Iterator<Item = Diagnostic> {
    shared_problems(nodes, problems).into_iter().map(SharedProblem::with_nodes)
}

impl CatalogCheck {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = Workspace { files: crate::trace::disk(), ..Workspace::default() };
        let (mut nodes, others) = self.facts.select(&self.node, &workspace, report)?;
        let selected_count = nodes.len();
        let records_data_places = false;
        let environment = self.environment.load(&self.directory, records_data_places, &workspace, report)?;
        let directory = workspace.files.absolute(&self.directory);
        let check = |_: &(String, Value), built| problems_of(built, &directory);
        let mut fleet = FleetBuilder::new(&environment).with_stored(&self.exports.load(&workspace, report)?);
        let mut results = fleet.build(&nodes, check);
        // Other nodes matter only if a node collects what they export.
        if nodes.iter().any(|(name, _)| fleet.collects(name)) {
            results.extend(fleet.build(&others, check));
            nodes.extend(others);
        }
        let unsettled = fleet.settle(&nodes, check, &mut |position, problems| results[position] = problems);
        let (mut results, mut reasons): (Vec<Diagnostics>, Vec<Vec<String>>) = results.into_iter().unzip();
        let checked_others = nodes[selected_count..].iter().zip(&results[selected_count..]);
        show_failures(&fleet, checked_others.map(|((name, _), problems)| (name.as_str(), problems)), report);
        if let Some(problem) = unsettled {
            report.show_one(problem);
        }
        results.truncate(selected_count);
        reasons.truncate(selected_count);
        let faulty_count = results.iter().filter(|problems| problems.has_errors()).count();
        let names = nodes.iter().map(|(name, _)| name.as_str());
        problems_of_nodes(names, results).for_each(|problem| report.show_one(problem));
        let mut summary = String::new();
        let _ = writeln!(summary, "{}, {faulty_count} with errors", counted(selected_count, "catalog"));
        summary.push_str(&unknown::counts(&reasons));
        output::write_text(&summary).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(if faulty_count > 0 { Outcome::Problems } else { Outcome::Done })
    }
}

/// The problems of the catalog of a node, and the reasons of its values that are not known.
fn problems_of(built: BuildResult, directory: &Path) -> (Diagnostics, Vec<String>) {
    let (mut problems, mut reasons) = (built.problems, Vec::new());
    if let Some(mut catalog) = built.catalog {
        make_relative(&mut catalog, directory);
        problems.extend(order::problems(&catalog, &ApplicationOrder::new(&catalog)));
        reasons.extend(unknown_parameters(&catalog).map(|unknown| unknown.reason.to_owned()));
    }
    (problems, reasons)
}

/// The problems of all nodes in the order of the nodes, each once.
fn shared_problems<'n>(
    nodes: impl Iterator<Item = &'n str>,
    problem_lists: Vec<Diagnostics>,
) -> Vec<SharedProblem<'n>> {
    let mut shared_problems: Vec<SharedProblem<'_>> = Vec::new();
    let mut positions: HashMap<String, usize> = HashMap::new();
    for (name, problems) in nodes.zip(problem_lists) {
        for problem in problems.iter() {
            let position = *positions.entry(problem.to_string()).or_insert(shared_problems.len());
            if position == shared_problems.len() {
                shared_problems.push(SharedProblem { problem: problem.clone(), nodes: Vec::new() });
            }
            shared_problems[position].nodes.push(name);
        }
    }
    shared_problems
}
