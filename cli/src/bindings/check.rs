//! `modelwright bindings check`: all problems of a site, whatever the node.

use super::site::{NodeFlags, SiteFlags, nodes_with_facts, prepare_all};
use crate::Outcome;
use crate::report::Report;
use clap::Args;
use modelwright::bindings::classes::check_classes;
use modelwright::bindings::inject::Injector;
use modelwright::bindings::request::{DistinctProblems, PreparedRequest, Requests};
use modelwright::bindings::unmet::check_conditions;
use modelwright::hiera::check::Manifests;
use modelwright::hiera::lookup::Encrypted;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings check
  modelwright bindings check --site /etc/puppet --env dev
  modelwright bindings check --facts web1.yaml --enc-command ./enc
  modelwright bindings check --nodes nodes.yaml --manifests modules";

/// Check a site of bindings
///
/// Reports the problems of the bindings for all values of all categories, in all environments, not those of one node.
/// Values that must be computed are checked when they are looked up. With facts or an ENC, only the environment of that
/// node is checked, and how it is chosen. With --nodes, the environments of these nodes are checked, with the values that each
/// node gets; with --manifests, also parameters that do not exist and values of the wrong type.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsCheck {
    /// The directory of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    site: PathBuf,

    /// A directory of code, such as that of the environment, or one manifest; may be given several times. Bindings are compared
    /// with the parameters of its classes
    #[arg(long, value_name = "DIR|FILE")]
    manifests: Vec<PathBuf>,

    /// Nodes: a directory with a file of facts for each node, or a file with a hash from names of nodes to facts. Their values are
    /// compared with the types of parameters, and conditions that no node meets are reported
    #[arg(long, value_name = "DIR|FILE", conflicts_with_all = ["facts", "enc", "enc_command"])]
    nodes: Option<PathBuf>,

    #[command(flatten)]
    node: NodeFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsCheck {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.flags.workspace();
        let puppet_conf = self.flags.puppet_conf(&workspace)?;
        let requests = Requests::new(&self.site, workspace.site_access())
            .map_err(|problem| Diagnostics::from(*problem))?;
        let requests = requests.with_puppet_conf(puppet_conf.as_ref());
        let environment = self.flags.environment.as_deref();
        let nodes =
            self.nodes.as_deref().map(|path| nodes_with_facts(path, &workspace, report)).transpose()?;
        let requests_of_nodes = match (&nodes, environment) {
            (Some(nodes), _) => prepare_all(&requests, nodes, environment),
            _ if self.node.is_given() => {
                vec![self.node.prepare(&self.site, &self.flags, Encrypted::Hidden, report)?]
            }
            (None, Some(environment)) => vec![requests.without_node(environment)],
            (None, None) => {
                requests.environments().iter().map(|environment| requests.without_node(environment)).collect()
            }
        };
        let environments = requests_of_distinct_compositions(&requests_of_nodes);
        let compositions: Vec<_> =
            environments.iter().map(|request| Arc::clone(&request.composition)).collect();
        let mut problems = DistinctProblems::default();
        problems.append(requests.check(environments));
        // Without `--nodes` there are no names, so no injector is created.
        let names = nodes.iter().flatten().map(|(name, _)| name.clone());
        let mut injectors = Vec::new();
        for (name, request) in names.zip(&requests_of_nodes) {
            let (injector, injector_problems) = Injector::with_problems(&request.composition, &request.facts);
            problems.append(request.problems.clone());
            problems.append(injector_problems);
            injectors.push((name, injector));
        }
        if !self.manifests.is_empty() {
            let (manifests, manifest_problems) = Manifests::read(&self.manifests, &workspace.access())?;
            report.show(&manifest_problems);
            problems.append(check_classes(&compositions, &injectors, &manifests));
        }
        problems.append(check_conditions(&compositions, &injectors));
        report.show_result(&problems.into_problems());
        Ok(Outcome::Done)
    }
}

/// The first request of each composition: requests of one environment share their composition, which is checked once.
fn requests_of_distinct_compositions(requests: &[PreparedRequest]) -> Vec<&PreparedRequest> {
    let mut distinct_requests: Vec<&PreparedRequest> = Vec::new();
    for request in requests {
        // Requests that share a composition have pointers to the same one.
        if !distinct_requests.iter().any(|known| Arc::ptr_eq(&known.composition, &request.composition)) {
            distinct_requests.push(request);
        }
    }
    distinct_requests
}
