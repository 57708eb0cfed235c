//! The catalogs of the nodes that are compared.

use super::CatalogDiff;
use crate::catalog::fleet::settle;
use crate::catalog::inputs::{make_relative, read_catalog, unknown_node};
use crate::git;
use crate::report::Report;
use modelwright::catalog::builder::Node;
use modelwright::catalog::environment::Environment;
use modelwright::catalog::fleet::FleetBuilder;
use modelwright::catalog::model::Catalog;
use modelwright::files::display_path;
use modelwright::store::Value;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The catalogs of a node.
pub(super) struct Pair {
    pub(super) node: String,
    pub(super) before: Catalog,
    pub(super) after: Catalog,
}

/// Names of nodes, and the variables that files of facts give them.
type Facts = Vec<(String, Value)>;

/// Pairs of catalogs, and whether they are all that there are to compare.
type Pairs = (Vec<Pair>, bool);

/// The number of nodes whose catalogs are in memory at the same time.
const NODES_AT_ONCE: usize = 32;

impl CatalogDiff {
    /// Calls a function with the catalogs of each node; returns whether the catalogs of all nodes are known.
    pub(super) fn for_each_pair(
        &self,
        workspace: &Workspace,
        report: &mut Report,
        add: &mut dyn FnMut(&Pair),
    ) -> Result<bool, Diagnostics> {
        // As in `git diff`, one path is enough: it is read in both states.
        let before = self.before.clone().unwrap_or_else(|| ".".into());
        let after = self.after.clone().unwrap_or_else(|| before.clone());
        let is_built = !self.facts.is_empty() || self.git.is_some();
        if is_built || (!self.node.is_empty() && workspace.files.is_directory(&before)) {
            return self.for_each_built(&[before, after], workspace, report, add);
        }
        let (pairs, is_complete) = match [&before, &after].map(|path| workspace.files.is_directory(path)) {
            [false, false] => of_files([&before, &after], workspace, report),
            [true, true] => of_directories([&before, &after], workspace, report),
            _ => {
                let message = "one of both is a file and the other a directory";
                let help =
                    "specify two catalogs, two directories of catalogs, or two environments with --facts";
                Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into())
            }
        }?;
        pairs.iter().for_each(add);
        Ok(is_complete)
    }

    /// Builds the catalogs of nodes from two environments.
    fn for_each_built(
        &self,
        directories: &[PathBuf; 2],
        workspace: &Workspace,
        report: &mut Report,
        add: &mut dyn FnMut(&Pair),
    ) -> Result<bool, Diagnostics> {
        let (nodes, others) = self.nodes(workspace, report)?;
        if nodes.is_empty() {
            let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are specified");
            return Err(problem.help("specify files with their facts: --facts DIR or FILE").into());
        }
        let workspaces = match &self.git {
            Some(range) => git::states(range, [&directories[0], &directories[1]], report)
                .map_err(|problem| Diagnostics::from(*problem))?
                .map(|state| Workspace { files: state.files, ..workspace.clone() }),
            None => [workspace.clone(), workspace.clone()],
        };
        let mut environments = Vec::new();
        for (directory, workspace) in directories.iter().zip(&workspaces) {
            let environment = self.environment.load(directory, true, workspace, report)?;
            environments.push((environment, workspace.files.absolute(directory)));
        }
        let mut sides = Sides::new(&environments);
        let compared: Vec<&Node> = nodes.iter().collect();
        let (mut is_complete, collecting) = sides.build(&compared, false, report, add);
        if !collecting.is_empty() {
            for (fleet, _) in &mut sides.fleets {
                settle(fleet, &nodes, &others, report);
            }
            is_complete &= sides.build(&collecting, true, report, add).0;
        }
        Ok(is_complete)
    }

    /// The nodes that are compared, and the others that are known.
    fn nodes(&self, workspace: &Workspace, report: &mut Report) -> Result<(Vec<Node>, Facts), Diagnostics> {
        if self.facts.is_empty() {
            let nodes = self.node.iter().map(|name| Node::new(name, Vec::new())).collect();
            return Ok((nodes, Vec::new()));
        }
        let all = self.facts.read(workspace, report)?;
        let node = |(name, variables): &(String, Value)| Node::from_variables(name, variables);
        if self.node.is_empty() {
            return Ok((all.iter().map(node).collect(), Vec::new()));
        }
        let named = self.node.iter().map(|name| {
            let known = all.iter().find(|(known, _)| known == name);
            known.map(node).ok_or_else(|| Diagnostics::from(unknown_node(name, &all)))
        });
        let named = named.collect::<Result<_, _>>()?;
        let others = all.into_iter().filter(|(name, _)| !self.node.contains(name));
        Ok((named, others.collect()))
    }
}

