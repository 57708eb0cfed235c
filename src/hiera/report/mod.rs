//! A site of pages about Hiera trees, which works from the file system and from any web server.
//!
//! The pages are one program in JavaScript ([`ASSETS`]) that shows the data written here: an index of all keys, files
//! and nodes for each tree, the values in parts that are loaded on demand, and for each node the answers that differ
//! from the written values. Invariants: every answer comes from a [lookup](super::lookup), so the pages compute none;
//! nothing is loaded from elsewhere; equal trees give equal bytes. This module writes no files.

mod index;
mod parts;

use super::lookup::Hierarchy;
use crate::store::Value;
use modelwright_metamodel::diagnostic::Diagnostics;

/// The pages.
const ASSETS: [(&str, &str); 4] = [
    ("index.html", include_str!("assets/index.html")),
    ("style.css", include_str!("assets/style.css")),
    ("data.js", include_str!("assets/data.js")),
    ("pages.js", include_str!("assets/pages.js")),
];

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

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// Its path, with slashes.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The files of a report about trees and nodes, the page to open first.
#[must_use]
pub fn report(trees: &[ReportedTree<'_>], nodes: &[(String, Value)]) -> Vec<ReportFile> {
    let asset = |(path, text): (&str, &str)| ReportFile { path: path.to_owned(), text: text.to_owned() };
    let mut files: Vec<ReportFile> = ASSETS.into_iter().map(asset).collect();
    let mut index = String::from("hieraReport.trees([");
    for (number, tree) in trees.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        let occurrences = tree.hierarchy.all_occurrences();
        let keys: Vec<&str> = occurrences.keys().copied().collect();
        index::write(tree, &keys, nodes, &mut index);
        files.extend(parts::values(number, occurrences.values()));
        files.extend(parts::answers(number, tree.hierarchy, &keys, nodes));
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: "data/index.js".to_owned(), text: index });
    files
}
