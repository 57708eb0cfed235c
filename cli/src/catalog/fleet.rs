//! Builds catalogs that contain what other nodes export.

use crate::bindings::catalogs::StoredCatalogFlags;
use crate::report::Report;
use clap::Args;
use modelwright::bindings::query::Resource;
use modelwright::catalog::builder::{BuildResult, ExportedResource, Node, StoredResource};
use modelwright::catalog::environment::Environment;
use modelwright::catalog::fleet::{FleetBuilder, NodeSource};
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity};
use std::sync::Arc;

/// The catalogs of nodes that are not built, for the resources that they export.
#[derive(Debug, Args)]
pub(super) struct ExportFlags {
    #[command(flatten)]
    catalogs: StoredCatalogFlags,
}

impl ExportFlags {
    /// The resources that nodes export.
    pub(super) fn load(
        &self,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<Vec<Arc<ExportedResource>>, Diagnostics> {
        if !self.catalogs.is_given() {
            return Ok(Vec::new());
        }
        let catalogs = self.catalogs.load_exported(workspace, report)?;
        Ok(catalogs.resources().map(|resource| Arc::new(exported_resource(resource))).collect())
    }
}

/// A resource of a stored catalog as other nodes collect it.
fn exported_resource(resource: &Resource) -> ExportedResource {
    let parameters =
        resource.parameters().iter().map(|(name, value)| (Arc::from(name.to_text()), value.clone()));
    ExportedResource::from(StoredResource {
        node: Arc::clone(&resource.node),
        ty: Arc::clone(&resource.kind),
        title: Arc::clone(&resource.title),
        tags: resource.tags.clone(),
        parameters: parameters.collect(),
        place: resource.place.clone(),
    })
}

/// The flags that determine whether the catalog of one node contains what others export.
#[derive(Debug, Args)]
pub(super) struct FleetFlags {
    /// Collect the exported resources of the other nodes in --facts, as with PuppetDB. The catalogs of these nodes are
    /// built as well if the node collects exported resources; without this option and without those for catalogs and
    /// PuppetDB, exported resources are ignored, as in Puppet without PuppetDB
    #[arg(long)]
    fleet: bool,

    #[command(flatten)]
    exports: ExportFlags,
}

impl FleetFlags {
    /// Builds the catalog of a node.
    pub(super) fn build(
        &self,
        environment: &Environment,
        node: &Node,
        others: &[(String, Value)],
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<BuildResult, Diagnostics> {
        if !self.fleet && !self.exports.catalogs.is_given() {
            return Ok(environment.build(node));
        }
        let others = if self.fleet { others } else { &[] };
        let stored_exports = self.exports.load(workspace, report)?;
        let mut fleet = FleetBuilder::new(environment).with_stored(&stored_exports);
        let nodes = std::slice::from_ref(node);
        let mut results = fleet.build(nodes, |_, result| result);
        // Without other nodes, the catalog already contains all stored exports.
        if !others.is_empty() && fleet.collects(&node.name) {
            FleetProblems::new(&mut fleet, nodes, others).show(&fleet, others, report);
            results = fleet.build(nodes, |_, result| result);
        }
        // One node has one result.
        Ok(results.pop().unwrap_or_else(|| environment.build(node)))
    }
}

/// The problems of building the nodes of a fleet until they collect the same resources as before.
pub(super) struct FleetProblems {
    /// The problems of the other nodes.
    problems: Vec<Diagnostics>,
    /// The problem that nodes collect other resources each time they are built.
    unsettled: Option<Diagnostic>,
}

impl FleetProblems {
    /// Builds the other nodes, and then all nodes again until they collect the same resources as before.
    pub(super) fn new(fleet: &mut FleetBuilder<'_>, nodes: &[Node], others: &[(String, Value)]) -> Self {
        let problems = fleet.build(others, |_, built| built.problems);
        let mut fleet_problems = Self { problems, unsettled: None };
        fleet_problems.build_again(fleet, nodes, others);
        fleet_problems
    }

    /// Builds all nodes again until they collect the same resources as before.
    pub(super) fn build_again(
        &mut self,
        fleet: &mut FleetBuilder<'_>,
        nodes: &[Node],
        others: &[(String, Value)],
    ) {
        let sources = nodes.iter().map(|node| node as &dyn NodeSource);
        let all_sources: Vec<&dyn NodeSource> =
            sources.chain(others.iter().map(|other| other as &dyn NodeSource)).collect();
        self.unsettled = fleet.settle(&all_sources, |_, built| built.problems, &mut |position, problems| {
            // The problems of the nodes themselves are shown with their catalogs.
            let problems_of_other =
                position.checked_sub(nodes.len()).and_then(|other| self.problems.get_mut(other));
            if let Some(problems_of_other) = problems_of_other {
                *problems_of_other = problems;
            }
        });
    }

    /// Shows which exported resources are not known, because the catalogs of their nodes cannot be built.
    pub(super) fn show(self, fleet: &FleetBuilder<'_>, others: &[(String, Value)], report: &mut Report) {
        let failures = others.iter().zip(&self.problems);
        show_failures(fleet, failures.map(|((name, _), problems)| (name.as_str(), problems)), report);
        if let Some(problem) = self.unsettled {
            report.show_one(problem);
        }
    }
}

/// Shows for each node without a catalog where its exported resources are collected from.
pub(super) fn show_failures<'n>(
    fleet: &FleetBuilder<'_>,
    nodes: impl Iterator<Item = (&'n str, &'n Diagnostics)>,
    report: &mut Report,
) {
    for (name, problems) in nodes {
        if let Some(failure) = problems.first_error() {
            report.show_one(failure_warning(name, failure, fleet));
        }
    }
}

/// The warning that the catalog of a node cannot be built. The help describes from which other catalog the resources
/// that the node exports are collected, if from any.
fn failure_warning(name: &str, failure: &Diagnostic, fleet: &FleetBuilder<'_>) -> Diagnostic {
    let mut warning = failure.clone();
    warning.severity = Severity::Warning;
    // The exported resources of an adopted node come from another fleet: that of the other environment.
    let collected_text = if fleet.adopted().any(|(adopted, _)| adopted == name) {
        "collected from its catalog of the other environment"
    } else if fleet.is_stored(name) {
        "collected from its last catalog"
    } else {
        "not collected"
    };
    warning.help(format!("what {name} exports is {collected_text}, because its catalog cannot be built"))
}