/// Both environments with their directories, while catalogs are built from them.
struct Sides<'e> {
    fleets: Vec<(FleetBuilder<'e>, &'e Path)>,
}

impl<'e> Sides<'e> {
    fn new(environments: &'e [(Environment, PathBuf)]) -> Self {
        let fleet = |(environment, directory): &'e (Environment, PathBuf)| {
            (FleetBuilder::new(environment), directory.as_path())
        };
        Self { fleets: environments.iter().map(fleet).collect() }
    }

    /// Builds the catalogs of nodes, and calls a function with those of each node. Returns whether they are known, and
    /// the nodes that were left out: before the fleets are settled, these are the ones that collect what others export.
    fn build<'n>(
        &mut self,
        nodes: &[&'n Node],
        is_settled: bool,
        report: &mut Report,
        add: &mut dyn FnMut(&Pair),
    ) -> (bool, Vec<&'n Node>) {
        let (mut is_complete, mut collecting) = (true, Vec::new());
        // All catalogs of a large site would not fit into the memory of many machines.
        for nodes in nodes.chunks(NODES_AT_ONCE) {
            let sides = self.fleets.iter_mut().map(|(fleet, directory)| {
                fleet.build(nodes, |_, built| {
                    let mut catalog = built.catalog;
                    // So that equal places of both environments are equal texts.
                    if let Some(catalog) = &mut catalog {
                        make_relative(catalog, directory);
                    }
                    (catalog, built.problems)
                })
            });
            let mut sides: Vec<_> = sides.map(Vec::into_iter).collect();
            let [before, after] = sides.as_mut_slice() else { continue };
            for ((node, before), after) in nodes.iter().zip(before).zip(after) {
                if !is_settled && self.fleets.iter().any(|(fleet, _)| fleet.collects(&node.name)) {
                    collecting.push(*node);
                    continue;
                }
                for (catalog, problems) in [&before, &after] {
                    report.show(problems);
                    is_complete &= catalog.is_some();
                }
                if let ((Some(before), _), (Some(after), _)) = (before, after) {
                    add(&Pair { node: node.name.clone(), before, after });
                }
            }
        }
        (is_complete, collecting)
    }
}

/// Two catalogs.
fn of_files(paths: [&Path; 2], workspace: &Workspace, report: &mut Report) -> Result<Pairs, Diagnostics> {
    let before = read_catalog(paths[0], workspace, report)?;
    let after = read_catalog(paths[1], workspace, report)?;
    let (Some(before), Some(after)) = (before, after) else { return Ok((Vec::new(), false)) };
    let names = [&before, &after].map(|catalog| catalog.name.clone().unwrap_or_default());
    if names[0] != names[1] {
        let message = format!("the catalogs are those of two nodes, {} and {}", names[0], names[1]);
        report.show_one(Diagnostic::warning(codes::WRONG_USE, message));
    }
    let [_, node] = names;
    Ok((vec![Pair { node, before, after }], true))
}

/// The catalogs in two directories, paired by the names of their nodes.
fn of_directories(
    [earlier, later]: [&Path; 2],
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Pairs, Diagnostics> {
    let mut is_complete = true;
    let mut before = catalogs_in(earlier, workspace, report, &mut is_complete)?;
    let mut pairs = Vec::new();
    for (node, after) in catalogs_in(later, workspace, report, &mut is_complete)? {
        match before.remove(&node) {
            Some(before) => pairs.push(Pair { node, before, after }),
            None => only_in(later, &node, report),
        }
    }
    before.keys().for_each(|node| only_in(earlier, node, report));
    Ok((pairs, is_complete))
}

/// The catalogs in a directory by the names of their nodes.
fn catalogs_in(
    directory: &Path,
    workspace: &Workspace,
    report: &mut Report,
    is_complete: &mut bool,
) -> Result<BTreeMap<String, Catalog>, Diagnostics> {
    let mut catalogs = BTreeMap::new();
    let listed = workspace.files.list(directory).map_err(|error| {
        let message = format!("cannot list {}: {error}", display_path(directory));
        Diagnostic::error(codes::CANNOT_READ, message).help("specify a directory of catalogs")
    })?;
    let mut paths: Vec<_> = listed.into_iter().map(|entry| directory.join(entry.name)).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        match read_catalog(path, workspace, report)? {
            Some(catalog) => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let node = catalog.name.clone().unwrap_or(stem);
                catalogs.insert(node, catalog);
            }
            None => *is_complete = false,
        }
    }
    Ok(catalogs)
}

fn only_in(directory: &Path, node: &str, report: &mut Report) {
    let message = format!("the node {node} is only in {}, so it is not compared", display_path(directory));
    report.show_one(Diagnostic::warning(codes::WRONG_USE, message));
}
