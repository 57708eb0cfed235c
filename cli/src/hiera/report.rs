//! `modelwright hiera report`: browsable pages about Hiera trees.

use super::site::{DataFlags, ScopesFlags, check_folder};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::files::display_path;
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::report::{ReportedTree, is_report, report as report_files};
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright hiera report hiera.yaml --scopes facts/ -o report
  modelwright hiera report old/hiera.yaml new/hiera.yaml --scopes facts/ -o report     two trees to compare

Open report/index.html in a browser.";

/// Write pages about Hiera trees: find a key or a node, and the levels that its values come from
///
/// The pages work from the file system and from any web server, without a network.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraReport {
    /// The configurations, or folders of environments
    #[arg(value_name = "CONFIG", default_value = "hiera.yaml")]
    configs: Vec<PathBuf>,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// The folder of the report: a new or empty one, or that of an earlier report
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    data: DataFlags,
}

impl HieraReport {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.data.workspace();
        let help = "name an empty folder, a new one, or that of an earlier report";
        check_folder(&*workspace.files, &self.output, help, is_report)?;
        let nodes = self.scopes.read(&workspace)?;
        let mut trees = Vec::new();
        for config in &self.configs {
            let Some(hierarchy) = self.data.hierarchy(config, report) else { return Ok(Outcome::Problems) };
            let problems = check(&hierarchy, &CheckOptions { scopes: &nodes, manifests: None });
            trees.push((display_path(config), hierarchy, problems));
        }
        let reported: Vec<ReportedTree<'_>> = trees
            .iter()
            .map(|(name, hierarchy, problems)| ReportedTree { name, hierarchy, problems })
            .collect();
        let files = report_files(&reported, &nodes);
        let files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        output::write_all(&self.output, files).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Fine)
    }
}
