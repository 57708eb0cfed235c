//! Builds catalogs that contain what other nodes export.

use crate::report::Report;
use clap::Args;
use modelwright::catalog::builder::{BuildResult, Node};
use modelwright::catalog::environment::Environment;
use modelwright::catalog::fleet::{FleetBuilder, NodeSource};
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity};

/// Whether the catalog of one node contains what others export.
#[derive(Debug, Args)]
pub(super) struct FleetFlags {
    /// Collect the exported resources of the other nodes in --facts, as with PuppetDB. Their catalogs are built as well if
    /// the node collects any; without this option, exported resources are ignored, as in Puppet without PuppetDB
    #[arg(long)]
    fleet: bool,
}

impl FleetFlags {
    /// Builds the catalog of a node.
    pub(super) fn build(
        &self,
        environment: &Environment,
        node: &Node,
        others: &[(String, Value)],
        report: &mut Report,
    ) -> BuildResult {
        if !self.fleet {
            return environment.build(node);
        }
        let mut fleet = FleetBuilder::new(environment);
        let nodes = std::slice::from_ref(node);
        let mut built = fleet.build(nodes, |_, built| built);
        if settle(&mut fleet, nodes, others, report) {
            built = fleet.build(nodes, |_, built| built);
        }
        // One node has one result.
        built.pop().unwrap_or_else(|| environment.build(node))
    }
}

/// Builds other nodes than those that were built, and all of them again until nothing that they collect changes. Shows which
/// exported resources are not known, because the catalogs of their nodes cannot be built. Returns whether the nodes are to be
/// built again, because they collect something.
pub(super) fn settle(
    fleet: &mut FleetBuilder<'_>,
    nodes: &[Node],
    others: &[(String, Value)],
    report: &mut Report,
) -> bool {
    if !nodes.iter().any(|node| fleet.collects(&node.name)) {
        return false;
    }
    let mut failures: Vec<Diagnostics> = fleet.build(others, |_, built| built.problems);
    let own = nodes.iter().map(|node| node as &dyn NodeSource);
    let all: Vec<&dyn NodeSource> = own.chain(others.iter().map(|other| other as &dyn NodeSource)).collect();
    let unsettled = fleet.settle(&all, |_, built| built.problems, &mut |position, problems| {
        // The problems of the nodes themselves are shown with their catalogs.
        if let Some(failures) = position.checked_sub(nodes.len()).and_then(|other| failures.get_mut(other)) {
            *failures = problems;
        }
    });
    for ((name, _), problems) in others.iter().zip(&failures) {
        let mut failures = problems.iter().filter(|problem| problem.severity == Severity::Error);
        if let Some(failure) = failures.next() {
            report.show_one(failure_of_other(name, failure));
        }
    }
    if let Some(problem) = unsettled {
        report.show_one(problem);
    }
    true
}

/// The warning that a node has no catalog, so that nothing of it is collected.
fn failure_of_other(name: &str, failure: &Diagnostic) -> Diagnostic {
    let mut warning = failure.clone();
    warning.severity = Severity::Warning;
    warning.help(format!("what {name} exports is not collected, because its catalog cannot be built"))
}
