//! `modelwright bindings report`: browsable pages about sites of bindings.

use super::catalogs::StoredCatalogFlags;
use super::site::{SiteFlags, nodes_with_facts, prepare_all};
use crate::hiera::check_directory;
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::inject::Injector;
use modelwright::bindings::report::{
    ReportedEnvironment, ReportedNode, ReportedSite, is_report, report as report_files,
};
use modelwright::bindings::request::{DistinctProblems, NodeRequest, PreparedRequest, Requests};
use modelwright::files::display_path;
use modelwright::store::Hash;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings report -o report     layers, categories and keys, without nodes
  modelwright bindings report --nodes facts/ -o report
  modelwright bindings report old/ new/ --nodes facts/ -o report     two revisions to compare

Open report/index.html in a browser.";

/// Write pages about sites of bindings: layers, categories, and for each node which binding wins and why
///
/// The pages work from the file system and from any web server, without a network. Problems of the sites are on the
/// pages.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsReport {
    /// The directories of the sites
    #[arg(value_name = "SITE", default_value = ".")]
    sites: Vec<PathBuf>,

    /// Nodes: a directory with a file of facts for each node, or a file with a hash from names of nodes to facts
    #[arg(long, value_name = "DIR|FILE")]
    nodes: Option<PathBuf>,

    /// The directory of the report: a new or empty one, or that of an earlier report
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    catalogs: StoredCatalogFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsReport {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.flags.workspace();
        let help = "specify an empty directory, a new one, or that of an earlier report";
        // The directory is checked first, because reading sites may take long, and is wasted if the directory must not
        // be used.
        check_directory(&*workspace.files, &self.output, help, is_report)?;
        let nodes = match &self.nodes {
            Some(path) => nodes_with_facts(path, &workspace, report)?,
            None => Vec::new(),
        };
        let sites: Vec<ReportedSite> =
            self.sites.iter().map(|site| self.site(site, &nodes)).collect::<Result<_, _>>()?;
        let compositions = sites.iter().flat_map(|site| &site.nodes).map(|node| &*node.composition);
        let catalogs = self.catalogs.load(compositions, &self.flags, report);
        let files = report_files(&sites, catalogs.as_ref());
        let files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        output::write_all(&self.output, files).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }

    /// A site with its nodes, and the problems of their environments.
    fn site(&self, site: &Path, nodes: &[(String, Hash)]) -> Result<ReportedSite, Diagnostics> {
        let workspace = self.flags.workspace();
        let puppet_conf = self.flags.puppet_conf(&workspace)?;
        let requests =
            Requests::new(site, workspace.site_access()).map_err(|problem| Diagnostics::from(*problem))?;
        let requests = requests.with_puppet_conf(puppet_conf.as_ref());
        let environment = self.flags.environment.as_deref();
        let requests_of_nodes = prepare_all(&requests, nodes, environment);
        let environments = environments(&requests, environment, nodes, &requests_of_nodes);
        let mut problems = DistinctProblems::default();
        problems.append(requests.check(&environments));
        requests_of_nodes.iter().for_each(|request| problems.append(node_problems(request)));
        let nodes = nodes.iter().zip(requests_of_nodes).map(|((name, _), request)| ReportedNode {
            name: name.clone(),
            environment: request.environment,
            decided_by: request.decided_by,
            composition: request.composition,
            facts: request.facts,
        });
        Ok(ReportedSite {
            name: display_path(site),
            environments: environments.into_iter().map(reported_environment).collect(),
            nodes: nodes.collect(),
            problems: problems.into_problems(),
        })
    }
}

/// The environments of a site, or only the given one. A name occurs several times if the directories of the environment
/// depend on the facts of nodes.
fn environments(
    requests: &Requests<'_>,
    environment: Option<&str>,
    nodes: &[(String, Hash)],
    requests_of_nodes: &[PreparedRequest],
) -> Vec<PreparedRequest> {
    let names = match environment {
        Some(name) => BTreeSet::from([name.to_owned()]),
        None => requests.environments(),
    };
    let mut requests_of_environments: Vec<PreparedRequest> =
        names.iter().map(|name| requests.without_node(name)).collect();
    // The directories of an environment may depend on facts; then a node has a composition of its own.
    for ((_, facts), request) in nodes.iter().zip(requests_of_nodes) {
        let is_known = requests_of_environments.iter().any(|other| {
            other.environment == request.environment && Arc::ptr_eq(&other.composition, &request.composition)
        });
        if !is_known {
            requests_of_environments.push(requests.prepare(&NodeRequest { facts, enc: None, environment }));
        }
    }
    requests_of_environments
}

fn reported_environment(request: PreparedRequest) -> ReportedEnvironment {
    ReportedEnvironment { name: request.environment, composition: request.composition }
}

/// The problems of a node's request and of its categories, which may occur for this node only.
fn node_problems(request: &PreparedRequest) -> Diagnostics {
    let mut problems = request.problems.clone();
    let (_, injector_problems) = Injector::with_problems(&request.composition, &request.facts);
    problems.append(injector_problems);
    problems
}
