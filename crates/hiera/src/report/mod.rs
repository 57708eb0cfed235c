//! A site of pages about Hiera trees, which works from the file system and from any web server.
//!
//! The pages show the data that is written here: for each tree an [index] of all keys, files and nodes, the distinct
//! [answers] of each key with the nodes that get them, and the [changes] between two trees. Invariants: every answer
//! comes from an [`Account`](super::lookup::Account), so the pages compute none; equal trees give equal bytes. This
//! module writes no files.

mod answers;
mod changes;
mod index;

use super::diff::Comparison;
use super::lookup::{Hierarchy, LevelFile, Query};
use crate::files::Files;
pub use crate::pages::ReportFile;
use crate::pages::{INDEX, ReportKind};
use crate::store::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::threads::in_parts;
use std::path::Path;

/// The JavaScript object whose functions the scripts with data call.
const SCRIPT_OBJECT: &str = "hieraReport";

const KIND: ReportKind = ReportKind {
    title: "Hiera report",
    names: "a key, a node, a file or a value",
    data: include_str!("assets/data.js"),
    reports: &[
        ("parts.js", include_str!("assets/parts.js")),
        ("changes.js", include_str!("assets/changes.js")),
        ("report.js", include_str!("assets/report.js")),
    ],
    index_start: "hieraReport.trees([",
};

/// A tree in a report.
#[derive(Debug)]
pub struct ReportedTree<'a> {
    /// The name of the tree, such as the path of its configuration.
    pub name: &'a str,
    /// The tree.
    pub hierarchy: &'a Hierarchy,
    /// The problems that a check found.
    pub problems: &'a Diagnostics,
}

/// A tree, with what was computed about it for the pages.
struct Subject<'a> {
    tree: &'a ReportedTree<'a>,
    nodes: &'a [(String, Value)],
    /// For each node, the levels that are searched, with their files.
    reached: Vec<Vec<LevelFile>>,
}

/// Whether a directory contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, directory: &Path) -> bool {
    KIND.is_in(files, directory)
}

/// The files of a report about trees and nodes; the first is the page to open. `changes` are the changes from the first
/// tree to the second one.
#[must_use]
pub fn report(
    trees: &[ReportedTree<'_>],
    nodes: &[(String, Value)],
    changes: Option<&Comparison>,
) -> Vec<ReportFile> {
    let mut files = KIND.assets();
    let mut index = KIND.index_start.to_owned();
    for (number, tree) in trees.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        // All files are read here in parallel. Everything below would read them one by one.
        tree.hierarchy.read_files();
        let subject = Subject { tree, nodes, reached: reached_levels(tree.hierarchy, nodes) };
        let occurrences = tree.hierarchy.all_occurrences();
        let answers = answers::answers(&subject, &occurrences);
        // Changes are part of the second tree's data.
        let changes = changes.filter(|_| number == 1);
        index::write(&subject, &occurrences, &answers, changes, &mut index);
        files.extend(answers::key_parts(number, answers.keys()));
        files.extend(answers::node_parts(number, nodes, &answers));
        files.extend(changes.map(|changes| changes::parts(number, changes, nodes)).into_iter().flatten());
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: INDEX.to_owned(), text: index });
    files
}

/// For each node, the levels that are searched, with their files.
fn reached_levels(hierarchy: &Hierarchy, nodes: &[(String, Value)]) -> Vec<Vec<LevelFile>> {
    // The levels do not depend on the key, so the key is not relevant.
    let parts = in_parts(nodes, |part| {
        let reached = part.iter().map(|(_, scope)| hierarchy.reached_levels(&Query::new("", scope)));
        reached.collect::<Vec<_>>()
    });
    parts.into_iter().flatten().collect()
}
