//! A site of pages about Hiera trees, which works from the file system and from any web server.
//!
//! The pages show the data written here: an index of all keys, files and nodes for each tree, the values in parts that
//! are loaded on demand, and for each node the answers that differ from the written values. Invariants: every answer
//! comes from a [lookup](super::lookup), so the pages compute none; equal trees give equal bytes. This module writes no
//! files.

mod index;
mod parts;

use super::lookup::Hierarchy;
use crate::files::Files;
pub use crate::pages::ReportFile;
use crate::pages::{INDEX, ReportKind};
use crate::store::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::Path;

/// The object that the scripts with data call.
const RECEIVER: &str = "hieraReport";

const KIND: ReportKind = ReportKind {
    title: "Hiera report",
    names: "a key, a node or a file",
    data: include_str!("assets/data.js"),
    report: include_str!("assets/report.js"),
    index_start: "hieraReport.trees([",
};

/// A tree to report.
#[derive(Debug)]
pub struct ReportedTree<'a> {
    /// Its name, such as the path of its configuration.
    pub name: &'a str,
    /// The tree.
    pub hierarchy: &'a Hierarchy,
    /// The problems that a check found.
    pub problems: &'a Diagnostics,
}

/// Whether a folder contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, folder: &Path) -> bool {
    KIND.is_in(files, folder)
}

/// The files of a report about trees and nodes, the page to open first.
#[must_use]
pub fn report(trees: &[ReportedTree<'_>], nodes: &[(String, Value)]) -> Vec<ReportFile> {
    let mut files = KIND.assets();
    let mut index = KIND.index_start.to_owned();
    for (number, tree) in trees.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        tree.hierarchy.read_files();
        let occurrences = tree.hierarchy.all_occurrences();
        let keys: Vec<&str> = occurrences.keys().copied().collect();
        index::write(tree, &keys, nodes, &mut index);
        files.extend(parts::values(number, occurrences.values()));
        files.extend(parts::answers(number, tree.hierarchy, &keys, nodes));
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: INDEX.to_owned(), text: index });
    files
}
