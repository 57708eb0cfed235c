//! The catalogs of all nodes, built from one environment or from the two states that are compared.
//!
//! Invariants: only the catalogs of some nodes are in memory at the same time; if the catalog of a node can be built on
//! one side only, both sides collect what it exports there, so that no other node differs because of it.

use super::fleet::FleetProblems;
use super::inputs::{EnvironmentFlags, Facts, make_relative};
use crate::git;
use crate::report::Report;
use modelwright::catalog::builder::{ExportedResource, Node};
use modelwright::catalog::environment::Environment;
use modelwright::catalog::fleet::FleetBuilder;
use modelwright::catalog::model::Catalog;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The number of nodes whose catalogs are in memory at the same time.
const NODES_AT_ONCE: usize = 32;

/// What is done with the catalogs of a node.
pub(super) type Visit<'v> = dyn FnMut(&Node, Vec<Built>, &mut Report) + 'v;

/// What is done with the catalogs of a node while the fleets of the sides are built.
type BuildVisit<'v, 'n, 'e> = dyn FnMut(&'n Node, Vec<Built>, &[FleetBuilder<'e>]) + 'v;

/// A built catalog, if there is one, with its problems.
pub(super) type Built = (Option<Catalog>, Diagnostics);

/// The references to exported resources by the names of their nodes.
pub(super) type Exports = BTreeMap<String, Vec<String>>;

/// The maximum number of times that a side adopts the exports of nodes whose catalogs only the other side can build.
const MAX_ROUNDS: usize = 5;

/// One state of an environment.
pub(super) struct Side {
    /// The name of the revision, if it is one.
    pub(super) revision: Option<String>,
    environment: Environment,
    directory: PathBuf,
}

/// Reads the environments in directories; with a range of revisions, both states of the repository that the first of two
/// directories is in.
pub(super) fn load(
    directories: &[PathBuf],
    git: Option<&str>,
    flags: &EnvironmentFlags,
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Vec<Side>, Diagnostics> {
    let states = match (git, directories) {
        (Some(range), [before, after]) => {
            let states = git::states(range, [before, after], flags.modules(), report);
            let states = states.map_err(|problem| Diagnostics::from(*problem))?;
            let workspace = |files| Workspace { files, ..workspace.clone() };
            states.map(|state| (Some(state.name), workspace(state.files))).into()
        }
        _ => vec![(None, workspace.clone()); directories.len()],
    };
    let sides = directories.iter().zip(states).map(|(directory, (revision, workspace))| {
        let records_data_places = true;
        let environment = flags.load(directory, records_data_places, &workspace, report)?;
        Ok(Side { revision, environment, directory: workspace.files.absolute(directory) })
    });
    sides.collect()
}

/// Calls `visit` for each node with its catalogs, one for each side, which contain what other nodes export. The names
/// of files in them are relative to the directories of the environments, so that equal places of both are equal texts.
///
/// Nodes that collect exported resources come last, because the exports of all nodes must be known. `visit` is
/// not called for `others`, whose exports are collected as well. `stored` has the exports of nodes that are not built.
///
/// Returns what nodes export that only one side can build. The other side collects these exports as well, as Puppet
/// does from the last catalog of a node.
pub(super) fn for_each_node(
    sides: &[Side],
    nodes: &[Node],
    (others, stored): (&Facts, &[Arc<ExportedResource>]),
    report: &mut Report,
    visit: &mut Visit<'_>,
) -> Exports {
    let fleets = sides.iter().map(|side| FleetBuilder::new(&side.environment).with_stored(stored));
    let mut fleets: Vec<_> = fleets.collect();
    let mut collecting_nodes = Vec::new();
    let all_nodes: Vec<&Node> = nodes.iter().collect();
    build(sides, &mut fleets, &all_nodes, &mut |node, built, fleets| {
        if fleets.iter().any(|fleet| fleet.collects(&node.name)) {
            collecting_nodes.push(node);
        } else {
            visit(node, built, report);
        }
    });
    if collecting_nodes.is_empty() {
        return Exports::new();
    }
    let adopted_exports = settle_all(&mut fleets, nodes, others, report);
    build(sides, &mut fleets, &collecting_nodes, &mut |node, built, _| visit(node, built, report));
    adopted_exports
}

/// Builds all nodes of both sides again until what they collect no longer changes. Returns the exports that one side
/// adopted from the other.
fn settle_all(
    fleets: &mut [FleetBuilder<'_>],
    nodes: &[Node],
    others: &Facts,
    report: &mut Report,
) -> Exports {
    let problems = fleets.iter_mut().map(|fleet| FleetProblems::new(fleet, nodes, others));
    let mut problems: Vec<FleetProblems> = problems.collect();
    for _ in 0..MAX_ROUNDS {
        // A single side has no other side to adopt exports from.
        let [before, after] = &mut *fleets else { break };
        let is_changed = [before.adopt(after), after.adopt(before)];
        if !is_changed.contains(&true) {
            break;
        }
        for (fleet, fleet_problems) in fleets.iter_mut().zip(&mut problems) {
            fleet_problems.build_again(fleet, nodes, others);
        }
    }
    let mut exports = Exports::new();
    for (fleet, fleet_problems) in fleets.iter().zip(problems) {
        for (node, resources) in fleet.adopted() {
            exports.insert(node.to_owned(), resources.iter().map(|resource| resource.reference()).collect());
        }
        fleet_problems.show(fleet, others, report);
    }
    exports
}

/// Builds the catalogs of nodes from each side.
fn build<'e, 'n>(
    sides: &'e [Side],
    fleets: &mut [FleetBuilder<'e>],
    nodes: &[&'n Node],
    visit: &mut BuildVisit<'_, 'n, 'e>,
) {
    // All catalogs of a large site would not fit into the memory of many machines.
    for chunk in nodes.chunks(NODES_AT_ONCE) {
        let catalogs_of_sides = sides.iter().zip(&mut *fleets).map(|(side, fleet)| {
            let catalogs = fleet.build(chunk, |_, result| -> Built {
                let mut catalog = result.catalog;
                if let Some(catalog) = &mut catalog {
                    make_relative(catalog, &side.directory);
                    // A resource that only the other side exports has a place in the directory of that side.
                    let other_sides = sides.iter().filter(|other| other.directory != side.directory);
                    other_sides.for_each(|other| make_relative(catalog, &other.directory));
                }
                (catalog, result.problems)
            });
            catalogs.into_iter()
        });
        let mut catalogs_of_sides: Vec<_> = catalogs_of_sides.collect();
        for node in chunk {
            // The next catalog of each side is that of this node.
            let catalogs = catalogs_of_sides.iter_mut().filter_map(Iterator::next).collect();
            visit(node, catalogs, fleets);
        }
    }
}
