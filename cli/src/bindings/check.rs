//! `modelwright bindings check`: all problems of a site, whatever the node.

use super::site::SiteFlags;
use crate::Outcome;
use crate::report::Report;
use clap::Args;
use modelwright::bindings::check::check;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright bindings check
  modelwright bindings check --site /etc/puppet --env dev";

/// Check a site of bindings
///
/// Reports the problems of the bindings for all values of all categories, not those of one node. Values that must be
/// computed are checked when they are looked up.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsCheck {
    /// The folder of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    site: PathBuf,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsCheck {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let composition = self.flags.compose(&self.site)?;
        report.show_result(&check(&composition));
        Ok(Outcome::Fine)
    }
}
