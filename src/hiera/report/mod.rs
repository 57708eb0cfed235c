//! A site of pages about Hiera trees, which works from the file system and from any web server.
//!
//! The pages are one program in JavaScript ([`ASSETS`]) that shows the data written here: an index of all keys, files
//! and nodes for each tree, the values in parts that are loaded on demand, and for each node the answers that differ
//! from the written values. Invariants: every answer comes from a [lookup](super::lookup), so the pages compute none;
//! nothing is loaded from elsewhere; equal trees give equal bytes. This module writes no files.

mod index;
mod parts;

use super::lookup::Hierarchy;
use crate::files::Files;
use crate::store::Value;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::io::Read as _;
use std::path::Path;

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

/// The file that describes the trees, and how it begins.
const INDEX: (&str, &str) = ("data/index.js", "hieraReport.trees([");

/// Whether a folder contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, folder: &Path) -> bool {
    let mut start = Vec::new();
    let opened = files.open(&folder.join(INDEX.0));
    let read = opened.and_then(|file| file.take(INDEX.1.len() as u64).read_to_end(&mut start));
    read.is_ok() && start == INDEX.1.as_bytes()
}

/// The files of a report about trees and nodes, the page to open first.
#[must_use]
pub fn report(trees: &[ReportedTree<'_>], nodes: &[(String, Value)]) -> Vec<ReportFile> {
    let asset = |(path, text): (&str, &str)| ReportFile { path: path.to_owned(), text: text.to_owned() };
    let mut files: Vec<ReportFile> = ASSETS.into_iter().map(asset).collect();
    let mut index = String::from(INDEX.1);
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
    files.push(ReportFile { path: INDEX.0.to_owned(), text: index });
    files
}
