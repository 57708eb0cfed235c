//! Pages about the catalogs of nodes: resources with their parameters, locations and links, the order in which they are
//! applied, and the changes between two environments.
//!
//! Invariants: everything that the pages show comes from an [account](crate::explain), an [order](crate::order) or a
//! [comparison](crate::compare), and their scripts only show it; equal accounts of several nodes are stored once; no
//! file contains a value of a secret; the files of equal catalogs have equal bytes. This module writes no files.

mod accounts;
mod changes;
mod index;
#[cfg(test)]
mod tests;
mod values;

use crate::compare::Comparison;
use crate::explain::Explainer;
use crate::model::Catalog;
use crate::order;
use accounts::Accounts;
use modelwright_files::Files;
pub use modelwright_hiera::pages::ReportFile;
use modelwright_hiera::pages::{INDEX, ReportKind};
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::Path;

/// The JavaScript object whose functions the files with data call.
const SCRIPT_OBJECT: &str = "catalogReport";

/// The kind of these reports, with the files of their pages.
const KIND: ReportKind = ReportKind {
    title: "Catalog report",
    names: "a resource or a node",
    data: include_str!("assets/data.js"),
    reports: &[
        ("drawing.js", include_str!("assets/drawing.js")),
        ("parts.js", include_str!("assets/parts.js")),
        ("report.js", include_str!("assets/report.js")),
    ],
    index_start: "catalogReport.environments([",
};

/// Whether a directory contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, directory: &Path) -> bool {
    KIND.is_in(files, directory)
}

/// An environment whose catalogs are reported.
#[derive(Debug, Default)]
pub struct ReportedEnvironment {
    name: String,
    accounts: Accounts,
    problems: Diagnostics,
}

impl ReportedEnvironment {
    /// An environment with a name, such as the path of its directory, and without catalogs.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds the catalog of a node, or the problems because of which it cannot be built. Returns the problems of the
    /// catalog's order.
    pub fn add(&mut self, node: &str, built: Result<&Catalog, &Diagnostics>) -> Diagnostics {
        let catalog = match built {
            Ok(catalog) => catalog,
            Err(problems) => {
                self.accounts.add_failure(node, problems);
                return Diagnostics::new();
            }
        };
        let explainer = Explainer::new(catalog);
        self.accounts.add(node, catalog, &explainer);
        let mut problems = Diagnostics::new();
        problems.extend(order::problems(catalog, explainer.order()));
        problems
    }

    /// Sets the problems of all catalogs.
    pub fn set_problems(&mut self, problems: Diagnostics) {
        self.problems = problems;
    }
}

/// The files of a report about environments; the first one is the page to open. `changes` are those from the first
/// environment to the second one.
#[must_use]
pub fn report(environments: &[ReportedEnvironment], changes: Option<&Comparison>) -> Vec<ReportFile> {
    let mut files = KIND.assets();
    let mut index = KIND.index_start.to_owned();
    for (number, environment) in environments.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        // The changes are shown with the second environment.
        let shown_changes = if number == 1 { changes } else { None };
        index::write(environment, shown_changes, &mut index);
        files.extend(environment.accounts.files(number));
        if let Some(comparison) = shown_changes {
            files.extend(changes::files(number, comparison, &environment.accounts));
        }
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: INDEX.to_owned(), text: index });
    files
}
