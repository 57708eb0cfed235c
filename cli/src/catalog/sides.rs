//! The catalogs of all nodes, built from one environment or from the two states that are compared.
//!
//! Invariant: only the catalogs of some nodes are in memory at the same time.

use super::inputs::{EnvironmentFlags, make_relative};
use crate::git;
use crate::report::Report;
use modelwright::catalog::builder::Node;
use modelwright::catalog::environment::Environment;
use modelwright::catalog::model::Catalog;
use modelwright::hiera::threads::in_parts;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::PathBuf;

/// The number of nodes whose catalogs are in memory at the same time.
const NODES_AT_ONCE: usize = 32;

/// A built catalog, if there is one, with its problems.
pub(super) type Built = (Option<Catalog>, Diagnostics);

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
            let states = git::states(range, [before, after], report);
            let states = states.map_err(|problem| Diagnostics::from(*problem))?;
            let workspace = |files| Workspace { files, ..workspace.clone() };
            states.map(|state| (Some(state.name), workspace(state.files))).into()
        }
        _ => vec![(None, workspace.clone()); directories.len()],
    };
    let sides = directories.iter().zip(states).map(|(directory, (revision, workspace))| {
        let environment = flags.load(directory, true, &workspace, report)?;
        Ok(Side { revision, environment, directory: workspace.files.absolute(directory) })
    });
    sides.collect()
}

/// Calls a function for each node with its catalogs, one for each side. The names of files in them are relative to the
/// directories of the environments, so that equal places of both are equal texts.
pub(super) fn for_each_node(sides: &[Side], nodes: &[Node], mut add: impl FnMut(&Node, Vec<Built>)) {
    // All catalogs of a large site would not fit into the memory of many machines.
    for nodes in nodes.chunks(NODES_AT_ONCE) {
        let mut built: Vec<_> = sides.iter().map(|side| side.build(nodes).into_iter()).collect();
        for node in nodes {
            add(node, built.iter_mut().filter_map(Iterator::next).collect());
        }
    }
}

impl Side {
    /// The catalogs of nodes, in their order.
    fn build(&self, nodes: &[Node]) -> Vec<Built> {
        let build = |node: &Node| -> Built {
            let built = self.environment.build(node);
            let mut catalog = built.catalog;
            if let Some(catalog) = &mut catalog {
                make_relative(catalog, &self.directory);
            }
            (catalog, built.problems)
        };
        let built = in_parts(nodes, |part| part.iter().map(build).collect::<Vec<_>>());
        built.into_iter().flatten().collect()
    }
}
