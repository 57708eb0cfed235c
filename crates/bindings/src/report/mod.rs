//! An HTML report about binding sites: layers, categories, and for each node the binding that determines the value of a
//! key, with the reasons.
//!
//! Invariants: every answer and its account comes from an injector, so the scripts of the pages compute none; nodes
//! with the same account of a key share it; equal sites yield equal bytes. This module neither reads sites nor writes
//! files.

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
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The JavaScript object that the data files call.
const SCRIPT_OBJECT: &str = "bindingsReport";

/// The texts and files that distinguish this report from other reports.
const KIND: ReportKind = ReportKind {
    title: "Bindings report",
    names: "a key or a node",
    data: include_str!("assets/data.js"),
    reports: &[("report.js", include_str!("assets/report.js"))],
    index_start: "bindingsReport.sites([",
};

/// A site of a report.
#[derive(Debug)]
pub struct ReportedSite {
    /// The name, such as the path of the directory of the site.
    pub name: String,
    /// The environments of the nodes, and other environments that the site declares.
    pub environments: Vec<ReportedEnvironment>,
    /// The nodes; all sites of a report have the same nodes in the same order.
    pub nodes: Vec<ReportedNode>,
    /// The problems that a check found.
    pub problems: Diagnostics,
}

/// An environment of a site.
#[derive(Debug)]
pub struct ReportedEnvironment {
    /// The name of the environment.
    pub name: String,
    /// The bindings of the environment.
    pub composition: Arc<Composition>,
}

/// A node of a site.
#[derive(Debug)]
pub struct ReportedNode {
    /// The name of the node.
    pub name: String,
    /// The name of its environment.
    pub environment: String,
    /// The text of the reason for the environment.
    pub decided_by: String,
    /// The bindings of the environment.
    pub composition: Arc<Composition>,
    /// The variables of the node.
    pub facts: Arc<Facts>,
}

/// Whether a directory contains a report.
#[must_use]
pub fn is_report(files: &dyn Files, directory: &Path) -> bool {
    KIND.is_in(files, directory)
}

/// The files of a report about sites; the first file is the page that users open. Queries search `catalogs`, if it is
/// given. Each site is compared with the one before it.
#[must_use]
pub fn report(sites: &[ReportedSite], catalogs: Option<&Arc<Catalogs>>) -> Vec<ReportFile> {
    let mut files = KIND.assets();
    let mut index = KIND.index_start.to_owned();
    for (number, site) in sites.iter().enumerate() {
        index.push_str(if number == 0 { "" } else { ",\n" });
        let injectors: Vec<Injector> = site.nodes.iter().map(|node| injector(node, catalogs)).collect();
        let previous_site = number.checked_sub(1).map(|index| &sites[index]);
        let changes =
            previous_site.map_or(Vec::new(), |previous_site| changes::changes(previous_site, site, catalogs));
        let environments: Vec<&Composition> =
            site.environments.iter().map(|environment| &*environment.composition).collect();
        let keys = keys(&environments);
        index::write(site, &injectors, &keys, changes.len(), &mut index);
        files.extend(accounts::write(number, &environments, &injectors, &keys));
        if previous_site.is_some() {
            files.extend(changes::write(number, site, &changes));
        }
    }
    index.push_str("]);\n");
    files.push(ReportFile { path: INDEX.to_owned(), text: index });
    files
}

/// The keys in the bindings and Hiera trees of all environments, for all nodes.
fn keys(environments: &[&Composition]) -> BTreeSet<String> {
    let keys_of_environments = environments.iter().flat_map(|composition| composition.key_texts());
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
