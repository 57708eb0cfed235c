//! A site of pages about binding sites: layers, categories, and for each node which binding of a key wins and why.
//!
//! Invariants: every answer and its account comes from the lookup of an injector, so the pages compute none; nodes with
//! the same account of a key share it; equal sites give equal bytes. This module writes no files, and does not know
//! where sites and nodes come from.

mod accounts;
mod index;

use super::inject::{Facts, Injector};
use super::names::CLASSES;
use super::query::Catalogs;
use crate::bindings::compose::Composition;
use crate::files::Files;
use crate::pages::{INDEX, ReportFile, ReportKind};
use modelwright_metamodel::diagnostic::Diagnostics;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The object that the scripts with data call.
const RECEIVER: &str = "bindingsReport";

const KIND: ReportKind = ReportKind {
    title: "Bindings report",
    names: "a key or a node",
    data: include_str!("assets/data.js"),
    report: include_str!("assets/report.js"),
    index_start: "bindingsReport.sites([",
};

/// A site to report.
#[derive(Debug)]
pub struct ReportedSite {
    /// Its name, such as the path of its folder.
    pub name: String,
    /// Its nodes; all sites of a report have the same.
    pub nodes: Vec<ReportedNode>,
    /// The problems that a check found.
    pub problems: Diagnostics,
}

/// A node of a site.
#[derive(Debug)]
pub struct ReportedNode {
    /// Its name.
    pub name: String,
    /// Its environment.
    pub environment: String,
    /// What decided the environment, for people.
    pub decided_by: String,
    /// The bindings of the environment.
    pub composition: Arc<Composition>,
    /// Its variables.
    pub facts: Arc<Facts>,
}

/// Whether a folder contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, folder: &Path) -> bool {
    KIND.is_in(files, folder)
}

/// The files of a report about sites, the page to open first. Queries search the catalogs, if there are some.
#[must_use]
pub fn report(sites: &[ReportedSite], catalogs: Option<&Arc<Catalogs>>) -> Vec<ReportFile> {
    let mut files = KIND.assets();
    let mut index = KIND.index_start.to_owned();
    for (number, site) in sites.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        let injectors: Vec<Injector> = site.nodes.iter().map(|node| injector(node, catalogs)).collect();
        let mut keys: BTreeSet<String> = injectors.iter().flat_map(Injector::keys).collect();
        keys.insert(CLASSES.to_owned());
        index::write(site, &injectors, &keys, &mut index);
        files.extend(accounts::write(number, &injectors, &keys));
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: INDEX.to_owned(), text: index });
    files
}

fn injector(node: &ReportedNode, catalogs: Option<&Arc<Catalogs>>) -> Injector {
    let (injector, _) = Injector::with_problems(&node.composition, &node.facts);
    match catalogs {
        Some(catalogs) => injector.with_catalogs(Arc::clone(catalogs)),
        None => injector,
    }
}
