//! `modelwright bindings dependencies`: the ordering relationships of resources that bindings declare for a node.

use super::site::NodeOfSite;
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright_metamodel::diagnostic::Diagnostics;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings dependencies --facts web1.yaml
  modelwright bindings dependencies --site /etc/puppet --facts fqdn=web1.example.org --env dev";

/// List the ordering relationships between resources that are bound for a node
///
/// Each line is a relationship in the syntax of manifests: `->` if the first resource comes before the second, `~>` if
/// the second is also notified of changes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsDependencies {
    #[command(flatten)]
    node: NodeOfSite,
}

impl BindingsDependencies {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let injector = self.node.injector(report)?;
        let lines = injector.dependencies().map(|(sources, targets, notify)| {
            let arrow = if notify { "~>" } else { "->" };
            format!("{} {arrow} {}\n", group(sources), group(targets))
        });
        let text: String = lines.collect();
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }
}

/// One resource, or several in brackets.
fn group(resources: &[String]) -> String {
    match resources {
        [resource] => resource.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}
