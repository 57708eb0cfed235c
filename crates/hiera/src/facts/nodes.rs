//! Collects the nodes of several files in one list, in which each name occurs once.

use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, printable_line};
use std::collections::BTreeMap;

/// The maximum number of nodes with several occurrences that are reported.
const MAX_REPORTED_NODES: usize = 10;

/// Nodes by name, each with the file that it comes from.
#[derive(Debug, Default)]
pub struct NodeList {
    nodes: BTreeMap<String, (Value, String)>,
    problems: Diagnostics,
    /// The number of nodes whose name was already in the list.
    repeated: usize,
    /// The problems of files that are not read.
    pub warnings: Diagnostics,
}

impl NodeList {
    /// Adds the nodes of a file.
    pub fn add(&mut self, nodes: Vec<(String, Value)>, file: &str) {
        for (name, scope) in nodes {
            if let Some((_, first)) = self.nodes.get(&name) {
                self.repeated += 1;
                if self.repeated > MAX_REPORTED_NODES {
                    continue;
                }
                let message = format!("the node {} is in {first} and in {file}", printable_line(&name));
                let help = "remove one of them, so that it is certain which facts the node has";
                self.problems.push(Diagnostic::error(codes::HIERA_DATA, message).help(help));
                continue;
            }
            self.nodes.insert(name, (scope, file.to_owned()));
        }
    }

    /// Adds a warning that a file in a directory of facts is not read.
    pub fn skip(&mut self, file: &str) {
        let message = format!("{} is not read as the facts of a node", printable_line(file));
        let help = "facts are in files that end with .json, .yaml or .yml; move other files elsewhere";
        self.warnings.push(Diagnostic::warning(codes::HIERA_DATA, message).help(help));
    }

    /// The nodes with their variables, sorted by name.
    ///
    /// # Errors
    /// The names that occur more than once.
    pub fn finish(self) -> Result<Vec<(String, Value)>, Diagnostics> {
        if self.problems.has_errors() {
            let mut problems = self.problems;
            if let Some(more) = self.repeated.checked_sub(MAX_REPORTED_NODES).filter(|more| *more > 0) {
                let message = format!("{more} other nodes also occur more than once");
                problems.push(Diagnostic::error(codes::HIERA_DATA, message).help("list each node only once"));
            }
            return Err(problems);
        }
        Ok(self.nodes.into_iter().map(|(name, (scope, _))| (name, scope)).collect())
    }
}
