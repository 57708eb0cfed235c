//! An HTML report about binding sites: layers, categories, and for each node which binding of a key wins and why.
//!
//! Invariants: every answer and its account comes from an injector, so the scripts of the pages compute none; nodes
//! with the same account of a key share it; equal sites yield equal bytes. This module does not write files, and does
//! not know where sites and nodes come from.

mod accounts;
mod changes;
mod index;

use super::inject::{Facts, Injector};
use super::names::CLASSES;
use super::query::Catalogs;
use crate::compose::Composition;
use crate::files::Files;
use crate::pages::{INDEX, ReportFile, ReportKind};
use modelwright_metamodel::diagnostic::Diagnostics;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The JavaScript object that the data files call.
const RECEIVER: &str = "bindingsReport";

const KIND: ReportKind = ReportKind {
    title: "Bindings report",
    names: "a key or a node",
    data: include_str!("assets/data.js"),
    reports: &[("report.js", include_str!("assets/report.js"))],
    index_start: "bindingsReport.sites([",
};

/// A site to report.
#[derive(Debug)]
pub struct ReportedSite {
    /// Its name, such as the path of its directory.
    pub name: String,
    /// Its environments: those of its nodes, and others that are known.
    pub environments: Vec<ReportedEnvironment>,
    /// Its nodes; all sites of a report have the same nodes in the same order.
    pub nodes: Vec<ReportedNode>,
    /// The problems that a check found.
    pub problems: Diagnostics,
}

/// An environment of a site.
#[derive(Debug)]
pub struct ReportedEnvironment {
    /// Its name.
    pub name: String,
    /// Its bindings.
    pub composition: Arc<Composition>,
}

/// A node of a site.
#[derive(Debug)]
pub struct ReportedNode {
    /// Its name.
    pub name: String,
    /// Its environment.
    pub environment: String,
    /// What determined the environment, for people.
    pub decided_by: String,
    /// The bindings of the environment.
    pub composition: Arc<Composition>,
    /// Its variables.
    pub facts: Arc<Facts>,
}

/// Whether a directory contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, directory: &Path) -> bool {
    KIND.is_in(files, directory)
}

/// The files of a report about sites; the first is the page to open. Queries search `catalogs`, if it is given. Each
/// site is compared with the one before it.
#[must_use]
pub fn report(sites: &[ReportedSite], catalogs: Option<&Arc<Catalogs>>) -> Vec<ReportFile> {
    let mut files = KIND.assets();
    let mut index = KIND.index_start.to_owned();
    for (number, site) in sites.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        let injectors: Vec<Injector> = site.nodes.iter().map(|node| injector(node, catalogs)).collect();
        let before = number.checked_sub(1).map(|before| &sites[before]);
        let changes = before.map_or(Vec::new(), |before| changes::changes(before, site, catalogs));
        let environments: Vec<&Composition> =
            site.environments.iter().map(|environment| &*environment.composition).collect();
        let keys = keys(&environments);
        index::write(site, &injectors, &keys, changes.len(), &mut index);
        files.extend(accounts::write(number, &environments, &injectors, &keys));
        if before.is_some() {
            files.extend(changes::write(number, site, &changes));
        }
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: INDEX.to_owned(), text: index });
    files
}

/// The keys in the bindings and Hiera trees of all environments, for all nodes.
fn keys(environments: &[&Composition]) -> BTreeSet<String> {
    let keys_of_environments =
        environments.iter().flat_map(|composition| composition.data_keys()).map(Cow::into_owned);
    // The list of classes is computed and not bound, so it is added.
    keys_of_environments.chain([CLASSES.to_owned()]).collect()
}

/// An injector for a node; the problems of its bindings are reported elsewhere.
fn injector(node: &ReportedNode, catalogs: Option<&Arc<Catalogs>>) -> Injector {
    let (injector, _) = Injector::with_problems(&node.composition, &node.facts);
    match catalogs {
        Some(catalogs) => injector.with_catalogs(Arc::clone(catalogs)),
        None => injector,
    }
}
