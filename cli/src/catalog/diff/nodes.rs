//! The catalogs of the nodes that are compared.

use super::CatalogDiff;
use crate::catalog::inputs::read_catalog;
use crate::catalog::sides::{self, Exports};
use crate::report::Report;
use modelwright::catalog::builder::Node;
use modelwright::catalog::model::Catalog;
use modelwright::files::display_path;
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

/// What is not compared.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    /// Whether a catalog cannot be read or built.
    pub(super) has_errors: bool,
    /// The nodes whose catalogs cannot be built.
    pub(super) failed: Vec<String>,
    /// The exported resources of nodes whose catalogs only one side can build. Nodes of both sides collect the same
    /// ones, so these resources are not compared on other nodes.
    pub(super) exports: Exports,
}

/// The help for paths that cannot be compared.
const WHAT_IS_COMPARED: &str =
    "specify two catalogs, two directories of catalogs, or two environments with --facts";

/// Pairs of catalogs, and whether they are all that there are to compare.
type Pairs = (Vec<Pair>, bool);

impl CatalogDiff {
    /// Calls `add` with the catalogs of each node.
    pub(super) fn for_each_pair(
        &self,
        workspace: &Workspace,
        report: &mut Report,
        add: &mut dyn FnMut(&Pair),
    ) -> Result<Gaps, Diagnostics> {
        // As in `git diff`, one path is enough: it is read in both states.
        let before = self.before.clone().unwrap_or_else(|| ".".into());
        let after = self.after.clone().unwrap_or_else(|| before.clone());
        let is_built = !self.facts.is_empty() || self.git.is_some();
        if is_built || (!self.node.is_empty() && workspace.files.is_directory(&before)) {
            return self.for_each_built(&[before, after], workspace, report, add);
        }
        let (pairs, is_complete) = match [&before, &after].map(|path| workspace.files.is_directory(path)) {
            [false, false] => pair_of_files([&before, &after], workspace, report),
            [true, true] => pairs_of_directories([&before, &after], workspace, report),
            _ => Err(different_kinds([&before, &after], workspace).into()),
        }?;
        pairs.iter().for_each(add);
        Ok(Gaps { has_errors: !is_complete, ..Gaps::default() })
    }

    /// Builds the catalogs of nodes from two environments, and calls `add` with those of each node.
    fn for_each_built(
        &self,
        directories: &[PathBuf; 2],
        workspace: &Workspace,
        report: &mut Report,
        add: &mut dyn FnMut(&Pair),
    ) -> Result<Gaps, Diagnostics> {
        let (nodes, others) = self.facts.select(&self.node, workspace, report)?;
        let nodes: Vec<Node> =
            nodes.iter().map(|(name, variables)| Node::from_variables(name, variables)).collect();
        let sides = sides::load(directories, self.git.as_deref(), &self.environment, workspace, report)?;
        let stored_exports = self.exports.load(workspace, report)?;
        let mut failed = Vec::new();
        let other_exporters = (&others, &*stored_exports);
        let exports =
            sides::for_each_node(&sides, &nodes, other_exporters, report, &mut |node, built, report| {
                for (catalog, problems) in &built {
                    report.show(problems);
                    if catalog.is_none() && failed.last() != Some(&node.name) {
                        failed.push(node.name.clone());
                    }
                }
                let mut catalogs = built.into_iter().map(|(catalog, _)| catalog);
                if let (Some(Some(before)), Some(Some(after))) = (catalogs.next(), catalogs.next()) {
                    add(&Pair { node: node.name.clone(), before, after });
                }
            });
        Ok(Gaps { has_errors: !failed.is_empty(), failed, exports })
    }
}

/// The problem that only one of two paths is a directory.
fn different_kinds(paths: [&Path; 2], workspace: &Workspace) -> Diagnostic {
    if let Some(path) = paths.into_iter().find(|path| workspace.files.metadata(path).is_err()) {
        let message = format!("{} cannot be read: there is no such directory", display_path(path));
        return Diagnostic::error(codes::CANNOT_READ, message).help(WHAT_IS_COMPARED);
    }
    let message = "one path is a file, and the other is a directory";
    Diagnostic::error(codes::WRONG_USE, message).help(WHAT_IS_COMPARED)
}

/// The pair of the catalogs in two files.
fn pair_of_files(
    paths: [&Path; 2],
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Pairs, Diagnostics> {
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
fn pairs_of_directories(
    [earlier, later]: [&Path; 2],
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Pairs, Diagnostics> {
    let mut is_complete = true;
    let mut before = catalogs_in(earlier, workspace, report, &mut is_complete)?;
    let after = catalogs_in(later, workspace, report, &mut is_complete)?;
    // Without this, two environments without --facts would seem to be equal.
    if before.is_empty() && after.is_empty() && is_complete {
        let directories = [earlier, later].map(display_path);
        let message = format!("there are no catalogs in {} and {}", directories[0], directories[1]);
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(WHAT_IS_COMPARED).into());
    }
    let mut pairs = Vec::new();
    for (node, after) in after {
        match before.remove(&node) {
            Some(before) => pairs.push(Pair { node, before, after }),
            None => warn_of_missing_node(later, &node, report),
        }
    }
    before.keys().for_each(|node| warn_of_missing_node(earlier, node, report));
    Ok((pairs, is_complete))
}

/// The catalogs in a directory by the names of their nodes. Sets `is_complete` to `false` if one cannot be read.
fn catalogs_in(
    directory: &Path,
    workspace: &Workspace,
    report: &mut Report,
    is_complete: &mut bool,
) -> Result<BTreeMap<String, Catalog>, Diagnostics> {
    let mut catalogs = BTreeMap::new();
    let entries = workspace.files.list(directory).map_err(|error| {
        let message = format!("cannot list {}: {error}", display_path(directory));
        Diagnostic::error(codes::CANNOT_READ, message).help("specify a directory of catalogs")
    })?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| directory.join(entry.name)).collect();
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

/// Warns that a node is only in one of both directories.
fn warn_of_missing_node(directory: &Path, node: &str, report: &mut Report) {
    let message = format!("the node {node} is only in {}, so it is not compared", display_path(directory));
    report.show_one(Diagnostic::warning(codes::WRONG_USE, message));
}
