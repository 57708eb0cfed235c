//! `modelwright bindings keys`: the keys that are bound for a node.

use super::site::{NodeFlags, SiteFlags};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::inject::Injector;
use modelwright::bindings::request::without_repetitions;
use modelwright::hiera::lookup::Encrypted;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings keys --facts web1.yaml
  modelwright bindings keys --site /etc/puppet --facts fqdn=web1.example.org --env dev";

/// List the keys that are bound for a node
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsKeys {
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    site: PathBuf,

    #[command(flatten)]
    node: NodeFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsKeys {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let request = self.node.prepare(&self.site, &self.flags, Encrypted::Hidden, report)?;
        let (injector, problems) = Injector::with_problems(&request.composition, &request.facts);
        report.show(&without_repetitions(request.composition.problems().clone()));
        report.show(&problems);
        let keys = injector.keys().into_iter().chain(injector.typed_keys());
        let text: String = keys.map(|key| format!("{key}\n")).collect();
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Fine)
    }
}
