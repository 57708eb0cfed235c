//! `modelwright bindings keys`: the keys that are bound for a node.

use super::site::NodeOfSite;
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright_metamodel::diagnostic::Diagnostics;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings keys --facts web1.yaml
  modelwright bindings keys --site /etc/puppet --facts fqdn=web1.example.org --env dev";

/// List the keys that are bound for a node
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsKeys {
    #[command(flatten)]
    node: NodeOfSite,
}

impl BindingsKeys {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let injector = self.node.injector(report)?;
        let keys = injector.keys().into_iter().chain(injector.typed_keys());
        let text: String = keys.map(|key| format!("{key}\n")).collect();
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }
}
