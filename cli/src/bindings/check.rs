//! `modelwright bindings check`: all problems of a site, whatever the node.

use super::site::{NodeFlags, SiteFlags};
use crate::Outcome;
use crate::report::Report;
use clap::Args;
use modelwright::bindings::request::Requests;
use modelwright::hiera::lookup::Encrypted;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings check
  modelwright bindings check --site /etc/puppet --env dev
  modelwright bindings check --facts web1.yaml --enc-command ./enc";

/// Check a site of bindings
///
/// Reports the problems of the bindings for all values of all categories, in all environments, not those of one node.
/// Values that must be computed are checked when they are looked up. With facts or an ENC, only the environment of that
/// node is checked, and how it is chosen.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsCheck {
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    site: PathBuf,

    #[command(flatten)]
    node: NodeFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsCheck {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.flags.workspace();
        let requests =
            Requests::new(&self.site, &workspace).map_err(|problem| Diagnostics::from(*problem))?;
        let problems = match &self.flags.environment {
            _ if self.node.is_given() => {
                let request = self.node.prepare(&self.site, &self.flags, Encrypted::Hidden, report)?;
                requests.check(&[request])
            }
            Some(environment) => requests.check(&[requests.without_node(environment)]),
            None => {
                let all = requests.environments();
                let all: Vec<_> = all.iter().map(|environment| requests.without_node(environment)).collect();
                requests.check(&all)
            }
        };
        report.show_result(&problems);
        Ok(Outcome::Fine)
    }
}
